"""R7: who must draw from an empty library at the Draw step loses at that moment."""

from .table import FILLER, Match, artifact, creature


def test_an_empty_library_at_the_draw_step_loses():  # R7
    match = Match(library_1=[FILLER] * 5)
    match.events()
    match.do("end")
    assert (match.winner, match.reason, match.turn) == (0, "deckout", 2)
    assert match.events("deckout", "draw") == [{"kind": "event", "event": "deckout", "player": 1}]


def test_the_first_player_can_run_dry_too():  # R7
    match = Match(library_0=[FILLER] * 4)
    match.pass_until(3)
    assert (match.winner, match.reason, match.turn) == (1, "deckout", 3)


def test_drawing_the_last_card_loses_nothing():  # R7
    match = Match(library_1=[FILLER] * 6)
    match.do("end")
    assert match.winner is None
    assert match.state["library"][1] == 0
    match.do("end")
    assert match.winner is None
    match.do("end")
    assert (match.winner, match.reason, match.turn) == (0, "deckout", 4)


def test_a_draw_that_is_skipped_loses_nothing():  # R1 R7
    match = Match(library_0=[FILLER] * 4)
    assert match.state["library"][0] == 0
    assert match.winner is None


def test_it_happens_before_any_act_of_the_turn():  # R7
    match = Match([creature("bear")], [creature("ape")], library_1=[])
    match.do("end")
    assert match.winner == 0
    assert match.state["fp_turn"] == [1, 1]
    assert match.hand(1) == ["ape"]


def test_stoke_comes_first_and_may_win():  # R7 R15
    match = Match(library_1=[FILLER] * 5, board_1=[artifact("hex", "CURSED")], heat=(1, 20))
    match.do("end")
    assert (match.winner, match.reason) == (1, "heat")


def test_hoard_does_not_deck_anybody():  # R7 R12
    match = Match([creature("elk", keyword="HOARD")], library_0=[])
    match.do("play elk")
    assert match.winner is None
    assert match.events("deckout") == []


def test_every_card_of_a_longer_draw_step_must_be_there():  # R7
    match = Match(library_1=[FILLER] * 6, second={"first_turn_draws": 2})
    match.do("end")
    assert (match.winner, match.reason) == (0, "deckout")
    assert len(match.hand(1)) == 6


def test_idle_players_end_in_turn_32():  # R1 R7
    match = Match()
    match.pass_until(31)
    assert (match.winner, match.state["library"]) == (None, [1, 0])
    match.do("end")
    assert (match.winner, match.reason, match.turn) == (0, "deckout", 32)
