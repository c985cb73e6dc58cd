"""R2: Forge Points are the player's own turn count, at most 7."""

import pytest

from .table import Match, creature


def stokes(match, turns):
    """FP at the start of each turn."""
    seen = [match.fp]
    for turn in range(2, turns + 1):
        match.pass_until(turn)
        seen.append(match.fp)
    return seen


def test_each_player_counts_their_own_turns():  # R2
    assert stokes(Match(), 8) == [1, 1, 2, 2, 3, 3, 4, 4]


def test_seven_is_the_cap():  # R2
    assert stokes(Match(), 18)[10:] == [6, 6, 7, 7, 7, 7, 7, 7]


def test_the_count_itself_goes_on_past_the_cap():  # R2
    match = Match()
    match.pass_until(17)
    assert match.state["fp_turn"] == [9, 8]


def test_a_count_starts_at_one_with_the_first_own_stoke():  # R2
    match = Match()
    assert match.state["fp_turn"] == [1, 0]
    match.do("end")
    assert match.state["fp_turn"] == [1, 1]


def test_the_stoke_sets_points_and_does_not_add_them():  # R2
    match = Match(fp=5)
    match.pass_until(3)
    assert match.fp == 2


def test_start_step_and_cap_are_numbers():  # R2
    assert stokes(Match(fp_start=2, fp_step=3, fp_cap=7), 7) == [2, 2, 5, 5, 7, 7, 7]


@pytest.mark.parametrize(("first", "second", "seen"), [(3, 1, [3, 1, 4, 2]), (1, 4, [1, 4, 2, 5])])
def test_numbers_are_those_of_the_player(first, second, seen):  # R2
    match = Match(first={"fp_start": first}, second={"fp_start": second})
    assert stokes(match, 4) == seen


def test_a_cap_below_the_start_holds_from_turn_one():  # R2
    match = Match([creature("bear", cost=4)], fp_start=6, fp_cap=3)
    assert match.fp == 3
    assert match.legal() == ["end"]
