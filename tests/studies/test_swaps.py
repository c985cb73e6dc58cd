"""Decks with a swap: names, slots and seeds are as they were; blocks hold every pair once."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from forgesim.arena.plan import Plan
from forgesim.studies.swaps import Study, list_blocks, make_study
from tests.studies.plans import SHARED, plan_of

CARDS = ["lance_rider", "whetted_dirk"]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(*SHARED, "armory-midrange")


@pytest.fixture(scope="module")
def study(plan: Plan) -> Study:
    return make_study(plan, 0, CARDS)


def test_a_swap_keeps_the_deck_s_name_and_all_other_slots(plan: Plan, study: Study) -> None:
    by_name = {deck.name: deck for deck in plan.decks}
    derived = study.plan.decks[len(plan.decks) :]
    assert len(derived) == 3 + 2 * 3  # the weapon has two stand-ins, and three decks play both
    for deck in derived:
        pairs = list(zip(by_name[deck.name].cards, deck.cards, strict=True))
        changed = {(old.id, new.id) for old, new in pairs if old != new}
        assert len(changed) == 1
        old, new = changed.pop()
        assert old in CARDS
        assert new not in by_name[deck.name].ids
        assert deck.ids.count(new) == by_name[deck.name].ids.count(old)


def test_matchups_with_a_swap_have_the_seeds_of_those_without(study: Study) -> None:
    for unit in study.units:
        key = study.plan.key(study.plan.matchups[unit.matchup])
        for cell in unit.cells:
            assert study.plan.key(study.plan.matchups[study.cells[cell].matchup]) == key


def test_every_deck_with_the_card_meets_every_other_once_and_never_itself(study: Study) -> None:
    meetings = Counter(
        (unit.measure, study.cells[cell].deck, unit.matchup)
        for unit in study.units
        for cell in unit.cells
    )
    assert set(meetings.values()) == {1}
    assert len(meetings) == 3 * 3 * 2  # measures, decks, opponents
    assert all(m.deck_a != m.deck_b for m in study.plan.matchups)


@pytest.mark.parametrize("size", [1, 50, 700, 10_000])
def test_blocks_hold_every_pair_of_every_unit_once(size: int, study: Study) -> None:
    cut = replace(study, plan=replace(study.plan, block_pairs=size))
    first = np.arange(len(study.units)) % 4
    end = first + 20 * (np.arange(len(study.units)) % 3)
    blocks = list_blocks(cut, first, end)
    for parts in blocks:
        assert len({study.units[part.unit].matchup for part in parts}) == 1
    held = Counter(
        (part.unit, pair)
        for parts in blocks
        for part in parts
        for pair in range(part.first, part.first + part.count)
    )
    wanted = {(u, pair) for u in range(len(study.units)) for pair in range(first[u], end[u])}
    assert set(held) == wanted
    assert set(held.values()) == {1}
