"""Results from a stored run, whole or not, and from Python."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

import forgesim
from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import write_manifest
from forgesim.arena.tally import Tally
from forgesim.errors import DataError, UsageError
from forgesim.kernel.jit import engine_digest
from forgesim.results import Results, batch, open_run
from tests.arena.counting import are_same
from tests.cli.program import tree

FLAGS = {"deck": ["wilds-fast", "occult-fast"], "pairs": 20, "seed": 7}


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Three matchups of 20 pairs in six blocks."""
    return replace(make_plan(load_experiment(None, FLAGS)), block_pairs=11)


@pytest.fixture(scope="module")
def tally(plan: Plan) -> Tally:
    return run_batch(plan, None)


@pytest.fixture(scope="module")
def whole(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    run = tmp_path_factory.mktemp("whole") / "run"
    run_batch(plan, run)
    return run


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy, to be spoilt."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def spoil(run: Path, *files: str) -> None:
    for file in files:
        (run / file).write_bytes(b"PAR1")


# --- a stored run -----------------------------------------------------------------------------


def test_a_complete_run_is_opened(plan: Plan, tally: Tally, whole: Path) -> None:
    before = tree(whole)
    results = open_run(whole)
    assert are_same(results.tally, tally)
    assert (results.plan, results.path, results.notes) == (plan, whole, ())
    assert results.games == plan.games
    assert results.matters == plan.matters
    assert results.versions["engine"] == engine_digest()
    assert results.versions["forgesim"] == forgesim.__version__
    assert {"numpy", "python", "pyarrow"} <= set(results.versions)
    assert tree(whole) == before


def test_tables_are_found_by_name(whole: Path) -> None:
    results = open_run(str(whole))
    assert len(results) == len(list(results)) > 5
    assert set(results["decks"]["deck"]) == set(FLAGS["deck"])
    with pytest.raises(KeyError):
        results["no such table"]


def test_of_an_unfinished_run_the_whole_blocks_are_counted(plan: Plan, run: Path) -> None:
    shutil.rmtree(run / "tallies")
    (run / "games" / "00000.parquet").unlink()
    (run / "counts" / "00001.parquet").unlink()
    results = open_run(run)
    lost = 2 * sum(s.count for index in (0, 1) for s in plan.block(index))
    assert results.games == plan.games - lost
    assert results.tally.pairs.sum(axis=(1, 2)).tolist() == [0, 18, 20]
    share = f"{plan.games - lost} of {plan.games} games (63%)"
    assert results.notes == (f"the run is not complete: what follows is from {share}",)
    counts = results.counts["own"]
    assert counts.pairs.sum(axis=(1, 2)).tolist() == [18, 20]
    assert set(counts.games["matchup"].tolist()) == {0, 1}
    assert results["matchups"]["pairs"].tolist() == [18, 20]


def test_a_block_that_is_damaged_is_not_counted(plan: Plan, run: Path) -> None:
    spoil(run, "tallies/pairs.parquet", "counts/00002.parquet")
    assert open_run(run).games == plan.games - 22


@pytest.mark.parametrize("name", ["pairs", "games", "fates", "checks"])
def test_a_run_whose_tallies_are_damaged_is_counted_anew(
    name: str, tally: Tally, run: Path
) -> None:
    spoil(run, f"tallies/{name}.parquet")
    before = tree(run)
    assert are_same(open_run(run).tally, tally)
    assert tree(run) == before


def test_a_run_of_which_all_games_are_there_is_not_called_incomplete(run: Path) -> None:
    spoil(run, "tallies/pairs.parquet")
    assert not any("not complete" in note for note in open_run(run).notes)


@pytest.mark.parametrize("is_begun", [True, False])
def test_a_run_without_a_whole_block_is_refused(is_begun: bool, plan: Plan, tmp_path: Path) -> None:
    write_manifest(tmp_path, plan)
    if is_begun:
        (tmp_path / "games").mkdir()
        spoil(tmp_path, "games/00000.parquet")
    with pytest.raises(DataError, match="holds no game of its run"):
        open_run(tmp_path)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(DataError, match="is not a run directory"):
            open_run(path)


def change_manifest(run: Path, change: Callable[[dict[str, object]], None]) -> None:
    manifest = json.loads((run / "manifest.json").read_text("utf-8"))
    change(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest), "utf-8")


@pytest.mark.parametrize("has_tallies", [True, False])
def test_a_run_of_another_engine_is_opened_with_a_note(
    has_tallies: bool, tally: Tally, run: Path
) -> None:
    change_manifest(run, lambda manifest: manifest.update(engine="0" * 16))
    if not has_tallies:
        shutil.rmtree(run / "tallies")
    results = open_run(run)
    assert results.notes[0].startswith("played by another version of the engine")
    assert are_same(results.tally, tally)
    assert results.versions["engine"] == "0" * 16


@pytest.mark.parametrize("versions", [None, [], "1.0"], ids=repr)
def test_a_manifest_with_odd_versions_is_opened(versions: object, tally: Tally, run: Path) -> None:
    change_manifest(run, lambda manifest: manifest.update(versions=versions))
    change_manifest(run, lambda manifest: manifest.pop("forgesim"))
    results = open_run(run)
    assert are_same(results.tally, tally)
    assert results.versions == {"engine": engine_digest()}


# --- from Python ------------------------------------------------------------------------------


def test_a_batch_without_a_place_keeps_only_its_counts(
    plan: Plan, tally: Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    results = forgesim.batch(**FLAGS)
    assert are_same(results.tally, tally)
    assert results.path is None
    assert (replace(results.plan, block_pairs=11), results.notes) == (plan, ())
    assert list(tmp_path.iterdir()) == []


def test_a_batch_with_a_place_is_a_run(tally: Tally, tmp_path: Path) -> None:
    results = batch(out=tmp_path / "run", **FLAGS)
    opened = open_run(tmp_path / "run")
    assert isinstance(results, Results)
    assert results.path == opened.path
    assert are_same(results.tally, opened.tally)
    assert are_same(results.tally, tally)
    for name, table in opened.tables.items():
        assert table.equals(results[name]), name
    with pytest.raises(UsageError, match="exists already"):
        batch(out=tmp_path / "run", **FLAGS)


def test_a_batch_plays_a_file_and_flags_on_top(tally: Tally, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('deck = ["wilds-fast", "occult-fast"]\npairs = 5\nseed = 7\n')
    results = batch(file, pairs=20, set=["fp_cap=7"], jobs=2)
    assert are_same(results.tally, tally)
    assert (results.plan.name, results.plan.changed) == ("mine", ("fp_cap=7",))
    assert batch(str(file)).games == 30


@pytest.mark.parametrize(
    "flags", [{"deck": ["no-such-deck"]}, {"pairs": 0}, {"backend": "x"}, {"set": ["fp_cap"]}]
)
def test_a_batch_that_cannot_be_played_is_refused(flags: Mapping[str, object]) -> None:
    with pytest.raises(forgesim.errors.ForgesimError):
        batch(**flags)


def test_a_batch_stops_when_it_is_precise(tmp_path: Path) -> None:
    flags = FLAGS | {"pairs": 3000, "precision": 4.0}
    results = batch(out=tmp_path, **flags)
    assert results.plan.pairs in make_plan(load_experiment(None, flags)).earlier
    assert results.games == results.plan.games == 6 * results.plan.pairs
    opened = open_run(tmp_path)
    assert (opened.plan, opened.notes) == (results.plan, ())
    assert are_same(opened.tally, results.tally)
