"""A pilot chooses by what its player may see: never by the other hand, never by the libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from forgesim.cards.pilots import LOOKING_AHEAD, TABLES, load_pilot
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge.features import FEATURES
from forgesim.pilots.forge.game import GAME
from tests.differential.designs import make_design
from tests.driver import RANDOM, Driver, Pilot, make_cards

Chooser = Callable[[Engine, Any, Any, Any], int]
Rearranging = Callable[[Any, Any, np.random.Generator], None]
SHUFFLES = 4
"""Ways in which the hidden cards are rearranged at each decision."""
FORBIDDEN = ("HOARD", "weapon", "strike creatures")


@cache
def shipped(name: str) -> Pilot:
    pilot = load_pilot(name, GAME)
    return Pilot(pilot.kind, pilot.weights)


def forbidding(name: str) -> Pilot:
    return replace(shipped(name), forbid=FORBIDDEN)


def engine_choice(engine: Engine, states: Any, tables: Any, minds: Any) -> int:
    return int(engine.choose(states, tables, minds))


def drivers(pilot: Pilot, counters: range) -> Iterator[Driver]:
    """Matches under way, on random designs and shipped decks."""
    engine = GAME.load_engine(pilot.kind in LOOKING_AHEAD)
    for counter in counters:
        design = make_design(counter)
        cards = make_cards(design.cards)
        decks = [[cards[name] for name in deck] for deck in design.decks]
        driver = Driver(decks, design.params, (pilot, pilot), engine)
        driver.begin(counter)
        while not driver.is_over:
            yield driver
            driver.apply(driver.choose())


# --- what must not matter ---------------------------------------------------------------------


def deal_hidden(states: Any, _: Any, rng: np.random.Generator) -> None:
    """Deal all that the active player cannot see anew; what lies where is kept in number.

    The other player's hand and library are mixed with each other, both libraries are shuffled, and
    what lay where before it was drawn is forgotten.
    """
    active = int(states[0].active)
    mine, theirs = states[0].player[active], states[0].player[1 - active]
    hidden = hidden_slots(theirs)
    hand, drawn, size = int(theirs.n_hand), int(theirs.n_drawn), int(theirs.n_cards)
    dealt = rng.permutation(hidden)
    theirs.hand[:hand] = dealt[:hand]
    theirs.library[drawn:size] = dealt[hand:]
    theirs.library[:drawn] = rng.permutation(theirs.library[:drawn])
    mine.library[mine.n_drawn : mine.n_cards] = rng.permutation(
        mine.library[mine.n_drawn : mine.n_cards]
    )


def hidden_slots(theirs: Any) -> Any:
    """Slots of a player's cards that the other does not see."""
    hand, drawn, size = int(theirs.n_hand), int(theirs.n_drawn), int(theirs.n_cards)
    return np.concatenate([theirs.hand[:hand], theirs.library[drawn:size]])


def reprint_hidden(states: Any, tables: Any, rng: np.random.Generator) -> None:
    """Replace the cards printed on the other player's hidden slots by cards of either deck."""
    active = int(states[0].active)
    sizes = [int(tables[0].seat[p].deck_size) for p in range(2)]
    pool = np.concatenate([tables[0].seat[p].card[: sizes[p]] for p in range(2)])
    hidden = hidden_slots(states[0].player[1 - active])
    printed = tables[0].seat[1 - active].card
    printed[hidden] = pool[rng.integers(0, len(pool), len(hidden))]


def rearrange_hidden(states: Any, tables: Any, rng: np.random.Generator) -> None:
    """Deal the hidden cards anew, and make them others."""
    deal_hidden(states, tables, rng)
    reprint_hidden(states, tables, rng)


def rewrite_history(states: Any, _: Any, rng: np.random.Generator) -> None:
    """Let the same position have come about in another order of draws and of play.

    What entered earlier than this turn may have entered at another time, everything may bear
    another number, and what was drawn may have been drawn in another order.
    """
    state = states[0]
    for p in range(2):
        player = state.player[p]
        drawn = int(player.n_drawn)
        player.library[:drawn] = rng.permutation(player.library[:drawn])
        numbers = rng.permutation(int(player.n_entered)) + 1
        for i in range(int(player.n_creatures)):
            creature = player.creature[i]
            creature.number = numbers[i]
            if creature.entered < state.turn:
                creature.entered = rng.integers(0, state.turn)


# --- what does matter -------------------------------------------------------------------------


def rearrange_own_hand(states: Any, _: Any, rng: np.random.Generator) -> None:
    """Exchange the active player's own hand with their own library: what they do see."""
    mine = states[0].player[int(states[0].active)]
    hand, drawn, size = int(mine.n_hand), int(mine.n_drawn), int(mine.n_cards)
    cards = rng.permutation(np.concatenate([mine.hand[:hand], mine.library[drawn:size]]))
    mine.hand[:hand] = cards[:hand]
    mine.library[drawn:size] = cards[hand:]


def count_changes(
    matches: Iterator[Driver],
    rearrange: Rearranging = rearrange_hidden,
    choose: Chooser = engine_choice,
) -> tuple[int, int]:
    """How many choices were tried, and how many of them changed with the rearranged cards.

    A pilot that plans its turn chooses with its plan at hand, and as if it had none yet.
    """
    rng = np.random.default_rng(2)
    tried = changed = 0
    for driver in matches:
        plans = "planned" in (driver.minds.dtype.names or ())
        for is_forgetful in (False, True) if plans else (False,):
            minds = driver.minds.copy()
            if is_forgetful:
                minds.planned.count = 0
            usual = choose(driver.engine, *copied(driver, minds))
            for _ in range(SHUFFLES):
                states, tables, mind = copied(driver, minds)
                rearrange(states, tables, rng)
                tried += 1
                changed += choose(driver.engine, states, tables, mind) != usual
    return tried, changed


def copied(driver: Driver, minds: Any) -> tuple[Any, Any, Any]:
    return driver.states.copy(), driver.tables.copy(), minds.copy()


# --- the property -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pilot", "games"),
    [
        pytest.param(RANDOM, 40, marks=pytest.mark.slow, id="random"),
        pytest.param(shipped("greedy"), 20, id="greedy"),
        pytest.param(forbidding("greedy"), 10, id="greedy, forbidden"),
        pytest.param(shipped("planner"), 20, marks=pytest.mark.slow, id="planner"),
        pytest.param(shipped("planner"), 5, id="planner, a few"),
        pytest.param(forbidding("planner"), 5, id="planner, forbidden"),
    ],
)
def test_a_choice_does_not_depend_on_hidden_cards(pilot: Pilot, games: int) -> None:
    tried, changed = count_changes(drivers(pilot, range(games)))
    assert tried > 50 * games
    assert changed == 0


@pytest.mark.parametrize(
    ("pilot", "games"),
    [
        pytest.param(shipped("searcher"), 8, marks=pytest.mark.slow, id="searcher"),
        pytest.param(shipped("searcher"), 3, id="searcher, a few"),
        pytest.param(forbidding("searcher"), 3, id="searcher, forbidden"),
    ],
)
def test_nor_does_that_of_a_searcher_who_knows_the_list(pilot: Pilot, games: int) -> None:
    """Deck lists are open, so the cards stay the same; where they lie, nobody has told it."""
    tried, changed = count_changes(drivers(pilot, range(games)), deal_hidden)
    assert tried > 50 * games
    assert changed == 0


@pytest.mark.parametrize(
    ("name", "games"), [("random", 5), ("greedy", 5), ("planner", 4), ("searcher", 3)]
)
def test_nor_on_how_the_position_came_about(name: str, games: int) -> None:
    tried, changed = count_changes(drivers(shipped(name), range(games)), rewrite_history)
    assert tried > 50 * games
    assert changed == 0


@pytest.mark.parametrize(("kind", "games"), [("weights", 20), ("planner", 5), ("searcher", 3)])
def test_no_weight_makes_a_pilot_look_at_hidden_cards(kind: str, games: int) -> None:
    rng = np.random.default_rng(1)
    rearrange = deal_hidden if kind == "searcher" else rearrange_hidden
    for counter in range(games):
        pilot = Pilot(kind, random_numbers(kind, rng))
        assert count_changes(drivers(pilot, range(counter, counter + 1)), rearrange)[1] == 0


def random_numbers(kind: str, rng: np.random.Generator) -> dict[str, int]:
    """Any weights of acts and positions, and a search within narrow bounds."""
    known = [feature for feature in FEATURES if feature.table in TABLES[kind]]
    numbers = {f.name: int(rng.integers(-100, 101)) for f in known if f.table != "search"}
    return numbers | {f.name: min(4, f.default) for f in known if f.table == "search"}


# --- the check can fail -----------------------------------------------------------------------


def peek_at_hand(engine: Engine, states: Any, tables: Any, minds: Any) -> int:
    """Choose with the pilot, unless the other player's first card is a cheap one."""
    theirs = states[0].player[1 - int(states[0].active)]
    seat = tables[0].seat[1 - int(states[0].active)]
    if theirs.n_hand and seat.card[theirs.hand[0]].cost <= 1:
        return 0
    return engine_choice(engine, states, tables, minds)


def peek_at_own_library(engine: Engine, states: Any, tables: Any, minds: Any) -> int:
    """Choose with the pilot, unless the next draw is an odd card."""
    mine = states[0].player[int(states[0].active)]
    if mine.n_drawn < mine.n_cards and mine.library[mine.n_drawn] % 2:
        return 0
    return engine_choice(engine, states, tables, minds)


def look_who_is_older(engine: Engine, states: Any, tables: Any, minds: Any) -> int:
    """Choose with the pilot, unless the first own creature entered in an odd turn."""
    mine = states[0].player[int(states[0].active)]
    if mine.n_creatures and mine.creature[0].entered % 2:
        return 0
    return engine_choice(engine, states, tables, minds)


@pytest.mark.parametrize("name", ["greedy", "planner", "searcher"])
@pytest.mark.parametrize(
    ("cheat", "rearrange"),
    [
        (peek_at_hand, deal_hidden),
        (peek_at_own_library, deal_hidden),
        (look_who_is_older, rewrite_history),
    ],
)
def test_a_pilot_that_peeks_is_caught(name: str, cheat: Chooser, rearrange: Rearranging) -> None:
    tried, changed = count_changes(drivers(shipped(name), range(3)), rearrange, cheat)
    assert changed > tried / 20


@pytest.mark.parametrize("name", ["random", "greedy", "planner", "searcher"])
def test_a_choice_does_depend_on_the_own_hand(name: str) -> None:
    tried, changed = count_changes(drivers(shipped(name), range(3)), rearrange_own_hand)
    assert changed > tried / 20


def test_a_searcher_does_think_of_the_cards_on_the_list() -> None:
    tried, changed = count_changes(drivers(shipped("searcher"), range(3)), reprint_hidden)
    assert changed > tried / 100
