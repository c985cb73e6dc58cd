"""R3: any number of cards while Forge Points last; what is unspent is lost at Bank."""

import pytest

from .table import Match, artifact, creature, weapon

BEAR = creature("bear", cost=2)
OX = creature("ox", cost=3)


def test_a_card_costs_its_cost():  # R3
    match = Match([OX], fp=7)
    match.do("play ox")
    assert match.fp == 4
    assert match.creatures(0) == ["ox"]


@pytest.mark.parametrize("card", [OX, weapon("axe", 3), artifact("idol", cost=3)])
def test_every_type_is_paid(card):  # R3
    match = Match([card], fp=5)
    match.do(f"play {card.id}")
    assert match.fp == 2


def test_exactly_enough_is_enough():  # R3
    match = Match([BEAR], fp=2)
    match.do("play bear")
    assert match.fp == 0


def test_one_point_short_is_too_little():  # R3
    assert Match([BEAR], fp=1).legal() == ["end"]


def test_any_number_of_cards_while_points_last():  # R3
    match = Match([BEAR, OX, creature("elk", cost=1), creature("ape", cost=2)], fp=7)
    match.do("play bear", "play ox")
    assert match.legal() == ["end", "play ape", "play elk"]
    match.do("play elk")
    assert match.legal() == ["end"]
    assert match.creatures(0) == ["bear", "ox", "elk"]


def test_a_free_card_is_playable_at_zero_points():  # R3
    match = Match([creature("pup")], fp=0)
    match.do("play pup")
    assert (match.fp, match.creatures(0)) == (0, ["pup"])


def test_nobody_has_to_play():  # R3
    match = Match([BEAR], fp=7)
    match.do("end")
    assert match.hand(0) == ["bear"]


def test_unspent_points_are_lost_at_bank():  # R3
    match = Match([BEAR], fp=7)
    match.events()
    match.do("end")
    assert match.events("bank") == [{"kind": "event", "event": "bank", "player": 0, "unspent": 7}]
    assert match.fp == 1
    match.do("end")
    assert match.fp == 2


def test_only_the_active_player_plays():  # R3
    match = Match([creature("mine")], [creature("yours")])
    assert match.legal() == ["end", "play mine"]
    match.do("end")
    assert match.legal() == ["end", "play yours"]


def test_copies_are_one_act_and_the_first_drawn_is_played():  # R3
    match = Match([BEAR, OX, BEAR], fp=7)
    assert match.legal() == ["end", "play bear", "play ox"]
    match.do("play bear")
    assert match.hand(0) == ["ox", "bear"]
    match.do("play ox")
    assert match.hand(0) == ["bear"]


def test_copies_are_one_act_in_a_deck_of_many_kinds():  # R3
    pile = [creature(f"card-{i}") for i in range(20)]
    match = Match([*pile, pile[19]], library_0=[])
    assert len(match.legal()) == 20 + 1
