"""A run that was stopped is completed, to the bytes of one that never was."""

import errno
import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from forgesim.arena.batch import run_batch, take_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import (
    changed_versions,
    check_run_directory,
    is_run,
    make_run_directory,
)
from forgesim.errors import DataError, OutputError, UsageError
from tests.cli.program import tree

DECKS = ["wilds-fast", "occult-fast"]
BLOCKS = 6


def make(**flags: object) -> Plan:
    """A plan of three matchups in six blocks, most of which hold parts of two."""
    asked = {"deck": DECKS, "pairs": 20, "seed": 7} | flags
    return replace(make_plan(load_experiment(None, asked)), block_pairs=11)


@pytest.fixture(scope="module")
def plan() -> Plan:
    made = make()
    assert made.n_blocks == BLOCKS
    return made


@pytest.fixture(scope="module")
def whole(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing disturbed."""
    run = tmp_path_factory.mktemp("whole") / "run"
    run_batch(plan, run)
    return run


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoilt."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def block(run: Path, index: int) -> Path:
    return run / "games" / f"{index:05d}.parquet"


def without_tallies(run: Path) -> None:
    for file in (run / "tallies").iterdir():
        file.unlink()


def complete(run: Path, plan: Plan, jobs: int = 1, backend: str = "threading") -> int:
    """Complete a run; how many games were played for that."""
    played: list[int] = []
    run_batch(plan, run, jobs, backend, begun=take_up(run, plan), progress=played.append)
    return sum(played)


def games_in(plan: Plan, *blocks: int) -> int:
    return 2 * sum(segment.count for index in blocks for segment in plan.block(index))


class Stop(BaseException):
    """Stands for whatever stops a run."""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("after", range(1, BLOCKS + 1))
def test_a_run_stopped_after_any_block_is_completed_to_the_same_bytes(
    after: int, jobs: int, plan: Plan, whole: Path, tmp_path: Path
) -> None:
    told: list[int] = []

    def stop(games: int) -> None:
        told.append(games)
        if len(told) == after:
            raise Stop

    with pytest.raises(Stop):
        run_batch(plan, tmp_path, jobs, progress=stop)
    assert len(list((tmp_path / "games").iterdir())) == after
    played = complete(tmp_path, plan, jobs=3 - jobs)
    assert played == plan.games - sum(told)
    assert tree(tmp_path) == tree(whole)


def test_what_is_stored_is_counted_as_if_it_had_been_played(plan: Plan, run: Path) -> None:
    played, begun = run_batch(plan, None), take_up(run, plan)
    assert begun.blocks == set(range(BLOCKS))
    assert begun.games == plan.games
    assert np.array_equal(begun.tally.pairs, played.pairs)
    assert np.array_equal(begun.tally.decisions, played.decisions)
    assert begun.tally.games == played.games


def test_a_complete_run_is_left_as_it_is(plan: Plan, whole: Path, run: Path) -> None:
    assert complete(run, plan) == 0
    assert tree(run) == tree(whole)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_missing_blocks_are_played_again_by_any_workers(
    backend: str, plan: Plan, whole: Path, run: Path
) -> None:
    for index in (0, 3, 5):
        block(run, index).unlink()
    assert complete(run, plan, 2, backend) == games_in(plan, 0, 3, 5)
    assert tree(run) == tree(whole)


# Damage.


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def cut_in_half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def zero(file: Path) -> None:
    file.write_bytes(bytes(file.stat().st_size))


def scramble(file: Path) -> None:
    file.write_bytes(random.Random(1).randbytes(file.stat().st_size))


def swap(file: Path) -> None:
    shutil.copy(file.parent / "00001.parquet", file)


def put_tallies(file: Path) -> None:
    shutil.copy(file.parent.parent / "tallies" / "games.parquet", file)


def rename_a_column(file: Path) -> None:
    table = pq.read_table(file)
    pq.write_table(table.rename_columns({"heat_a": "heat"}), file)


def widen_a_column(file: Path) -> None:
    table = pq.read_table(file)
    place = table.column_names.index("turns")
    pq.write_table(table.set_column(place, "turns", table["turns"].cast("int64")), file)


def exchange_the_decks(file: Path) -> None:
    names = {"deck_a": "deck_b", "deck_b": "deck_a"}
    table = pq.read_table(file).rename_columns(names)
    pq.write_table(table.select(pq.read_schema(file).names), file)


@pytest.mark.parametrize(
    "damage",
    [cut_off, cut_in_half, empty, zero, scramble, swap, put_tallies, rename_a_column,
     widen_a_column, exchange_the_decks, Path.unlink],
)  # fmt: skip
def test_a_damaged_block_is_played_again(
    damage: Callable[[Path], None], plan: Plan, whole: Path, run: Path
) -> None:
    damage(block(run, 2))
    without_tallies(run)
    assert complete(run, plan) == games_in(plan, 2)
    assert tree(run) == tree(whole)


def test_two_blocks_that_changed_places_are_played_again(
    plan: Plan, whole: Path, run: Path
) -> None:
    block(run, 2).rename(run / "kept")
    block(run, 3).rename(block(run, 2))
    (run / "kept").rename(block(run, 3))
    assert complete(run, plan) == games_in(plan, 2, 3)
    assert tree(run) == tree(whole)


def test_a_block_of_a_run_with_another_seed_is_played_again(
    plan: Plan, whole: Path, run: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    run_batch(replace(plan, seed=8), other)
    shutil.copy(block(other, 2), block(run, 2))
    assert complete(run, plan) == games_in(plan, 2)
    assert tree(run) == tree(whole)


def test_no_byte_changes_a_stored_game_unnoticed(plan: Plan, run: Path) -> None:
    # Headers of pages and the file's footer have bytes that say nothing about the games.
    file, dice, noticed = block(run, 2), random.Random(2), 0
    sound, games = file.read_bytes(), pq.read_table(file)
    for _ in range(150):
        data = bytearray(sound)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        file.write_bytes(data)
        if 2 in take_up(run, plan).blocks:
            assert pq.read_table(file).equals(games)
        else:
            noticed += 1
    assert noticed > 50


# What a killed process leaves lying about.


def test_half_written_files_are_removed_and_no_others(plan: Plan, whole: Path, run: Path) -> None:
    half = ["games/.00002.parquet.x7k2_a9q.half", "tallies/.pairs.parquet.8hq0p1zz.half",
            ".manifest.json.q1w2e3r4.half"]  # fmt: skip
    for name in half:
        (run / name).write_bytes(b"PAR1 half")
    mine = {".gitignore": b"*", "notes.txt": b"mine", "games/.DS_Store": b"x"}
    for name, content in mine.items():
        (run / name).write_bytes(content)
    (run / ".git").mkdir()
    without_tallies(run)
    complete(run, plan)
    assert tree(run) == tree(whole) | mine | {".git": None}


@pytest.mark.parametrize("left", [[], [""], ["games", "tallies"]], ids=["nothing", "folder", "two"])
def test_a_run_killed_before_its_manifest_can_be_begun_again(
    left: list[str], plan: Plan, whole: Path, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    for name in left:
        (run / name).mkdir(parents=True)
        (run / ".manifest.json.q1w2e3r4.half").write_bytes(b"{")
    assert not is_run(run)
    run_batch(plan, run)
    assert tree(run) == tree(whole)


def test_a_forced_run_stopped_while_it_clears_the_place_leaves_the_earlier_one(
    plan: Plan, whole: Path, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove = Path.unlink
    removed: list[Path] = []

    def stop(path: Path, missing_ok: bool = False) -> None:
        if len(removed) == 5:
            raise Stop
        removed.append(path)
        remove(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", stop)
    with pytest.raises(Stop):
        make_run_directory(run, force=True)
    monkeypatch.undo()
    assert len(removed) == 5
    complete(run, plan)
    assert tree(run) == tree(whole)


def test_a_run_whose_disk_is_full_keeps_what_is_whole(
    plan: Plan, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    flush = os.fsync

    def fill(handle: int) -> None:
        written.append(handle)
        if len(written) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(handle)

    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(OutputError, match=r"00002\.parquet cannot be written: No space left"):
        run_batch(plan, tmp_path)
    stored = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert stored == ["00000.parquet", "00001.parquet"]
    complete(tmp_path, plan)
    assert tree(tmp_path) == tree(whole)


# What is refused.

OTHERS = {
    "seed": ({"seed": 8}, r"\(seed 7, not 8\)"),
    "pairs": ({"pairs": 21}, r"\(pairs 20, not 21\)"),
    "decks": ({"deck": ["wilds-fast", "mixed-burn"]}, r"other decks"),
    "cards": ({"set": ["card.bramble_hound.cost=+1"]}, r"other changed; other roster"),
    "rules": ({"set": ["fp_cap=9"]}, r"other changed; other ruleset"),
    "pilots": ({"pilot": ["random"]}, r"other pilots"),
    "name": ({"name": "mine"}, r"\(other name\)"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_plan_is_refused_by_what_differs(name: str, run: Path) -> None:
    flags, difference = OTHERS[name]
    (run / "games" / ".00002.parquet.x7k2_a9q.half").write_bytes(b"")
    before = tree(run)
    with pytest.raises(UsageError, match=difference) as refusal:
        take_up(run, make(**flags))
    assert str(refusal.value).endswith(f"forgesim batch --resume --out {run}")
    assert tree(run) == before


def test_cards_that_changed_without_a_trace_in_the_settings_are_noticed(
    plan: Plan, run: Path
) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    card = next(iter(manifest["plan"]["roster"]["cards"].values()))
    card["cost"] = card["cost"] + 1
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(UsageError, match=r"\(other roster\)"):
        take_up(run, plan)


def test_a_run_of_another_engine_is_refused(plan: Plan, run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    manifest["engine"] = "0" * 16
    (run / "manifest.json").write_text(json.dumps(manifest))
    before = tree(run)
    with pytest.raises(UsageError, match="was played by another version of the engine"):
        take_up(run, plan)
    assert tree(run) == before


@pytest.mark.parametrize(
    ("key", "value"),
    [("plan", []), ("plan", {"seed": 7}), ("plan", None), ("format", 2)],
)
def test_a_damaged_manifest_is_refused(key: str, value: object, plan: Plan, run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {key: value}))
    with pytest.raises(DataError):
        take_up(run, plan)


@pytest.mark.parametrize(
    ("versions", "changes"),
    [(None, []), ([], []), ({"numpy": "1.0"}, ["numpy 1.0, now "])],
)
def test_what_has_another_version_now_is_named(
    versions: object, changes: list[str], run: Path
) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps(manifest | {"versions": versions}))
    found = changed_versions(run)
    assert [change[: len(start)] for change, start in zip(found, changes, strict=True)] == changes


def test_a_place_that_cannot_be_looked_at_is_refused() -> None:
    with pytest.raises(OutputError, match="cannot be made: File name too long"):
        check_run_directory(Path("a" * 300), force=False)
    with pytest.raises(UsageError, match="cannot be the name of a run directory"):
        check_run_directory(Path("a\0b"), force=False)
