"""R17: a creature to which VENOM deals nonzero combat damage is destroyed outright."""

from .table import Match, artifact, creature, weapon

ASP = creature("asp", 1, 9, "VENOM")
GIANT = creature("giant", 2, 9)


def test_it_kills_while_attacking():  # R17
    match = Match(board_0=[ASP], board_1=[GIANT])
    match.do("strike asp giant")
    assert match.creatures(1) == []
    assert match.damage("asp") == 2


def test_it_kills_while_defending():  # R17
    match = Match(board_0=[GIANT], board_1=[ASP])
    match.do("strike giant asp")
    assert match.creatures(0) == []
    assert match.damage("asp") == 2


def test_it_kills_even_as_it_dies():  # R8 R17
    match = Match(board_0=[GIANT], board_1=[creature("adder", 1, 1, "VENOM")])
    match.do("strike giant adder")
    assert (match.creatures(0), match.creatures(1)) == ([], [])


def test_two_of_them_kill_each_other():  # R8 R17
    match = Match(board_0=[ASP], board_1=[creature("viper", 1, 9, "VENOM")])
    match.do("strike asp viper")
    assert (match.creatures(0), match.creatures(1)) == ([], [])


def test_its_victims_damage_counts_all_the_same():  # R8 R17
    match = Match(board_0=[creature("adder", 1, 2, "VENOM")], board_1=[GIANT])
    match.do("strike adder giant")
    assert (match.creatures(0), match.creatures(1)) == ([], [])


def test_without_power_it_destroys_nothing_attacking():  # R17
    match = Match(board_0=[creature("toad", 0, 9, "VENOM")], board_1=[GIANT])
    match.do("strike toad giant")
    assert match.creatures(1) == ["giant"]
    assert match.damage("giant") == 0


def test_without_power_it_destroys_nothing_defending():  # R17
    match = Match(board_0=[GIANT], board_1=[creature("toad", 0, 9, "VENOM")])
    match.do("strike giant toad")
    assert match.creatures(0) == ["giant"]


def test_a_weapon_gives_it_the_damage_that_it_needs():  # R9 R17
    match = Match(board_0=[(creature("toad", 0, 9, "VENOM"), weapon("fang", 1))], board_1=[GIANT])
    match.do("strike toad giant")
    assert match.creatures(1) == []


def test_sturdy_does_not_help_against_it():  # R17 R18
    match = Match(board_0=[ASP], board_1=[GIANT, *[artifact("idol", "STURDY")] * 3])
    match.do("strike asp giant")
    assert match.creatures(1) == []


def test_a_forge_takes_its_power_and_no_more():  # R17
    match = Match(board_0=[ASP])
    match.do("strike asp forge")
    assert match.heat == [20, 19]
    assert match.winner is None


def test_a_creature_that_it_did_not_fight_is_safe():  # R17
    match = Match(board_0=[ASP, creature("elk", 1, 9)], board_1=[GIANT, creature("ogre", 2, 9)])
    match.do("strike elk giant", "strike asp ogre")
    assert match.creatures(1) == ["giant"]
    assert match.creatures(0) == ["asp", "elk"]


def test_ordinary_creatures_destroy_nothing_outright():  # R17
    match = Match(board_0=[creature("bear", 3, 9)], board_1=[GIANT])
    match.do("strike bear giant")
    assert (match.damage("bear"), match.damage("giant")) == (2, 3)
