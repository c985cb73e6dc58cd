"""R15: CURSED burns the enemy forge at each own Stoke, and can win, tick by tick."""

from .table import Match, artifact, creature

HEX = artifact("hex", "CURSED")


def test_it_burns_one_at_each_own_stoke():  # R15
    match = Match(board_0=[HEX], heat=(10, 10))
    seen = [match.heat[1]]
    for turn in range(2, 6):
        match.pass_until(turn)
        seen.append(match.heat[1])
    assert seen == [10, 10, 9, 9, 8]
    assert match.heat == [10, 8]


def test_it_does_nothing_as_it_enters():  # R15
    match = Match([HEX])
    match.do("play hex")
    assert match.heat == [20, 20]
    match.pass_until(3)
    assert match.heat == [20, 19]


def test_two_burn_two():  # R15
    match = Match(board_1=[HEX, HEX])
    match.do("end")
    assert match.heat == [18, 20]


def test_it_wins():  # R15 D7
    match = Match(board_1=[HEX], heat=(1, 20))
    match.do("end")
    assert (match.winner, match.reason, match.turn) == (1, "heat", 2)


def test_it_stops_after_the_winning_tick():  # R15
    match = Match(board_1=[HEX, HEX, HEX], heat=(2, 20))
    match.do("end")
    assert match.winner == 1
    assert match.heat == [0, 20]
    assert len(match.events("curse")) == 2


def test_a_win_leaves_no_draw_step():  # R15 D4
    match = Match([], [], board_1=[HEX], heat=(1, 20))
    match.do("end")
    assert match.hand(1) == []
    assert match.state["fp_turn"] == [1, 1]


def test_guards_do_not_stop_it():  # R13 R15
    match = Match(board_0=[creature("warden", 0, 9, "GUARD")], board_1=[HEX])
    match.do("end")
    assert match.heat == [19, 20]


def test_it_works_above_the_cap_too():  # R15
    match = Match(board_1=[HEX], start_heat=30)
    match.do("end")
    assert match.heat == [29, 30]


def test_its_damage_is_a_number_of_its_player():  # R15
    match = Match(board_0=[HEX], board_1=[HEX], second={"cursed_damage": 3})
    match.pass_until(3)
    assert match.heat == [17, 19]
