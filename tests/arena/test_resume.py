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
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from forgesim.arena.batch import run_batch, take_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.games import stored_blocks
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import (
    changed_versions,
    check_run_directory,
    is_run,
    make_run_directory,
)
from forgesim.errors import DataError, OutputError, UsageError
from tests.arena.counting import are_same
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


FOLDERS = ["games", "counts"]
"""Where each block has a file."""


def block(run: Path, index: int, folder: str = "games") -> Path:
    return run / folder / f"{index:05d}.parquet"


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
    assert are_same(begun.tally, played)


def test_a_complete_run_is_left_as_it_is(plan: Plan, whole: Path, run: Path) -> None:
    assert complete(run, plan) == 0
    assert tree(run) == tree(whole)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_missing_blocks_are_played_again_by_any_workers(
    backend: str, plan: Plan, whole: Path, run: Path
) -> None:
    for index in (0, 3, 5):
        block(run, index, FOLDERS[index % 2]).unlink()
    assert complete(run, plan, 2, backend) == games_in(plan, 0, 3, 5)
    assert tree(run) == tree(whole)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_any_number_of_workers_finds_nothing_to_do(
    backend: str, plan: Plan, whole: Path, run: Path
) -> None:
    without_tallies(run)
    assert complete(run, plan, 2, backend) == 0
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


def swap_with_one_of_its_size(file: Path) -> None:
    shutil.copy(file.parent / "00004.parquet", file)


def put_the_other(file: Path) -> None:
    folder = FOLDERS[1 - FOLDERS.index(file.parent.name)]
    shutil.copy(block(file.parent.parent, 2, folder), file)


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


def rename_the_values(file: Path) -> None:
    pq.write_table(pq.read_table(file).rename_columns({"value": "values"}), file)


def widen_the_values(file: Path) -> None:
    table = pq.read_table(file)
    pq.write_table(table.set_column(1, "value", table["value"].cast("int64")), file)


def turn_the_places(file: Path) -> None:
    table = pq.read_table(file)
    pq.write_table(table.set_column(0, "place", table["place"].take(np.arange(len(table))[::-1])),
                   file)  # fmt: skip


def exchange_two_rows(file: Path) -> None:
    table = pq.read_table(file)
    rows = np.arange(len(table))
    rows[[3, 4]] = 4, 3
    pq.write_table(table.take(rows), file)


def leave_nothing(file: Path) -> None:
    pq.write_table(pq.read_table(file)[:0], file)


def put_out_of_reach(file: Path) -> None:
    table = pq.read_table(file)
    places = table["place"].to_numpy() + 10**9
    pq.write_table(table.set_column(0, "place", pa.array(places)), file)


OF_ANY = (cut_off, cut_in_half, empty, zero, scramble, swap, swap_with_one_of_its_size,
          put_the_other, put_tallies, Path.unlink)  # fmt: skip
DAMAGE = {
    "games": (*OF_ANY, rename_a_column, widen_a_column, exchange_the_decks),
    "counts": (*OF_ANY, rename_the_values, widen_the_values, turn_the_places, exchange_two_rows,
               leave_nothing, put_out_of_reach),
}  # fmt: skip


@pytest.mark.parametrize(
    ("folder", "damage"),
    [(folder, damage) for folder, kinds in DAMAGE.items() for damage in kinds],
)
def test_a_damaged_block_is_played_again(
    folder: str, damage: Callable[[Path], None], plan: Plan, whole: Path, run: Path
) -> None:
    damage(block(run, 2, folder))
    without_tallies(run)
    assert complete(run, plan) == games_in(plan, 2)
    assert tree(run) == tree(whole)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("other", [3, 4], ids=["of another size", "of the same size"])
def test_two_blocks_that_changed_places_are_played_again(
    other: int, folder: str, plan: Plan, whole: Path, run: Path
) -> None:
    block(run, 2, folder).rename(run / "kept")
    block(run, other, folder).rename(block(run, 2, folder))
    (run / "kept").rename(block(run, other, folder))
    assert complete(run, plan) == games_in(plan, 2, other)
    assert tree(run) == tree(whole)


OTHER_RUNS = {
    "another seed": {"seed": 8},
    "other pilots": {"pilot": ["random"]},
    "other rules": {"set": ["fp_cap=2"]},
}
TOLD_APART = [
    *((what, folder) for what in ("another seed", "other pilots") for folder in FOLDERS),
    ("other rules", "counts"),  # from the games, which do not say by what rules they were played
]


@pytest.mark.parametrize(("what", "folder"), TOLD_APART)
def test_a_block_of_another_run_is_played_again(
    what: str, folder: str, plan: Plan, whole: Path, run: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    run_batch(make(**OTHER_RUNS[what]), other)
    shutil.copy(block(other, 2, folder), block(run, 2, folder))
    assert complete(run, plan) == games_in(plan, 2)
    assert tree(run) == tree(whole)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_byte_changes_what_is_stored_unnoticed(folder: str, plan: Plan, tmp_path: Path) -> None:
    # Headers of pages and the file's footer have bytes that say nothing about the games.
    one = replace(plan, pairs=3)
    run_batch(one, tmp_path)
    file, dice, noticed = block(tmp_path, 0, folder), random.Random(2), 0
    sound, stored = file.read_bytes(), pq.read_table(file)
    for _ in range(150):
        data = bytearray(sound)
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        file.write_bytes(data)
        if list(stored_blocks(tmp_path, one)):
            assert pq.read_table(file).equals(stored)
        else:
            noticed += 1
    assert noticed > 50


# What a killed process leaves lying about.


def test_half_written_files_are_removed_and_no_others(plan: Plan, whole: Path, run: Path) -> None:
    half = ["games/.00002.parquet.x7k2_a9q.half", "counts/.00002.parquet.m1n2_o3p.half",
            "tallies/.pairs.parquet.8hq0p1zz.half", ".manifest.json.q1w2e3r4.half"]  # fmt: skip
    for name in half:
        (run / name).write_bytes(b"PAR1 half")
    mine = {".gitignore": b"*", "notes.txt": b"mine", "games/.DS_Store": b"x"}
    for name, content in mine.items():
        (run / name).write_bytes(content)
    (run / ".git").mkdir()
    without_tallies(run)
    complete(run, plan)
    assert tree(run) == tree(whole) | mine | {".git": None}


@pytest.mark.parametrize("left", [[], [""], ["games", "counts"]], ids=["nothing", "folder", "two"])
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


@pytest.mark.parametrize("fatal", [6, 7], ids=FOLDERS[::-1])
def test_a_run_whose_disk_is_full_keeps_what_is_whole(
    fatal: int, plan: Plan, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    flush = os.fsync

    def fill(handle: int) -> None:
        written.append(handle)
        if len(written) == fatal:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        flush(handle)

    monkeypatch.setattr(os, "fsync", fill)
    with pytest.raises(OutputError, match=r"00002\.parquet cannot be written: No space left"):
        run_batch(plan, tmp_path)
    stored = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert stored == ["00000.parquet", "00001.parquet"]
    assert complete(tmp_path, plan) == plan.games - games_in(plan, 0, 1)
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
    "what matters": ({"matters": 1.0}, r"\(other matters\)"),
    "precision": ({"precision": 1.0}, r"\(other precision\)"),
    "looks": ({"precision": 1.0, "pairs": 400}, r"other precision; other earlier; other looks"),
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
    [("plan", []), ("plan", {"seed": 7}), ("plan", None), ("format", 1)],
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
