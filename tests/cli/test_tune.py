"""`forgesim pilot tune`: writes what is proven, says what is not, and goes on where it stopped."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from forgesim.studies import pace
from tests.cli.program import PROGRAM, call_forgesim, call_well, matches_snapshot, tree

HEAD = """\
name = "tuned"
start = "./shy.toml"
opponents = ["greedy", "midrange"]
deck = ["wilds-fast", "armory-slow"]
population = 6
pairs = 4
held_out = 40
"""
GAINS = HEAD + 'move = ["face"]\nsigma = 1\ngenerations = 6\n'
NOTHING = HEAD + 'move = ["artifact_cursed"]\ngenerations = 2\n'
SHY = 'name = "shy"\nkind = "weights"\n[weights]\nplay = 10\nattach = 10\nface = -2\nkill = 5\n'


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilots are not timed for long."""
    monkeypatch.setattr(pace, "SECONDS", 0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A pilot that shuns the enemy forge, and what may mend it or not."""
    (tmp_path / "shy.toml").write_text(SHY, encoding="utf-8")
    (tmp_path / "gains.toml").write_text(GAINS, encoding="utf-8")
    (tmp_path / "nothing.toml").write_text(NOTHING, encoding="utf-8")
    return tmp_path


def test_a_proven_gain_is_told_and_the_pilot_is_written(folder: Path) -> None:
    before = tree(folder)
    result = call_forgesim("pilot", "tune", "gains.toml", "--jobs", "1", cwd=folder)
    assert result.code == 0, result.err
    assert result.err == (
        "1 weight of shy against greedy, midrange, with 2 decks: 6 generations of 6, 1 worker\n"
    )
    assert matches_snapshot("pilot-tune", result.out)
    assert tree(folder).keys() - before.keys() == {"tuned.toml"}
    written = (folder / "tuned.toml").read_text(encoding="utf-8")
    assert written.startswith("# Made by: forgesim pilot tune gains.toml\n")
    call_well("pilot", "tune", "gains.toml", "--out", "again.toml", "--jobs", "2", cwd=folder)
    assert (folder / "again.toml").read_text(encoding="utf-8") == written
    shown = call_well("pilot", "ladder", "./tuned.toml", "./shy.toml", "--pairs", "4", "--deck",
                      "wilds-fast", "--quiet", cwd=folder)  # fmt: skip
    assert shown.index("\ntuned ") < shown.index("\nshy ")


def test_a_file_that_is_there_is_not_overwritten(folder: Path) -> None:
    (folder / "tuned.toml").write_text("mine", encoding="utf-8")
    before = tree(folder)
    result = call_forgesim("pilot", "tune", "gains.toml", cwd=folder)
    assert (result.code, tree(folder)) == (2, before)
    call_well("pilot", "tune", "gains.toml", "--force", "--quiet", cwd=folder)
    assert (folder / "tuned.toml").read_text(encoding="utf-8") != "mine"


def test_where_no_gain_is_proven_no_pilot_is_written_unless_it_is_wanted(folder: Path) -> None:
    result = call_forgesim("pilot", "tune", "nothing.toml", "--quiet", cwd=folder)
    assert result.code == 4
    assert "\nNo gain is proven: +0.00 [" in result.out
    assert not (folder / "tuned.toml").exists()
    assert "--resume --always writes the pilot" in result.out
    again = call_forgesim("pilot", "tune", "nothing.toml", cwd=folder)
    assert again.code == 2
    assert "tuned.toml.journal holds 2 generations of this tuning" in again.err
    result = call_forgesim("pilot", "tune", "nothing.toml", "--resume", "--always", cwd=folder)
    assert result.code == 0
    assert "2 generations kept from before\n" in result.err
    assert "no gain is proven" in (folder / "tuned.toml").read_text(encoding="utf-8")
    assert not (folder / "tuned.toml.journal").exists()


def test_a_project_s_pilot_is_put_beside_its_others(folder: Path) -> None:
    (folder / "experiment.toml").write_text('deck = ["wilds-fast"]\n', encoding="utf-8")
    (folder / "pilots").mkdir()
    call_well("pilot", "tune", "nothing.toml", "--always", "--quiet", cwd=folder)
    assert (folder / "pilots" / "tuned.toml").is_file()


def test_a_journal_of_another_tuning_is_left_alone(folder: Path) -> None:
    call_forgesim("pilot", "tune", "nothing.toml", "--quiet", cwd=folder)
    before = tree(folder)
    result = call_forgesim("pilot", "tune", "gains.toml", "--resume", cwd=folder)
    assert (result.code, tree(folder)) == (2, before)
    assert "is of another tuning" in result.err
    call_well("pilot", "tune", "gains.toml", "--force", "--quiet", cwd=folder)
    assert not (folder / "tuned.toml.journal").exists()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_tuning_that_is_stopped_goes_on_to_the_same_pilot(
    folder: Path, number: signal.Signals
) -> None:
    longer = GAINS.replace("generations = 6", "generations = 300").replace(
        "pairs = 4", "pairs = 40"
    )
    (folder / "longer.toml").write_text(longer, encoding="utf-8")
    journal = folder / "tuned.toml.journal"
    command = [PROGRAM, "pilot", "tune", "longer.toml", "--jobs", "2"]
    process = subprocess.Popen(
        command, cwd=folder, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True
    )
    end = time.monotonic() + 120
    while not journal.exists() and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(process.pid, number)
    _, err = process.communicate(timeout=60)
    kept = len(journal.read_text(encoding="utf-8").splitlines()) - 1
    assert 1 <= kept < 300
    assert not (folder / "tuned.toml").exists()
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert "Go on: forgesim pilot tune longer.toml --resume" in err
    few = longer.replace("generations = 300", f"generations = {kept + 2}")
    (folder / "longer.toml").write_text(few, encoding="utf-8")
    call_well("pilot", "tune", "longer.toml", "--resume", "--quiet", cwd=folder)
    call_well("pilot", "tune", "longer.toml", "--out", "whole.toml", "--quiet", cwd=folder)
    assert (folder / "tuned.toml").read_bytes() == (folder / "whole.toml").read_bytes()
