"""A match step by step: what people take back, what is tried, and the trace of it all."""

from collections.abc import Sequence

import pytest

from forgesim.arena.match import Match
from forgesim.arena.replay import lines_of
from tests.arena.matches import PEOPLE, played, seats


def by_numbers(match: Match, numbers: Sequence[int]) -> None:
    """Have a person take acts by their numbers in the list, as far as it goes."""
    for number in numbers:
        for _ in match.run():
            pass
        if match.is_over:
            return
        acts = list(match.legal.values())
        match.play(acts[number % len(acts)])


def test_pilots_play_the_match_that_a_replay_tells() -> None:
    assert played(Match(seats())).lines == list(lines_of(seats()))


def test_a_person_who_does_as_a_pilot_would_plays_the_pilot_s_match() -> None:
    pilots = played(Match(seats(pilots=("greedy", "aggro"))))
    person = Match(seats(pilots=("", "aggro")))
    while not person.is_over:
        for _ in person.run():
            pass
        if not person.is_over:
            person.play(pilots.acts[len(person.acts)])
    assert person.lines[0]["pilots"] == [None, "aggro"]
    assert person.lines[1:] == pilots.lines[1:]


def test_the_trace_says_who_plays_and_what_things_are_called() -> None:
    setup = Match(seats()).lines[0]
    assert setup["pilots"] == ["greedy", "aggro"]
    assert setup["players"] == ["arcana-slow", "wilds-fast"]
    assert set(setup["names"]) == set(setup["cards"])
    assert setup["names"]["bramble_hound"] == "Bramble Hound"


def test_in_a_mirror_the_players_are_told_apart() -> None:
    mirror = seats(decks=("wilds-fast", "wilds-fast"), first="b")
    assert list(mirror.names) == ["wilds-fast (b)", "wilds-fast (a)"]


# Taking back


@pytest.mark.parametrize(
    "enemy", ["greedy", "random", pytest.param("searcher", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("first", ["a", "b"])
def test_an_act_taken_back_and_done_again_has_the_same_outcome(enemy: str, first: str) -> None:
    # `random` draws as often as it is asked: that is taken back, too.
    pilots = ("", enemy) if first == "a" else (enemy, "")
    match = Match(seats(pilots=pilots, first=first))
    by_numbers(match, [0, 1, 2, 0, 1, 5, 3, 0, 0, 2])
    taken_back = match.taken_back()
    assert taken_back is not None
    assert taken_back.pilot is None
    assert taken_back.lines == match.lines[: len(taken_back.lines)]
    taken_back.play(match.acts[len(taken_back.acts)])
    played(taken_back)
    played(match)
    assert taken_back.lines == match.lines


def test_everything_can_be_taken_back_and_then_nothing() -> None:
    match = Match(seats(pilots=("greedy", "")))
    by_numbers(match, [0, 1, 2, 0, 1])
    before: Match | None = match
    acts = []
    while before is not None:
        match, before = before, before.taken_back()
        acts.append(len(match.acts))
    assert len(acts) == 6
    assert acts == sorted(acts, reverse=True)
    assert all(line["active"] == 0 for line in match.lines if line["kind"] == "decision")


# Trying


def test_what_is_tried_on_a_fork_leaves_the_match_alone() -> None:
    match = Match(seats(pilots=PEOPLE))
    by_numbers(match, [1, 0, 1, 0])
    lines, state, decision = list(match.lines), match.states.copy(), match.decision()
    fork = match.fork()
    by_numbers(fork, [0] * 30)
    assert match.lines == lines
    assert match.states == state
    assert match.decision() == decision
    assert len(fork.acts) > len(match.acts)


def test_acts_are_listed_as_the_rules_list_them_with_the_end_of_the_turn_last() -> None:
    match = Match(seats(pilots=PEOPLE))
    by_numbers(match, [0, -1, 0, -1, 0, -1, 0, -1])
    assert list(match.legal)[-1] == "end"
    assert match.decision()["legal"] == sorted(match.legal)


@pytest.mark.slow
def test_what_a_searching_pilot_tries_is_not_told_as_an_event() -> None:
    match = played(Match(seats(pilots=("planner", "aggro"))))
    events = [line for line in match.lines if line["kind"] == "event"]
    drawn = [event for event in events if event["event"] == "draw"]
    left = match.lines[-1]["state"]["library"]
    assert len(drawn) == 2 * 20 - sum(left)
