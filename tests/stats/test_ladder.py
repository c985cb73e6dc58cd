"""Scores of exchanges, ratings and ranks: against what is known."""

from itertools import combinations

import numpy as np
import pytest

from forgesim.stats.ladder import Ranking, exchange_score, rank
from forgesim.stats.pairs import STRENGTH, estimate
from forgesim.stats.ratings import ELO

FOUR = list(combinations(range(4), 2))


def constant(score: int, cells: int = 3, exchanges: int = 40) -> np.ndarray:
    return np.full((cells, exchanges), score)


def test_the_interval_is_that_of_pairs_where_exchanges_score_as_they_do() -> None:
    random = np.random.default_rng(1)
    outcomes = random.integers(0, 3, (5, 80, 2))
    pairs = np.zeros((5, 3, 3), int)
    for cell, row in enumerate(outcomes):
        np.add.at(pairs[cell], tuple(row.T), 1)
    found = exchange_score(2 * outcomes.sum(axis=2))
    assert found == estimate(pairs, STRENGTH)


def test_an_interval_has_a_width_where_all_exchanges_agree() -> None:
    found = exchange_score(constant(8))
    assert (found.mean, found.high) == (1, 1)
    assert 0.9 < found.low < 1


def test_two_pilots_are_rated_by_the_odds_of_their_score() -> None:
    eighths = np.tile([8, 8, 8, 0], (2, 500))
    found = rank([0], [1], [eighths])
    assert found.ratings[0] == 0
    assert found.ratings[1] == pytest.approx(-ELO * np.log(3), abs=0.1)
    assert found.scores.tolist() == pytest.approx([0.75, 0.25])
    assert (found.best.tolist(), found.worst.tolist()) == ([1, 2], [1, 2])
    assert found.misfit == pytest.approx(0, abs=1e-9)
    # The slope of the log-odds is 1 / p (1 - p).
    error = exchange_score(eighths).error
    assert found.errors[1] == pytest.approx(ELO * error / (0.75 * 0.25), rel=0.01)


def test_pilots_that_are_alike_share_all_ranks() -> None:
    found = rank([0, 0, 1], [1, 2, 2], [constant(4)] * 3)
    assert found.ratings.tolist() == pytest.approx([0, 0, 0])
    assert (found.best.tolist(), found.worst.tolist()) == ([1, 1, 1], [3, 3, 3])


def test_a_circle_is_no_order() -> None:
    """A beats b, b beats c, c beats a: ratings cannot tell, and the misfit says so."""
    found = rank([0, 0, 1], [1, 2, 2], [constant(6), constant(2), constant(6)])
    assert found.best.tolist() == [1, 1, 1]
    assert found.misfit == pytest.approx(0.25, abs=0.01)


def test_who_wins_everything_has_a_finite_rating() -> None:
    found = rank([0, 0, 1], [1, 2, 2], [constant(8), constant(8), constant(4)])
    assert np.isfinite([found.ratings, found.errors]).all()
    assert (found.best[0], found.worst[0]) == (1, 1)


def test_the_anchor_has_rating_0_and_leaves_differences_and_ranks() -> None:
    games = played(np.random.default_rng(2), 60)
    by_first, by_last = (rank(*zip(*FOUR, strict=True), games, anchor) for anchor in (0, 3))
    assert (by_last.ratings[3], by_last.errors[3]) == (0, 0)
    assert np.diff(by_last.ratings).tolist() == pytest.approx(np.diff(by_first.ratings).tolist())
    assert by_last.best.tolist() == by_first.best.tolist()
    assert by_last.errors[0] == pytest.approx(by_first.errors[3])


def played(random: np.random.Generator, exchanges: int, cells: int = 10) -> list[np.ndarray]:
    """Exchanges of four pilots whose luck with a seed is the same whomever they meet."""
    strength = np.array([0.0, 0.1, 0.3, 0.35])
    luck = random.normal(0, 0.8, (4, cells, exchanges))
    return [
        np.clip(np.rint(4 + 1.5 * (strength[a] - strength[b] + luck[a] - luck[b])), 0, 8).astype(
            int
        )
        for a, b in FOUR
    ]


def test_intervals_of_ratings_and_scores_hold_the_truth() -> None:
    random = np.random.default_rng(3)
    first, second = zip(*FOUR, strict=True)
    truth = rank(first, second, played(random, 50_000))
    held, claims, times = np.zeros(7), 0, 150
    for _ in range(times):
        # As where a precision is asked for: meetings differ in how much they play.
        games = [
            each[:, :count] for each, count in zip(played(random, 24), (24, 12) * 3, strict=True)
        ]
        found = rank(first, second, games)
        held[:3] += np.abs(found.ratings - truth.ratings)[1:] <= 1.96 * found.errors[1:]
        held[3:] += np.abs(found.scores - truth.scores) <= 1.96 * found.score_errors
        claims += not all(is_possible(found, truth))
    assert (held / times).min() > 0.9
    assert (held / times).max() < 0.995
    assert claims / times < 0.05


def is_possible(found: Ranking, truth: Ranking) -> np.ndarray:
    """Whether each pilot's true rank is among those that it can have."""
    true = 1 + np.argsort(np.argsort(-truth.ratings))
    return np.asarray((found.best <= true) & (true <= found.worst))
