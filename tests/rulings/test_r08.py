"""R8: creatures strike each other at once and both can die; a forge does not strike back."""

from .table import Match, creature, weapon


def test_both_mark_damage():  # R8
    match = Match(board_0=[creature("bear", 2, 9)], board_1=[creature("wall", 3, 9)])
    match.do("strike bear wall")
    assert (match.damage("bear"), match.damage("wall")) == (3, 2)


def test_both_die():  # R8
    match = Match(board_0=[creature("bear", 3, 2)], board_1=[creature("wall", 2, 3)])
    match.do("strike bear wall")
    assert (match.creatures(0), match.creatures(1)) == ([], [])


def test_only_the_defender_dies():  # R8
    match = Match(board_0=[creature("bear", 3, 3)], board_1=[creature("wall", 2, 3)])
    match.do("strike bear wall")
    assert (match.creatures(0), match.creatures(1)) == (["bear"], [])
    assert match.damage("bear") == 2


def test_only_the_attacker_dies():  # R8
    match = Match(board_0=[creature("bear", 3, 2)], board_1=[creature("wall", 2, 4)])
    match.do("strike bear wall")
    assert (match.creatures(0), match.creatures(1)) == ([], ["wall"])
    assert match.damage("wall") == 3


def test_both_deal_effective_power():  # R8 R9
    match = Match(
        board_0=[(creature("bear", 1, 9), weapon("axe", 2))],
        board_1=[(creature("wall", 1, 9), weapon("bow", 4))],
    )
    match.do("strike bear wall")
    assert (match.damage("bear"), match.damage("wall")) == (5, 3)


def test_a_forge_does_not_strike_back():  # R8
    match = Match(board_0=[creature("bear", 3, 1)], board_1=[])
    match.do("strike bear forge")
    assert match.heat == [20, 17]
    assert match.damage("bear") == 0


def test_a_forge_takes_effective_power():  # R8 R9
    match = Match(board_0=[(creature("bear", 3, 1), weapon("axe", 2))])
    match.do("strike bear forge")
    assert match.heat == [20, 15]


def test_a_strike_at_a_creature_spares_the_forge():  # R8
    match = Match(board_0=[creature("bear", 9, 9)], board_1=[creature("pup", 1, 1)])
    match.do("strike bear pup")
    assert match.heat == [20, 20]


def test_creatures_do_not_block():  # R8
    match = Match(board_0=[creature("bear", 3, 1)], board_1=[creature("wall", 5, 5)])
    match.do("strike bear forge")
    assert match.heat == [20, 17]
    assert (match.damage("bear"), match.damage("wall")) == (0, 0)


def test_the_attacker_chooses_any_enemy_creature_and_no_own():  # R8
    match = Match(
        board_0=[creature("bear"), creature("elk")], board_1=[creature("ape"), creature("cat")]
    )
    assert [act for act in match.legal() if act.startswith("strike bear")] == [
        "strike bear ape",
        "strike bear cat",
        "strike bear forge",
    ]


def test_the_creature_that_was_named_is_struck():  # R8
    match = Match(
        board_0=[creature("bear", 2, 9), creature("elk", 1, 9)],
        board_1=[creature("ape", 4, 9), creature("cat", 3, 9)],
    )
    match.do("strike elk cat")
    assert [match.damage(name) for name in ("bear", "elk", "ape", "cat")] == [0, 3, 0, 1]
