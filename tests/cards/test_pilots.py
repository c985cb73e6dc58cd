"""Pilot files: a kind, and weights over features."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from forgesim.cards.pilots import (
    MAX_WEIGHT,
    PILOT_KINDS,
    Feature,
    Pilot,
    Restriction,
    load_pilot,
)
from forgesim.cards.settings import parse_settings
from forgesim.cards.shipped import shipped_names
from forgesim.errors import ForgesimError
from forgesim.pilots.forge.game import GAME

FEW = ("face", "kill")


@dataclass(frozen=True)
class SomeGame:
    """A game whose pilots weigh little."""

    features: Sequence[Feature]
    restrictions: Sequence[Restriction] = (Restriction("HOARD", "to play cards with HOARD"),)
    name: str = "forge"


MINE = 'name = "mine"\nkind = "weights"\n[weights]\nface = 10\n'


def load(folder: Path, text: str, *settings: str, features: Sequence[str] = FEW) -> Pilot:
    (folder / "mine.toml").write_text(text)
    game = SomeGame([Feature(name, "") for name in features])
    return load_pilot("./mine.toml", game, parse_settings(settings), folder)


def test_a_pilot_has_the_weights_that_its_file_names(tmp_path: Path) -> None:
    assert load(tmp_path, MINE).weights == {"face": 10}


def test_settings_set_or_move_a_weight_and_one_that_is_not_named_is_0(tmp_path: Path) -> None:
    pilot = load(tmp_path, MINE, "pilot.mine.face=-4", "pilot.mine.kill=+3")
    assert pilot.weights == {"face": 6, "kill": 3}
    assert load(tmp_path, MINE, "pilot.mine.face==-4").weights == {"face": -4}


def test_settings_for_another_pilot_do_not_concern_it(tmp_path: Path) -> None:
    assert load(tmp_path, MINE, "pilot.other.face=1").weights == {"face": 10}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (MINE.replace("weights\"", "wise\""), r"kind 'wise', expected random, weights"),
        (MINE.replace("face", "fase"), r"mine\.toml:4: unknown feature 'fase'; did you mean"),
        (MINE.replace("10", "1.5"), r"mine\.toml:4: face = 1\.5, expected a whole number"),
        (MINE.replace("10", "true"), r"face = True, expected a whole number"),
        (MINE.replace("10", str(MAX_WEIGHT + 1)), "a whole number of at most 1,000,000,000"),
        (MINE.replace("mine", "my pilot"), "name 'my pilot', expected up to 64 letters"),
        ('game = "chess"\n' + MINE, r"mine\.toml:1: game 'chess', expected 'forge'"),
        ("[weights]\nface = 1\n", "kind is missing, expected random, weights"),
    ],
)  # fmt: skip
def test_an_unusable_pilot_file_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match=problem):
        load(tmp_path, text)


@pytest.mark.parametrize(
    "setting",
    ["pilot.mine.fase=1", "pilot.mine=1", "pilot.mine.face=x", f"pilot.mine.face={10**10}"],
)
def test_an_unusable_setting_is_refused(setting: str, tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match=f"--set {setting}: "):
        load(tmp_path, MINE, setting)


def test_a_setting_for_a_pilot_that_weighs_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match="a pilot of kind random weighs nothing"):
        load(tmp_path, 'name = "mine"\nkind = "random"\n', "pilot.mine.face=1")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (MINE + "[position]\nhas_heat = 1\n", r"mine\.toml:5: \[position\] in a pilot of kind w"),
        ('forbid = ["HORD"]\n' + MINE, r"mine\.toml:1: forbid: unknown 'HORD', expected one of"),
        ('forbid = ["HOARD", "HOARD"]\n' + MINE, "forbid: 'HOARD' is named twice"),
        ('name = "r"\nkind = "random"\nforbid = ["HOARD"]\n', "kind random, which obeys nothing"),
    ],
)
def test_what_a_pilot_of_a_kind_cannot_have_is_refused(
    text: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(ForgesimError, match=problem):
        load(tmp_path, text)


@pytest.mark.parametrize("name", shipped_names("forge", "pilots"))
def test_a_shipped_pilot_loads_and_is_named_like_its_file(name: str) -> None:
    pilot = load_pilot(name, GAME)
    assert pilot.name == name
    assert pilot.kind in PILOT_KINDS
    assert pilot.title
