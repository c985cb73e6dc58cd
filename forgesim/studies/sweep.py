"""A grid of settings on common seeds, judged by stated targets.

Every point of the grid is a variant of the base and plays its seeds. A target is judged by a fixed
number of pairs: met where the interval of its score lies within the band, missed where it lies
outside, undecided otherwise. The intervals hold all together, over all points and targets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from forgesim.arena.plan import Plan
from forgesim.cards.settings import parse_settings
from forgesim.errors import UsageError
from forgesim.stats.bands import MET, MISSED, Band
from forgesim.stats.effects import UNDECIDED
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, YES_NO, frame
from forgesim.stats.paired_tables import FIRST_PLAYER, MOST_PAIRS, STRENGTH, About, Measure
from forgesim.stats.pairs import Estimate, estimate
from forgesim.stats.summary import quantile
from forgesim.studies.grid import (
    MOST_POINTS,
    Axis,
    Point,
    count_points,
    list_points,
    settings_of,
)
from forgesim.studies.how import How
from forgesim.studies.targets import FIRST, Entry, Target, band_of
from forgesim.studies.variants import Base, plan_with
from forgesim.studies.versions import Contest, Version, hold_against, play_versions

if TYPE_CHECKING:
    import pandas as pd

Array = np.ndarray[Any, Any]
Row = dict[str, Any]

DEFAULT_BAND = 2.0
"""Points of first-player advantage to either side of even, where no target is stated."""
TOGETHER = 64
"""Points of a grid that are resolved and played at once; the base is played anew for the next."""

_HALVES = np.arange(3) / 2
JUDGED = {
    "target": TEXT, "band": TEXT, "score": NUMBER, "low": NUMBER, "high": NUMBER, "verdict": TEXT,
    "needed_pairs": NUMBER, "difference": NUMBER, "difference_low": NUMBER,
    "difference_high": NUMBER, "pairs": WHOLE,
}  # fmt: skip
"""Columns of `Sweep.table` after `point`, a column for each axis, and `is_base`."""


@dataclass(frozen=True)
class Judged:
    """A target at a point: percent, or points of advantage.

    Attributes
    ----------
    target : Target
    score, low, high : float
        With the interval that holds together with those of all points and targets.
    verdict : str
        `MET`, `MISSED` or `UNDECIDED`.
    needed : float
        Pairs of each matchup that would decide, NaN where that is so already.
    change, change_low, change_high : float
        The score less that of the base on the same seeds, with a 95 % interval of its own.
    """

    target: Target
    score: float
    low: float
    high: float
    verdict: str
    needed: float
    change: float
    change_low: float
    change_high: float


@dataclass(frozen=True)
class Tried:
    """A point of the grid; the base itself has no point.

    Attributes
    ----------
    point : Point or None
    judged : tuple of Judged
        In the order of the targets.
    is_base : bool
        Whether it plays the same games as the base.
    """

    point: Point | None
    judged: tuple[Judged, ...]
    is_base: bool

    @property
    def verdict(self) -> str:
        """`MET` where all targets are, `MISSED` where one is, else `UNDECIDED`."""
        found = {each.verdict for each in self.judged}
        return MISSED if MISSED in found else UNDECIDED if UNDECIDED in found else MET


@dataclass(frozen=True)
class Sweep:
    """What was found at every point of a grid.

    Attributes
    ----------
    base : Plan
    axes : tuple of Axis
    targets : tuple of Target
    is_default : bool
        Whether nobody has stated a target.
    tried : tuple of Tried
        The base first, then the points, the last axis running fastest.
    pairs : int
        Pairs of each matchup.
    games : int
        Games played.
    """

    base: Plan
    axes: tuple[Axis, ...]
    targets: tuple[Target, ...]
    is_default: bool
    tried: tuple[Tried, ...]
    pairs: int
    games: int

    @property
    def points(self) -> tuple[Tried, ...]:
        """The points of the grid."""
        return self.tried[1:]

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row for each point and target; the base's have the point -1, and empty values."""
        axes = dict.fromkeys((axis.name for axis in self.axes), TEXT)
        columns = {"point": WHOLE, **axes, "is_base": YES_NO, "all_targets": TEXT, **JUDGED}
        return frame(columns, self.rows)

    @property
    def rows(self) -> Iterator[Row]:
        """The same as plain rows."""
        for number, tried in enumerate(self.tried, -1):
            values = tried.point or [""] * len(self.axes)
            about: Row = {a.name: value for a, value in zip(self.axes, values, strict=True)}
            about |= {"point": number, "is_base": tried.is_base, "all_targets": tried.verdict}
            for each in tried.judged:
                yield {
                    **about, "target": each.target.title, "band": band_of(each.target),
                    "score": each.score, "low": each.low, "high": each.high,
                    "verdict": each.verdict, "needed_pairs": each.needed,
                    "difference": each.change, "difference_low": each.change_low,
                    "difference_high": each.change_high,
                    "pairs": self.pairs * len(each.target.entries),
                }  # fmt: skip


def default_targets(plan: Plan) -> list[Target]:
    """Where none is stated: first-player advantage within `DEFAULT_BAND` points of even."""
    targets = []
    for number, tier in enumerate(plan.tiers):
        entries = [Entry(at, FIRST) for at, m in enumerate(plan.matchups) if m.tier == number]
        where = f" ({tier.name})" if len(plan.tiers) > 1 else ""
        band = Band(50 - DEFAULT_BAND, 50 + DEFAULT_BAND)
        targets.append(Target(f"first-player advantage{where}", band, tuple(entries), 50.0))
    return targets


def check_grid(base: Base, axes: Sequence[Axis]) -> None:
    """See that the values of every axis can be set, each by itself.

    Raises
    ------
    ForgesimError
        For the first that cannot.
    """
    for axis in axes:
        for value in axis.ends:
            plan_with(base, parse_settings([f"{axis.name}={value}"]))


def play_sweep(
    base: Base, axes: Sequence[Axis], targets: Sequence[Target], pairs: int, how: How,
    is_default: bool = False,
) -> Sweep:  # fmt: skip
    """Play every point of a grid on the base's seeds, and judge it by the targets.

    Parameters
    ----------
    base : Base
    axes : sequence of Axis
    targets : sequence of Target
        Of the base's plan.
    pairs : int
        Pairs of each matchup, at least 2.
    how : How
    is_default : bool
        Whether nobody has stated these targets.

    Raises
    ------
    ForgesimError
        If a point cannot be played, or there are more than `MOST_POINTS`.
    """
    if count_points(axes) > MOST_POINTS:
        raise UsageError(f"{count_points(axes):,} points, expected {MOST_POINTS:,} at most")
    points = list_points(axes)
    width = quantile((len(points) + 1) * len(targets))
    tried: list[Tried] = []
    games = 0
    for start in range(0, len(points), TOGETHER):
        some = points[start : start + TOGETHER]
        contest = play_versions(
            base.plan, [_version(base, axes, each) for each in some], pairs, how
        )
        games += contest.games
        if not tried:
            tried.append(Tried(None, _judge_all(contest, None, targets, width), True))
        tried += [
            Tried(point, _judge_all(contest, place, targets, width), version.is_unchanged)
            for place, (point, version) in enumerate(zip(some, contest.versions, strict=True))
        ]
    return Sweep(
        base.plan, tuple(axes), tuple(targets), is_default, tuple(tried), pairs, games
    )  # fmt: skip


def _version(base: Base, axes: Sequence[Axis], point: Point) -> Version:
    settings = settings_of(axes, point)
    name = ", ".join(settings)
    return hold_against(base.plan, name, plan_with(base, parse_settings(settings)))


def _judge_all(
    contest: Contest, place: int | None, targets: Sequence[Target], width: float
) -> tuple[Judged, ...]:
    sums = contest.base_sums if place is None else contest.sums[place]
    return tuple(_judge(contest, place, sums.outcomes, each, width) for each in targets)


def _judge(
    contest: Contest, place: int | None, outcomes: Array, target: Target, width: float
) -> Judged:
    at = [entry.matchup for entry in target.entries]
    values = np.stack([_values(entry) for entry in target.entries])
    found = estimate(outcomes[at], values, width=width)
    verdict = judge(found, target.band)
    change = (0.0, 0.0, 0.0) if place is None else _change(contest, place, target)
    needed = np.nan
    if verdict == UNDECIDED:
        needed = pairs_to_decide(found, target.band, contest.pairs)
    score, low, high = (100 * each - target.offset for each in (found.mean, found.low, found.high))
    return Judged(target, score, low, high, verdict, needed, *change)


def _values(entry: Entry) -> Array:
    """What a pair scores, by deck a's outcomes going first and second."""
    constant, first, second = entry.weights
    scores: Array = constant + first * _HALVES[:, None] + second * _HALVES[None, :]
    return scores


def judge(found: Estimate, band: Band) -> str:
    """Whether a score lies within a band, on the evidence of its interval."""
    low = -np.inf if band.low is None else band.low / 100
    high = np.inf if band.high is None else band.high / 100
    if low <= found.low and found.high <= high:
        return MET
    return MISSED if found.high < low or found.low > high else UNDECIDED


def pairs_to_decide(found: Estimate, band: Band, pairs: int) -> float:
    """Pairs of each matchup at which the interval would no longer reach an edge; infinite on it."""
    edges = [edge / 100 for edge in (band.low, band.high) if edge is not None]
    room = min(abs(found.mean - edge) for edge in edges)
    half = (found.high - found.low) / 2
    needed = float(np.ceil(pairs * max(1.5, (half / room) ** 2))) if room else np.inf
    return needed if needed <= MOST_PAIRS else np.inf


def _change(contest: Contest, place: int, target: Target) -> tuple[float, float, float]:
    """A target's score less that of the base, in points, with its own 95 % interval."""
    tier = contest.base.matchups[target.entries[0].matchup].tier
    counts = contest.paired(place, tier)
    first = next(at for at, m in enumerate(contest.base.matchups) if m.tier == tier)
    matchups = np.array([entry.matchup - first for entry in target.entries])
    columns, signs = (np.array(each) for each in zip(*map(_column, target.entries), strict=True))
    about = About("target", target.title)
    measure = Measure(about, matchups, columns, signs, 1 / 4)
    found = measure.difference(counts)
    return 100 * found.mean, 100 * found.low, 100 * found.high


def _column(entry: Entry) -> tuple[int, int]:
    """The number of a pair that an entry takes, and the sign with which it does."""
    if entry.weights == FIRST:
        return FIRST_PLAYER, 1
    return STRENGTH, 1 if entry.weights[1] > 0 else -1


def values_of(sweep: Sweep, target: int) -> Mapping[Point, Judged]:
    """What was found about one target, by point."""
    return {tried.point: tried.judged[target] for tried in sweep.points if tried.point is not None}
