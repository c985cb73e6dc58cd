"""The open rulings: each switch both ways, and what they decide where two of them meet."""

import pytest

from .table import Match, artifact, creature, weapon

BEAR = creature("bear", 1, 5)
AXE = weapon("axe", 2)
TORCH = weapon("torch", 1, "EMBER")
SCROLL = weapon("scroll", 1, "HOARD")
PICK = weapon("pick", 1, "KEEN")
IDOL = artifact("idol", "STURDY")
OFF = {"attach_at_once": 0}


def test_shipped_switches():  # R9 R10 R11 D4
    match = Match()
    for params in match._tables.seat[0].params:
        assert [
            params.late_attach,
            params.attach_at_once,
            params.ember_before_attach,
            params.unattached_enters,
            params.keen_defending,
            params.keen_marks,
            params.blessed_before_cursed,
        ] == [1, 1, 1, 1, 1, 0, 1]


# late_attach (R9)


@pytest.mark.parametrize(("late", "legal"), [(1, ["attach axe bear", "end"]), (0, ["end"])])
def test_late_attach_in_the_same_turn(late, legal):  # R9
    match = Match([AXE, BEAR], late_attach=late, fp=2)
    match.do("play axe", "play bear")
    assert match.legal() == legal


@pytest.mark.parametrize(("late", "may"), [(1, True), (0, False)])
def test_late_attach_in_a_later_turn(late, may):  # R9
    match = Match([AXE, BEAR], late_attach=late, fp=2)
    match.do("play axe", "play bear")
    match.pass_until(3)
    assert ("attach axe bear" in match.legal()) == may
    assert match.unattached(0) == ["axe"]


def test_without_late_attach_a_played_weapon_is_attached_all_the_same():  # R9
    match = Match([AXE], board_0=[BEAR], late_attach=0, fp=2)
    match.do("play axe", "attach axe bear")
    assert match.size("bear") == (3, 5)


def test_nothing_triggers_on_a_late_attach():  # R9 R11 R12
    for held in (TORCH, SCROLL):
        match = Match([held, BEAR], unattached_enters=0)
        match.do(f"play {held.id}", "play bear", f"attach {held.id} bear")
        assert match.state["pending"] is None
        assert match.hand(0) == []
        assert match.size("bear") == (2, 5)


# attach_at_once (R9)


def test_at_once_nothing_else_may_be_done():  # R9
    match = Match([AXE, creature("pup")], board_0=[BEAR], fp=2)
    match.do("play axe")
    assert match.legal() == ["attach axe bear"]


def test_not_at_once_it_lies_unattached_first():  # R9
    match = Match([AXE, creature("pup")], board_0=[BEAR], fp=2, **OFF)
    match.do("play axe")
    assert match.state["pending"] is None
    assert match.unattached(0) == ["axe"]
    assert match.legal() == ["attach axe bear", "end", "play pup", "strike bear forge"]
    match.do("play pup", "attach axe pup")
    assert match.size("pup") == (3, 1)
    assert match.fp == 0


def test_neither_at_once_nor_late_is_never():  # R9
    match = Match([AXE], board_0=[BEAR], late_attach=0, fp=2, **OFF)
    match.do("play axe")
    assert match.legal() == ["end", "strike bear forge"]


# ember_before_attach (R11)


def test_ember_first():  # R11
    match = Match([TORCH], board_0=[BEAR])
    match.do("play torch")
    assert match.legal() == ["ember bear", "ember forge:0", "ember forge:1"]
    match.do("ember forge:1", "attach torch bear")
    assert match.heat == [20, 19]
    assert match.legal() == ["end", "strike bear forge"]


def test_attach_first():  # R11
    match = Match([TORCH], board_0=[BEAR], ember_before_attach=0)
    match.do("play torch")
    assert match.legal() == ["attach torch bear"]
    match.do("attach torch bear")
    assert match.state["pending"] == {"ember": 1}
    assert match.legal() == ["ember bear", "ember forge:0", "ember forge:1"]
    match.do("ember forge:1")
    assert match.heat == [20, 19]
    assert match.legal() == ["end", "strike bear forge"]


def test_attach_first_may_burn_the_holder_and_shatter_the_weapon():  # R9 R11
    match = Match([TORCH], board_0=[creature("pup", 1, 1)], ember_before_attach=0)
    match.do("play torch", "attach torch pup", "ember pup")
    assert match.creatures(0) == []
    assert match.unattached(0) == []


def test_attach_first_doubles_for_a_mythic_too():  # R11 R16
    match = Match(
        [weapon("brand", 1, "EMBER", rarity="mythic")], board_0=[BEAR], ember_before_attach=0
    )
    match.do("play brand", "attach brand bear", "ember forge:1")
    assert match.heat == [20, 18]


@pytest.mark.parametrize("switches", [{}, OFF])
def test_without_an_attach_to_wait_for_the_ember_comes_at_once(switches):  # R11
    board = [BEAR] if switches else []
    match = Match([TORCH], board_0=board, ember_before_attach=0, **switches)
    match.do("play torch")
    assert match.state["pending"] == {"ember": 1}
    match.do("ember forge:1")
    assert match.unattached(0) == ["torch"]
    assert match.state["pending"] is None


@pytest.mark.parametrize("before", [0, 1])
def test_hoard_draws_before_any_attach(before):  # R12
    match = Match([SCROLL], board_0=[BEAR], ember_before_attach=before)
    match.do("play scroll")
    assert match.hand(0) == ["filler"]
    assert match.legal() == ["attach scroll bear"]


# unattached_enters (R9 R11 R12)


@pytest.mark.parametrize(("enters", "heat"), [(1, [20, 19]), (0, [20, 20])])
def test_ember_of_a_weapon_without_a_holder(enters, heat):  # R9 R11
    match = Match([TORCH], unattached_enters=enters)
    match.do("play torch")
    if enters:
        match.do("ember forge:1")
    assert match.legal() == ["end"]
    assert match.heat == heat
    assert match.unattached(0) == ["torch"]


@pytest.mark.parametrize(("enters", "hand"), [(1, ["filler"]), (0, [])])
def test_hoard_of_a_weapon_without_a_holder(enters, hand):  # R9 R12
    match = Match([SCROLL], unattached_enters=enters)
    match.do("play scroll")
    assert match.hand(0) == hand
    assert match.unattached(0) == ["scroll"]


def test_with_a_holder_it_enters_either_way():  # R9 R11 R12
    match = Match([TORCH, SCROLL], board_0=[BEAR], unattached_enters=0, fp=2)
    match.do("play torch", "ember forge:1", "attach torch bear", "play scroll")
    assert match.heat == [20, 19]
    assert match.hand(0) == ["filler"]


def test_with_a_holder_at_hand_it_enters_though_it_lies_unattached():  # R9 R11
    match = Match([TORCH], board_0=[BEAR], unattached_enters=0, **OFF)
    match.do("play torch", "ember forge:1")
    assert match.heat == [20, 19]
    assert match.unattached(0) == ["torch"]


def test_a_weapon_that_does_not_enter_keeps_its_number():  # R9
    match = Match([TORCH, BEAR], unattached_enters=0)
    match.do("play torch", "play bear")
    assert match.state["unattached"][0] == [{"id": "0.1", "card": "torch"}]
    assert match.look("bear")["id"] == "0.2"


# keen_defending (R10)


@pytest.mark.parametrize(("defending", "survivors"), [(1, []), (0, ["cub"])])
def test_keen_while_defending(defending, survivors):  # R10
    match = Match(
        board_0=[creature("cub", 1, 3), IDOL],
        board_1=[(BEAR, PICK)],
        second={"keen_defending": defending},
        first={"keen_defending": 1 - defending},
    )
    match.do("strike cub bear")
    assert match.creatures(0) == survivors


def test_keen_while_attacking_is_as_ever():  # R10
    match = Match(board_0=[(BEAR, PICK)], board_1=[creature("wall", 0, 3), IDOL], keen_defending=0)
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_keen_power_counts_while_defending_either_way():  # R10
    match = Match(board_0=[creature("cub", 1, 9)], board_1=[(BEAR, PICK)], keen_defending=0)
    match.do("strike cub bear")
    assert match.damage("cub") == 3


# keen_marks (R10)


@pytest.mark.parametrize(("marks", "toughness"), [(0, 5), (1, 4)])
def test_keen_marks_while_attacking(marks, toughness):  # R10
    match = Match(
        board_0=[(BEAR, PICK), creature("elk", 1, 9)],
        board_1=[creature("wall", 0, 4), IDOL],
        first={"keen_marks": marks},
        second={"keen_marks": 1 - marks},
    )
    match.do("strike bear wall")
    assert match.size("wall") == (0, toughness)
    match.do("strike elk wall")
    assert match.creatures(1) == ([] if marks else ["wall"])


@pytest.mark.parametrize(("defending", "toughness"), [(1, 5), (0, 6)])
def test_keen_marks_while_defending(defending, toughness):  # R10
    match = Match(
        board_0=[creature("cub", 1, 5), IDOL],
        board_1=[(BEAR, PICK)],
        keen_marks=1,
        keen_defending=defending,
    )
    match.do("strike cub bear")
    assert match.size("cub") == (1, toughness)


def test_a_marked_creature_stays_bare_for_later_artifacts():  # R10 R18
    match = Match(
        [],
        [IDOL],
        board_0=[(BEAR, PICK)],
        board_1=[creature("wall", 0, 4), creature("fence", 0, 4)],
        keen_marks=1,
    )
    match.do("strike bear wall", "end", "play idol")
    assert match.size("wall") == (0, 4)
    assert match.size("fence") == (0, 5)


def test_what_enters_after_a_marked_creature_died_is_not_bare():  # R10 R18
    match = Match(
        [],
        [creature("calf", 1, 1)],
        board_0=[(BEAR, PICK)],
        board_1=[creature("wall", 0, 3), IDOL],
        keen_marks=1,
    )
    match.do("strike bear wall", "end", "play calf")
    assert match.size("calf") == (1, 2)


def test_without_damage_keen_marks_nothing():  # R10
    match = Match(
        board_0=[(creature("cub", 0, 9), weapon("pick", 0, "KEEN"))],
        board_1=[creature("wall", 0, 4), IDOL],
        keen_marks=1,
        keen_power=0,
    )
    match.do("strike cub wall")
    assert match.size("wall") == (0, 5)


# blessed_before_cursed (D4 R14 R15)


SHRINE = artifact("shrine", "BLESSED")
HEX = artifact("hex", "CURSED")


@pytest.mark.parametrize(("blessed_first", "heat"), [(1, [0, 11]), (0, [0, 10])])
def test_blessed_before_cursed_shows_when_the_curse_wins(blessed_first, heat):  # D4 R14 R15
    match = Match(
        board_1=[HEX, SHRINE],
        heat=(1, 10),
        second={"blessed_before_cursed": blessed_first},
        first={"blessed_before_cursed": 1 - blessed_first},
    )
    match.do("end")
    assert match.winner == 1
    assert match.heat == heat


@pytest.mark.parametrize(
    ("blessed_first", "order"), [(1, ["bless", "curse"]), (0, ["curse", "bless"])]
)
def test_blessed_before_cursed_orders_the_ticks(blessed_first, order):  # D4
    match = Match(board_1=[HEX, SHRINE], heat=(9, 9), blessed_before_cursed=blessed_first)
    match.do("end")
    assert [event["event"] for event in match.events("bless", "curse")] == order
    assert match.heat == [8, 10]
