"""Forge: what holds in every match of every design."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forgesim.kernel.match import NOBODY
from forgesim.rulesets.forge.names import Faction, Rarity
from tests.driver import Driver, greedy
from tests.properties.strategies import Design, default_designs, designs, seeds

alike = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
few = settings(alike, max_examples=30)


def positions(driver: Driver, seed: int) -> Iterator[str | None]:
    """Play the match of a seed in both seat orders; stop at each decision and at each end.

    Yields the act that led there.
    """
    for order in range(2):
        driver.sit(order)
        driver.begin(seed)
        act = None
        yield act
        while not driver.is_over:
            chosen = driver.choose()
            act = driver.name(chosen)
            driver.apply(chosen)
            yield act


def games(rows: Any) -> list[tuple[Any, ...]]:
    """The rows as plain values."""
    fields = (rows[name].tolist() for name in rows.dtype.names)
    return list(zip(*fields, strict=True))


def in_other_order(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows with the two games of each pair exchanged."""
    return [rows[i ^ 1] for i in range(len(rows))]


def creatures(driver: Driver) -> list[dict[str, Any]]:
    state = driver.state()
    return [*state["creatures"][0], *state["creatures"][1]]


# --- cards ------------------------------------------------------------------------------------


def slots_in_play(player: Any) -> list[int]:
    """Deck slots of all that a player has in play."""
    fighters = player.creature[: player.n_creatures]
    weapons = [weapon.slot for c in fighters for weapon in c.weapon[: c.n_weapons]]
    artifacts = [artifact.slot for artifact in player.artifact[: player.n_artifacts]]
    unattached = [weapon.slot for weapon in player.unattached[: player.n_unattached]]
    return [c.slot for c in fighters] + weapons + artifacts + unattached


def all_slots(s: Any, seat: int, gone: list[int]) -> list[int]:
    player = s.player[seat]
    waiting = [s.waiting.slot] if s.is_waiting and s.active == seat else []
    hidden = [*player.hand[: player.n_hand], *player.library[player.n_drawn : player.n_cards]]
    return sorted([*hidden, *slots_in_play(player), *waiting, *gone])


def slots_of(driver: Driver, seat: int) -> dict[str, list[int]]:
    """For each creature of a player by id: its own slot and those of its weapons."""
    player = driver.s.player[seat]
    return {
        f"{seat}.{c.number}": [c.slot, *(w.slot for w in c.weapon[: c.n_weapons])]
        for c in player.creature[: player.n_creatures]
    }


@alike
@given(designs())
def test_hand_library_play_and_destroyed_make_up_the_deck(design: Design) -> None:
    driver = design.driver()
    driver.log()
    held: dict[str, list[int]] = {}
    hands: list[list[int]] = [[], []]
    for act in positions(driver, design.seed):
        events = driver.events()
        if act is None:
            held, gone = {}, ([], [])
        for event in events:
            if event["event"] == "play":  # what enters may be destroyed before it is seen in play
                ids = [card.id for card in design.decks[event["player"] ^ driver.order]]
                hand = hands[event["player"]]
                held[event["id"]] = [next(slot for slot in hand if ids[slot] == event["card"])]
            if event["event"] == "destroyed":
                gone[event["player"]].extend(held.pop(event["id"]))
        for seat in range(2):
            deck = range(len(design.decks[seat ^ driver.order]))
            assert all_slots(driver.s, seat, gone[seat]) == list(deck)
        held = slots_of(driver, 0) | slots_of(driver, 1)
        hands = [list(driver.s.player[p].hand[: driver.s.player[p].n_hand]) for p in range(2)]


# --- numbers ----------------------------------------------------------------------------------


@alike
@given(default_designs())
def test_a_match_of_v01w_lasts_32_turns_at_most(design: Design) -> None:
    rows = design.driver().play_pairs(design.seed, 0, 20)
    assert rows.turns.max() <= 32


@alike
@given(designs())
def test_heat_rises_to_the_cap_at_most(design: Design) -> None:
    driver = design.driver()
    caps = [own["heat_cap"] for own in design.params]
    before = [0, 0]
    for act in positions(driver, design.seed):
        heat = driver.state()["heat"]
        if act is not None:
            assert all(
                new <= max(old, cap) for old, new, cap in zip(before, heat, caps, strict=True)
            )
        before = heat


@alike
@given(designs())
def test_forge_points_are_never_negative_nor_above_the_cap(design: Design) -> None:
    driver = design.driver()
    for _ in positions(driver, design.seed):
        assert 0 <= driver.s.fp <= design.params[driver.s.active]["fp_cap"]


@alike
@given(designs())
def test_no_creature_outlives_damage_that_reaches_its_toughness(design: Design) -> None:
    driver = design.driver()
    for _ in positions(driver, design.seed):
        assert all(c["damage"] < c["toughness"] for c in creatures(driver))


@alike
@given(designs())
def test_a_match_ends_when_and_only_when_a_forge_is_cold_or_a_draw_fails(design: Design) -> None:
    driver = design.driver()
    for _ in positions(driver, design.seed):
        cold = [heat <= 0 for heat in driver.state()["heat"]]
        if not driver.is_over:
            assert cold == [False, False]
        elif driver.s.reason == 0:
            assert cold == [driver.s.winner == 1, driver.s.winner == 0]
        else:
            assert cold == [False, False]
            assert driver.s.winner == 1 - driver.s.active
            assert driver.state()["library"][driver.s.active] == 0


# --- acts -------------------------------------------------------------------------------------


@alike
@given(designs())
def test_there_is_always_a_legal_act_and_each_is_listed_once(design: Design) -> None:
    driver = design.driver()
    for _ in positions(driver, design.seed):
        if not driver.is_over:
            names = driver.names()
            assert names
            assert len(set(names)) == len(names)
            assert driver.choose() in driver.acts()


@alike
@given(designs())
def test_choosing_changes_nothing_in_the_match(design: Design) -> None:
    driver = design.driver()
    for _ in positions(driver, design.seed):
        if not driver.is_over:
            before = driver.states.tobytes()
            driver.choose()
            driver.acts()
            assert driver.states.tobytes() == before


# --- seeds and seats --------------------------------------------------------------------------


@alike
@given(designs(), st.integers(0, 2**31))
def test_the_same_seed_gives_the_same_rows(design: Design, first: int) -> None:
    rows = [design.driver().play_pairs(design.seed, first, 5) for _ in range(2)]
    assert games(rows[0]) == games(rows[1])


@alike
@given(designs(), st.integers(0, 2**31), st.lists(st.integers(1, 4), min_size=2, max_size=5))
def test_a_range_cut_in_pieces_gives_the_same_rows(
    design: Design, first: int, pieces: list[int]
) -> None:
    driver = design.driver()
    whole = driver.play_pairs(design.seed, first, sum(pieces))
    starts = np.cumsum([first, *pieces])
    cut = [
        driver.play_pairs(design.seed, int(start), piece)
        for start, piece in zip(starts, pieces, strict=False)
    ]
    assert games(whole) == [game for rows in cut for game in games(rows)]


@alike
@given(designs())
def test_a_deck_keeps_its_shuffle_whichever_side_goes_first(design: Design) -> None:
    driver = design.driver()
    driver.begin(design.seed)
    libraries = driver.libraries()
    driver.sit(1)
    driver.begin(design.seed)
    assert driver.libraries() == libraries[::-1]
    assert [sorted(library) for library in libraries] == [
        [card.id for card in deck] for deck in design.decks
    ]


@alike
@given(designs(), seeds)
def test_libraries_that_lie_as_shuffled_give_the_match_of_the_seed(
    design: Design, other: int
) -> None:
    driver = design.driver()
    driver.begin(design.seed)
    libraries, state = driver.libraries(), driver.state()
    driver.begin(other)
    driver.begin_scripted(libraries, design.seed)
    assert driver.libraries() == libraries
    assert driver.state() == state


@alike
@given(designs())
def test_exchanging_the_sides_exchanges_the_games_of_a_pair(design: Design) -> None:
    driver = design.driver()
    rows = driver.play_pairs(design.seed, 0, 5)
    driver.all_tables[:] = driver.all_tables[::-1].copy()
    driver.all_minds[:] = driver.all_minds[::-1].copy()
    exchanged = driver.play_pairs(design.seed, 0, 5)
    assert in_other_order(games(exchanged)) == games(rows)


@alike
@given(designs())
def test_in_a_mirror_matchup_only_the_shuffle_tells_the_sides_apart(design: Design) -> None:
    deck, pilot = design.decks[0], design.pilots[0]
    driver = replace(design, decks=(deck, deck), pilots=(pilot, pilot)).driver()
    rows = driver.play_pairs(design.seed, 0, 5)
    driver.all_tables.seat.side = 1 - driver.all_tables.seat.side
    exchanged = driver.play_pairs(design.seed, 0, 5)
    assert in_other_order(games(exchanged)) == games(rows)


@few
@given(designs(), st.permutations(list(Faction)))
def test_names_factions_and_common_rarities_do_not_matter(
    design: Design, factions: list[Faction]
) -> None:
    def disguise(card: Any) -> Any:
        rarity = card.rarity if card.rarity is Rarity.MYTHIC else Rarity.COMMON
        changes = {"name": "Mask", "faction": factions[card.faction], "rarity": rarity}
        return card.model_copy(update={"id": f"x{card.id}", **changes})

    masked = [[disguise(card) for card in deck] for deck in design.decks]
    rows = design.driver().play_pairs(design.seed, 0, 5)
    same = replace(design, decks=(masked[0], masked[1])).driver().play_pairs(design.seed, 0, 5)
    assert games(rows) == games(same)


# --- the two players are subject to the same rules --------------------------------------------


def exchange_ids(text: str) -> str:
    """Give each instance, and each forge, to the other player."""
    return re.sub(r"\b([01])(?=\.\d)|(?<=forge:)([01])", lambda m: str(1 - int(m[0])), text)


def exchange_players(state: dict[str, Any]) -> dict[str, Any]:
    exchanged = {
        key: value[::-1] if isinstance(value, list) else value for key, value in state.items()
    }
    return json.loads(exchange_ids(json.dumps(exchanged)))  # type: ignore[no-any-return]


def exchange_seats(driver: Driver) -> None:
    """Let the two players of the match under way, with all that is theirs, change places."""
    s = driver.states
    s.player[0] = s.player[0, ::-1].copy()
    s.active = 1 - s.active
    if s.winner[0] != NOBODY:
        s.winner = 1 - s.winner


@alike
@given(designs())
def test_who_sits_where_matters_for_the_opening_alone(design: Design) -> None:
    ember = {"ember_damage": 1, "mythic_ember": 2}  # one of 0 leaves all targets equal
    params = tuple({**own, **ember} for own in design.params)
    design = replace(design, params=params, pilots=(greedy(), greedy()))
    driver = design.driver()
    twin = replace(design, decks=design.decks[::-1], params=params[::-1]).driver()
    driver.begin(design.seed)
    twin.states[:] = driver.states
    exchange_seats(twin)
    while not driver.is_over:
        assert twin.state() == exchange_players(driver.state())
        assert sorted(twin.names()) == sorted(map(exchange_ids, driver.names()))
        chosen = driver.name(driver.choose())
        assert twin.name(twin.choose()) == exchange_ids(chosen)
        driver.do(chosen)
        twin.do(exchange_ids(chosen))
    assert twin.s.winner == 1 - driver.s.winner
    assert twin.s.reason == driver.s.reason
    assert twin.state() == exchange_players(driver.state())
