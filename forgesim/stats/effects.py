"""Whether a difference matters, and how many pairs would show it.

That a difference is significant says that it is not 0; with enough games every difference is. That
it matters says that it is larger than a threshold that somebody has set. The two are kept apart.
"""

import math

from forgesim.stats.pairs import Z95

Z80 = 0.8416212335729143
"""80 % quantile of the normal distribution: the power that is planned for."""

MATTERS, SMALL, UNDECIDED = "matters", "small", "undecided"


def verdict(low: float, high: float, matters: float) -> str:
    """Whether a difference is larger than a threshold, on the evidence of its interval.

    Parameters
    ----------
    low, high : float
        Interval of the difference from what would be even; NaN if there is none.
    matters : float
        Smallest size of a difference that is worth a claim, not negative, in the same unit.

    Returns
    -------
    str
        "matters" (wholly beyond the threshold, on one side), "small" (wholly within it) or
        "undecided".
    """
    if low > matters or high < -matters:
        return MATTERS
    return SMALL if -matters <= low and high <= matters else UNDECIDED


def detectable(pairs: float, variance: float) -> float:
    """Smallest difference that so many pairs show with 80 % chance, at the level of 5 %.

    Normal approximation to the two-sided test; the variance is taken to be that under the
    alternative as well.

    Parameters
    ----------
    pairs : float
        Pairs in all, positive.
    variance : float
        Variance of a pair's score: 1/4 where both games end alike, 1/8 where they are independent
        and even. Of an estimate it is pairs times its squared error.

    Returns
    -------
    float
        In points; infinite without pairs.

    References
    ----------
    J. L. Fleiss, B. Levin, M. C. Paik (2003), Statistical Methods for Rates and Proportions, 3rd
    ed., section 4.3, without the correction for continuity.
    """
    return 100 * (Z95 + Z80) * math.sqrt(variance / pairs) if pairs else math.inf


def pairs_needed(effect: float, variance: float) -> int:
    """Pairs that show a difference with 80 % chance, at the level of 5 %: `detectable` inverted.

    Parameters
    ----------
    effect : float
        Difference in points, positive.
    variance : float
        Variance of a pair's score.
    """
    return max(1, math.ceil((100 * (Z95 + Z80) / effect) ** 2 * variance))
