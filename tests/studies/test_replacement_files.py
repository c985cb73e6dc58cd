"""Replacement impact beside a run: it is read as it was written, and refused where it is not."""

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

from forgesim.arena.store import MANIFEST, make_run_directory, write_manifest
from forgesim.errors import DataError, OutputError
from forgesim.kernel.jit import engine_digest
from forgesim.studies import replacement_files
from forgesim.studies.replacement import Replacement, replacement_impact
from forgesim.studies.replacement_files import load_replacement, write_replacement
from tests.cli.program import tree
from tests.studies.plans import FIELD, plan_of

CARDS, DECKS = "impact/replacement.parquet", "impact/replacement_by_deck.parquet"


@pytest.fixture(scope="module")
def found() -> Replacement:
    return replacement_impact(plan_of(*FIELD[:2]), 5.0, ["wick_imp", "ritual_knife", "ash_moth"])


@pytest.fixture
def run(found: Replacement, tmp_path: Path) -> Path:
    make_run_directory(tmp_path / "run", force=False)
    write_manifest(tmp_path / "run", plan_of(*FIELD[:2]))
    write_replacement(tmp_path / "run", found)
    return tmp_path / "run"


def test_what_is_written_is_read_again(run: Path, found: Replacement) -> None:
    loaded = load_replacement(run)
    assert loaded is not None
    pd.testing.assert_frame_equal(loaded.cards, found.cards, check_exact=True)
    pd.testing.assert_frame_equal(loaded.decks, found.decks, check_exact=True)
    assert loaded.precision == 5.0
    assert {name for name in tree(run) if name.startswith("impact/")} == {CARDS, DECKS}


def test_the_same_impact_is_the_same_bytes(run: Path, found: Replacement) -> None:
    before = tree(run)
    write_replacement(run, found)
    assert tree(run) == before


def test_files_say_what_they_were_made_from(run: Path) -> None:
    for name in (CARDS, DECKS):
        about = json.loads((pq.read_schema(run / name).metadata or {})[b"forgesim"])
        assert (about["precision"], about["seed"], about["engine"]) == (5.0, 1, engine_digest())


def test_a_run_without_impact_has_none(tmp_path: Path) -> None:
    make_run_directory(tmp_path / "run", force=False)
    write_manifest(tmp_path / "run", plan_of(*FIELD[:2]))
    assert load_replacement(tmp_path / "run") is None


def refusal(run: Path) -> str:
    with pytest.raises(DataError) as error:
        load_replacement(run)
    text = str(error.value)
    assert text.endswith(f": measure again with forgesim card impact {run}")
    return text.removeprefix(f"{run}/").partition(": measure")[0]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "emptied": lambda _: b"",
    "no Parquet": lambda _: b"tier,card\n",
    "a byte changed": lambda data: data[:40] + bytes([data[40] ^ 255]) + data[41:],
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", [CARDS, DECKS])
def test_a_damaged_file_is_named(name: str, damage: str, run: Path) -> None:
    file = run / name
    file.write_bytes(DAMAGE[damage](file.read_bytes()))
    assert refusal(run) == f"{name}: is missing or damaged"


@pytest.mark.parametrize("name", [CARDS, DECKS])
def test_a_file_alone_is_not_enough(name: str, run: Path) -> None:
    (run / name).unlink()
    assert refusal(run) == f"{name}: is missing or damaged"


def test_files_that_others_wrote_are_refused(run: Path) -> None:
    pq.write_table(pq.read_table(run / DECKS).replace_schema_metadata(None), run / DECKS)
    assert refusal(run) == f"{DECKS}: does not say what it was made from"
    pq.write_table(pq.read_table(run / CARDS).drop_columns("pairs"), run / CARDS)
    assert refusal(run) == f"{CARDS}: has other columns than forgesim writes"


def test_files_of_two_measurements_are_refused(run: Path, found: Replacement) -> None:
    first = (run / DECKS).read_bytes()
    write_replacement(run, Replacement(found.cards, found.decks, 4.0))
    (run / DECKS).write_bytes(first)
    assert refusal(run) == f"{DECKS}: is of another measurement than replacement.parquet"


def test_the_impact_of_another_engine_is_refused(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replacement_files, "engine_digest", lambda: "0" * 16)
    assert refusal(run) == f"{CARDS}: is of another version of the engine"


@pytest.mark.parametrize("other", [{"seed": 2}, {"set": ["card.wick_imp.cost=+1"]}])
def test_the_impact_of_another_run_is_refused(other: dict[str, object], run: Path) -> None:
    write_manifest(run, plan_of(*FIELD[:2], **other))
    assert refusal(run) == f"{CARDS}: is of another run"


def test_a_run_that_was_lengthened_keeps_its_impact(run: Path) -> None:
    write_manifest(run, plan_of(*FIELD[:2], pairs=50))
    assert load_replacement(run) is not None


def test_a_place_that_cannot_be_written_is_named(run: Path, found: Replacement) -> None:
    for name in (CARDS, DECKS):
        (run / name).unlink()
    (run / "impact").rmdir()
    (run / "impact").write_text("mine")
    with pytest.raises(OutputError, match="impact cannot be made"):
        write_replacement(run, found)


def test_without_a_manifest_there_is_no_run(run: Path) -> None:
    (run / MANIFEST).unlink()
    with pytest.raises(DataError, match="is not a run directory"):
        load_replacement(run)
