"""`forgesim meta` as a user calls it."""

import json
from pathlib import Path

import pytest

from tests.cli.program import call_forgesim

DECKS = ["--deck", "armory-slow", "--deck", "occult-slow"]
SMALL = [*DECKS, "--search-games", "5000", "--held-out", "500", "--pairs", "40", "--steps", "1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("meta")


def test_it_tells_what_is_left_and_writes_the_decks_and_the_page(folder: Path) -> None:
    told = call_forgesim("meta", *SMALL, "--save", "decks", "--report", "--out", "page", cwd=folder)
    assert told.code == 4  # one round does not close it
    assert "not closed: After 1 round" in told.out
    assert "the best that were found, not the best there are" in told.out
    assert "best response" in told.err
    saved = sorted((folder / "decks").glob("*.toml"))
    assert saved
    assert {each.name for each in (folder / "page").iterdir()} >= {"index.html", "report.md"}
    assert (folder / "page" / "tables" / "scores.csv").is_file()
    again = call_forgesim(
        "batch", "--decks", "decks", "--deck", "wilds-fast", "--pairs", "1", cwd=folder
    )
    assert again.code == 2  # two ways to name decks
    played = call_forgesim("deck", "check", "--decks", "decks", cwd=folder)
    assert played.code == 0


def test_the_same_call_gives_the_same_bytes(folder: Path) -> None:
    calls = [
        call_forgesim("meta", *SMALL, "--format", "json", "--jobs", jobs, "--quiet", cwd=folder)
        for jobs in ("1", "2")
    ]
    assert calls[0].out == calls[1].out
    data = json.loads(calls[0].out)
    assert data["end"] == "open"
    assert data["exploitability"]["low"] < data["exploitability"]["value"]
    assert sum(row["share"] for row in data["rows"]) == pytest.approx(100)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--epsilon", "0"], "--epsilon 0: expected points from 0.1 to 25"),
        (["--steps", "0"], "--steps 0: expected a whole number from 1 to 1,000"),
        (["--search-games", "10"], "--search-games 10: expected a whole number from 5,000"),
        (["--held-out", "1"], "--held-out 1: expected a whole number from 500"),
        (["--pilot", "gready"], "unknown pilot 'gready'; did you mean 'greedy'?"),
        (["--format", "xml"], "--format xml: expected table, csv, json or md"),
    ],
)
def test_bad_input_is_a_line_not_a_trace(folder: Path, words: list[str], problem: str) -> None:
    told = call_forgesim("meta", *DECKS, *words, cwd=folder)
    assert told.code == 2
    assert problem in told.err
    assert not told.has_traceback
