"""R11: an EMBER that enters must name a target at once: a forge, or any creature."""

import pytest

from .table import Match, artifact, creature, weapon

IMP = creature("imp", 1, 2, "EMBER")
BEAR = creature("bear", 2, 3)
WALL = creature("wall", 0, 3)


@pytest.mark.parametrize(
    "card", [IMP, weapon("torch", 1, "EMBER"), artifact("lamp", "EMBER")], ids=lambda c: c.id
)
def test_only_targets_are_legal_whatever_bears_it(card):  # R11
    match = Match([card, creature("pup")], board_0=[BEAR], board_1=[WALL], fp=7)
    match.do(f"play {card.id}")
    assert match.state["pending"] == {"ember": 1}
    own = [card.id] if card is IMP else []
    targets = ["bear", "forge:0", "forge:1", *own, "wall"]
    assert match.legal() == [f"ember {target}" for target in targets]


def test_then_work_goes_on():  # R11
    match = Match([IMP, creature("pup")], board_0=[BEAR])
    match.do("play imp", "ember forge:1")
    assert match.state["pending"] is None
    assert match.legal() == ["end", "play pup", "strike bear forge"]


@pytest.mark.parametrize(("forge", "heat"), [(0, [19, 20]), (1, [20, 19])])
def test_either_forge_takes_one(forge, heat):  # R11
    match = Match([IMP])
    match.do("play imp", f"ember forge:{forge}")
    assert match.heat == heat


@pytest.mark.parametrize("target", ["bear", "wall", "imp"])
def test_a_creature_of_either_side_takes_one(target):  # R11
    match = Match([IMP], board_0=[BEAR], board_1=[WALL])
    match.do("play imp", f"ember {target}")
    assert {name: match.damage(name) for name in ("bear", "wall", "imp")} == {
        "bear": 0,
        "wall": 0,
        "imp": 0,
    } | {target: 1}
    assert match.heat == [20, 20]


@pytest.mark.parametrize("player", [0, 1])
def test_it_kills(player):  # R5 R11
    pup = creature("pup", 1, 1)
    match = Match([IMP], board_0=[pup] * (player == 0), board_1=[pup] * (player == 1))
    match.do("play imp", "ember pup")
    assert match.creatures(0) == ["imp"]
    assert match.creatures(1) == []


def test_it_may_kill_the_creature_that_brought_it():  # R11
    match = Match([creature("spark", 1, 1, "EMBER")])
    match.do("play spark", "ember spark")
    assert match.creatures(0) == []


def test_it_never_fizzles():  # R11
    match = Match([artifact("lamp", "EMBER")])
    match.do("play lamp")
    assert match.legal() == ["ember forge:0", "ember forge:1"]


def test_guards_do_not_stop_it():  # R11 R13
    match = Match([IMP], board_1=[WALL, creature("warden", 0, 5, "GUARD")])
    match.do("play imp")
    assert match.legal() == [
        "ember forge:0",
        "ember forge:1",
        "ember imp",
        "ember wall",
        "ember warden",
    ]


def test_sturdy_counts_against_it():  # R11 R18
    match = Match([IMP], board_1=[creature("pup", 1, 1), artifact("idol", "STURDY")])
    match.do("play imp", "ember pup")
    assert match.damage("pup") == 1


def test_the_second_players_ember_has_the_same_targets():  # R11
    match = Match([], [IMP], board_0=[BEAR])
    match.do("end", "play imp")
    assert match.legal() == ["ember bear", "ember forge:0", "ember forge:1", "ember imp"]
    match.do("ember bear")
    assert match.damage("bear") == 1


def test_it_comes_only_once():  # R11
    match = Match([IMP])
    match.do("play imp", "ember forge:1")
    match.pass_until(3)
    assert match.state["pending"] is None
    assert match.heat == [20, 19]


def test_each_ember_is_settled_by_itself():  # R11
    match = Match([IMP, artifact("lamp", "EMBER")])
    match.do("play imp", "ember forge:1", "play lamp", "ember imp")
    assert (match.heat, match.damage("imp")) == ([20, 19], 1)


def test_a_weapon_waits_for_its_target_and_then_for_its_holder():  # R9 R11
    match = Match([weapon("torch", 1, "EMBER")], board_0=[BEAR], board_1=[WALL])
    match.do("play torch")
    assert match.unattached(0) == []
    match.do("ember wall")
    assert match.state["pending"] == {"attach": "0.2"}
    assert match.legal() == ["attach torch bear"]
    match.do("attach torch bear")
    assert match.size("bear") == (3, 3)
    assert match.damage("wall") == 1


def test_a_weapon_whose_last_holder_it_kills_lies_unattached():  # R9 R11
    match = Match([weapon("torch", 1, "EMBER")], board_0=[creature("pup", 1, 1)])
    match.do("play torch", "ember pup")
    assert match.state["pending"] is None
    assert match.unattached(0) == ["torch"]
    assert match.legal() == ["end"]


def test_a_weapon_without_a_holder_burns_and_then_lies_unattached():  # R9 R11
    match = Match([weapon("torch", 1, "EMBER")])
    match.do("play torch", "ember forge:1")
    assert match.heat == [20, 19]
    assert match.unattached(0) == ["torch"]


def test_the_ember_that_wins_ends_all():  # R11 D7
    match = Match([weapon("torch", 1, "EMBER")], board_0=[BEAR], heat=(20, 1))
    match.do("play torch", "ember forge:1")
    assert (match.winner, match.reason) == (0, "heat")
    assert match.state["pending"] is None
    assert match.unattached(0) == []


def test_its_damage_is_a_number():  # R11
    match = Match([IMP], ember_damage=3)
    match.do("play imp", "ember forge:1")
    assert match.heat == [20, 17]
