"""The cache of machine code: found again, never stale, and nobody else's."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import forgesim
from tests.oracle.forge import default_params

# One creature enters and strikes the forge at once; prints the heat that is left.
PROBE = """
import json, sys
import numpy as np
from forgesim.pilots.forge.engine import ENGINE
from forgesim.rulesets.forge.actions import PLAY, STRIKE_FORGE
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.kernel.records import new_records

hare = ForgeCard(id="hare", name="Hare", faction="Wilds", type="creature", cost=0, power=2,
                 toughness=1, keyword="SWIFT", rarity="common")
params = json.loads(sys.argv[1])
states, tables, minds = (new_records(kind) for kind in (ENGINE.state, ENGINE.table, ENGINE.mind))
for seat in range(2):
    tables.seat[0, seat] = ENGINE.pack_seat([hare] * 20, params[seat])[0]
    states.player.library[0, seat, :20] = range(20)
    states.player.n_cards[0, seat] = 20
ENGINE.begin_scripted(states, tables, minds, np.uint64(1))
for kind in (PLAY, STRIKE_FORGE):
    ENGINE.apply(states, tables, int(kind) << 16)
print(states.player.heat[0, 1])
"""


class Checkout:
    """A copy of the package whose sources may be edited, with a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "source" / "forgesim"
        self.cache = folder / "cache"
        original = Path(forgesim.__file__).parent
        shutil.copytree(original, self.package, ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, code: str, *words: str, **env: str) -> str:
        """Run a program on the copy and return what it prints."""
        usual = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        own = {"PYTHONPATH": str(self.package.parent), "FORGESIM_CACHE_DIR": str(self.cache)}
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=self.package.parent,
            env=usual | own | env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def heat(self) -> int:
        """Heat that one strike with 2 power leaves of 20."""
        return int(self.run(PROBE, json.dumps(default_params())))

    def edit(self, path: str, pattern: str, replacement: str) -> None:
        """Change one place of a source file."""
        source = self.package / path
        text, count = re.subn(pattern, replacement, source.read_text(), flags=re.DOTALL)
        assert count == 1, f"{pattern} stands {count} times in {path}"
        source.write_text(text)

    def machine_code(self) -> dict[str, int]:
        """Cached files, with the time of their last change."""
        return {str(f): f.stat().st_mtime_ns for f in self.cache.rglob("*.nb?")}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.slow
def test_a_change_in_a_function_that_an_entry_calls_is_seen(checkout: Checkout) -> None:
    assert checkout.heat() == 18
    first = checkout.machine_code()
    assert first

    assert checkout.heat() == 18
    assert checkout.machine_code() == first, "the second run compiled again"

    callee = r"(def strike_forge\b.*?\.power)\b"
    checkout.edit("rulesets/forge/effects.py", callee, r"\1 + 3")
    assert checkout.heat() == 15
    assert checkout.machine_code().keys() > first.keys()

    checkout.edit("rulesets/forge/effects.py", callee + r" \+ 3", r"\1")
    both = checkout.machine_code()
    assert checkout.heat() == 18
    assert checkout.machine_code() == both, "the code of the first sources was not found again"


def test_every_engine_source_is_part_of_the_digest(checkout: Checkout) -> None:
    code = "from forgesim.kernel.jit import engine_digest; print(engine_digest())"
    digests = [checkout.run(code)]
    for path in ("kernel/random.py", "rulesets/forge/names.py", "pilots/forge/features.py"):
        with (checkout.package / path).open("a") as source:
            source.write("\n# a remark\n")
        digests.append(checkout.run(code))
    assert len(set(digests)) == len(digests)


def test_other_users_of_numba_keep_their_cache_folder(checkout: Checkout) -> None:
    code = """
import numba
before = numba.config.CACHE_DIR
import forgesim.pilots.forge.engine
assert numba.config.CACHE_DIR == before
print(before)
"""
    assert checkout.run(code) == ""
    assert checkout.run(code, NUMBA_CACHE_DIR="elsewhere") == "elsewhere"


def test_the_cache_lies_where_the_variable_says_or_in_a_folder_that_can_be_written(
    checkout: Checkout,
) -> None:
    code = "from forgesim.kernel.jit import cache_directory; print(cache_directory())"
    place = Path(checkout.run(code))
    assert place.parent == checkout.cache
    assert place.name.startswith("engine-")
    blocked = checkout.package / "__init__.py"
    fallback = Path(checkout.run(code, FORGESIM_CACHE_DIR=str(blocked)))
    assert fallback.is_dir()
    assert blocked not in fallback.parents


def test_checked_machine_code_lies_apart(checkout: Checkout) -> None:
    code = "from forgesim.kernel.jit import cache_directory; print(cache_directory())"
    assert checkout.run(code) != checkout.run(code, NUMBA_BOUNDSCHECK="1")
