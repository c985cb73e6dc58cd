"""The shipped greedy pilot: takes what is on the board, and beats chance with every deck."""

from __future__ import annotations

import numpy as np
import pytest

from tests.driver import RANDOM, SHIPPED_DECKS, Driver, greedy, shipped_deck
from tests.oracle.forge import default_params
from tests.pilots import positions
from tests.pilots.positions import play_turn


def position(mine: str, theirs: str, hand: str = "", **numbers: int) -> Driver:
    """The greedy pilot's second turn, with these creatures in play and this hand."""
    return positions.position(greedy(), mine, theirs, hand, **numbers)


# --- a win on the board is taken --------------------------------------------------------------


def test_several_creatures_win_together_although_there_is_prey() -> None:
    driver = position("bear ox", "prize", heat=5)
    assert sorted(play_turn(driver)) == ["strike 0.1 forge", "strike 0.2 forge"]
    assert driver.s.winner == 0


def test_prey_comes_first_where_one_heat_would_be_left() -> None:
    driver = position("bear ox", "prize", heat=6)
    assert any(act.endswith(" 1.1") for act in play_turn(driver))


@pytest.mark.parametrize("hand", ["lamp", "lamp giant", "giant ox lamp"])
def test_an_ember_in_hand_that_wins_is_played_first_and_aimed_at_the_forge(hand: str) -> None:
    driver = position("bear", "prize sentry", hand, heat=1)
    assert play_turn(driver) == ["play lamp", "ember forge:1"]
    assert driver.s.winner == 0


def test_an_ember_wins_past_a_guard() -> None:
    driver = position("giant", "sentry", "imp", heat=1)
    assert play_turn(driver) == ["play imp", "ember forge:1"]


def test_no_win_is_seen_behind_a_guard() -> None:
    driver = position("bear ox", "prize sentry", heat=1)
    acts = play_turn(driver)
    assert not driver.is_over
    assert {act.split()[-1] for act in acts} <= {"1.2", "end"}


def test_a_fallen_guard_opens_the_way_to_the_win() -> None:
    driver = position("giant giant bear", "prize sentry", heat=2)
    acts = play_turn(driver)
    assert acts[:2] == ["strike 0.1 1.2", "strike 0.2 1.2"]
    assert acts[2:] == ["strike 0.3 forge"]
    assert driver.s.winner == 0


# --- no gift to the other side ----------------------------------------------------------------


@pytest.mark.parametrize("own_heat", [1, 2, 20])
@pytest.mark.parametrize("mine", ["", "pup", "bear ox"])
def test_an_ember_never_burns_the_own_forge(own_heat: int, mine: str) -> None:
    driver = position(mine, "", "imp lamp", own_heat=own_heat)
    acts = play_turn(driver)
    assert acts.count("ember forge:1") == 2
    assert driver.state()["heat"][0] == own_heat


def test_no_ember_of_the_shipped_decks_hits_the_own_side() -> None:
    hits = embers = 0
    for name in SHIPPED_DECKS:
        deck = shipped_deck(name)
        driver = Driver((deck, deck), default_params(), (greedy(), greedy()))
        for seed in range(20):
            driver.begin(seed)
            while not driver.is_over:
                chosen = driver.choose()
                act = driver.name(chosen)
                embers += act.startswith("ember")
                hits += act.startswith(
                    (f"ember forge:{driver.s.active}", f"ember {driver.s.active}.")
                )
                driver.apply(chosen)
    assert embers > 500
    assert hits == 0


@pytest.mark.parametrize("mine", ["giant pup", "pup giant", "giant bear", "bear giant"])
def test_a_heavy_weapon_does_not_go_to_the_creature_that_would_win(mine: str) -> None:
    driver = position(mine, "", "maul", heat=5)
    play_turn(driver)
    assert driver.s.winner == 0


@pytest.mark.parametrize(("mine", "heat"), [("ox pup", 3), ("tower pup", 5)])
def test_nor_to_a_tough_one(mine: str, heat: int) -> None:
    driver = position(mine, "", "maul", heat=heat)
    play_turn(driver)
    assert driver.s.winner == 0


def test_nor_is_it_played_if_the_creature_that_would_win_is_the_only_holder() -> None:
    driver = position("giant", "", "maul", heat=5)
    play_turn(driver)
    assert driver.s.winner == 0


def test_an_ember_and_strikes_win_together_although_there_is_prey() -> None:
    driver = position("ox", "prize", "lamp", heat=4)
    play_turn(driver)
    assert driver.s.winner == 0


# --- better than chance -----------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED_DECKS)
def test_greedy_beats_random_with_either_side_of_a_mirror(name: str) -> None:
    deck = shipped_deck(name)
    driver = Driver((deck, deck), default_params(), (greedy(), RANDOM))
    rows = driver.play_pairs(20240501, 0, 500)
    greedy_seat = np.arange(len(rows)) % 2
    scores = (rows.winner == greedy_seat).reshape(-1, 2).mean(axis=1)
    assert scores.mean() >= 0.95
