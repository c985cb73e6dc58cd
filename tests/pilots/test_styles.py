"""The three shipped styles: better than chance, each best with decks of its kind, and sensible."""

from __future__ import annotations

import tomllib
from functools import cache

import numpy as np
import pytest

from forgesim.cards.pilots import load_pilot
from forgesim.pilots.forge.game import GAME
from forgesim.stats.pairs import Z95
from tests.driver import (
    RANDOM,
    ROSTERS,
    SHIPPED_DECKS,
    Driver,
    Pilot,
    greedy,
    shipped_deck,
)
from tests.oracle.forge import default_params
from tests.pilots import positions
from tests.pilots.positions import play_turn

STYLES = ("aggro", "midrange", "control")
SEED = 20240601

every_style = pytest.mark.parametrize("name", STYLES)


@cache
def style(name: str) -> Pilot:
    pilot = load_pilot(name, GAME)
    return Pilot(pilot.kind, pilot.weights)


def position(
    name: str, mine: str, theirs: str, hand: str = "", burnt: str = "", **numbers: int
) -> Driver:
    """A style's second turn, with these creatures in play and this hand."""
    return positions.position(style(name), mine, theirs, hand, burnt, **numbers)


def next_act(driver: Driver) -> str:
    return driver.name(driver.choose())


# --- a win on the board is taken --------------------------------------------------------------


@every_style
def test_several_creatures_win_together_although_there_is_prey(name: str) -> None:
    driver = position(name, "bear ox", "prize", heat=5)
    assert sorted(play_turn(driver)) == ["strike 0.1 forge", "strike 0.2 forge"]
    assert driver.s.winner == 0


@every_style
@pytest.mark.parametrize("hand", ["lamp", "lamp giant", "giant ox lamp"])
def test_an_ember_in_hand_that_wins_is_played_first_and_aimed_at_the_forge(
    name: str, hand: str
) -> None:
    driver = position(name, "bear", "prize sentry", hand, heat=1)
    assert play_turn(driver) == ["play lamp", "ember forge:1"]
    assert driver.s.winner == 0


@every_style
def test_an_ember_and_strikes_win_together_although_there_is_prey(name: str) -> None:
    driver = position(name, "ox", "prize", "lamp", heat=4)
    play_turn(driver)
    assert driver.s.winner == 0


@every_style
def test_a_fallen_guard_opens_the_way_to_the_win(name: str) -> None:
    driver = position(name, "giant giant bear", "prize sentry", heat=2)
    play_turn(driver)
    assert driver.s.winner == 0


# --- EMBER ------------------------------------------------------------------------------------


@every_style
@pytest.mark.parametrize(
    ("theirs", "target"),
    [
        ("pup prize", "1.2"),  # the larger power
        ("pup runt", "1.2"),  # GUARD
        ("pup adder", "1.2"),  # VENOM
        ("tower pup", "1.2"),  # what dies, before what does not
    ],
)
def test_an_ember_kills_what_matters(name: str, theirs: str, target: str) -> None:
    assert f"ember {target}" in play_turn(position(name, "", theirs, "lamp"))


@every_style
def test_an_ember_removes_the_guard_before_the_win(name: str) -> None:
    driver = position(name, "giant", "runt", "lamp", heat=5)
    assert play_turn(driver) == ["play lamp", "ember 1.1", "strike 0.1 forge"]
    assert driver.s.winner == 0


@every_style
@pytest.mark.parametrize("own_heat", [1, 2, 20])
@pytest.mark.parametrize("mine", ["", "pup", "bear ox"])
def test_an_ember_never_burns_the_own_side(name: str, own_heat: int, mine: str) -> None:
    driver = position(name, mine, "", "imp lamp", own_heat=own_heat)
    assert play_turn(driver).count("ember forge:1") == 2


# --- weapons ----------------------------------------------------------------------------------


@every_style
def test_a_creature_comes_before_the_weapon_that_it_is_to_hold(name: str) -> None:
    acts = play_turn(position(name, "", "", "spear bear"))
    assert acts[:3] == ["play bear", "play spear", "attach 0.2 0.1"]


@every_style
def test_a_weapon_that_lies_there_is_taken_up(name: str) -> None:
    driver = position(name, "", "", "spear bear")
    driver.do("play spear", "play bear")
    assert next_act(driver) == "attach 0.1 0.2"


@every_style
def test_a_weapon_goes_to_the_creature_that_can_strike_with_it(name: str) -> None:
    driver = position(name, "bear", "", "scribe spear")
    driver.do("play scribe", "play spear")
    assert next_act(driver) == "attach 0.3 0.1"


@every_style
def test_a_weapon_does_not_go_to_a_creature_about_to_die(name: str) -> None:
    driver = position(name, "ox ox", "", "spear", burnt="0.1 0.1 0.1 0.1")
    driver.do("play spear")
    assert next_act(driver) == "attach 0.3 0.2"


@every_style
def test_two_weapons_go_to_two_creatures(name: str) -> None:
    acts = play_turn(position(name, "bear bear", "", "spear spear"))
    assert {act.split()[-1] for act in acts if act.startswith("attach")} == {"0.1", "0.2"}


@every_style
def test_a_swift_weapon_wakes_the_newcomer(name: str) -> None:
    driver = position(name, "bear", "", "bear boots")
    driver.do("play bear", "play boots")
    assert next_act(driver) == "attach 0.3 0.2"


@every_style
def test_a_weapon_is_not_for_venom_that_kills_without_it(name: str) -> None:
    driver = position(name, "viper bear", "", "spear")
    driver.do("play spear")
    assert next_act(driver) == "attach 0.3 0.2"


@every_style
def test_a_heavy_weapon_leaves_the_larger_creature_free_for_the_forge(name: str) -> None:
    driver = position(name, "giant ox", "", "maul")
    driver.do("play maul")
    assert next_act(driver) == "attach 0.3 0.2"


@every_style
@pytest.mark.parametrize(
    ("mine", "heat"), [("giant pup", 5), ("pup giant", 5), ("ox pup", 3), ("tower pup", 5)]
)
def test_a_heavy_weapon_does_not_go_to_the_creature_that_would_win(
    name: str, mine: str, heat: int
) -> None:
    driver = position(name, mine, "", "maul", heat=heat)
    play_turn(driver)
    assert driver.s.winner == 0


# --- GUARD ------------------------------------------------------------------------------------


@every_style
@pytest.mark.parametrize(("own_heat", "first"), [(10, "sentry"), (20, "giant")])
def test_a_guard_comes_first_only_under_threat(name: str, own_heat: int, first: str) -> None:
    driver = position(name, "", "giant giant", "giant sentry", fp=3, own_heat=own_heat)
    assert next_act(driver) == f"play {first}"


@every_style
def test_a_threat_is_killed_before_the_forge_is_struck(name: str) -> None:
    driver = position(name, "giant", "giant", own_heat=5)
    assert next_act(driver) == "strike 0.1 1.1"


@every_style
def test_a_guard_in_the_way_is_killed_by_those_who_can(name: str) -> None:
    driver = position(name, "giant giant bear", "sentry")
    assert play_turn(driver)[:3] == ["strike 0.1 1.1", "strike 0.2 1.1", "strike 0.3 forge"]


@every_style
def test_no_creature_is_thrown_away_at_a_wall(name: str) -> None:
    assert play_turn(position(name, "pup bear", "bulwark")) == ["end"]


# --- nothing is held, no strike is let pass ---------------------------------------------------


def left_undone(driver: Driver) -> list[str]:
    """What a pilot could still play or attach as it ends its Work."""
    chosen = next_act(driver)
    if driver.s.has_struck or chosen.split()[0] not in ("strike", "end"):
        return []
    return [act for act in driver.names() if act.startswith(("play", "attach"))]


@every_style
@pytest.mark.parametrize("deck", SHIPPED_DECKS)
def test_nothing_is_held_unless_the_turn_wins(name: str, deck: str) -> None:
    cards = shipped_deck(deck)
    driver = Driver((cards, cards), default_params(), (style(name), style(name)))
    for seed in range(4):
        driver.begin(seed)
        held: list[str] = []
        while not driver.is_over:
            held += left_undone(driver)
            chosen = driver.choose()
            assert not held or driver.name(chosen) != "end"
            driver.apply(chosen)


@every_style
def test_a_free_strike_is_taken(name: str) -> None:
    assert play_turn(position(name, "bear pup", "tower")) == [
        "strike 0.1 forge",
        "strike 0.2 forge",
        "end",
    ]


# --- each has a style of its own --------------------------------------------------------------


def targets(mine: str, theirs: str, hand: str = "") -> list[str]:
    """What each style strikes or burns first, by `STYLES`."""
    chosen = []
    for name in STYLES:
        acts = play_turn(position(name, mine, theirs, hand))
        aimed = next(act for act in acts if act.startswith(("strike", "ember")))
        chosen.append("forge" if "forge" in aimed else "creature")
    return chosen


def test_only_aggro_passes_by_an_even_trade() -> None:
    assert targets("bear", "bear") == ["forge", "creature", "creature"]


def test_only_control_spends_a_large_strike_on_small_prey() -> None:
    assert targets("mammoth", "bear") == ["forge", "forge", "creature"]


def test_only_aggro_burns_the_forge_when_nothing_dies() -> None:
    assert targets("", "giant", "lamp") == ["forge", "creature", "creature"]


def test_only_control_draws_before_it_fields_the_stronger_body() -> None:
    first = [next_act(position(name, "", "", "scribe bear", fp=1)) for name in STYLES]
    assert first == ["play bear", "play bear", "play scribe"]


# --- better than chance, and best with a deck of its kind -------------------------------------


@every_style
@pytest.mark.parametrize("deck", SHIPPED_DECKS)
def test_every_style_beats_random_with_either_side_of_a_mirror(name: str, deck: str) -> None:
    assert pair_scores(deck, deck, style(name), RANDOM, 300).mean() >= 0.95


def pair_scores(deck: str, other: str, pilot: Pilot, other_pilot: Pilot, pairs: int) -> np.ndarray:
    """Scores of a deck's pairs against another, in whose pilot's hands either is."""
    decks = (shipped_deck(deck), shipped_deck(other))
    rows = Driver(decks, default_params(), (pilot, other_pilot)).play_pairs(SEED, 0, pairs)
    return np.asarray(rows.winner.reshape(-1, 2) == [0, 1]).mean(axis=1)


def field_scores(deck: str, name: str, pairs: int) -> np.ndarray:
    """Scores of a deck's pairs against every other deck in greedy hands, by that deck."""
    others = [other for other in SHIPPED_DECKS if other != deck]
    return np.stack([pair_scores(deck, o, style(name), greedy(), pairs) for o in others])


@pytest.mark.parametrize(
    ("best", "deck", "plan"),
    [
        ("aggro", "occult-fast", "fast"),
        ("midrange", "arcana-midrange", "midrange"),
        ("control", "sundries-slow", "slow"),
    ],
)
def test_each_style_is_the_best_with_a_deck_of_its_kind(best: str, deck: str, plan: str) -> None:
    file = tomllib.loads((ROSTERS / "decks" / f"{deck}.toml").read_text("utf-8"))
    assert file["plan"] == plan
    scores = {name: field_scores(deck, name, 400) for name in STYLES}
    for name in STYLES:
        if name != best:
            difference = scores[best] - scores[name]
            error = np.sqrt((difference.var(axis=1, ddof=1) / 400).sum()) / len(difference)
            assert difference.mean() > Z95 * error
