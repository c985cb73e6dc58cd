"""Compiled, bounds-checked and plain: the engine gives the same results in all three."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.kernel.processes import CHECKED, COMPILED, PLAIN, run

DIGEST = "tests.kernel.digest"
PARTS = ("shipped", "few_kinds", "many_kinds", "searching")


@cache
def digests(settings: tuple[str, ...]) -> dict[str, str]:
    done = run(settings, DIGEST, *PARTS)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_plain_python_gives_the_results_of_compiled_code(part: str) -> None:
    assert digests(PLAIN)[part] == digests(COMPILED)[part]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_no_index_leaves_its_array(part: str) -> None:
    assert digests(CHECKED)[part] == digests(COMPILED)[part]


@pytest.mark.parametrize("settings", [PLAIN, CHECKED], ids=["plain", "checked"])
def test_an_index_that_leaves_its_array_is_noticed(settings: tuple[str, ...]) -> None:
    done = run(settings, DIGEST, "slip")
    assert done.returncode != 0
    assert "IndexError" in done.stderr


def test_an_index_that_leaves_its_array_passes_unnoticed_without_the_check() -> None:
    assert run(COMPILED, DIGEST, "slip").returncode == 0
