"""Whole numbers on the command line: what could be read in two ways is refused."""

from pathlib import Path

import pytest

from tests.cli.program import call_forgesim

CALLS = [
    ("batch", "--games"), ("batch", "--pairs"), ("batch", "--seed"), ("batch", "--jobs"),
    ("replay", "--match"), ("replay", "--seed"), ("deck", "random", "--count"),
    ("deck", "random", "--seed"),
]  # fmt: skip
POINTS = [("batch", "--precision"), ("card", "impact", "--precision"), ("gate", "--tolerated"),
          ("gate", "--caught")]  # fmt: skip


@pytest.mark.parametrize("text", ["200.000", "7.0", "1.5", "200,000", "1e6", "1_0", "²", " 5", ""])
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_anything_but_plain_digits_is_refused(
    call: tuple[str, ...], text: str, tmp_path: Path
) -> None:
    result = call_forgesim(*call, text, cwd=tmp_path)
    assert result.code == 2
    assert f"'{call[-1]}': {text!r}, expected a whole number in plain digits" in result.err
    assert list(tmp_path.iterdir()) == []


def test_digits_may_be_parted_in_threes(tmp_path: Path) -> None:
    result = call_forgesim(
        "batch", "--deck", "wilds-fast", "--games", "1_000", "--out", "run", cwd=tmp_path
    )
    assert result.code == 0
    assert "1,000 games" in result.out


@pytest.mark.parametrize("text", ["2%", "0,5", "half", "1e-1", "nan", "+1", "", "."])
@pytest.mark.parametrize("call", POINTS, ids=" ".join)
def test_points_are_a_number_in_plain_digits(
    call: tuple[str, ...], text: str, tmp_path: Path
) -> None:
    result = call_forgesim(*call, text, cwd=tmp_path)
    assert result.code == 2
    assert f"'{call[-1]}': {text!r}, expected a number of points, as 0.5" in result.err
