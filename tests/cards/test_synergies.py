"""Synergies in ruleset files: conditions on decks, changes of numbers, and what is refused."""

from pathlib import Path

import pytest

from forgesim.cards.parameters import number, switch
from forgesim.cards.rules import Rules, differences, load_rules
from forgesim.cards.synergies import check_groups
from forgesim.errors import DataError
from forgesim.pilots.registry import load_game

FEW = (
    number("size", 1, 40, "cards", "D1", "cards in a deck", builds=True),
    number("heat", 1, 30, "heat", "D7", "heat at the start"),
    number("hand", 0, 9, "cards", "R1", "cards dealt"),
    switch("late", "R9", "whether late"),
)
BASE = 'name = "base"\nsize = 4\nheat = 20\nhand = 4\nsecond.hand = 5\nswitch.late = false\n'
FORGE = load_game("forge")


def load(folder: Path, text: str) -> Rules:
    (folder / "base.toml").write_text(BASE)
    (folder / "mine.toml").write_text('name = "mine"\nparent = "./base.toml"\n' + text)
    return load_rules("./mine.toml", "forge", FEW, folder=folder, noun="faction")


def deck(*factions: str) -> list:
    fields = {"name": "x", "type": "creature", "cost": 1, "power": 1, "toughness": 1,
              "keyword": "", "rarity": "common"}  # fmt: skip
    return [FORGE.card_model(id=f"c{n}", faction=f, **fields) for n, f in enumerate(factions)]


MONO = '[[synergy]]\nname = "Bellows"\n{}[synergy.add]\nheat = 2\nsecond.hand = 1\n'


def gains(rules: Rules, *factions: str) -> list[tuple[int, int]]:
    found = rules.seats_for(deck(*factions))
    return [(new["heat"] - old["heat"], new["hand"] - old["hand"])
            for new, old in zip(found, rules.seats, strict=True)]  # fmt: skip


def test_a_mono_deck_of_any_faction_has_a_synergy_that_names_none(tmp_path: Path) -> None:
    rules = load(tmp_path, MONO.format(""))
    assert gains(rules, *["Armory"] * 4) == [(2, 0), (2, 1)]
    assert gains(rules, *["Wilds"] * 4) == [(2, 0), (2, 1)]
    assert gains(rules, "Armory", "Armory", "Armory", "Wilds") == [(0, 0), (0, 0)]
    assert rules.seats_for(deck("Armory", "Wilds", "Wilds", "Wilds")) == rules.seats


def test_a_synergy_of_one_faction_is_for_its_decks_alone(tmp_path: Path) -> None:
    rules = load(tmp_path, MONO.format('faction = "Armory"\n'))
    assert gains(rules, *["Armory"] * 4) == [(2, 0), (2, 1)]
    assert gains(rules, *["Wilds"] * 4) == [(0, 0), (0, 0)]


@pytest.mark.parametrize(("mine", "has_it"), [(2, False), (3, True), (4, True)])
def test_a_number_of_cards_is_enough_where_it_says_so(
    tmp_path: Path, mine: int, has_it: bool
) -> None:
    rules = load(tmp_path, MONO.format('faction = "Armory"\nat_least = 3\n'))
    factions = ["Armory"] * mine + ["Wilds"] * (4 - mine)
    assert gains(rules, *factions) == ([(2, 0), (2, 1)] if has_it else [(0, 0), (0, 0)])
    assert gains(rules, *["Wilds"] * 4) == [(0, 0), (0, 0)]
    common = load(tmp_path, MONO.format("at_least = 3\n"))
    assert gains(common, *["Wilds"] * 4) == [(2, 0), (2, 1)]


def test_synergies_add_up_and_a_switch_is_set(tmp_path: Path) -> None:
    more = '[[synergy]]\nname = "More"\n[synergy.add]\nheat = 3\nswitch.late = true\n'
    rules = load(tmp_path, MONO.format("") + more)
    first, second = rules.seats_for(deck(*["Armory"] * 4))
    assert (first["heat"], second["heat"], second["hand"]) == (25, 25, 6)
    assert first["late"] == second["late"] == 1
    assert rules.seats[0]["late"] == 0


def test_a_child_has_its_parents_synergies_and_replaces_one_by_its_name(tmp_path: Path) -> None:
    load(tmp_path, MONO.format(""))
    own = '[[synergy]]\nname = "{}"\n[synergy.add]\nheat = 5\n'
    heats = {}
    for name in ("Bellows", "Other"):
        text = f'parent = "./mine.toml"\n{own.format(name)}'
        (tmp_path / "child.toml").write_text(text)
        rules = load_rules("./child.toml", "forge", FEW, folder=tmp_path, noun="faction")
        heats[name] = rules.seats_for(deck("Wilds"))[0]["heat"]
    assert heats == {"Bellows": 25, "Other": 27}


def test_a_synergy_in_words_says_who_has_it_and_what(tmp_path: Path) -> None:
    rules = load(tmp_path, MONO.format('faction = "Armory"\nat_least = 3\n'))
    told = "synergy Bellows (3 cards of Armory: heat +2, second.hand +1)"
    base = load_rules("./base.toml", "forge", FEW, folder=tmp_path, noun="faction")
    assert differences(rules, base, FEW, "faction") == [told]
    plain = load(tmp_path, MONO.format(""))
    assert plain.synergies[0].told("faction", FEW) == "mono any faction: heat +2, second.hand +1"


WRONG = [
    ("synergy = 3\n", 3, r"synergies stand below lines \[\[synergy\]\]"),
    ('[[synergy]]\nname = "A"\n', 3, "synergy: add is missing, expected changes below a line"),
    ('[[synergy]]\nname = "A"\nfraction = "X"\n[synergy.add]\nheat = 1\n', 5,
     "unknown key 'fraction'; did you mean 'faction'"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nhaet = 1\n', 6,
     "haet=1: unknown parameter 'haet'; did you mean 'heat'"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nheat = "+1"\n', 6, "without quotation marks"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nheat = 1.5\n', 6, "not a whole number"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nsize = 1\n', 6, "cannot change how decks are built"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nswitch.late = 3\n', 6, "expected on or off"),
    ('[[synergy]]\nname = "A"\nat_least = 0\n[synergy.add]\nheat = 1\n', 5,
     "at_least 0, expected a whole number of cards, from 1 on"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nheat = 1\n'
     '[[synergy]]\nname = "A"\n[synergy.add]\nheat = 1\n', 8, "two synergies are called 'A'"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nheat = -20\n', 3,
     "synergies can bring first.heat from 20 to 0, expected a whole number from 1 to 30"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nsecond.hand = -6\n', 3,
     r"synergies can bring second.hand from 5 to -1, expected a whole number from 0 to 9"),
    ('[[synergy]]\nname = "A"\n[synergy.add]\nheat = 6\n'
     '[[synergy]]\nname = "B"\nat_least = 2\n[synergy.add]\nheat = 6\n', 3, "from 20 to 32"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "problem"), WRONG)
def test_what_cannot_be_meant_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int, problem: str
) -> None:
    with pytest.raises(DataError, match=problem) as caught:
        load(tmp_path, text)
    assert caught.value.violations[0].line == line


def test_mono_synergies_of_different_factions_do_not_add_up(tmp_path: Path) -> None:
    one = '[[synergy]]\nname = "{0}"\nfaction = "{0}"\n[synergy.add]\nheat = 6\n'
    rules = load(tmp_path, one.format("Armory") + one.format("Wilds"))
    assert gains(rules, *["Wilds"] * 4) == [(6, 0), (6, 0)]


def test_a_faction_that_no_card_has_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    rules = load(tmp_path, MONO.format('faction = "Armoury"\n'))
    assert check_groups(rules.synergies, ["Armory", "Wilds"], "faction") == (
        "synergy 'Bellows': unknown faction 'Armoury'; did you mean 'Armory'?"
    )
    assert check_groups(rules.synergies, ["Armoury"], "faction") is None


def test_an_open_number_names_what_else_it_might_be(tmp_path: Path) -> None:
    about = '[heat]\nvalue = 20\nstatus = "assumed"\nprobe = [18, 22]\n'
    late = '[switch.late]\nvalue = false\nstatus = "assumed"\n'
    rules = load(tmp_path, about + late)
    assert rules.assumptions["heat"].choices == (18, 22)
    assert rules.assumptions["switch.late"].choices == (0, 1)
    for wrong, problem in (
        ("probe = [22, 18]", "the least and the most"),
        ("probe = [18, 20, 22]", "the least and the most"),
        ("choices = [18]", "two values or more"),
        ("choices = [18, 99]", "two values or more, each a whole number from 1 to 30"),
    ):
        with pytest.raises(DataError, match=problem):
            load(tmp_path, about.replace("probe = [18, 22]", wrong))
    with pytest.raises(DataError, match="a switch has two choices as it is"):
        load(tmp_path, late + "choices = [true, false]\n")
