"""What users get wrong is answered in words: exit code 2, no traceback, nothing written."""

import re
from pathlib import Path

import pytest

from tests.cli.mistakes import MISTAKES, UNSETTLED, Mistake
from tests.cli.program import (
    IS_UPDATING,
    SNAPSHOTS,
    Result,
    has_the_parser_of_the_snapshots,
    matches_snapshot,
    run_forgesim,
    tree,
)


def lay_out(folder: Path, mistake: Mistake) -> None:
    for name, content in mistake.files.items():
        path = folder / name
        if content is None:
            path.mkdir(parents=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def answer_to(mistake: Mistake, folder: Path) -> Result:
    """Make the mistake; whatever it is, this must hold for the answer."""
    lay_out(folder, mistake)
    before = tree(folder)
    result = run_forgesim(*mistake.arguments, cwd=folder)
    assert not result.has_traceback, result.err
    assert result.code == 2
    assert tree(folder) == before
    return result


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_answered_as_stored(mistake: Mistake, tmp_path: Path) -> None:
    result = answer_to(mistake, tmp_path)
    if mistake.by_parser and not has_the_parser_of_the_snapshots():
        return
    text = f"$ forgesim {mistake.command}\n[exit code {result.code}]\n{result.err}{result.out}"
    assert matches_snapshot(f"errors/{mistake.name}", text), text


@pytest.mark.slow
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(each, marks=pytest.mark.xfail(strict=True, reason=each.why), id=each.name)
        for each in UNSETTLED
    ],
)
def test_a_mistake_that_still_gets_a_poor_answer(mistake: Mistake, tmp_path: Path) -> None:
    result = answer_to(mistake, tmp_path)
    assert re.search(mistake.wants, result.err), result.err


def test_every_stored_answer_belongs_to_a_mistake() -> None:
    names = [mistake.name for mistake in MISTAKES]
    assert len(set(names)) == len(names)
    stored = {path.stem for path in (SNAPSHOTS / "errors").glob("*.txt")}
    if IS_UPDATING:
        for name in stored - set(names):
            (SNAPSHOTS / "errors" / f"{name}.txt").unlink()
    else:
        assert stored == set(names)
