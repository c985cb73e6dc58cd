"""What pilots think: it changes nothing, it is what they do, and its parts add up."""

from collections.abc import Iterator

import pytest

from forgesim.arena.counsel import Considered, Counsel, Thought, consider_turn, try_line
from forgesim.arena.match import Match
from tests.arena.matches import PEOPLE, pilot, played, seats

STYLES = ("greedy", "aggro", "control", "midrange")
SEARCHERS = ("planner", "searcher")
EVERY = [*STYLES, *(pytest.param(name, marks=pytest.mark.slow) for name in SEARCHERS)]


def positions(name: str, seed: int = 7, step: int = 1) -> Iterator[tuple[Match, str]]:
    """Every decision of a match that a pilot plays against itself, and what it does."""
    match = Match(seats(pilots=(name, name), seed=seed))
    while not match.is_over:
        before, act = match.fork(), match.choose()
        if len(match.acts) % step == 0:
            yield before, match.tracer.act(match.state, act)
        match.play(act)


def counsel_of(name: str) -> Counsel:
    asked = pilot(name)
    assert asked is not None
    return Counsel(asked, seats(pilots=(name, name)))


@pytest.mark.parametrize("name", STYLES)
def test_the_first_thought_of_a_pilot_with_weights_is_what_it_does(name: str) -> None:
    counsel = counsel_of(name)
    for match, act in positions(name):
        thoughts = counsel.thoughts(match)
        assert thoughts[0].act == act
        assert [t.value for t in thoughts] == sorted((t.value for t in thoughts), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_at_the_beginning_of_a_turn_a_searching_pilot_does_its_first_thought(name: str) -> None:
    counsel = counsel_of(name)
    turn = 0
    for match, act in positions(name):
        if match.turn != turn:
            turn = match.turn
            assert counsel.thoughts(match)[0].act == act


@pytest.mark.parametrize("name", [*EVERY, "random"])
def test_asking_changes_nothing(name: str) -> None:
    silent = played(Match(seats(pilots=(name, "random"))))
    match = Match(seats(pilots=(name, "random")))
    counsels = [counsel_of(name), counsel_of("random")]
    while not match.is_over:
        counsels[match.active].thoughts(match, is_explained=True)
        match.play(match.choose())
    assert match.lines == silent.lines


def test_chance_weighs_nothing() -> None:
    counsel = counsel_of("random")
    assert all(counsel.thoughts(match, True) == [] for match, _ in positions("random"))


@pytest.mark.parametrize("name", EVERY)
def test_a_value_is_the_sum_of_its_parts(name: str) -> None:
    counsel = counsel_of(name)
    explained = 0
    for match, _ in positions(name, step=2):
        for thought in counsel.thoughts(match, is_explained=True):
            if counsel.looks_ahead and (thought.worlds or thought.rest):
                continue  # it has played on from there
            assert thought.rest == 0, (match.decision(), thought)
            assert all(p.weight == counsel.pilot.weights[p.feature] for p in thought.parts)
            explained += 1
    assert explained > 20 or counsel.looks_ahead


def parts_of(thought: Thought) -> dict[str, int]:
    return {part.feature: part.amount for part in thought.parts}


def test_parts_are_the_features_that_the_state_shows() -> None:
    counsel = counsel_of("aggro")
    seen = set()
    for match, _ in positions("aggro"):
        decision = match.decision()
        state, cards = decision["state"], match.lines[0]["cards"]
        power = {b["id"]: b["power"] for side in state["creatures"] for b in side}
        for thought in counsel.thoughts(match, is_explained=True):
            verb, *words = thought.act.split()
            parts = parts_of(thought)
            if verb == "play":
                assert parts["play"] == 1
                assert parts.get("cost", 0) == cards[words[0]]["cost"]
                if cards[words[0]]["type"] == "creature":
                    assert parts.get("creature_power", 0) == cards[words[0]]["power"]
            elif verb == "strike" and words[1] == "forge":
                assert parts.get("face", 0) == power[words[0]]
            elif verb == "end":
                assert parts == {}
            seen.add(verb)
    assert seen >= {"play", "strike", "end", "attach"}


def test_acts_that_are_not_weighed_are_explained_by_none_of_the_others() -> None:
    # While there is Work, strikes are not weighed; then all are.
    counsel = counsel_of("greedy")
    for match, _ in positions("greedy"):
        thoughts = counsel.thoughts(match, is_explained=True)
        weighed = {thought.act.split()[0] for thought in thoughts}
        if "strike" in weighed:
            assert {thought.act for thought in thoughts} == set(match.legal)
        else:
            assert thoughts[0].act != "end" or all("strike" not in act for act in match.legal)


def test_what_may_not_be_done_is_told_by_what_is_left_over() -> None:
    asked = pilot("greedy")
    assert asked is not None
    bound = type(asked)("bound", asked.kind, asked.weights, "", ("creature",))
    counsel = Counsel(bound, seats(pilots=("greedy", "greedy")))
    rests = {
        thought.rest < 0
        for match, _ in positions("greedy")
        for thought in counsel.thoughts(match, is_explained=True)
        if thought.act.startswith("play")
    }
    assert rests == {True, False}


def test_others_can_be_asked_about_people() -> None:
    match = Match(seats(pilots=PEOPLE))
    match.play(match.legal["end"])
    thoughts = counsel_of("control").thoughts(match)
    assert {thought.act for thought in thoughts} <= set(match.legal)


# A turn


def considered(match: Match, turn: int, name: str) -> list[Considered]:
    asked = pilot(name)
    assert asked is not None
    return list(consider_turn(match, turn, (asked, asked)))


@pytest.mark.parametrize("name", ["greedy", "control"])
def test_a_turn_is_asked_about_decision_by_decision(name: str) -> None:
    match = played(Match(seats(pilots=("greedy", "control"))))
    for turn in (1, 6, 9, match.turn):
        lines = [line for line in match.lines if line["kind"] == "decision"
                 and line["turn"] == turn]  # fmt: skip
        asked = considered(match, turn, name)
        assert [each.chosen for each in asked] == [line["chosen"] for line in lines]
        for each, line in zip(asked, lines, strict=True):
            assert each.match.decision() == {k: v for k, v in line.items() if k != "chosen"}
            weighed = [thought.act for thought in each.thoughts]
            assert sorted([*weighed, *each.not_weighed]) == line["legal"]


def test_of_a_turn_in_which_nobody_chooses_there_is_nothing_to_tell() -> None:
    match = played(Match(seats()))
    assert considered(match, match.turn + 1, "greedy") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_a_line_can_be_done_to_its_end(name: str) -> None:
    counsel = counsel_of(name)
    for match, _ in positions("aggro", step=4):
        for thought in counsel.thoughts(match):
            acts = [act for act, _ in try_line(match, thought.line)]
            assert len(acts) == len(thought.line)
            assert acts[0] == thought.act
