"""`forgesim baseline` and `forgesim gate`, as they are called."""

import json
import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest

from tests.cli.program import call_forgesim, call_well, matches_snapshot, run_forgesim, tree
from tests.gate.project import change, make_project

HOUND = "Bramble Hound,Wilds,creature,2,2,1,SWIFT"
STRONG = "Bramble Hound,Wilds,creature,2,6,6,SWIFT"
CREATE = ("baseline", "create", "gate.toml", "--out", "b.json", "--pairs", "1000")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_project(tmp_path_factory.mktemp("gate") / "game")
    out = call_well(*CREATE, "--quiet", cwd=folder)
    size = (folder / "b.json").stat().st_size
    assert out == (
        f"baseline of 6 matchups x 1,000 pairs ({size:,} bytes) written to b.json\n"
        "Next: commit it, then forgesim gate b.json\n"
    )
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "game"
    shutil.copytree(original, copy)
    return copy


def strengthen(folder: Path) -> None:
    change(folder / "cards" / "wilds.csv", HOUND, STRONG)


def test_an_unchanged_game_passes(folder: Path) -> None:
    result = call_forgesim("gate", "b.json", cwd=folder)
    assert (result.code, result.err) == (0, "")
    assert matches_snapshot("gate-unchanged", result.out)


def test_drift_fails_and_says_what_and_why(folder: Path) -> None:
    strengthen(folder)
    result = call_forgesim("gate", "b.json", "--quiet", cwd=folder)
    assert (result.code, result.err) == (1, "")
    assert matches_snapshot("gate-drift", result.out)


def test_the_command_that_it_names_plays_the_same_games(folder: Path) -> None:
    strengthen(folder)
    call_forgesim("gate", "b.json", "--quiet", "--json", "j.json", cwd=folder)
    found = json.loads((folder / "j.json").read_text(encoding="utf-8"))
    program, *arguments = shlex.split(found["command"])
    assert program == "forgesim"
    assert arguments[-1] == "--report"
    call_well(*arguments[:-1], "--out", "run", "--quiet", cwd=folder)
    shown = json.loads(call_well("show", "run", "matchups", "--format", "json", cwd=folder))
    scores = {(row["deck_a"], row["deck_b"]): row["score"] for row in shown}
    for row in found["matchups"]:
        if row["pairs"] == found["matchups"][0]["pairs"]:
            score = row["score"] + row["change"]
            assert scores[row["deck_a"], row["deck_b"]] == pytest.approx(score, abs=1e-3)


def test_what_is_accepted_passes(folder: Path) -> None:
    strengthen(folder)
    shutil.copy(folder / "b.json", folder / "old.json")
    call_well(*CREATE, "--force", "--quiet", cwd=folder)
    assert call_well("gate", "b.json", cwd=folder).startswith("UNCHANGED")
    assert matches_snapshot("baseline-diff", call_well("baseline", "diff", "old.json", "b.json",
                                                       cwd=folder))  # fmt: skip


def test_a_baseline_can_be_looked_at(folder: Path) -> None:
    out = call_well("baseline", "show", "b.json", cwd=folder)
    assert out.startswith("experiment: gate.toml (gate), run seed 1\n")
    assert "\nplayed: 4 decks, 6 matchups x 1,000 pairs\n" in out
    assert len(out.split("fingerprint\n")[1].splitlines()) == 6
    same = call_well("baseline", "diff", "b.json", "b.json", cwd=folder)
    assert same == "No input has changed.\n\nNo score of 6 matchups has changed.\n"


def test_the_baseline_s_own_experiment_is_found_from_anywhere(folder: Path) -> None:
    out = call_well("gate", "game/b.json", cwd=folder.parent)
    assert "\ngame/gate.toml against game/b.json: 6 matchups" in out


def test_another_experiment_can_be_named(folder: Path) -> None:
    shutil.copy(folder / "gate.toml", folder / "other.toml")
    (folder / "gate.toml").unlink()
    out = call_well("gate", "b.json", "--experiment", "other.toml", cwd=folder)
    assert "\nother.toml against b.json: 6 matchups" in out


def test_all_that_is_written_is_the_same_for_any_number_of_workers(folder: Path) -> None:
    strengthen(folder)
    made = []
    for jobs in ("1", "3"):
        result = call_forgesim(
            "gate", "b.json", "--jobs", jobs, "--format", "json", "--junit", "j.xml", "--json",
            "j.json", "--markdown", "m.md", cwd=folder,
        )  # fmt: skip
        assert result.code == 1
        made.append((result, tree(folder)))
    assert made[0] == made[1]
    assert json.loads(result.out) == json.loads((folder / "j.json").read_text(encoding="utf-8"))
    suite = ElementTree.parse(folder / "j.xml").getroot()
    assert (suite.get("tests"), suite.get("errors")) == ("6", "0")
    assert suite.get("failures") != "0"
    assert (folder / "m.md").read_text(encoding="utf-8").startswith("### Drift\n")


def test_github_is_told_in_its_own_ways(folder: Path) -> None:
    strengthen(folder)
    summary = folder / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    told = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_WORKSPACE": str(folder.parent)}  # fmt: skip
    with mock.patch.dict(os.environ, told):
        result = call_forgesim("gate", "b.json", "--quiet", cwd=folder)
    *_, first, second = result.out.splitlines()
    assert first.startswith("::error title=forgesim gate%3A drift::")
    place, text = second.removeprefix("::error file=").split("::")
    file, line, _ = place.split(",")
    rows = (folder.parent / file).read_text(encoding="utf-8").splitlines()
    assert rows[int(line.removeprefix("line=")) - 1].startswith("bramble_hound,")
    assert text == "Bramble Hound: power 2 → 6, toughness 1 → 6"
    assert summary.read_text(encoding="utf-8").startswith("before\n### Drift\n")


@pytest.mark.skipif(os.name != "posix", reason="has no devices among its files")
def test_a_device_is_not_replaced_by_a_file(folder: Path) -> None:
    result = call_forgesim("gate", "b.json", "--json", "/dev/null", cwd=folder)
    assert (result.code, result.out) == (2, "")
    assert result.err == "--json /dev/null: this is no file, name another one\n"


def test_a_verdict_is_told_even_if_it_cannot_be_kept(folder: Path) -> None:
    with mock.patch.dict(os.environ, {"GITHUB_STEP_SUMMARY": str(folder)}):
        result = call_forgesim("gate", "b.json", cwd=folder)
    assert result.code == 2
    assert result.out.startswith("UNCHANGED: ")
    assert result.err.startswith(f"{folder} cannot be written: ")


def test_the_policy_decides_at_the_cap(folder: Path) -> None:
    change(folder / "cards" / "wilds.csv", HOUND, "Bramble Hound,Wilds,creature,2,2,2,SWIFT")
    fine = ("gate", "b.json", "--tolerated", "1", "--caught", "3", "--cap", "300", "--quiet")
    result = call_forgesim(*fine, cwd=folder)
    assert result.code == 4
    assert matches_snapshot("gate-inconclusive", result.out)
    for policy, code in (("pass", 0), ("fail", 1), ("report", 4)):
        assert call_forgesim(*fine, "--inconclusive", policy, cwd=folder).code == code


def test_targets_are_tested_without_a_baseline(folder: Path) -> None:
    with (folder / "gate.toml").open("a", encoding="utf-8") as file:
        file.write('[[target]]\nkind = "first player"\nhigh = 3\n')
        file.write('[[target]]\nkind = "deck"\nname = "wilds-fast"\nlow = 20\nhigh = 80\n')
    result = call_forgesim("gate", "--targets", "gate.toml", "--quiet", cwd=folder)
    assert result.code == 1
    assert matches_snapshot("gate-targets", result.out)
    other = call_forgesim("gate", "--targets", "gate.toml", "--seed", "2", "-q", cwd=folder)
    assert other.out != result.out


def test_fresh_seeds(folder: Path) -> None:
    strengthen(folder)
    runs = [call_forgesim("gate", "b.json", "--fresh-seeds", "--seed", seed, "-q", cwd=folder)
            for seed in ("1", "1", "2")]  # fmt: skip
    assert [run.code for run in runs] == [1, 1, 1]
    assert runs[0] == runs[1] != runs[2]
    assert "on fresh seeds (run seed " in runs[0].out


def test_the_installed_command_does_the_same(folder: Path) -> None:
    strengthen(folder)
    installed = run_forgesim("gate", "b.json", "--quiet", cwd=folder)
    assert installed == call_forgesim("gate", "b.json", "--quiet", cwd=folder)


# Mistakes


@dataclass(frozen=True)
class Wrong:
    """A call that cannot be carried out, and what was done to a file before."""

    name: str
    command: str
    file: str = ""
    old: str = ""
    new: str = ""


WRONG = [
    Wrong("no-baseline", "gate none.json"),
    Wrong("neither", "gate"),
    Wrong("both", "gate b.json --targets gate.toml"),
    Wrong("not-a-baseline", "gate gate.toml"),
    Wrong("other-format", "gate b.json", "b.json", '"format": 3', '"format": 7'),
    Wrong("edited", "gate b.json", "b.json", '"engine": "', '"engine": "0'),
    Wrong("cut-short", "gate b.json", "b.json", "\n ]\n}\n", "\n"),
    Wrong("experiment-gone", "gate b.json", "gate.toml"),
    Wrong("experiment-missing", "gate b.json --experiment gates.toml"),
    Wrong("experiment-broken", "gate b.json", "gate.toml", "caught = 8", "caught = = 8"),
    Wrong("table-wrong", "gate b.json", "gate.toml", "caught = 8", "caught = -8\ncpa = 3"),
    Wrong("caught-too-small", "gate b.json --caught 3"),
    Wrong("caught-too-small-in-file", "gate b.json", "gate.toml", "caught = 8", "caught = 3"),
    Wrong("alpha", "gate b.json --alpha 1"),
    Wrong("beta", "gate b.json --beta 0"),
    Wrong("cap-too-small", "gate b.json --cap 20"),
    Wrong("cap-too-large", "gate b.json --cap 5000"),
    Wrong("policy", "gate b.json --inconclusive never"),
    Wrong("format", "gate b.json --format yaml"),
    Wrong("no-place", "gate b.json --junit there/j.xml"),
    Wrong("over-the-baseline", "gate b.json --junit ./b.json"),
    Wrong("over-the-experiment", "gate b.json --json gate.toml"),
    Wrong("over-the-targets", "gate --targets gate.toml --json gate.toml"),
    Wrong("over-another", "gate b.json --json out --markdown out"),
    Wrong("seed-alone", "gate b.json --seed 3"),
    Wrong("fresh-without-seed", "gate b.json --fresh-seeds"),
    Wrong("targets-and-fresh", "gate --targets gate.toml --fresh-seeds --seed 1"),
    Wrong("targets-and-limits", "gate --targets gate.toml --caught 3"),
    Wrong("no-target", "gate --targets gate.toml"),
    Wrong("target-wrong", "gate --targets gate.toml", "gate.toml", "caught = 8",
          'caught = 8\n[[target]]\nkind = "faction"\nname = "Ocult"\nlow = 45'),
    Wrong("target-too-far", "gate --targets gate.toml", "gate.toml", "caught = 8",
          'caught = 8\n[[target]]\nkind = "first player"\nhigh = 60'),
    Wrong("out-exists", "baseline create gate.toml --out b.json"),
    Wrong("out-below-nothing", "baseline create gate.toml --out there/b.json"),
    Wrong("pairs-none", "baseline create gate.toml --out c.json --pairs 0"),
    Wrong("create-missing", "baseline create gates.toml --out c.json"),
    Wrong("show-missing", "baseline show c.json"),
    Wrong("diff-missing", "baseline diff b.json c.json"),
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.name)
def test_a_mistake_is_answered_as_stored(folder: Path, wrong: Wrong) -> None:
    if wrong.old:
        text = (folder / wrong.file).read_text(encoding="utf-8")
        assert wrong.old in text
        (folder / wrong.file).write_text(text.replace(wrong.old, wrong.new), encoding="utf-8")
    elif wrong.file:
        (folder / wrong.file).unlink()
    before = tree(folder)
    result = call_forgesim(*shlex.split(wrong.command), cwd=folder)
    assert not result.has_traceback, result.err
    assert (result.code, result.out) == (2, "")
    assert tree(folder) == before
    text = f"$ forgesim {wrong.command}\n{result.err}"
    assert matches_snapshot(f"gate/{wrong.name}", text), result.err
