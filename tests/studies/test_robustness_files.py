"""The pilot check beside a run: it is read as it was written, and refused where it is not."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from forgesim.arena.store import MANIFEST, make_run_directory, write_manifest
from forgesim.errors import DataError, OutputError
from forgesim.studies.robustness import Check, plan_check, play_check
from forgesim.studies.robustness_files import load_check, write_check
from tests.cli.program import tree
from tests.studies.plans import FIELD, plan_of

FILE = "check/pairs.parquet"
DECKS = FIELD[:2]


@pytest.fixture(scope="module")
def check() -> Check:
    planned = plan_check(plan_of(*DECKS, pairs=20), ["greedy", "control"], 5)
    return Check(planned, play_check(planned))


@pytest.fixture
def run(check: Check, tmp_path: Path) -> Path:
    make_run_directory(tmp_path / "run", force=False)
    write_manifest(tmp_path / "run", plan_of(*DECKS, pairs=20))
    write_check(tmp_path / "run", check)
    return tmp_path / "run"


def test_what_is_written_is_read_again(run: Path, check: Check) -> None:
    loaded = load_check(run)
    assert loaded is not None
    assert loaded.plan == check.plan
    assert np.array_equal(loaded.codes, check.codes)
    before = tree(run)
    write_check(run, loaded)
    assert tree(run) == before


def test_the_file_says_who_played_each_pair(run: Path, check: Check) -> None:
    table = pd.read_parquet(run / FILE)
    assert len(table) == len(check.codes)
    chosen = table[(table["tier_a"] == "greedy") & (table["tier_b"] == "control")]
    greedy, control = (check.counts.tiers.index(name) for name in ("greedy", "control"))
    scores = (chosen["score_a_first"] + chosen["score_a_second"]) / 2
    assert scores.tolist() == check.counts.strengths[greedy, control].ravel().tolist()
    is_free = (table["forbidden_a"] == "") & (table["forbidden_b"] == "")
    assert is_free.sum() == len(check.codes) - check.counts.probes.bound.size
    assert not ((table["forbidden_a"] != "") & (table["forbidden_b"] != "")).any()
    assert table["pair"].max() == 4


def test_a_run_without_a_check_has_none(tmp_path: Path) -> None:
    make_run_directory(tmp_path / "run", force=False)
    write_manifest(tmp_path / "run", plan_of(*DECKS))
    assert load_check(tmp_path / "run") is None


def refusal(run: Path) -> str:
    with pytest.raises(DataError) as error:
        load_check(run)
    text = str(error.value)
    assert text.endswith(f": forgesim report {run} plays the pilot check again")
    return text.removeprefix(f"{run}/").partition(": forgesim")[0]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "emptied": lambda _: b"",
    "no Parquet": lambda _: b"pair,score\n",
    "a byte changed": lambda data: data[:40] + bytes([data[40] ^ 255]) + data[41:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_named(damage: str, run: Path) -> None:
    file = run / FILE
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert refusal(run) == f"{FILE}: is missing or damaged"


def rewritten(run: Path, change: Callable[[pa.Table], pa.Table]) -> None:
    pq.write_table(change(pq.read_table(run / FILE)), run / FILE)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda table: table.replace_schema_metadata(None), "does not say what it was made from"),
        (lambda table: table.slice(1), "does not hold together"),
        (lambda table: table.drop_columns("pair"), "does not hold together"),
    ],
)
def test_files_that_others_wrote_are_refused(
    change: Callable[[pa.Table], pa.Table], problem: str, run: Path
) -> None:
    rewritten(run, change)
    assert refusal(run) == f"{FILE}: {problem}"


def change_about(run: Path, **changes: object) -> None:
    table = pq.read_table(run / FILE)
    about = json.loads(table.schema.metadata[b"forgesim"]) | changes
    rewritten(run, lambda _: table.replace_schema_metadata({b"forgesim": json.dumps(about)}))


@pytest.mark.parametrize(
    "changes", [{"pairs": 4}, {"members": []}, {"tiers": "two"}, {"prober": 9}, {"pilots": None}]
)
def test_a_file_whose_description_is_off_is_refused(changes: dict[str, object], run: Path) -> None:
    change_about(run, **changes)
    assert refusal(run) == f"{FILE}: does not hold together"


def test_the_check_of_another_engine_than_the_run_s_is_refused(run: Path) -> None:
    manifest = json.loads((run / MANIFEST).read_text("utf-8"))
    (run / MANIFEST).write_text(json.dumps(manifest | {"engine": "0" * 16}), "utf-8")
    assert refusal(run) == f"{FILE}: is of another version of the engine"


@pytest.mark.parametrize("other", [{"seed": 2}, {"set": ["card.wick_imp.cost=+1"]}])
def test_the_check_of_another_run_is_refused(other: dict[str, object], run: Path) -> None:
    write_manifest(run, plan_of(*DECKS, pairs=20, **other))
    assert refusal(run) == f"{FILE}: is of another run"


def test_a_run_that_was_lengthened_keeps_its_check(run: Path) -> None:
    write_manifest(run, plan_of(*DECKS, pairs=50))
    assert load_check(run) is not None


def test_an_earlier_run_is_overwritten_with_its_check(run: Path) -> None:
    make_run_directory(run, force=True)
    assert not (run / FILE).exists()


def test_a_place_that_cannot_be_written_is_named(run: Path, check: Check) -> None:
    (run / FILE).unlink()
    (run / "check").rmdir()
    (run / "check").write_text("mine")
    with pytest.raises(OutputError, match="check cannot be made"):
        write_check(run, check)
