"""The table of differences: against a slow recount, and what it must say of known differences."""

from typing import Any

import numpy as np
import pytest

from forgesim.cards.decks import MIXED
from forgesim.stats.counts import Field
from forgesim.stats.differences import Moments, moment_difference, paired_difference
from forgesim.stats.paired_tables import (
    DIFFERENCES,
    FIRST_PLAYER,
    REASONS,
    SAME,
    STRENGTH,
    PairedCounts,
    difference_rows,
    judged,
    pair_numbers,
)

FIELD = Field(
    ["ash", "brook", "cliff", "dell"], ["Red", "Blue", "Red", MIXED],
    np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 3]), np.array([0, 1, 2, 3, 1, 2, 3, 2, 3, 3]),
)  # fmt: skip
WHY = ("blow", "deckout")
MATCHUPS = len(FIELD.deck_a)


def play(pairs: int, seed: int, shift: float = 0.0) -> list[tuple[Any, Any, Any]]:
    """Outcomes, reasons and turns of every matchup."""
    dice = np.random.Generator(np.random.PCG64(seed))
    chance = [0.45 - shift, 0.1, 0.45 + shift]
    return [
        (dice.choice(3, (pairs, 2), p=chance), dice.integers(0, 2, (pairs, 2)),
         dice.integers(5, 20, (pairs, 2)))
        for _ in range(MATCHUPS)
    ]  # fmt: skip


def counted(old: Any, new: Any, same: tuple[int, ...] = (), is_even: bool = True) -> PairedCounts:
    before = [pair_numbers(*each, len(WHY)) for each in old]
    after = [before[at] if at in same else pair_numbers(*each, len(WHY))
             for at, each in enumerate(new)]  # fmt: skip
    change = [b - a for a, b in zip(before, after, strict=True)]
    return PairedCounts(
        FIELD, WHY, np.array([len(each) for each in before]),
        np.array([each.sum(axis=0) for each in before]),
        np.array([each.sum(axis=0) for each in after]),
        np.array([(each**2).sum(axis=0) for each in change]),
        np.array([np.count_nonzero(each, axis=0) for each in change]),
        np.array([at in same for at in range(MATCHUPS)]), is_even,
    )  # fmt: skip


def find(rows: list[dict[str, Any]], scope: str, name: str, seat: str = "") -> dict[str, Any]:
    (row,) = (r for r in rows if (r["scope"], r["name"], r["seat"]) == (scope, name, seat))
    return row


def slow_score(games: Any, inside: set[int], seat: str) -> tuple[float, Any]:
    """Score of some decks against all others, matchup by matchup, and of each of their pairs."""
    per_pair = []
    for (outcomes, _, _), a, b in zip(games, FIELD.deck_a, FIELD.deck_b, strict=True):
        if (a in inside) == (b in inside):
            continue
        own = outcomes / 2 if a in inside else 1 - outcomes[:, ::-1] / 2  # own game first
        column = {"first": own[:, 0], "second": own[:, 1], "": own.mean(axis=1)}[seat]
        per_pair.append(column)
    return float(np.mean([each.mean() for each in per_pair])), per_pair


@pytest.mark.parametrize("seat", ["", "first", "second"])
@pytest.mark.parametrize(
    ("scope", "name", "inside"),
    [("group", "Red", {0, 2}), ("group", MIXED, {3}), ("deck", "brook", {1})],
)
def test_scores_and_differences_are_those_of_a_recount(
    scope: str, name: str, inside: set[int], seat: str
) -> None:
    old, new = play(200, 1), play(200, 2, 0.1)
    row = find(difference_rows("own", counted(old, new), 2.0), scope, name, seat)
    before, pairs_before = slow_score(old, inside, seat)
    after, pairs_after = slow_score(new, inside, seat)
    assert row["old"] == pytest.approx(100 * before)
    assert row["new"] == pytest.approx(100 * after)
    assert row["difference"] == pytest.approx(100 * (after - before))
    change = [b - a for a, b in zip(pairs_before, pairs_after, strict=True)]
    error = np.sqrt(sum(each.var(ddof=1) / len(each) for each in change)) / len(change)
    assert (row["high"] - row["low"]) / 2 == pytest.approx(196 * error, rel=0.02)
    assert row["moved"] == sum(np.count_nonzero(each) for each in change)


def test_headline_numbers_are_those_of_a_recount() -> None:
    old, new = play(150, 3), play(150, 4, 0.05)
    rows = difference_rows("own", counted(old, new), 2.0)
    first = [np.mean([(o[:, 0] + 2 - o[:, 1]) / 4 for o, _, _ in games]) for games in (old, new)]
    row = find(rows, "headline", "first-player advantage")
    assert [row["old"], row["new"]] == pytest.approx([100 * each - 50 for each in first])
    row = find(rows, "headline", "mean turns")
    assert row["new"] == pytest.approx(np.mean([turns for _, _, turns in new]))
    row = find(rows, "headline", "ends by deckout")
    assert row["old"] == pytest.approx(100 * np.mean([why == 1 for _, why, _ in old]))
    row = find(rows, "headline", "draws")
    assert row["new"] == pytest.approx(100 * np.mean([outcome == 1 for outcome, _, _ in new]))


def test_rows_have_the_columns_of_the_table_in_a_fixed_order() -> None:
    rows = difference_rows("own", counted(play(20, 1), play(20, 2)), 2.0)
    assert all(set(DIFFERENCES) <= set(row) for row in rows)
    scopes = list(dict.fromkeys((row["scope"], bool(row["seat"])) for row in rows))
    assert scopes == [("headline", False), ("group", False), ("deck", False), ("group", True),
                      ("deck", True), ("matchup", False)]  # fmt: skip
    assert sum(row["scope"] == "matchup" for row in rows) == MATCHUPS - 4  # without mirrors


def test_what_is_the_same_differs_by_exactly_nothing() -> None:
    rows = difference_rows("own", counted(play(50, 1), play(50, 2), tuple(range(MATCHUPS))), 2.0)
    assert {row["verdict"] for row in rows} == {SAME}
    assert all(row["difference"] == row["low"] == row["high"] == 0 for row in rows)
    assert all(np.isnan(row["p"]) and np.isnan(row["p_adjusted"]) for row in rows)


def test_matchups_that_are_the_same_narrow_the_interval() -> None:
    old, new = play(100, 1), play(100, 2, 0.1)
    inside = [at for at in range(MATCHUPS) if (FIELD.deck_a[at] == 1) != (FIELD.deck_b[at] == 1)]
    whole = find(difference_rows("own", counted(old, new), 2), "deck", "brook")
    part = find(difference_rows("own", counted(old, new, tuple(inside[1:])), 2), "deck", "brook")
    assert part["high"] - part["low"] < (whole["high"] - whole["low"]) / 1.5
    assert part["matchups"] == whole["matchups"] == 3
    assert part["verdict"] != SAME


def test_scores_of_decks_are_left_out_where_pilots_are_unequal() -> None:
    rows = difference_rows("a : b", counted(play(20, 1), play(20, 2), is_even=False), 2.0)
    assert {row["scope"] for row in rows} == {"headline", "matchup"}


def test_the_interval_holds_the_true_difference() -> None:
    # Deck a wins a game by 10 points more often, whoever begins: 20 points of strength for it.
    hits, wide = 0, []
    for seed in range(200):
        dice = np.random.Generator(np.random.PCG64(seed))
        numbers = []
        luck = dice.random((300, 2))  # common to both versions
        for edge in (0.5, 0.4):
            outcomes = np.where(luck > edge, 2, 0)
            zeros = np.zeros((300, 2), int)
            numbers.append(pair_numbers(outcomes, zeros, zeros, 1)[:, STRENGTH])
        change = numbers[1] - numbers[0]
        moments = Moments(np.array([300]), np.array([change.sum()]) / 4,
                          np.array([(change**2).sum()]) / 16,
                          np.array([np.count_nonzero(change)]))  # fmt: skip
        found = moment_difference(moments, np.ones(1))
        hits += found.low <= 0.1 <= found.high
        wide.append(found.high - found.low)
    assert 180 <= hits <= 199
    assert np.mean(wide) < 0.06  # independent seeds would have 0.11


def test_sums_give_the_interval_of_counted_differences() -> None:
    counts = np.array([[2, 0, 5, 90, 1], [0, 4, 0, 60, 9]])
    values = np.array([-1, -0.5, -0.25, 0, 0.5])
    moments = Moments(counts.sum(axis=1), counts @ values, counts @ values**2,
                      counts[:, [0, 1, 2, 4]].sum(axis=1))  # fmt: skip
    weights = np.array([0.7, 0.3])
    assert moment_difference(moments, weights) == paired_difference(counts, values, weights)


def test_weights_of_either_sign_turn_a_difference() -> None:
    moments = Moments(np.array([100]), np.array([7.0]), np.array([9.0]), np.array([20]))
    up, down = (moment_difference(moments, np.array([sign])) for sign in (1.0, -1.0))
    assert (up.mean, up.low, up.high, up.p) == (-down.mean, -down.high, -down.low, down.p)


@pytest.mark.parametrize(
    ("low", "high", "p", "verdict", "is_known"),
    [
        (2.5, 4.0, 0.001, "matters", False), (2.5, 4.0, 0.2, "undecided", True),
        (-0.5, 1.5, 0.9, "small", False), (1.0, 2.5, 0.0, "undecided", True),
        (-9.0, -2.1, 0.01, "matters", False),
    ],
)  # fmt: skip
def test_verdicts(low: float, high: float, p: float, verdict: str, is_known: bool) -> None:
    row = {"difference": (low + high) / 2, "low": low, "high": high, "p_adjusted": p,
           "unit": "points"}  # fmt: skip
    found = judged(row, 100, 2.0)
    assert found["verdict"] == verdict
    assert np.isfinite(found["needed_pairs"]) == is_known


def test_what_would_decide_shrinks_the_interval_to_the_threshold() -> None:
    row = {"difference": 1.0, "low": -2.0, "high": 4.0, "p_adjusted": 1.0, "unit": "points"}
    assert judged(row, 100, 2.0)["needed_pairs"] == 900  # half-width 3 to 1
    turns = row | {"unit": "turns", "difference": 0.25, "low": -0.5, "high": 1.0}
    assert judged(turns, 100, 2.0)["needed_pairs"] == 900  # against half a turn
    at = row | {"difference": 2.0, "low": 1.0, "high": 3.0}
    assert judged(at, 100, 2.0)["needed_pairs"] == np.inf


def test_the_numbers_of_a_pair() -> None:
    found = pair_numbers(np.array([[2, 1]]), np.array([[0, 1]]), np.array([[9, 12]]), 2)
    assert found.tolist() == [[3, 3, 2, 1, 21, 1, 1, 1]]
    assert found.shape[1] == REASONS + 2
    assert found[0, FIRST_PLAYER] == 2 + 2 - 1
