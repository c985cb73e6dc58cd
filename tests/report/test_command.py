"""`forgesim report`, from a stored run to a folder."""

import json
import shutil
from pathlib import Path

import pytest

from forgesim.cli.report import report_folder
from forgesim.errors import UsageError
from tests.cli.program import call_forgesim, call_well, tree

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small run in `runs/small`."""
    folder = tmp_path_factory.mktemp("stored")
    call_well("batch", "--deck", "wilds-fast", "--deck", "occult-fast", "--games", "600",
              "--out", "runs/small", "--quiet", cwd=folder)  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def told(stored: Path) -> str:
    """What the command prints the first time."""
    return call_well("report", "runs/small", cwd=stored)


def test_it_says_what_it_found_and_where_it_is(told: str, stored: Path) -> None:
    assert "Who goes first wins" in told
    assert "--pilot own --pilot aggro --pilot control --pairs 100 --seed 1 --report\n" not in told
    more = "forgesim batch --deck wilds-fast --deck occult-fast --pilot own --pilot control"
    assert f"\n    {more} --pilot greedy --pairs 100 --seed 1 --report\n" in told
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
