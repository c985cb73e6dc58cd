"""R6: Work precedes Strike; after the first strike of a turn nothing is played or attached."""

from .table import Match, artifact, creature, weapon

BEAR = creature("bear", 2, 9)
WALL = creature("wall", 1, 9)
HAND = [creature("pup"), weapon("axe", 1), artifact("idol")]


def test_no_play_after_a_strike_at_the_forge():  # R6
    match = Match(HAND, board_0=[BEAR], fp=7)
    assert match.legal() == ["end", "play axe", "play idol", "play pup", "strike bear forge"]
    match.do("strike bear forge")
    assert match.state["struck"] is True
    assert match.legal() == ["end"]


def test_no_play_after_a_strike_at_a_creature():  # R6
    match = Match(HAND, board_0=[BEAR], board_1=[WALL], fp=7)
    match.do("strike bear wall")
    assert match.state["struck"] is True
    assert match.legal() == ["end"]


def test_no_attach_after_a_strike():  # R6
    match = Match([weapon("axe", 1), creature("hare", 1, 1, "SWIFT")])
    match.do("play axe", "play hare")
    assert match.legal() == ["attach axe hare", "end", "strike hare forge"]
    match.do("strike hare forge")
    assert match.legal() == ["end"]
    match.pass_until(3)
    assert match.legal() == ["attach axe hare", "end", "strike hare forge"]


def test_other_creatures_may_still_strike():  # R6
    match = Match(HAND, board_0=[BEAR, creature("elk")], board_1=[WALL], fp=7)
    match.do("strike bear wall")
    assert match.legal() == ["end", "strike elk forge", "strike elk wall"]


def test_a_zero_power_strike_ends_work_too():  # R6
    match = Match(HAND, board_0=[creature("sage", 0, 2)], fp=7)
    match.do("strike sage forge")
    assert match.legal() == ["end"]


def test_play_and_attach_do_not_end_work():  # R6
    match = Match([*HAND, weapon("bow", 1)], board_0=[BEAR], fp=7)
    match.do("play pup", "play axe", "attach axe bear")
    assert match.state["struck"] is False
    assert match.legal() == ["end", "play bow", "play idol", "strike bear forge"]


def test_an_ember_is_no_strike():  # R6 R11
    match = Match([creature("imp", 1, 1, "EMBER"), creature("pup")], board_0=[BEAR])
    match.do("play imp", "ember forge:1")
    assert match.state["struck"] is False
    assert match.legal() == ["end", "play pup", "strike bear forge"]


def test_work_is_open_again_in_the_next_turn():  # R6
    match = Match([creature("pup")], [creature("ape")], board_0=[BEAR])
    match.do("strike bear forge", "end")
    assert match.state["struck"] is False
    assert match.legal() == ["end", "play ape"]
    match.do("end")
    assert match.legal() == ["end", "play pup", "strike bear forge"]
