"""Pilot files as they are written: read back, they are the same pilot."""

from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.cards.pilot_files import pilot_text
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cards.shipped import shipped_names
from forgesim.pilots.forge.game import GAME


def read_back(pilot: Pilot, folder: Path, *head: str) -> Pilot:
    path = folder / "pilot.toml"
    path.write_text(pilot_text(pilot, GAME, head), encoding="utf-8")
    return load_pilot(str(path), GAME)


@pytest.mark.parametrize("name", shipped_names("forge", "pilots"))
def test_a_shipped_pilot_is_read_back_as_it_was(name: str, tmp_path: Path) -> None:
    pilot = load_pilot(name, GAME)
    found = read_back(pilot, tmp_path, "of a test")
    numbers = {key: value for key, value in pilot.weights.items() if value}
    assert {key: value for key, value in found.weights.items() if value} == numbers
    assert replace(found, weights={}) == replace(pilot, weights={})


def test_words_and_what_is_forbidden_are_kept(tmp_path: Path) -> None:
    title = 'Says "no" to \\ and ü'
    pilot = Pilot("mine", "weights", {"face": -3}, title, ("HOARD", "strike creatures"))
    assert read_back(pilot, tmp_path) == pilot


def test_a_number_of_0_is_written_where_that_is_no_default(tmp_path: Path) -> None:
    """The horizon of a searcher is 0 by default, the width is not."""
    pilot = load_pilot("searcher", GAME)
    changed = replace(pilot, weights={**pilot.weights, "width": 1, "face": 0, "horizon": 0})
    text = pilot_text(changed, GAME)
    assert "\nwidth = 1\n" in text
    assert "\nface = " not in text
    assert "\nhorizon = " not in text
    assert read_back(changed, tmp_path).weights["width"] == 1


def test_the_head_is_a_comment(tmp_path: Path) -> None:
    pilot = Pilot("mine", "weights", {"face": 1})
    text = pilot_text(pilot, GAME, ["First.", "", "Second."])
    assert text.startswith("# First.\n#\n# Second.\nname = ")
    assert read_back(pilot, tmp_path, "First.") == pilot
