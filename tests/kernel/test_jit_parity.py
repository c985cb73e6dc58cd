"""Compiled, bounds-checked and plain: the engine gives the same results in all three."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PARTS = ("shipped", "few_kinds", "many_kinds")
COMPILED: tuple[str, ...] = ()
PLAIN = ("NUMBA_DISABLE_JIT=1",)
CHECKED = ("NUMBA_BOUNDSCHECK=1",)  # its machine code has a cache folder of its own


def run(settings: tuple[str, ...], *parts: str) -> subprocess.CompletedProcess[str]:
    """Play parts in a process of its own; an overflow of plain numbers is an error there."""
    usual = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "tests.kernel.digest", *parts],
        cwd=ROOT,
        env=usual | {"PYTHONPATH": str(ROOT)} | dict(s.split("=") for s in settings),
        capture_output=True,
        text=True,
        check=False,
    )


@cache
def digests(settings: tuple[str, ...]) -> dict[str, str]:
    done = run(settings, *PARTS)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("part", PARTS)
def test_plain_python_gives_the_results_of_compiled_code(part: str) -> None:
    assert digests(PLAIN)[part] == digests(COMPILED)[part]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_no_index_leaves_its_array(part: str) -> None:
    assert digests(CHECKED)[part] == digests(COMPILED)[part]


@pytest.mark.parametrize("settings", [PLAIN, CHECKED], ids=["plain", "checked"])
def test_an_index_that_leaves_its_array_is_noticed(settings: tuple[str, ...]) -> None:
    done = run(settings, "slip")
    assert done.returncode != 0
    assert "IndexError" in done.stderr


def test_an_index_that_leaves_its_array_passes_unnoticed_without_the_check() -> None:
    assert run(COMPILED, "slip").returncode == 0
