"""R5: damage stays marked all game; a creature dies when it reaches the effective toughness."""

from .table import Match, artifact, creature, weapon

IMP = creature("imp", 1, 1, "EMBER")
GIANT = creature("giant", 0, 9)


def test_damage_stays_marked():  # R5
    match = Match(board_0=[creature("bear", 2, 2)], board_1=[GIANT])
    match.do("strike bear giant")
    for turn in (2, 3, 4, 7):
        match.pass_until(turn)
        assert match.damage("giant") == 2


def test_damage_adds_up_until_it_kills():  # R5
    match = Match(board_0=[creature("bear", 2, 2)], board_1=[creature("wall", 0, 5)])
    match.do("strike bear wall", "end", "end", "strike bear wall")
    assert match.damage("wall") == 4
    match.pass_until(5)
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_damage_equal_to_toughness_destroys():  # R5
    match = Match(board_0=[creature("bear", 3, 2)], board_1=[creature("wall", 0, 3)])
    match.do("strike bear wall")
    assert match.creatures(1) == []


def test_one_damage_less_does_not():  # R5
    match = Match(board_0=[creature("bear", 2, 2)], board_1=[creature("wall", 0, 3)])
    match.do("strike bear wall")
    assert match.creatures(1) == ["wall"]
    assert match.size("wall") == (0, 3)


def test_the_attackers_damage_stays_as_well():  # R5
    match = Match(board_0=[creature("bear", 2, 9)], board_1=[creature("wall", 3, 9)])
    match.do("strike bear wall")
    match.pass_until(3)
    assert match.damage("bear") == 3
    match.do("strike bear wall")
    assert match.damage("bear") == 6


def test_ember_adds_to_earlier_damage():  # R5 R11
    match = Match([IMP], board_0=[creature("bear", 2, 2)], board_1=[creature("wall", 0, 3)])
    match.do("strike bear wall")
    match.pass_until(3)
    match.do("play imp", "ember wall")
    assert match.creatures(1) == []


def test_a_survivor_can_be_finished_by_another_striker():  # R5
    match = Match(
        board_0=[creature("bear", 2, 2), creature("elk", 1, 1)], board_1=[creature("wall", 0, 3)]
    )
    match.do("strike bear wall", "strike elk wall")
    assert match.creatures(1) == []


def test_effective_toughness_counts():  # R5 R18
    match = Match(
        board_0=[creature("bear", 3, 3), creature("elk", 1, 1)],
        board_1=[creature("wall", 0, 3), artifact("idol", "STURDY")],
    )
    match.do("strike bear wall")
    assert match.damage("wall") == 3
    match.do("strike elk wall")
    assert match.creatures(1) == []


def test_a_death_leaves_the_others_as_they_are():  # R5
    match = Match(
        board_0=[creature("bear", 2, 9), creature("elk", 1, 9)],
        board_1=[
            creature("pup", 1, 1),
            (creature("wall", 1, 9), weapon("axe", 3)),
            creature("fox", 2, 9),
        ],
    )
    match.do("strike elk wall", "strike bear pup")
    assert match.creatures(1) == ["wall", "fox"]
    assert match.look("wall")["weapons"] == ["axe"]
    assert (match.damage("wall"), match.size("wall")) == (1, (4, 9))
    assert (match.damage("fox"), match.size("fox")) == (0, (2, 9))
    assert match.events("destroyed") == [
        {"kind": "event", "event": "destroyed", "player": 1, "id": "1.1", "card": "pup"}
    ]


def test_what_enters_after_a_death_starts_anew():  # R4 R5 R9 R10
    bear = creature("bear", 1, 4)
    held = weapon("spurs", 1, "SWIFT"), weapon("maul", 1, "HEAVY")
    match = Match([bear], board_0=[(bear, *held)], board_1=[creature("wall", 3, 99)])
    match.do("strike bear wall")
    assert match.damage("bear") == 3
    match.do("end", "strike wall bear", "end")
    assert match.creatures(0) == []
    match.do("play bear")
    assert match.look("bear") == {
        "id": "0.4",
        "card": "bear",
        "power": 1,
        "toughness": 4,
        "damage": 0,
        "entered": 3,
        "struck": False,
        "weapons": [],
    }
    assert match.legal() == ["end"]
    match.pass_until(5)
    assert match.legal() == ["end", "strike bear forge", "strike bear wall"]
