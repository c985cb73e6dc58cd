"""Stand-ins of Forge: the plain creature of a card's cost, and the plain card of its type."""

import pytest

from forgesim.arena.experiment import Experiment
from forgesim.arena.resolve import resolve_roster, resolve_rules
from forgesim.errors import UsageError
from forgesim.pilots.contract import Reference
from forgesim.pilots.registry import load_game

GAME = load_game("forge")
CARDS = resolve_roster(Experiment(), GAME).cards
REFERENCE = resolve_rules(Experiment(), GAME).reference


@pytest.mark.parametrize("card_id", sorted(CARDS))
def test_a_stand_in_keeps_cost_group_and_rarity_and_nothing_else(card_id: str) -> None:
    card = CARDS[card_id]
    facts = card.facts
    plain, own = GAME.stand_ins(card, REFERENCE)
    kept = {key: facts[key] for key in ("cost", "faction", "rarity")} | {"keyword": None}
    numbers = REFERENCE[str(facts["cost"])]
    assert plain.facts == kept | {"type": "creature"} | dict(numbers)
    if facts["type"] == "creature":
        assert own == plain
    elif facts["type"] == "weapon":
        assert own is not None
        assert own.facts == kept | {"type": "weapon", "power": None, "toughness": None}
    else:
        assert own is None


def test_a_stand_in_is_told_from_every_card_that_a_roster_can_have() -> None:
    for card in CARDS.values():
        for stand_in in GAME.stand_ins(card, REFERENCE):
            assert stand_in is None or " " in stand_in.id


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ({}, "has nothing for cost 2"),
        ({"3": {"power": 3, "toughness": 4}}, "has nothing for cost 2"),
        ({"2": 5}, "has 5 for cost 2"),
        ({"2": {"power": 2}}, "has {'power': 2} for cost 2"),
        ({"2": {"power": 2, "toughness": 3, "keyword": "GUARD"}}, "expected a creature, as 2 = {"),
        ({"2": {"power": -1, "toughness": 3}}, "expected a power from 0 to 99"),
        ({"2": {"power": "x", "toughness": 3}}, "expected a power from 0 to 99"),
    ],
)
def test_a_reference_without_a_usable_creature_is_refused(
    reference: Reference, problem: str
) -> None:
    with pytest.raises(UsageError) as error:
        GAME.stand_ins(CARDS["bramble_hound"], reference)
    assert problem in str(error.value)
    assert str(error.value).startswith("[reference] of the ruleset has ")
