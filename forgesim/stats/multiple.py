"""Looking at many numbers at once: p-values, and what is left of them when adjusted for that."""

from typing import Any

import numpy as np
from scipy.special import ndtr

Array = np.ndarray[Any, Any]

LEVEL = 0.05
"""Chance of a false claim that is taken; the level that 95 % intervals go with."""


def two_sided(z: Any) -> Array:
    """Two-sided p-values of standard normal statistics.

    With `Estimate.z`, which is the score statistic at the effective size of the interval, p is
    below 5 % exactly where the 95 % interval leaves out the value that is tested.
    """
    return np.asarray(2 * ndtr(-np.abs(np.asarray(z, float))))


def holm(p_values: Any) -> Array:
    """Adjusted p-values for claims: below a level, at most that chance of one false claim in all.

    Valid however the claims depend on each other, as scores of decks of one field do.

    Parameters
    ----------
    p_values : float array (n,)
        From 0 to 1; NaN for what is not tested, which stays NaN and does not count.

    Returns
    -------
    float array (n,)

    References
    ----------
    S. Holm (1979), "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6, 65-70.
    """
    values, tested, order = _sorted(p_values)
    stepped = values[order] * (len(order) - np.arange(len(order)))
    return _placed(np.maximum.accumulate(stepped), tested, order)


def benjamini_hochberg(p_values: Any) -> Array:
    """Adjusted p-values for lists: of those below a level, at most that share is false on average.

    Valid for independent tests, and for those that depend on each other positively.

    Parameters
    ----------
    p_values : float array (n,)
        From 0 to 1; NaN for what is not tested, which stays NaN and does not count.

    Returns
    -------
    float array (n,)

    References
    ----------
    Y. Benjamini, Y. Hochberg (1995), "Controlling the false discovery rate: a practical and
    powerful approach to multiple testing", Journal of the Royal Statistical Society B 57, 289-300.
    """
    values, tested, order = _sorted(p_values)
    stepped = values[order] * len(order) / np.arange(1, len(order) + 1)
    return _placed(np.minimum.accumulate(stepped[::-1])[::-1], tested, order)


def _sorted(p_values: Any) -> tuple[Array, Array, Array]:
    """The values that are tested, where they stand, and their order from the smallest up."""
    values = np.asarray(p_values, float)
    tested = ~np.isnan(values)
    return values[tested], tested, np.argsort(values[tested], kind="stable")


def _placed(stepped: Array, tested: Array, order: Array) -> Array:
    adjusted = np.empty(len(order))
    adjusted[order] = np.minimum(stepped, 1)
    whole = np.full(len(tested), np.nan)
    whole[tested] = adjusted
    return whole
