"""What is played does not hang on the blocks in which it is played."""

import numpy as np
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.resolve import make_plan
from forgesim.gate.baseline import counts_of
from forgesim.gate.packing import pack, unpack
from forgesim.gate.play import Table, contests


@pytest.fixture(scope="module")
def plan() -> Plan:
    flags = {"deck": ["wilds-fast", "occult-fast", "mixed-burn"], "pairs": 300}
    return make_plan(load_experiment(None, flags))


@pytest.mark.parametrize(("jobs", "backend"), [(1, "threading"), (3, "threading")])
def test_digests_are_the_same_in_any_order(plan: Plan, jobs: int, backend: str) -> None:
    table = Table(plan, jobs, backend)
    assert table.digests(200) == table.digests(200, is_turned=True) == Table(plan).digests(200)
    assert len(set(table.digests(200))) == len(plan.matchups)
    assert table.digests(199) != table.digests(200)


def test_outcomes_are_those_of_a_batch(plan: Plan) -> None:
    segments = [Segment(place, 0, 300) for place in range(len(plan.matchups))]
    counts = [counts_of(outcome) for outcome in Table(plan).outcomes(segments)]
    assert np.array_equal(counts, run_batch(plan, None).pairs)


def test_a_part_is_a_part_of_the_whole(plan: Plan) -> None:
    table = Table(plan, 2)
    (whole,) = table.outcomes([Segment(1, 0, 3000)])
    parts = table.outcomes([Segment(1, 100, 1500), Segment(0, 7, 3), Segment(1, 0, 100)])
    assert np.array_equal(parts[0], whole[100:1600])
    assert np.array_equal(parts[2], whole[:100])


def test_games_are_told_as_they_are_played(plan: Plan) -> None:
    told: list[int] = []
    Table(plan, played=told.append).outcomes([Segment(0, 0, 2000), Segment(1, 0, 5)])
    assert sum(told) == 4010


def test_a_mirror_is_no_contest_unless_it_is_played_in_two_ways(plan: Plan) -> None:
    assert len(plan.matchups) == 6
    assert len(contests(plan, 50).matchups) == 3
    flags = {"deck": ["wilds-fast"], "pilot_a": "greedy", "pilot_b": "random"}
    uneven = make_plan(load_experiment(None, flags))
    assert len(contests(uneven, 50).matchups) == 1


@pytest.mark.parametrize("pairs", [1, 2, 3, 4, 999])
def test_outcomes_are_packed_and_unpacked(pairs: int) -> None:
    outcomes = np.random.default_rng(pairs).integers(0, 3, (pairs, 2)).astype(np.int8)
    text = pack(outcomes)
    assert np.array_equal(unpack(text, pairs), outcomes)
    assert len(text) <= 4 + pairs * 2 / 4 / 3 * 4 + 4


def test_a_baseline_of_the_stated_size_stays_below_a_megabyte() -> None:
    outcomes = np.random.default_rng(1).integers(0, 3, (20_000, 2))
    assert 28 * len(pack(outcomes)) < 400_000


@pytest.mark.parametrize("text", ["", "AAAA", "////", "é", "A"])
def test_what_is_no_packing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        unpack(text, 3)
