"""Decks: how many of each card, in canonical order, and what makes one illegal."""

from pathlib import Path

import pytest

from forgesim.cards.decks import MIXED, Deck, DeckProblem, load_deck
from forgesim.cards.roster import load_roster
from forgesim.cards.rules import load_rules
from forgesim.cards.shipped import shipped, shipped_names
from forgesim.errors import DataError
from forgesim.rulesets.forge.cards import ForgeCard, card_problems, deck_problems
from forgesim.rulesets.forge.params import PARAMETERS

CARDS = load_roster([shipped("forge") / "cards"], ForgeCard, card_problems).cards
PARAMS = load_rules("v0.1w", "forge", PARAMETERS).seats[0]


def load(folder: Path, text: str) -> Deck:
    path = folder / "d.toml"
    path.write_text(text)
    return load_deck(path, "forge", CARDS)[0]


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(DataError) as error:
        load(folder, text)
    return [f"{violation.line}: {violation.problem}" for violation in error.value.violations]


def test_cards_stand_in_canonical_order_whatever_the_order_of_the_lines(tmp_path: Path) -> None:
    deck = load(tmp_path, 'name = "d"\n[cards]\nwick_imp = 1\nash_moth = 2\n')
    assert deck.ids == ["ash_moth", "ash_moth", "wick_imp"]


def test_a_deck_of_one_faction_is_of_that_group_and_any_other_is_mixed(tmp_path: Path) -> None:
    assert load(tmp_path, 'name = "d"\n[cards]\nwick_imp = 1\n').group == "Occult"
    mixed = load(tmp_path, 'name = "d"\n[cards]\nwick_imp = 1\nbramble_hound = 1\n')
    assert mixed.group == MIXED


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[cards]\nwick_imp = 1\n", "name is missing"),
        ('name = "d"\n', "cards is missing"),
        ('name = "two words"\n[cards]\n', "name 'two words', expected a name"),
        ('name = "a\\u001b[31m"\n[cards]\n', "1: name 'a\\x1b[31m', expected a name"),
        ('name = "d"\ntitle = "a\\nb"\n[cards]\n', "2: title 'a\\nb', expected a short title, one"),
        ('name = "d"\nplan = "quick"\n[cards]\n', "plan 'quick', expected fast, midrange or slow"),
        ('name = "d"\ncolour = "red"\n[cards]\n', "2: unknown key 'colour'"),
        ('name = "d"\ngame = "chess"\n[cards]\n', "2: game 'chess', expected 'forge'"),
        ('name = "d"\n[cards]\nwick_ipm = 2\n', "3: unknown card 'wick_ipm'; did you mean"),
        ('name = "d"\n[cards]\nwick_imp = 0\n', "3: wick_imp = 0, expected a number of copies"),
        ('name = "d"\n[cards]\nwick_imp = true\n', "3: wick_imp = True, expected a number"),
        ('name = "d"\n[cards]\nwick_imp = 1000\n', "3: wick_imp = 1000, expected a number of"),
        ('name = "d"\n[cards]\nwick_imp = -1\n', "3: wick_imp = -1, expected a number of"),
        ('name = "d"\n[cards]\nwick_imp = 1.5\n', "3: wick_imp = 1.5, expected a number of"),
        ('name = "d"\n[cards]\nwick_imp = "2"\n', "3: wick_imp = '2', expected a number"),
    ],
)
def test_an_unusable_deck_file_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    assert any(problem in found for found in problems(tmp_path, text))


# D1


def ten_pairs() -> list[ForgeCard]:
    """A legal deck: two copies each of ten cards that are no mythics."""
    plain = [c for c in CARDS.values() if isinstance(c, ForgeCard) and c.rarity.name != "MYTHIC"]
    return [card for card in plain[:10] for _ in range(2)]


def mythic() -> ForgeCard:
    return next(c for c in CARDS.values() if isinstance(c, ForgeCard) and c.rarity.name == "MYTHIC")


def test_twenty_cards_of_two_copies_are_legal() -> None:
    assert deck_problems(ten_pairs(), PARAMS) == []


def test_one_copy_of_a_mythic_is_legal() -> None:
    assert deck_problems([mythic(), *ten_pairs()[1:]], PARAMS) == []


@pytest.mark.parametrize("size", [0, 19, 21])
def test_any_other_size_is_illegal(size: int) -> None:
    cards = [*ten_pairs(), mythic()][:size]
    assert deck_problems(cards, PARAMS) == [DeckProblem(f"{size} cards, expected exactly 20")]


def test_three_copies_and_two_mythics_are_illegal_and_all_is_named() -> None:
    cards = ten_pairs()
    cards[2:] = [cards[0], mythic(), mythic(), *cards[5:]]
    found = [problem.text for problem in deck_problems(cards, PARAMS)]
    assert len(found) == 2
    assert f"3 copies of {cards[0].id!r}, expected at most 2" in found
    assert f"2 copies of the mythic {mythic().id!r}, expected at most 1" in found


def test_the_limits_are_those_of_the_rules() -> None:
    params = dict(PARAMS) | {"deck_size": 3, "max_copies": 3}
    assert deck_problems([ten_pairs()[0]] * 3, params) == []


@pytest.mark.parametrize("name", shipped_names("forge", "decks"))
def test_a_shipped_deck_is_legal_and_named_like_its_file(name: str) -> None:
    deck, _ = load_deck(shipped("forge") / "decks" / f"{name}.toml", "forge", CARDS)
    assert deck.name == name
    assert deck_problems(deck.cards, PARAMS) == []
    assert deck.group == MIXED if name.startswith("mixed-") else deck.group in name.title()
