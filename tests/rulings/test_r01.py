"""R1: player 0 goes first without a draw; player 1 has a fifth opening card and does draw."""

from .table import FILLER, Match, creature

PILE = [creature(f"card-{i}", cost=9) for i in range(20)]


def names(first, last):
    return [f"card-{i}" for i in range(first, last + 1)]


def test_first_player_opens_with_four_cards():  # R1
    match = Match(library_0=PILE)
    assert (match.turn, match.active) == (1, 0)
    assert match.hand(0) == names(0, 3)


def test_first_player_does_not_draw_on_turn_one():  # R1
    match = Match(library_0=PILE)
    assert match.state["library"] == [16, 15]
    assert len(match.events("draw")) == 4 + 5


def test_second_player_is_dealt_the_fifth_card_in_setup():  # R1
    match = Match(library_1=PILE)
    assert match.hand(1) == names(0, 4)
    assert match.fp == 1
    assert match.state["fp_turn"] == [1, 0]


def test_second_player_also_draws_on_their_first_turn():  # R1
    match = Match(library_1=PILE)
    match.do("end")
    assert (match.turn, match.active) == (2, 1)
    assert match.hand(1) == names(0, 5)
    assert match.state["library"] == [16, 14]


def test_first_player_draws_from_their_second_turn_on():  # R1
    match = Match(library_0=PILE)
    match.pass_until(3)
    assert match.hand(0) == names(0, 4)
    match.pass_until(5)
    assert match.hand(0) == names(0, 5)


def test_only_the_first_turn_is_skipped_by_the_first_player():  # R1
    match = Match(library_0=PILE, library_1=PILE)
    match.pass_until(9)
    assert match.state["library"] == [20 - 4 - 4, 20 - 5 - 4]


def test_opening_hands_and_first_draws_are_numbers():  # R1
    match = Match(
        first={"opening_hand": 3, "first_turn_draws": 2},
        second={"opening_hand": 7, "first_turn_draws": 0},
    )
    assert [len(match.hand(player)) for player in (0, 1)] == [5, 7]
    match.do("end")
    assert len(match.hand(1)) == 7
    match.pass_until(4)
    assert len(match.hand(1)) == 8


def test_a_library_shorter_than_the_opening_hand_gives_what_it_has():  # R1
    match = Match(library_0=[FILLER] * 2)
    assert match.winner is None
    assert match.hand(0) == ["filler"] * 2
