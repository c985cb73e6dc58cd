"""Tuned pilots that ship: each has its tuning file beside it, and is what that file can make."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.arena.batch import available_cores
from forgesim.cards.pilots import LOOKING_AHEAD, load_pilot
from forgesim.cards.shipped import shipped, shipped_names
from forgesim.cards.toml import Toml
from forgesim.kernel.jit import engine_digest
from forgesim.pilots.forge.game import GAME
from forgesim.studies.how import How
from forgesim.studies.tuned_file import points, score, tuned_text
from forgesim.studies.tuning import measure, tune
from forgesim.studies.tuning_file import load_tuning

FOLDER = shipped("forge") / "tuning"
FILES = [path for path in sorted(FOLDER.glob("*.toml")) if "start" in Toml(path).data]
"""The tuning files; beside them there may be pilots to start from."""
MADE_BY = re.compile(r"^# Made by: forgesim pilot tune (\S+)$", re.MULTILINE)
GAIN = re.compile(r"^#   gain against .*: (\S+) \[(\S+), (\S+)\] points$", re.MULTILINE)

pytestmark = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_the_shipped_pilot_says_which_file_made_it_and_what_it_gained(path: Path) -> None:
    tuning = load_tuning(path)
    assert tuning.out is not None
    text = tuning.out.read_text(encoding="utf-8")
    assert tuning.out.stem == tuning.name
    assert tuning.name in shipped_names("forge", "pilots")
    assert [match[1] for match in MADE_BY.finditer(text)] == [path.name]
    (gain,) = GAIN.finditer(text)
    assert 0 < float(gain[2]) < float(gain[1]) < float(gain[3])
    assert f"# Start: {tuning.start.name}, {len(tuning.movers)} weights moved.\n" in text


def test_it_has_the_numbers_of_its_start_but_for_those_that_move(path: Path) -> None:
    tuning = load_tuning(path)
    pilot = load_pilot(tuning.name, GAME)
    assert (pilot.kind, pilot.title, pilot.forbid) == (
        tuning.start.kind, tuning.title, tuning.start.forbid,
    )  # fmt: skip
    moving = {mover.feature.name for mover in tuning.movers}
    for name in (feature.name for feature in GAME.features if feature.name not in moving):
        assert pilot.weights.get(name, 0) == tuning.start.weights.get(name, 0), name


@pytest.mark.slow
def test_what_its_head_says_is_measured_again(path: Path) -> None:
    tuning = load_tuning(path)
    assert tuning.out is not None
    text = tuning.out.read_text(encoding="utf-8")
    pilot = load_pilot(tuning.name, GAME)
    if pilot.kind in LOOKING_AHEAD and engine_digest() not in text:
        pytest.skip("a search that has been changed since plays other games; its head says so")
    found = measure(tuning, pilot, How(available_cores()))
    assert f": {points(found.gain)} points\n" in text
    assert f" itself: {score(found.direct)}\n" in text


def test_the_same_file_on_a_small_budget_makes_the_same_pilot_twice(
    path: Path, tmp_path: Path
) -> None:
    """The whole course takes minutes; a short one goes the same ways."""
    whole = load_tuning(path)
    decks = replace(whole.plan, decks=whole.plan.decks[:3])
    short = replace(whole, plan=decks, generations=2, population=4, pairs=2, held_out=3)
    texts = [tuned_text(short, tune(short, How(jobs))) for jobs in (1, 2)]
    assert texts[0] == texts[1]
    made = tmp_path / "made.toml"
    made.write_text(texts[0], encoding="utf-8")
    pilot, known = load_pilot(str(made), GAME), load_pilot(whole.name, GAME)
    assert replace(pilot, weights={}) == replace(known, weights={})
    assert pilot.weights != whole.start.weights
