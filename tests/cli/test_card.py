"""`forgesim card impact`: what it prints and stores, and what it refuses."""

import csv
import json
import shlex
from pathlib import Path

import pytest

from forgesim.studies import replacement
from forgesim.studies.replacement import CARD_COLUMNS
from forgesim.studies.replacement_files import load_replacement
from tests.cli.program import Result, call_forgesim, call_well, matches_snapshot, run_well, tree

FIELD = ("--deck", "wilds-fast", "--deck", "occult-fast", "--deck", "armory-slow", "--pairs", "20")
QUICK = ("--precision", "3", "--jobs", "1")


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without impact: not to be changed."""
    folder = tmp_path_factory.mktemp("card")
    call_well("batch", *FIELD, "--quiet", "--out", "run", cwd=folder)
    return folder


@pytest.fixture
def folder(stored: Path, tmp_path: Path) -> Path:
    """A folder with a run of its own, and an experiment."""
    for name, content in tree(stored).items():
        path = tmp_path / name
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content)
    (tmp_path / "mine.toml").write_text('name = "mine"\ndeck = ["wilds-fast", "occult-fast"]\n')
    return tmp_path


def impact(folder: Path, *arguments: str | Path) -> Result:
    result = call_forgesim("card", "impact", *arguments, *QUICK, cwd=folder)
    assert result.code == 0, result.err
    return result


# Of a run


def test_the_cards_of_a_run_are_told_best_first(folder: Path) -> None:
    result = impact(folder, "run")
    assert matches_snapshot("card-impact-run", result.out)
    assert result.err == "3 decks, 95 % intervals of +/- 3 points, seed 1, 1 worker\n"


def test_they_are_stored_with_the_run_and_nothing_else_is_changed(folder: Path) -> None:
    before = tree(folder)
    impact(folder, "run", "--quiet")
    after = tree(folder)
    assert {name for name in after if name not in before} == {
        "run/impact", "run/impact/replacement.parquet", "run/impact/replacement_by_deck.parquet",
    }  # fmt: skip
    assert {name: after[name] for name in before} == before
    found = load_replacement(folder / "run")
    assert found is not None
    assert (found.precision, len(found.cards)) == (3.0, 31)


def test_the_installed_command_prints_the_same(folder: Path) -> None:
    arguments = ("card", "impact", "run", *QUICK, "--quiet")
    assert run_well(*arguments, cwd=folder) == call_well(*arguments, cwd=folder)


def test_single_cards_are_found_by_name_or_id_and_not_stored(folder: Path) -> None:
    before = tree(folder)
    out = impact(folder, "run", "--card", "wick imp", "--card", "BRAMBLE_HOUND").out
    assert "Replacement impact of 2 cards, pilot own\n" in out
    assert out.index("\nWick Imp ") < out.index("\nBramble Hound ")
    assert out.endswith("Not stored, since not of all cards. Next: forgesim card impact run\n")
    assert tree(folder) == before


def test_each_tier_of_a_run_can_be_measured(tmp_path: Path) -> None:
    pilots = ("--pilot", "greedy", "--pilot", "aggro")
    call_well("batch", *FIELD, *pilots, "--quiet", "--out", "run", cwd=tmp_path)
    assert "pilot greedy" in impact(tmp_path, "run", "--card", "Gale Roc").out
    both = impact(tmp_path, "run", "--tier", "aggro", "--tier", "greedy").out
    assert both.index("31 cards, pilot aggro") < both.index("31 cards, pilot greedy")
    found = load_replacement(tmp_path / "run")
    assert found is not None
    assert list(dict.fromkeys(found.cards["tier"])) == ["aggro", "greedy"]


# For programs


def test_csv_and_json_hold_the_same_table(folder: Path) -> None:
    arguments = ("run", "--card", "Burnt Offering", "--card", "Siege Ox", "--quiet", "--format")
    result = impact(folder, *arguments, "json")
    rows = json.loads(result.out)
    assert result.err == ""
    assert [tuple(row) for row in rows] == [CARD_COLUMNS] * 2
    assert [row["card"] for row in rows] == ["siege_ox", "burnt_offering"]
    assert (rows[0]["replacement"], rows[0]["pairs"], rows[0]["replacement_own"]) == (0, 0, 0)
    assert rows[1]["replacement_own"] is None
    cells = list(csv.DictReader(impact(folder, *arguments, "csv").out.splitlines()))
    assert [row["card"] for row in cells] == ["siege_ox", "burnt_offering"]
    assert float(cells[1]["replacement"]) == rows[1]["replacement"]
    assert cells[1]["replacement_own"] == ""


# Of an experiment


def test_of_an_experiment_nothing_is_stored(folder: Path) -> None:
    before = tree(folder)
    out = impact(folder, "mine.toml").out
    assert "Replacement impact of 21 cards, pilot own\n" in out
    assert "\n  - in no deck, so not measured: " in out
    assert "\nNext: forgesim batch, and card impact of its run, to have this in a report\n" in out
    assert tree(folder) == before


def test_without_a_file_the_project_is_measured_or_the_sample(folder: Path) -> None:
    note = "no experiment.toml here: the sample decks that ship with forgesim are played\n"
    sample = impact(folder, "--card", "Gale Roc")
    assert sample.err.startswith(note)
    assert "21 decks, " in sample.err
    (folder / "mine.toml").rename(folder / "experiment.toml")
    own = impact(folder)
    assert own.err.startswith("using experiment.toml of this folder\n2 decks, ")
    assert "Replacement impact of 21 cards" in own.out


def test_settings_of_an_experiment_are_played_and_named(folder: Path) -> None:
    text = (folder / "mine.toml").read_text() + "[set]\ncard.wick_imp.power = 9\n"
    (folder / "mine.toml").write_text(text)
    out = impact(folder, "mine.toml").out
    assert "  - changed from v0.1w: card.wick_imp.power=9\n" in out
    best = out.partition("own type\n")[2]
    assert best.startswith("Wick Imp ")


def test_cards_that_were_too_much_for_the_limit_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replacement, "MAX_PAIRS", 1600)
    arguments = ("run", "--precision", "0.3", "--card", "Wick Imp", "--card", "Siege Ox")
    out = call_well("card", "impact", *arguments, cwd=folder)
    assert "  - less precise than asked for: Wick Imp\n" in out


# What cannot be measured

SINGLE = 'deck = ["wilds-fast"]\n'
UNEQUAL = 'deck = ["wilds-fast", "occult-fast"]\npilot_a = "greedy"\npilot_b = "random"\n'
BARE = 'name = "bare"\nparent = "v0.1w"\n[reference]\n2 = { power = 2 }\n'
REFUSED = {
    "run --precision 0.01": "--precision 0.01: expected 0.05 to 10 points",
    "run --precision 11": "--precision 11: expected 0.05 to 10 points",
    "run --precision -1": "--precision -1: expected 0.05 to 10 points",
    "run --format parquet": "--format parquet: expected table, csv or json",
    "run --jobs 0": "--jobs 0, expected a whole number from 1 to 1024",
    "run --card wick_impp": "--card wick_impp: no deck of this run plays such a card; did you mean"
    " 'wick_imp'?",
    "run --card 'Star Titan'": "--card Star Titan: no deck of this run plays such a card",
    "mine.toml --card 'Wick Imb'": "--card Wick Imb: there is no such card; did you mean"
    " 'Wick Imp'?",
    "mine.toml --card 'Star Titan'": "--card Star Titan: no deck plays it, so it cannot be"
    " measured",
    "run --tier greedy": "no pilots 'greedy' play here, expected one of own",
    "run/games": "run/games: is not a run directory (it has no manifest.json)",
    "none": "none: there is no such file",
    "single.toml": "a single deck has no opponent: card impact needs two decks or more",
    "unequal.toml": "the decks of a pair have different pilots here, so no score compares decks:"
    " card impact needs a batch with --pilot, or without",
    "bare.toml": "[reference] of the ruleset has {'power': 2} for cost 2, expected a creature, as"
    " 2 = { power = 3, toughness = 4 }",
}


@pytest.mark.parametrize("words", REFUSED)
def test_what_cannot_be_measured_is_answered_in_a_line(words: str, folder: Path) -> None:
    (folder / "single.toml").write_text(SINGLE)
    (folder / "unequal.toml").write_text(UNEQUAL)
    (folder / "bare.toml").write_text(
        'ruleset = "rules.toml"\ndeck = ["wilds-fast", "occult-fast"]'
    )
    (folder / "rules.toml").write_text(BARE)
    before = tree(folder)
    result = call_forgesim("card", "impact", *shlex.split(words), "--quiet", cwd=folder)
    assert (result.code, result.err, result.out) == (2, REFUSED[words] + "\n", "")
    assert tree(folder) == before


def test_a_damaged_run_is_refused(folder: Path) -> None:
    manifest = folder / "run" / "manifest.json"
    text = manifest.read_text(encoding="utf-8")
    engine = json.loads(text)["engine"]
    for changed, problem in [
        (text.replace(engine, "0" * 16), "run was played by another version of the engine"),
        (text.replace('"wilds-fast"', '"mild-fast"', 1), "its plan cannot be read"),
        (text[:300], "run/manifest.json: is damaged"),
    ]:
        manifest.write_text(changed, encoding="utf-8")
        result = call_forgesim("card", "impact", "run", cwd=folder)
        assert (result.code, result.out, result.has_traceback) == (2, "", False)
        assert problem in result.err
        assert not (folder / "run" / "impact").exists()
