"""Matches of a plan, played again: which they are, and the lines of their traces."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from forgesim.arena.match import Line, Match, Seats
from forgesim.arena.plan import Plan
from forgesim.cards.files import did_you_mean
from forgesim.errors import UsageError
from forgesim.kernel.random import seed_of_pair


@dataclass(frozen=True)
class Meeting:
    """One match of a plan.

    Attributes
    ----------
    plan : Plan
    matchup : int
        Its number in the plan.
    seed : int
        The pair seed, 0 to 2**64 - 1.
    first : str
        `a` or `b`: which deck goes first.
    swap : bool
        Whether the caller calls the plan's deck b "a".
    """

    plan: Plan
    matchup: int
    seed: int
    first: str
    swap: bool = False

    @property
    def order(self) -> int:
        """Side of who goes first: 0 is the plan's deck a."""
        return ("a", "b").index(self.first) ^ self.swap

    def player_of(self, deck: str) -> int:
        """Number of the player whose deck the caller calls `a` or `b`."""
        return int(deck != self.first)

    @property
    def seats(self) -> Seats:
        """What it is played with, by player."""
        plan, who = self.plan, self.plan.matchups[self.matchup]
        decks = [plan.decks[who.deck_a], plan.decks[who.deck_b]]
        names = [deck.name for deck in decks]
        if names[0] == names[1]:
            names = [f"{names[0]} (a)", f"{names[1]} (b)"]
        pilots = [plan.pilots[who.pilot_a], plan.pilots[who.pilot_b]]
        sides = (self.order, 1 - self.order)
        return Seats(
            game=plan.game,
            ruleset=plan.rules.name,
            params=[plan.params(decks[side])[seat] for seat, side in enumerate(sides)],
            cards=[decks[side].cards for side in sides],
            names=[names[side] for side in sides],
            pilots=[pilots[side] for side in sides],
            sides=sides,
            first=self.first,
            seed=self.seed,
        )

    def seats_with_person(self, deck: str) -> Seats:
        """The same with a person at the deck that the caller calls `a` or `b`."""
        seats = self.seats
        person = self.player_of(deck)
        return seats.piloted([None if p == person else seats.pilots[p] for p in range(2)])


def replay(plan: Plan, matchup: int, seed: int, first: str, swap: bool = False) -> Iterator[Line]:
    """Play one match, see `Meeting`, and yield the lines of its trace."""
    yield from lines_of(Meeting(plan, matchup, seed, first, swap).seats)


def lines_of(seats: Seats) -> Iterator[Line]:
    """Play a match of two pilots, and yield the lines of its trace."""
    match = Match(seats)
    yield from list(match.lines)
    for lines in match.run():
        yield from lines


def locate_match(plan: Plan, number: int) -> tuple[int, int, str]:
    """Matchup, pair seed and who goes first, for a match by its number in the plan's order.

    Raises
    ------
    UsageError
        If the run has no such match.
    """
    if not 0 <= number < plan.games:
        raise UsageError(f"--match {number}: this run has matches 0 to {plan.games - 1}")
    matchup, pair, order = plan.locate(number)
    key = plan.key(plan.matchups[matchup])
    return matchup, int(seed_of_pair(np.uint64(key), pair)), "ab"[order]


def first_contest(plan: Plan) -> int:
    """Number of the first match between two different decks; 0 where every deck meets itself."""
    contests = (place for place, m in enumerate(plan.matchups) if m.deck_a != m.deck_b)
    return plan.number_of(next(contests, 0), 0, 0)


def locate_meeting(plan: Plan, deck_a: str, deck_b: str) -> tuple[int, int, bool]:
    """Where two decks of a plan meet first.

    Returns
    -------
    tuple of (int, int, bool)
        The matchup, the seed of its first pair, and whether the plan has the two the other way
        round.

    Raises
    ------
    UsageError
        If the run has no deck of that name.
    """
    names = [deck.name for deck in plan.decks]
    for name in (deck_a, deck_b):
        if name not in names:
            hint = did_you_mean(name, names) or f" ({', '.join(names)})"
            raise UsageError(f"this run has no deck {name!r}{hint}")
    sides = [(names[m.deck_a], names[m.deck_b]) for m in plan.matchups]
    swap = (deck_a, deck_b) not in sides
    matchup = sides.index((deck_b, deck_a) if swap else (deck_a, deck_b))
    return matchup, int(seed_of_pair(np.uint64(plan.key(plan.matchups[matchup])), 0)), swap
