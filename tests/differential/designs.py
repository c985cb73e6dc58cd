"""Random designs to compare engines on: what one counter stands for."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from forgesim.rulesets.forge.params import MAX_DECK, PARAMETERS
from tests.driver import FEATURE_NAMES, RANDOM, SHIPPED_DECKS, Pilot, greedy, shipped_deck
from tests.oracle.forge import FACTIONS, RARITIES, SWITCHES, CardData, Params, default_params
from tests.oracle.generate import KINDS, random_cards, random_deck, random_params

Sides = tuple[list[str], list[str]]
Seats = tuple[Params, Params]


@dataclass(frozen=True)
class Design:
    """A matchup: cards, decks and pilots by side, parameters by seat, and one pair's place."""

    counter: int
    source: str
    cards: Mapping[str, CardData]
    decks: Sides
    params: Seats
    pilots: tuple[Pilot, Pilot]
    key: int
    pair: int


def make_design(counter: int) -> Design:
    """Make the design of a counter: the same one always, whatever was made before."""
    rng = random.Random(f"forge {counter}")
    source = list(SOURCES)[counter % len(SOURCES)]
    cards, decks, params = SOURCES[source](rng)
    pilots = (_random_pilot(rng), _random_pilot(rng))
    key, pair = rng.getrandbits(64), rng.randrange(2**31)
    return Design(counter, source, cards, decks, params, pilots, key, pair)


def _random_design(rng: random.Random) -> tuple[Mapping[str, CardData], Sides, Seats]:
    params = random_params(rng)
    if rng.random() < 0.5:
        _set_switches_by_seat(rng, params)
    cards, decks = _random_decks(rng, params)
    return cards, decks, params


def _default_design(rng: random.Random) -> tuple[Mapping[str, CardData], Sides, Seats]:
    params = default_params()
    cards, decks = _random_decks(rng, params)
    return cards, decks, params


def _random_decks(rng: random.Random, params: Seats) -> tuple[Mapping[str, CardData], Sides]:
    cards = random_cards(rng)
    first, second = (random_deck(rng, cards, own) for own in params)
    return cards, (first, second)


def _shipped_design(rng: random.Random) -> tuple[Mapping[str, CardData], Sides, Seats]:
    decks = [shipped_deck(rng.choice(SHIPPED_DECKS)) for _ in range(2)]
    params = default_params() if rng.random() < 0.5 else random_params(rng)
    cards = {card.id: card.facts for deck in decks for card in deck}
    return cards, ([c.id for c in decks[0]], [c.id for c in decks[1]]), params


def _wild_design(rng: random.Random) -> tuple[Mapping[str, CardData], Sides, Seats]:
    """Anything that the files accept: extreme numbers, tiny and huge decks, many copies."""
    cards = {f"card{i:02d}": _wild_card(rng) for i in range(rng.randint(1, 12))}
    names = sorted(cards)
    decks = [sorted(rng.choices(names, k=rng.randint(1, MAX_DECK))) for _ in range(2)]
    params = default_params()
    for own in params:
        for parameter in PARAMETERS:
            if rng.random() < 0.4:
                near = min(parameter.high, parameter.low + 4)
                spot = rng.choice((parameter.low, near, parameter.high))
                own[parameter.name] = rng.randint(min(parameter.low, spot), spot)
    _set_switches_by_seat(rng, params)
    return cards, (decks[0], decks[1]), params


def _wild_card(rng: random.Random) -> dict[str, Any]:
    kind, keyword = rng.choice(KINDS)
    body = kind == "creature"
    return {
        "type": kind,
        "faction": rng.choice(FACTIONS),
        "cost": rng.choice((0, 1, 2, 9)),
        "power": rng.choice((0, 1, 3, 99)) if body else None,
        "toughness": rng.choice((1, 2, 5, 99)) if body else None,
        "keyword": keyword,
        "rarity": rng.choice(RARITIES),
    }


def _themed_design(rng: random.Random) -> tuple[Mapping[str, CardData], Sides, Seats]:
    """Long fights with few kinds of cards, so that these meet each other often."""
    themes: list[tuple[str, str | None]] = rng.sample(KINDS, 3)
    if rng.random() < 0.5:
        themes[:2] = [("weapon", "KEEN"), ("artifact", "STURDY")]
    kinds = [("creature", None)] * 5 + themes * 3
    cards = {f"card{i:02d}": _cheap_card(rng, *kind) for i, kind in enumerate(kinds)}
    params = random_params(rng)
    for own in params:
        own.update(start_heat=60, fp_start=3, strikes_per_turn=rng.randint(1, 2))
    if rng.random() < 0.5:
        _set_switches_by_seat(rng, params)
    first, second = (random_deck(rng, cards, {**own, "max_copies": 3}) for own in params)
    return cards, (first, second), params


def _cheap_card(rng: random.Random, kind: str, keyword: str | None) -> dict[str, Any]:
    body = kind == "creature"
    return {
        "type": kind,
        "faction": rng.choice(FACTIONS),
        "cost": rng.choice((0, 1, 1, 2)),
        "power": rng.randint(0, 3) if body else None,
        "toughness": rng.randint(2, 6) if body else None,
        "keyword": keyword,
        "rarity": rng.choice(RARITIES),
    }


def _set_switches_by_seat(rng: random.Random, params: Seats) -> None:
    for own in params:
        for name in SWITCHES:
            own[name] = rng.random() < 0.5  # type: ignore[index]


def _random_pilot(rng: random.Random) -> Pilot:
    taste = rng.random()
    if taste < 0.5:
        return RANDOM
    if taste < 0.8:
        return greedy()
    return Pilot("weights", {name: rng.randint(-100, 100) for name in sorted(FEATURE_NAMES)})


SOURCES: Mapping[str, Callable[[random.Random], tuple[Mapping[str, CardData], Sides, Seats]]] = {
    "random cards, random rules": _random_design,
    "random cards, rules of v0.1w": _default_design,
    "shipped decks": _shipped_design,
    "few kinds of cards, long fights": _themed_design,
    "extreme cards and rules": _wild_design,
}
