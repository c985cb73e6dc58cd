"""Plans are cut into blocks of pairs; where they are cut changes nothing."""

from dataclasses import replace

import numpy as np
import pytest

from forgesim.arena.batch import play_blocks, run_batch
from forgesim.arena.blocks import Block, pack_plan, play_block
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.replay import locate_match
from forgesim.arena.resolve import make_plan
from forgesim.arena.tallies import COUNTED
from forgesim.arena.tally import Tally
from forgesim.errors import UsageError
from forgesim.kernel.match import ROW
from forgesim.kernel.random import seed_of_pair
from tests.arena.counting import are_same

SIZES = [1, 7, 30, 31, 90, 1000]


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Three matchups of 30 pairs."""
    decks = ["wilds-fast", "occult-fast"]
    return make_plan(load_experiment(None, {"deck": decks, "pairs": 30}))


@pytest.mark.parametrize("size", SIZES)
def test_blocks_hold_every_pair_once_and_in_order(plan: Plan, size: int) -> None:
    cut = replace(plan, block_pairs=size)
    segments = [segment for index in range(cut.n_blocks) for segment in cut.block(index)]
    pairs = [(s.matchup, s.first + i) for s in segments for i in range(s.count)]
    assert pairs == [(matchup, pair) for matchup in range(3) for pair in range(30)]


@pytest.mark.parametrize("size", SIZES)
def test_every_block_but_the_last_has_the_same_number_of_pairs(plan: Plan, size: int) -> None:
    cut = replace(plan, block_pairs=size)
    counts = [sum(s.count for s in cut.block(index)) for index in range(cut.n_blocks)]
    assert set(counts[:-1]) <= {size}
    assert 0 < counts[-1] <= size


def rows_of(plan: Plan) -> np.ndarray:
    packed = pack_plan(plan)
    blocks = [play_block(packed, plan.block(index)) for index in range(plan.n_blocks)]
    return np.concatenate([block.rows.view(np.ndarray) for block in blocks])


def are_equal(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether rows are equal field by field: the bytes between fields are arbitrary."""
    return all(np.array_equal(one[name], other[name]) for name in ROW.names or ())


def are_equal_counts(one: Block, other: Block) -> bool:
    return np.array_equal(one.places, other.places) and np.array_equal(one.values, other.values)


@pytest.mark.parametrize("size", SIZES)
def test_blocks_of_another_size_hold_the_same_games(plan: Plan, size: int) -> None:
    assert are_equal(rows_of(replace(plan, block_pairs=size)), rows_of(plan))


def test_a_block_can_be_played_again(plan: Plan) -> None:
    packed, part = pack_plan(plan), [Segment(1, 3, 5), Segment(2, 0, 4)]
    once, again = play_block(packed, part), play_block(packed, part)
    assert are_equal(once.rows, again.rows)
    assert are_equal_counts(once, again)


def test_pair_seeds_are_those_of_the_matchup_s_key(plan: Plan) -> None:
    rows = play_block(pack_plan(plan), [Segment(1, 3, 5)]).rows
    key = np.uint64(plan.key(plan.matchups[1]))
    assert rows.seed.tolist() == [int(seed_of_pair(key, 3 + i // 2)) for i in range(10)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_workers_play_every_block_once(plan: Plan, jobs: int) -> None:
    cut = replace(plan, block_pairs=7)
    indices = [index for index, _ in play_blocks(cut, jobs, "threading")]
    assert sorted(indices) == list(range(cut.n_blocks))


@pytest.mark.parametrize("size", [1, 31, 1000])
def test_the_counts_do_not_depend_on_the_cut(plan: Plan, size: int) -> None:
    cut = replace(plan, block_pairs=size)
    assert are_same(run_batch(plan, None), run_batch(cut, None))


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_the_counts_do_not_depend_on_the_workers(plan: Plan, backend: str) -> None:
    cut = replace(plan, block_pairs=11)
    assert are_same(run_batch(plan, None), run_batch(cut, None, 2, backend))


def test_the_counts_do_not_depend_on_the_order_of_the_blocks(plan: Plan) -> None:
    cut = replace(plan, block_pairs=11)
    blocks = dict(play_blocks(cut, 1, "threading"))
    turned = Tally.empty(cut)
    for index in reversed(blocks):
        turned.add(cut.block(index), blocks[index])
    assert are_same(run_batch(plan, None), turned)


def test_without_counting_the_same_games_are_played_and_nothing_is_counted(plan: Plan) -> None:
    packed, part = pack_plan(plan), [Segment(1, 3, 5), Segment(2, 0, 4)]
    counted, plain = play_block(packed, part), play_block(packed, part, is_counting=False)
    assert are_equal(counted.rows, plain.rows)
    assert len(counted.places) > len(plain.places) == 0


def test_only_what_is_not_0_is_kept_of_the_counts(plan: Plan) -> None:
    part = [Segment(1, 3, 5), Segment(2, 0, 4)]
    block = play_block(pack_plan(plan), part)
    assert (block.values != 0).all()
    assert (np.diff(block.places) > 0).all()
    lengths = [block.counts(number)["lead_changes"].sum() for number in range(len(part))]
    assert lengths == [10, 8]


def test_progress_is_told_every_game(plan: Plan) -> None:
    told: list[int] = []
    run_batch(replace(plan, block_pairs=31), None, progress=told.append)
    assert told == [62, 62, 56]


@pytest.mark.parametrize("number", [0, 1, 59, 60, 121, 179])
def test_a_match_is_located_where_the_plan_plays_it(plan: Plan, number: int) -> None:
    matchup, seed, first = locate_match(plan, number)
    assert matchup == number // 60
    assert seed == int(rows_of(plan)["seed"][number])
    assert first == "ab"[number % 2]


@pytest.mark.parametrize("number", [-1, 180])
def test_a_match_that_the_plan_does_not_hold_is_refused(plan: Plan, number: int) -> None:
    with pytest.raises(UsageError, match=f"--match {number}: this run has matches 0 to 179"):
        locate_match(plan, number)


def test_an_empty_tally_has_counted_nothing(plan: Plan) -> None:
    tally = Tally.empty(plan)
    assert tally.n_games == 0
    assert not any(getattr(tally, name).any() for name in COUNTED)
    assert all(len(column) == 0 for column in tally.game_counts().values())
