"""`forgesim compare`, `sweep` and `rulings`: what they print, write, refuse and say beforehand."""

import json
import re
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest

from forgesim.cli import studying
from forgesim.stats.paired_tables import DIFFERENCES
from forgesim.studies import pace
from forgesim.studies.rulings import RULINGS
from tests.cli.program import call_forgesim, call_well, matches_snapshot, run_well, tree

FIELD = ("--deck", "wilds-fast", "--deck", "armory-slow", "--deck", "mixed-rush")
QUICK = (*FIELD, "--pairs", "60", "--jobs", "1")
HOUND = ("compare", "--set", "card.bramble_hound.cost=+1", *QUICK)
HEAT = ("sweep", "second.start_heat=20..26..3", "--set", "fp_cap=6", *QUICK)
OPEN = ("rulings", *QUICK)
CALLS = pytest.mark.parametrize("call", [HOUND, HEAT, OPEN], ids=["compare", "sweep", "rulings"])


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilots are not timed for long."""
    monkeypatch.setattr(pace, "SECONDS", 0.0)


@CALLS
def test_what_is_found_is_told(call: tuple[str, ...], tmp_path: Path) -> None:
    result = call_forgesim(*call, cwd=tmp_path)
    assert result.code == 0, result.err
    assert matches_snapshot(f"studies-{call[0]}", result.err + result.out)
    assert tree(tmp_path) == {}


@CALLS
def test_workers_change_nothing(call: tuple[str, ...], tmp_path: Path) -> None:
    one = call_well(*call, "--format", "json", "--quiet", cwd=tmp_path)
    two = call_well(*call[:-1], "2", "--format", "json", "--quiet", cwd=tmp_path)
    assert one == two


@CALLS
def test_programs_get_the_table(call: tuple[str, ...], tmp_path: Path) -> None:
    found = json.loads(call_well(*call, "--format", "json", "--quiet", cwd=tmp_path))
    table = pd.read_csv(StringIO(call_well(*call, "--format", "csv", "--quiet", cwd=tmp_path)))
    assert len(table) == len(found["rows"])
    assert list(table.columns) == list(found["rows"][0])
    assert found["pairs"] == 60
    expected = {"compare": DIFFERENCES, "sweep": {"score": 0}, "rulings": RULINGS}[call[0]]
    assert set(expected) <= set(table.columns)


def test_the_installed_command_prints_the_same(tmp_path: Path) -> None:
    arguments = (*HOUND, "--format", "csv", "--quiet")
    assert run_well(*arguments, cwd=tmp_path) == call_well(*arguments, cwd=tmp_path)


@CALLS
def test_a_report_is_the_same_bytes_again(call: tuple[str, ...], tmp_path: Path) -> None:
    words = (*call, "--report", "--out", "page", "--quiet")
    out = call_well(*words, cwd=tmp_path)
    assert out.endswith("Report written to page\nOpen: page/index.html\n")
    first = tree(tmp_path)
    assert {"page/index.html", "page/report.md"} <= set(first)
    assert any(name.startswith("page/tables/") for name in first)
    assert call_forgesim(*words, cwd=tmp_path).code == 2
    assert tree(tmp_path) == first
    call_well(*words, "--force", cwd=tmp_path)
    again = tree(tmp_path)
    assert set(first) == set(again)
    for name in first:  # the command that is told has --force in it now
        text, other = ((each[name] or b"").replace(b" --force", b"") for each in (first, again))
        assert text == other


def test_a_page_asks_nothing_of_the_network(tmp_path: Path) -> None:
    call_well(*HEAT, "--report", "--out", "page", "--quiet", cwd=tmp_path)
    page = (tmp_path / "page" / "index.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    links = re.findall(r"(?:src|href)=[\"']([^\"']+)", page)
    assert all(link.startswith(("#", "data:")) for link in links)
    assert "<svg" in page
    assert "<h1>" in page
    assert "--jobs" not in page


def test_without_a_name_a_report_goes_to_a_free_folder(tmp_path: Path) -> None:
    words = ("compare", "--set", "fp_cap=8", "--deck", "wilds-fast", "--pairs", "5", "--report")
    for name in ("batch-fp_cap-8", "batch-fp_cap-8-2"):
        assert f"Report written to reports/{name}" in call_well(*words, cwd=tmp_path)


def test_markdown_needs_no_files_beside_it(tmp_path: Path) -> None:
    words = (*HOUND, "--format", "md", "--out", "page.md")
    assert call_well(*words, cwd=tmp_path).strip() == "comparison with 1 variant written to page.md"
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert text.startswith("# batch: card.bramble")
    assert "figures/" not in text
    assert "index.html" not in text


def test_what_changes_nothing_is_said_and_not_played(tmp_path: Path) -> None:
    words = ("compare", "--set", "card.ash_moth.cost=+1", *QUICK)
    result = call_forgesim(*words, cwd=tmp_path)
    assert (result.code, result.out) == (
        0, "card.ash_moth.cost=+1 changes nothing: no deck plays ash_moth\n",
    )  # fmt: skip
    rows = pd.read_csv(StringIO(call_well(*words, "--format", "csv", cwd=tmp_path)))
    assert set(rows["verdict"]) == {"same"}
    assert not rows["difference"].any()


def test_the_base_itself_is_no_variant(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('deck = ["wilds-fast", "armory-slow"]', encoding="utf-8")
    out = call_well("compare", "one.toml", "one.toml", cwd=tmp_path)
    assert out == (
        "one changes nothing: its decks, their cards, the rules and the pilots are those of the"
        " base\n"
    )


def test_in_a_project_the_base_is_its_experiment(tmp_path: Path) -> None:
    call_well("init", "mygame", cwd=tmp_path)
    folder = tmp_path / "mygame"
    result = call_forgesim("compare", "--set", "fp_cap=9", "--pairs", "4", cwd=folder)
    assert result.err.startswith("using experiment.toml of this folder\n")
    assert "mygame and 1 variant on common seeds" in result.out


def test_a_grid_that_takes_too_long_is_refused_at_once(tmp_path: Path) -> None:
    words = ("sweep", "fp_cap=0..99", "start_heat=1..100", "second.start_heat=1..100", *QUICK)
    result = call_forgesim(*words, cwd=tmp_path)
    assert result.code == 2
    assert re.search(
        r"1,000,000 points x 60 pairs of 6 matchups take about [\d,]+ \w+,", result.err
    )
    assert "more than the 30 minutes that are granted" in result.err
    few = ("sweep", "fp_cap=6,7", "--budget", "0.000001", *QUICK)
    assert "fewer --pairs, or --budget" in call_forgesim(*few, cwd=tmp_path).err


@CALLS
def test_how_long_it_takes_is_said_where_that_is_long(
    call: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studying, "WORTH_SAYING", 0)
    result = call_forgesim(*call, cwd=tmp_path)
    assert re.search(r"\nthis takes about \d+ seconds; fewer --pairs take less\n", result.err)


def test_targets_of_the_base_are_judged(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(
        'deck = ["wilds-fast", "armory-slow"]\n[[target]]\nkind = "deck"\nname = "wilds-fast"\n'
        "low = 60\n", encoding="utf-8",
    )  # fmt: skip
    result = call_forgesim("sweep", "t.toml", "fp_cap=6,7", "--pairs", "200", cwd=tmp_path)
    assert "no targets are stated" not in result.err
    assert "deck wilds-fast (at least 60)" in result.out
    assert "met: 2 points of 2 meet all targets: fp_cap=6 and fp_cap=7." in result.out


def test_a_ruleset_without_open_rulings_is_told_so(tmp_path: Path) -> None:
    shipped = call_well("rules", cwd=tmp_path)
    keys = re.findall(r"^  ([\w.]+) = (\w+)  \(", shipped, re.MULTILINE)
    words = {"on": "true", "off": "false"}
    own = "".join(f"{key} = {words.get(value, value)}\n" for key, value in keys)
    (tmp_path / "done.toml").write_text(f'name = "done"\nparent = "v0.1w"\n{own}', "utf-8")
    out = call_well("rulings", "--ruleset", "done.toml", *QUICK, cwd=tmp_path)
    assert out == "done has no open ruling: its file calls no value assumed\n"
