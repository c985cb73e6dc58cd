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
    """A mean score with its 95 % interval.

    Attributes
    ----------
    mean, low, high : float
        Scores from 0 to 1.
    pairs : int
        Pairs behind it.
    """

    mean: float
    low: float
    high: float
    pairs: int


def wilson(mean: float, effective: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a proportion, at an effective sample size.

    Parameters
    ----------
    mean : float
        Observed mean, 0 to 1.
    effective : float
        Number of Bernoulli trials that would have the estimate's variance; positive.
    z : float
        Normal quantile.

    Returns
    -------
    tuple of float
        Lower and upper bound, within 0 and 1.

    References
    ----------
    E. B. Wilson (1927), "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 209-212.
    """
    shrink = 1 + z * z / effective
    centre = (mean + z * z / (2 * effective)) / shrink
    spread = mean * (1 - mean) / effective + z * z / (4 * effective**2)
    half = z * float(np.sqrt(spread)) / shrink
    return max(0.0, centre - half), min(1.0, centre + half)


def estimate(pairs: Array, values: Array, weights: Array | None = None) -> Estimate:
    """Estimate a weighted mean over matchups of a score of their pairs.

    The interval is Wilson's at the effective size p(1-p)/V, where p and the variance V of the mean
    are computed with one pseudo-pair at 0 and one at 1 in each matchup: it does not degenerate when
    all pairs agree.

    Parameters
    ----------
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes; every matchup has at least one.
    values : float array (3, 3)
        The score of a pair: `STRENGTH` or `FIRST_PLAYER`; or (matchups, 3, 3).
    weights : float array (matchups,), optional
        Weights of the matchups; equal ones if left out.

    Returns
    -------
    Estimate
    """
    counts = pairs.reshape(len(pairs), 9).astype(float)
    scores = np.broadcast_to(values, pairs.shape).reshape(len(pairs), 9)
    share = np.full(len(pairs), 1 / len(pairs)) if weights is None else weights / weights.sum()
    n = counts.sum(axis=1)
    mean = (counts * scores).sum(axis=1) / n
    padded_mean = ((counts * scores).sum(axis=1) + 1) / (n + 2)
    padded_square = ((counts * scores**2).sum(axis=1) + 1) / (n + 2)
    variance = (padded_square - padded_mean**2) / (n + 2)
    p = float(share @ padded_mean)
    effective = p * (1 - p) / float(share**2 @ variance)
    low, high = wilson(float(share @ mean), effective)
    return Estimate(float(share @ mean), low, high, int(n.sum()))
