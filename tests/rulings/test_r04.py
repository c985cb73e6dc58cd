"""R4: a creature strikes only on a later turn than it entered, unless SWIFT wakes it."""

import pytest

from .table import Match, creature, weapon

BEAR = creature("bear", 2, 2)
HARE = creature("hare", 2, 1, "SWIFT")
SPURS = weapon("spurs", 1, "SWIFT")
BLADE = weapon("blade", 1)


def test_a_fresh_creature_is_cooling():  # R4
    match = Match([BEAR], board_1=[creature("wall", 0, 4)])
    match.do("play bear")
    assert match.legal() == ["end"]


def test_it_strikes_on_the_next_own_turn():  # R4
    match = Match([BEAR])
    match.do("play bear")
    match.pass_until(3)
    assert match.legal() == ["end", "strike bear forge"]


def test_nobody_strikes_in_the_enemys_turn():  # R4
    match = Match([BEAR])
    match.do("play bear", "end")
    assert match.legal() == ["end"]


def test_the_second_player_waits_as_long():  # R4
    match = Match([], [BEAR])
    match.do("end", "play bear")
    assert match.legal() == ["end"]
    match.pass_until(4)
    assert match.legal() == ["end", "strike bear forge"]


def test_swift_strikes_the_turn_it_entered():  # R4
    match = Match([HARE], board_1=[creature("wall", 0, 4)])
    match.do("play hare")
    assert match.legal() == ["end", "strike hare forge", "strike hare wall"]


@pytest.mark.parametrize("keyword", ["GUARD", "VENOM", "HOARD"])
def test_no_other_keyword_wakes(keyword):  # R4
    match = Match([creature("bear", 2, 2, keyword)])
    match.do("play bear")
    assert match.legal() == ["end"]


def test_a_swift_weapon_wakes_its_holder():  # R4
    match = Match([BEAR, SPURS])
    match.do("play bear", "play spurs", "attach spurs bear")
    assert match.legal() == ["end", "strike bear forge"]


def test_a_swift_weapon_wakes_nobody_else():  # R4
    match = Match([BEAR, creature("elk"), SPURS])
    match.do("play bear", "play elk", "play spurs", "attach spurs bear")
    assert match.legal() == ["end", "strike bear forge"]


def test_a_swift_weapon_that_lies_unattached_wakes_nobody():  # R4
    match = Match([SPURS, BEAR])
    match.do("play spurs", "play bear")
    assert match.legal() == ["attach spurs bear", "end"]


@pytest.mark.parametrize("held", [BLADE, weapon("maul", 1, "HEAVY"), weapon("pick", 1, "KEEN")])
def test_no_other_weapon_wakes(held):  # R4
    match = Match([BEAR, held])
    match.do("play bear", f"play {held.id}", f"attach {held.id} bear")
    assert match.legal() == ["end"]


def test_a_fresh_weapon_does_not_put_an_old_creature_to_sleep():  # R4
    match = Match([BLADE], board_0=[BEAR])
    match.do("play blade", "attach blade bear", "strike bear forge")
    assert match.heat == [20, 17]


def test_a_cooling_creature_still_strikes_back():  # R4
    match = Match([BEAR], board_1=[creature("elk", 1, 2)])
    match.do("play bear", "end", "strike elk bear")
    assert match.creatures(1) == []
