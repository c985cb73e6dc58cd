"""Differences between two variants that are played on the same seeds.

D is a score of the one less the same score of the other, pair by pair: what the shuffles do to both
cancels. The unit is the pair, as in `forgesim.stats.pairs`.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.stats.pairs import Z95

Array = np.ndarray[Any, Any]

QUARTERS = np.arange(-4, 5) / 4
"""The values of D for one deck's strength over a pair, in the order of its counts."""
SAFETY = 3.0
"""Standard errors by which a measured variance is raised where pairs are planned by it."""


@dataclass(frozen=True)
class Difference:
    """A mean difference with its 95 % interval.

    Attributes
    ----------
    mean, low, high : float
        From -1 to 1.
    p : float
        Two-sided p-value of no difference.
    pairs : int
        Pairs behind it.
    """

    mean: float
    low: float
    high: float
    p: float
    pairs: int


NO_DIFFERENCE = Difference(0.0, 0.0, 0.0, 1.0, 0)
"""Between variants that are known to be the same: nothing need be played."""


@dataclass(frozen=True)
class Moments:
    """Exact sums of paired differences by cell: what an interval needs, whatever they are of.

    Attributes
    ----------
    pairs : int array (cells,)
        Pairs of each cell; every one has at least one.
    total, square : arrays (cells,)
        Sum of the differences, and of their squares.
    moved : int array (cells,)
        Pairs whose difference is not 0.
    """

    pairs: Array
    total: Array
    square: Array
    moved: Array


def moment_difference(moments: Moments, weights: Array, most: float = 1.0) -> Difference:
    """Estimate a weighted sum over cells of mean paired differences.

    Model: pairs of one cell are independent and alike, cells are independent; a cell is a matchup,
    or a part of one. The interval is normal, with variance V = sum of w**2 s**2 / n over the cells,
    plus what two pseudo-pairs would add, one at +d and one at -d, in the cell whose pairs weigh
    most. Here d**2 is the mean square of the differences that are not 0, with one of 1 among them:
    where all N pairs are equal it is 1, and the interval is 0 +/- 2.8 / N, near the "rule of three"
    (an event that N trials have not seen has a probability below 3 / N). Valid from some hundred
    pairs on.

    Parameters
    ----------
    moments : Moments
    weights : float array (cells,)
        Weights of the cells, of either sign; the sizes of those of scores add up to 1, or to less
        where the others are known not to differ.
    most : float
        What the sum can be at most, in the unit of the differences.

    Returns
    -------
    Difference

    References
    ----------
    J. A. Hanley, A. Lippman-Hand (1983), "If nothing goes wrong, is everything all right?", Journal
    of the American Medical Association 249, 1743-1745 (the rule of three).
    """
    n = moments.pairs
    mean = moments.total / n
    square = np.maximum(moments.square - n * mean**2, 0) / np.maximum(n - 1, 1)
    usual = float((1 + moments.square.sum()) / (1 + moments.moved.sum()))
    variance = float(weights**2 @ (square / n))
    variance += 2 * usual * float(np.abs(weights / n).max()) ** 2
    centre, error = float(weights @ mean), math.sqrt(variance)
    return Difference(
        mean=centre,
        low=max(-most, centre - Z95 * error),
        high=min(most, centre + Z95 * error),
        p=math.erfc(abs(centre) / error / math.sqrt(2)),
        pairs=int(n.sum()),
    )


def paired_difference(counts: Array, values: Array, weights: Array) -> Difference:
    """Estimate the weighted mean over cells of a paired difference, from counted differences.

    Model and interval: `moment_difference`.

    Parameters
    ----------
    counts : int array (cells, V)
        Pairs by difference; every cell has at least one.
    values : float array (V,)
        The differences, -1 to 1.
    weights : float array (cells,)
        Weights of the cells; their sum is 1.

    Returns
    -------
    Difference
    """
    moved = counts[:, values != 0].sum(axis=1)
    moments = Moments(counts.sum(axis=1), counts @ values, counts @ values**2, moved)
    return moment_difference(moments, weights)


def pooled_difference(values: Array, weights: Array) -> Difference:
    """Estimate a weighted sum over cells of paired differences, from the pairs one by one.

    `paired_difference` for values that are no quarters, such as sums of several differences on the
    same games: model, variance and pseudo-pairs are the same. Every cell has the same pairs.

    Parameters
    ----------
    values : float array (cells, pairs)
        A number for each pair, -1 to 1; at least two pairs.
    weights : float array (cells,)
        Not negative. Their sum is 1 where the values are differences; for a contrast between means,
        whose values have both signs in them, it is what the contrast can be at most.

    Returns
    -------
    Difference
    """
    values, weights = values[weights > 0], weights[weights > 0]
    moments = Moments(
        np.full(len(values), values.shape[1]),
        values.sum(axis=1),
        (values**2).sum(axis=1),
        np.count_nonzero(values, axis=1),
    )
    return moment_difference(moments, weights, float(weights.sum()))


def pairs_for(counts: Array, values: Array, weights: Array, half_width: float) -> int:
    """Pairs that each cell needs for a 95 % interval of a half-width, as far as can be told.

    From a first sample, whose variance is raised by `SAFETY` of its standard errors: an interval
    that comes out wider is rare. To be asked once: the number depends on the sample only through
    its spread, not on where its mean lies, so the interval of all pairs together keeps its level.

    Parameters
    ----------
    counts, values, weights
        The first sample, as for `paired_difference`.
    half_width : float
        Half of the interval's width that is asked for, above 0.

    References
    ----------
    C. Stein (1945), "A two-sample test for a linear hypothesis whose power is independent of the
    variance", Annals of Mathematical Statistics 16, 243-258.
    """
    n, _, square, fourth = _moments(counts, values)
    error = np.sqrt(np.maximum(weights**4 @ ((fourth - square**2) / n), 0))
    pseudo = 2 * _usual_square(counts, values) * float(weights.max()) ** 2
    spread = float(weights**2 @ square + SAFETY * error) + pseudo / float(n.min())
    target = (half_width / Z95) ** 2  # is to be spread / pairs + pseudo / pairs**2
    return math.ceil((spread + math.sqrt(spread**2 + 4 * pseudo * target)) / (2 * target))


def _usual_square(counts: Array, values: Array) -> float:
    """Mean square of the differences that are not 0, with one of 1 among them."""
    pairs = counts.sum(axis=0)
    return float((1 + pairs @ values**2) / (1 + pairs[values != 0].sum()))


def _moments(counts: Array, values: Array) -> tuple[Array, Array, Array, Array]:
    """Pairs, mean, variance and fourth central moment of each cell."""
    n = counts.sum(axis=1)
    mean = counts @ values / n
    away = values - mean[:, None]
    square = (counts * away**2).sum(axis=1) / np.maximum(n - 1, 1)
    fourth = (counts * away**4).sum(axis=1) / n
    return n, mean, square, fourth
