"""Matches of shipped decks, for tests that play them step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from forgesim.arena.experiment import load_experiment
from forgesim.arena.match import Match, Seats
from forgesim.arena.plan import Plan
from forgesim.arena.replay import Meeting
from forgesim.arena.resolve import make_plan
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.pilots.forge.game import GAME

PEOPLE = ("", "")
"""In place of pilots: the acts come from the test."""


@cache
def plan_of(deck_a: str, deck_b: str) -> Plan:
    """Two decks, whose names are in order."""
    decks = [deck_a] if deck_a == deck_b else [deck_a, deck_b]
    return make_plan(load_experiment(None, {"deck": decks, "pairs": 1}))


@cache
def pilot(name: str) -> Pilot | None:
    """A shipped pilot; none without a name."""
    return load_pilot(name, GAME) if name else None


def seats(
    decks: Sequence[str] = ("arcana-slow", "wilds-fast"),
    pilots: Sequence[str] = ("greedy", "aggro"),
    seed: int = 7,
    first: str = "a",
) -> Seats:
    """Decks, by name in order, and who plays them, by player."""
    plan = plan_of(*decks)
    meeting = Meeting(plan, 0 if decks[0] == decks[1] else 1, seed, first)
    return meeting.seats.piloted([pilot(name) for name in pilots])


def played(match: Match) -> Match:
    """The same match after its pilots have played it."""
    for _ in match.run():
        pass
    return match
