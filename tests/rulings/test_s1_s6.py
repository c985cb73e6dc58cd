"""What parameters give a player beside v0.1: each of one player, and neutral as shipped."""

import pytest

from .table import SHIPPED, Match, artifact, creature, weapon

BEAR = creature("bear", 2, 3)
GUARDIAN = creature("guardian", 2, 3, "GUARD")
HARE = creature("hare", 2, 3, "SWIFT")
ASP = creature("asp", 2, 3, "VENOM")
AXE = weapon("axe", 2)
IDOL = artifact("idol", "STURDY")
SHRINE = artifact("shrine", "BLESSED")
HEX = artifact("hex", "CURSED")
GIFTS = [
    "creature_power", "creature_toughness", "guard_toughness", "swift_power", "venom_power",
    "weapon_bonus", "first_discount", "bonus_turn", "bonus_draws", "stoke_heal", "stoke_burn",
]  # fmt: skip


def test_shipped_ruleset_gives_nobody_anything():  # S1 S3 S4 S5 S6
    for params in SHIPPED:
        assert [params[name] for name in GIFTS] == [0] * len(GIFTS)


# S1: bodies


@pytest.mark.parametrize(
    ("given", "sizes"),
    [
        ({"creature_power": 1}, {"bear": (3, 3), "guardian": (3, 3)}),
        ({"creature_toughness": 2}, {"bear": (2, 5), "asp": (2, 5)}),
        ({"guard_toughness": 2}, {"bear": (2, 3), "guardian": (2, 5), "hare": (2, 3)}),
        ({"swift_power": 2}, {"bear": (2, 3), "hare": (4, 3), "asp": (2, 3)}),
        ({"venom_power": 2}, {"bear": (2, 3), "hare": (2, 3), "asp": (4, 3)}),
        ({"creature_power": 1, "swift_power": 2}, {"hare": (5, 3)}),
        ({"creature_power": -1, "creature_toughness": -2}, {"bear": (1, 1)}),
        ({"creature_power": -9}, {"bear": (0, 3)}),
        ({"creature_power": -9, "swift_power": 8}, {"hare": (1, 3)}),
    ],
)
def test_bodies_as_they_enter(given, sizes):  # S1
    match = Match([BEAR, GUARDIAN, HARE, ASP], **given)
    match.do("play bear", "play guardian", "play hare", "play asp")
    assert {name: match.size(name) for name in sizes} == sizes


def test_bodies_are_those_of_their_own_player():  # S1
    match = Match(
        [BEAR],
        [creature("elk", 2, 3)],
        first={"creature_power": 1, "creature_toughness": -1},
        second={"creature_power": -1, "creature_toughness": 1},
    )
    match.do("play bear", "end", "play elk")
    assert match.size("bear") == (3, 2)
    assert match.size("elk") == (1, 4)


def test_power_is_cut_at_0_before_a_weapon_adds():  # S1 R9
    match = Match([BEAR, AXE], creature_power=-9, fp=2)
    match.do("play bear", "play axe", "attach axe bear")
    assert match.size("bear") == (2, 3)


def test_a_weapon_with_swift_brings_no_swift_power():  # S1
    match = Match([BEAR, weapon("boots", 1, "SWIFT")], swift_power=3)
    match.do("play bear", "play boots", "attach boots bear")
    assert match.size("bear") == (3, 3)


def test_keen_does_not_pass_added_toughness():  # S1 R10
    match = Match(
        board_0=[(creature("cub", 3, 9), weapon("pick", 0, "KEEN"))],
        board_1=[BEAR, IDOL],
        second={"creature_toughness": 2},
    )
    match.do("strike cub bear")
    assert match.creatures(1) == ["bear"]
    assert match.damage("bear") == 4


# S2: no toughness


@pytest.mark.parametrize(("toughness", "alive"), [(-2, ["bear"]), (-3, []), (-9, [])])
def test_without_toughness_it_is_destroyed_as_it_enters(toughness, alive):  # S2 R5
    match = Match([BEAR], creature_toughness=toughness)
    match.events()
    match.do("play bear")
    assert match.creatures(0) == alive
    assert match.hand(0) == []
    kinds = [event["event"] for event in match.events()]
    assert kinds == (["play"] if alive else ["play", "destroyed"])


def test_it_has_been_paid_for_and_numbered():  # S2 R3
    match = Match([creature("ogre", 2, 3, cost=2), GUARDIAN], creature_toughness=-3, fp=2)
    match.do("play ogre")
    assert match.fp == 0
    match = Match([BEAR, IDOL, creature("ogre", 2, 5)], creature_toughness=-3)
    match.do("play bear", "play ogre")
    assert match.look("ogre")["id"] == "0.2"


def test_sturdy_counts_as_it_enters():  # S2 R18
    match = Match([IDOL, BEAR], creature_toughness=-3)
    match.do("play idol", "play bear")
    assert match.size("bear") == (2, 1)


def test_what_sturdy_alone_keeps_alive_dies_of_any_keen_damage():  # S2 R10
    match = Match(
        board_0=[(creature("cub", 0, 9), weapon("pick", 0, "KEEN"))],
        board_1=[IDOL, BEAR],
        sturdy_toughness=9,
        second={"creature_toughness": -3},
    )
    assert match.size("bear") == (2, 9)
    match.do("strike cub bear")
    assert match.creatures(1) == []


def test_its_hoard_draws_all_the_same():  # S2 R12
    match = Match([creature("crow", 1, 1, "HOARD")], creature_toughness=-1)
    match.do("play crow")
    assert match.creatures(0) == []
    assert match.hand(0) == ["filler"]


def test_its_ember_is_named_after_it_is_gone():  # S2 R11
    imp = creature("imp", 1, 1, "EMBER")
    match = Match([imp], first={"creature_toughness": -1}, board_1=[BEAR])
    match.do("play imp")
    assert match.legal() == ["ember bear", "ember forge:0", "ember forge:1"]
    match.do("ember forge:1")
    assert match.heat == [20, 19]


def test_a_guard_that_died_as_it_entered_shields_nobody():  # S2 R13
    match = Match([], [GUARDIAN], board_0=[BEAR], second={"creature_toughness": -3})
    match.do("end", "play guardian", "end")
    assert match.legal() == ["end", "strike bear forge"]


def test_it_holds_no_weapon():  # S2 R9
    match = Match([BEAR, AXE], creature_toughness=-3, fp=2)
    match.do("play bear", "play axe")
    assert match.unattached(0) == ["axe"]


# S3: weapons


@pytest.mark.parametrize(
    ("held", "bonus", "power"),
    [
        (AXE, 1, 5),
        (AXE, -1, 3),
        (AXE, -9, 2),
        (weapon("maul", 2, "HEAVY"), 1, 7),
        (weapon("maul", 2, "HEAVY"), -3, 3),
        (weapon("pick", 2, "KEEN"), 1, 6),
        (weapon("stick", 0), 3, 5),
    ],
)
def test_weapon_bonus(held, bonus, power):  # S3 R9 R10
    match = Match([held], board_0=[BEAR], fp=2, first={"weapon_bonus": bonus})
    match.do(f"play {held.id}", f"attach {held.id} bear")
    assert match.size("bear") == (power, 3)


def test_weapon_bonus_for_each_weapon_of_its_own_player():  # S3
    match = Match(
        board_0=[(BEAR, AXE, AXE)],
        board_1=[(creature("elk", 1, 1), AXE)],
        second={"weapon_bonus": 2},
    )
    assert match.size("bear") == (6, 3)
    assert match.size("elk") == (5, 1)


# S4: the first card


def priced(name, cost):
    return creature(name, 1, 1, cost=cost)


def test_the_first_card_costs_less_and_the_second_does_not():  # S4
    match = Match([priced("ogre", 3), priced("pup", 1)], first_discount=2, fp=1)
    assert match.legal() == ["end", "play ogre", "play pup"]
    match.do("play ogre")
    assert match.fp == 0
    assert match.legal() == ["end"]


def test_a_discount_pays_no_more_than_the_card():  # S4
    match = Match([priced("pup", 1), priced("ogre", 3)], first_discount=2, fp=2)
    match.do("play pup")
    assert match.fp == 2
    assert match.legal() == ["end"]


def test_a_card_of_no_cost_uses_it_up():  # S4
    match = Match([priced("mouse", 0), priced("ogre", 3)], first_discount=2, fp=2)
    match.do("play mouse")
    assert match.fp == 2
    assert match.legal() == ["end"]


@pytest.mark.parametrize("discount", [0, 1, 2])
def test_one_fp_more_than_the_discount_reaches(discount):  # S4 R3
    match = Match([priced("ogre", 3)], first_discount=discount, fp=1)
    assert ("play ogre" in match.legal()) == (discount == 2)


def test_it_comes_again_in_each_own_turn():  # S4
    match = Match([priced("a", 2), priced("b", 3)], [priced("c", 2)], first={"first_discount": 1})
    match.do("play a", "end")
    assert match.legal() == ["end"]  # the second player has none
    match.do("end", "play b")
    assert match.fp == 0


def test_an_unused_one_is_lost():  # S4
    match = Match([priced("c", 4)], [], first_discount=1)
    match.pass_until(3)
    assert match.fp == 2
    assert match.legal() == ["end"]


def test_a_weapon_gives_power_by_its_printed_cost():  # S4 R9
    match = Match([AXE], board_0=[BEAR], first_discount=2, fp=0)
    match.do("play axe", "attach axe bear")
    assert match.size("bear") == (4, 3)


def test_attaching_uses_no_discount():  # S4
    match = Match([BEAR, priced("ogre", 3)], [], board_0=[AXE], first_discount=2, fp=1)
    match.pass_until(3)
    match.set_fp(1)
    match.do("play bear", "attach axe bear")
    assert "play ogre" not in match.legal()
    match = Match([priced("ogre", 3)], board_0=[AXE, BEAR], first_discount=2, fp=1)
    match.do("attach axe bear", "play ogre")
    assert match.fp == 0


# S5: further draws


def test_bonus_draws_in_that_own_turn_alone():  # S5
    match = Match([], [], second={"bonus_turn": 2, "bonus_draws": 3})
    drawn = []
    for turn in range(1, 8):
        match.pass_until(turn)
        drawn.append([len(match.hand(0)), len(match.hand(1))])
    assert drawn == [[0, 0], [0, 1], [1, 1], [1, 5], [2, 5], [2, 6], [3, 6]]


@pytest.mark.parametrize(("turn", "hand"), [(0, 0), (1, 2)])
def test_bonus_turn_0_never_comes(turn, hand):  # S5 R1
    match = Match([], [], bonus_turn=turn, bonus_draws=2)
    assert len(match.hand(0)) == hand


def test_bonus_draws_from_an_empty_library_cost_nothing():  # S5 R7
    match = Match([], [], library_1=[BEAR], second={"bonus_turn": 1, "bonus_draws": 3})
    match.do("end")
    assert match.hand(1) == ["bear"]
    assert match.winner is None


def test_the_usual_draw_comes_first_and_decks_out():  # S5 R7
    match = Match([], [], library_1=[], second={"bonus_turn": 1, "bonus_draws": 3})
    match.do("end")
    assert (match.winner, match.reason) == (0, "deckout")


# S6: at Stoke


def test_stoke_heals_and_burns_at_each_own_stoke():  # S6
    match = Match([], [], heat=(10, 10), second={"stoke_heal": 2, "stoke_burn": 3})
    match.do("end")
    assert match.heat == [7, 12]
    match.do("end")
    assert match.heat == [7, 12]
    match.do("end")
    assert match.heat == [4, 14]


def test_stoke_heals_to_the_cap():  # S6 R14
    match = Match([], [], heat=(10, 19), second={"stoke_heal": 2})
    match.do("end")
    assert match.heat == [10, 20]


def test_stoke_burn_can_win_and_nothing_ticks_then():  # S6 R15 D7
    match = Match([], [], board_1=[HEX], heat=(2, 10), second={"stoke_burn": 2})
    match.events()
    match.do("end")
    assert (match.winner, match.reason) == (1, "heat")
    assert match.heat == [0, 10]
    assert match.events("curse", "draw") == []


@pytest.mark.parametrize(("blessed_first", "changes"), [(1, [2, 1, -3, -1]), (0, [-3, -1, 2, 1])])
def test_stoke_comes_right_before_the_artifacts_of_its_kind(blessed_first, changes):  # S6 D4
    match = Match(
        board_1=[HEX, SHRINE],
        heat=(10, 10),
        blessed_before_cursed=blessed_first,
        second={"stoke_heal": 2, "stoke_burn": 3},
    )
    match.events()
    match.do("end")
    assert [event["change"] for event in match.events("heat")] == changes
