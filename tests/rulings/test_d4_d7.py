"""D4 to D7: the steps of a turn, strikes a turn, factions, and the cold forge."""

import pytest
from pydantic import ValidationError

from forgesim.rulesets.forge.cards import card_problems, deck_problems
from forgesim.rulesets.forge.names import Faction

from .table import SHIPPED, Match, artifact, creature

SHRINE = artifact("shrine", "BLESSED")
HEX = artifact("hex", "CURSED")
BEAR = creature("bear", 2, 9)


def test_stoke_then_draw_then_work_then_strike_then_bank():  # D4
    match = Match([], [creature("hare", 1, 1, "SWIFT")], board_1=[HEX, SHRINE])
    match.events()
    match.do("end", "play hare", "strike hare forge", "end")
    assert [(event["event"], event["player"]) for event in match.events()] == [
        ("bank", 0),
        ("stoke", 1),
        ("bless", 1),
        ("heat", 1),
        ("curse", 1),
        ("heat", 0),
        ("draw", 1),
        ("play", 1),
        ("strike", 1),
        ("heat", 0),
        ("bank", 1),
        ("stoke", 0),
        ("draw", 0),
    ]


def test_turns_alternate_and_are_counted_together():  # D4
    match = Match()
    seen = [(match.turn, match.active)]
    for _ in range(4):
        match.do("end")
        seen.append((match.turn, match.active))
    assert seen == [(1, 0), (2, 1), (3, 0), (4, 1), (5, 0)]


def test_each_turn_draws_one_card():  # D4
    match = Match([], [])
    match.pass_until(6)
    assert [len(match.hand(player)) for player in (0, 1)] == [2, 3]


def test_how_many_a_turn_draws_is_a_number():  # D4
    match = Match([], [], turn_draws=3)
    match.pass_until(4)
    assert [len(match.hand(player)) for player in (0, 1)] == [3, 1 + 3]


def test_points_come_before_the_card():  # D4
    match = Match([], [], library_0=[creature("ox", cost=2)])
    match.pass_until(3)
    match.do("play ox")
    assert match.fp == 0


@pytest.mark.parametrize("player", [0, 1])
def test_one_strike_a_turn(player):  # D5
    boards = {f"board_{player}": [BEAR], f"board_{1 - player}": [creature("wall", 0, 9)]}
    match = Match(**boards)
    match.pass_until(player + 1)
    assert match.legal() == ["end", "strike bear forge", "strike bear wall"]
    match.do("strike bear wall")
    assert match.look("bear")["struck"] is True
    assert match.legal() == ["end"]


def test_it_strikes_again_in_the_next_turn():  # D5
    match = Match(board_0=[BEAR])
    match.do("strike bear forge")
    match.pass_until(3)
    assert match.look("bear")["struck"] is False
    match.do("strike bear forge")
    assert match.heat == [20, 16]


def test_striking_back_is_no_strike():  # D5
    match = Match(board_0=[creature("elk", 1, 9)], board_1=[BEAR])
    match.do("strike elk bear", "end")
    assert match.look("bear")["struck"] is False
    assert "strike bear elk" in match.legal()


def test_a_creature_without_power_may_strike():  # D5
    match = Match(board_0=[creature("monk", 0, 2)], board_1=[creature("wall", 0, 2)])
    assert match.legal() == ["end", "strike monk forge", "strike monk wall"]
    match.do("strike monk forge")
    assert match.heat == [20, 20]
    assert match.look("monk")["struck"] is True


@pytest.mark.parametrize("strikes", [0, 1, 2, 3])
def test_strikes_a_turn_are_a_number(strikes):  # D5
    match = Match(board_0=[BEAR], strikes_per_turn=strikes)
    for _ in range(strikes):
        match.do("strike bear forge")
    assert match.legal() == ["end"]
    assert match.heat == [20, 20 - 2 * strikes]


def test_strikes_are_counted_for_each_creature():  # D5
    match = Match(board_0=[BEAR, creature("elk", 1, 9)], board_1=[creature("pup", 1, 1)])
    match.do("strike bear pup")
    assert match.legal() == ["end", "strike elk forge"]


FACTIONS = ["Occult", "Wilds", "Sundries", "Armory", "Arcana"]


def test_five_factions():  # D6
    assert [faction.name.capitalize() for faction in Faction] == FACTIONS


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_is_read_by_its_name(faction):  # D6
    card = creature("any", faction=faction)
    assert card.group == faction
    assert card_problems(card) == []


def test_there_is_no_sixth():  # D6
    with pytest.raises(ValidationError, match="Occult, Wilds, Sundries, Armory or Arcana"):
        creature("any", faction="Tides")


def test_a_deck_may_mix_factions():  # D6
    deck = [creature(f"card-{i}", faction=FACTIONS[i % 5]) for i in range(20)]
    assert deck_problems(deck, SHIPPED[0]) == []


def test_one_faction_brings_no_bonus():  # D6
    def played(factions):
        cards = [creature(f"card-{i}", 2, 2, faction=factions[i]) for i in range(2)]
        match = Match(cards, board_0=[SHRINE])
        match.do("play card-0", "play card-1", "end", "end", "strike card-0 forge")
        return match.state

    assert played(["Wilds", "Wilds"]) == played(["Wilds", "Occult"])


def test_a_strike_that_leaves_no_heat_wins():  # D7
    match = Match(board_0=[BEAR], heat=(20, 2))
    match.do("strike bear forge")
    assert (match.winner, match.reason, match.turn) == (0, "heat", 1)
    assert match.heat == [20, 0]


def test_below_zero_wins_as_well():  # D7
    match = Match(board_0=[BEAR], heat=(20, 1))
    match.do("strike bear forge")
    assert (match.winner, match.heat) == (0, [20, -1])


def test_one_heat_left_is_not_cold():  # D7
    match = Match(board_0=[BEAR], heat=(20, 3))
    match.do("strike bear forge")
    assert (match.winner, match.heat) == (None, [20, 1])


def test_the_second_player_wins_the_same_way():  # D7
    match = Match(board_1=[BEAR], heat=(2, 20))
    match.do("end", "strike bear forge")
    assert (match.winner, match.reason, match.turn) == (1, "heat", 2)


def test_a_curse_can_win():  # D7 R15
    match = Match(board_0=[HEX], heat=(20, 1))
    match.pass_until(3)
    assert (match.winner, match.reason) == (0, "heat")


@pytest.mark.parametrize(("forge", "winner"), [(0, 1), (1, 0)])
def test_an_ember_can_end_it_at_the_own_forge_too(forge, winner):  # D7 R11
    match = Match([creature("imp", 1, 1, "EMBER")], heat=(1, 1))
    match.do("play imp", f"ember forge:{forge}")
    assert (match.winner, match.reason) == (winner, "heat")


def test_both_forges_start_at_twenty():  # D7
    assert Match().heat == [20, 20]


def test_the_starting_heat_is_a_number_of_the_player():  # D7
    assert Match(second={"start_heat": 21}).heat == [20, 21]
