"""Intervals against published numbers and cases that can be computed by hand."""

import math

import numpy as np
import pytest

from forgesim.stats.pairs import (
    FIRST_PLAYER,
    STRENGTH,
    Z95,
    Estimate,
    contrast,
    estimate,
    estimates,
    wilson,
)

LOSS, DRAW, WIN = 0, 1, 2


def matchup(**counts: int) -> np.ndarray:
    """Pairs by outcomes, named by two letters: deck a going first, then second."""
    letters = {"L": LOSS, "D": DRAW, "W": WIN}
    table = np.zeros((3, 3), np.int64)
    for outcomes, count in counts.items():
        table[letters[outcomes[0]], letters[outcomes[1]]] = count
    return table


def strength(*matchups: np.ndarray) -> Estimate:
    return estimate(np.array(matchups), STRENGTH)


# Wilson's interval


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # R. G. Newcombe (1998), "Two-sided confidence intervals for the single proportion",
        # Statistics in Medicine 17, 857-872, table I, method 3 (score without correction).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_newcombe_s_published_intervals(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes / trials, trials) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # statsmodels 0.15, proportion_confint(successes, trials, method="wilson")
        (81, 263, 0.2552885198782742, 0.36620957698280004),
        (29, 29, 0.8830302015002592, 1.0),
        (5, 10, 0.23659309051256394, 0.7634069094874361),
        (520, 1000, 0.4890177246575191, 0.5508292050030589),
    ],
)
def test_wilson_gives_the_numbers_of_statsmodels(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert wilson(successes / trials, trials) == pytest.approx((low, high), abs=1e-12)


def test_wilson_at_another_level_gives_the_numbers_of_statsmodels() -> None:
    # statsmodels 0.15, proportion_confint(15, 148, alpha=0.1, method="wilson")
    expected = (0.06744326224687144, 0.14957293174640032)
    assert wilson(15 / 148, 148, 1.6448536269514722) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("mean", [0.0, 0.01, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("effective", [0.5, 1, 10, 1e9])
def test_wilson_stays_within_0_and_1_and_around_the_mean(mean: float, effective: float) -> None:
    low, high = wilson(mean, effective)
    assert 0 <= low <= mean + 1e-12
    assert mean - 1e-12 <= high <= 1


# The score of a pair


def test_strength_is_the_mean_of_both_scores() -> None:
    assert STRENGTH.tolist() == [[0, 0.25, 0.5], [0.25, 0.5, 0.75], [0.5, 0.75, 1]]


def test_first_player_score_is_high_where_both_win_going_first() -> None:
    assert FIRST_PLAYER[WIN, LOSS] == 1
    assert FIRST_PLAYER[LOSS, WIN] == 0
    assert FIRST_PLAYER[WIN, WIN] == FIRST_PLAYER[LOSS, LOSS] == FIRST_PLAYER[DRAW, DRAW] == 0.5


# Means and intervals of pairs


def test_the_mean_is_that_of_the_pairs_without_the_pseudo_pairs() -> None:
    found = strength(matchup(WW=3, WL=4, LL=1))
    assert found.mean == pytest.approx((3 + 4 / 2) / 8)
    assert found.pairs == 8


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_pairs_that_all_agree_give_wilson_over_them_and_the_two_pseudo_pairs(n: int) -> None:
    # All pairs score 1: p = (n+1)/(n+2), V = p(1-p)/(n+2), so the effective size is n+2.
    found = strength(matchup(WW=n))
    assert found.mean == 1
    assert (found.low, found.high) == pytest.approx(wilson(1, n + 2), abs=1e-12)
    assert found.low < 1 - 1 / (n + 2)


def test_pairs_of_equal_games_count_as_one_trial_each() -> None:
    # Both games of a pair end alike: a pair is one Bernoulli trial, however many its games.
    found = strength(matchup(WW=300, LL=200))
    assert (found.low, found.high) == pytest.approx(wilson(0.6, 502), abs=1e-12)


def test_independent_games_count_as_two_trials_a_pair_nearly() -> None:
    # Four equally frequent outcomes: the effective size is 2 (n+2)^2 / (n+4).
    n = 4000
    found = strength(matchup(WW=n // 4, WL=n // 4, LW=n // 4, LL=n // 4))
    exact = wilson(0.5, 2 * (n + 2) ** 2 / (n + 4))
    assert (found.low, found.high) == pytest.approx(exact, abs=1e-12)
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 2 * n), abs=1e-5)


@pytest.mark.parametrize("n", [1, 10, 1000])
def test_pairs_that_cancel_out_leave_a_width_of_the_order_of_one_pair(n: int) -> None:
    # Who goes first wins: every pair scores 1/2, and only the pseudo-pairs differ from it. Then
    # V = (1/2) / (n+2)^2, and the effective size is (n+2)^2 / 2.
    found = strength(matchup(WL=n))
    assert found.mean == 0.5
    assert (found.low, found.high) == pytest.approx(wilson(0.5, (n + 2) ** 2 / 2), abs=1e-12)
    assert 0 < found.high - found.low < 3 / (n + 2)


def test_first_player_score_of_the_same_pairs_is_certain() -> None:
    found = estimate(np.array([matchup(WL=10)]), FIRST_PLAYER)
    assert found.mean == 1
    assert found.low == pytest.approx(wilson(1, 12)[0], abs=1e-12)


def test_matchups_have_the_same_weight_however_many_their_pairs() -> None:
    found = strength(matchup(WW=1000), matchup(LL=10))
    assert found.mean == 0.5
    assert found.pairs == 1010


def test_weights_are_shares_whatever_their_sum() -> None:
    pairs = np.array([matchup(WW=30), matchup(LL=10)])
    found = estimate(pairs, STRENGTH, np.array([3.0, 1.0]))
    assert found.mean == pytest.approx(0.75)
    assert found == estimate(pairs, STRENGTH, np.array([0.75, 0.25]))


def test_a_matchup_of_weight_0_does_not_widen_the_interval() -> None:
    alone = strength(matchup(WW=60, LL=40))
    pairs = np.array([matchup(WW=60, LL=40), matchup(WW=1)])
    found = estimate(pairs, STRENGTH, np.array([1.0, 0.0]))
    assert (found.mean, found.low, found.high) == pytest.approx((alone.mean, alone.low, alone.high))


def test_a_mean_over_matchups_has_two_pseudo_pairs_in_all() -> None:
    # 200 pairs and two pseudo-pairs; the variance of each matchup has the divisor n - 1.
    found = strength(matchup(WW=50, LL=50), matchup(WW=50, LL=50))
    variance = (200 * 0.25 * 100 / 99 + 0.5) / 202**2
    exact = wilson(0.5, 0.25 / variance)
    assert (found.low, found.high) == pytest.approx(exact, abs=1e-12)


def test_matchups_that_all_agree_are_as_one_of_all_their_pairs() -> None:
    found = strength(*[matchup(WW=5)] * 20)
    assert (found.low, found.high) == pytest.approx(wilson(1, 102), abs=1e-12)


def test_pseudo_pairs_are_as_heavy_as_the_heaviest_pair() -> None:
    # Ten pairs of the second matchup weigh as much as a thousand of the first.
    found = strength(matchup(WW=1000), matchup(WW=10))
    assert (found.low, found.high) == pytest.approx(wilson(1, 22), abs=1e-12)


def test_matchups_of_one_pair_vary_as_they_differ() -> None:
    # Between them the pairs vary by 0.25 n / (n - 1), as those of one matchup would.
    alone = strength(*[matchup(WW=1)] * 10, *[matchup(LL=1)] * 10)
    variance = (20 * 0.25 * 20 / 19 + 0.5) / 22**2
    exact = wilson(0.5, 0.25 / variance)
    assert (alone.low, alone.high) == pytest.approx(exact, abs=1e-12)


def test_a_matchup_of_one_pair_beside_others_gets_their_variance() -> None:
    pairs = np.array([matchup(WW=30, LL=30), matchup(WW=1)])
    found = estimate(pairs, STRENGTH, np.array([1.0, 1e-9]))
    alone = estimate(pairs[:1], STRENGTH)
    assert found.error == pytest.approx(alone.error, rel=0.02)


def test_exchanging_the_decks_mirrors_the_interval() -> None:
    table = matchup(WW=30, WL=20, LW=5, LL=10)
    one, other = strength(table), estimate(np.array([table]), 1 - STRENGTH)
    assert other.mean == pytest.approx(1 - one.mean)
    assert (other.low, other.high) == pytest.approx((1 - one.high, 1 - one.low))


@pytest.mark.slow
def test_the_interval_holds_the_true_score_as_often_as_it_says() -> None:
    # 95 % of 4,000 runs give 3,800; four standard deviations of that count are 55.
    random = np.random.default_rng(2)
    odds = np.array([0.35, 0.0, 0.05, 0.0, 0.0, 0.0, 0.4, 0.0, 0.2])
    truth = float(odds @ STRENGTH.ravel())
    held = 0
    for _ in range(4000):
        found = estimate(random.multinomial(200, odds).reshape(1, 3, 3), STRENGTH)
        held += found.low <= truth <= found.high
    assert abs(held - 3800) < 4 * math.sqrt(4000 * 0.95 * 0.05)


def test_z95_is_the_normal_quantile() -> None:
    assert pytest.approx(0.975, abs=1e-15) == 0.5 * (1 + math.erf(Z95 / math.sqrt(2)))


# Many at once, tests and differences


def test_many_estimates_are_those_of_each() -> None:
    pairs = np.random.default_rng(1).integers(1, 30, size=(5, 4, 3, 3))
    found = estimates(pairs, STRENGTH)
    assert [found[i] for i in range(5)] == [estimate(some, STRENGTH) for some in pairs]


@pytest.mark.parametrize("wins", [0, 20, 39, 40, 41, 59, 60, 61, 80, 100])
def test_z_is_beyond_the_quantile_exactly_where_the_interval_leaves_out_a_half(wins: int) -> None:
    found = strength(matchup(WW=wins, LL=100 - wins))
    assert (abs(found.z) > Z95) == (not found.low <= 0.5 <= found.high)


def test_z_of_pairs_that_end_alike_is_the_score_test_s() -> None:
    # 60 of 100 against 1/2, at an effective size of 102.
    assert strength(matchup(WW=60, LL=40)).z == pytest.approx(0.1 / math.sqrt(0.25 / 102))


def test_the_error_is_that_of_the_mean_with_pseudo_pairs() -> None:
    assert strength(matchup(WW=50, LL=50)).error == pytest.approx(math.sqrt(0.25 / 102))


def test_a_contrast_is_the_difference_of_the_means() -> None:
    pairs = np.array([matchup(WW=60, LL=40), matchup(WW=45, LL=55), matchup(WW=50, LL=50)])
    weights = np.array([0.5, -1.0, 0.5])
    found = contrast(pairs, weights)
    assert found.mean == pytest.approx((0.6 + 0.5) / 2 - 0.45)
    variance = (0.25 * 0.24 + 0.2475 + 0.25 * 0.25) / 99
    assert found.error == pytest.approx(math.sqrt(variance), rel=0.02)
    assert found.low < found.mean < found.high


def test_in_a_contrast_a_matchup_between_the_two_counts_once_with_both_weights() -> None:
    # Two decks that only met each other: the score of one less that of the other.
    pairs = np.array([matchup(WW=70, LL=30)])
    found, score = contrast(pairs, np.array([2.0])), strength(pairs[0])
    assert found.mean == pytest.approx(0.7 - 0.3)
    assert found.high == pytest.approx(2 * score.high - 1)
    assert found.z == pytest.approx(score.z)
