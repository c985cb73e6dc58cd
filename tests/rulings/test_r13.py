"""R13: while the enemy has a GUARD, only their GUARD creatures may be struck."""

from .table import Match, creature, weapon

BEAR = creature("bear", 3, 9)
WARDEN = creature("warden", 0, 3, "GUARD")
SENTRY = creature("sentry", 0, 9, "GUARD")
PUP = creature("pup", 1, 1)


def test_only_the_guard_may_be_struck():  # R13
    match = Match(board_0=[BEAR], board_1=[PUP, WARDEN])
    assert match.legal() == ["end", "strike bear warden"]


def test_without_a_guard_anything_may_be_struck():  # R13
    match = Match(board_0=[BEAR], board_1=[PUP, creature("ape")])
    assert match.legal() == ["end", "strike bear ape", "strike bear forge", "strike bear pup"]


def test_the_attacker_chooses_among_several():  # R13
    match = Match(board_0=[BEAR], board_1=[SENTRY, PUP, WARDEN])
    assert match.legal() == ["end", "strike bear sentry", "strike bear warden"]
    match.do("strike bear warden")
    assert match.creatures(1) == ["sentry", "pup"]


def test_one_guard_left_still_guards():  # R13
    match = Match(board_0=[BEAR, creature("elk")], board_1=[SENTRY, PUP, WARDEN])
    match.do("strike bear warden")
    assert match.legal() == ["end", "strike elk sentry"]


def test_the_last_guards_death_opens_the_rest_at_once():  # R13
    match = Match(board_0=[BEAR, creature("elk")], board_1=[PUP, WARDEN])
    match.do("strike bear warden")
    assert match.legal() == ["end", "strike elk forge", "strike elk pup"]


def test_an_ember_can_remove_the_guard():  # R11 R13
    match = Match(
        [creature("imp", 1, 1, "EMBER")],
        board_0=[BEAR],
        board_1=[creature("squire", 0, 1, "GUARD"), PUP],
    )
    match.do("play imp", "ember squire")
    assert match.legal() == ["end", "strike bear forge", "strike bear pup"]


def test_a_guard_that_survived_a_strike_still_guards():  # R13
    match = Match(board_0=[BEAR, creature("elk")], board_1=[PUP, SENTRY])
    match.do("strike bear sentry")
    assert match.legal() == ["end", "strike elk sentry"]


def test_a_guard_works_while_it_cools():  # R4 R13
    match = Match([WARDEN], board_0=[PUP], board_1=[BEAR])
    match.do("play warden", "end")
    assert match.legal() == ["end", "strike bear warden"]


def test_an_own_guard_does_not_bind():  # R13
    match = Match(board_0=[BEAR, WARDEN], board_1=[PUP])
    assert match.legal() == [
        "end",
        "strike bear forge",
        "strike bear pup",
        "strike warden forge",
        "strike warden pup",
    ]


def test_a_guard_without_a_forge_strike_stays_for_heavy():  # R10 R13
    match = Match(board_0=[(BEAR, weapon("maul", 1, "HEAVY"))], board_1=[PUP, WARDEN])
    match.do("strike bear warden")
    assert match.creatures(1) == ["pup"]
    match.pass_until(3)
    assert match.legal() == ["end", "strike bear pup"]


def test_swift_does_not_pass_a_guard():  # R4 R13
    match = Match([creature("hare", 1, 1, "SWIFT")], board_1=[PUP, WARDEN])
    match.do("play hare")
    assert match.legal() == ["end", "strike hare warden"]


def test_a_guard_that_died_attacking_guards_no_more():  # R13
    match = Match(board_0=[WARDEN, PUP], board_1=[creature("ogre", 9, 9)])
    match.do("strike warden ogre", "end")
    assert match.legal() == ["end", "strike ogre forge", "strike ogre pup"]


def test_the_forge_is_barred_even_to_a_winning_strike():  # R13
    match = Match(board_0=[BEAR], board_1=[WARDEN], heat=(20, 1))
    assert match.legal() == ["end", "strike bear warden"]
