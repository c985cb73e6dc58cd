"""One match, step by step, through the same compiled rules: the lines of its trace."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from forgesim.arena.blocks import new_records, pack_plan, set_table
from forgesim.arena.plan import Plan
from forgesim.errors import UsageError
from forgesim.kernel.match import NOBODY
from forgesim.kernel.random import seed_of_pair

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
    order = ("a", "b").index(first) ^ swap
    engine = plan.game.load_engine()
    who = plan.matchups[matchup]
    all_tables, all_minds = set_table(pack_plan(plan), who)
    tables, minds = all_tables[order : order + 1], all_minds[order : order + 1]
    tables.is_logging = 1
    states, listings = new_records(engine.state), new_records(engine.listing)
    sides = (who.deck_a, who.deck_b) if order == 0 else (who.deck_b, who.deck_a)
    decks = [plan.decks[deck] for deck in sides]
    tracer = engine.tracer(decks[0].cards, decks[1].cards)

    engine.begin(states, tables, minds, np.uint64(seed))
    yield {
        "kind": "setup",
        "trace": TRACE_VERSION,
        "game": plan.game.name,
        "ruleset": plan.rules.name,
        "params": [_params(plan, seat) for seat in range(2)],
        "first": first,
        "seed": seed,
        "cards": {card.id: card.facts for deck in decks for card in deck.cards},
        "decks": [deck.ids for deck in decks],
        "library": tracer.libraries(states[0]),
    }
    number = 0
    while states[0].winner == NOBODY:
        yield from tracer.events(tables[0])
        act = engine.choose(states, tables, minds)
        engine.list_acts(states, tables, listings)
        listed = listings[0].act[: listings[0].count]
        yield {
            "kind": "decision",
            "n": number,
            "turn": int(states[0].turn),
            "active": int(states[0].active),
            "state": tracer.state(states[0]),
            "legal": sorted({tracer.act(states[0], int(each)) for each in listed}),
            "chosen": tracer.act(states[0], int(act)),
        }
        engine.apply(states, tables, act)
        number += 1
    yield from tracer.events(tables[0])
    yield {
        "kind": "end",
        "winner": int(states[0].winner),
        "reason": plan.game.reasons[states[0].reason],
        "turns": int(states[0].turn),
        "state": tracer.state(states[0]),
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
    pair, order = divmod(number, 2)
    matchup, index = divmod(pair, plan.pairs)
    key = plan.key(plan.matchups[matchup])
    return matchup, int(seed_of_pair(np.uint64(key), index)), "ab"[order]
