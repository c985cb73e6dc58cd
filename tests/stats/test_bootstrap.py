"""Resamples keep what they must, and vary as much as the runs they stand for."""

import numpy as np
import pytest

from forgesim.stats.bootstrap import interval, resamples
from forgesim.stats.pairs import STRENGTH


def pairs(**cells: int) -> np.ndarray:
    table = np.zeros((3, 3), int)
    for name, count in cells.items():
        table["LDW".index(name[0]), "LDW".index(name[1])] = count
    return table


def test_resamples_have_one_pair_fewer_and_no_outcome_that_was_not_there() -> None:
    drawn = resamples(np.array([pairs(WL=60, WW=40)]), decks=10**9)
    assert drawn.shape == (200, 1, 3, 3)
    assert (drawn.sum(axis=(2, 3)) == 99).all()
    assert drawn[:, 0, 0].sum() == 0


def test_the_same_run_gives_the_same_resamples() -> None:
    table = np.array([pairs(WL=6, WW=4)])
    assert (resamples(table, 2) == resamples(table, 2)).all()
    assert (resamples(table, 2) != resamples(table, 2, seed=1)).any()


@pytest.mark.parametrize("n", [2, 5, 50])
def test_means_vary_as_those_of_runs_do(n: int) -> None:
    # Over all runs of n pairs that end alike, the variance of the mean is 0.25 / n.
    random = np.random.default_rng(1)
    runs = random.binomial(n, 0.5, size=300)
    tables = np.array([pairs(WW=won, LL=n - won) for won in runs])
    drawn = resamples(tables, decks=10**9)
    means = (drawn * STRENGTH).sum(axis=(2, 3)) / max(n - 1, 1)
    assert means.var(axis=0).mean() == pytest.approx(0.25 / n, rel=0.1)


def test_a_single_pair_is_drawn_from_all_matchups_seen_from_either_deck() -> None:
    drawn = resamples(np.array([pairs(WW=1), pairs(WW=1)]), decks=10**9).mean(axis=0)
    assert drawn[0, 2, 2] == pytest.approx(0.5, abs=0.1)
    assert drawn[0, 0, 0] == pytest.approx(0.5, abs=0.1)


def test_a_deck_that_won_everything_loses_a_pair_now_and_then() -> None:
    # One pseudo-pair lost among 100 pairs and one won.
    drawn = resamples(np.array([pairs(WW=100)]), decks=2, times=2000)
    assert drawn[:, 0, 0, 0].mean() == pytest.approx(99 / 102, rel=0.1)


def test_an_interval_joins_the_percentile_interval_with_its_mirror_image() -> None:
    values = np.linspace(0, 1, 1001)
    low, high = interval(values, np.array(0.9), 0, 1.5)
    assert (low, high) == pytest.approx((0.025, 1.5))
    assert interval(values, np.array(0.5), 0, 1) == pytest.approx((0.025, 0.975))
