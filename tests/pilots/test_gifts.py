"""Pilots know what parameters give: bodies as they enter, prices, weapons, burning Stokes."""

from __future__ import annotations

from typing import Any

import pytest

from forgesim.cards.pilots import Pilot as Named
from forgesim.kernel.records import new_records
from forgesim.pilots.forge.engine import ENGINE as ALONE
from forgesim.pilots.forge.search.engine import ENGINE
from tests.driver import Driver, Pilot, greedy
from tests.oracle.forge import default_params
from tests.pilots.positions import CARDS, play_turn
from tests.pilots.puzzles.runner import shipped


def opening(pilot: Pilot | Named, hand: str, theirs: str = "", **gifts: int) -> Driver:
    """A pilot's first turn with a hand, and what player 0 is given."""
    first, second = default_params()
    first.update({"fp_start": 8, "fp_cap": 8, "opening_hand": len(hand.split())} | gifts)
    second.update(opening_hand=len(theirs.split()), start_heat=gifts.pop("their_heat", 20))
    first.pop("their_heat", None)
    libraries = [[*hand.split(), *["filler"] * 5], [*theirs.split(), *["filler"] * 5]]
    decks = [[CARDS[card] for card in library] for library in libraries]
    packed = pilot if isinstance(pilot, Pilot) else Pilot(pilot.kind, pilot.weights)
    driver = Driver(decks, (first, second), (packed, greedy()), ENGINE)
    driver.begin_scripted(libraries)
    return driver


def scores(driver: Driver) -> dict[str, int]:
    """What the pilot thinks of each act that it weighs."""
    opinions = new_records(ENGINE.opinion)
    ENGINE.consider(driver.states, driver.tables, driver.minds, opinions)
    thoughts = opinions[0].thought[: opinions[0].count]
    return {driver.name(int(thought.act)): int(thought.value) for thought in thoughts}


def weighing(**weights: int) -> Pilot:
    return Pilot("weights", {"end": -1_000_000, **weights})


@pytest.mark.parametrize(
    ("card", "feature", "gifts", "value"),
    [
        ("bear", "creature_power", {"creature_power": 2}, 4),
        ("bear", "creature_power", {"creature_power": -9}, 0),
        ("bear", "creature_toughness", {"creature_toughness": 3}, 5),
        ("sentry", "creature_toughness", {"guard_toughness": -2}, 4),
        ("viper", "creature_power", {"venom_power": 1}, 3),
        ("spear", "weapon_power", {"weapon_bonus": 2}, 3),
        ("maul", "weapon_power", {"weapon_bonus": -2}, 1),
        ("ox", "cost", {"first_discount": 1}, 2),
    ],
)
def test_a_card_is_weighed_as_it_would_be_in_play(
    card: str, feature: str, gifts: dict[str, int], value: int
) -> None:
    driver = opening(weighing(**{feature: 1}), card, **gifts)  # type: ignore[arg-type]
    assert scores(driver)[f"play {card}"] == value


def test_a_creature_that_would_die_as_it_enters_is_not_played_in_vain() -> None:
    assert play_turn(opening(greedy(), "bear", creature_toughness=-2)) == ["end"]
    assert play_turn(opening(greedy(), "bear", creature_toughness=-1))[0] == "play bear"


def test_one_with_an_ember_is_played_for_it() -> None:
    acts = play_turn(opening(greedy(), "imp", creature_toughness=-1, their_heat=5))
    assert acts == ["play imp", "ember forge:1", "end"]


@pytest.mark.parametrize("name", ["greedy", "planner", "searcher"])
@pytest.mark.parametrize(("discount", "acts"), [(1, ["play lamp", "ember forge:1"]), (0, ["end"])])
def test_a_win_that_the_discount_pays_is_found(name: str, discount: int, acts: list[str]) -> None:
    driver = opening(shipped(name), "lamp", fp_start=0, first_discount=discount, their_heat=1)
    assert play_turn(driver) == acts


def test_a_planner_spends_the_discount_where_it_pays() -> None:
    """With 2 FP and 2 off the first card, both can be played in one order alone."""
    driver = opening(shipped("planner"), "pup giant", fp_start=2, first_discount=2)
    assert play_turn(driver) == ["play giant", "play pup", "end"]


def value(driver: Driver, **weights: int) -> int:
    minds: Any = new_records(ALONE.mind)
    minds.pilot[0, 0] = ALONE.pack_pilot(Named("unit", "planner", weights))[0]
    return int(ALONE.evaluate(driver.states, driver.tables, minds))


def test_a_position_counts_what_the_next_stoke_burns() -> None:
    for burn, dooms in ((4, 0), (5, 1)):
        driver = opening(greedy(), "", stoke_burn=burn, their_heat=5 + burn)
        assert driver.state()["heat"][1] == 5
        assert value(driver, dooms=1) == dooms
