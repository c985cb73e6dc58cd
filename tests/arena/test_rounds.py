"""Plans with several looks: all matchups are played up to each of them, and the run may stop."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from forgesim.arena.batch import begin, run_batch, take_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan
from forgesim.arena.replay import locate_match
from forgesim.arena.resolve import FIRST_LOOK, make_plan
from forgesim.arena.store import read_plan
from forgesim.arena.tally import Tally
from forgesim.results import is_precise, tier_counts
from forgesim.stats.pairs import STRENGTH
from forgesim.stats.summary import widest
from tests.arena.counting import are_same
from tests.cli.program import tree

DECKS = ["wilds-fast", "occult-fast"]
LOOKS = (8, 12, 18)


def make(**flags: object) -> Plan:
    return make_plan(load_experiment(None, {"deck": DECKS, "seed": 7} | flags))


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Three matchups of 20 pairs, with looks after 8, 12 and 18, in blocks of 11."""
    return replace(make(pairs=20), earlier=LOOKS, looks=4, precision=1.0, block_pairs=11)


def stop_at(pairs: int, asked: list[int] | None = None) -> Callable[[Tally], bool]:
    """Be content after so many pairs of each matchup."""

    def is_enough(tally: Tally) -> bool:
        assert len(set(tally.pairs.sum(axis=(1, 2)).tolist())) == 1, "a round is partly played"
        found = int(tally.pairs[0].sum())
        if asked is not None:
            asked.append(found)
        return found == pairs

    return is_enough


# --- blocks and numbers -----------------------------------------------------------------------

SHAPES = [
    ((8, 12, 18), 20, 11), ((8, 12, 18), 20, 1), ((8, 12, 18), 20, 1000), ((1,), 2, 3),
    ((1, 2, 3), 4, 2), ((), 20, 7), ((19,), 20, 6), ((6, 9, 13), 14, 6),
]  # fmt: skip


@pytest.fixture(params=SHAPES, ids=str)
def shaped(request: pytest.FixtureRequest, plan: Plan) -> Plan:
    earlier, pairs, size = request.param
    return replace(plan, earlier=earlier, pairs=pairs, looks=4, block_pairs=size)


def played(plan: Plan) -> Iterator[tuple[int, int]]:
    """Matchup and pair in the order of the blocks."""
    for index in range(plan.n_blocks):
        for segment in plan.block(index):
            assert segment.count > 0
            for pair in range(segment.first, segment.first + segment.count):
                yield segment.matchup, pair


def test_the_blocks_hold_every_pair_once_round_by_round(shaped: Plan) -> None:
    ends = (*shaped.earlier, shaped.pairs)
    assert list(played(shaped)) == [
        (matchup, pair)
        for first, end in pairwise((0, *ends))
        for matchup in range(3)
        for pair in range(first, end)
    ]


def test_no_block_reaches_over_a_look(shaped: Plan) -> None:
    for number, (first, end) in enumerate(shaped.rounds):
        sizes = []
        for index in shaped.blocks_of(number):
            segments = shaped.block(index)
            assert all(first <= s.first and s.first + s.count <= end for s in segments)
            sizes.append(sum(s.count for s in segments))
        assert sum(sizes) == 3 * (end - first)
        assert set(sizes[:-1]) <= {shaped.block_pairs}
        assert 0 < sizes[-1] <= shaped.block_pairs


def test_the_rounds_share_out_the_blocks(shaped: Plan) -> None:
    numbers = [index for number in range(len(shaped.rounds)) for index in shaped.blocks_of(number)]
    assert numbers == list(range(shaped.n_blocks))


def test_a_match_s_number_and_its_place_are_inverse(shaped: Plan) -> None:
    places = [(matchup, pair, order) for matchup, pair in played(shaped) for order in range(2)]
    assert [shaped.locate(number) for number in range(shaped.games)] == places
    assert [shaped.number_of(*place) for place in places] == list(range(shaped.games))


def test_a_plan_cut_at_a_look_begins_with_the_same_blocks(shaped: Plan) -> None:
    for number, (_, end) in enumerate(shaped.rounds):
        cut = shaped.up_to(number)
        assert (cut.pairs, cut.looks) == (end, shaped.looks)
        assert cut.n_blocks == shaped.blocks_of(number).stop
        assert [cut.block(i) for i in range(cut.n_blocks)] == [
            shaped.block(i) for i in range(cut.n_blocks)
        ]
        assert [cut.locate(n) for n in range(cut.games)] == [
            shaped.locate(n) for n in range(cut.games)
        ]
        assert plan_from_json(plan_json(cut)) == cut
    assert shaped.up_to(len(shaped.rounds) - 1) == shaped


def test_numbers_agree_with_the_rows_that_are_stored(plan: Plan, tmp_path: Path) -> None:
    run_batch(plan, tmp_path)
    games = pd.concat(pd.read_parquet(f) for f in sorted(tmp_path.glob("games/*.parquet")))
    rows = list(zip(games["matchup"], games["pair"], games["first"], games["seed"], strict=True))
    assert len(rows) == plan.games
    for number, (matchup, pair, first, seed) in enumerate(rows):
        assert plan.locate(number) == (matchup, pair, "ab".index(first))
        assert locate_match(plan, number) == (matchup, seed, first)


@pytest.mark.parametrize(
    "change",
    [{"earlier": (8, 8)}, {"earlier": (20,)}, {"earlier": (12, 8)}, {"earlier": (0,)},
     {"earlier": (8.0,)}, {"looks": 3}, {"looks": 0}, {"precision": 0}, {"precision": -1.0},
     {"precision": "1"}],
    ids=str,
)  # fmt: skip
def test_a_plan_whose_looks_do_not_hold_together_is_not_read(
    change: dict[str, object], plan: Plan
) -> None:
    with pytest.raises(ValueError, match="does not hold together"):
        plan_from_json(plan_json(replace(plan, **change)))


def test_looks_are_taken_only_for_a_precision() -> None:
    assert make(pairs=2000).earlier == ()
    found = make(pairs=2000, precision=1.0)
    assert found.earlier[:3] == (FIRST_LOOK, 300, 450)
    assert found.looks == len(found.earlier) + 1
    assert make(pairs=FIRST_LOOK, precision=1.0).earlier == ()
    assert make(pairs=FIRST_LOOK + 1, precision=1.0).earlier == (FIRST_LOOK,)


# --- playing ----------------------------------------------------------------------------------


def test_looks_do_not_change_the_games(plan: Plan) -> None:
    whole = run_batch(replace(plan, earlier=(), looks=1, precision=None), None)
    assert are_same(run_batch(plan, None), whole)


def games_of(run: Path) -> pd.DataFrame:
    games = pd.concat(pd.read_parquet(file) for file in sorted(run.glob("games/*.parquet")))
    names = games.select_dtypes("category").columns
    games = games.astype(dict.fromkeys(names, str))
    return games.sort_values(["matchup", "pair", "first"]).reset_index(drop=True)


@pytest.mark.parametrize("pairs", [12, 20])
def test_a_plan_without_looks_gives_the_same_pairs_the_same_results(
    pairs: int, plan: Plan, tmp_path: Path
) -> None:
    run_batch(plan, tmp_path / "one", is_enough=stop_at(pairs))
    run_batch(make(pairs=pairs), tmp_path / "other")
    assert games_of(tmp_path / "one").equals(games_of(tmp_path / "other"))


@pytest.mark.parametrize("pairs", [8, 12, 18, 20])
def test_a_run_stops_at_the_first_look_that_is_enough(
    pairs: int, plan: Plan, tmp_path: Path
) -> None:
    asked: list[int] = []
    tally = run_batch(plan, tmp_path, is_enough=stop_at(pairs, asked))
    assert asked == [look for look in LOOKS if look <= pairs]
    assert tally.plan.pairs == pairs
    assert tally.n_games == tally.plan.games == 6 * pairs
    assert read_plan(tmp_path) == tally.plan
    files = [len(list((tmp_path / folder).iterdir())) for folder in ("games", "counts")]
    assert files == [tally.plan.n_blocks] * 2


def test_nobody_is_asked_at_the_end(plan: Plan) -> None:
    asked: list[int] = []
    run_batch(plan, None, is_enough=stop_at(0, asked))
    assert asked == list(LOOKS)


# --- the same bytes, whatever happens ---------------------------------------------------------


@pytest.fixture(scope="module")
def cut(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that stopped after the second look."""
    run = tmp_path_factory.mktemp("cut") / "run"
    run_batch(plan, run, is_enough=stop_at(12))
    return run


@pytest.mark.parametrize(("jobs", "backend"), [(2, "threading"), (3, "threading"), (2, "loky")])
def test_workers_do_not_change_a_byte(
    jobs: int, backend: str, plan: Plan, cut: Path, tmp_path: Path
) -> None:
    run_batch(plan, tmp_path, jobs, backend, is_enough=stop_at(12))
    assert tree(tmp_path) == tree(cut)


class Stop(BaseException):
    """Stands for whatever stops a run."""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("after", range(1, 6))
def test_a_run_stopped_after_any_block_stops_at_the_same_look(
    after: int, jobs: int, plan: Plan, cut: Path, tmp_path: Path
) -> None:
    told: list[int] = []

    def stop(games: int) -> None:
        told.append(games)
        if len(told) == after:
            raise Stop

    assert plan.blocks_of(1).stop == 5
    with pytest.raises(Stop):
        run_batch(plan, tmp_path, jobs, progress=stop, is_enough=stop_at(12))
    left = read_plan(tmp_path)
    assert left == plan
    run_batch(left, tmp_path, 3 - jobs, begun=take_up(tmp_path, left), is_enough=stop_at(12))
    assert tree(tmp_path) == tree(cut)


@pytest.mark.parametrize("name", ["manifest.json", "fates.parquet", "pairs.parquet"])
def test_a_run_stopped_while_it_ends_is_completed(
    name: str, plan: Plan, cut: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = begin(tmp_path, plan)
    move = Path.replace

    def stop(path: Path, target: Path) -> Path:
        if Path(target).name == name:
            raise Stop
        return move(path, target)

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(Stop):
        run_batch(plan, tmp_path, begun=begun, is_enough=stop_at(12))
    monkeypatch.undo()
    left = read_plan(tmp_path)
    run_batch(left, tmp_path, begun=take_up(tmp_path, left), is_enough=stop_at(12))
    assert tree(tmp_path) == tree(cut)


@pytest.mark.parametrize("lost", range(5))
@pytest.mark.parametrize("folder", ["games", "counts"])
def test_a_run_that_stopped_early_and_lost_a_block_is_completed(
    folder: str, lost: int, cut: Path, tmp_path: Path
) -> None:
    run = Path(shutil.copytree(cut, tmp_path / "run"))
    (run / folder / f"{lost:05d}.parquet").unlink()
    left, asked = read_plan(run), list[int]()
    run_batch(left, run, begun=take_up(run, left), is_enough=stop_at(12, asked))
    assert tree(run) == tree(cut)
    assert asked == []


def test_a_run_that_had_gone_on_beyond_a_look_is_not_asked_there_again(
    plan: Plan, tmp_path: Path
) -> None:
    run_batch(plan, tmp_path, is_enough=stop_at(18))
    whole = tree(tmp_path)
    left, asked = read_plan(tmp_path), list[int]()
    (tmp_path / "games" / "00000.parquet").unlink()
    (tmp_path / "games" / "00004.parquet").unlink()
    run_batch(left, tmp_path, begun=take_up(tmp_path, left), is_enough=stop_at(8, asked))
    assert asked == []
    assert tree(tmp_path) == whole


def test_a_run_that_stopped_early_is_taken_up_with_the_inputs_that_it_was_begun_with(
    plan: Plan, cut: Path, tmp_path: Path
) -> None:
    run = Path(shutil.copytree(cut, tmp_path / "run"))
    run_batch(plan, run, begun=take_up(run, plan), is_enough=stop_at(12))
    assert tree(run) == tree(cut)


# --- precise enough ---------------------------------------------------------------------------


def half_width(tally: Tally) -> float:
    """Half the width of the score of the one matchup that is no mirror, by the plain formula."""
    counts = tally.pairs[1]
    n = counts.sum()
    mean = (counts * STRENGTH).sum() / n
    return float(100 * 1.96 * np.sqrt((counts * (STRENGTH - mean) ** 2).sum() / n / n))


def test_a_precision_is_reached_at_one_look_and_not_before(tmp_path: Path) -> None:
    plan = make(pairs=3000, precision=3.0)
    tally = run_batch(plan, tmp_path, is_enough=is_precise)
    looks = (*plan.earlier, plan.pairs)
    number = looks.index(tally.plan.pairs)
    assert 0 < number < len(looks) - 1
    assert is_precise(tally)
    assert half_width(tally) < 3.0  # that of one look is narrower than that of many
    before = run_batch(plan.up_to(number - 1), None)
    assert not is_precise(before)
    assert tally.plan.looks == plan.looks


def test_a_precision_out_of_reach_plays_everything() -> None:
    plan = replace(make(pairs=300, precision=0.05), block_pairs=100)
    tally = run_batch(plan, None, is_enough=is_precise)
    assert tally.plan == plan
    assert tally.n_games == plan.games


def test_without_a_precision_nothing_is_precise(plan: Plan) -> None:
    easy = replace(plan, precision=25.0)
    assert is_precise(run_batch(easy, None))
    assert not is_precise(run_batch(replace(easy, precision=None), None))


def test_every_tier_has_to_be_precise() -> None:
    tally = run_batch(make(pairs=100, pilot=["greedy", "random"], precision=1.0), None)
    widths = [100 * widest(each.field, each.pairs, 1) for each in tier_counts(tally).values()]
    assert min(widths) < max(widths)
    for precision, is_enough in ((max(widths) + 0.01, True), (max(widths) - 0.01, False)):
        tally.plan = replace(tally.plan, precision=precision)
        assert is_precise(tally) == is_enough


def test_unequal_pilots_compare_no_decks_and_are_never_precise() -> None:
    flags = {"deck": DECKS, "pairs": 30, "precision": 25.0, "pilot_a": "random",
             "pilot_b": "greedy"}  # fmt: skip
    plan = make_plan(load_experiment(None, flags))
    assert plan.earlier == ()
    assert not is_precise(run_batch(plan, None))
