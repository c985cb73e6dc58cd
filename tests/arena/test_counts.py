"""What is counted beside the rows is what the traces of the same matches show, to the last copy."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Matchup, Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.tally import Tally
from forgesim.cards.decks import Deck
from forgesim.cards.pilots import Pilot
from tests.arena.counting import CHECKS, Recount
from tests.differential.designs import make_design
from tests.driver import make_cards

VARIANTS: Mapping[str, Mapping[str, Any]] = {
    "shipped": {
        "deck": ["wilds-fast", "occult-slow", "mixed-burn"], "pilot": ["greedy", "random"],
        "pairs": 3,
    },
    "unequal pilots": {
        "deck": ["armory-fast", "sundries-midrange"], "pilot_a": "random", "pilot_b": "greedy",
        "pairs": 4,
    },
    "opening hands": {
        "deck": ["wilds-fast", "arcana-slow"], "pilot": ["greedy"], "pairs": 4,
        "set": ["first.opening_hand=0", "second.opening_hand=9", "first.first_turn_draws=3"],
    },
    "whole decks in hand": {
        "deck": ["wilds-fast", "mixed-burn"], "pilot": ["own", "random"], "pairs": 3,
        "set": ["opening_hand=20", "first_turn_draws=0", "start_heat=8", "first.start_heat=9"],
    },
    "long": {
        "deck": ["occult-slow", "arcana-slow"], "pilot": ["random"], "pairs": 3,
        "set": ["start_heat=200", "heat_cap=200", "opening_hand=0", "strikes_per_turn=2"],
    },
}  # fmt: skip
DESIGNS = range(20)
"""Random cards, decks and rules; every fifth one with extreme numbers, as decks of 1 to 40."""
OVER_AT_ONCE = 4
"""Where matches end in their first turn, and the forges begin with unequal heat."""


def of_design(counter: int) -> Plan:
    """A plan of three matchups on a random design."""
    design = make_design(counter)
    cards = make_cards(design.cards)
    base = make_plan(load_experiment(None, {"deck": ["wilds-fast"], "pairs": 1}))
    return replace(
        base,
        rules=replace(base.rules, seats=design.params),
        decks=tuple(
            Deck(name, tuple(cards[card] for card in deck))
            for name, deck in zip("ab", design.decks, strict=True)
        ),
        pilots=tuple(
            Pilot(name, pilot.kind, pilot.weights)
            for name, pilot in zip("ab", design.pilots, strict=True)
        ),
        matchups=tuple(Matchup(a, b, a, b) for a, b in ((0, 0), (0, 1), (1, 1))),
        seed=counter,
    )


def plan_of(case: str | int) -> Plan:
    return of_design(case) if isinstance(case, int) else make_plan(
        load_experiment(None, {"seed": 3} | VARIANTS[case])
    )  # fmt: skip


@cache
def recount(case: str | int) -> Recount:
    return Recount.of(plan_of(case))


def differences(tally: Tally, expected: Recount) -> dict[str, list[Any]]:
    """Of each array the first places in which it is not what was expected, with both numbers."""
    found = {}
    for name, array in expected.arrays.items():
        counted = getattr(tally, name)
        assert counted.shape == array.shape, name
        if places := np.argwhere(counted != array)[:5].tolist():
            found[name] = [(at, int(counted[*at]), int(array[*at])) for at in places]
    games = zip(*(column.tolist() for column in tally.game_counts().values()), strict=True)
    counts = Counter({tuple(game[:-1]): game[-1] for game in games})
    if counts != expected.games:
        found["games"] = [counts, expected.games]
    return found


@pytest.mark.parametrize("case", [*VARIANTS, *(n for n in DESIGNS if n != OVER_AT_ONCE)])
def test_all_counts_are_those_of_the_traces(case: str | int) -> None:
    plan = replace(plan_of(case), block_pairs=2)
    assert differences(run_batch(plan, None), recount(case)) == {}


def test_a_match_of_one_turn_has_the_lead_that_it_began_with() -> None:
    plan = plan_of(OVER_AT_ONCE)
    assert differences(run_batch(plan, None), recount(OVER_AT_ONCE)) == {}


def test_the_traces_show_every_slip_and_every_fate() -> None:
    slips: Counter[str] = Counter()
    for case in (*VARIANTS, *DESIGNS):
        slips += recount(case).slips
    assert all(slips[check] > 10 for check in CHECKS)
    shown = recount("shipped").arrays
    assert (shown["fates"].sum(axis=(0, 1, 2, 3))[:, [0, 2]] > 0).all()
    assert (shown["ahead"][..., 0:3:2].sum(axis=(0, 1)) > 0).all()
    assert (shown["lead_changes"].sum(axis=0)[:4] > 0).all()
    assert (recount("long").arrays["middle"][0, [0, -1]].sum(axis=1) > 0).any()
