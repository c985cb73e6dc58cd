"""Designs for hypothesis: any cards, decks and numbers that the files accept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.params import MAX_DECK, PARAMETERS
from tests.driver import FEATURE_NAMES, RANDOM, Driver, Pilot, greedy, make_cards
from tests.oracle.forge import FACTIONS, RARITIES, default_params
from tests.oracle.generate import KINDS


@dataclass(frozen=True)
class Design:
    """Decks and pilots by side, parameters by seat, and the seed of a pair."""

    decks: tuple[list[ForgeCard], list[ForgeCard]]
    params: tuple[dict[str, int], dict[str, int]]
    pilots: tuple[Pilot, Pilot]
    seed: int

    def driver(self) -> Driver:
        """An engine with this design on its table."""
        return Driver(self.decks, self.params, self.pilots)


@st.composite
def card_data(draw: st.DrawFn) -> dict[str, Any]:
    kind, keyword = draw(st.sampled_from(KINDS))
    body = kind == "creature"
    return {
        "type": kind,
        "faction": draw(st.sampled_from(FACTIONS)),
        "cost": draw(st.integers(0, 9)),
        "power": draw(st.integers(0, 5) | st.just(99)) if body else None,
        "toughness": draw(st.integers(1, 6) | st.just(99)) if body else None,
        "keyword": keyword,
        "rarity": draw(st.sampled_from(RARITIES)),
    }


# Small numbers are where the rules meet; the largest ones show what overflows.
_changes = st.fixed_dictionaries(
    {},
    optional={
        p.name: st.integers(max(p.low, -3), min(p.high, max(p.low, -3) + 8))
        | st.sampled_from([p.low, p.high])
        for p in PARAMETERS
    },
)


def _params(seat: int) -> st.SearchStrategy[dict[str, int]]:
    return _changes.map(lambda changes: {**default_params()[seat], **changes})


weights = st.fixed_dictionaries(
    {}, optional={name: st.integers(-100, 100) for name in sorted(FEATURE_NAMES)}
)
pilots = st.just(RANDOM) | st.builds(greedy) | st.builds(Pilot, st.just("weights"), weights)
seeds = st.integers(0, 2**64 - 1)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    """Any design: decks of 1 to 40 cards, any numbers and switches by seat."""
    pool = draw(st.lists(card_data(), min_size=4, max_size=16))
    cards = list(make_cards({f"card{i:02d}": data for i, data in enumerate(pool)}).values())
    decks = [_deal(draw, cards, draw(st.integers(1, MAX_DECK))) for _ in range(2)]
    params = draw(_params(0)), draw(_params(1))
    return Design((decks[0], decks[1]), params, (draw(pilots), draw(pilots)), draw(seeds))


def _deal(draw: st.DrawFn, cards: list[ForgeCard], size: int) -> list[ForgeCard]:
    slots = st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size)
    return [cards[i] for i in sorted(draw(slots))]


@st.composite
def default_designs(draw: st.DrawFn) -> Design:
    """Any legal decks of 20 cards under the numbers of v0.1w, switches as they may be."""
    data = draw(st.lists(card_data(), min_size=20, max_size=20))
    cards = list(make_cards({f"card{i:02d}": card for i, card in enumerate(data)}).values())
    switches = {p.name: draw(st.booleans()) for p in PARAMETERS if p.is_switch}
    first, second = ({**own, **switches} for own in default_params())
    return Design((cards, cards), (first, second), (draw(pilots), draw(pilots)), draw(seeds))
