"""`forgesim study`: what it prints, what it leaves behind, and what it refuses."""

import signal
import subprocess
import time
from pathlib import Path

import pandas as pd
import pytest

from forgesim.studies import pace
from forgesim.studies.decision.folder import STATED
from tests.cli.program import (
    PROGRAM,
    call_forgesim,
    call_well,
    matches_snapshot,
    run_well,
    tree,
)
from tests.studies.decision.toys import BREAKS, NOTHING, STUDY, make_toy, synergy

CANDIDATES = {
    "nothing": synergy("nothing", "any", NOTHING),
    "breaks": synergy("breaks", "Wilds", BREAKS),
}


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilots are not timed for long."""
    monkeypatch.setattr(pace, "SECONDS", 0.0)


def without_time(text: str) -> str:
    return "\n".join(
        line.split(" games, about")[0] + " games, about ..." if " games, about" in line else line
        for line in text.splitlines()
    )


def test_a_study_states_its_rule_and_then_decides(tmp_path: Path) -> None:
    make_toy(tmp_path, CANDIDATES)
    result = call_forgesim("study", "study.toml", "--jobs", "1", cwd=tmp_path)
    assert result.code == 0
    assert matches_snapshot("study", f"{without_time(result.err)}\n---\n{result.out}")
    assert (tmp_path / "reports" / "toy" / "index.html").is_file()


def test_what_is_not_decided_ends_with_a_code_of_its_own(tmp_path: Path) -> None:
    more = {"more": synergy("more", "any", BREAKS)}
    text = STUDY.replace("ceiling = 70", "ceiling = 100")
    text = text.replace("identity = 3", "identity = 0.1")
    path = make_toy(tmp_path, more, text=text)
    call_forgesim("study", "study.toml", "--quiet", "--out", "out", cwd=tmp_path)
    table = pd.read_csv(tmp_path / "out" / "tables" / "numbers.csv")
    (pull,) = table[(table["variant"] == "baseline") & (table["tier"] == "greedy")
                    & (table["number"] == "pull")]["value"]  # fmt: skip
    path.write_text(path.read_text().replace("pull = 0", f"pull = {pull}"))
    result = call_forgesim(
        "study", "study.toml", "--quiet", "--out", "out", "--force", cwd=tmp_path
    )
    assert result.code == 4
    assert result.out.startswith("Decision: not decidable with this budget.")
    assert "  baseline: undecided: " in result.out, result.out
    assert "it lies so near the target that no budget would decide it soon" in result.out


def test_the_installed_command_prints_the_same(tmp_path: Path) -> None:
    make_toy(tmp_path, {"breaks": CANDIDATES["breaks"]})
    arguments = ("study", "study.toml", "--quiet", "--out")
    one = run_well(*arguments, "one", cwd=tmp_path)
    assert one.replace("one/", "two/") == call_well(*arguments, "two", cwd=tmp_path)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_folder_that_is_taken_is_left_alone_unless_asked_otherwise(tmp_path: Path) -> None:
    path = make_toy(tmp_path, {"breaks": CANDIDATES["breaks"]})
    arguments = ("study", "study.toml", "--quiet", "--out", "out")
    call_well(*arguments, cwd=tmp_path)
    before = tree(tmp_path)
    refused = call_forgesim(*arguments, cwd=tmp_path)
    assert refused.code == 2
    assert "out exists already: name another --out, add --resume" in refused.err
    assert call_forgesim(*arguments, "--resume", cwd=tmp_path).code == 0
    assert tree(tmp_path) == before
    path.write_text(path.read_text().replace("seed = 3", "seed = 5"))
    other = call_forgesim(*arguments, "--resume", cwd=tmp_path)
    assert other.code == 2
    assert "states something else than study.toml does now" in other.err
    (tmp_path / "out" / "mine.txt").write_text("mine")
    assert call_forgesim(*arguments, "--force", cwd=tmp_path).code == 0
    assert (tmp_path / "out" / "mine.txt").read_text() == "mine"


def test_other_folders_are_refused(tmp_path: Path) -> None:
    make_toy(tmp_path, CANDIDATES)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("x")
    for options, said in [
        (("--out", "other"), "other exists and holds no study"),
        (("--out", "other", "--force"), "other exists and holds no study"),
        (("--out", "fresh", "--resume"), "--resume: there is no study in fresh"),
        (("--out", "cards.csv"), "cards.csv exists and holds no study"),
    ]:
        result = call_forgesim("study", "study.toml", "--quiet", *options, cwd=tmp_path)
        assert (result.code, said in result.err) == (2, True), result.err
    assert not (tmp_path / "fresh").exists()


def test_a_quick_study_says_so(tmp_path: Path) -> None:
    make_toy(tmp_path, {"breaks": CANDIDATES["breaks"]})
    out = call_well("study", "study.toml", "--quick", "--out", "out", cwd=tmp_path)
    assert "This was a quick study" in out
    text = (tmp_path / "out" / "memo.md").read_text(encoding="utf-8")
    assert "forgesim study study.toml --quick" in text


def test_what_cannot_be_used_leaves_nothing_behind(tmp_path: Path) -> None:
    make_toy(tmp_path, CANDIDATES, text=STUDY.replace("ceiling = 70\n", ""))
    before = tree(tmp_path)
    result = call_forgesim("study", "study.toml", cwd=tmp_path)
    assert result.code == 2
    assert "study.toml:18: targets: none is stated" in result.err
    assert call_forgesim("study", "missing.toml", cwd=tmp_path).code == 2
    assert tree(tmp_path) == before


@pytest.mark.slow
def test_a_killed_study_goes_on_to_the_same_memo(tmp_path: Path) -> None:
    make_toy(tmp_path, CANDIDATES)
    whole, cut = ("study", "study.toml", "--quiet", "--out", "whole"), (
        "study", "study.toml", "--quiet", "--out", "cut",
    )  # fmt: skip
    run_well(*whole, cwd=tmp_path)
    with subprocess.Popen([PROGRAM, *cut], cwd=tmp_path) as process:
        steps = tmp_path / "cut" / "steps"
        while len(list(steps.glob("*.json"))) < 3 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert (tmp_path / "cut" / STATED).is_file()
    run_well(*cut, "--resume", cwd=tmp_path)
    assert tree(tmp_path / "cut") == tree(tmp_path / "whole")
