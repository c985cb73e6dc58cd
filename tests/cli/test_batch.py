"""`forgesim batch`: the run directory is whole, and nothing but its inputs enters the results."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from tests.cli.program import CHECKOUT, call_forgesim, call_well, run_well, tree

GAME_COLUMNS = {
    "matchup": "int32",
    "pair": "int64",
    "seed": "uint64",
    "deck_a": "dictionary<values=string, indices=int32, ordered=0>",
    "deck_b": "dictionary<values=string, indices=int32, ordered=0>",
    "pilot_a": "dictionary<values=string, indices=int32, ordered=0>",
    "pilot_b": "dictionary<values=string, indices=int32, ordered=0>",
    "first": "dictionary<values=string, indices=int32, ordered=0>",
    "score_a": "float",
    "reason": "dictionary<values=string, indices=int32, ordered=0>",
    "turns": "int16",
    "decisions": "int32",
    "heat_a": "int16",
    "heat_b": "int16",
}
SHIPPED_DECKS = 21
MATCHUPS = SHIPPED_DECKS * (SHIPPED_DECKS + 1) // 2
THREE_BLOCKS = ("--deck", "wilds-fast", "--deck", "occult-fast", "--games", "80000")


def games_of(run: Path) -> pd.DataFrame:
    """All games of a run, in the plan's order."""
    files = sorted((run / "games").glob("*.parquet"))
    return pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)


def play(folder: Path, name: str, *arguments: str | Path) -> Path:
    """Play a batch, in this process."""
    call_well("batch", *arguments, "--quiet", "--out", name, cwd=folder)
    return folder / name


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("batch")


@pytest.fixture(scope="module")
def run(folder: Path) -> Path:
    """The default field, few games, played by the installed command."""
    run_well("batch", "--games", "2000", "--jobs", "2", "--quiet", "--out", "run", cwd=folder)
    return folder / "run"


@pytest.fixture(scope="module")
def manifest(run: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    return content


def test_a_run_directory_holds_manifest_games_and_tallies(run: Path) -> None:
    tables = ["ahead", "checks", "fates", "games", "lead_changes", "middle", "pairs", "places",
              "tops"]  # fmt: skip
    names = ["counts", "counts/00000.parquet", "games", "games/00000.parquet", "manifest.json"]
    names += ["tallies", *(f"tallies/{table}.parquet" for table in tables)]
    assert sorted(tree(run)) == names


def test_games_have_the_documented_columns_and_types(run: Path) -> None:
    schema = pq.read_schema(run / "games" / "00000.parquet")
    assert {field.name: str(field.type) for field in schema} == GAME_COLUMNS


def test_games_are_rounded_up_to_whole_pairs_the_same_for_each_matchup(run: Path) -> None:
    games = games_of(run)
    pairs = 5  # 2,000 games are 4.3 pairs for each of 231 matchups
    assert len(games) == 2 * pairs * MATCHUPS
    assert (games.groupby("matchup").size() == 2 * pairs).all()
    assert games["matchup"].is_monotonic_increasing


def test_the_two_games_of_a_pair_share_seed_and_swap_who_goes_first(run: Path) -> None:
    games = games_of(run)
    first, second = games[::2].reset_index(), games[1::2].reset_index()
    same = ["matchup", "pair", "seed", "deck_a", "deck_b", "pilot_a", "pilot_b"]
    assert first[same].equals(second[same])
    assert set(first["first"]) == {"a"}
    assert set(second["first"]) == {"b"}


def test_deck_a_is_the_one_whose_name_sorts_first(run: Path) -> None:
    games = games_of(run)
    assert (games["deck_a"].astype(str) <= games["deck_b"].astype(str)).all()


def test_the_loser_of_a_game_that_ended_by_heat_has_none_left(run: Path) -> None:
    games = games_of(run)
    by_heat = games[games["reason"] == "heat"]
    a_lost = by_heat["score_a"] == 0
    assert (by_heat["heat_a"][a_lost] <= 0).all()
    assert (by_heat["heat_b"][~a_lost] <= 0).all()
    assert (by_heat["heat_b"][a_lost] > 0).all()


def test_tallies_of_games_are_counts_of_the_games(run: Path) -> None:
    keys = ["matchup", "first", "score_a", "reason", "turns"]
    counted = games_of(run).groupby(keys, observed=True).size()
    tallies = pd.read_parquet(run / "tallies" / "games.parquet").set_index(keys)["games"]
    assert counted.sort_index().to_dict() == tallies.sort_index().to_dict()


def test_tallies_of_pairs_are_counts_of_the_pairs(run: Path) -> None:
    games = games_of(run)
    outcomes = games.pivot(index=["matchup", "pair"], columns="first", values="score_a")
    counted = outcomes.reset_index().groupby(["matchup", "a", "b"]).size()
    keys = ["matchup", "score_a_first", "score_a_second"]
    tallies = pd.read_parquet(run / "tallies" / "pairs.parquet").set_index(keys)["pairs"]
    assert tallies.to_dict() == counted.to_dict()


def test_the_manifest_says_what_was_played(manifest: dict[str, Any]) -> None:
    plan = manifest["plan"]
    assert manifest["format"] == 4
    assert plan["name"] == "default-field"
    assert plan["ruleset"]["name"] == "v0.1w"
    assert (plan["seed"], plan["pairs"], plan["games"]) == (1, 5, 2 * 5 * MATCHUPS)
    assert len(plan["decks"]) == SHIPPED_DECKS
    own = {deck["name"]: deck["pilot"] for deck in plan["decks"]}
    assert {pilot["name"] for pilot in plan["pilots"]} == set(own.values())
    assert plan["tiers"] == [{"name": "own", "is_even": True}]
    for matchup in plan["matchups"]:
        assert matchup["pilot_a"] == own[matchup["deck_a"]]
        assert matchup["pilot_b"] == own[matchup["deck_b"]]
    assert all(len(deck["cards"]) == 20 for deck in plan["decks"])


def test_the_manifest_lists_the_matchups_in_the_order_of_the_games(
    manifest: dict[str, Any], run: Path
) -> None:
    listed = manifest["plan"]["matchups"]
    names = ["deck_a", "deck_b", "pilot_a", "pilot_b"]
    played = games_of(run).drop_duplicates("matchup")[names].astype(str)
    assert played.to_dict("records") == [{name: each[name] for name in names} for each in listed]
    assert len({each["fingerprint"] for each in listed}) == len(listed)


def test_the_manifest_keeps_no_path_and_no_time(manifest: dict[str, Any], folder: Path) -> None:
    text = json.dumps(manifest)
    assert str(folder) not in text
    assert str(CHECKOUT) not in text
    assert not re.search(r"20\d\d-\d\d-\d\d", text)


def test_a_run_without_out_gets_a_dated_name_that_is_free(tmp_path: Path) -> None:
    for _ in range(2):
        call_well("batch", "--deck", "wilds-fast", "--games", "2", "--quiet", cwd=tmp_path)
    first, second = sorted(path.name for path in (tmp_path / "runs").iterdir())
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-batch", first)
    assert second == f"{first}-2"


def test_the_summary_s_next_steps_can_be_carried_out(folder: Path) -> None:
    text = call_well("batch", "--deck", "wilds-fast", "--games", "2", "--out", "next", cwd=folder)
    report, replay = (line.split("forgesim ")[1].split() for line in text.splitlines()[-2:])
    assert "Report written to" in call_well(*report, cwd=folder)
    assert "wins after" in call_well(*replay, cwd=folder)


def test_quiet_leaves_the_summary_alone(folder: Path) -> None:
    arguments = ("batch", "--deck", "wilds-fast", "--games", "2", "--out")
    loud = call_forgesim(*arguments, "loud", cwd=folder)
    quiet = call_forgesim(*arguments, "quiet", "--quiet", cwd=folder)
    assert "2 games: 1 matchup x 1 pair, seed 1" in loud.err
    assert quiet.err == ""
    assert "First-player advantage" in quiet.out


def test_force_replaces_an_earlier_run_whole(tmp_path: Path) -> None:
    run = play(tmp_path, "run", *THREE_BLOCKS)
    play(tmp_path, "run", "--deck", "wilds-fast", "--games", "20", "--force")
    assert len(games_of(run)) == 20
    assert tree(run) == tree(play(tmp_path, "fresh", "--deck", "wilds-fast", "--games", "20"))


def test_seed_changes_every_pair(tmp_path: Path) -> None:
    arguments = ("--deck", "wilds-fast", "--games", "100", "--seed")
    one, two = (games_of(play(tmp_path, seed, *arguments, seed)) for seed in ("1", "2"))
    assert not set(one["seed"]) & set(two["seed"])


# What must not change a byte.


@pytest.fixture(scope="module")
def one_worker(folder: Path) -> dict[str, bytes | None]:
    """A run of several blocks, by one worker."""
    files = tree(play(folder, "one-worker", *THREE_BLOCKS, "--jobs", "1"))
    assert len([name for name in files if name.startswith("games/")]) > 2
    return files


@pytest.mark.slow
@pytest.mark.parametrize(
    "workers",
    [("--jobs", "1"), ("--jobs", "2"), ("--jobs", "2", "--backend", "loky")],
    ids=["again", "two-threads", "two-processes"],
)
def test_workers_do_not_change_a_byte(
    workers: Sequence[str], one_worker: dict[str, bytes | None], tmp_path: Path
) -> None:
    run_well("batch", *THREE_BLOCKS, *workers, "--quiet", "--out", "run", cwd=tmp_path)
    assert tree(tmp_path / "run") == one_worker


# Whose cards are played


def test_without_a_project_it_is_said_that_the_sample_is_played(tmp_path: Path) -> None:
    result = call_forgesim("batch", "--games", "2", "--out", "run", cwd=tmp_path)
    assert result.err.startswith(
        "no experiment.toml here: the sample decks that ship with forgesim are played\n"
        "a project for cards of your own: forgesim init DIR\n"
    )


def test_a_project_in_a_folder_of_this_one_is_named(tmp_path: Path) -> None:
    call_well("init", "my game", cwd=tmp_path)
    result = call_forgesim("batch", "--games", "2", "--out", "run", cwd=tmp_path)
    assert result.err.splitlines()[1] == (
        "there is one in 'my game': cd 'my game', or forgesim batch 'my game/experiment.toml'"
    )


@pytest.mark.parametrize(
    "arguments",
    [("--deck", "wilds-fast"), ("my/experiment.toml",), ("--quiet",), ("--out", "r", "--resume")],
    ids=" ".join,
)
def test_where_somebody_has_said_what_to_play_nothing_is_said(
    arguments: Sequence[str], tmp_path: Path
) -> None:
    call_well("init", "my", cwd=tmp_path)
    call_well("batch", "--games", "2", "--deck", "wilds-fast", "--out", "r", cwd=tmp_path)
    out = () if "--resume" in arguments else ("--games", "2", "--out", "run")
    result = call_forgesim("batch", *arguments, *out, cwd=tmp_path)
    assert (result.code, "experiment.toml" in result.err) == (0, False), result.err
