"""What a search sees, remembers and values: positions copied, told apart, and weighed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from forgesim.cards import pilots as cards
from forgesim.kernel.records import new_records
from forgesim.pilots.forge.features import POSITIONS
from forgesim.pilots.forge.game import GAME
from forgesim.pilots.forge.search import view
from forgesim.rulesets.forge.names import Keyword
from forgesim.rulesets.forge.state import STATE, TABLE
from tests.differential.designs import make_design
from tests.driver import RANDOM, Driver, Pilot, make_cards

ENGINE = GAME.load_engine(True)


@numba.njit
def copy_view(to: Any, of: Any) -> None:
    view.copy_view(to[0], of[0])


@numba.njit
def key_of(states: Any, tables: Any) -> Any:
    return view.key_of(states[0], tables[0])


@cache
def shipped(name: str) -> Pilot:
    pilot = cards.load_pilot(name, GAME)
    return Pilot(pilot.kind, pilot.weights)


def under_way(pilot: Pilot, counters: range) -> Iterator[Driver]:
    """Matches of random designs, decision by decision."""
    for counter in counters:
        design = make_design(counter)
        known = make_cards(design.cards)
        decks = [[known[name] for name in deck] for deck in design.decks]
        driver = Driver(decks, design.params, (pilot, pilot), ENGINE)
        driver.begin(counter)
        while not driver.is_over:
            yield driver
            driver.apply(driver.choose())


# --- what a search sees -----------------------------------------------------------------------

HIDDEN = ("player.library", "player.artifact")
"""What is not copied: what nobody sees, and what no rule reads."""


def fill(record: Any, rng: np.random.Generator) -> None:
    """Give every number of a record a value of its own; counts are 5."""
    for name in record.dtype.names:
        field = record[name]
        if field.dtype.names:
            for each in field.reshape(-1):
                fill(each, rng)
        elif name.startswith("n_") or field.ndim == 0:
            record[name] = 5 if name.startswith("n_") else rng.integers(2, 38)
        else:
            field[:] = rng.integers(2, 38, field.shape)


def differing(one: Any, other: Any, path: str = "") -> set[str]:
    """Fields in which two records differ."""
    found = set()
    for name in one.dtype.names:
        a, b, place = one[name], other[name], f"{path}{name}"
        if a.dtype.names:
            for x, y in zip(a.reshape(-1)[:5], b.reshape(-1)[:5], strict=True):
                found |= differing(x, y, f"{place}.")
        elif not np.array_equal(np.ravel(a)[:5], np.ravel(b)[:5]):
            found.add(place)
    return found


def test_a_search_sees_all_but_what_is_hidden() -> None:
    rng = np.random.default_rng(1)
    of, to = new_records(STATE), new_records(STATE)
    plain = of.view(np.ndarray)
    fill(plain[0], rng)
    plain["active"] = 1
    copy_view(to, of)
    found = differing(plain[0], to.view(np.ndarray)[0])
    assert found == {*HIDDEN, "player.artifact.slot", "player.artifact.number", "player.hand"} - {
        "player.artifact"
    }
    assert np.array_equal(to.player[0, 1].hand[:5], of.player[0, 1].hand[:5])
    assert not to.player[0, 0].hand.any()


# --- which positions are the same -------------------------------------------------------------

NOT_TOLD_APART = {
    # the same all turn, or what follows from what is told apart
    "winner", "reason", "player.fp_turn", "player.n_entered", "player.n_cards",
    "player.n_guards", "player.n_blessed", "player.n_cursed", "player.sturdy",
    # names of cards in play, and what no rule reads
    "waiting.number", "player.unattached.number", "player.artifact.slot", "player.artifact.number",
    "player.library", "player.creature.number", "player.creature.weapon.slot",
    "player.creature.weapon.number",
    # what the card is to its owner
    "player.creature.keyword", "player.creature.toughness",
}  # fmt: skip


def places(record: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Every number of a record that is in use: its field, its array, its place there."""
    for name in record.dtype.names:
        field = record[name]
        if field.dtype.names:
            for each in field.reshape(-1)[:2]:
                yield from places(each, f"{path}{name}.")
        elif field.ndim:
            yield f"{path}{name}", field, 0
        else:
            yield f"{path}{name}", record, name


def test_a_key_tells_apart_all_that_a_turn_can_change() -> None:
    states, tables = new_records(STATE), new_records(TABLE)
    tables.seat.card["kind"] = np.arange(tables.seat.card.shape[-1])
    plain = states.view(np.ndarray)
    fill(plain[0], np.random.default_rng(1))
    plain["active"], plain["is_waiting"] = 0, 1
    plain["player"]["creature"]["entered"] = plain["turn"]
    before = int(key_of(states, tables))
    seen, unseen = set(), set()
    for field, array, place in places(plain[0]):
        value = int(array[place])
        array[place] = 0 if field == "is_waiting" else value + 1
        (unseen if int(key_of(states, tables)) == before else seen).add(field)
        array[place] = value
    assert unseen - seen == NOT_TOLD_APART


def test_a_key_does_not_hang_on_the_order_of_equal_things() -> None:
    states, tables = new_records(STATE), new_records(TABLE)
    tables.seat.card["kind"] = np.arange(tables.seat.card.shape[-1])
    plain = states.view(np.ndarray)
    fill(plain[0], np.random.default_rng(2))
    plain["active"] = 1
    before = int(key_of(states, tables))
    for p in range(2):
        creatures = plain["player"]["creature"][0, p]
        creatures[:5] = creatures[4::-1].copy()
    hand = plain["player"]["hand"][0, 1]
    hand[:5] = hand[4::-1].copy()
    assert int(key_of(states, tables)) == before


# --- what a position is worth -----------------------------------------------------------------


def counted(driver: Driver) -> dict[str, int]:
    """The features of a position, counted from the trace's words."""
    state, p = driver.state(), int(driver.s.active)
    q = 1 - p
    params = [driver.tables[0].seat[seat].params for seat in range(2)]
    cards = {card.id: card for deck in driver.decks for card in deck}
    heat, hand, library = state["heat"], state["hand"], state["library"]

    def of(player: int, keyword: Keyword, kind: str = "creatures") -> list[Any]:
        return [c for c in state[kind][player] if cards[c["card"]].keyword is keyword]

    def has_heavy(creature: Any) -> bool:
        return any(cards[w["card"]].keyword is Keyword.HEAVY for w in creature["weapons"])

    def power(player: int, chosen: Any) -> int:
        return sum(c["power"] for c in state["creatures"][player] if chosen(c))

    def reach(player: int) -> int:
        if of(1 - player, Keyword.GUARD):
            return 0
        return power(player, lambda c: not has_heavy(c)) * int(params[player].strikes_per_turn)

    def left(player: int) -> int:
        return sum(c["toughness"] - c["damage"] for c in state["creatures"][player])

    def turns(burnt: int, damage: int) -> int:
        return min(-(-burnt // damage), 6) if damage else 6

    burn = [reach(s) + len(of(s, Keyword.CURSED, "artifacts")) * int(params[s].cursed_damage)
            + int(params[s].stoke_burn) for s in range(2)]  # fmt: skip
    found = {
        "has_heat": heat[p], "has_low_heat": max(8 - heat[p], 0),
        "faces_heat": heat[q], "faces_low_heat": max(8 - heat[q], 0),
        "has_card": len(hand[p]), "faces_card": len(hand[q]),
        "has_weapon": len(state["unattached"][p]), "has_dry": max(4 - library[p], 0),
        "has_sturdy": len(of(p, Keyword.STURDY, "artifacts")) * int(params[p].sturdy_toughness),
        "reach": reach(p), "faces_reach": reach(q),
        "is_doomed": int(burn[q] >= heat[p]), "dooms": int(burn[p] >= heat[q]),
        "race": turns(heat[p], burn[q]) - turns(heat[q], burn[p]),
    }  # fmt: skip
    for word, player in (("has", p), ("faces", q)):
        found |= {
            f"{word}_creature": len(state["creatures"][player]),
            f"{word}_power": power(player, lambda _: True),
            f"{word}_toughness": left(player),
            f"{word}_guard": len(of(player, Keyword.GUARD)),
            f"{word}_venom": len(of(player, Keyword.VENOM)),
            f"{word}_heavy": power(player, has_heavy),
            f"{word}_blessed": len(of(player, Keyword.BLESSED, "artifacts")),
            f"{word}_cursed": len(of(player, Keyword.CURSED, "artifacts")),
        }
    return found


def test_a_feature_of_a_position_is_what_its_name_says() -> None:
    units = {f.name: Pilot("planner", {f.name: 1}).packed() for f in POSITIONS}
    met = dict.fromkeys(units, 0)
    for number, driver in enumerate(under_way(RANDOM, range(60))):
        if number % 7:
            continue
        expected = counted(driver)
        minds = new_records(ENGINE.mind)
        for name, unit in units.items():
            minds.pilot[0] = unit
            value = int(ENGINE.evaluate(driver.states, driver.tables, minds))
            assert value == expected[name], (name, driver.state())
            met[name] += value != 0
    assert met.keys() == expected.keys()
    assert min(met.values()) >= 3, met


# --- how a search plays -----------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["planner", "searcher"])
def test_a_search_chooses_legal_acts_under_any_rules(name: str) -> None:
    pilot = shipped(name)
    weights = {**pilot.weights, "worlds": 4, "lines": 4}
    turns = set()
    for driver in under_way(Pilot(pilot.kind, weights), range(40, 52)):
        assert driver.choose() in driver.acts()
        turns.add((id(driver), int(driver.s.turn)))
    assert len(turns) > 60


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "planner", "searcher"])
@pytest.mark.parametrize("word", ["weapon", "EMBER", "strike creatures"])
def test_a_pilot_does_not_do_what_it_is_forbidden(name: str, word: str) -> None:
    pilot = shipped(name)
    weights = {**pilot.weights, "worlds": 4, "lines": 4} if name == "searcher" else pilot.weights
    found = {}
    for forbid in ((), (word,)):
        acts = [
            (driver, driver.name(driver.choose()))
            for driver in under_way(Pilot(pilot.kind, weights, forbid), range(1, 4))
        ]
        found[forbid] = [act for driver, act in acts if is_one(driver, act, word)]
    assert found[()]
    assert not found[(word,)]


def is_one(driver: Driver, act: str, word: str) -> bool:
    """Whether an act is of the kind that a restriction forbids."""
    if word == "strike creatures":
        return act.startswith("strike") and not act.endswith("forge")
    cards = {card.id: card for deck in driver.decks for card in deck}
    card = cards.get(act.removeprefix("play "))
    return card is not None and word in (card.keyword.name, card.type.name.lower())
