"""`forgesim rules`: the ruleset in words, and the names of all that can be set."""

import re
from pathlib import Path

import pytest

from forgesim.pilots.forge.game import GAME
from tests.cli.program import call_well, matches_snapshot


def test_names_lists_every_parameter_with_its_value_and_range(tmp_path: Path) -> None:
    assert matches_snapshot("rules-names", call_well("rules", "--names", cwd=tmp_path))


def test_names_lists_every_feature(tmp_path: Path) -> None:
    text = call_well("rules", "--names", cwd=tmp_path)
    assert [feature.name for feature in GAME.features if f"\n{feature.name} " not in text] == []


def test_the_page_names_every_ruling(tmp_path: Path) -> None:
    text = call_well("rules", cwd=tmp_path)
    rulings = [f"R{n}" for n in range(1, 19)] + [f"D{n}" for n in range(1, 8)]
    assert [name for name in rulings if not re.search(rf"^ *{name} ", text, re.MULTILINE)] == []


def test_the_page_gives_every_assumption_with_its_reason(tmp_path: Path) -> None:
    text = " ".join(call_well("rules", cwd=tmp_path).split())
    assert "switch.keen_marks = off (R10, assumed)" in text
    assert "strikes_per_turn = 1 (D5, assumed)" in text


@pytest.mark.parametrize("setting", ["fp_cap=8", "second.start_heat=21", "switch.keen_marks=on"])
def test_the_page_says_what_was_changed(setting: str, tmp_path: Path) -> None:
    text = call_well("rules", "--set", setting, cwd=tmp_path)
    assert f"changed: {setting}" in text


def test_a_variant_s_page_shows_its_own_numbers(tmp_path: Path) -> None:
    (tmp_path / "v.toml").write_text('name = "cap-8"\nparent = "v0.1w"\nfp_cap = 8\n')
    text = call_well("rules", "--ruleset", "v.toml", cwd=tmp_path)
    assert text.startswith("cap-8: ")
    assert "most Forge Points a Stoke gives: 8" in text
