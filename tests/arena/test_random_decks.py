"""Random decks: legal, the same for the same seed, and of all that the cards allow."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from forgesim.arena.random_decks import random_deck
from forgesim.cards.model import Card
from forgesim.cards.roster import load_roster
from forgesim.cards.rules import load_rules
from forgesim.cards.settings import parse_settings
from forgesim.cards.shipped import shipped
from forgesim.errors import UsageError
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.cards import ForgeCard, card_problems, deck_problems
from forgesim.rulesets.forge.names import Rarity
from forgesim.rulesets.forge.params import PARAMETERS

CARDS = list(load_roster([shipped("forge") / "cards"], ForgeCard, card_problems).cards.values())
RULES = load_rules("v0.1w", "forge", PARAMETERS)


def deal(seed: int, cards: Sequence[Card] = CARDS, *settings: str) -> list[str]:
    rules = load_rules("v0.1w", "forge", PARAMETERS, parse_settings(settings))
    return [card.id for card in random_deck(GAME, rules, cards, random.Random(seed))]


def of(*rarities: Rarity) -> list[Card]:
    return [card for card in CARDS if isinstance(card, ForgeCard) and card.rarity in rarities]


@pytest.mark.parametrize("seed", range(40))
def test_a_random_deck_is_legal_and_in_canonical_order(seed: int) -> None:
    deck = random_deck(GAME, RULES, CARDS, random.Random(seed))
    assert [problem.text for seat in RULES.seats for problem in deck_problems(deck, seat)] == []
    assert [card.id for card in deck] == sorted(card.id for card in deck)


def test_a_seed_gives_a_deck_whatever_the_order_of_the_cards() -> None:
    assert deal(7) == deal(7, CARDS[::-1])
    assert len({tuple(deal(seed)) for seed in range(20)}) == 20


def test_the_decks_of_a_seed_stay_the_same_in_every_version() -> None:
    """They are named in notes and reports by their seeds: a new way to deal is a new option."""
    assert " ".join(deal(1)) == (
        "aegis_diagram ash_moth banner_sergeant breach_ram caravan_boss endless_index field_maul"
        " lamp_lighter lance_rider lance_rider mirror_sentinel quiet_font sabre_dancer soup_pot"
        " soup_pot spark_wisp the_last_candle thicket_kit toll_giant unpaid_bill"
    )


def test_every_card_turns_up_about_as_often_as_another() -> None:
    dealt = Counter(card for seed in range(100) for card in deal(seed))
    plain = [dealt[card.id] for card in of(Rarity.COMMON, Rarity.UNCOMMON, Rarity.RARE)]
    assert len(dealt) == len(CARDS)
    assert min(plain) > 4  # of 20 expected, with a standard deviation of 4
    assert max(plain) < 40


def test_copies_are_dealt_up_to_what_the_rules_allow() -> None:
    few = of(Rarity.COMMON)[:10]
    assert Counter(deal(1, few)) == {card.id: 2 for card in few}
    assert set(Counter(deal(1, few[:5], "max_copies=4")).values()) == {4}


def test_single_copies_of_mythics_can_make_a_deck() -> None:
    mythics = of(Rarity.MYTHIC)
    made = [card.model_copy(update={"id": f"m{n}"}) for n, card in enumerate(mythics * 4)][:20]
    assert len(made) == 20
    assert sorted(deal(1, made)) == sorted(card.id for card in made)


@pytest.mark.parametrize(
    ("cards", "settings", "problem"),
    [
        (CARDS[:9], (), "18 cards, expected exactly 20"),
        ([], (), "0 cards, expected exactly 20"),
        (CARDS, ("first.deck_size=10",), "cards, expected exactly 10"),
    ],
    ids=["few", "none", "seats at odds"],
)
def test_cards_that_make_no_legal_deck_are_refused(
    cards: Sequence[Card], settings: Sequence[str], problem: str
) -> None:
    with pytest.raises(UsageError, match=f"^these cards make no legal deck, .*: .*{problem}"):
        deal(1, cards, *settings)


def test_nothing_but_random_is_asked_of_the_generator() -> None:
    """The rest of Python's random module may give other numbers in another version."""

    class Draws:
        def __init__(self) -> None:
            self._rng = random.Random(5)

        def random(self) -> float:
            return self._rng.random()

    dealt = random_deck(GAME, RULES, CARDS, Draws())  # type: ignore[arg-type]
    assert [card.id for card in dealt] == deal(5)
