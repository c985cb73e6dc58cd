"""Replacement impact: exact where it can be, the same whoever plays it, and a strong card first."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from forgesim.arena.batch import play_blocks
from forgesim.arena.plan import Plan
from forgesim.arena.tally import outcome_of
from forgesim.cards.decks import Deck
from forgesim.cards.model import Card
from forgesim.errors import UsageError
from forgesim.kernel.match import ROW
from forgesim.stats.multiple import holm
from forgesim.studies import replacement
from forgesim.studies.replacement import (
    CARD_COLUMNS,
    DECK_COLUMNS,
    FIRST_IN_ALL,
    Replacement,
    replacement_impact,
)
from tests.studies.plans import FIELD, SHARED, plan_of

NULL = "siege_ox"
"""A card of armory-slow that is the plain creature of its cost."""
SOME = ["bramble_hound", "wick_imp", "ritual_knife", "tusk_spear", "burnt_offering", NULL]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of()


@pytest.fixture(scope="module")
def found(plan: Plan) -> Replacement:
    return replacement_impact(plan, 2.0, SOME)


def card_of(plan: Plan, card_id: str) -> Card:
    return next(card for deck in plan.decks for card in deck.cards if card.id == card_id)


def row_of(table: pd.DataFrame, card: str, **where: str) -> pd.Series:
    chosen = table[table["card"] == card]
    for column, value in where.items():
        chosen = chosen[chosen[column] == value]
    assert len(chosen) == 1
    return chosen.iloc[0]


def swapped(plan: Plan, deck: str, card_id: str, stand_in: Card) -> Plan:
    """The plan with a card of a deck swapped, by hand."""

    def changed(one: Deck) -> Deck:
        cards = tuple(stand_in if card.id == card_id else card for card in one.cards)
        return replace(one, cards=cards) if one.name == deck else one

    return replace(plan, decks=tuple(changed(one) for one in plan.decks))


def games(plan: Plan, pairs: int) -> np.ndarray:
    """The games of a plan's matchups but the mirrors."""
    others = tuple(m for m in plan.matchups if m.deck_a != m.deck_b)
    whole = replace(plan, pairs=pairs, matchups=others)
    blocks = sorted(play_blocks(whole, 1, "threading"), key=lambda block: block[0])
    return np.concatenate([block.rows.view(np.ndarray) for _, block in blocks])


def strengths(plan: Plan, pairs: int) -> np.ndarray:
    """Strength of deck a in each pair."""
    winner = games(plan, pairs)["winner"].reshape(-1, 2)
    return (outcome_of(winner[:, 0], 0) + outcome_of(winner[:, 1], 1)) / 4


# What is known exactly


def test_a_card_that_is_its_stand_in_has_exactly_no_impact(found: Replacement) -> None:
    for table in (found.cards, found.decks):
        row = row_of(table, NULL)
        names = ["replacement", "replacement_low", "replacement_high", "pairs"]
        assert [row[name] for name in names] == [0, 0, 0, 0]
        assert (row["replacement_p"], row["replacement_p_adjusted"]) == (1, 1)


def test_such_a_card_plays_the_very_same_games(plan: Plan) -> None:
    stand_in, _ = plan.game.stand_ins(card_of(plan, NULL), plan.rules.reference)
    other = swapped(plan, "armory-slow", NULL, stand_in)
    assert other.decks != plan.decks
    one, two = games(plan, 300), games(other, 300)
    assert all(np.array_equal(one[name], two[name]) for name in ROW.names or ())


@pytest.mark.parametrize("deck", SHARED)
@pytest.mark.parametrize("card", ["lance_rider", "whetted_dirk"])
def test_the_mean_is_that_of_pairs_played_by_hand(deck: str, card: str) -> None:
    plan = plan_of(*SHARED)
    row = row_of(replacement_impact(plan, 1.0, [card]).decks, card, deck=deck)
    stand_ins = plan.game.stand_ins(card_of(plan, card), plan.rules.reference)
    before = strengths(plan, row["pairs"])
    sign = 1 if deck == SHARED[0] else -1
    after = strengths(swapped(plan, deck, card, stand_ins[0]), row["pairs"])
    changes = sign * (before - after)
    assert row["replacement"] == pytest.approx(100 * changes.mean(), abs=1e-9)
    error = 100 * changes.std(ddof=1) / np.sqrt(len(changes))
    half = (row["replacement_high"] - row["replacement_low"]) / 2
    assert half == pytest.approx(1.96 * error, rel=0.02)


def test_where_both_decks_play_a_card_their_differences_are_taken_together() -> None:
    plan, card = plan_of(*SHARED), "whetted_dirk"
    row = row_of(replacement_impact(plan, 1.0, [card]).cards, card)
    stand_in, _ = plan.game.stand_ins(card_of(plan, card), plan.rules.reference)
    pairs = row["pairs"] // 2
    with_a, with_b = (strengths(swapped(plan, deck, card, stand_in), pairs) for deck in SHARED)
    changes = (with_b - with_a) / 2  # the decks as they are cancel
    assert row["replacement"] == pytest.approx(100 * changes.mean(), abs=1e-9)
    error = 100 * changes.std(ddof=1) / np.sqrt(pairs)
    half = (row["replacement_high"] - row["replacement_low"]) / 2
    assert half == pytest.approx(1.96 * error, rel=0.02)


def test_a_card_s_impact_is_the_mean_of_its_decks() -> None:
    found = replacement_impact(plan_of(*FIELD, *SHARED), 5.0, ["bramble_hound", "thunder_tusker"])
    for card, group in found.decks.groupby("card"):
        row = row_of(found.cards, card)
        assert row["replacement"] == pytest.approx(group["replacement"].mean(), abs=1e-9)
        assert row["decks"] == len(group) == 2
        assert row["pairs"] == group["pairs"].sum()


# What designers expect


@pytest.mark.parametrize(
    ("card", "deck"), [("chalk_familiar", "arcana-fast"), ("tin_whistler", "sundries-fast")]
)
def test_a_reference_card_with_five_free_power_ranks_first(card: str, deck: str) -> None:
    strong = plan_of(deck, *FIELD, set=[f"card.{card}.power=+5"])
    cards = replacement_impact(strong, 2.0).cards
    assert cards["card"].iloc[0] == card
    assert cards["replacement_low"].iloc[0] > cards["replacement_high"].iloc[1]
    assert cards["replacement_p_adjusted"].iloc[0] < 1e-6


def test_a_card_that_lacks_three_toughness_is_below_0() -> None:
    weak = plan_of(set=["card.siege_ox.toughness=-3"])
    row = row_of(replacement_impact(weak, 2.0, [NULL]).cards, NULL)
    assert row["replacement_high"] < 0


def test_the_second_number_is_of_the_card_s_own_type(found: Replacement) -> None:
    creature, artifact = row_of(found.cards, "wick_imp"), row_of(found.cards, "burnt_offering")
    ends = ("", "_low", "_high")
    assert all(creature[f"replacement_own{e}"] == creature[f"replacement{e}"] for e in ends)
    assert all(np.isnan(artifact[f"replacement_own{e}"]) for e in ends)
    keen, plain = row_of(found.cards, "ritual_knife"), row_of(found.cards, "tusk_spear")
    assert keen["replacement_own"] != keen["replacement"]
    assert [plain[f"replacement_own{e}"] for e in ends] == [0, 0, 0]
    assert plain["replacement"] != 0


# Tables


def test_tables_have_the_documented_columns_and_order(found: Replacement) -> None:
    assert tuple(found.cards.columns) == CARD_COLUMNS
    assert tuple(found.decks.columns) == DECK_COLUMNS
    assert sorted(found.cards["card"]) == sorted(SOME)
    assert found.cards["replacement"].is_monotonic_decreasing
    assert list(dict.fromkeys(found.decks["deck"])) == FIELD
    for _, group in found.decks.groupby("deck"):
        assert group["replacement"].is_monotonic_decreasing


def test_p_values_of_a_table_are_adjusted_together(found: Replacement) -> None:
    for table in (found.cards, found.decks):
        assert table["replacement_p_adjusted"].tolist() == pytest.approx(
            holm(table["replacement_p"].to_numpy()).tolist()
        )


# What a result depends on


def assert_equal(one: Replacement, other: Replacement) -> None:
    pd.testing.assert_frame_equal(one.cards, other.cards, check_exact=True)
    pd.testing.assert_frame_equal(one.decks, other.decks, check_exact=True)


@pytest.mark.parametrize(("jobs", "backend"), [(2, "threading"), (2, "loky")])
def test_workers_do_not_change_it(jobs: int, backend: str, plan: Plan, found: Replacement) -> None:
    assert_equal(replacement_impact(plan, 2.0, SOME, jobs=jobs, backend=backend), found)


@pytest.mark.parametrize("size", [1000, 100_000])
def test_the_size_of_blocks_does_not_change_it(size: int, plan: Plan, found: Replacement) -> None:
    assert_equal(replacement_impact(replace(plan, block_pairs=size), 2.0, SOME), found)


def test_the_number_of_pairs_of_a_run_does_not_change_it(plan: Plan, found: Replacement) -> None:
    assert_equal(replacement_impact(replace(plan, pairs=77), 2.0, SOME), found)


def test_a_card_by_itself_has_the_same_numbers(plan: Plan, found: Replacement) -> None:
    names = [name for name in CARD_COLUMNS if name != "replacement_p_adjusted"]
    alone = row_of(replacement_impact(plan, 2.0, ["ritual_knife"]).cards, "ritual_knife")
    assert alone[names].equals(row_of(found.cards, "ritual_knife")[names])


def test_another_seed_gives_other_pairs(plan: Plan, found: Replacement) -> None:
    other = replacement_impact(replace(plan, seed=2), 2.0, SOME)
    assert other.cards["replacement"].tolist() != found.cards["replacement"].tolist()


# Precision


@pytest.mark.parametrize("precision", [0.8, 0.4])
def test_intervals_are_as_narrow_as_asked(precision: float, plan: Plan) -> None:
    cards = replacement_impact(plan, precision, ["bramble_hound", "ritual_knife"]).cards
    for name in ("replacement", "replacement_own"):
        half = (cards[f"{name}_high"] - cards[f"{name}_low"]) / 2
        assert (half <= precision).all()
    assert (cards["pairs"] > FIRST_IN_ALL).all()


def test_pairs_are_limited(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replacement, "MAX_PAIRS", 2000)
    cards = replacement_impact(plan, 0.05, ["bramble_hound"]).cards
    assert cards["pairs"].tolist() == [2 * 2000]


def test_progress_adds_up_to_the_games_of_each_round(plan: Plan) -> None:
    rounds: list[list[int]] = []

    class Bar:
        def __init__(self, _: str, games: int) -> None:
            rounds.append([games])

        def __enter__(self) -> object:
            return rounds[-1].append

        def __exit__(self, *_: object) -> None: ...

    replacement_impact(plan, 1.0, ["ritual_knife"], bar=Bar)  # type: ignore[arg-type]
    assert len(rounds) == 2
    assert [sum(parts) for _, *parts in rounds] == [games for games, *_ in rounds]


# Tiers


def test_the_first_even_tier_is_measured_or_those_that_are_named() -> None:
    plan = plan_of(*FIELD[:2], pilot=["greedy", "aggro"])
    first = replacement_impact(plan, 5.0, ["wick_imp"])
    assert first.cards["tier"].tolist() == ["greedy"]
    both = replacement_impact(plan, 5.0, ["wick_imp"], ["aggro", "greedy"])
    assert both.cards["tier"].tolist() == both.decks["tier"].tolist() == ["aggro", "greedy"]
    assert both.cards.iloc[1].equals(first.cards.iloc[0])


def fails(plan: Plan, *arguments: object) -> str:
    with pytest.raises(UsageError) as error:
        replacement_impact(plan, *arguments)  # type: ignore[arg-type]
    return str(error.value)


def test_what_cannot_be_measured_is_refused(plan: Plan) -> None:
    assert "0.05 to 10 points" in fails(plan, 0.01)
    assert "0.05 to 10 points" in fails(plan, float("nan"))
    assert fails(plan, 1.0, ["hound"]) == "no deck plays 'hound'"
    assert "a single deck has no opponent" in fails(plan_of("wilds-fast"), 1.0)
    assert fails(plan, 1.0, None, ["aggro"]) == "no pilots 'aggro' play here, expected one of own"
    unequal = plan_of(*FIELD, pilot_a="greedy", pilot_b="random")
    assert "have different pilots here" in fails(unequal, 1.0)
    bare = replace(plan, rules=replace(plan.rules, reference={}))
    assert "[reference] of the ruleset has nothing for cost" in fails(bare, 1.0)
