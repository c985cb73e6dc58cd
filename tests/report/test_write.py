"""Writing a report: all of it or nothing, the same bytes each time; its Markdown and CSV."""

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from forgesim.errors import OutputError, UsageError
from forgesim.report import write
from forgesim.report.figures import FIGURES
from forgesim.report.figures.style import looks, render
from forgesim.report.markdown import escaped, markdown
from forgesim.report.page import content
from forgesim.report.scope import body
from forgesim.report.write import check_report_folder, is_report, make_report, report_files
from tests.cli.program import tree
from tests.report.conftest import EVIL, FIELD, Drawn
from tests.report.sample import Sample, Wish, make_results

pytestmark = pytest.mark.slow


def test_all_files_are_there(results: Sample, report: Path) -> None:
    files = {path for path, data in tree(report).items() if data is not None}
    figures = {path for path in files if path.startswith("figures/")}
    tables = {f"tables/{name}.csv" for name in results.tables}
    assert files == {"index.html", "report.md"} | tables | figures
    assert {Path(path).suffix for path in figures} == {".png", ".svg"}
    assert len(figures) == 32


def test_the_same_results_give_the_same_bytes(results: Sample, report: Path) -> None:
    wish = Wish(chosen=FIELD, tiers=("own", "greedy"), notes=results.notes, crew=("planner",))
    again = report_files(make_results(wish))
    assert {path: data for path, data in tree(report).items() if data is not None} == again


def test_a_figure_is_drawn_the_same_each_time(results: Sample, pictures: Drawn) -> None:
    with looks():
        again = [render(drawing) for draw in FIGURES["seats"] if (drawing := draw(body(results)))]
    assert again == pictures["seats"]


def test_tables_can_be_read_back(results: Sample, report: Path) -> None:
    decks = pd.read_csv(report / "tables" / "decks.csv")
    assert list(decks.columns) == list(results.tables["decks"].columns)
    assert decks["score"].tolist() == pytest.approx(results.tables["decks"]["score"].tolist(), 1e-5)


@pytest.mark.usefixtures("quick")
def test_an_empty_folder_is_filled_and_anything_else_left_alone(
    results: Sample, tmp_path: Path
) -> None:
    make_report(results, tmp_path)
    assert is_report(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "index.html").write_text("mine")
    with pytest.raises(UsageError, match="holds no report"):
        make_report(results, other)
    assert tree(other) == {"index.html": b"mine"}


@pytest.mark.usefixtures("quick")
def test_a_report_is_replaced_and_other_files_stay(results: Sample, tmp_path: Path) -> None:
    make_report(results, tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "tables" / "old.csv").write_text("old")
    make_report(replace(results, notes=()), tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert not (tmp_path / "tables" / "old.csv").exists()
    assert "the run is not complete" not in (tmp_path / "index.html").read_text(encoding="utf-8")
    assert not list(tmp_path.glob(".report.*"))


@pytest.mark.usefixtures("quick")
def test_a_failed_report_leaves_the_old_one(
    results: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_report(results, tmp_path)
    before = tree(tmp_path)

    def fail(*_: object) -> None:
        raise OutputError("no room")

    monkeypatch.setattr(write, "write_together", fail)
    with pytest.raises(OutputError, match="no room"):
        make_report(replace(results, notes=()), tmp_path)
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("quick")
def test_where_a_report_may_go(results: Sample, tmp_path: Path) -> None:
    check_report_folder(tmp_path / "new", force=False)
    check_report_folder(tmp_path, force=False)
    make_report(results, tmp_path)
    check_report_folder(tmp_path, force=True)
    with pytest.raises(UsageError, match="add --force to overwrite its report"):
        check_report_folder(tmp_path, force=False)
    file = tmp_path / "index.html"
    with pytest.raises(UsageError, match="holds no report"):
        check_report_folder(file, force=True)
    with pytest.raises(UsageError, match="cannot be the name"):
        check_report_folder(Path("a\0b"), force=False)


def test_markdown_links_its_figures_and_shows_small_tables(report: Path) -> None:
    text = (report / "report.md").read_text(encoding="utf-8")
    for alt, goal in re.findall(r"!\[([^\]]*)\]\(([^)]*)\)", text):
        assert alt
        assert (report / goal).is_file()
    assert text.count("![") == 16
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert rows
    assert "\n\n\n" not in text


def test_markdown_tables_are_well_formed(evil_report: Path) -> None:
    text = (evil_report / "report.md").read_text(encoding="utf-8")
    widths: list[int] = []
    for line in text.splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line))
        if line.startswith("|"):
            widths.append(cells)
            assert widths[-1] == widths[0]
        else:
            widths = []
    said = "\n".join(line for line in text.splitlines() if not line.startswith("    "))
    assert not re.search(r"(?<!\\)<script", said)  # in blocks of code it is code


@pytest.mark.parametrize("name", EVIL.values())
def test_markdown_says_names_as_they_are(name: str) -> None:
    assert re.sub(r"\\(.)", r"\1", escaped(name)) == name
    assert not re.search(r"(?<!\\)[<>|`*_$&\[\]]", escaped(name))


def test_markdown_of_a_lean_run() -> None:
    for wish in (Wish(decks=1), Wish(decks=3, tiers=("greedy : random",))):
        text = markdown(content(make_results(wish), {})).decode()
        assert text.startswith("# Balance report: default-field\n")
        assert "nan" not in text.split()
