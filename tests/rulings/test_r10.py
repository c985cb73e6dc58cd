"""R10: HEAVY adds two and bars the forge; KEEN adds one and ignores STURDY when it kills."""

import pytest

from .table import Match, artifact, creature, weapon

MAUL = weapon("maul", 1, "HEAVY")
PICK = weapon("pick", 1, "KEEN")
BOW = weapon("bow", 1)
BEAR = creature("bear", 1, 5)
IDOL = artifact("idol", "STURDY")


def test_heavy_adds_two_beyond_the_cost():  # R10
    match = Match([weapon("maul", 3, "HEAVY")], board_0=[BEAR], fp=3)
    match.do("play maul", "attach maul bear")
    assert match.size("bear") == (6, 5)


def test_a_heavy_holder_cannot_strike_the_forge():  # R10
    assert Match(board_0=[(BEAR, MAUL)]).legal() == ["end"]


def test_a_heavy_holder_strikes_creatures():  # R10
    match = Match(board_0=[(BEAR, MAUL)], board_1=[creature("wall", 0, 9)])
    assert match.legal() == ["end", "strike bear wall"]
    match.do("strike bear wall")
    assert match.damage("wall") == 4


def test_a_heavy_holder_strikes_guards():  # R10 R13
    match = Match(board_0=[(BEAR, MAUL)], board_1=[creature("warden", 0, 9, "GUARD")])
    assert match.legal() == ["end", "strike bear warden"]


@pytest.mark.parametrize("held", [(MAUL, BOW), (BOW, MAUL)])
def test_one_heavy_weapon_of_two_is_enough(held):  # R10
    assert Match(board_0=[(BEAR, *held)]).legal() == ["end"]


def test_two_heavy_weapons_add_up():  # R10
    assert Match(board_0=[(BEAR, MAUL, MAUL)]).size("bear") == (7, 5)


def test_heavy_bars_its_holder_alone():  # R10
    match = Match(board_0=[(BEAR, MAUL), creature("elk")])
    assert match.legal() == ["end", "strike elk forge"]


def test_an_unattached_heavy_weapon_bars_nobody():  # R10
    match = Match([MAUL, creature("hare", 1, 1, "SWIFT")])
    match.do("play maul", "play hare")
    assert match.legal() == ["attach maul hare", "end", "strike hare forge"]


def test_heavy_does_not_ignore_sturdy():  # R10 R18
    match = Match(board_0=[(BEAR, MAUL)], board_1=[creature("wall", 0, 4), IDOL])
    match.do("strike bear wall")
    assert match.damage("wall") == 4


def test_keen_adds_one_beyond_the_cost():  # R10
    match = Match([weapon("pick", 3, "KEEN")], board_0=[BEAR], fp=3)
    match.do("play pick", "attach pick bear")
    assert match.size("bear") == (5, 5)


def test_a_keen_holder_strikes_the_forge_with_all_its_power():  # R10
    match = Match(board_0=[(BEAR, PICK)])
    match.do("strike bear forge")
    assert match.heat == [20, 17]


def test_keen_ignores_sturdy_while_attacking():  # R10
    match = Match(board_0=[(BEAR, PICK)], board_1=[creature("wall", 0, 3), IDOL])
    assert match.size("wall") == (0, 4)
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_without_keen_sturdy_saves():  # R10 R18
    match = Match(board_0=[(BEAR, weapon("axe", 2))], board_1=[creature("wall", 0, 3), IDOL])
    match.do("strike bear wall")
    assert match.damage("wall") == 3


def test_keen_ignores_sturdy_while_defending():  # R10
    match = Match(board_0=[creature("cub", 0, 3), IDOL], board_1=[(BEAR, PICK)])
    match.do("strike cub bear")
    assert match.creatures(0) == []


def test_keen_ignores_sturdy_only_and_not_toughness():  # R10
    match = Match(board_0=[(BEAR, PICK)], board_1=[creature("wall", 0, 4), IDOL])
    match.do("strike bear wall")
    assert match.damage("wall") == 3


def test_keen_ignores_every_sturdy():  # R10
    match = Match(board_0=[(BEAR, PICK)], board_1=[creature("wall", 0, 3), IDOL, IDOL, IDOL])
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_keen_counts_damage_that_was_marked_before():  # R5 R10
    match = Match(
        board_0=[creature("elk", 2, 2), (BEAR, PICK)], board_1=[creature("wall", 0, 5), IDOL]
    )
    match.do("strike elk wall")
    assert match.damage("wall") == 2
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_the_keen_holder_keeps_its_own_sturdy():  # R10 R18
    match = Match(board_0=[(creature("cub", 1, 3), PICK), IDOL], board_1=[creature("wall", 3, 9)])
    match.do("strike cub wall")
    assert match.creatures(0) == ["cub"]
    assert match.damage("cub") == 3


def test_the_keen_holder_loses_to_keen():  # R10
    match = Match(
        board_0=[(creature("cub", 1, 3), PICK), IDOL],
        board_1=[(creature("wall", 1, 3), weapon("awl", 1, "KEEN")), artifact("totem", "STURDY")],
    )
    match.do("strike cub wall")
    assert (match.creatures(0), match.creatures(1)) == ([], [])


def test_keen_works_for_its_holders_damage_alone():  # R10
    match = Match(
        board_0=[(creature("cub", 1, 9), PICK), creature("elk", 3, 9)],
        board_1=[creature("wall", 0, 3), IDOL],
    )
    match.do("strike elk wall")
    assert match.damage("wall") == 3


def test_keen_without_damage_ignores_nothing():  # R10
    dull = weapon("pick", 0, "KEEN")
    match = Match(
        board_0=[creature("elk", 3, 9), (creature("cub", 0, 9), dull)],
        board_1=[creature("wall", 0, 3), IDOL],
        keen_power=0,
    )
    match.do("strike elk wall", "strike cub wall")
    assert match.damage("wall") == 3


def test_one_keen_weapon_of_two_is_enough():  # R10
    match = Match(board_0=[(BEAR, BOW, PICK)], board_1=[creature("wall", 0, 4), IDOL])
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_what_enters_after_a_keen_holder_died_is_not_keen():  # R9 R10
    match = Match(
        [creature("hare", 3, 9, "SWIFT")],
        board_0=[(creature("pup", 1, 1), PICK)],
        board_1=[creature("wall", 1, 9), creature("fence", 0, 3), IDOL],
    )
    match.do("strike pup wall")
    match.pass_until(3)
    match.do("play hare", "strike hare fence")
    assert match.damage("fence") == 3


def test_bonuses_are_numbers():  # R10
    match = Match(board_0=[(BEAR, MAUL), (creature("elk"), PICK)], heavy_power=5, keen_power=4)
    assert (match.size("bear"), match.size("elk")) == ((7, 5), (6, 1))
