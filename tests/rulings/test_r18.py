"""R18: own creatures have +0/+1 for each own STURDY artifact, as long as it is there."""

from .table import Match, artifact, creature

IDOL = artifact("idol", "STURDY")
BEAR = creature("bear", 2, 2)


def test_creatures_in_play_grow():  # R18
    match = Match([IDOL], board_0=[BEAR, creature("elk", 1, 4)])
    match.do("play idol")
    assert (match.size("bear"), match.size("elk")) == ((2, 3), (1, 5))


def test_creatures_played_later_grow_too():  # R18
    match = Match([BEAR], board_0=[IDOL])
    match.do("play bear")
    assert match.size("bear") == (2, 3)


def test_they_stack():  # R18
    match = Match([IDOL], board_0=[BEAR, IDOL])
    match.do("play idol")
    assert match.size("bear") == (2, 4)


def test_enemy_creatures_do_not_grow():  # R18
    match = Match(board_0=[IDOL], board_1=[BEAR])
    assert match.size("bear") == (2, 2)


def test_it_lasts():  # R18
    match = Match(board_0=[IDOL, BEAR])
    match.pass_until(4)
    assert match.size("bear") == (2, 3)


def test_the_defender_lives_by_it():  # R18
    match = Match(board_0=[BEAR], board_1=[creature("wall", 0, 2), IDOL])
    match.do("strike bear wall")
    assert match.damage("wall") == 2


def test_the_attacker_lives_by_it():  # R18
    match = Match(board_0=[BEAR, IDOL], board_1=[creature("wall", 2, 9)])
    match.do("strike bear wall")
    assert match.damage("bear") == 2


def test_it_raises_the_limit_and_heals_nothing():  # R5 R18
    match = Match([IDOL], board_0=[BEAR], board_1=[creature("wall", 1, 9)])
    match.do("strike bear wall")
    match.pass_until(3)
    match.do("play idol")
    assert (match.damage("bear"), match.size("bear")) == (1, (2, 3))


def test_it_dies_when_damage_reaches_the_raised_limit():  # R5 R18
    match = Match(board_0=[creature("elk", 3, 9)], board_1=[creature("wall", 0, 2), IDOL])
    match.do("strike elk wall")
    assert match.creatures(1) == []


def test_it_goes_when_the_artifact_leaves():  # R18
    match = Match(board_0=[BEAR, IDOL, IDOL])
    assert match.size("bear") == (2, 4)
    match.take_sturdy(0)
    assert match.size("bear") == (2, 3)
    match.take_sturdy(0)
    assert match.size("bear") == (2, 2)


def test_without_the_artifact_it_protects_no_more():  # R5 R18
    match = Match(board_0=[BEAR], board_1=[creature("wall", 0, 2), IDOL])
    match.take_sturdy(1)
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_later_creatures_go_without_it_then():  # R18
    match = Match([BEAR], board_0=[IDOL])
    match.take_sturdy(0)
    match.do("play bear")
    assert match.size("bear") == (2, 2)


def test_how_much_is_a_number_of_its_player():  # R18
    match = Match(
        board_0=[BEAR, IDOL], board_1=[creature("elk", 1, 1), IDOL], second={"sturdy_toughness": 4}
    )
    assert (match.size("bear"), match.size("elk")) == ((2, 3), (1, 5))
