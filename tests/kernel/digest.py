"""Plays some pairs and prints what came out, for processes with other compile settings.

    python -m tests.kernel.digest PART ...

Prints a JSON object: for each part a digest of its result rows and of what else was counted. `slip`
is no part but a planted fault: it reads one place behind a nested array.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

from forgesim.cards.pilots import load_pilot
from forgesim.kernel.records import new_records
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.params import MAX_DECK
from forgesim.rulesets.forge.state import STATE
from tests.differential.designs import make_design
from tests.driver import RANDOM, SHIPPED_DECKS, Driver, Pilot, greedy, make_cards, shipped_deck
from tests.oracle.forge import default_params


def _played(driver: Driver, key: int, first_pair: int, count: int) -> Iterator[Any]:
    yield driver.play_pairs(key, first_pair, count)
    yield driver.counts()


def shipped() -> Iterator[Any]:
    """Forty pairs: each shipped deck against the next one, greedy and random on both sides."""
    pilots = ((greedy(), greedy()), (greedy(), RANDOM), (RANDOM, greedy()), (RANDOM, RANDOM))
    for i in range(20):
        decks = [shipped_deck(SHIPPED_DECKS[i + k]) for k in range(2)]
        yield from _played(Driver(decks, default_params(), pilots[i % 4]), 7, i, 2)


FEW = 15
"""So many kinds of cards fit into 16 bits with a sign."""


def _play_designs(counters: range, is_wanted: Callable[[int], bool]) -> Iterator[Any]:
    for counter in counters:
        design = make_design(counter)
        if is_wanted(max(len(set(deck)) for deck in design.decks)):
            cards = make_cards(design.cards)
            decks = [[cards[name] for name in deck] for deck in design.decks]
            driver = Driver(decks, design.params, design.pilots)
            yield from _played(driver, design.key, design.pair, 1)


def few_kinds() -> Iterator[Any]:
    """A pair of each of some random designs, extreme ones included."""
    yield from _play_designs(range(15), lambda kinds: kinds <= FEW)


def many_kinds() -> Iterator[Any]:
    """The same for designs with more kinds of cards in a deck."""
    yield from _play_designs(range(60), lambda kinds: kinds > FEW)


def searching() -> Iterator[Any]:
    """A pair of two shipped decks: a planner against a searcher, both with small searches."""
    bounds = {"nodes": 30, "finish": 30, "width": 2, "lines": 3, "worlds": 3}
    shipped_pilots = [load_pilot(name, GAME) for name in ("planner", "searcher")]
    planner, searcher = (Pilot(p.kind, {**p.weights, **bounds}) for p in shipped_pilots)
    decks = [shipped_deck(name) for name in ("mixed-burn", "armory-fast")]
    driver = Driver(decks, default_params(), (planner, searcher), GAME.load_engine(True))
    yield from _played(driver, 7, 0, 1)


def slip() -> Iterator[Any]:
    """Read behind the end of a hand."""

    @numba.njit
    def read(states: Any, place: int) -> int:
        return states[0].player[1].hand[place]  # type: ignore[no-any-return]

    read(new_records(STATE), MAX_DECK)
    yield np.zeros(1, np.dtype([("unnoticed", np.int64)]))


PARTS: dict[str, Callable[[], Iterator[Any]]] = {
    "shipped": shipped,
    "few_kinds": few_kinds,
    "many_kinds": many_kinds,
    "searching": searching,
    "slip": slip,
}


def digest_of(blocks: Iterator[Any]) -> str:
    digest = hashlib.sha256()
    for rows in blocks:
        digest.update(repr([rows[name].tolist() for name in rows.dtype.names]).encode())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    print(json.dumps({part: digest_of(PARTS[part]()) for part in sys.argv[1:]}))
