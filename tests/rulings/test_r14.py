"""R14: BLESSED heals the own forge at each own Stoke, never above the cap."""

from .table import Match, artifact, creature

SHRINE = artifact("shrine", "BLESSED")


def test_it_heals_one_at_each_own_stoke():  # R14
    match = Match(board_0=[SHRINE], heat=(10, 10))
    seen = [match.heat[0]]
    for turn in range(2, 6):
        match.pass_until(turn)
        seen.append(match.heat[0])
    assert seen == [10, 10, 11, 11, 12]
    assert match.heat == [12, 10]


def test_it_does_nothing_as_it_enters():  # R14
    match = Match([SHRINE], heat=(10, 10))
    match.do("play shrine")
    assert match.heat == [10, 10]
    match.pass_until(3)
    assert match.heat == [11, 10]


def test_two_heal_two():  # R14
    match = Match(board_1=[SHRINE, SHRINE], heat=(10, 10))
    match.do("end")
    assert match.heat == [10, 12]


def test_never_above_twenty():  # R14
    match = Match(board_1=[SHRINE])
    match.do("end")
    assert match.heat == [20, 20]


def test_two_stop_at_the_cap_as_well():  # R14
    match = Match(board_1=[SHRINE, SHRINE], heat=(20, 19))
    match.do("end")
    assert match.heat == [20, 20]


def test_overheal_is_not_stored():  # R14
    match = Match(board_0=[creature("elk")], board_1=[SHRINE, SHRINE, SHRINE])
    match.pass_until(3)
    match.do("strike elk forge")
    assert match.heat == [20, 19]


def test_a_heal_larger_than_the_room_is_cut():  # R14
    match = Match(board_1=[SHRINE], heat=(20, 18), blessed_heal=5)
    match.do("end")
    assert match.heat == [20, 20]


def test_heat_above_the_cap_is_kept():  # R14
    match = Match(board_1=[SHRINE], second={"start_heat": 25})
    match.do("end")
    assert match.heat == [20, 25]


def test_cap_and_heal_are_numbers_of_the_player():  # R14
    numbers = {"heat_cap": 30, "blessed_heal": 4}
    match = Match(board_0=[SHRINE], board_1=[SHRINE], heat=(19, 19), second=numbers)
    match.pass_until(3)
    assert match.heat == [20, 23]
