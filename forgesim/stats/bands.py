"""Does a mean lie within a stated band? Sequential tests of targets, without a baseline.

The unit is a round: one pair of each matchup that enters the target, and its mean score. A target
is *missed* when its mean is proven to lie outside the band, *met* when it is proven to lie within
the band or less than a margin off: as a matchup drifts beyond what is tolerated, and passes within
what must be caught. A mean in the margin can end as either, and both are true then.
docs/reference/gate-statistics.md explains the design, scripts/evidence/gate.py measures its errors.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.stats.drift import INCONCLUSIVE, check_rate
from forgesim.stats.wealth import (
    HALVINGS,
    log_mean,
    log_wealth,
    observations_until,
    score_bets,
    until_both,
)

Array = np.ndarray[Any, Any]

MISSED, MET = "missed", "met"


@dataclass(frozen=True)
class Band:
    """Where a mean score is to lie.

    Attributes
    ----------
    low, high : float or None
        Edges, in percent; None where there is no bound on that side.
    margin : float
        Points beyond an edge at which the target must not be called met.

    Raises
    ------
    ValueError
        If the edges are missing or crossed, the margin is not positive, or an edge with its margin
        is not above 0 and below 100.
    """

    low: float | None = None
    high: float | None = None
    margin: float = 1.0

    def __post_init__(self) -> None:
        if not self.margin > 0:
            raise ValueError(f"margin: {self.margin:g}, expected a number of points above 0")
        edges = [edge for edge in (self.low, self.high) if edge is not None]
        if not edges:
            raise ValueError("band: neither low nor high is given")
        if edges != sorted(edges):
            raise ValueError(f"band: low {self.low:g} is above high {self.high:g}")
        if not (self.margin < edges[0] and edges[-1] < 100 - self.margin):
            raise ValueError(
                f"band: {' to '.join(f'{edge:g}' for edge in edges)} with a margin of"
                f" {self.margin:g}, expected above 0 and below 100 with the margin"
            )

    @property
    def outside(self) -> list["Claim"]:
        """The claims of which one proves the target missed."""
        high = [Claim(True, self.high / 100)] if self.high is not None else []
        return high + ([Claim(False, self.low / 100)] if self.low is not None else [])

    @property
    def inside(self) -> list["Claim"]:
        """The claims that together prove it met."""
        high = [Claim(False, (self.high + self.margin) / 100)] if self.high is not None else []
        low = [Claim(True, (self.low - self.margin) / 100)] if self.low is not None else []
        return high + low


@dataclass(frozen=True)
class Claim:
    """That a mean score lies above an edge, or below it; scores from 0 to 1."""

    is_above: bool
    edge: float

    @property
    def reach(self) -> float:
        """What a score can fall short of the edge at most, seen from the claim's side."""
        return self.edge if self.is_above else 1 - self.edge

    def log_wealth(self, values: Array, counts: Array) -> Array:
        """Log wealth (9,) of the players who bet on the claim, each value seen so many times."""
        scores = values if self.is_above else 1 - values
        return log_wealth(scores, self.reach, score_bets(self.reach), counts)

    def rounds(self, need: float, mean: float, variance: float, chance: float) -> int:
        """Rounds that prove it, most likely."""
        gap = mean - self.edge if self.is_above else self.edge - mean
        return observations_until(need, gap, variance, score_bets(self.reach), chance)


class BandWatch:
    """Sequential test of one target.

    Parameters
    ----------
    band : Band
    alpha : float
        Chance of calling it missed although its mean lies within the band.
    beta : float
        Chance of calling it met although its mean is off by the margin or more.

    Attributes
    ----------
    rounds : int
        Rounds taken in.
    total : float
        Sum of their means.
    verdict : str or None
        `MISSED`, `MET`, `INCONCLUSIVE`; None while undecided.

    Raises
    ------
    ValueError
        If alpha or beta is not between 0 and 1.
    """

    def __init__(self, band: Band, alpha: float, beta: float) -> None:
        check_rate("alpha", alpha)
        check_rate("beta", beta)
        self.band, self.alpha, self.beta = band, alpha, beta
        self.rounds, self.total = 0, 0.0
        self.verdict: str | None = None
        self._outside = np.zeros((len(band.outside), len(HALVINGS)))
        self._inside = np.zeros((len(band.inside), len(HALVINGS)))

    @property
    def outside(self) -> float:
        """Log evidence that the mean lies outside the band: mean of that for either side."""
        return float(log_mean(log_mean(self._outside)))

    @property
    def inside(self) -> float:
        """Log evidence that the mean is less than the margin off: the lesser of both sides."""
        return float(log_mean(self._inside).min())

    def add(self, values: Array) -> None:
        """Take in the next rounds, and look.

        Parameters
        ----------
        values : float array (n,)
            Mean score of each round, 0 to 1.

        Raises
        ------
        ValueError
            If a score is out of range, or the target is decided.
        """
        if self.verdict is not None:
            raise ValueError(f"rounds of a target that is {self.verdict}")
        if not ((values >= 0) & (values <= 1)).all():
            raise ValueError("values: expected scores from 0 to 1")
        self.rounds, self.total = self.rounds + len(values), self.total + float(values.sum())
        sample = np.unique(values, return_counts=True)  # few: multiples of 1 / (4 matchups)
        self._outside += [claim.log_wealth(*sample) for claim in self.band.outside]
        self._inside += [claim.log_wealth(*sample) for claim in self.band.inside]
        if self.outside >= -math.log(self.alpha):
            self.verdict = MISSED
        elif self.inside >= -math.log(self.beta):
            self.verdict = MET

    def end(self) -> None:
        """Give up: the cap is reached. A verdict that is in stays."""
        self.verdict = self.verdict or INCONCLUSIVE


def watch_bands(bands: Sequence[Band], alpha: float, beta: float) -> list[BandWatch]:
    """Tests of several targets that share one chance of a false alarm.

    Each gets the same share (Bonferroni), which holds however the targets hang together; they need
    no common clock. Beta is not shared: that all are called met although one is not hangs on that
    one alone.

    Parameters
    ----------
    bands : sequence of Band
        One for each target.
    alpha : float
        Chance that any target is called missed that lies within its band.
    beta : float
        Chance, for each, of being called met although it is off by the margin or more.

    Returns
    -------
    list of BandWatch
    """
    return [BandWatch(band, alpha / len(bands), beta) for band in bands]


def band_evidence(values: Array, band: Band) -> tuple[float, float]:
    """Evidence on a target from a whole sequence of rounds.

    Parameters
    ----------
    values : float array (n,)
        Mean score of each round, 0 to 1.
    band : Band

    Returns
    -------
    tuple of float
        Log evidence that the mean lies outside the band, and that it is less than the margin off.
    """
    watch = BandWatch(band, 0.5, 0.5)
    watch.add(values)
    return watch.outside, watch.inside


def expected_rounds(mean: float, variance: float, watch: BandWatch, chance: float = 0.5) -> int:
    """Rounds after which a target is decided, either way, in an approximation.

    Parameters
    ----------
    mean : float
        True mean score, in percent.
    variance : float
        Of a round's mean score (0 to 1): that of a pair over the number of matchups.
    watch : BandWatch
        The test, for its band and error rates.
    chance : float
        Chance that so many are enough: 0.5 gives the median.

    Returns
    -------
    int
        `forgesim.stats.wealth.NEVER` where no number would do.
    """

    def until(claim: Claim, need: float) -> Callable[[float], int]:
        return lambda chance: claim.rounds(need, mean / 100, variance, chance)

    outside, inside = watch.band.outside, watch.band.inside
    missed = math.log(len(outside) / watch.alpha)
    met = [until(claim, -math.log(watch.beta)) for claim in inside]
    return min(
        *(until(claim, missed)(chance) for claim in outside),
        until_both(met[0], met[1], chance) if len(met) > 1 else met[0](chance),
    )
