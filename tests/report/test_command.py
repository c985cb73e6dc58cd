"""`forgesim report`, from a stored run to a folder."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.arena.store import read_plan
from forgesim.cards.pilots import Pilot
from forgesim.cli.report import report_folder
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.results import open_run
from forgesim.studies import check_crew
from forgesim.studies.robustness import Check, plan_check, play_check
from forgesim.studies.robustness_files import load_check, write_check
from tests.cli.program import call_forgesim, call_well, tree

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small run in `runs/small`, and a copy that nobody has reported."""
    folder = tmp_path_factory.mktemp("stored")
    call_well("batch", "--deck", "wilds-fast", "--deck", "occult-fast", "--games", "600",
              "--out", "runs/small", "--quiet", cwd=folder)  # fmt: skip
    shutil.copytree(folder / "runs" / "small", folder / "runs" / "fresh")
    return folder


@pytest.fixture(scope="module")
def told(stored: Path) -> str:
    """What the command prints the first time."""
    return call_well("report", "runs/small", cwd=stored)


def test_it_says_what_it_found_and_where_it_is(told: str, stored: Path) -> None:
    assert "Who goes first wins" in told
    assert "headline numbers are for certain on the same side of even with all 3 pilot" in told
    assert "greedy and planner played in a pilot check, 100\u00a0pairs of each matchup" in told
    assert "one way of playing" not in told
    assert told.endswith("Report written to reports/batch\nOpen: reports/batch/index.html\n")
    assert (stored / "reports" / "batch" / "index.html").is_file()


@pytest.mark.usefixtures("told", "quick")
def test_a_default_name_that_is_taken_gets_a_number(stored: Path) -> None:
    out = call_well("report", "runs/small", "--quiet", cwd=stored)
    assert "Report written to reports/batch-2\n" in out
    first, second = (tree(stored / "reports" / name) for name in ("batch", "batch-2"))
    assert {path: data for path, data in first.items() if path.startswith("tables/")} == {
        path: data for path, data in second.items() if path.startswith("tables/")
    }


@pytest.mark.usefixtures("quick")
def test_a_report_that_exists_is_refused_unless_forced(stored: Path) -> None:
    call_well("report", "runs/small", "--out", "reports/own", cwd=stored)
    before = tree(stored / "reports" / "own")
    refused = call_forgesim("report", "runs/small", "--out", "reports/own", cwd=stored)
    assert (refused.code, refused.out) == (2, "")
    assert "reports/own exists already: name another --out, or add --force" in refused.err
    call_well("report", "runs/small", "--out", "reports/own", "--force", cwd=stored)
    assert tree(stored / "reports" / "own") == before


def test_what_is_no_report_is_never_overwritten(stored: Path) -> None:
    result = call_forgesim("report", "runs/small", "--out", "runs/small", "--force", cwd=stored)
    assert result.code == 2
    assert "runs/small exists and holds no report" in result.err


def test_what_is_no_run_is_refused(stored: Path) -> None:
    result = call_forgesim("report", "runs/none", cwd=stored)
    assert result.code == 2
    assert "runs/none" in result.err
    assert not result.has_traceback


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["../evil", 7])
def test_a_name_that_no_experiment_has_is_no_folder(
    stored: Path, tmp_path: Path, name: object
) -> None:
    shutil.copytree(stored / "runs" / "small", tmp_path / "runs" / "small")
    path = tmp_path / "runs" / "small" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["plan"]["name"] = name
    path.write_text(json.dumps(manifest), encoding="utf-8")
    result = call_forgesim("report", "runs/small", cwd=tmp_path)
    assert not result.has_traceback
    assert {path.name for path in tmp_path.iterdir()} <= {"runs", "reports"}


@pytest.mark.usefixtures("quick")
def test_an_unfinished_run_is_shown_with_a_note(stored: Path, tmp_path: Path) -> None:
    shutil.copytree(stored / "runs" / "small", tmp_path / "small")
    path = tmp_path / "small" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["engine"] = "of-another-version"
    path.write_text(json.dumps(manifest), encoding="utf-8")
    out = call_well("report", "small", cwd=tmp_path)
    assert "Note: " in out
    page = (tmp_path / "reports" / "batch" / "index.html").read_text(encoding="utf-8")
    assert "Before you read on" in page


def test_a_folder_that_is_asked_for_is_checked_first(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(UsageError, match="holds no report"):
        report_folder("name", str(tmp_path), force=True)


# The pilot check

FILE = Path("check", "pairs.parquet")
QUICK = ("--check-pilot", "control", "--check-pairs", "4")
"""A check that is played in no time."""


@pytest.fixture
def fresh(stored: Path, tmp_path: Path) -> Path:
    """A folder with the run, which nobody has reported."""
    shutil.copytree(stored / "runs" / "fresh", tmp_path / "run")
    return tmp_path


def crew_in(run: Path) -> tuple[list[str], int]:
    """Who played in the check that is stored with a run, and how many pairs."""
    check = load_check(run)
    assert check is not None
    return [member.name for member in check.plan.crew], check.plan.pairs


def reported(folder: Path, *options: str) -> tuple[str, dict[str, bytes | None]]:
    """What a report of the run says on standard error, and its files."""
    result = call_forgesim("report", "run", "--out", "made", "--force", *options, cwd=folder)
    assert result.code == 0, result.err
    return result.err, tree(folder / "made")


@pytest.mark.usefixtures("quick")
def test_a_second_report_plays_nothing_and_is_the_same(fresh: Path) -> None:
    notes, first = reported(fresh, *QUICK)
    assert "pilot check: own, control, each against each, 4 pairs of every matchup" in notes
    before = tree(fresh / "run")
    assert crew_in(fresh / "run") == (["own", "control"], 4)
    for options in ((), QUICK, ("--check-pairs", "4"), ("--check-pilot", "control")):
        notes, again = reported(fresh, *options)
        assert "pilot check" not in notes
        assert again == first
    assert tree(fresh / "run") == before
    tables = open_run(fresh / "run").tables
    assert set(tables["pilots"]["source"]) == {"run", "check"}


@pytest.mark.usefixtures("quick")
def test_other_wishes_play_another_check(fresh: Path) -> None:
    reported(fresh, *QUICK)
    assert "3 pairs" in reported(fresh, "--check-pairs", "3", "--check-pilot", "greedy")[0]
    assert crew_in(fresh / "run") == (["own", "greedy"], 3)


@pytest.mark.usefixtures("quick")
def test_a_report_can_do_without(fresh: Path) -> None:
    notes, files = reported(fresh, "--no-check")
    assert "pilot check" not in notes
    assert not (fresh / "run" / FILE).exists()
    page = (files["index.html"] or b"").decode()
    assert "No pilot check was played." in page
    assert "All findings here hold for one way of playing, own" in page
    assert "<pre><code>forgesim report run</code></pre>" in page
    reported(fresh, *QUICK)
    assert reported(fresh, "--no-check")[1] == files  # one that is stored is left out as well


@pytest.mark.usefixtures("quick")
def test_a_check_that_is_damaged_is_said_to_be_and_played_again(fresh: Path) -> None:
    _, whole = reported(fresh, *QUICK)
    (fresh / "run" / FILE).write_bytes(b"PAR1")
    assert open_run(fresh / "run").notes == (
        f"{fresh / 'run' / FILE}: is missing or damaged: forgesim report {fresh / 'run'} plays the"
        " pilot check again",
    )
    notes, again = reported(fresh, *QUICK)
    assert "run/check/pairs.parquet: is missing or damaged: forgesim report run plays" in notes
    assert again == whole


@pytest.mark.usefixtures("quick")
def test_a_run_of_another_engine_is_reported_without(fresh: Path) -> None:
    path = fresh / "run" / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"engine": "0" * 16}))
    _, files = reported(fresh)
    page = (files["index.html"] or b"").decode()
    assert "no pilot check: the run was played by another version of the engine" in page
    assert "No pilot check was played." in page
    assert "--pilot greedy --pairs 100 --seed 1 --report" in page  # what can be done
    refused = call_forgesim("report", "run", "--out", "made", "--force", *QUICK, cwd=fresh)
    assert refused.code == 2
    assert "played by another version of the engine" in refused.err


@pytest.mark.usefixtures("quick")
def test_a_place_that_cannot_be_written_is_no_obstacle(fresh: Path) -> None:
    (fresh / "run" / "check").write_text("mine")
    notes, files = reported(fresh, *QUICK)
    assert "the pilot check is not stored: run/check cannot be made" in notes
    assert "In a pilot check, 4" in (files["report.md"] or b"").decode()


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("report", ("--no-check", "--check-pairs", "5"), "--no-check plays no pilot check"),
        ("report", ("--check-pairs", "1"), "expected 2 to 100,000"),
        ("report", ("--check-pilot", "gready"), "did you mean 'greedy'?"),
        ("report", ("--check-pilot", "random"), "'random' plays by chance"),
        ("batch", ("--check-pairs", "5"), "the pilot check belongs to the report: add --report"),
        ("batch", ("--no-check",), "the pilot check belongs to the report: add --report"),
    ],
)
def test_what_does_not_fit_is_refused(
    command: str, options: tuple[str, ...], said: str, fresh: Path
) -> None:
    where = ("run", "--out", "made") if command == "report" else ()
    result = call_forgesim(command, *where, *options, cwd=fresh)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert not (fresh / "made").exists()


@pytest.mark.usefixtures("quick")
def test_unequal_pilots_are_reported_without(tmp_path: Path) -> None:
    call_well("batch", "--deck", "wilds-fast", "--pilot-a", "greedy", "--pilot-b", "aggro",
              "--pairs", "5", "--out", "run", "--quiet", cwd=tmp_path)  # fmt: skip
    _, files = reported(tmp_path)
    page = (files["index.html"] or b"").decode()
    assert "no pilot check: the decks of a pair have different pilots" in page


def test_show_knows_the_tables_and_the_tiers_of_a_check(fresh: Path) -> None:
    empty = call_forgesim("show", "run", "pilot_gaps", cwd=fresh)
    assert "no pilot check is stored with this run: forgesim report run plays one" in empty.err
    planned = plan_check(read_plan(fresh / "run"), ["control"], 4)
    write_check(fresh / "run", Check(planned, play_check(planned)))
    shown = call_well("show", "run", "pilots", "--tier", "control", "--format", "csv", cwd=fresh)
    rows = shown.splitlines()
    assert rows[0].startswith("kind,name,tier,source,score,low,high")
    assert len(rows) == 1 + 5  # two factions, two decks, the first player
    assert all(",control,check," in row for row in rows[1:])


@pytest.mark.usefixtures("quick")
def test_a_check_by_pilots_that_have_changed_since_is_played_again(
    fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_crew, "LOOKING_AHEAD", ("none of these",))
    reported(fresh, "--check-pairs", "2")
    before = tree(fresh / "run")
    assert "pilot check" not in reported(fresh)[0]
    shipped = check_crew._shipped

    def changed(game: Game, name: str) -> Pilot:
        pilot = shipped(game, name)
        return replace(pilot, weights={**pilot.weights, "face": 1}) if name == "control" else pilot

    monkeypatch.setattr(check_crew, "_shipped", changed)
    assert "pilot check" in reported(fresh)[0]
    assert tree(fresh / "run") != before
