"""`forgesim pilot explain`: a turn, decision by decision, with what a pilot thought of it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from forgesim.cards.pilots import load_pilot
from forgesim.pilots.forge.game import GAME
from tests.cli.program import call_forgesim, call_well
from tests.cli.test_batch import play

DECKS = ("--deck-a", "wilds-fast", "--deck-b", "armory-slow", "--seed", "7")
TURN = ("--turn", "7")


def explain(*arguments: str | Path, cwd: Path) -> str:
    return call_well("pilot", "explain", *arguments, cwd=cwd)


def decisions(*arguments: str | Path, cwd: Path) -> list[dict[str, Any]]:
    text = explain(*arguments, "--format", "json", cwd=cwd)
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("explain")


@pytest.fixture(scope="module")
def trace(folder: Path) -> Path:
    """A match that a person has played, and left."""
    call_well("play", *DECKS, "--save", "mine.jsonl", cwd=folder, typed="1\n" * 12)
    return folder / "mine.jsonl"


def test_each_decision_of_the_turn_is_told_with_what_was_seen_and_weighed(folder: Path) -> None:
    text = explain(*DECKS, *TURN, cwd=folder)
    told = decisions(*DECKS, *TURN, cwd=folder)
    assert text.startswith("Turn 7 of 13: wilds-fast, played by aggro\n")
    numbers = re.findall(r"^Decision (\d+)$", text, re.MULTILINE)
    assert numbers == [str(each["decision"]) for each in told]
    assert text.count("aggro, best first (> was played): score of each act\n") == len(told)
    assert text.count("\nhand of wilds-fast\n") == len(told)
    assert "hand of armory-slow" not in text
    assert len(re.findall(r"^>  ", text, re.MULTILINE)) == len(told)


def test_the_numbers_are_those_of_the_pilot_s_file(folder: Path) -> None:
    pilot = load_pilot("aggro", GAME)
    for decision in decisions(*DECKS, *TURN, cwd=folder):
        assert (decision["pilot"], decision["kind"]) == ("aggro", "weights")
        assert decision["thoughts"][0]["act"] == decision["chosen"]
        for thought in decision["thoughts"]:
            assert thought["line"] == [thought["act"]]
            assert thought["value"] == sum(part["value"] for part in thought["parts"])
            for part in thought["parts"]:
                assert part["weight"] == pilot.weights[part["feature"]]
                assert part["value"] == part["weight"] * part["amount"]


def test_the_text_says_the_same_as_the_json(folder: Path) -> None:
    text = explain(*DECKS, *TURN, cwd=folder)
    (decision, *_) = decisions(*DECKS, *TURN, cwd=folder)
    for thought in decision["thoughts"]:
        assert re.search(rf"^[> ] +{thought['value']:,}  ", text, re.MULTILINE)
    part = max(decision["thoughts"][0]["parts"], key=lambda each: each["value"])
    times = f" ({part['amount']} x {part['weight']})" if part["amount"] != 1 else ""
    assert f"{part['value']} {part['feature']}{times}" in text


def test_another_pilot_is_asked_about_the_same_positions(folder: Path) -> None:
    own = decisions(*DECKS, *TURN, cwd=folder)
    asked = decisions(*DECKS, *TURN, "--pilot", "control", cwd=folder)
    assert [each["state"] for each in asked] == [each["state"] for each in own]
    assert [each["chosen"] for each in asked] == [each["chosen"] for each in own]
    assert {each["pilot"] for each in asked} == {"control"}
    text = explain(*DECKS, *TURN, "--pilot", "control", cwd=folder)
    assert text.startswith("Turn 7 of 13: wilds-fast, played by aggro\n")


def test_chance_is_said_to_weigh_nothing(folder: Path) -> None:
    text = explain(*DECKS, *TURN, "--pilot", "random", cwd=folder)
    assert "random weighs nothing: any act, by chance\n> played: " in text


def test_a_match_of_a_run_is_explained_by_the_pilots_of_the_run(folder: Path) -> None:
    run = play(folder, "run", "--deck", "wilds-fast", "--pairs", "2", "--pilot", "greedy",
               "--set", "pilot.greedy.face=77")  # fmt: skip
    weights = {
        part["feature"]: part["weight"]
        for turn in ("3", "5", "7")
        for each in decisions("--run", run, "--match", "1", "--turn", turn, cwd=folder)
        for thought in each["thoughts"]
        for part in thought["parts"]
    }
    assert weights["face"] == 77


def test_of_a_trace_the_pilots_are_asked_by_their_names_and_for_a_person_an_adviser(
    trace: Path, folder: Path
) -> None:
    (one, *_) = decisions("--trace", trace, "--turn", "2", cwd=folder)
    assert (one["player"], one["pilot"]) == ("armory-slow", "control")
    (one, *_) = decisions("--trace", trace, "--turn", "3", "--pilot", "greedy", cwd=folder)
    assert (one["player"], one["pilot"]) == ("wilds-fast", "greedy")
    text = explain("--trace", trace, "--turn", "3", "--pilot", "greedy", cwd=folder)
    assert re.match(r"Turn 3 of \d+: wilds-fast, played by a person\n", text)


@pytest.mark.slow
def test_the_planner_is_asked_for_a_person_and_weighs_ends_of_the_turn(
    trace: Path, folder: Path
) -> None:
    (one, *_) = decisions("--trace", trace, "--turn", "3", cwd=folder)
    assert (one["pilot"], one["kind"]) == ("planner", "planner")
    features = {part["feature"] for thought in one["thoughts"] for part in thought["parts"]}
    positions = {feature.name for feature in GAME.features if feature.table == "position"}
    assert features
    assert features <= positions
    text = explain("--trace", trace, "--turn", "3", cwd=folder)
    assert "planner, best first (> was played): value of the best turn from each act" in text


@pytest.mark.slow
def test_the_searcher_s_numbers_are_mean_results(folder: Path) -> None:
    arguments = (*DECKS, "--turn", "9", "--pilot", "searcher")
    told = decisions(*arguments, cwd=folder)
    worlds = [thought["worlds"] for each in told for thought in each["thoughts"]]
    assert max(worlds) > 1
    text = explain(*arguments, cwd=folder)
    assert "searcher, best first (> was played): mean result, -1 lost, +1 won\n" in text
    assert f" [{max(worlds)} deals]\n" in text


# What cannot be explained


@pytest.mark.parametrize("turn", ["0", "14", "-1"])
def test_a_turn_that_the_match_has_not_is_refused_with_those_that_it_has(
    turn: str, folder: Path
) -> None:
    result = call_forgesim("pilot", "explain", *DECKS, "--turn", turn, cwd=folder)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"--turn {turn}: this match has turns 1 to 13\n"


def test_of_a_pilot_that_is_not_here_is_said_whom_to_ask_instead(trace: Path, folder: Path) -> None:
    text = trace.read_text(encoding="utf-8").replace('[null,"control"]', '[null,"mine"]', 1)
    (folder / "other.jsonl").write_text(text, encoding="utf-8")
    result = call_forgesim("pilot", "explain", "--trace", "other.jsonl", "--turn", "2", cwd=folder)
    assert result.code == 2
    assert result.err.startswith("unknown pilot 'mine'")
    assert result.err.endswith("; or name whom to ask with --pilot\n")
    told = decisions("--trace", "other.jsonl", "--turn", "2", "--pilot", "greedy", cwd=folder)
    assert told


def test_a_turn_in_which_nobody_chooses_is_called_so(folder: Path) -> None:
    peace = ("--deck-a", "wilds-fast", "--deck-b", "wilds-fast", "--set", "strikes_per_turn=0")
    end = json.loads(call_well("replay", *peace, "--format", "jsonl", cwd=folder).splitlines()[-1])
    assert end["reason"] == "deckout"
    turn = str(end["turns"])
    text = explain(*peace, "--turn", turn, cwd=folder)
    assert text.startswith(f"Turn {turn} of {turn}: nobody had anything to choose\n")
    assert text.endswith("out of materials.\n")
    assert decisions(*peace, "--turn", turn, cwd=folder) == []
