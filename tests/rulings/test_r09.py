"""R9: a weapon is paid, attached to an own creature, adds its cost and shatters with its holder."""

import pytest

from .table import Match, creature, weapon

AXE = weapon("axe", 3)
BEAR = creature("bear", 2, 5)
ELK = creature("elk", 1, 4)


def test_power_grows_by_the_weapons_cost():  # R9
    match = Match([AXE], board_0=[BEAR], fp=3)
    match.do("play axe", "attach axe bear")
    assert match.size("bear") == (5, 5)
    assert match.look("bear")["weapons"] == ["axe"]
    assert match.fp == 0


def test_a_free_weapon_adds_nothing():  # R9
    match = Match([weapon("stick", 0)], board_0=[BEAR])
    match.do("play stick", "attach stick bear")
    assert match.size("bear") == (2, 5)
    assert match.look("bear")["weapons"] == ["stick"]


def test_it_must_be_attached_before_anything_else():  # R9
    match = Match([AXE, creature("pup")], board_0=[BEAR, ELK], fp=5)
    match.do("play axe")
    assert match.state["pending"] == {"attach": "0.3"}
    assert match.unattached(0) == []
    assert match.legal() == ["attach axe bear", "attach axe elk"]
    match.do("attach axe elk")
    assert match.state["pending"] is None
    assert match.legal() == ["end", "play pup", "strike bear forge", "strike elk forge"]


def test_only_own_creatures_can_hold_it():  # R9
    match = Match([AXE], board_0=[BEAR], board_1=[ELK], fp=3)
    match.do("play axe")
    assert match.legal() == ["attach axe bear"]


def test_a_creature_may_hold_it_while_cooling():  # R9
    match = Match([BEAR, AXE], fp=3)
    match.do("play bear", "play axe", "attach axe bear")
    assert match.size("bear") == (5, 5)


def test_two_weapons_add_up():  # R9
    match = Match([AXE, weapon("bow", 2)], board_0=[BEAR], fp=5)
    match.do("play axe", "attach axe bear", "play bow", "attach bow bear")
    assert match.size("bear") == (7, 5)
    assert match.look("bear")["weapons"] == ["axe", "bow"]


def test_a_third_weapon_needs_another_holder():  # R9
    match = Match([AXE], board_0=[(BEAR, weapon("bow"), weapon("rod")), ELK], fp=3)
    match.do("play axe")
    assert match.legal() == ["attach axe elk"]


def test_with_full_hands_only_it_lies_unattached():  # R9
    match = Match([AXE], board_0=[(BEAR, weapon("bow"), weapon("rod"))], fp=3)
    match.do("play axe")
    assert match.unattached(0) == ["axe"]
    assert match.size("bear") == (4, 5)
    assert match.legal() == ["end", "strike bear forge"]


def test_without_a_holder_it_may_be_played_and_is_paid():  # R9
    match = Match([AXE], board_1=[ELK], fp=4)
    match.do("play axe")
    assert match.fp == 1
    assert match.hand(0) == []
    assert match.unattached(0) == ["axe"]
    assert match.legal() == ["end"]


def test_unattached_it_does_nothing():  # R9
    match = Match([AXE, BEAR], fp=3)
    match.do("play axe", "play bear")
    assert match.size("bear") == (2, 5)
    match.pass_until(3)
    match.do("strike bear forge")
    assert match.heat == [20, 18]


def test_unattached_it_can_be_attached_later_for_nothing():  # R9
    match = Match([AXE, BEAR], fp=3)
    match.do("play axe", "play bear")
    assert match.legal() == ["attach axe bear", "end"]
    match.pass_until(3)
    match.do("attach axe bear")
    assert match.fp == 2
    assert match.unattached(0) == []
    assert match.size("bear") == (5, 5)


def test_the_unattached_weapon_that_was_named_is_attached():  # R9
    match = Match([AXE, weapon("bow", 2), weapon("rod", 1), BEAR], fp=6)
    match.do("play axe", "play bow", "play rod", "play bear", "attach bow bear")
    assert match.look("bear")["weapons"] == ["bow"]
    assert match.size("bear") == (4, 5)
    assert match.unattached(0) == ["axe", "rod"]


def test_weapons_shatter_with_their_holder():  # R9
    match = Match(
        board_0=[(BEAR, weapon("bow"), weapon("rod")), ELK], board_1=[creature("ogre", 9, 9)]
    )
    match.do("strike bear ogre")
    assert match.creatures(0) == ["elk"]
    assert match.look("elk")["weapons"] == []
    assert match.size("elk") == (1, 4)
    assert match.unattached(0) == []
    assert match.hand(0) == ["filler"] * 4


def test_an_attached_weapon_stays_where_it_is():  # R9
    match = Match(board_0=[(BEAR, weapon("bow")), ELK])
    assert match.legal() == ["end", "strike bear forge", "strike elk forge"]


def test_its_power_lasts():  # R9
    match = Match([AXE], board_0=[BEAR], fp=3)
    match.do("play axe", "attach axe bear")
    match.pass_until(5)
    assert match.size("bear") == (5, 5)


@pytest.mark.parametrize(("slots", "legal"), [(0, None), (1, ["attach axe elk"])])
def test_slots_are_a_number(slots, legal):  # R9
    match = Match([AXE], board_0=[(BEAR, weapon("bow")), ELK], weapon_slots=slots, fp=3)
    match.do("play axe")
    if legal:
        assert match.legal() == legal
    else:
        assert match.unattached(0) == ["axe"]


def test_power_for_each_point_of_cost_is_a_number():  # R9
    match = Match([AXE], board_0=[BEAR], weapon_power=2, fp=3)
    match.do("play axe", "attach axe bear")
    assert match.size("bear") == (8, 5)
