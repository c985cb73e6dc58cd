"""The run directory: written whole or not at all, and read back as it was."""

import json
from pathlib import Path

import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import (
    free_name,
    make_run_directory,
    read_manifest,
    read_plan,
    write_atomically,
    write_manifest,
)
from forgesim.errors import DataError, OutputError, UsageError


@pytest.fixture(scope="module")
def plan() -> Plan:
    flags = {
        "deck": ["wilds-fast", "mixed-burn"], "pairs": 3, "pilot": ["greedy", "random"],
        "seed": 7, "name": "mine",
        "set": ["second.start_heat=22", "switch.late_attach=off", "card.bramble_hound.cost=+1"],
    }  # fmt: skip
    return make_plan(load_experiment(None, flags))


def test_a_plan_survives_being_written_and_read(plan: Plan) -> None:
    text = json.dumps(plan_json(plan))
    back = plan_from_json(json.loads(text))
    assert json.dumps(plan_json(back)) == text
    assert back == plan


def test_a_stored_run_gives_its_plan_back(plan: Plan, tmp_path: Path) -> None:
    make_run_directory(tmp_path / "run", force=False)
    write_manifest(tmp_path / "run", plan)
    assert read_plan(tmp_path / "run") == plan


def test_a_plan_read_back_plays_the_same_games(plan: Plan, tmp_path: Path) -> None:
    back = plan_from_json(json.loads(json.dumps(plan_json(plan))))
    for name, each in (("one", plan), ("other", back)):
        run_batch(each, tmp_path / name)
    files = [
        (tmp_path / name / "games" / "00000.parquet").read_bytes() for name in ("one", "other")
    ]
    assert files[0] == files[1]


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")

    def fail(file: object) -> None:
        file.write(b"half")  # type: ignore[attr-defined]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, fail)
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
    write_atomically(path, lambda file: file.write(b"after") and None)
    assert path.read_bytes() == b"after"


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder, why in (("missing", "No such file or directory"), ("file", "Not a directory")):
        path = tmp_path / folder / "inner"
        with pytest.raises(OutputError, match=rf"inner cannot be written: {why}"):
            write_atomically(path, b"x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="folder cannot be written: Is a directory"):
        write_atomically(tmp_path / "folder", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_a_file_may_be_read_by_whom_the_umask_lets(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    write_atomically(tmp_path / "file", b"x")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_taken_name_gets_the_next_number(tmp_path: Path) -> None:
    assert free_name(tmp_path, "run") == tmp_path / "run"
    (tmp_path / "run").mkdir()
    assert free_name(tmp_path, "run") == tmp_path / "run-2"
    (tmp_path / "run-2").write_text("")
    assert free_name(tmp_path, "run") == tmp_path / "run-3"


def test_what_exists_is_refused_and_an_earlier_run_is_replaced_by_force(tmp_path: Path) -> None:
    run = tmp_path / "run"
    make_run_directory(run, force=False)
    (run / "manifest.json").write_text("{}")
    (run / "games" / "00009.parquet").write_text("old")
    (run / "notes.txt").write_text("mine")
    with pytest.raises(UsageError, match="name another --out, add --resume to complete"):
        make_run_directory(run, force=False)
    make_run_directory(run, force=True)
    assert not (run / "games" / "00009.parquet").exists()
    assert (run / "notes.txt").read_text() == "mine"


def test_force_does_not_overwrite_what_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not a run directory: it will not be overwritten"):
        make_run_directory(tmp_path, force=True)


@pytest.mark.parametrize("force", [False, True])
def test_an_empty_folder_is_taken(force: bool, tmp_path: Path) -> None:
    make_run_directory(tmp_path, force)
    assert (tmp_path / "games").is_dir()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is damaged: expected the JSON that forgesim wrote"),
        ("[]", "is damaged"),
        ("{}", "is damaged"),
        ('{"format": 99}', "has format 99, this forgesim reads format 4"),
    ],
)
def test_an_unreadable_manifest_is_refused(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(DataError, match=problem):
        read_manifest(tmp_path)


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", Path("a" * 300)):
        with pytest.raises(DataError, match=r"is not a run directory \(it has no manifest\.json\)"):
            read_manifest(path)
