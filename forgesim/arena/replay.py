"""One match, step by step, through the same compiled rules: the lines of its trace."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from forgesim.arena.blocks import pack_plan, set_table
from forgesim.arena.plan import Matchup, Plan
from forgesim.cards.files import did_you_mean
from forgesim.errors import UsageError
from forgesim.kernel.match import NOBODY
from forgesim.kernel.random import seed_of_pair
from forgesim.kernel.records import Record, new_records

TRACE_VERSION = 1

Line = dict[str, Any]


def replay(plan: Plan, matchup: int, seed: int, first: str, swap: bool = False) -> Iterator[Line]:
    """Play one match and yield the lines of its trace.

    Parameters
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
    game = _Match(plan, plan.matchups[matchup], ("a", "b").index(first) ^ swap)
    game.begin(seed)
    yield game.setup_line(first, seed)
    number = 0
    while not game.is_over:
        yield from game.events()
        act = game.choose()
        yield game.decision_line(number, act)
        game.apply(act)
        number += 1
    yield from game.events()
    yield game.end_line()


class _Match:
    """One match at the engine's step-by-step entries."""

    def __init__(self, plan: Plan, who: Matchup, order: int) -> None:
        self.plan = plan
        packed = pack_plan(plan)
        self.engine = packed.engine(who)
        tables, minds = set_table(packed, who)
        self.tables, self.minds = tables[order : order + 1], minds[order : order + 1]
        self.tables.is_logging = 1
        self.states = new_records(self.engine.state)
        self.listings = new_records(self.engine.listing)
        sides = (who.deck_b, who.deck_a) if order else (who.deck_a, who.deck_b)
        self.decks = [plan.decks[deck] for deck in sides]
        self.tracer = self.engine.tracer(self.decks[0].cards, self.decks[1].cards)

    @property
    def state(self) -> Record:
        return self.states[0]

    @property
    def is_over(self) -> bool:
        return bool(self.state.winner != NOBODY)

    def begin(self, seed: int) -> None:
        self.engine.begin(self.states, self.tables, self.minds, np.uint64(seed))

    def choose(self) -> int:
        return int(self.engine.choose(self.states, self.tables, self.minds))

    def apply(self, act: int) -> None:
        self.engine.apply(self.states, self.tables, act)

    def events(self) -> Iterator[Line]:
        return self.tracer.events(self.tables[0])

    def setup_line(self, first: str, seed: int) -> Line:
        return {
            "kind": "setup",
            "trace": TRACE_VERSION,
            "game": self.plan.game.name,
            "ruleset": self.plan.rules.name,
            "params": [_params(self.plan, seat) for seat in range(2)],
            "first": first,
            "seed": seed,
            "cards": {card.id: card.facts for deck in self.decks for card in deck.cards},
            "decks": [deck.ids for deck in self.decks],
            "library": self.tracer.libraries(self.state),
        }

    def decision_line(self, number: int, act: int) -> Line:
        self.engine.list_acts(self.states, self.tables, self.listings)
        listed = self.listings[0].act[: self.listings[0].count]
        return {
            "kind": "decision",
            "n": number,
            "turn": int(self.state.turn),
            "active": int(self.state.active),
            "state": self.tracer.state(self.state),
            "legal": sorted({self.tracer.act(self.state, int(each)) for each in listed}),
            "chosen": self.tracer.act(self.state, act),
        }

    def end_line(self) -> Line:
        return {
            "kind": "end",
            "winner": int(self.state.winner),
            "reason": self.plan.game.reasons[self.state.reason],
            "turns": int(self.state.turn),
            "state": self.tracer.state(self.state),
        }


def _params(plan: Plan, seat: int) -> dict[str, int | bool]:
    values = plan.rules.seats[seat]
    return {p.name: bool(values[p.name]) if p.is_switch else values[p.name]
            for p in plan.game.parameters}  # fmt: skip


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
