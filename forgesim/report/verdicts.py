"""What may be said of a difference: that it matters, that it does not, or that nobody knows yet.

Whether a difference is there at all (significance) and whether it is large enough to matter are
two questions. With enough games every difference becomes significant, so the second one is asked
of the whole interval, against a threshold in points that was set before.
"""

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

import pandas as pd

from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED, Z80, verdict
from forgesim.stats.pairs import Z95

SIGNIFICANT = 0.05
POWER_RATIO = (Z95 + Z80) / Z95
"""Smallest effect that is found with 80 % power, by the half width of a 95 % interval."""


class Verdict(Enum):
    """What the games say about one difference."""

    MATTERS = MATTERS
    SMALL = SMALL
    UNDECIDED = UNDECIDED
    PILOTS = "pilots"
    NOTE = "note"

    @property
    def label(self) -> str:
        """As the report writes it."""
        labels = {Verdict.SMALL: "too small to matter", Verdict.PILOTS: "depends on the pilots"}
        return labels.get(self, self.value)


@dataclass(frozen=True)
class Claim:
    """One difference from even, in points.

    Attributes
    ----------
    name : str
        What differs.
    gap, low, high : float
        The difference and its 95 % interval.
    is_certain : bool
        Whether it is significant after adjusting for looking at many.
    """

    name: str
    gap: float
    low: float
    high: float
    is_certain: bool

    @property
    def half_width(self) -> float:
        """How far off the difference may be."""
        return (self.high - self.low) / 2

    def verdict(self, matters: float) -> Verdict:
        """Whether it matters.

        What would matter by its interval but is not significant among all those that were looked at
        is undecided: of many intervals, some lie far out by luck.
        """
        found = Verdict(verdict(self.low, self.high, matters))
        is_luck = found is Verdict.MATTERS and not self.is_certain
        return Verdict.UNDECIDED if is_luck else found

    def games_needed(self, games: int, matters: float) -> float:
        """Games in all that would decide, if the difference stays as it is; infinite at the edge.

        The interval shrinks with the square root of the games; it must no longer reach the
        threshold.
        """
        room = abs(abs(self.gap) - matters)
        return games * max(1.5, (self.half_width / room) ** 2) if room else math.inf


def claims(
    table: pd.DataFrame, name: str, value: str, even: float = 50.0, p: str = "p_adjusted"
) -> list[Claim]:
    """Differences from even of the rows of a table; rows without a number are left out.

    Parameters
    ----------
    table : DataFrame
        With `low` and `high`, or `VALUE_low` and `VALUE_high` where there are such.
    name, value, p : str
        Columns: what it is, the estimate, the adjusted p. Without `p` the interval decides.
    even : float
        What the estimate would be if there were no difference.
    """
    if not len(table) or value not in table:
        return []
    bounds = ("low", "high") if f"{value}_low" not in table else (f"{value}_low", f"{value}_high")
    known = table[table[[value, *bounds]].notna().all(axis=1)]
    low, high = (known[bound].astype(float) - even for bound in bounds)
    is_certain = known[p] < SIGNIFICANT if p in known else (low > 0) | (high < 0)
    columns = (known[name].astype(str), known[value].astype(float) - even, low, high, is_certain)
    return [
        Claim(each, float(gap), float(a), float(b), bool(sure))
        for each, gap, a, b, sure in zip(*columns, strict=True)
    ]


def sorted_out(
    found: Iterable[Claim], matters: float, marked: Collection[str] = ()
) -> dict[Verdict, list[Claim]]:
    """Claims by their verdict, the largest difference first.

    What is concluded of those that are `marked` does not hold for all pilots.
    """
    by: dict[Verdict, list[Claim]] = {verdict: [] for verdict in Verdict}
    for claim in sorted(found, key=lambda each: (-abs(each.gap), each.name)):
        by[Verdict.PILOTS if claim.name in marked else claim.verdict(matters)].append(claim)
    return by
