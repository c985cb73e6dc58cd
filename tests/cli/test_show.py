"""`forgesim show`, and what a batch does beyond playing: --report and --precision."""

import json
import re
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
    rows, explained = call_well("show", "run", name, "--all", cwd=folder).split("\n\n")
    assert len(rows.splitlines()) == len(expected) + 1
    assert explained == f"What the columns mean: docs/reference/tables.md#{name}\n"


EFFECT = r"[+-]\d+\.\d\d \[[+-]\d+\.\d\d, [+-]\d+\.\d\d\]"


def test_of_the_cards_a_terminal_shows_what_tells_most_and_says_what_it_is(folder: Path) -> None:
    text = call_well("show", "run", "cards", "--tier", "own", cwd=folder)
    table, explained = text.split("\n\n")
    heading, *rows = table.splitlines()
    assert heading.split() == ["card", "decks", "replacement", "top", "gih", "gns", "iwd", "played",
                               "play_rate"]  # fmt: skip
    cards = forgesim.open_run(folder / "run")["cards"]
    assert len(rows) == (cards["tier"] == "own").sum()
    assert re.fullmatch(rf"\S+ +\d {EFFECT}( +-?\d+\.\d\d){{5}}", re.sub(r" +", " ", rows[0]))
    assert all(f"{name}" in explained for name in heading.split()[2:])
    assert "docs/reference/tables.md#cards" in explained
    assert "tier" in call_well("show", "run", "cards", cwd=folder).split("\n")[0].split()
    columns = call_well("show", "run", "deck_cards", "--tier", "own", cwd=folder).split()
    assert columns[:3] == ["deck", "card", "copies"]


def test_a_small_p_is_told_as_such(folder: Path) -> None:
    text = call_well("show", "run", "decks", cwd=folder)
    assert " <0.0001 " in text
    assert not re.search(r"\de-\d", text)


@pytest.mark.parametrize(
    "call",
    [("show", "mine"), ("report", "mine"), ("card", "impact", "mine"),
     ("replay", "--run", "mine", "--match", "1"), ("batch", "--resume", "--out", "mine")],
    ids=" ".join,
)  # fmt: skip
def test_a_run_that_is_named_without_its_folder_is_found(
    call: tuple[str, ...], folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "mine").symlink_to(folder / "run")
    result = call_forgesim(*call, cwd=tmp_path)
    assert result.code == 2
    assert "did you mean 'runs/mine'?" in result.err
    other = call_forgesim(*(part.replace("mine", "other") for part in call), cwd=tmp_path)
    assert "did you mean" not in other.err


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


@pytest.mark.slow
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
