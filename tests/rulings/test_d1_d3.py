"""D1 to D3: what a legal deck and a legal card are; each violation is named."""

import pytest
from pydantic import ValidationError

from forgesim.rulesets.forge import cards as rules
from forgesim.rulesets.forge.cards import card_notices, card_problems

from .table import SHIPPED, artifact, card, creature, weapon

PARAMS = SHIPPED[0]
ODDS = [creature(f"card-{i}") for i in range(10)]
LEGAL = ODDS * 2
GEM = creature("gem", rarity="mythic")


def deck_problems(deck, params):
    return [problem.text for problem in rules.deck_problems(deck, params)]


def test_twenty_cards_in_pairs_are_legal():  # D1
    assert deck_problems(LEGAL, PARAMS) == []


@pytest.mark.parametrize("deck", [LEGAL[:19], [*LEGAL, creature("one-more")], []])
def test_exactly_twenty_cards(deck):  # D1
    assert deck_problems(deck, PARAMS) == [f"{len(deck)} cards, expected exactly 20"]


def test_at_most_two_copies():  # D1
    problems = deck_problems([*LEGAL[:19], ODDS[0]], PARAMS)
    assert problems == ["3 copies of 'card-0', expected at most 2"]


def test_one_of_a_mythic_is_legal():  # D1
    assert deck_problems([*LEGAL[:19], GEM], PARAMS) == []
    assert deck_problems([*LEGAL[:18], GEM, creature("jewel", rarity="mythic")], PARAMS) == []


def test_two_of_a_mythic_are_not():  # D1
    problems = deck_problems([*LEGAL[:18], GEM, GEM], PARAMS)
    assert problems == ["2 copies of the mythic 'gem', expected at most 1"]


@pytest.mark.parametrize("rarity", ["common", "uncommon", "rare"])
def test_two_of_any_other_rarity_are_legal(rarity):  # D1
    assert deck_problems([*LEGAL[:18], *[creature("gem", rarity=rarity)] * 2], PARAMS) == []


def test_every_violation_is_named():  # D1
    deck = [*LEGAL, GEM, GEM, ODDS[3], ODDS[5]]
    assert deck_problems(deck, PARAMS) == [
        "24 cards, expected exactly 20",
        "3 copies of 'card-3', expected at most 2",
        "3 copies of 'card-5', expected at most 2",
        "2 copies of the mythic 'gem', expected at most 1",
    ]


def test_deck_limits_are_numbers():  # D1
    params = {**PARAMS, "deck_size": 4, "max_copies": 3, "max_mythic_copies": 0}
    assert deck_problems([ODDS[0]] * 3 + [ODDS[1]], params) == []
    assert deck_problems([ODDS[0]] * 3 + [GEM], params) == [
        "1 copies of the mythic 'gem', expected at most 0"
    ]


@pytest.mark.parametrize("kind", [creature, weapon, artifact])
def test_a_card_without_a_keyword_is_legal(kind):  # D2
    assert card_problems(kind("plain")) == []
    assert card_problems(kind("plain", keyword="")) == []


@pytest.mark.parametrize("keyword", ["GUARD SWIFT", "GUARD,SWIFT", ["GUARD", "SWIFT"]])
def test_two_keywords_are_refused(keyword):  # D2
    with pytest.raises(ValidationError, match="keyword"):
        creature("both", keyword=keyword)


def test_an_unknown_keyword_is_refused():  # D2
    with pytest.raises(ValidationError, match="not one of GUARD"):
        creature("odd", keyword="FLYING")


MAKERS = {"creature": creature, "weapon": weapon, "artifact": artifact}
BEARERS = {
    "GUARD": ["creature"],
    "VENOM": ["creature"],
    "SWIFT": ["creature", "weapon"],
    "HEAVY": ["weapon"],
    "KEEN": ["weapon"],
    "BLESSED": ["artifact"],
    "CURSED": ["artifact"],
    "STURDY": ["artifact"],
    "EMBER": ["creature", "weapon", "artifact"],
    "HOARD": ["creature", "weapon", "artifact"],
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("keyword", BEARERS)
def test_who_may_bear_what(keyword, kind):  # D3
    problems = card_problems(MAKERS[kind]("some-card", keyword=keyword))
    if kind in BEARERS[keyword]:
        assert problems == []
    else:
        assert len(problems) == 1
        assert keyword in problems[0]
        assert kind in problems[0]


def test_the_message_says_who_may():  # D3
    assert card_problems(artifact("lamp", "SWIFT")) == [
        "keyword SWIFT on a card of type artifact: only creatures and weapons may bear it"
    ]


def test_only_creatures_have_power_and_toughness():  # D3
    assert card_problems(card("blank", "creature", power=1)) == [
        "toughness is empty: a creature needs a number here"
    ]
    with pytest.raises(ValidationError, match="only creatures have one, leave it empty"):
        weapon("axe", power=2)


def test_cards_that_do_nothing_in_play_are_told():  # D3 R9
    shrine, stone = artifact("shrine"), artifact("stone")
    useful = [artifact("lamp", "STURDY"), weapon("axe"), weapon("pin", cost=0, keyword="KEEN")]
    assert card_notices([creature("plain"), *useful]) == []
    assert card_notices([shrine, *useful]) == [
        "1 artifact without a keyword does nothing in play: shrine"
    ]
    assert card_notices([shrine, weapon("twig", cost=0), stone]) == [
        "2 artifacts without a keyword do nothing in play: shrine, stone",
        "1 weapon of cost 0 without a keyword does nothing in play: twig",
    ]


def test_three_copies_of_a_mythic_break_both_limits():  # D1
    assert deck_problems([*LEGAL[:17], GEM, GEM, GEM], PARAMS) == [
        "3 copies of the mythic 'gem', expected at most 1",
        "3 copies of 'gem', expected at most 2",
    ]
