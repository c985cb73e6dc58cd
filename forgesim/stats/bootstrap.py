"""Bootstrap over pairs: how far a number of a run could be off, by playing it again on paper.

Whole pairs are drawn anew, with replacement, within each matchup: a multinomial draw of its counts.
The two games of a pair stay together, as they must.
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

TIMES = 200
SEED = 20_240_229
"""Fixed, so that the same run gives the same intervals."""


def resamples(pairs: Array, decks: int, times: int = TIMES, seed: int = SEED) -> Array:
    """Draw the pairs of every matchup of a field anew.

    Of n pairs n - 1 are drawn: means then vary as they should with few pairs too, where n draws
    would vary too little by the factor (n - 1) / n. A matchup with a single pair, which says
    nothing about its variance, draws from all matchups, seen from either deck. Every deck is given
    a pseudo-pair that it wins and one that it loses, spread over its matchups, so that a deck that
    won everything varies as well.

    Parameters
    ----------
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes; every matchup has at least one.
    decks : int
        Decks of the field.
    times : int
        How often.
    seed : int
        Of the random numbers.

    Returns
    -------
    int array (times, matchups, 3, 3)
        Counts of the pairs drawn, one fewer than there were (but at least one).

    References
    ----------
    B. Efron (1979), "Bootstrap methods: another look at the jackknife", Annals of Statistics 7,
    1-26; n - 1 draws: J. N. K. Rao, C. F. J. Wu (1988), "Resampling inference with complex survey
    data", Journal of the American Statistical Association 83, 231-241.
    """
    counts = pairs.reshape(len(pairs), 9).astype(float)
    totals = counts.sum(axis=1)
    everything = pairs.sum(axis=0)
    either = (everything + everything[::-1, ::-1].T).reshape(9).astype(float)
    odds = np.where(totals[:, None] > 1, counts, either / either.sum())
    odds[:, [0, 8]] += 1 / max(decks - 1, 1)
    drawn = np.random.default_rng(seed).multinomial(
        np.maximum(totals - 1, 1).astype(np.int64),
        odds / odds.sum(axis=1, keepdims=True),
        size=(times, len(pairs)),
    )
    return drawn.reshape(times, len(pairs), 3, 3)


def interval(values: Array, found: Array, low: Any, high: Any) -> tuple[Array, Array]:
    """Interval of a number, from its values in resamples.

    The percentile interval and its mirror image about the estimate (the basic interval), both taken
    together. Where noise pushes a number to one side, as it does an effective number of decks, a
    resample is pushed twice: the percentile interval then lies too far to that side, and the basic
    one leans back. Together they hold the estimate itself, and are too wide rather than too narrow.

    Parameters
    ----------
    values : float array (times, ...)
        The number in each resample.
    found : float array (...)
        The number itself.
    low, high : float or float array (...)
        What it cannot fall below or rise above.

    Returns
    -------
    tuple of float array (...)
        Lower and upper bounds, 95 %.

    References
    ----------
    A. C. Davison, D. V. Hinkley (1997), Bootstrap Methods and their Application, sections 5.2, 5.3.
    """
    lower, upper = np.quantile(values, [0.025, 0.975], axis=0)
    bounds = np.stack([lower, upper, 2 * found - lower, 2 * found - upper])
    return np.maximum(bounds.min(axis=0), low), np.minimum(bounds.max(axis=0), high)
