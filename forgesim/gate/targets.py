"""Targets: whether scores lie within the bands that an experiment states.

The unit is a round: one pair of each matchup that enters the target. Rounds are played in order, on
the experiment's seeds, until every target is decided.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from forgesim.arena.plan import Plan, Segment
from forgesim.gate.baseline import Key, plan_keys
from forgesim.gate.drift import LIKELY, Noted
from forgesim.gate.play import CHECKED_PAIRS, Table
from forgesim.gate.result import NONDETERMINISM, exit_code
from forgesim.gate.settings import Settings
from forgesim.stats.bands import MET, MISSED, BandWatch, expected_rounds, watch_bands
from forgesim.stats.drift import INCONCLUSIVE, Limits, looks
from forgesim.stats.wealth import NEVER, mean_interval
from forgesim.studies.targets import Target

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Judged:
    """What was found about a target: scores in percent, or points of advantage.

    Attributes
    ----------
    target : Target
    verdict : str
        `MET`, `MISSED`, `INCONCLUSIVE`.
    rounds : int
    score, low, high : float
        The mean, with an interval that holds whenever one stops.
    needed : int or None
        Rounds that would decide it, if the mean is as measured; None where no number would do.
    """

    target: Target
    verdict: str
    rounds: int
    score: float
    low: float
    high: float
    needed: int | None


@dataclass(frozen=True)
class TargetsFound:
    """What was found about all targets of an experiment.

    Attributes
    ----------
    verdict : str
        `MISSED` if one is, else `INCONCLUSIVE` if one is, else `MET`; or `NONDETERMINISM`.
    policy : str
    experiment : Path
    limits : Limits
        Of which alpha, beta and cap count.
    seed : int
    judged : sequence of Judged
    unstable : sequence of tuple of str
        Matchups whose games are not the same again.
    """

    verdict: str
    policy: str
    experiment: Path
    limits: Limits
    seed: int
    judged: Sequence[Judged] = ()
    unstable: Sequence[Key] = field(default=())

    @property
    def exit_code(self) -> int:
        """What the command ends with."""
        codes = {MET: 0, MISSED: 1}
        code = codes.get(self.verdict)
        return exit_code(self.verdict, self.policy) if code is None else code

    @property
    def most_pairs(self) -> int:
        """Rounds of the target that was played longest."""
        return max((each.rounds for each in self.judged), default=0)


def run_targets(
    plan: Plan,
    targets: Sequence[Target],
    settings: Settings,
    table: Table,
    noted: Noted = lambda _: None,
) -> TargetsFound:
    """Test targets, all on the same pairs.

    Parameters
    ----------
    plan : Plan
    targets : sequence of Target
        Of this plan.
    settings : Settings
    table : Table
        Plays.
    noted : callable
        Told what is going on.
    """
    limits, keys = settings.limits, plan_keys(plan)
    table = table.with_plan(plan)
    checked = min(CHECKED_PAIRS, limits.cap)
    digests = [table.digests(checked, is_turned) for is_turned in (False, True)]
    unstable = [key for key, *pair in zip(keys, *digests, strict=True) if pair[0] != pair[1]]
    base = (settings.policy, settings.path, limits, plan.seed)
    if unstable:
        return TargetsFound(NONDETERMINISM, *base, unstable=unstable)
    watches = watch_bands([target.band for target in targets], limits.alpha, limits.beta)
    rounds = _play(table, targets, watches, limits, noted)
    parts = zip(targets, watches, rounds, strict=True)
    judged = [_judged(target, watch, values) for target, watch, values in parts]
    verdicts = {each.verdict for each in judged}
    worst = next(v for v in (MISSED, INCONCLUSIVE, MET) if v in verdicts)
    return TargetsFound(worst, *base, judged=judged)


def _play(
    table: Table,
    targets: Sequence[Target],
    watches: Sequence[BandWatch],
    limits: Limits,
    noted: Noted,
) -> list[Array]:
    """Play rounds until all targets are decided; the mean score of each round, by target."""
    rounds: list[list[Array]] = [[] for _ in targets]
    start, many = 0, 0
    for end in looks(limits.cap):
        still = [n for n, watch in enumerate(watches) if watch.verdict is None]
        needed = sorted({entry.matchup for n in still for entry in targets[n].entries})
        if not needed:
            break
        if start and len(still) != many:
            many = len(still)
            noted(f"after {start:,} rounds {many} of {len(targets)} targets are undecided")
        played = table.outcomes([Segment(place, start, end - start) for place in needed])
        outcomes = dict(zip(needed, played, strict=True))
        for n in still:
            values = _values(targets[n], outcomes)
            rounds[n].append(values)
            watches[n].add(values)
        start = end
    for watch in watches:
        watch.end()
    return [np.concatenate(values) for values in rounds]


def _values(target: Target, outcomes: dict[int, Array]) -> Array:
    """Mean score of each round, 0 to 1."""
    total: Array = np.zeros(len(next(iter(outcomes.values()))))
    for entry in target.entries:
        constant, *factors = entry.weights
        total += constant + outcomes[entry.matchup] @ np.array(factors) / 2
    return total / len(target.entries)


def _judged(target: Target, watch: BandWatch, values: Array) -> Judged:
    levels, counts = np.unique(values, return_counts=True)
    low, high = mean_interval(levels, counts)
    mean = float(values.mean())
    needed = expected_rounds(100 * mean, float(values.var()), watch, LIKELY)
    return Judged(
        target=target, verdict=str(watch.verdict), rounds=len(values),
        score=100 * mean - target.offset, low=100 * low - target.offset,
        high=100 * high - target.offset, needed=needed if needed < NEVER else None,
    )  # fmt: skip
