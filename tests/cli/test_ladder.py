"""`forgesim pilot ladder`: what it prints, what programs get, and what it refuses to do unasked."""

import json
import re
from io import StringIO
from pathlib import Path

import pandas as pd
import pytest

from forgesim.cli import ladder
from forgesim.studies import pace
from tests.cli.program import call_forgesim, call_well, matches_snapshot, run_well

DECKS = ("--deck", "wilds-fast", "--deck", "armory-slow")
QUICK = (*DECKS, "--pairs", "10", "--jobs", "1")
THREE = ("greedy", "midrange", "random")


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilots are not timed for long."""
    monkeypatch.setattr(pace, "SECONDS", 0.0)


def test_the_ladder_is_told_best_first(tmp_path: Path) -> None:
    result = call_forgesim("pilot", "ladder", *THREE, *QUICK, cwd=tmp_path)
    assert result.code == 0
    assert result.err == ("3 pilots, 2 decks: each deck against itself, seed 1, 1 worker\n")
    cost = re.compile(r"(?<=\]) +[\d,]+$", re.MULTILINE)
    ratings, rest = result.out.split("Each two pilots")
    assert len(cost.findall(ratings)) == 3
    assert matches_snapshot("pilot-ladder", cost.sub(" ...", ratings) + "Each two pilots" + rest)
    assert list(tmp_path.iterdir()) == []


def test_the_installed_command_prints_the_same_to_programs(tmp_path: Path) -> None:
    arguments = ("pilot", "ladder", *THREE, *QUICK, "--format", "csv", "--quiet")
    assert run_well(*arguments, cwd=tmp_path) == call_well(*arguments, cwd=tmp_path)


def test_programs_get_every_table(tmp_path: Path) -> None:
    arguments = ("pilot", "ladder", *THREE, *QUICK, "--by-deck", "--quiet")
    found = json.loads(call_well(*arguments, "--format", "json", cwd=tmp_path))
    assert list(found) == ["anchor", "games", "misfit", "ratings", "meetings", "decks"]
    assert (found["anchor"], found["games"]) == ("greedy", 3 * 2 * 10 * 4)
    rows = pd.read_csv(StringIO(call_well(*arguments, "--format", "csv", cwd=tmp_path)))
    assert rows.to_dict("records") == found["decks"]
    assert "games/s" not in json.dumps(found)


def test_a_page_is_written_once(tmp_path: Path) -> None:
    arguments = ("pilot", "ladder", *THREE, *QUICK, "--format", "md", "--out", "page.md")
    assert call_well(*arguments, cwd=tmp_path) == "ladder of 3 pilots written to page.md\n"
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.startswith("# Ladder of 3 pilots with 2 decks, seed 1: 240 games\n\n## Ladder\n")
    assert call_forgesim(*arguments, cwd=tmp_path).code == 2
    assert call_forgesim(*arguments, "--force", cwd=tmp_path).code == 0


def test_without_names_all_that_ship_play_but_the_slowest() -> None:
    assert {"greedy", "planner", "random"} <= set(ladder._default_pilots("forge", False))
    assert "searcher" not in ladder._default_pilots("forge", False)
    assert "searcher" in ladder._default_pilots("forge", True)


def test_a_project_s_own_pilots_play_with_its_decks(tmp_path: Path) -> None:
    call_well("init", "mygame", cwd=tmp_path)
    folder = tmp_path / "mygame"
    result = call_forgesim("pilot", "ladder", "mine", "random", "--pairs", "4", cwd=folder)
    assert result.err.startswith("using experiment.toml of this folder\n2 pilots, 6 decks: ")
    assert result.out.splitlines()[1].startswith("Ladder of 2 pilots with 6 decks, seed 1: 96 ")


def test_how_long_it_takes_is_said_where_that_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "WORTH_SAYING", 0)
    result = call_forgesim("pilot", "ladder", *THREE, *QUICK, cwd=tmp_path)
    assert re.search(r"\nthis takes about \d+ seconds, mostly for \w+ \([\d,]+ games/s", result.err)
