"""Hand-computed scenarios for the Forge referee, then random playouts.

Most scenarios are rich and short: 8 FP from the first turn on, hands chosen card by card, and
libraries of fillers that cost too much to be played.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from .forge import FACTIONS, Match, check_deck, default_params
from .generate import KINDS, random_cards, random_deck, random_params


def creature(
    cost: int, power: int, toughness: int, keyword: str | None = None, rarity: str = "common"
) -> dict[str, Any]:
    return {
        "type": "creature",
        "faction": "Wilds",
        "cost": cost,
        "power": power,
        "toughness": toughness,
        "keyword": keyword,
        "rarity": rarity,
    }


def bodiless(
    kind: str, cost: int, keyword: str | None = None, rarity: str = "common"
) -> dict[str, Any]:
    return {
        "type": kind,
        "faction": "Armory",
        "cost": cost,
        "power": None,
        "toughness": None,
        "keyword": keyword,
        "rarity": rarity,
    }


CARDS = {
    "filler": creature(9, 9, 9),
    "pup": creature(0, 1, 1),
    "bear": creature(1, 2, 2),
    "ox": creature(2, 3, 5),
    "wall": creature(1, 0, 4),
    "sentry": creature(1, 1, 3, "GUARD"),
    "warden": creature(1, 0, 6, "GUARD"),
    "hare": creature(1, 2, 1, "SWIFT"),
    "asp": creature(1, 1, 1, "VENOM"),
    "toad": creature(1, 0, 2, "VENOM"),
    "imp": creature(1, 1, 1, "EMBER"),
    "efreet": creature(1, 1, 1, "EMBER", "mythic"),
    "crow": creature(1, 1, 1, "HOARD"),
    "raven": creature(1, 1, 1, "HOARD", "mythic"),
    "lion": creature(1, 3, 3, "SWIFT", "mythic"),
    "axe": bodiless("weapon", 2),
    "maul": bodiless("weapon", 1, "HEAVY"),
    "edge": bodiless("weapon", 1, "KEEN"),
    "boots": bodiless("weapon", 1, "SWIFT"),
    "torch": bodiless("weapon", 1, "EMBER"),
    "pyre": bodiless("weapon", 1, "EMBER", "mythic"),
    "map": bodiless("weapon", 1, "HOARD"),
    "shrine": bodiless("artifact", 1, "BLESSED"),
    "hex": bodiless("artifact", 1, "CURSED"),
    "banner": bodiless("artifact", 1, "STURDY"),
    "lamp": bodiless("artifact", 1, "EMBER"),
    "cache": bodiless("artifact", 1, "HOARD"),
    "vase": bodiless("artifact", 1),
    "flag": bodiless("artifact", 1, "STURDY", "mythic"),
}

RICH = {"fp_start": 8, "fp_cap": 8}


def deal(
    hand0: str = "",
    hand1: str = "",
    *,
    stock: tuple[int, int] = (10, 10),
    first: dict[str, Any] | None = None,
    second: dict[str, Any] | None = None,
    **both: Any,
) -> Match:
    """Start a match with the named opening hands on top of libraries of fillers."""
    params = default_params()
    libraries: list[list[str]] = []
    for own, hand, size, seat in zip(params, (hand0, hand1), stock, (first, second), strict=True):
        names = hand.split()
        own.update(RICH, opening_hand=len(names), **both)
        own.update(seat or {})
        libraries.append(names + ["filler"] * size)
    return Match(CARDS, (libraries[0], libraries[1]), params)


def run(match: Match, *acts: str) -> Match:
    """Take the acts in order and return the match."""
    for act in acts:
        match.apply(act)
    return match


def plays(names: str) -> list[str]:
    return [f"play {name}" for name in names.split()]


def table(match: Match, player: int) -> dict[str, tuple[int, int, int]]:
    """The creatures of a player: id to power, toughness and damage."""
    shown = match.state()["creatures"][player]
    return {c["id"]: (c["power"], c["toughness"], c["damage"]) for c in shown}


def strikes(match: Match) -> list[str]:
    return [act for act in match.legal() if act.startswith("strike")]


def ids(entries: Sequence[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


# --- R1 to R3: seats and Forge Points ---------------------------------------------------------


def test_r1_opening_hands_and_first_draws() -> None:
    library = ["filler"] * 20
    match = Match(CARDS, (library, library), default_params())
    assert (match.turn, match.active) == (1, 0)
    assert [len(hand) for hand in match.state()["hand"]] == [4, 5]
    assert match.state()["library"] == [16, 15]
    run(match, "end")
    assert (match.turn, match.active) == (2, 1)
    assert match.state()["library"] == [16, 14]
    run(match, "end")
    assert match.state()["library"] == [15, 14]
    assert [len(hand) for hand in match.state()["hand"]] == [5, 6]


def test_r1_first_draws_are_numbers() -> None:
    match = deal(first={"first_turn_draws": 2}, second={"first_turn_draws": 0, "turn_draws": 3})
    assert match.state()["library"] == [8, 10]
    assert run(match, "end").state()["library"] == [8, 10]
    assert run(match, "end").state()["library"] == [7, 10]
    assert run(match, "end").state()["library"] == [7, 7]


def test_r1_hands_keep_the_order_of_the_draw() -> None:
    match = deal("ox pup bear pup axe")
    assert match.state()["hand"][0] == ["ox", "pup", "bear", "pup", "axe"]
    run(match, "play pup")
    assert match.state()["hand"][0] == ["ox", "bear", "pup", "axe"]


def test_r2_each_player_counts_their_own_stokes() -> None:
    match = deal(stock=(20, 20), fp_start=1, fp_cap=7)
    seen = [(match.state()["fp"], match.state()["fp_turn"])]
    for _ in range(5):
        run(match, "end")
        seen.append((match.state()["fp"], match.state()["fp_turn"]))
    assert seen == [(1, [1, 0]), (1, [1, 1]), (2, [2, 1]), (2, [2, 2]), (3, [3, 2]), (3, [3, 3])]
    run(match, *["end"] * 8)
    assert (match.turn, match.state()["fp"]) == (14, 7)
    run(match, *["end"] * 2)
    assert (match.turn, match.state()["fp"], match.state()["fp_turn"]) == (16, 7, [8, 8])


def test_r2_start_step_and_cap_by_seat() -> None:
    match = deal(fp_start=1, fp_cap=7, second={"fp_start": 2, "fp_step": 2, "fp_cap": 5})
    seen = [match.state()["fp"]]
    for _ in range(7):
        seen.append(run(match, "end").state()["fp"])
    assert seen == [1, 2, 2, 4, 3, 5, 4, 5]


def test_r3_any_number_of_cards_while_fp_last() -> None:
    match = deal("bear pup pup ox", fp_start=1, fp_cap=7)
    assert match.legal() == ["end", "play bear", "play pup"]
    run(match, "play bear")
    assert match.state()["fp"] == 0
    assert match.legal() == ["end", "play pup"]
    run(match, "play pup", "play pup")
    assert match.legal() == ["end"]
    assert match.state()["hand"][0] == ["ox"]


def test_r3_unspent_points_are_lost() -> None:
    match = deal("ox", fp_start=1, fp_cap=7)
    run(match, "end", "end")
    assert match.state()["fp"] == 2  # not 1 + 2


# --- R4 to R7: cooling, damage, Work before Strike, deck-out ----------------------------------


def test_r4_a_fresh_creature_cools() -> None:
    match = run(deal("bear"), "play bear")
    assert match.legal() == ["end"]
    run(match, "end", "end")
    assert match.turn == 3
    assert match.legal() == ["end", "strike 0.1 forge"]


def test_r4_swift_strikes_at_once() -> None:
    match = run(deal("hare"), "play hare")
    assert strikes(match) == ["strike 0.1 forge"]
    assert run(match, "strike 0.1 forge").state()["heat"] == [20, 18]


def test_r4_swift_weapon_lets_its_holder_strike() -> None:
    match = run(deal("bear pup boots"), *plays("bear pup boots"), "attach 0.3 0.1")
    assert strikes(match) == ["strike 0.1 forge"]
    assert table(match, 0)["0.1"] == (3, 2, 0)


def test_r5_damage_stays_and_kills_when_it_reaches_toughness() -> None:
    match = run(deal("ox", "wall"), "play ox", "end", "play wall", "end")
    run(match, "strike 0.1 1.1")
    assert table(match, 1) == {"1.1": (0, 4, 3)}
    run(match, "end")
    assert table(match, 1) == {"1.1": (0, 4, 3)}
    run(match, "end", "strike 0.1 1.1")
    assert table(match, 1) == {}
    assert table(match, 0) == {"0.1": (3, 5, 0)}


def test_r5_damage_equal_to_toughness_kills() -> None:
    match = run(deal("bear", "bear"), "play bear", "end", "play bear", "end", "strike 0.1 1.1")
    assert match.state()["creatures"] == [[], []]


def test_r6_no_play_and_no_attach_after_a_strike() -> None:
    match = run(deal("axe hare pup bear"), "play axe", *plays("hare pup"))
    assert match.legal() == [
        "attach 0.1 0.2",
        "attach 0.1 0.3",
        "end",
        "play bear",
        "strike 0.2 forge",
    ]
    run(match, "strike 0.2 forge")
    assert match.state()["struck"] is True
    assert match.legal() == ["end"]
    run(match, "end")
    assert match.state()["struck"] is False


def test_r6_other_creatures_still_strike() -> None:
    match = run(deal("hare hare"), *plays("hare hare"), "strike 0.1 forge")
    assert match.legal() == ["end", "strike 0.2 forge"]


def test_r7_the_draw_step_decks_out() -> None:
    match = run(deal(stock=(5, 0)), "end")
    assert (match.winner, match.reason, match.turn, match.active) == (0, "deckout", 2, 1)
    assert match.legal() == []
    with pytest.raises(ValueError, match="illegal act 'end'"):
        match.apply("end")


def test_r7_an_empty_library_is_no_loss_before_the_draw() -> None:
    match = deal(stock=(0, 5))
    assert match.legal() == ["end"]
    run(match, "end")
    assert match.legal() == ["end"]
    run(match, "end")
    assert (match.winner, match.reason, match.turn) == (1, "deckout", 3)


def test_r7_cards_drawn_before_the_empty_draw_stay_drawn() -> None:
    match = run(deal(stock=(5, 2), second={"first_turn_draws": 3}), "end")
    assert (match.winner, match.reason) == (0, "deckout")
    assert match.state()["hand"][1] == ["filler", "filler"]
    assert match.state()["fp"] == 8  # the new turn's Stoke came first


# --- R8 to R10: combat and weapons ------------------------------------------------------------


def test_r8_both_deal_and_both_mark() -> None:
    match = run(deal("ox", "sentry"), "play ox", "end", "play sentry", "end", "strike 0.1 1.1")
    assert table(match, 0) == {"0.1": (3, 5, 1)}
    assert table(match, 1) == {}


def test_r8_the_forge_deals_nothing_back() -> None:
    match = run(deal("ox"), "play ox", "end", "end", "strike 0.1 forge")
    assert match.state()["heat"] == [20, 17]
    assert table(match, 0) == {"0.1": (3, 5, 0)}


def test_r8_effective_power_counts_on_both_sides() -> None:
    match = deal("ox axe", "wall axe")
    run(match, *plays("ox axe"), "attach 0.2 0.1", "end")
    run(match, *plays("wall axe"), "attach 1.2 1.1", "end", "strike 0.1 1.1")
    assert table(match, 0) == {"0.1": (5, 5, 2)}
    assert table(match, 1) == {}


def test_r9_a_weapon_adds_its_cost_and_must_be_attached() -> None:
    match = run(deal("bear pup axe vase"), *plays("bear pup axe"))
    assert match.state()["pending"] == {"attach": "0.3"}
    assert match.state()["unattached"] == [[], []]
    assert match.legal() == ["attach 0.3 0.1", "attach 0.3 0.2"]
    run(match, "attach 0.3 0.1")
    assert match.state()["pending"] is None
    assert table(match, 0) == {"0.1": (4, 2, 0), "0.2": (1, 1, 0)}


def test_r9_weapon_power_is_a_number() -> None:
    match = run(deal("bear axe", weapon_power=3), *plays("bear axe"), "attach 0.2 0.1")
    assert table(match, 0) == {"0.1": (8, 2, 0)}


def test_r9_two_weapons_a_creature() -> None:
    match = run(deal("pup maul maul axe"), "play pup", "play maul", "attach 0.2 0.1")
    run(match, "play maul", "attach 0.3 0.1", "play axe")
    assert match.state()["pending"] is None
    assert match.state()["unattached"] == [[{"id": "0.4", "card": "axe"}], []]
    assert table(match, 0) == {"0.1": (7, 1, 0)}
    assert match.legal() == ["end"]


def test_r9_slots_are_a_number_of_the_holders_owner() -> None:
    match = deal("pup axe", "pup axe", first={"weapon_slots": 0}, second={"weapon_slots": 1})
    run(match, *plays("pup axe"))
    assert ids(match.state()["unattached"][0]) == ["0.2"]
    run(match, "end", *plays("pup axe"))
    assert match.legal() == ["attach 1.2 1.1"]


def test_r9_weapons_shatter_with_the_holder() -> None:
    match = deal("pup axe", "ox")
    run(match, *plays("pup axe"), "attach 0.2 0.1", "end", "play ox", "end", "strike 0.1 1.1")
    state = match.state()
    assert state["creatures"][0] == []
    assert state["unattached"] == [[], []]
    assert table(match, 1) == {"1.1": (3, 5, 3)}


def test_r9_without_a_holder_it_lies_there_and_does_nothing() -> None:
    match = run(deal("axe axe pup"), *plays("axe axe"))
    assert match.state()["unattached"][0] == [
        {"id": "0.1", "card": "axe"},
        {"id": "0.2", "card": "axe"},
    ]
    run(match, "play pup")
    assert table(match, 0) == {"0.3": (1, 1, 0)}


def test_r9_an_opponents_creature_is_no_holder() -> None:
    match = run(deal("bear", "axe"), "play bear", "end", "play axe")
    assert match.state()["pending"] is None
    assert ids(match.state()["unattached"][1]) == ["1.1"]


def test_r10_heavy_adds_two_and_bars_the_forge() -> None:
    match = deal("bear maul", "wall")
    run(match, *plays("bear maul"), "attach 0.2 0.1", "end", "play wall", "end")
    assert table(match, 0) == {"0.1": (5, 2, 0)}
    assert strikes(match) == ["strike 0.1 1.1"]


def test_r10_heavy_beside_another_weapon_still_bars_the_forge() -> None:
    match = deal("bear boots maul")
    run(match, *plays("bear boots"), "attach 0.2 0.1", "play maul", "attach 0.3 0.1")
    assert match.legal() == ["end"]
    assert table(match, 0) == {"0.1": (6, 2, 0)}


def test_r10_heavy_power_is_the_owners_number() -> None:
    match = deal("bear maul", "bear maul", first={"heavy_power": 0}, second={"heavy_power": 4})
    run(match, *plays("bear maul"), "attach 0.2 0.1", "end")
    run(match, *plays("bear maul"), "attach 1.2 1.1")
    assert table(match, 0) == {"0.1": (3, 2, 0)}
    assert table(match, 1) == {"1.1": (7, 2, 0)}


def keen_against_sturdy(weapon: str, **both: Any) -> Match:
    """A bear of power 4 by edge (KEEN) or axe strikes a wall of 4, with a STURDY of +1."""
    match = deal(f"bear {weapon}", "wall banner", **both)
    run(match, *plays(f"bear {weapon}"), "attach 0.2 0.1", "end")
    run(match, *plays("wall banner"), "end")
    assert table(match, 0) == {"0.1": (4, 2, 0)}
    assert table(match, 1) == {"1.1": (0, 5, 0)}
    return run(match, "strike 0.1 1.1")


def test_r10_keen_ignores_sturdy_in_the_check() -> None:
    assert table(keen_against_sturdy("edge"), 1) == {}
    assert table(keen_against_sturdy("axe"), 1) == {"1.1": (0, 5, 4)}


def test_r10_keen_power_is_a_number() -> None:
    match = run(deal("bear edge", keen_power=3), *plays("bear edge"), "attach 0.2 0.1")
    assert table(match, 0) == {"0.1": (6, 2, 0)}


@pytest.mark.parametrize(("keen_power", "survives"), [(0, True), (1, False)])
def test_r10_keen_needs_nonzero_damage(keen_power: int, survives: bool) -> None:
    # The wall's blow is worth keen_power alone; the ox bears 5 damage under 5 + 2 toughness.
    match = deal("wall edge", "ox banner", sturdy_toughness=2, weapon_power=0,
                 keen_power=keen_power)  # fmt: skip
    run(match, *plays("wall edge"), "attach 0.2 0.1", "end", *plays("ox banner"), "end")
    match.players[1].creatures[0].damage = 5
    run(match, "strike 0.1 1.1")
    assert table(match, 1) == ({"1.1": (3, 7, 5)} if survives else {})
    assert table(match, 0) == {"0.1": (keen_power, 4, 3)}


def test_r10_keen_needs_nonzero_damage_while_defending_too() -> None:
    match = deal("ox banner", "wall edge", sturdy_toughness=2, weapon_power=0, keen_power=0)
    run(match, *plays("ox banner"), "end", *plays("wall edge"), "attach 1.2 1.1", "end")
    match.players[0].creatures[0].damage = 5
    run(match, "strike 0.1 1.1")
    assert table(match, 0) == {"0.1": (3, 7, 5)}


def test_r10_keen_counts_earlier_damage_too() -> None:
    # 1 by the imp's ember, then 3 by the keen pup: 4 marked on a printed 4 behind STURDY.
    match = deal("pup edge imp", "wall banner")
    run(match, *plays("pup edge"), "attach 0.2 0.1", "end", *plays("wall banner"), "end")
    run(match, "play imp", "ember 1.1", "strike 0.1 1.1")
    assert table(match, 1) == {}


# --- R11, R12, R16: EMBER, HOARD, mythics -----------------------------------------------------


def test_r11_only_ember_targets_while_it_is_pending() -> None:
    match = deal("imp pup bear", "bear")
    run(match, "play pup", "end", "play bear", "end", "play imp")
    assert match.state()["pending"] == {"ember": 1}
    assert match.legal() == [
        "ember 0.1",
        "ember 0.2",
        "ember 1.1",
        "ember forge:0",
        "ember forge:1",
    ]


@pytest.mark.parametrize(
    ("target", "heat", "own", "theirs"),
    [
        ("forge:0", [19, 20], {"0.1": (1, 1, 0)}, {"1.1": (2, 2, 0)}),
        ("forge:1", [20, 19], {"0.1": (1, 1, 0)}, {"1.1": (2, 2, 0)}),
        ("0.1", [20, 20], {}, {"1.1": (2, 2, 0)}),
        ("1.1", [20, 20], {"0.1": (1, 1, 0)}, {"1.1": (2, 2, 1)}),
    ],
)
def test_r11_any_target(
    target: str,
    heat: list[int],
    own: dict[str, tuple[int, int, int]],
    theirs: dict[str, tuple[int, int, int]],
) -> None:
    match = deal("imp", "bear")
    run(match, "end", "play bear", "end", "play imp", f"ember {target}")
    assert match.state()["heat"] == heat
    assert (table(match, 0), table(match, 1)) == (own, theirs)
    assert match.state()["pending"] is None


def test_r11_an_artifact_has_its_ember_too() -> None:
    match = run(deal("lamp", ember_damage=3), "play lamp")
    assert match.state()["pending"] == {"ember": 3}
    assert match.state()["artifacts"] == [[{"id": "0.1", "card": "lamp"}], []]
    run(match, "ember forge:1")
    assert match.state()["heat"] == [20, 17]
    assert match.legal() == ["end"]


def test_r12_hoard_draws() -> None:
    match = run(deal("crow cache"), "play crow")
    assert match.state()["hand"][0] == ["cache", "filler"]
    run(match, "play cache")
    assert match.state()["hand"][0] == ["filler", "filler"]
    assert match.state()["library"] == [8, 10]


def test_r12_an_empty_library_draws_nothing_and_loses_nothing() -> None:
    match = run(deal("raven", stock=(1, 5)), "play raven")
    assert match.legal() == ["end"]
    assert match.state()["hand"][0] == ["filler"]
    assert match.state()["library"][0] == 0


def test_r12_a_hoard_weapon_draws_before_it_is_attached() -> None:
    match = run(deal("pup map"), *plays("pup map"))
    assert match.state()["pending"] == {"attach": "0.2"}
    assert match.state()["hand"][0] == ["filler"]
    run(match, "attach 0.2 0.1")
    assert match.state()["hand"][0] == ["filler"]
    assert table(match, 0) == {"0.1": (2, 1, 0)}


def test_r16_mythics_double_ember_and_hoard() -> None:
    match = run(deal("efreet raven"), "play efreet")
    assert match.state()["pending"] == {"ember": 2}
    run(match, "ember forge:1")
    assert match.state()["heat"] == [20, 18]
    assert match.legal() == ["end", "play raven"]  # one hit, not two
    run(match, "play raven")
    assert match.state()["hand"][0] == ["filler", "filler"]


def test_r16_the_factors_multiply() -> None:
    match = deal("efreet raven", ember_damage=2, mythic_ember=3, hoard_draw=2, mythic_hoard=2)
    run(match, "play efreet")
    assert match.state()["pending"] == {"ember": 6}
    run(match, "ember forge:1", "play raven")
    assert match.state()["hand"][0] == ["filler"] * 4


def test_r16_nothing_else_doubles() -> None:
    match = run(deal("lion flag"), *plays("lion flag"))
    assert table(match, 0) == {"0.1": (3, 4, 0)}


# --- R13 to R15, R17, R18 ---------------------------------------------------------------------


def test_r13_guard_shields_the_forge_and_the_others() -> None:
    match = deal("ox", "sentry bear warden")
    run(match, "play ox", "end", *plays("sentry bear warden"), "end")
    assert strikes(match) == ["strike 0.1 1.1", "strike 0.1 1.3"]
    run(match, "strike 0.1 1.1")
    assert table(match, 1) == {"1.2": (2, 2, 0), "1.3": (0, 6, 0)}


def test_r13_the_gate_opens_when_the_last_guard_falls() -> None:
    match = deal("ox ox", "sentry bear")
    run(match, *plays("ox ox"), "end", *plays("sentry bear"), "end", "strike 0.1 1.1")
    assert strikes(match) == ["strike 0.2 1.2", "strike 0.2 forge"]


def test_r13_ones_own_guard_hinders_nobody() -> None:
    match = deal("ox sentry", "bear")
    run(match, *plays("ox sentry"), "end", "play bear", "end")
    assert strikes(match) == [
        "strike 0.1 1.1",
        "strike 0.1 forge",
        "strike 0.2 1.1",
        "strike 0.2 forge",
    ]


def test_r13_ember_may_pass_by_a_guard() -> None:
    match = run(deal("imp", "sentry"), "end", "play sentry", "end", "play imp", "ember forge:1")
    assert match.state()["heat"] == [20, 19]


def test_r14_blessed_heals_at_each_own_stoke_up_to_the_cap() -> None:
    match = run(deal("shrine shrine shrine", start_heat=18), *plays("shrine shrine shrine"))
    assert match.state()["heat"] == [18, 18]
    run(match, "end")
    assert match.state()["heat"] == [18, 18]
    run(match, "end")
    assert match.state()["heat"] == [20, 18]  # the third one's heat is lost


def test_r14_overheal_is_not_stored() -> None:
    match = deal("shrine", "imp")
    run(match, "play shrine", "end", "play imp", "ember forge:0", "end")
    assert match.state()["heat"] == [20, 20]
    run(match, "end", "end")
    assert match.state()["heat"] == [20, 20]


def test_r14_a_forge_above_the_cap_is_not_lowered() -> None:
    match = run(deal("shrine", first={"start_heat": 25}), "play shrine", "end", "end")
    assert match.state()["heat"] == [25, 20]


def test_r14_the_cap_and_the_heal_are_the_owners_numbers() -> None:
    match = run(deal("shrine", first={"heat_cap": 22, "blessed_heal": 5}), "play shrine", "end")
    assert run(match, "end").state()["heat"] == [22, 20]


def test_r15_cursed_hits_at_each_own_stoke() -> None:
    match = run(deal("hex hex", first={"cursed_damage": 2}), *plays("hex hex"))
    assert match.state()["heat"] == [20, 20]
    run(match, "end")
    assert match.state()["heat"] == [20, 20]
    run(match, "end")
    assert match.state()["heat"] == [20, 16]


def test_r15_cursed_can_win_and_stops_at_the_winning_tick() -> None:
    match = run(deal("hex hex hex", second={"start_heat": 2}), *plays("hex hex hex"), "end", "end")
    assert (match.winner, match.reason, match.turn) == (0, "heat", 3)
    assert match.state()["heat"] == [20, 0]  # the third tick never happened
    assert match.state()["library"] == [10, 9]  # nor did the Draw step
    assert match.state()["fp_turn"] == [2, 1]
    assert match.legal() == []


def test_r17_venom_destroys_whatever_it_wounds() -> None:
    match = run(deal("asp", "ox"), "play asp", "end", "play ox", "end", "strike 0.1 1.1")
    assert match.state()["creatures"] == [[], []]


def test_r17_venom_works_while_defending() -> None:
    match = run(deal("ox", "asp"), "play ox", "end", "play asp", "end", "strike 0.1 1.1")
    assert match.state()["creatures"] == [[], []]


def test_r17_venom_without_damage_destroys_nothing() -> None:
    match = run(deal("toad", "wall"), "play toad", "end", "play wall", "end", "strike 0.1 1.1")
    assert table(match, 0) == {"0.1": (0, 2, 0)}
    assert table(match, 1) == {"1.1": (0, 4, 0)}


def test_r17_a_weapon_wakes_a_powerless_venom() -> None:
    match = deal("toad axe", "warden banner")
    run(match, *plays("toad axe"), "attach 0.2 0.1", "end", *plays("warden banner"), "end")
    run(match, "strike 0.1 1.1")
    assert table(match, 1) == {}


def test_r17_venom_does_nothing_to_a_forge() -> None:
    match = run(deal("asp"), "play asp", "end", "end", "strike 0.1 forge")
    assert match.winner is None
    assert match.state()["heat"] == [20, 19]


def test_r18_sturdy_stacks_for_those_in_play_and_those_to_come() -> None:
    match = run(deal("bear banner banner pup", "bear"), *plays("bear banner banner pup"))
    assert table(match, 0) == {"0.1": (2, 4, 0), "0.4": (1, 3, 0)}
    run(match, "end", "play bear")
    assert table(match, 1) == {"1.1": (2, 2, 0)}


def test_r18_the_bonus_is_the_owners_number() -> None:
    match = run(deal("bear banner", first={"sturdy_toughness": 3}), *plays("bear banner"))
    assert table(match, 0) == {"0.1": (2, 5, 0)}


def test_r18_the_bonus_vanishes_with_the_artifact() -> None:
    match = run(deal("bear pup banner"), *plays("bear pup banner"))
    match.players[0].creatures[0].damage = 2
    match.players[0].creatures[1].damage = 0
    match.bury_dead()
    assert table(match, 0) == {"0.1": (2, 3, 2), "0.2": (1, 2, 0)}
    match.players[0].artifacts.clear()
    match.bury_dead()  # R5: toughness fell to the damage
    assert table(match, 0) == {"0.2": (1, 1, 0)}


def test_r18_sturdy_saves_in_combat() -> None:
    match = deal("bear", "bear banner")
    run(match, "play bear", "end", *plays("bear banner"), "end", "strike 0.1 1.1")
    assert table(match, 0) == {}
    assert table(match, 1) == {"1.1": (2, 3, 2)}


# --- D1 to D3: decks --------------------------------------------------------------------------

PAIRS = ["asp", "bear", "hare", "imp", "ox", "pup", "sentry", "toad", "wall"]
LEGAL = ["lion", "vase", *PAIRS, *PAIRS]


def test_d1_a_legal_deck() -> None:
    assert len(LEGAL) == 20
    assert check_deck(CARDS, LEGAL, default_params()[0]) == []


def test_d1_every_violation_is_named() -> None:
    deck = ["bear"] * 3 + ["lion"] * 2 + ["flag"] * 3 + ["ghost"]
    assert check_deck(CARDS, deck, default_params()[0]) == [
        "D1: deck holds 9 cards, must hold exactly 20",
        "D1: bear: 3 copies, at most 2 of a card",
        "D1: flag: 3 copies, at most 2 of a card",
        "D1: flag: 3 copies, at most 1 of a mythic",
        "D1: ghost: no such card",
        "D1: lion: 2 copies, at most 1 of a mythic",
    ]


def test_d1_limits_are_numbers() -> None:
    own = {**default_params()[0], "deck_size": 5, "max_copies": 3, "max_mythic_copies": 2}
    assert check_deck(CARDS, ["bear"] * 3 + ["lion"] * 2, own) == []


@pytest.mark.parametrize(
    ("card", "problem"),
    [
        (creature(1, 1, 1, "HASTE"), "D2: odd: 'HASTE' is not exactly one known keyword"),
        (creature(1, 1, 1, "GUARD VENOM"), "D2: odd: 'GUARD VENOM' is not exactly one known"),
        (creature(1, 1, 1, "KEEN"), "D3: odd: a card of type creature may not bear KEEN"),
        (bodiless("weapon", 1, "STURDY"), "D3: odd: a card of type weapon may not bear STURDY"),
        (bodiless("artifact", 1, "SWIFT"), "D3: odd: a card of type artifact may not bear SWIFT"),
    ],
)
def test_d2_d3_keywords(card: dict[str, Any], problem: str) -> None:
    deck = ["odd", *LEGAL[1:]]
    problems = check_deck({**CARDS, "odd": card}, deck, default_params()[0])
    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_d3_every_allowed_pair_passes() -> None:
    allowed = {
        "creature": {None, "GUARD", "SWIFT", "VENOM", "EMBER", "HOARD"},
        "weapon": {None, "SWIFT", "HEAVY", "KEEN", "EMBER", "HOARD"},
        "artifact": {None, "BLESSED", "CURSED", "STURDY", "EMBER", "HOARD"},
    }
    assert set(KINDS) == {(kind, word) for kind, words in allowed.items() for word in words}


# --- D4, D5, D7 -------------------------------------------------------------------------------


def test_d4_stoke_then_draw() -> None:
    # CURSED at the Stoke wins before the striker's own empty library is asked for a card.
    match = run(deal("hex", stock=(0, 5), second={"start_heat": 1}), "play hex", "end", "end")
    assert (match.winner, match.reason) == (0, "heat")


@pytest.mark.parametrize(("blessed_first", "heat"), [(True, [11, 0]), (False, [10, 0])])
def test_d4_order_of_the_ticks(blessed_first: bool, heat: list[int]) -> None:
    match = deal("hex shrine", blessed_before_cursed=blessed_first,
                 first={"start_heat": 10}, second={"start_heat": 1})  # fmt: skip
    run(match, *plays("hex shrine"), "end", "end")
    assert match.state()["heat"] == heat
    assert (match.winner, match.reason) == (0, "heat")


@pytest.mark.parametrize("blessed_first", [True, False])
def test_d4_both_orders_run_both_ticks(blessed_first: bool) -> None:
    match = deal("hex shrine", blessed_before_cursed=blessed_first, start_heat=10)
    run(match, *plays("hex shrine"), "end", "end")
    assert match.state()["heat"] == [11, 9]


def test_d5_once_a_turn_and_again_the_next() -> None:
    match = run(deal("hare"), "play hare", "strike 0.1 forge")
    assert match.state()["creatures"][0][0]["struck"] is True
    assert match.legal() == ["end"]
    run(match, "end")
    assert match.state()["creatures"][0][0]["struck"] is False
    run(match, "end")
    assert match.legal() == ["end", "strike 0.1 forge"]


def test_d5_strikes_per_turn_is_a_number() -> None:
    match = run(deal("hare", strikes_per_turn=2), "play hare", "strike 0.1 forge")
    assert match.legal() == ["end", "strike 0.1 forge"]
    run(match, "strike 0.1 forge")
    assert match.legal() == ["end"]
    assert match.state()["heat"] == [20, 16]


def test_d5_a_creature_of_no_power_may_strike() -> None:
    match = run(deal("wall"), "play wall", "end", "end", "strike 0.1 forge")
    assert match.state()["heat"] == [20, 20]
    assert match.state()["struck"] is True


def test_d7_a_strike_wins_and_heat_is_not_clamped() -> None:
    match = deal("ox axe", second={"start_heat": 2})
    run(match, *plays("ox axe"), "attach 0.2 0.1", "end", "end", "strike 0.1 forge")
    assert match.state()["heat"] == [20, -3]
    assert (match.winner, match.reason, match.turn) == (0, "heat", 3)
    assert match.state()["struck"] is True
    assert match.legal() == []


def test_d7_ones_own_ember_loses() -> None:
    match = run(deal("imp", first={"start_heat": 1}), "play imp", "ember forge:0")
    assert (match.winner, match.reason) == (1, "heat")
    assert match.state()["heat"] == [0, 20]


def test_d7_an_ember_that_wins_leaves_its_weapon_hanging() -> None:
    match = run(deal("pup torch", second={"start_heat": 1}), *plays("pup torch"), "ember forge:1")
    assert (match.winner, match.reason) == (0, "heat")
    state = match.state()
    assert state["pending"] is None
    assert state["unattached"] == [[], []]
    assert state["creatures"][0][0]["weapons"] == []


# --- the switches, both ways ------------------------------------------------------------------


@pytest.mark.parametrize("on", [True, False])
def test_switch_late_attach(on: bool) -> None:
    match = run(deal("axe pup", late_attach=on), *plays("axe pup"))
    expected = ["attach 0.1 0.2", "end"] if on else ["end"]
    assert match.legal() == expected
    run(match, "end", "end")
    assert match.legal() == [*expected, "strike 0.2 forge"]
    if on:
        run(match, "attach 0.1 0.2")
        assert match.state()["fp"] == 8  # at no cost
        assert table(match, 0) == {"0.2": (3, 1, 0)}
        assert match.state()["unattached"] == [[], []]


def test_switch_attach_at_once_off() -> None:
    match = run(deal("pup axe bear", attach_at_once=False), *plays("pup axe"))
    assert match.state()["pending"] is None
    assert ids(match.state()["unattached"][0]) == ["0.2"]
    assert match.legal() == ["attach 0.2 0.1", "end", "play bear"]
    run(match, "play bear", "attach 0.2 0.3")
    assert table(match, 0) == {"0.1": (1, 1, 0), "0.3": (4, 2, 0)}


def test_switch_attach_at_once_off_with_late_attach_off() -> None:
    match = run(deal("pup axe", attach_at_once=False, late_attach=False), *plays("pup axe"))
    assert match.legal() == ["end"]


def test_switch_attach_at_once_off_ember_is_pending_at_once() -> None:
    for before in (True, False):
        match = deal("pup torch", attach_at_once=False, ember_before_attach=before)
        run(match, *plays("pup torch"))
        assert match.state()["pending"] == {"ember": 1}
        assert match.state()["unattached"] == [[], []]
        run(match, "ember forge:1")
        assert match.state()["pending"] is None
        assert ids(match.state()["unattached"][0]) == ["0.2"]
        run(match, "attach 0.2 0.1")
        assert match.state()["pending"] is None  # no second ember


def test_switch_ember_before_attach_on() -> None:
    match = run(deal("pup bear torch"), *plays("pup bear torch"))
    assert match.state()["pending"] == {"ember": 1}
    assert match.state()["unattached"] == [[], []]
    run(match, "ember 0.1")
    assert table(match, 0) == {"0.2": (2, 2, 0)}
    assert match.state()["pending"] == {"attach": "0.3"}
    assert match.legal() == ["attach 0.3 0.2"]
    run(match, "attach 0.3 0.2")
    assert table(match, 0) == {"0.2": (3, 2, 0)}
    assert match.state()["pending"] is None


def test_switch_ember_before_attach_on_the_last_holder_dies() -> None:
    match = run(deal("axe bear torch", weapon_slots=1), "play axe", "play bear")
    match.players[0].creatures[0].damage = 1
    run(match, "play torch", "ember 0.2")
    assert match.state()["pending"] is None
    assert match.state()["creatures"] == [[], []]
    assert ids(match.state()["unattached"][0]) == ["0.1", "0.3"]


def test_switch_ember_before_attach_off() -> None:
    match = deal("pup bear pyre", ember_before_attach=False)
    run(match, *plays("pup bear pyre"))
    assert match.state()["pending"] == {"attach": "0.3"}
    run(match, "attach 0.3 0.1")
    assert match.state()["pending"] == {"ember": 2}
    assert match.legal() == [
        "ember 0.1",
        "ember 0.2",
        "ember forge:0",
        "ember forge:1",
    ]
    assert match.state()["creatures"][0][0]["weapons"] == [{"id": "0.3", "card": "pyre"}]
    run(match, "ember 0.1")  # the holder burns, and the weapon with it
    assert table(match, 0) == {"0.2": (2, 2, 0)}
    assert match.state()["unattached"] == [[], []]


@pytest.mark.parametrize("before", [True, False])
def test_switch_unattached_enters_on(before: bool) -> None:
    match = run(deal("torch map", ember_before_attach=before), "play torch")
    assert match.state()["pending"] == {"ember": 1}
    assert match.state()["unattached"] == [[], []]
    run(match, "ember forge:1", "play map")
    assert match.state()["heat"] == [20, 19]
    assert ids(match.state()["unattached"][0]) == ["0.1", "0.2"]
    assert match.state()["hand"][0] == ["filler"]


@pytest.mark.parametrize("at_once", [True, False])
def test_switch_unattached_enters_off(at_once: bool) -> None:
    match = deal("torch map pup", unattached_enters=False, attach_at_once=at_once)
    run(match, *plays("torch map"))
    assert match.state()["pending"] is None
    assert match.state()["heat"] == [20, 20]
    assert match.state()["hand"][0] == ["pup"]
    assert ids(match.state()["unattached"][0]) == ["0.1", "0.2"]
    run(match, "play pup", "attach 0.1 0.3", "attach 0.2 0.3")
    assert match.state()["pending"] is None  # and it does not catch up
    assert match.state()["hand"][0] == []
    assert table(match, 0) == {"0.3": (3, 1, 0)}


@pytest.mark.parametrize("at_once", [True, False])
def test_switch_unattached_enters_off_spares_a_weapon_with_a_holder(at_once: bool) -> None:
    match = deal("pup torch", unattached_enters=False, attach_at_once=at_once)
    assert run(match, *plays("pup torch")).state()["pending"] == {"ember": 1}


@pytest.mark.parametrize("on", [True, False])
def test_switch_keen_defending(on: bool) -> None:
    # A wall of 4, with a STURDY of +1, strikes a bear that deals 4 back by its KEEN edge.
    match = deal("wall banner", "bear edge", keen_defending=on)
    run(match, *plays("wall banner"), "end", *plays("bear edge"), "attach 1.2 1.1", "end")
    assert table(match, 1) == {"1.1": (4, 2, 0)}
    run(match, "strike 0.1 1.1")
    assert table(match, 0) == ({} if on else {"0.1": (0, 5, 4)})
    assert table(match, 1) == {"1.1": (4, 2, 0)}


@pytest.mark.parametrize("on", [True, False])
def test_switch_keen_defending_does_not_touch_attackers(on: bool) -> None:
    assert table(keen_against_sturdy("edge", keen_defending=on), 1) == {}


@pytest.mark.parametrize("on", [True, False])
def test_switch_keen_marks(on: bool) -> None:
    # The pup deals 3 by its KEEN edge to a wall of 4 with a STURDY of +1.
    match = deal("pup edge imp", "wall banner banner", keen_marks=on)
    run(match, *plays("pup edge"), "attach 0.2 0.1", "end", *plays("wall banner"), "end")
    run(match, "strike 0.1 1.1")
    assert table(match, 1) == {"1.1": (0, 4 if on else 5, 3)}
    run(match, "end", "play banner")
    assert table(match, 1) == {"1.1": (0, 4 if on else 6, 3)}
    run(match, "end", "play imp", "ember 1.1")
    assert table(match, 1) == ({} if on else {"1.1": (0, 6, 4)})


def test_switch_keen_marks_heeds_keen_defending() -> None:
    for defending, toughness in ((True, 4), (False, 5)):
        match = deal("wall banner", "pup edge", keen_marks=True, keen_defending=defending)
        run(match, *plays("wall banner"), "end", *plays("pup edge"), "attach 1.2 1.1", "end")
        run(match, "strike 0.1 1.1")
        assert table(match, 0) == {"0.1": (0, toughness, 3)}


# --- the state, and acts that are refused -----------------------------------------------------


def test_the_whole_state() -> None:
    match = deal("bear axe vase map lamp", "sentry torch")
    run(match, "play map", *plays("bear axe"), "attach 0.3 0.2", "play vase", "end")
    run(match, "play torch", "ember 0.2", "play sentry", "end")
    run(match, "strike 0.2 1.2")
    assert match.state() == {
        "fp": 8,
        "discount": 0,
        "fp_turn": [2, 1],
        "heat": [20, 20],
        "struck": True,
        "pending": None,
        "hand": [["lamp", "filler", "filler"], ["filler"]],
        "library": [8, 9],
        "creatures": [[], []],
        "artifacts": [[{"id": "0.4", "card": "vase"}], []],
        "unattached": [[{"id": "0.1", "card": "map"}], [{"id": "1.1", "card": "torch"}]],
    }


def test_a_creature_in_the_state() -> None:
    match = deal("hare axe banner", "warden")
    run(match, "end", "play warden", "end", *plays("hare axe"), "attach 0.2 0.1", "play banner")
    run(match, "strike 0.1 1.1")
    assert match.state()["creatures"] == [
        [
            {
                "id": "0.1",
                "card": "hare",
                "power": 4,
                "toughness": 2,
                "damage": 0,
                "entered": 3,
                "struck": True,
                "weapons": [{"id": "0.2", "card": "axe"}],
            }
        ],
        [
            {
                "id": "1.1",
                "card": "warden",
                "power": 0,
                "toughness": 6,
                "damage": 4,
                "entered": 2,
                "struck": False,
                "weapons": [],
            }
        ],
    ]


@pytest.mark.parametrize(
    "act",
    ["", "play ox", "play filler", "strike 0.1 forge", "ember forge:1", "attach 0.2 0.1", "End"],
)
def test_an_illegal_act_is_refused_and_changes_nothing(act: str) -> None:
    match = run(deal("bear"), "play bear")
    before = match.state()
    with pytest.raises(ValueError, match="illegal act"):
        match.apply(act)
    assert match.state() == before


def test_missing_parameters_are_named() -> None:
    first, second = default_params()
    del second["fp_cap"], second["keen_marks"]
    with pytest.raises(ValueError, match="params of player 1 lack fp_cap, keen_marks"):
        Match(CARDS, ([], []), (first, second))


# --- random playouts --------------------------------------------------------------------------


def cards_of(match: Match, player: int) -> Counter[str]:
    """Every card of a player, wherever it is, from the state and the referee's bookkeeping."""
    state, own = match.state(), match.players[player]
    tally = Counter(state["hand"][player]) + Counter(own.library) + Counter(own.destroyed)
    for c in state["creatures"][player]:
        tally.update([c["card"], *(w["card"] for w in c["weapons"])])
    for zone in ("artifacts", "unattached"):
        tally.update(entry["card"] for entry in state[zone][player])
    if player == match.active:
        hanging = (match.attaching, match.ember_weapon)
        tally.update(weapon.card.id for weapon in hanging if weapon is not None)
    return tally


def check_position(match: Match, decks: Sequence[Sequence[str]]) -> None:
    legal = match.legal()
    assert legal == sorted(set(legal))
    assert bool(legal) != match.over
    for player, deck in enumerate(decks):
        assert cards_of(match, player) == Counter(deck)
    everybody = [c for side in match.state()["creatures"] for c in side]
    assert all(c["damage"] < c["toughness"] for c in everybody)


def check_step(
    match: Match, act: str, before: dict[str, Any], params: Sequence[dict[str, Any]]
) -> None:
    after = match.state()
    for player, (old, new) in enumerate(zip(before["heat"], after["heat"], strict=True)):
        if new > old:
            assert act == "end"
            assert player == match.active
            assert new <= params[player]["heat_cap"]


def play_out(
    rng: random.Random, params: tuple[dict[str, Any], dict[str, Any]]
) -> tuple[Match, set[str]]:
    """Play random acts to the end, checking each position; ending the turn is the rarer choice."""
    cards = random_cards(rng)
    decks = [random_deck(rng, cards, own) for own in params]
    for deck, own in zip(decks, params, strict=True):
        assert check_deck(cards, deck, own) == []
        assert deck == sorted(deck)
    libraries = [rng.sample(deck, len(deck)) for deck in decks]
    match = Match(cards, (libraries[0], libraries[1]), params)
    verbs = set()
    while not match.over:
        check_position(match, decks)
        before, legal = match.state(), match.legal()
        act = "end" if rng.random() < 0.1 and "end" in legal else rng.choice(legal)
        match.apply(act)
        verbs.add(act.split()[0])
        check_step(match, act, before, params)
    check_position(match, decks)
    return match, verbs


def test_500_random_matches_of_the_shipped_rules() -> None:
    reasons: Counter[str | None] = Counter()
    verbs: Counter[str] = Counter()
    for seed in range(500):
        match, seen = play_out(random.Random(seed), default_params())
        assert match.turn <= 32
        assert max(match.state()["heat"]) <= 20
        reasons[match.reason] += 1
        verbs.update(seen)
    assert set(reasons) == {"heat", "deckout"}
    assert set(verbs) == {"end", "play", "attach", "strike", "ember"}


def test_random_variants_terminate() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        params = random_params(rng)
        match, _ = play_out(rng, params)
        longest = max(own["deck_size"] for own in params) + 2
        assert match.turn <= 2 * longest


# --- the generators ---------------------------------------------------------------------------


def test_random_cards_cover_everything_and_are_sound() -> None:
    for seed in range(100):
        cards = random_cards(random.Random(seed))
        assert len(cards) == 24
        assert {(card["type"], card["keyword"]) for card in cards.values()} == set(KINDS)
        assert {card["rarity"] for card in cards.values()} == {
            "common", "uncommon", "rare", "mythic"
        }  # fmt: skip
        for card in cards.values():
            assert card["faction"] in FACTIONS
            assert 0 <= card["cost"] <= 7
            if card["type"] == "creature":
                assert card["power"] >= 0
                assert card["toughness"] >= 1
            else:
                assert card["power"] is None
                assert card["toughness"] is None


def test_the_same_seed_gives_the_same_design() -> None:
    def design(seed: int) -> tuple[Any, ...]:
        rng = random.Random(seed)
        params, cards = random_params(rng), random_cards(rng)
        return params, cards, [random_deck(rng, cards, own) for own in params]

    assert design(7) == design(7)
    assert design(7) != design(8)


def test_a_pool_too_small_for_a_deck_is_refused() -> None:
    rng = random.Random(1)
    with pytest.raises(ValueError, match="expected 20 or more"):
        random_deck(rng, random_cards(rng, 9), default_params()[0])


def test_random_params_move_by_seat_and_switch_alike() -> None:
    drawn = [random_params(random.Random(seed)) for seed in range(50)]
    for first, second in drawn:
        assert first.keys() == second.keys() == default_params()[0].keys()
        flags = [name for name, value in first.items() if isinstance(value, bool)]
        assert len(flags) == 7
        assert all(first[name] == second[name] for name in flags)
    for name in default_params()[0]:
        assert len({first[name] for first, _ in drawn}) > 1
