"""`forgesim show`, and what a batch does beyond playing: --report and --precision."""

import json
from pathlib import Path

import pandas as pd
import pytest

import forgesim
from tests.cli.program import call_forgesim, call_well

TABLES = ["matchups", "decks", "factions", "seats", "cards", "deck_cards", "positions", "tempo",
          "pilots", "health", "metagame"]  # fmt: skip
FIELD = ("--deck", "wilds-fast", "--deck", "occult-fast", "--deck", "mixed-burn")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("show")
    call_well("batch", *FIELD, "--pilot", "greedy", "--pilot", "own", "--pairs", "60", "--quiet",
              "--out", "run", cwd=folder)  # fmt: skip
    return folder


def test_without_a_table_all_are_listed(folder: Path) -> None:
    text = call_well("show", "run", cwd=folder)
    assert [name for name in TABLES if f"\n{name} " not in text] == []
    assert "Next: forgesim show run decks" in text


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_the_same_in_every_format(name: str, folder: Path) -> None:
    expected = forgesim.open_run(folder / "run")[name]
    csv, parquet = folder / f"{name}.csv", folder / f"{name}.parquet"
    call_well("show", "run", name, "--format", "csv", "--out", csv.name, cwd=folder)
    call_well("show", "run", name, "--format", "parquet", "--out", parquet.name, cwd=folder)
    rows = json.loads(call_well("show", "run", name, "--format", "json", cwd=folder))
    stored = pd.read_parquet(parquet)
    pd.testing.assert_frame_equal(stored, expected, check_dtype=False, check_exact=True)
    assert len(rows) == len(expected) == len(pd.read_csv(csv))
    assert list(rows[0]) == list(expected.columns) == list(pd.read_csv(csv).columns)
    assert call_well("show", "run", name, cwd=folder).count("\n") == len(expected) + 1


def test_a_tier_can_be_asked_for(folder: Path) -> None:
    rows = json.loads(call_well("show", "run", "decks", "--tier", "own", "--format", "json",
                                cwd=folder))  # fmt: skip
    assert {row["tier"] for row in rows} == {"own"}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("show", "run", "dekcs"), "no table 'dekcs', expected one of matchups, decks"),
        (("show", "run", "decks", "--tier", "aggro"), "--tier aggro: this run has greedy, own"),
        (("show", "run", "decks", "--format", "csv", "--out", "run/manifest.json"),
         "run/manifest.json exists already"),
    ],
)  # fmt: skip
def test_what_there_is_not_is_refused(
    arguments: tuple[str, ...], problem: str, folder: Path
) -> None:
    result = call_forgesim(*arguments, cwd=folder)
    assert result.code == 2
    assert problem in result.err


def test_a_batch_measures_the_cards_and_reports(tmp_path: Path) -> None:
    text = call_well("batch", *FIELD, "--games", "1200", "--report", "--out", "run", cwd=tmp_path)
    assert "Report written to reports/batch" in text
    assert (tmp_path / "run" / "impact" / "replacement.parquet").is_file()
    assert "not computed" not in (tmp_path / "reports" / "batch" / "report.md").read_text()


def test_the_report_of_a_batch_of_one_deck_goes_without_its_cards(tmp_path: Path) -> None:
    result = call_forgesim("batch", "--deck", "wilds-fast", "--games", "200", "--report",
                           cwd=tmp_path)  # fmt: skip
    assert result.code == 0
    assert "not measured: a single deck has no opponent" in result.err
    assert (tmp_path / "reports" / "batch" / "index.html").is_file()


def test_a_batch_stops_once_it_is_as_precise_as_asked(tmp_path: Path) -> None:
    text = call_well("batch", *FIELD, "--precision", "3", "--out", "run", cwd=tmp_path)
    assert "Precision of 3 points reached" in text
    results = forgesim.open_run(tmp_path / "run")
    for name, low, high in (("decks", "low", "high"), ("factions", "low", "high")):
        assert ((results[name][high] - results[name][low]) / 2 <= 3).all()
    assert results.plan.looks > len(results.plan.rounds)
    again = call_well("batch", "--resume", "--out", "run", cwd=tmp_path)
    assert "all of them stored before" in again


def test_a_batch_that_may_not_play_enough_says_so(tmp_path: Path) -> None:
    text = call_well("batch", *FIELD, "--precision", "0.1", "--games", "600", cwd=tmp_path)
    assert "Precision of 0.1 points NOT reached" in text
