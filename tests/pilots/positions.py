"""Positions in which pilots are watched: a few cards, two boards, and a turn to play."""

from __future__ import annotations

from typing import Any

from forgesim.rulesets.forge.cards import ForgeCard
from tests.driver import Driver, Pilot, greedy, make_cards
from tests.oracle.forge import default_params


def body(cost: int, power: int, toughness: int, keyword: str | None = None) -> dict[str, Any]:
    return thing("creature", cost, keyword) | {"power": power, "toughness": toughness}


def thing(kind: str, cost: int, keyword: str | None = None) -> dict[str, Any]:
    return {
        "type": kind,
        "faction": "Wilds",
        "cost": cost,
        "power": None,
        "toughness": None,
        "keyword": keyword,
        "rarity": "common",
    }


CARDS: dict[str, ForgeCard] = make_cards(
    {
        "filler": body(9, 9, 9),
        "pup": body(1, 1, 1),
        "bear": body(1, 2, 2),
        "ox": body(2, 3, 5),
        "giant": body(3, 5, 5),
        "mammoth": body(3, 8, 8),
        "tower": body(2, 5, 12),
        "bulwark": body(2, 5, 12, "GUARD"),
        "sentry": body(1, 1, 6, "GUARD"),
        "runt": body(1, 1, 1, "GUARD"),
        "adder": body(1, 1, 1, "VENOM"),
        "viper": body(1, 2, 2, "VENOM"),
        "prize": body(1, 8, 1),
        "scribe": body(1, 1, 3, "HOARD"),
        "imp": body(1, 1, 1, "EMBER"),
        "lamp": thing("artifact", 1, "EMBER"),
        "spear": thing("weapon", 1),
        "maul": thing("weapon", 1, "HEAVY"),
        "boots": thing("weapon", 1, "SWIFT"),
    }
)


def position(
    pilot: Pilot, mine: str, theirs: str, hand: str = "", burnt: str = "", **numbers: int
) -> Driver:
    """A pilot's second turn, with these creatures in play and this hand.

    Player 0 plays the first list on turn 1 and the other player theirs on turn 2, and burns the
    creatures `burnt` with an EMBER each; then it is the pilot's turn, with 8 FP unless `fp` says
    less. `heat` is the other player's, `own_heat` the pilot's.
    """
    first, second = default_params()
    lamps = ["lamp"] * len(burnt.split())
    for own in (first, second):
        own.update(fp_start=20, fp_step=0, fp_cap=20, first_turn_draws=0)
    first.update(fp_start=numbers.get("fp", 8))
    first["opening_hand"] = len(mine.split() + hand.split())
    second["opening_hand"] = len(theirs.split() + lamps)
    first["start_heat"] = numbers.get("own_heat", 20)
    second["start_heat"] = numbers.get("heat", 20)
    libraries = [
        [*mine.split(), *hand.split(), *["filler"] * 5],
        [*theirs.split(), *lamps, *["filler"] * 5],
    ]
    decks = [[CARDS[card] for card in library] for library in libraries]
    driver = Driver(decks, (first, second), (pilot, greedy()))
    driver.begin_scripted(libraries)
    driver.do(*(f"play {card}" for card in mine.split()), "end")
    driver.do(*(f"play {card}" for card in theirs.split()))
    for target in burnt.split():
        driver.do("play lamp", f"ember {target}")
    driver.do("end")
    return driver


def play_turn(driver: Driver) -> list[str]:
    """What the pilot does until its turn, or the match, ends."""
    acts = []
    while not driver.is_over and driver.s.active == 0:
        chosen = driver.choose()
        acts.append(driver.name(chosen))
        driver.apply(chosen)
    return acts
