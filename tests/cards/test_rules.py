"""Ruleset files: parents, seats, tables with a reason, and settings on top."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from forgesim.cards.parameters import Parameter, number, switch
from forgesim.cards.rules import Rules, differences, load_rules
from forgesim.cards.settings import parse_settings
from forgesim.errors import ForgesimError
from forgesim.rulesets.forge.params import PARAMETERS

FEW = (
    number("cap", 0, 9, "FP", "R2", "most points"),
    number("hand", 0, 9, "cards", "R1", "cards dealt"),
    switch("late", "R9", "whether late"),
)
BASE = 'name = "base"\ntitle = "The base"\ncap = 7\nhand = 4\nsecond.hand = 5\nswitch.late = true\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base.toml").write_text(BASE)
    return tmp_path


def load(
    folder: Path, text: str, settings: Sequence[str] = (), known: Sequence[Parameter] = FEW
) -> Rules:
    (folder / "mine.toml").write_text(text)
    return load_rules("./mine.toml", "forge", known, parse_settings(settings), folder)


def values(rules: Rules, name: str) -> tuple[int, int]:
    return rules.seats[0][name], rules.seats[1][name]


def test_a_plain_name_means_both_seats_and_a_prefix_one(folder: Path) -> None:
    rules = load(folder, BASE)
    assert values(rules, "cap") == (7, 7)
    assert values(rules, "hand") == (4, 5)
    assert values(rules, "late") == (1, 1)


def test_a_variant_overrides_its_parent(folder: Path) -> None:
    rules = load(folder, 'name = "v"\nparent = "./base.toml"\ncap = 8\nfirst.hand = 6\n')
    assert rules.name == "v"
    assert values(rules, "cap") == (8, 8)
    assert values(rules, "hand") == (6, 5)


def test_what_a_variant_has_otherwise_is_told_seat_by_seat_where_they_differ(folder: Path) -> None:
    base = load(folder, BASE)
    assert differences(base, base, FEW) == []
    text = 'parent = "./base.toml"\nhand = 6\nfirst.cap = 3\nswitch.late = false\n'
    assert differences(load(folder, text), base, FEW) == [
        "first.cap 3, not 7",
        "first.hand 6, not 4",
        "second.hand 6, not 5",
        "switch.late off, not on",
    ]
    assert differences(load(folder, BASE, ["cap=5"]), base, FEW) == ["cap 5, not 7"]


def test_a_variant_of_a_variant_overrides_both(folder: Path) -> None:
    (folder / "v.toml").write_text('parent = "base.toml"\ncap = 8\nswitch.late = false\n')
    rules = load(folder, 'parent = "v.toml"\ncap = 9\n')
    assert (values(rules, "cap"), values(rules, "late")) == ((9, 9), (0, 0))


def test_a_variant_s_plain_name_overrides_its_parent_s_seats(folder: Path) -> None:
    rules = load(folder, 'parent = "base.toml"\nhand = 3\n')
    assert values(rules, "hand") == (3, 3)


def test_a_parent_s_path_is_relative_to_the_file_that_names_it(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "v.toml").write_text('parent = "../base.toml"\ncap = 8\n')
    assert values(load(folder, 'parent = "inner/v.toml"\n'), "cap") == (8, 8)


def test_a_file_without_a_name_is_called_by_its_stem(folder: Path) -> None:
    assert load(folder, 'parent = "base.toml"\n').name == "mine"


def test_settings_come_last(folder: Path) -> None:
    rules = load(folder, BASE, ["cap=9", "second.hand=6", "switch.late=off"])
    assert (values(rules, "cap"), values(rules, "hand")) == ((9, 9), (4, 6))
    assert values(rules, "late") == (0, 0)


def test_a_table_gives_a_value_its_status_and_reason(folder: Path) -> None:
    rules = load(folder, BASE.replace("cap = 7", "") + (
        '[cap]\nvalue = 6\nstatus = "assumed"\nreason = "Nobody says."\n'
    ))  # fmt: skip
    assert values(rules, "cap") == (6, 6)
    assumption = rules.assumptions["cap"]
    assert (assumption.status, assumption.reason) == ("assumed", "Nobody says.")


def test_a_value_that_a_variant_settles_is_no_longer_assumed(folder: Path) -> None:
    (folder / "base.toml").write_text(
        BASE.replace("cap = 7", "") + '[cap]\nvalue = 6\nstatus = "assumed"\n'
    )
    assert "cap" not in load(folder, 'parent = "base.toml"\ncap = 8\n').assumptions


def test_a_value_that_a_variant_settles_seat_by_seat_is_no_longer_assumed(folder: Path) -> None:
    (folder / "base.toml").write_text(
        BASE.replace("cap = 7", "") + '[cap]\nvalue = 6\nstatus = "assumed"\n'
    )
    rules = load(folder, 'parent = "base.toml"\nfirst.cap = 8\nsecond.cap = 7\n')
    assert "cap" not in rules.assumptions


def test_a_misspelt_status_is_refused(folder: Path) -> None:
    text = 'parent = "base.toml"\n[cap]\nvalue = 8\nstatus = "asumed"\n'
    with pytest.raises(ForgesimError, match="status=asumed: expected assumed or decided"):
        load(folder, text)


def test_a_variant_can_state_another_status(folder: Path) -> None:
    (folder / "base.toml").write_text(
        BASE.replace("cap = 7", "") + '[cap]\nvalue = 6\nstatus = "assumed"\n'
    )
    text = 'parent = "base.toml"\n[cap]\nvalue = 8\nstatus = "decided"\nreason = "The designer."\n'
    assert load(folder, text).assumptions["cap"].status == "decided"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("cap = 7\n", r"mine\.toml: no value for hand, switch\.late; name a parent"),
        (BASE + "first.cap = 10\n", r"mine\.toml:7: first\.cap=10: expected a whole number from 0"),
        (BASE + "third.cap = 1\n", r"mine\.toml:7: .*unknown parameter 'third\.cap'"),
        (BASE + "hnad = 1\n", r"unknown parameter 'hnad'; did you mean 'hand'"),
        (BASE + "late = true\n", r"unknown parameter 'late'"),
        (BASE.replace("true", "2"), r"mine\.toml:6: switch\.late=2: expected on or off"),
        (BASE.replace("7", "7.5"), r"mine\.toml:3: cap=7\.5: '7\.5' is not a whole number"),
        (BASE.replace("7", "true"), r"mine\.toml:3: cap=on: expected a whole number"),
        ('game = "chess"\n' + BASE, r"mine\.toml:1: game 'chess', expected 'forge'"),
        ("parent = 3\n", r"mine\.toml:1: parent 3, expected text"),
        ('parent = "./mine.toml"\n', r"parents go in a circle: mine\.toml -> mine\.toml"),
    ],
)
def test_an_unusable_ruleset_is_refused_with_its_place(
    text: str, problem: str, folder: Path
) -> None:
    with pytest.raises(ForgesimError, match=problem):
        load(folder, text)


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("cap=10", "--set cap=10: expected a whole number from 0 to 9"),
        ("third.cap=1", "unknown parameter 'third.cap'"),
        ("switch.late=2", "expected on or off"),
    ],
)
def test_an_unusable_setting_is_refused(setting: str, problem: str, folder: Path) -> None:
    with pytest.raises(ForgesimError, match=problem):
        load(folder, BASE, [setting])


def test_the_shipped_ruleset_has_every_parameter_and_a_reason_for_every_assumption() -> None:
    rules = load_rules("v0.1w", "forge", PARAMETERS)
    names = [parameter.name for parameter in PARAMETERS]
    assert [sorted(seat) for seat in rules.seats] == [sorted(names)] * 2
    assert all(each.status == "assumed" and each.reason for each in rules.assumptions.values())
    switches = {parameter.key for parameter in PARAMETERS if parameter.is_switch}
    assert switches <= set(rules.assumptions)


def test_the_shipped_numbers_are_those_of_the_rulings() -> None:
    first, second = load_rules("v0.1w", "forge", PARAMETERS).seats
    both = {"deck_size": 20, "max_copies": 2, "max_mythic_copies": 1, "start_heat": 20,
            "heat_cap": 20, "fp_cap": 7, "weapon_slots": 2, "heavy_power": 2, "keen_power": 1,
            "mythic_ember": 2, "mythic_hoard": 2}  # fmt: skip
    assert {name: first[name] for name in both} == both == {name: second[name] for name in both}
    assert (first["opening_hand"], second["opening_hand"]) == (4, 5)
    assert (first["first_turn_draws"], second["first_turn_draws"]) == (0, 1)
