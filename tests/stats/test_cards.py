"""Impact of cards: against a slow count of the same pairs, published intervals, and null decks."""

from dataclasses import replace

import numpy as np
import pytest

from forgesim.stats.cards import (
    Rates,
    copies_by_outcome,
    improvement,
    observed,
    pooled,
    shuffle_strata,
    shuffled,
    together,
)
from forgesim.stats.counts import CardCounts, Counts
from forgesim.stats.pairs import wilson
from tests.stats.fields import Toy, make_counts, plain

# Observed rates


def cards_with(fates: np.ndarray, played: np.ndarray, copies: int = 2) -> CardCounts:
    """One card with the fates and plays of seat 0, and none of seat 1."""
    by_seat = np.stack([fates, np.zeros_like(fates)])
    return CardCounts(
        deck=0,
        cards=["ember"],
        copies=np.array([copies]),
        fates=by_seat[None],
        played=np.stack([played, np.zeros_like(played)])[None],
        positions=np.zeros((1, 4, 2), int),
        opponents=np.array([0]),
        is_b=np.array([False]),
        top=np.zeros((1, 1, 6), int),
        k=2,
    )


# Never drawn, drawn later, in the opening hand, by loss, draw and win.
FATES = np.array([[30, 0, 10], [20, 10, 30], [5, 0, 15]])
PLAYED = np.array([10, 4, 30])


def rate(mean: float, size: float) -> Rates:
    """One card's rate."""
    return Rates(np.array([mean]), np.array([float(size)]))


def test_rates_are_17lands_s_per_copy() -> None:
    found = observed(cards_with(FATES, PLAYED))
    assert found["gns"].mean == pytest.approx(10 / 40)
    assert found["gd"].mean == pytest.approx((30 + 5) / 60)
    assert found["oh"].mean == pytest.approx(15 / 20)
    assert found["gih"].mean == pytest.approx((45 + 5) / 80)
    assert found["gp"].mean == pytest.approx((55 + 5) / 120)
    assert found["played"].mean == pytest.approx(32 / 44)


def test_copies_count_for_as_few_pairs_as_they_can_come_from() -> None:
    found = observed(cards_with(FATES, PLAYED, copies=2))
    assert found["oh"].size == pytest.approx(20 / 4)
    assert found["oh"].bounds()[0] == pytest.approx(wilson(0.75, 5)[0])


def test_groups_of_copies_make_up_the_whole() -> None:
    found = copies_by_outcome(cards_with(FATES, PLAYED))
    assert (found["gp"] == found["gih"] + found["gns"]).all()
    assert (found["gih"] == found["oh"] + found["gd"]).all()


def test_a_rate_of_nothing_is_no_number() -> None:
    found = observed(cards_with(np.zeros((3, 3), int), np.zeros(3, int)))
    assert all(np.isnan(rate.mean[0]) for rate in found.values())
    assert all(np.isnan(bound[0]) for rate in found.values() for bound in rate.bounds())


@pytest.mark.parametrize(
    ("one", "other", "bounds"),
    [
        # R. G. Newcombe (1998), "Interval estimation for the difference between independent
        # proportions", Statistics in Medicine 17, 873-890, table II, method 10.
        ((56, 70), (48, 80), (0.0524, 0.3339)),
        ((9, 10), (3, 10), (0.1705, 0.8090)),
        ((10, 10), (0, 10), (0.6075, 1.0000)),
    ],
)
def test_the_interval_of_a_difference_is_newcombe_s(
    one: tuple[int, int], other: tuple[int, int], bounds: tuple[float, float]
) -> None:
    found, low, high = improvement(*(rate(won / n, n) for won, n in (one, other)))
    assert found == pytest.approx(one[0] / one[1] - other[0] / other[1])
    assert (low[0], high[0]) == pytest.approx(bounds, abs=5e-5)


def test_a_rate_over_decks_is_their_mean_and_of_one_deck_it_is_that_deck_s() -> None:
    one = pooled([rate(0.3, 50)])
    assert (one.mean, one.size) == (pytest.approx(0.3), pytest.approx(50))
    three = pooled([rate(0.2, 500), rate(0.6, 500), rate(np.nan, 0)])
    assert three.mean == pytest.approx(0.4)
    # p(1-p) / V with V = (0.16 + 0.24) / 500 / 4, but for the pseudo-pairs.
    assert three.size == pytest.approx(0.24 / 0.0002, rel=0.01)


# What the shuffle shows


def with_raw(top: np.ndarray, quarters: np.ndarray, copies: int) -> tuple[CardCounts, np.ndarray]:
    """Counts of one matchup from the copies among the top, and the strength, of each pair."""
    n, s = top, quarters
    sums = [(n, n**2, n * s, n**2 * s, n * s**2, n**2 * s**2)]
    cards = replace(
        cards_with(FATES, PLAYED, copies),
        top=np.array([[[part.sum() for part in row] for row in sums]]),
    )
    pairs = np.zeros((1, 3, 3), int)
    for quarter in quarters:
        pairs[0, min(quarter, 2), max(quarter - 2, 0)] += 1
    return cards, pairs


@pytest.mark.parametrize("copies", [1, 3])
def test_difference_and_variance_are_those_of_a_count_pair_by_pair(copies: int) -> None:
    random = np.random.default_rng(copies)
    n, quarters = random.binomial(copies, 0.3, 60), random.integers(0, 5, 60)
    found = shuffle_strata(*with_raw(n, quarters, copies))
    s, rest = quarters / 4, copies - n
    high, low = (n * s).sum() / n.sum(), (rest * s).sum() / rest.sum()
    assert found.difference == pytest.approx(high - low)
    sizes = [w.sum() ** 2 / (w**2).sum() for w in (n, rest)]
    assert (found.top, found.below) == (pytest.approx(sizes[0]), pytest.approx(sizes[1]))
    grow = [np.sqrt(m / (m - 1)) for m in sizes]
    each = grow[0] * n * (s - high) / n.sum() - grow[1] * rest * (s - low) / rest.sum()
    assert found.variance == pytest.approx((each**2).sum())


def test_of_a_single_copy_the_variance_is_that_of_two_independent_means() -> None:
    random = np.random.default_rng(7)
    n, quarters = random.binomial(1, 0.4, 80), random.integers(0, 5, 80)
    found = shuffle_strata(*with_raw(n, quarters, 1))
    s = quarters / 4
    parts = [s[n == side].var(ddof=1) / (n == side).sum() for side in (0, 1)]
    assert found.variance == pytest.approx(sum(parts))


def test_the_other_side_s_strength_turns_the_sign() -> None:
    random = np.random.default_rng(8)
    n, quarters = random.binomial(2, 0.4, 50), random.integers(0, 5, 50)
    one, pairs = with_raw(n, quarters, 2)
    other = replace(with_raw(n, 4 - quarters, 2)[0], is_b=np.array([True]))
    here, there = shuffle_strata(one, pairs), shuffle_strata(other, pairs)
    assert there.difference == pytest.approx(-here.difference)
    assert there.variance == pytest.approx(here.variance)


def test_a_stratum_with_an_empty_side_is_left_out_and_counted() -> None:
    empty, pairs = with_raw(np.zeros(20, int), np.arange(20) % 5, 2)
    full, _ = with_raw(np.arange(20) % 3, np.arange(20) % 5, 2)
    parts = [shuffle_strata(cards, pairs) for cards in (empty, full)]
    found = shuffled(together(parts))
    assert (found.used, found.left_out) == (1, 1)
    assert found.mean == shuffled(parts[1]).mean
    nothing = shuffled(parts[0])
    assert np.isnan([nothing.mean, nothing.low, nothing.high, nothing.p]).all()


def test_pairs_that_all_agree_give_0_with_an_interval_of_some_width() -> None:
    found = shuffled(shuffle_strata(*with_raw(np.arange(40) % 3, np.full(40, 4), 2)))
    assert found.mean == 0
    assert found.low < 0 < found.high
    assert found.p == 1


def of_decks(counts: Counts) -> list:
    return [shuffle_strata(cards, counts.pairs) for cards in counts.cards]


def test_cards_that_do_the_same_have_differences_compatible_with_0() -> None:
    # Nothing but the names differs, also in strong and weak decks.
    p_values, held = [], []
    for seed in range(12):
        decks = [plain(f"d{i}", worth=0.1 * i) for i in range(4)]
        for strata in of_decks(make_counts(decks, 120, seed)):
            found = shuffled(strata)
            p_values += found.p.tolist()
            held += ((found.low <= 0) & (found.high >= 0)).tolist()
    assert 0.92 <= np.mean(held) <= 0.98
    assert np.mean(np.array(p_values) < 0.5) == pytest.approx(0.5, abs=0.08)


def test_a_deck_s_differences_sum_to_0() -> None:
    ids = tuple(f"c{i}" for i in range(12))
    strong = Toy("strong", "Red", ids, {card: 0.2 * i for i, card in enumerate(ids)})
    counts = make_counts([strong, plain("weak", worth=0.5)], 4000)
    for cards, strata in zip(counts.cards, of_decks(counts), strict=True):
        found = shuffled(strata)
        total = cards.copies @ found.mean
        error = np.sqrt(cards.copies**2 @ ((found.high - found.low) / 4) ** 2)
        assert abs(total) < 0.1 * error


def test_a_card_that_is_worth_more_is_found_and_a_blank_in_a_strong_deck_is_negative() -> None:
    ids = tuple(f"c{i}" for i in range(12))
    worth = dict.fromkeys(ids, 0.5) | {"c0": 1.5, "c1": 0.0}
    strong = Toy("strong", "Red", ids, worth)
    counts = make_counts([strong, plain("other", worth=0.55)], 3000)
    found = shuffled(of_decks(counts)[0])
    assert found.mean.argmax() == 0
    assert found.low[0] > 0
    assert found.mean.argmin() == 1
    assert found.high[1] < 0


@pytest.mark.slow
@pytest.mark.parametrize("pairs", [8, 30, 200])
def test_intervals_of_a_difference_hold_the_truth_also_with_few_pairs(pairs: int) -> None:
    # Strength 1 with chance 0.5 + effect * (n - mean): 3 copies, a third of the library on top.
    random, copies, effect, held = np.random.default_rng(9), 3, 0.1, []
    truth = effect * (2 / 3 * 1 / 3 * copies) * copies / (1 * 2)
    for _ in range(1500):
        parts = []
        for _ in range(5):
            n = random.binomial(copies, 1 / 3, pairs)
            quarters = 4 * (random.random(pairs) < 0.5 + effect * (n - 1))
            parts.append(shuffle_strata(*with_raw(n, quarters.astype(int), copies)))
        found = shuffled(together(parts))
        held.append(found.low <= truth <= found.high)
    assert 0.93 <= np.mean(held) <= 0.98
