"""`forgesim deck search` as a user calls it."""

import json
from pathlib import Path

import pytest

from tests.cli.program import call_forgesim, call_well

DECKS = ["--deck", "armory-slow", "--deck", "occult-slow"]
SMALL = [*DECKS, "--search-games", "5000", "--keep", "2"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("search")


def test_it_tells_what_it_found_and_writes_decks_that_can_be_played(folder: Path) -> None:
    told = call_forgesim("deck", "search", *SMALL, "--group", "wilds", "--out", "found", cwd=folder)
    assert told.code == 0
    assert "with tuned" in told.out
    assert "with planner" in told.out
    assert "best of the field: armory-slow" in told.out or "best of the field: occult" in told.out
    assert "the best decks that were found, not the best there are" in told.out
    assert "decks judged a minute" in told.err
    saved = sorted(path.name for path in (folder / "found").iterdir())
    assert saved == ["wilds-found-1-1.toml", "wilds-found-1-2.toml"]
    call_well("deck", "check", "--decks", "found", cwd=folder)
    again = call_forgesim(
        "deck", "search", *SMALL, "--group", "wilds", "--out", "found", cwd=folder
    )
    assert again.code == 2
    assert "exists already" in again.err


def test_programs_get_the_same_bytes_for_the_same_call(folder: Path) -> None:
    words = ["deck", "search", *SMALL, "--finalists", "none", "--quiet", "--format", "json"]
    first, other = (call_well(*words, "--jobs", jobs, cwd=folder) for jobs in ("1", "2"))
    assert first == other
    data = json.loads(first)
    assert data["finalists"] is None
    assert len(data["decks"]) == 2
    assert data["lead"]["low"] > 0  # any search beats these two
    for deck in data["decks"]:
        assert deck["low"] < deck["score"] < deck["high"]
        assert deck["again"] is None
    table = call_well(*words[:-1], "csv", cwd=folder)
    assert table.splitlines()[0].startswith("deck,group,score,low,high,again")


def test_it_begins_from_decks_and_keeps_to_what_is_asked(folder: Path) -> None:
    words = ["--from", "mixed-rush", "--contains", "bramble_hound=2", "--without", "ash_moth"]
    text = call_well("deck", "search", *SMALL, *words, "--format", "json", "--finalists", "greedy",
                     "--quiet", cwd=folder)  # fmt: skip
    for deck in json.loads(text)["decks"]:
        assert "2 bramble_hound" in deck["cards"]
        assert "ash_moth" not in deck["cards"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--group", "Wids"], "no card is of the faction 'Wids'; did you mean 'Wilds'?"),
        (["--contains", "bramble_hond"], "unknown card 'bramble_hond'; did you mean"),
        (["--contains", "bramble_hound=x"], "expected CARD or CARD=N"),
        (["--contains", "bramble_hound=3"], "3 copies of bramble_hound: the rules allow 2"),
        (["--without", "x"], "unknown card 'x'"),
        (["--contains", "ash_moth", "--without", "ash_moth"], "both name ash_moth"),
        (["--contains", "ash_moth", "--group", "Wilds"], "ash_moth is Occult, not Wilds"),
        (["--keep", "0"], "--keep 0: expected a whole number from 1 to 50"),
        (["--distance", "0"], "--distance 0: expected"),
        (["--search-games", "10"], "--search-games 10: expected a whole number from 5,000"),
        (["--finalists", "plannr"], "unknown pilot 'plannr'; did you mean 'planner'?"),
        (["--from", "mixed-rash"], "unknown deck 'mixed-rash'; did you mean 'mixed-rush'?"),
        (["--format", "md"], "--format md: expected table, csv, json"),
    ],
)
def test_bad_input_is_a_line_not_a_trace(folder: Path, words: list[str], problem: str) -> None:
    told = call_forgesim("deck", "search", *DECKS, *words, cwd=folder)
    assert told.code == 2
    assert problem in told.err
    assert not told.has_traceback
