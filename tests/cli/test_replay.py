"""`forgesim replay`: the match that a batch played, told again."""

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from forgesim.pilots.forge.game import GAME
from tests.cli.mistakes import deck as deck_file
from tests.cli.program import PROGRAM, call_forgesim, call_well, run_well
from tests.cli.test_batch import games_of, play

Line = dict[str, Any]
DECKS = ("wilds-fast", "arcana-slow")


def lines_of(*arguments: str | Path, cwd: Path) -> list[Line]:
    text = call_well("replay", *arguments, "--format", "jsonl", cwd=cwd)
    return [json.loads(line) for line in text.splitlines()]


def between(a: str, b: str, *arguments: str, cwd: Path) -> list[Line]:
    return lines_of("--deck-a", a, "--deck-b", b, *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay")


@pytest.fixture(scope="module")
def run(folder: Path) -> Path:
    """A stored run with unequal pilots."""
    decks = [word for deck in DECKS for word in ("--deck", deck)]
    return play(
        folder, "run", *decks, "--pairs", "40", "--pilot-a", "greedy", "--pilot-b", "random"
    )


@pytest.fixture(scope="module")
def games(run: Path) -> pd.DataFrame:
    return games_of(run)


@pytest.mark.parametrize("number", [0, 1, 79, 80, 117, 160, 239])
def test_a_match_of_a_run_ends_as_its_row_says(number: int, run: Path, games: pd.DataFrame) -> None:
    row = games.iloc[number]
    setup, *others = lines_of("--run", run, "--match", str(number), cwd=run.parent)
    end = others[-1]
    player_a = 0 if row["first"] == "a" else 1
    assert setup["seed"] == row["seed"]
    assert setup["first"] == row["first"]
    assert (end["winner"] == player_a) == (row["score_a"] == 1)
    assert end["turns"] == row["turns"]
    assert end["reason"] == row["reason"]
    assert end["state"]["heat"][player_a] == row["heat_a"]
    assert end["state"]["heat"][1 - player_a] == row["heat_b"]
    assert len([line for line in others if line["kind"] == "decision"]) == row["decisions"]


@pytest.mark.parametrize("format_", ["text", "jsonl"])
def test_the_installed_command_tells_the_same_match(format_: str, run: Path) -> None:
    arguments = ("replay", "--run", run, "--match", "90", "--format", format_)
    told = run_well(*arguments, cwd=run.parent)
    assert told == call_well(*arguments, cwd=run.parent)


def test_the_same_match_is_found_by_its_decks_and_pair_seed(
    run: Path, games: pd.DataFrame, folder: Path
) -> None:
    number = 2 * 40 + 2 * 11 + 1  # arcana-slow against wilds-fast is not a mirror
    row = games.iloc[number]
    assert row["deck_a"] != row["deck_b"]
    stored = lines_of("--run", run, "--match", str(number), cwd=folder)
    named = between(
        row["deck_a"], row["deck_b"], "--pilot-a", row["pilot_a"], "--pilot-b", row["pilot_b"],
        "--first", row["first"], "--seed", str(row["seed"]), cwd=folder,
    )  # fmt: skip
    assert named == stored


@pytest.mark.parametrize("first", ["a", "b"])
def test_exchanging_the_decks_and_who_goes_first_gives_the_same_match(
    first: str, folder: Path
) -> None:
    one = between(*DECKS, "--pilot-a", "greedy", "--pilot-b", "random", "--seed", "77",
                  "--first", first, cwd=folder)  # fmt: skip
    other = between(*DECKS[::-1], "--pilot-a", "random", "--pilot-b", "greedy", "--seed", "77",
                    "--first", "ba"["ab".index(first)], cwd=folder)  # fmt: skip
    assert one[0].pop("first") != other[0].pop("first")
    assert one == other


def test_in_a_mirror_each_side_keeps_its_shuffle_whoever_goes_first(folder: Path) -> None:
    one = between(DECKS[0], DECKS[0], "--seed", "5", "--first", "a", cwd=folder)
    other = between(DECKS[0], DECKS[0], "--seed", "5", "--first", "b", cwd=folder)
    assert one[0]["library"] == other[0]["library"][::-1]
    assert one[0]["library"][0] != one[0]["library"][1]


@pytest.fixture(scope="module")
def lines(folder: Path) -> list[Line]:
    return between(*DECKS, "--seed", "3", cwd=folder)


def test_a_trace_is_a_setup_decisions_with_events_and_an_end(lines: list[Line]) -> None:
    kinds = [line["kind"] for line in lines]
    assert kinds[0] == "setup"
    assert kinds[-1] == "end"
    assert set(kinds[1:-1]) == {"decision", "event"}


def test_the_setup_holds_what_is_needed_to_check_the_match(lines: list[Line]) -> None:
    setup = lines[0]
    assert sorted(setup) == ["cards", "decks", "first", "game", "kind", "library", "names",
                             "params", "pilots", "players", "ruleset", "seed", "trace"]  # fmt: skip
    assert setup["decks"] == [sorted(deck) for deck in setup["decks"]]
    for deck, library in zip(setup["decks"], setup["library"], strict=True):
        assert Counter(deck) == Counter(library)
    assert set(setup["cards"]) == {card for deck in setup["decks"] for card in deck}
    names = {parameter.name for parameter in GAME.parameters}
    assert [set(seat) for seat in setup["params"]] == [names, names]
    switches = {parameter.name for parameter in GAME.parameters if parameter.is_switch}
    assert all(isinstance(setup["params"][0][name], bool) for name in switches)


def test_decisions_are_numbered_and_choose_a_legal_act(lines: list[Line]) -> None:
    decisions = [line for line in lines if line["kind"] == "decision"]
    assert [line["n"] for line in decisions] == list(range(len(decisions)))
    for line in decisions:
        assert line["chosen"] in line["legal"]
        assert line["legal"] == sorted(set(line["legal"]))
        assert line["active"] == (line["turn"] - 1) % 2


def test_the_first_decision_is_player_0_s_with_an_opening_hand_of_four(lines: list[Line]) -> None:
    first = next(line for line in lines if line["kind"] == "decision")
    hands = first["state"]["hand"]
    assert first["active"] == 0
    assert [len(hand) for hand in hands] == [4, 5]
    assert [hands[p] == lines[0]["library"][p][: len(hands[p])] for p in range(2)] == [True, True]


def test_the_text_tells_the_same_match(folder: Path, lines: list[Line]) -> None:
    text = run_well("replay", "--deck-a", DECKS[0], "--deck-b", DECKS[1], "--seed", "3", cwd=folder)
    end = lines[-1]
    winner = DECKS[end["winner"]]
    assert text.startswith("Forge v0.1w, pair seed 3\nwilds-fast goes first against arcana-slow\n")
    assert text.splitlines()[-1].startswith(f"{winner} wins after {end['turns']} turns")


@pytest.mark.parametrize(
    "settings",
    [("--set", "fp_cap=3"), ("--set", "second.start_heat=25"), ("--pilot-b", "random")],
    ids=lambda words: words[-1],
)
def test_rules_and_pilots_of_the_call_are_those_of_the_match(
    settings: Sequence[str], folder: Path, lines: list[Line]
) -> None:
    changed = between(*DECKS, "--seed", "3", *settings, cwd=folder)
    assert changed[0]["library"] == lines[0]["library"]
    assert changed[1:] != lines[1:]


# The first match of two decks of a run


@pytest.mark.parametrize("first", ["a", "b"])
@pytest.mark.parametrize("names", [DECKS, DECKS[::-1]], ids=" ".join)
def test_a_match_of_a_run_is_found_by_its_decks(
    names: Sequence[str], first: str, run: Path, games: pd.DataFrame, folder: Path
) -> None:
    told = lines_of("--run", run, "--deck-a", names[0], "--deck-b", names[1], "--first", first,
                    cwd=folder)  # fmt: skip
    goes_first = names["ab".index(first)]
    row = games[(games["deck_a"] != games["deck_b"]) & (games["pair"] == 0)]
    (number,) = row.index[row["deck_a"].where(row["first"] == "a", row["deck_b"]) == goes_first]
    stored = lines_of("--run", run, "--match", str(number), cwd=folder)
    assert (told[0].pop("first"), told[1:]) == (first, stored[1:])
    stored[0].pop("first")
    assert told[0] == stored[0]


def test_a_mirror_is_found_by_its_deck_and_a_goes_first_unless_b_is_said_to(
    run: Path, folder: Path
) -> None:
    mirror = ("--run", run, "--deck-a", DECKS[0], "--deck-b", DECKS[0])
    assert lines_of(*mirror, cwd=folder) == lines_of("--run", run, "--match", "0", cwd=folder)
    other = lines_of(*mirror, "--first", "b", cwd=folder)
    assert other == lines_of("--run", run, "--match", "1", cwd=folder)


def test_of_several_pilots_the_first_one_s_match_is_told(folder: Path) -> None:
    run = play(folder, "tiers", "--deck", DECKS[0], "--pairs", "2", "--pilot", "random",
               "--pilot", "greedy")  # fmt: skip
    named = lines_of("--run", run, "--deck-a", DECKS[0], "--deck-b", DECKS[0], cwd=folder)
    assert named == lines_of("--run", run, "--match", "0", cwd=folder)


def test_the_text_names_decks_as_the_call_does(run: Path, folder: Path) -> None:
    text = call_well("replay", "--run", run, "--deck-a", "wilds-fast", "--deck-b", "arcana-slow",
                     "--first", "b", cwd=folder)  # fmt: skip
    assert text.splitlines()[1] == "arcana-slow goes first against wilds-fast"


def test_a_deck_that_is_not_in_the_run_is_told_near_names(run: Path, folder: Path) -> None:
    result = call_forgesim("replay", "--run", run, "--deck-a", "wild-fast", "--deck-b",
                           "arcana-slow", cwd=folder)  # fmt: skip
    assert (result.code, result.err) == (
        2, "this run has no deck 'wild-fast'; did you mean 'wilds-fast'?\n",
    )  # fmt: skip


def test_a_variant_s_run_is_replayed_under_its_own_rules(folder: Path) -> None:
    run = play(folder, "variant", "--deck", DECKS[0], "--pairs", "2", "--set", "fp_cap=3")
    setup, *_ = lines_of("--run", run, "--match", "3", cwd=folder)
    assert setup["params"][0]["fp_cap"] == 3


def test_a_run_is_replayed_without_the_files_that_it_was_made_from(tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(deck_file("mine"))
    run = play(tmp_path, "run", "--deck", "mine.toml", "--games", "4")
    deck.unlink()
    assert lines_of("--run", run, "--match", "2", cwd=tmp_path)[-1]["kind"] == "end"


def test_a_reader_that_stops_early_is_no_failure(run: Path) -> None:
    command = (
        f"set -o pipefail; '{PROGRAM}' replay --run '{run}' --match 0 --format jsonl | head -c 9"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# Stored runs that cannot be replayed.


def spoil(run: Path, folder: Path, *path: str | int, value: Any) -> None:
    """Copy a run's manifest with one value changed, or removed (`...`)."""
    content = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    place = content
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    (folder / "manifest.json").write_text(json.dumps(content), encoding="utf-8")


def test_a_match_out_of_range_is_refused_with_the_range(run: Path, folder: Path) -> None:
    for number in ("240", "-1"):
        result = call_forgesim("replay", "--run", run, "--match", number, cwd=folder)
        assert (result.code, result.err) == (
            2, f"--match {number}: this run has matches 0 to 239\n",
        )  # fmt: skip


def test_a_deck_beside_a_run_is_refused_whatever_its_name(run: Path, folder: Path) -> None:
    result = call_forgesim(
        "replay", "--run", run, "--match", "0", "--deck-a", "forge", cwd=folder
    )  # fmt: skip
    assert (result.code, "--deck-a" in result.err) == (2, True)


def test_a_run_of_another_engine_is_refused(run: Path, tmp_path: Path) -> None:
    spoil(run, tmp_path, "engine", value="0123456789abcdef")
    result = call_forgesim("replay", "--run", ".", "--match", "0", cwd=tmp_path)
    assert result.code == 2
    assert "another version of the engine" in result.err


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param(("format",), ..., id="format-missing"),
        pytest.param(("plan",), 3, id="plan-a-number"),
        pytest.param(("plan", "ruleset"), [], id="ruleset-a-list"),
        pytest.param(("plan", "pilots"), [], id="pilots-missing"),
        pytest.param(("plan", "decks", 0, "cards", 0), "nope", id="card-unknown"),
        pytest.param(("plan", "decks", 0, "cards", 0), 7, id="card-a-number"),
        pytest.param(("engine",), ..., id="engine-missing"),
        pytest.param(("plan", "decks", 0, "cards"), [], id="deck-empty"),
        pytest.param(("plan", "decks", 0, "cards"), ["thicket_kit"] * 41, id="deck-too-large"),
        pytest.param(("plan", "ruleset", "seats", 0), {}, id="parameters-missing"),
        pytest.param(("plan", "ruleset", "seats", 0, "weapon_slots"), 90,
                     id="parameter-out-of-range"),
        pytest.param(("plan", "pilots", 0, "kind"), "clever", id="pilot-kind-unknown"),
        pytest.param(("plan", "pilots", 0, "weights"), {"fase": 3}, id="feature-unknown"),
        pytest.param(("plan", "seed"), "one", id="seed-a-word"),
        pytest.param(("plan", "pairs"), 0, id="no-pairs"),
    ],
)  # fmt: skip
def test_a_damaged_manifest_is_called_so(
    path: Sequence[str | int], value: Any, run: Path, tmp_path: Path
) -> None:
    spoil(run, tmp_path, *path, value=value)
    result = call_forgesim("replay", "--run", ".", "--match", "0", cwd=tmp_path)
    assert not result.has_traceback, result.err
    assert result.code == 2
    assert "is damaged" in result.err
