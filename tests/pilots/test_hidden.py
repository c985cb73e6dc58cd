"""A pilot chooses by what its player may see: never by the other hand, never by the libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from forgesim.pilots.forge.engine import ENGINE
from tests.differential.designs import make_design
from tests.driver import RANDOM, Driver, Pilot, greedy, make_cards

Chooser = Callable[[Any, Any, Any], int]
SHUFFLES = 4
"""Ways in which the hidden cards are rearranged at each decision."""


def engine_choice(states: Any, tables: Any, minds: Any) -> int:
    return int(ENGINE.choose(states, tables, minds))


def drivers(pilot: Pilot, counters: range) -> Iterator[Driver]:
    """Matches under way, on random designs and shipped decks."""
    for counter in counters:
        design = make_design(counter)
        cards = make_cards(design.cards)
        decks = [[cards[name] for name in deck] for deck in design.decks]
        driver = Driver(decks, design.params, (pilot, pilot))
        driver.begin(counter)
        while not driver.is_over:
            yield driver
            driver.apply(driver.choose())


def rearrange_hidden(states: Any, tables: Any, rng: np.random.Generator) -> None:
    """Deal all that the active player cannot see anew; what lies where is kept in number.

    The other player's hand and library are mixed with each other, both libraries are shuffled, and
    the cards printed on the other player's hidden slots are replaced by cards of either deck.
    """
    active = int(states[0].active)
    mine, theirs = states[0].player[active], states[0].player[1 - active]
    hand, drawn, size = int(theirs.n_hand), int(theirs.n_drawn), int(theirs.n_cards)
    hidden = rng.permutation(np.concatenate([theirs.hand[:hand], theirs.library[drawn:size]]))
    theirs.hand[:hand] = hidden[:hand]
    theirs.library[drawn:size] = hidden[hand:]
    theirs.library[:drawn] = rng.permutation(theirs.library[:drawn])  # which cards were drawn
    mine.library[mine.n_drawn : mine.n_cards] = rng.permutation(
        mine.library[mine.n_drawn : mine.n_cards]
    )
    printed = tables[0].seat[1 - active].card
    sizes = [int(tables[0].seat[p].deck_size) for p in range(2)]
    pool = np.concatenate([tables[0].seat[p].card[: sizes[p]] for p in range(2)])
    printed[hidden] = pool[rng.integers(0, len(pool), len(hidden))]


def rearrange_own_hand(states: Any, _: Any, rng: np.random.Generator) -> None:
    """Exchange the active player's own hand with their own library: what they do see."""
    mine = states[0].player[int(states[0].active)]
    hand, drawn, size = int(mine.n_hand), int(mine.n_drawn), int(mine.n_cards)
    cards = rng.permutation(np.concatenate([mine.hand[:hand], mine.library[drawn:size]]))
    mine.hand[:hand] = cards[:hand]
    mine.library[drawn:size] = cards[hand:]


def count_changes(
    matches: Iterator[Driver],
    choose: Chooser = engine_choice,
    rearrange: Callable[..., None] = rearrange_hidden,
) -> tuple[int, int]:
    """How many choices were tried, and how many of them changed with the rearranged cards."""
    rng = np.random.default_rng(2)
    tried = changed = 0
    for driver in matches:
        records = driver.states, driver.tables, driver.minds
        usual = choose(*(r.copy() for r in records))
        for _ in range(SHUFFLES):
            states, tables, minds = (r.copy() for r in records)
            rearrange(states, tables, rng)
            tried += 1
            changed += choose(states, tables, minds) != usual
    return tried, changed


@pytest.mark.parametrize(
    "pilot",
    [
        pytest.param(RANDOM, marks=pytest.mark.slow, id="random"),
        pytest.param(greedy(), id="greedy"),
    ],
)
def test_a_choice_does_not_depend_on_hidden_cards(pilot: Pilot) -> None:
    tried, changed = count_changes(drivers(pilot, range(40)))
    assert tried > 2000
    assert changed == 0


def test_no_weight_makes_a_pilot_look_at_hidden_cards() -> None:
    rng = np.random.default_rng(1)
    for counter in range(20):
        weights = {name: int(rng.integers(-100, 101)) for name in greedy().weights}
        pilot = Pilot("weights", weights)
        assert count_changes(drivers(pilot, range(counter, counter + 1)))[1] == 0


# --- the check can fail -----------------------------------------------------------------------


def peek_at_hand(states: Any, tables: Any, minds: Any) -> int:
    """Choose with the pilot, unless the other player's first card is a cheap one."""
    theirs = states[0].player[1 - int(states[0].active)]
    seat = tables[0].seat[1 - int(states[0].active)]
    if theirs.n_hand and seat.card[theirs.hand[0]].cost <= 1:
        return 0
    return engine_choice(states, tables, minds)


def peek_at_own_library(states: Any, tables: Any, minds: Any) -> int:
    """Choose with the pilot, unless the next draw is an odd card."""
    mine = states[0].player[int(states[0].active)]
    if mine.n_drawn < mine.n_cards and mine.library[mine.n_drawn] % 2:
        return 0
    return engine_choice(states, tables, minds)


@pytest.mark.parametrize("cheat", [peek_at_hand, peek_at_own_library])
def test_a_pilot_that_peeks_is_caught(cheat: Chooser) -> None:
    tried, changed = count_changes(drivers(greedy(), range(5)), cheat)
    assert changed > tried / 20


@pytest.mark.parametrize("pilot", [RANDOM, greedy()], ids=["random", "greedy"])
def test_a_choice_does_depend_on_the_own_hand(pilot: Pilot) -> None:
    tried, changed = count_changes(drivers(pilot, range(5)), rearrange=rearrange_own_hand)
    assert changed > tried / 20
