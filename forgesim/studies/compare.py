"""Two or more versions of a game, compared on common seeds.

Every variant plays the seeds of the base: D is a number of a pair in the variant, less the same
number of the same pair in the base. What is claimed is claimed about the mean of D.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from forgesim.arena.plan import Plan
from forgesim.errors import UsageError
from forgesim.stats.frames import TEXT, frame
from forgesim.stats.paired_tables import DIFFERENCES, difference_rows
from forgesim.studies.how import How
from forgesim.studies.versions import Contest, Version, hold_against, play_versions

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {"variant": TEXT, **DIFFERENCES}
"""Columns of `Comparison.differences`: docs/reference/tables.md says what is in them."""
LEAST_PAIRS = 2


@dataclass(frozen=True)
class Comparison:
    """What differs between variants and their base.

    Attributes
    ----------
    contest : Contest
        What was played: plans, exact sums.
    matters : float
        Points from which on a difference matters.
    """

    contest: Contest
    matters: float

    @property
    def base(self) -> Plan:
        """What the variants are variants of."""
        return self.contest.base

    @property
    def versions(self) -> tuple[Version, ...]:
        """The variants, in their order."""
        return self.contest.versions

    @cached_property
    def differences(self) -> "pd.DataFrame":
        """A row for each number of each variant and tier.

        `variant`, `tier`; `scope` (headline, group, deck, matchup), `name`, `seat` (first, second;
        empty for both), `measure` and its `unit` (points, percent, turns); its value in the base
        (`old`) and in the variant (`new`); `difference` with 95 % interval `low` to `high`;
        two-sided `p` of no difference, and `p_adjusted` (Holm, within a variant, tier and scope, by
        seat or not); `matchups` in it, `pairs` in all, of which `moved` do differ; `verdict`
        (matters, small, undecided; same: no matchup in it has other games), and `needed_pairs` of
        each matchup that would decide.
        """
        return frame(COLUMNS, self.rows)

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The same as plain rows."""
        return [
            {"variant": version.name, **row}
            for place, version in enumerate(self.versions)
            for number, tier in enumerate(self.base.tiers)
            for row in difference_rows(tier.name, self.contest.paired(place, number), self.matters)
        ]


def compare_plans(
    base: Plan,
    variants: Sequence[tuple[str, Plan]],
    pairs: int | None = None,
    how: How | None = None,
    matters: float | None = None,
) -> Comparison:
    """Play variants of a plan on its seeds, and compare them with it.

    Matchups are matched by the names of their decks and the place of their tier. What is the same
    in a variant is not played again, and differs by exactly 0.

    Parameters
    ----------
    base : Plan
    variants : sequence of (str, Plan)
        By name, each once; their own seeds and numbers of pairs do not count.
    pairs : int, optional
        Pairs of each matchup; those of the base if left out.
    how : How, optional
    matters : float, optional
        Points from which on a difference matters; as the base has it if left out.

    Returns
    -------
    Comparison

    Raises
    ------
    UsageError
        If there is no variant, one cannot be held against the base, or there are too few pairs.
    """
    versions = hold_all(base, variants)
    count = base.pairs if pairs is None else pairs
    check_pairs(count)
    contest = play_versions(base, versions, count, how or How())
    return Comparison(contest, base.matters if matters is None else matters)


def check_pairs(pairs: int) -> None:
    """Raise UsageError where there are too few pairs to tell how much they spread."""
    if pairs < LEAST_PAIRS:
        raise UsageError(
            f"{pairs} pair of each matchup has no spread: expected {LEAST_PAIRS} pairs or more"
        )


def hold_all(base: Plan, variants: Sequence[tuple[str, Plan]]) -> list[Version]:
    """Variants as versions of a base; UsageError where that cannot be, or there is none."""
    if not variants:
        raise UsageError("there is no variant to compare with the base")
    names = [name for name, _ in variants]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two variants are called {name!r}: give them different names")
    return [hold_against(base, name, plan) for name, plan in variants]
