"""Bets against a mean: evidence that may be looked at after any number of observations.

Somebody who doubts that the mean of x is at most b can bet on it: a unit of wealth is multiplied by
1 + bet * (x - b) at each observation. As long as the mean is at most b, no bet gains on average,
and by Ville's inequality the chance that the wealth ever reaches 1/a is at most a: whenever one
looks, however often, and for whatever reason one stops. Wealth of 1/a is thus proof at the level a.

The best bet depends on how far off the mean is, and how noisy. So nine players start with a ninth
each and bet differently, each half as much as the one before; the evidence is what they own
together. Wealth is kept as its logarithm, since it grows and shrinks exponentially.

Model: observations are independent and alike; all that is used is that none lies so far below b
that the boldest player is ruined. No normal approximation enters.

References
----------
J. Ville (1939), Étude critique de la notion de collectif, Gauthier-Villars; I. Waudby-Smith,
A. Ramdas (2024), "Estimating means of bounded random variables by betting", Journal of the Royal
Statistical Society B 86, 1-27; A. Ramdas, P. Grünwald, V. Vovk, G. Shafer (2023), "Game-theoretic
statistics and safe anytime-valid inference", Statistical Science 38, 576-601.
"""

import math
from bisect import bisect_left
from collections.abc import Callable
from statistics import NormalDist
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

HALVINGS = 0.5 ** np.arange(9)
"""Bets of the nine players, as parts of the boldest."""
BOLDEST = 0.9
"""Part of its wealth that the boldest player can lose on a score from 0 to 1."""
NEVER = 10**12
"""Stands for a number of observations that is out of reach."""
SPLITS = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
"""Shares of the chance of being late that are tried where two claims must be proven."""


def log_wealth(values: Array, edge: float, bets: Array, counts: Array | None = None) -> Array:
    """Log wealth of each player, from bets that the mean of the values is above an edge.

    Wealth is a product over observations: over several parts of a sample its logarithms add up.

    Parameters
    ----------
    values : float array (n,)
        Observations.
    edge : float
        Mean that is doubted.
    bets : float array (9,)
        Each positive and below 1 / (edge - x) for the lowest possible x.
    counts : int array (..., n), optional
        How often each value was observed; once if left out.

    Returns
    -------
    float array (..., 9)
    """
    gains = np.log1p((values[:, None] - edge) * bets)
    return np.asarray(gains.sum(axis=0) if counts is None else counts @ gains)


def log_mean(logs: Array) -> Array:
    """Logarithm of the mean over the last axis, given logarithms."""
    top = logs.max(axis=-1, keepdims=True)
    return np.asarray(top[..., 0] + np.log(np.exp(logs - top).mean(axis=-1)))


def score_bets(edge: float) -> Array:
    """Bets that the mean of a score from 0 to 1 is above an edge.

    Parameters
    ----------
    edge : float
        Above 0, at most 1.

    Returns
    -------
    float array (9,)
    """
    return np.asarray(BOLDEST / edge * HALVINGS)


def observations_until(
    need: float, gap: float, variance: float, bets: Array, chance: float = 0.5
) -> int:
    """Observations after which the evidence has most likely reached what is needed.

    An approximation: log wealth is taken as normal, with its growth to the second order in the
    noise. That it may have got there earlier and fallen back is left out, and so is that one looks
    only now and then: the two errors are of opposite sign. See scripts/evidence/gate.py.

    Parameters
    ----------
    need : float
        Log wealth that is needed.
    gap : float
        By how much the true mean exceeds the edge.
    variance : float
        Of an observation.
    bets : float array (9,)
        Of the players.
    chance : float
        Chance of having got there: 0.5 gives the median.

    Returns
    -------
    int
        `NEVER` where the mean does not exceed the edge, or by less than the players can make out.
    """
    odds = 1 + bets * gap
    growth = np.log(odds) - variance * (bets / odds) ** 2 / 2
    swing = NormalDist().inv_cdf(chance) * math.sqrt(variance) * bets / odds

    def is_reached(n: int) -> bool:
        return bool(log_mean(growth * n - swing * math.sqrt(n)) >= need)

    if gap <= 0 or growth.max() <= 0:
        return NEVER
    return 1 + bisect_left(range(1, NEVER), True, key=is_reached)


def until_both(first: Callable[[float], int], second: Callable[[float], int], chance: float) -> int:
    """Observations after which two claims are both proven, most likely, that hinder each other.

    A sample that is late for the one is early for the other, so that the chances of being late add
    up; they are split between the claims as suits best.

    Parameters
    ----------
    first, second : callable
        Observations that the claim needs, from the chance of having got there.
    chance : float
        Chance that both have.
    """
    late = 1 - chance
    return min(max(first(1 - part * late), second(1 - (1 - part) * late)) for part in SPLITS)


def mean_interval(
    values: Array, counts: Array | None = None, level: float = 0.95
) -> tuple[float, float]:
    """Interval of a mean score that holds whenever one stops, as a sequential test does.

    It is made of the means that bets to either side do not refute. An ordinary interval is too
    optimistic where the sample ended because it was extreme.

    Parameters
    ----------
    values : float array (n,)
        Scores from 0 to 1.
    counts : int array (n,), optional
        How often each was observed; once if left out.
    level : float
        Chance with which the intervals of all sample sizes hold the mean together.

    Returns
    -------
    tuple of float
        Lower and upper bound, within 0 and 1.
    """
    need = math.log(2 / (1 - level))
    return _lower(values, counts, need), 1 - _lower(1 - values, counts, need)


def _lower(values: Array, counts: Array | None, need: float) -> float:
    """Largest mean, to within 1e-6, that is refuted with all that are smaller; 0 if none is."""
    steps = range(1, 1_000_000)

    def is_possible(step: int) -> bool:
        edge = step / 1_000_000
        return bool(log_mean(log_wealth(values, edge, score_bets(edge), counts)) < need)

    return bisect_left(steps, True, key=is_possible) / 1_000_000
