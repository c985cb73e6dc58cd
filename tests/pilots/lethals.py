"""Every win that a turn holds: an exhaustive search over the compiled rules, apart from the pilots.

It shares nothing with the search of any pilot but the rules. All orders of acts are tried; what is
cut off is only what cannot bring the enemy forge to 0 even if all that is left did its damage there
at once, whatever it costs. A HOARD draws nothing in it: nobody can plan with cards not yet seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.kernel.jit import jit, jit_called, jit_entry, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.kernel.random import WORD, mix, word
from forgesim.kernel.records import new_records
from forgesim.rulesets.forge import turn
from forgesim.rulesets.forge.actions import END, make_act, make_each
from forgesim.rulesets.forge.effects import (
    CREATURE,
    EMBER,
    PENDING_EMBER,
    WEAPON,
    ember_of,
    weapon_bonus,
)
from forgesim.rulesets.forge.state import STATE
from tests.driver import Driver

FOUND, NONE_THERE, TOO_LARGE, OUT_OF_REACH = 1, 0, -1, -2
LIMIT = 1_000_000
"""Positions of one turn, at most: a turn with more is counted apart."""
DEPTH = 96
"""Acts of one turn, at most."""
WIDTH = 1024
"""Acts of one position, at most."""
PLACES = 1 << 21

LEVEL = np.dtype(
    [("count", np.int64), ("act", np.int64, WIDTH), ("state", STATE)],
    align=True,
)
HUNT = np.dtype(
    [
        ("n_nodes", np.int64),
        ("n_acts", np.int64),
        ("level", LEVEL, DEPTH),
        ("seen", np.uint64, PLACES),
    ],
    align=True,
)
"""What the search works on; when it has found a win, the last act of each level leads there."""


# --- what a turn could do at most -------------------------------------------------------------


@jit
def most_of(s, t, slot):
    """As much damage as one card of the active player can add to a turn, or more."""
    card = t.seat[s.active].card[slot]
    params = t.seat[s.active].params
    most = ember_of(card, params) if card.keyword == EMBER else 0
    if card.type == WEAPON:
        most += weapon_bonus(card, params) * params.strikes_per_turn
    elif card.type == CREATURE:
        most += card.power * params.strikes_per_turn
    return most


@jit_called
def most_damage(s, t):
    """As much damage as the rest of the turn can do to the enemy forge, or more.

    As if every creature were awake, no weapon HEAVY, no enemy a GUARD and each card paid for alone:
    coarse, so that nobody need prove it.
    """
    me = s.player[s.active]
    most = s.ember if s.pending == PENDING_EMBER else 0
    if s.is_waiting:
        most += most_of(s, t, s.waiting.slot)
    for i in range(me.n_creatures):
        left = t.seat[s.active].params.strikes_per_turn - me.creature[i].strikes
        most += me.creature[i].power * left
    if not s.has_struck:
        for i in range(me.n_unattached):
            most += most_of(s, t, me.unattached[i].slot)
        for i in range(me.n_hand):
            if t.seat[s.active].card[me.hand[i]].cost <= s.fp + s.discount:
                most += most_of(s, t, me.hand[i])
    return most


# --- telling positions apart ------------------------------------------------------------------


@jit_small
def stir(key, bits):
    """Add something to a key, in whatever order."""
    return (word(key) + mix(mix(bits))) & WORD


@jit
def creature_key(s, t, p, creature):
    """A creature as a number; twins have the same."""
    key = mix(int(t.seat[p].card[creature.slot].kind) << 1 | p)
    key = mix(key ^ word(int(creature.damage) << 20 | int(creature.power)))
    armed = int(creature.n_weapons) << 12 | int(creature.n_heavy) << 8
    armed |= int(creature.n_keen) << 4 | int(creature.n_swift)
    marks = int(creature.strikes) << 2 | int(creature.is_bare) << 1
    marks |= int(creature.entered == s.turn)
    return mix(key ^ word(armed << 20 | marks))


@jit_called
def position_key(s, t):
    """A position of the turn as a number."""
    course = int(s.fp) << 24 | int(s.has_struck) << 20 | int(s.pending) << 16 | int(s.ember) << 8
    key = mix(course | int(s.discount) << 32 | int(s.is_waiting))
    if s.is_waiting:
        key = mix(key ^ word(int(t.seat[s.active].card[s.waiting.slot].kind)))
    for p in range(2):
        player = s.player[p]
        key = stir(key, int(player.heat) << 24 | int(player.n_artifacts) << 8 | 2 | p)
        for i in range(player.n_creatures):
            key = stir(key, creature_key(s, t, p, player.creature[i]))
    me = s.player[s.active]
    for i in range(me.n_hand):
        key = stir(key, int(t.seat[s.active].card[me.hand[i]].kind) << 8 | 4)
    for i in range(me.n_unattached):
        key = stir(key, int(t.seat[s.active].card[me.unattached[i].slot].kind) << 8 | 8)
    return key


@jit_called
def is_new(h, key):
    """Whether a position has not been met before; it is remembered."""
    key |= word(1)  # 0 is an empty place
    place = np.int64(key >> word(8)) & (PLACES - 1)
    while h.seen[place] != 0:
        if h.seen[place] == key:
            return False
        place = (place + 1) & (PLACES - 1)
    h.seen[place] = key
    return True


# --- the search -------------------------------------------------------------------------------


@jit_small
def note_act(s, t, level, kind, a, b):  # noqa: ARG001
    """Note an act to try."""
    if kind != END:
        level.act[level.count] = make_act(kind, a, b)
        level.count += 1


each_noted, *_ = make_each(note_act)


@jit_called
def note_acts(s, t, level):
    """Note every act of a position but the end of the turn."""
    level.count = 0
    each_noted(s, t, level)


@jit_called
def do_act(s, t, act):
    """Carry out an act."""
    turn.apply(s, t, act)


@jit_called
def start_hunt(s, t, h):
    """Begin with the position as it is, but without a card to draw."""
    h.n_nodes = 0
    h.n_acts = 0
    h.seen[:] = 0
    root = h.level[0]
    root.state = s
    for p in range(2):
        root.state.player[p].n_cards = s.player[p].n_drawn
    note_acts(root.state, t, root)


@jit_called
def hunt(s, t, h, limit):
    """Search a turn for a win."""
    heat = s.player[s.active ^ 1].heat
    h.n_nodes = 0
    if most_damage(s, t) < heat:
        return OUT_OF_REACH
    start_hunt(s, t, h)
    depth = 0
    while depth >= 0:
        level = h.level[depth]
        if level.count == 0:
            depth -= 1
            continue
        if depth + 1 == DEPTH or h.n_nodes >= limit:
            return TOO_LARGE
        level.count -= 1
        below = h.level[depth + 1]
        below.state = level.state
        do_act(below.state, t, level.act[level.count])
        if below.state.winner == s.active:
            h.n_acts = depth + 1
            return FOUND
        if below.state.winner != NOBODY:
            continue
        if most_damage(below.state, t) < below.state.player[s.active ^ 1].heat:
            continue
        if is_new(h, position_key(below.state, t)):
            h.n_nodes += 1
            note_acts(below.state, t, below)
            depth += 1
    return NONE_THERE


@jit_entry
def find_win(states, tables, hunts, limit):
    """Search the active player's turn for a win: FOUND, NONE_THERE, TOO_LARGE or OUT_OF_REACH."""
    return hunt(states[0], tables[0], hunts[0], limit)


class Hunter:
    """Searches turns for wins, one after the other."""

    def __init__(self, limit: int = LIMIT) -> None:
        assert limit < PLACES // 2
        self.limit = limit
        self._hunts = new_records(HUNT)

    def find(self, states: Any, tables: Any) -> int:
        """Whether the turn holds a win: FOUND, NONE_THERE, TOO_LARGE or OUT_OF_REACH."""
        return int(find_win(states, tables, self._hunts, np.int64(self.limit)))

    @property
    def nodes(self) -> int:
        """Positions that the latest search has looked at."""
        return int(self._hunts[0].n_nodes)

    @property
    def line(self) -> list[int]:
        """The acts of the win just found."""
        hunt = self._hunts[0]
        return [int(hunt.level[i].act[hunt.level[i].count]) for i in range(hunt.n_acts)]


# --- counting ---------------------------------------------------------------------------------


@dataclass
class Tally:
    """Turns of one pilot, and what an exhaustive search found in them.

    Attributes
    ----------
    matches, turns : int
    in_reach : int
        Turns in which the power and cards at hand might have brought the enemy forge to 0.
    with_win : int
        Turns that held a win.
    missed : int
        Turns that held a win and ended without it.
    too_large : int
        Turns that ended without a win and could not be searched to the end.
    nodes, most_nodes : int
        Positions searched in all, and in the largest turn.
    """

    matches: int = 0
    turns: int = 0
    in_reach: int = 0
    with_win: int = 0
    missed: int = 0
    too_large: int = 0
    nodes: int = 0
    most_nodes: int = 0

    def add(self, other: Tally) -> None:
        """Add another tally."""
        most = max(self.most_nodes, other.most_nodes)
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.most_nodes = most


def watch_match(driver: Driver, hunter: Hunter, seat: int) -> tuple[Tally, list[str]]:
    """Play a match that has begun, and hunt through every turn of one player.

    Returns the tally and, for each win that was missed, a line about it.
    """
    tally, missed = Tally(matches=1), []
    while not driver.is_over:
        if driver.s.active == seat:
            line = watch_turn(driver, hunter, tally)
            missed += [f"turn {line}"] if line else []
        else:
            driver.apply(driver.choose())
    return tally, missed


def watch_turn(driver: Driver, hunter: Hunter, tally: Tally) -> str:
    """Let a pilot play its turn; the win that was there, in words, if it was missed.

    The turn is searched as it begins, and anew whenever the player has drawn in it.
    """
    seat, number, drawn = driver.s.active, driver.s.turn, -1
    results: list[int] = []
    win = ""
    while not driver.is_over and driver.s.turn == number:
        if driver.s.player[seat].n_drawn != drawn:
            drawn = driver.s.player[seat].n_drawn
            results.append(hunter.find(driver.states, driver.tables))
            tally.nodes += hunter.nodes
            tally.most_nodes = max(tally.most_nodes, hunter.nodes)
            if results[-1] == FOUND and not win:
                win = f"{number}: {', '.join(spell(driver, hunter.line))}"
        driver.apply(driver.choose())
    is_won = driver.is_over and driver.s.winner == seat
    tally.turns += 1
    tally.in_reach += any(result != OUT_OF_REACH for result in results)
    tally.with_win += FOUND in results
    tally.missed += FOUND in results and not is_won
    tally.too_large += TOO_LARGE in results and FOUND not in results and not is_won
    return "" if is_won else win


def spell(driver: Driver, line: Sequence[int]) -> list[str]:
    """The acts of a line in the trace's words."""
    states, tables = driver.states.copy(), driver.tables.copy()
    words = []
    for act in line:
        words.append(driver.tracer.act(states[0], act))
        driver.engine.apply(states, tables, act)
    return words
