"""Estimates from mirrored pairs.

The unit is the pair: the same seed played twice, the seats exchanged. With a and b the score of
deck A going first and second (win 1, draw 1/2), a pair's strength is (a + b) / 2 and its
first-player score (a + 1 - b) / 2. Pairs of one matchup are independent and identically
distributed; the two games of a pair are not independent, and are never counted as two.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

Z95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution."""

_HALVES = np.array([0.0, 0.5, 1.0])
STRENGTH = (_HALVES[:, None] + _HALVES[None, :]) / 2
"""A pair's strength, by the outcomes of deck a going first and second (in halves of a point)."""
FIRST_PLAYER = (_HALVES[:, None] + 1 - _HALVES[None, :]) / 2
"""A pair's first-player score, likewise."""


@dataclass(frozen=True)
class Estimate:
    """A mean score, or a difference of scores, with its 95 % interval.

    Attributes
    ----------
    mean, low, high : float
        Scores from 0 to 1, or differences of them.
    pairs : int
        Pairs behind it.
    error : float
        Standard error, in the same unit as the mean.
    z : float
        Score statistic against 1/2, or against 0 for a difference: beyond `Z95` on either side
        exactly where the interval leaves that value out.
    """

    mean: float
    low: float
    high: float
    pairs: int
    error: float = np.nan
    z: float = np.nan


@dataclass(frozen=True)
class Estimates:
    """Many estimates at once: the attributes of `Estimate`, as arrays of one shape."""

    mean: Array
    low: Array
    high: Array
    pairs: Array
    error: Array
    z: Array

    def __getitem__(self, place: int | tuple[int, ...]) -> Estimate:
        """One of them."""
        mean, low, high = (float(part[place]) for part in (self.mean, self.low, self.high))
        error, z = float(self.error[place]), float(self.z[place])
        return Estimate(mean, low, high, int(self.pairs[place]), error, z)


def wilson(mean: Any, effective: Any, z: float = Z95) -> tuple[Any, Any]:
    """Wilson's score interval for a proportion, at an effective sample size.

    Parameters
    ----------
    mean : float or float array
        Observed mean, 0 to 1.
    effective : float or float array
        Number of Bernoulli trials that would have the estimate's variance; positive.
    z : float
        Normal quantile.

    Returns
    -------
    tuple of float or float array
        Lower and upper bound, within 0 and 1.

    References
    ----------
    E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 209-212.
    """
    shrink = 1 + z * z / effective
    centre = (mean + z * z / (2 * effective)) / shrink
    spread = mean * (1 - mean) / effective + z * z / (4 * effective**2)
    half = z * np.sqrt(spread) / shrink
    return np.maximum(centre - half, 0.0), np.minimum(centre + half, 1.0)


def estimates(
    pairs: Array, values: Array, weights: Array | None = None, width: float = Z95
) -> Estimates:
    """Estimate weighted means over matchups of a score of their pairs, many at once.

    The interval is Wilson's at the effective size p(1-p)/V, where p and the variance V of the mean
    are computed with one pseudo-pair at 0 and one at 1: it does not degenerate when all pairs
    agree. Each pseudo-pair is as heavy as the heaviest pair in the mean, and there are two of them
    however many matchups there are. A single matchup's variance has the divisor n, since the
    pseudo-pairs make up for its bias; with several the bias of each would add up, and the divisor
    is n - 1. docs/reference/statistics.md says why, scripts/evidence/interval_coverage.py shows it.

    Parameters
    ----------
    pairs : int array (..., matchups, 3, 3)
        Pairs by outcomes; every matchup has at least one.
    values : float array (3, 3)
        The score of a pair, 0 to 1: `STRENGTH` or `FIRST_PLAYER`; or (matchups, 3, 3).
    weights : float array (matchups,), optional
        Weights of the matchups, not negative; equal ones if left out.
    width : float
        Half the width of the intervals, in standard errors: more than that of 95 % where they have
        to hold at several looks (`forgesim.stats.summary.quantile`).

    Returns
    -------
    Estimates
        Of shape (...).
    """
    matchups = pairs.shape[-3]
    counts = pairs.reshape(*pairs.shape[:-2], 9)
    scores = np.broadcast_to(values, (matchups, 3, 3)).reshape(matchups, 9)
    return _estimates(counts, scores, _shares(matchups, weights), width)


def estimate(
    pairs: Array, values: Array, weights: Array | None = None, width: float = Z95
) -> Estimate:
    """Estimate a weighted mean over matchups of a score of their pairs, as `estimates` does.

    Parameters
    ----------
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes; every matchup has at least one.
    values : float array (3, 3)
        The score of a pair: `STRENGTH` or `FIRST_PLAYER`; or (matchups, 3, 3).
    weights : float array (matchups,), optional
        Weights of the matchups; equal ones if left out.
    width : float
        As `estimates` takes it.

    Returns
    -------
    Estimate
    """
    return estimates(pairs, values, weights, width)[()]


def contrast(pairs: Array, weights: Array, values: Array = STRENGTH) -> Estimate:
    """Estimate a difference between means over matchups of one run.

    For instance, the score of one deck less that of another: the interval is that of the
    difference, in which a matchup between the two counts once, with both its weights.

    Parameters
    ----------
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes.
    weights : float array (matchups,)
        Weight of each matchup's score in the difference; they sum to 0, but for a constant where
        scores stand for the other deck's (1 less them).
    values : float array (3, 3) or (matchups, 3, 3)
        The score of a pair, 0 to 1.

    Returns
    -------
    Estimate
        Of the sum of weight times (score less 1/2): the difference itself where weights sum to 0.
    """
    turned = np.where(weights[:, None, None] < 0, 1 - values, np.broadcast_to(values, pairs.shape))
    scale = float(np.abs(weights).sum())
    found = estimate(pairs, turned, np.abs(weights))
    low, high = scale * (found.low - 0.5), scale * (found.high - 0.5)
    mean, error = scale * (found.mean - 0.5), scale * found.error
    return Estimate(mean, low, high, found.pairs, error, found.z)


def _shares(matchups: int, weights: Array | None) -> Array:
    if weights is None:
        return np.full(matchups, 1 / matchups)
    return np.asarray(weights / weights.sum())


def _estimates(counts: Array, scores: Array, shares: Array, width: float) -> Estimates:
    """Weighted means of scores; `counts` is (..., matchups, 9), `scores` (matchups, 9)."""
    counts, scores, shares = counts[..., shares > 0, :], scores[shares > 0], shares[shares > 0]
    n = counts.sum(axis=-1)
    # Centred first: the square of a mean is no small difference of large numbers then.
    means = np.einsum("...mv,mv->...m", counts, scores) / n
    squares = np.einsum("...mv,...mv->...m", counts, (scores - means[..., None]) ** 2)
    mean = means @ shares
    heaviest = (shares / n).max(axis=-1)
    within = (shares**2 * _variances(n, means, squares) / n).sum(axis=-1)
    size = 1 / heaviest
    padded = (size * mean + 1) / (size + 2)
    pseudo = padded**2 + (1 - padded) ** 2
    total = within * size**2 + size * (mean - padded) ** 2 + pseudo
    variance = total / (size + 2) ** 2
    effective = padded * (1 - padded) / variance
    low, high = wilson(mean, effective, width)
    z = 2 * (mean - 0.5) * np.sqrt(effective)
    return Estimates(mean, low, high, n.sum(axis=-1), np.sqrt(variance), z)


def _variances(n: Array, means: Array, squares: Array) -> Array:
    """Variance of a pair in each matchup, from sums of squares around the matchup's mean.

    A matchup with a single pair gets the average of the others; where all have only one, it is
    the variance of them all, which is too large by what their true means differ.
    """
    if n.shape[-1] == 1:
        return np.asarray(squares / n)
    spare = (n - 1).sum(axis=-1, keepdims=True)
    common = np.where(
        spare > 0,
        squares.sum(axis=-1, keepdims=True) / np.maximum(spare, 1),
        means.var(axis=-1, ddof=1, keepdims=True),
    )
    return np.asarray(np.where(n > 1, squares / np.maximum(n - 1, 1), common))
