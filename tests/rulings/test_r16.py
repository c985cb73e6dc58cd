"""R16: a mythic's EMBER deals 2 to one target and its HOARD draws 2; nothing else doubles."""

import pytest

from .table import Match, artifact, creature, weapon

MYTHIC = {"rarity": "mythic"}
TOP = [creature(name, cost=9) for name in ("one", "two", "three")]


def test_a_mythic_ember_deals_two():  # R16
    match = Match([creature("phoenix", 1, 1, "EMBER", **MYTHIC)])
    match.do("play phoenix")
    assert match.state["pending"] == {"ember": 2}
    match.do("ember forge:1")
    assert match.heat == [20, 18]


def test_to_one_target_only():  # R16
    match = Match(
        [creature("phoenix", 1, 1, "EMBER", **MYTHIC)],
        board_1=[creature("pup", 1, 1), creature("wall", 0, 3)],
    )
    match.do("play phoenix", "ember wall")
    assert match.damage("wall") == 2
    assert match.state["pending"] is None
    assert match.legal() == ["end"]


def test_it_kills_what_two_damage_kills():  # R5 R16
    match = Match(
        [artifact("lamp", "EMBER", **MYTHIC)], board_1=[creature("bear", 2, 2), creature("elk")]
    )
    match.do("play lamp", "ember bear")
    assert match.creatures(1) == ["elk"]


def test_a_mythic_hoard_draws_two():  # R16
    match = Match([creature("sage", 1, 1, "HOARD", **MYTHIC)], library_0=TOP)
    match.do("play sage")
    assert match.hand(0) == ["one", "two"]


@pytest.mark.parametrize("rarity", ["common", "uncommon", "rare"])
def test_no_other_rarity_doubles(rarity):  # R16
    match = Match(
        [
            creature("imp", 1, 1, "EMBER", rarity=rarity),
            creature("magpie", 1, 1, "HOARD", rarity=rarity),
        ],
        library_0=TOP,
    )
    match.do("play imp", "ember forge:1", "play magpie")
    assert match.heat == [20, 19]
    assert match.hand(0) == ["one"]


def test_mythic_power_and_toughness_are_as_printed():  # R16
    match = Match([creature("wyrm", 4, 5, **MYTHIC)])
    match.do("play wyrm")
    assert match.size("wyrm") == (4, 5)


@pytest.mark.parametrize(("keyword", "power"), [(None, 3), ("HEAVY", 5), ("KEEN", 4)])
def test_a_mythic_weapon_adds_as_much_as_any(keyword, power):  # R9 R10 R16
    match = Match(board_0=[(creature("bear", 1, 1), weapon("blade", 2, keyword, **MYTHIC))])
    assert match.size("bear") == (power, 1)


def test_mythic_artifacts_tick_once():  # R14 R15 R16 R18
    match = Match(
        board_1=[
            artifact("shrine", "BLESSED", **MYTHIC),
            artifact("hex", "CURSED", **MYTHIC),
            artifact("idol", "STURDY", **MYTHIC),
            creature("bear", 1, 1),
        ],
        heat=(10, 10),
    )
    match.do("end")
    assert match.heat == [9, 11]
    assert match.size("bear") == (1, 2)


def test_the_factors_are_numbers():  # R16
    match = Match(
        [
            creature("phoenix", 1, 1, "EMBER", **MYTHIC),
            creature("sage", 1, 1, "HOARD", **MYTHIC),
        ],
        library_0=TOP,
        mythic_ember=4,
        mythic_hoard=3,
    )
    match.do("play phoenix", "ember forge:1", "play sage")
    assert match.heat == [20, 16]
    assert match.hand(0) == ["one", "two", "three"]
