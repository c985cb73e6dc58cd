"""Has the balance moved? A sequential test over many matchups, new against old on the same seeds.

D is a pair's strength under the new version less that under the old one. Matchups are bet upon (see
`forgesim.stats.wealth`) while they are played, and left as soon as the bets are won: the test may
stop at any look, and how often one looks is free. docs/reference/gate-statistics.md explains the
design, scripts/evidence/gate.py measures its errors.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from forgesim.stats.differences import QUARTERS
from forgesim.stats.wealth import (
    HALVINGS,
    log_mean,
    log_wealth,
    mean_interval,
    observations_until,
    until_both,
)

Array = np.ndarray[Any, Any]

BETS = 0.6 * HALVINGS

DRIFT, JOINT_DRIFT, PASS, INCONCLUSIVE = "drift", "joint drift", "pass", "inconclusive"

FIRST_LOOK = 250
"""Pairs of each matchup before the first look."""


@dataclass(frozen=True)
class Limits:
    """What the gate tolerates and what it must catch, and how often it may err.

    Attributes
    ----------
    tolerated : float
        Largest change of a matchup's score that is no drift, in points.
    caught : float
        Smallest change that must not pass, in points: at least twice what is tolerated.
    alpha : float
        Chance of a false alarm, over all matchups and looks.
    beta : float
        Chance that a matchup passes that has changed by `caught`.
    cap : int
        Pairs of each matchup after which the gate gives up.

    Raises
    ------
    ValueError
        If one of them is out of range; the message says how to mend it.
    """

    tolerated: float = 1.0
    caught: float = 3.0
    alpha: float = 0.01
    beta: float = 0.05
    cap: int = 20_000

    def __post_init__(self) -> None:
        for name in ("alpha", "beta"):
            check_rate(name, getattr(self, name))
        if not self.tolerated > 0:
            raise ValueError(f"tolerated: {self.tolerated:g}, expected a number of points above 0")
        if not 2 * self.tolerated <= self.caught < 100:
            raise ValueError(
                f"caught: {self.caught:g}, expected at least twice what is tolerated,"
                f" {2 * self.tolerated:g}, and below 100 points; raise it or tolerate less"
            )
        if self.cap < 1:
            raise ValueError(f"cap: {self.cap}, expected at least 1 pair")


def check_rate(name: str, rate: float) -> None:
    """Raise ValueError unless an error rate lies between 0 and 1."""
    if not 0 < rate < 1:
        raise ValueError(f"{name}: {rate:g}, expected above 0 and below 1, such as 0.01")


def drift_evidence(counts: Array, limits: Limits) -> Array:
    """Evidence that the mean of D lies beyond what is tolerated, to either side.

    While it does not, the chance that the evidence of a matchup ever reaches 1/a is at most a.

    Parameters
    ----------
    counts : int array (..., 9)
        Pairs by D, as `QUARTERS`.
    limits : Limits

    Returns
    -------
    float array (...)
        Log evidence: of the mean of the bets on a rise and on a fall.
    """
    edge = limits.tolerated / 100
    sides = [_log_evidence(counts, side * QUARTERS, edge) for side in (1, -1)]
    return log_mean(np.stack(sides, axis=-1))


def pass_evidence(counts: Array, limits: Limits) -> Array:
    """Evidence against a change that must be caught: against a rise, and against a fall.

    Parameters
    ----------
    counts : int array (..., 9)
        Pairs by D, as `QUARTERS`.
    limits : Limits

    Returns
    -------
    float array (..., 2)
        Log evidence that the mean of D is below +caught, and that it is above -caught.
    """
    edge = -limits.caught / 100
    return np.stack([_log_evidence(counts, side * QUARTERS, edge) for side in (-1, 1)], axis=-1)


def _log_evidence(counts: Array, values: Array, edge: float) -> Array:
    """Evidence that the mean is above the edge."""
    return log_mean(log_wealth(values, edge, BETS, counts))


class Watch:
    """One sequential test over several matchups, all with the same clock.

    At every look each open matchup has the same number of pairs, the first of its seeds. Drift is
    in when the mean evidence of all matchups reaches 1 / alpha; a matchup passes, and is played no
    further, when the evidence against a rise and against a fall by `caught` are both 1 / beta.

    Parameters
    ----------
    matchups : int
        How many; those known to be unchanged do not count.
    limits : Limits

    Attributes
    ----------
    counts : int array (matchups, 9)
        Pairs by D, as `QUARTERS`.
    evidence : float array (matchups,)
        Log evidence of drift; where a matchup has passed, that with which it did.
    passed : bool array (matchups,)
        Which matchups have passed.
    verdict : str or None
        `DRIFT`, `JOINT_DRIFT` (the matchups together, but none for itself), `PASS`,
        `INCONCLUSIVE`; None while undecided.
    """

    def __init__(self, matchups: int, limits: Limits) -> None:
        if matchups < 1:
            raise ValueError("no matchup to watch")
        self.limits = limits
        self.counts = np.zeros((matchups, len(QUARTERS)), np.int64)
        self.evidence = np.zeros(matchups)
        self.passed = np.zeros(matchups, bool)
        self.verdict: str | None = None

    @property
    def open(self) -> Array:
        """Which matchups are still to be played."""
        return ~self.passed & (self.verdict is None)

    @property
    def ranking(self) -> list[int]:
        """All matchups, those with most evidence of drift first."""
        return [int(place) for place in np.argsort(-self.evidence, kind="stable")]

    @property
    def culprits(self) -> list[int]:
        """Matchups that have drifted for themselves, most evidence first."""
        need = math.log(len(self.evidence) / self.limits.alpha)
        return [place for place in self.ranking if self.evidence[place] >= need]

    def add(self, counts: Array) -> None:
        """Take in the next pairs of all open matchups, and look.

        Parameters
        ----------
        counts : int array (matchups, 9)
            Pairs by D; as many in each open matchup, none in the others.

        Raises
        ------
        ValueError
            If that is not so.
        """
        self._check(counts)
        self.counts += counts
        self.evidence = drift_evidence(self.counts, self.limits)
        if log_mean(self.evidence) >= -math.log(self.limits.alpha):
            self.verdict = DRIFT if self.culprits else JOINT_DRIFT
            return
        against = pass_evidence(self.counts, self.limits).min(axis=-1)
        self.passed |= against >= -math.log(self.limits.beta)
        if self.passed.all():
            self.verdict = PASS

    def end(self) -> None:
        """Give up: the cap is reached. A verdict that is in stays."""
        self.verdict = self.verdict or INCONCLUSIVE

    def _check(self, counts: Array) -> None:
        if counts.shape != self.counts.shape or counts.dtype.kind not in "iu" or (counts < 0).any():
            raise ValueError(f"counts: expected whole numbers of pairs, shape {self.counts.shape}")
        pairs = counts.sum(axis=1)
        if pairs[~self.open].any():
            raise ValueError("counts: pairs of a matchup that is closed")
        if len(set(pairs[self.open].tolist())) > 1:
            raise ValueError("counts: open matchups with different numbers of pairs")


def looks(cap: int, first: int = FIRST_LOOK, growth: float = 1.25) -> Iterator[int]:
    """Pairs of each matchup at the looks: each time a quarter more, up to the cap.

    The test is valid for any others that do not hang on the outcomes of pairs yet to come.
    """
    size = float(first)
    while size < cap:
        yield int(size)
        size *= growth
    yield cap


def drift_interval(counts: Array, level: float = 0.95) -> tuple[float, float]:
    """Interval of a matchup's mean D that holds whenever the gate stops.

    Parameters
    ----------
    counts : int array (9,)
        Pairs by D, as `QUARTERS`.
    level : float
        Chance with which it holds the mean.

    Returns
    -------
    tuple of float
        From -1 to 1.
    """
    low, high = mean_interval((QUARTERS + 1) / 2, counts, level)
    return 2 * low - 1, 2 * high - 1


def expected_pairs(
    variance: float, effect: float, limits: Limits, matchups: int = 1, chance: float = 0.5
) -> int:
    """Pairs of a matchup after which a change is caught, or has passed, whichever comes first.

    Parameters
    ----------
    variance : float
        Of D in a pair.
    effect : float
        True mean of D, in points, of either sign; 0 for no change.
    limits : Limits
    matchups : int
        Matchups that are watched together, of which this one alone has changed.
    chance : float
        Chance that so many are enough: 0.5 gives the median.

    Returns
    -------
    int
        Beyond the cap where the gate would end without a verdict; `forgesim.stats.wealth.NEVER`
        where no number would do. An approximation (`observations_until`).
    """

    def until(need: float, gap: float) -> Callable[[float], int]:
        return lambda chance: observations_until(need, gap / 100, variance, BETS, chance)

    size, pass_need = abs(effect), -math.log(limits.beta)
    caught = until(math.log(2 * matchups / limits.alpha), size - limits.tolerated)
    rise, fall = (until(pass_need, limits.caught + sign * size) for sign in (-1, 1))
    return min(caught(chance), until_both(rise, fall, chance))


def fewest_pairs(limits: Limits) -> int:
    """Pairs before which no matchup can pass, even if no pair changes: a lower cap is useless."""
    return observations_until(-math.log(limits.beta), limits.caught / 100, 0.0, BETS)


def fixed_size_pairs(variance: float, effect: float, alpha_per_test: float, power: float) -> int:
    """Pairs of a test that looks once, at the end, for comparison.

    Normal approximation to the one-sided test of a mean.

    Parameters
    ----------
    variance : float
        Of D in a pair.
    effect : float
        By how much the change exceeds what is tolerated, in points, above 0.
    alpha_per_test : float
        Chance of a false alarm in this matchup.
    power : float
        Chance of catching the change.

    Returns
    -------
    int

    References
    ----------
    J. L. Fleiss, B. Levin, M. C. Paik (2003), Statistical Methods for Rates and Proportions, 3rd
    ed., section 4.3, without the correction for continuity.
    """
    normal = NormalDist()
    width = normal.inv_cdf(1 - alpha_per_test) + normal.inv_cdf(power)
    return max(1, math.ceil(variance * (100 * width / effect) ** 2))
