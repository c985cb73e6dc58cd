"""R12: a HOARD that enters draws a card; from an empty library it draws nothing."""

import pytest

from .table import FILLER, Match, artifact, creature, weapon

TOP = [creature("one", cost=9), creature("two", cost=9), creature("three", cost=9)]
MAGPIE = creature("magpie", 1, 1, "HOARD")
SAGE = creature("sage", 1, 1, "HOARD", rarity="mythic")


@pytest.mark.parametrize(
    "card", [MAGPIE, weapon("scroll", 0, "HOARD"), artifact("tome", "HOARD")], ids=lambda c: c.id
)
def test_it_draws_the_top_card_whatever_bears_it(card):  # R12
    match = Match([card], library_0=TOP)
    match.do(f"play {card.id}")
    assert match.hand(0) == ["one"]
    assert match.state["library"][0] == 2


def test_its_controller_draws():  # R12
    match = Match([], [MAGPIE], library_0=TOP)
    match.do("end", "play magpie")
    assert (match.hand(0), match.hand(1)) == ([], ["filler"] * 2)


def test_what_it_draws_can_be_played_at_once():  # R12
    match = Match([MAGPIE], library_0=[creature("pup"), *TOP])
    match.do("play magpie", "play pup")
    assert match.creatures(0) == ["magpie", "pup"]


def test_a_weapon_draws_before_it_is_attached():  # R9 R12
    match = Match([weapon("scroll", 1, "HOARD")], library_0=TOP, board_0=[creature("bear")])
    match.do("play scroll")
    assert match.hand(0) == ["one"]
    assert match.legal() == ["attach scroll bear"]


def test_a_weapon_without_a_holder_draws_too():  # R9 R12
    match = Match([weapon("scroll", 1, "HOARD")], library_0=TOP)
    match.do("play scroll")
    assert (match.hand(0), match.unattached(0)) == (["one"], ["scroll"])


def test_an_empty_library_gives_nothing_and_costs_nothing():  # R7 R12
    match = Match([MAGPIE], library_0=[])
    match.do("play magpie")
    assert match.winner is None
    assert match.hand(0) == []
    assert match.creatures(0) == ["magpie"]
    assert match.legal() == ["end"]


def test_the_last_card_gives_a_mythic_half():  # R12 R16
    match = Match([SAGE], library_0=[FILLER])
    match.do("play sage")
    assert match.winner is None
    assert match.hand(0) == ["filler"]


def test_the_next_draw_step_does_deck_out():  # R7 R12
    match = Match([MAGPIE], library_0=[FILLER])
    match.do("play magpie", "end")
    assert match.winner is None
    match.do("end")
    assert (match.winner, match.reason) == (1, "deckout")


def test_it_draws_only_as_it_enters():  # R12
    match = Match([artifact("tome", "HOARD")])
    match.do("play tome")
    match.pass_until(3)
    assert match.hand(0) == ["filler"] * 2


def test_how_many_is_a_number():  # R12
    match = Match([MAGPIE], library_0=TOP, hoard_draw=2)
    match.do("play magpie")
    assert match.hand(0) == ["one", "two"]
