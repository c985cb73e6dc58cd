"""Two baselines side by side: inputs that differ, and scores, each difference with its interval."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from forgesim.errors import UsageError
from forgesim.gate.baseline import Baseline, Key, counts_of, engine_of, score_of
from forgesim.gate.inputs import Changes, find_changes, names_only_in
from forgesim.gate.packing import Array
from forgesim.pilots.registry import load_game
from forgesim.stats.differences import QUARTERS, paired_difference
from forgesim.stats.pairs import STRENGTH, Z95, estimate


@dataclass(frozen=True)
class Step:
    """A matchup in two baselines: deck a's score in percent, the difference in points.

    `is_same` where all its pairs are known to have gone alike.
    """

    key: Key
    before: float
    after: float
    change: float
    low: float
    high: float
    is_same: bool


@dataclass(frozen=True)
class Comparison:
    """How two baselines differ.

    Attributes
    ----------
    changes : Changes
    removed, added : tuple of str
        Decks and pilots that only the first or only the second has.
    steps : tuple of Step
        Matchups that both have, the largest difference first.
    is_paired : bool
        Whether they were played on the same seeds, so that differences are of the same shuffles.
    """

    changes: Changes
    removed: tuple[str, ...]
    added: tuple[str, ...]
    steps: tuple[Step, ...]
    is_paired: bool


def compare(old: Baseline, new: Baseline) -> Comparison:
    """Compare two baselines.

    Raises
    ------
    UsageError
        If they are of different games.
    """
    games = old.plan["game"], new.plan["game"]
    if games[0] != games[1]:
        raise UsageError(f"{old.path} is of the game {games[0]!r}, {new.path} of {games[1]!r}")
    is_paired = old.seed == new.seed
    removed, added = names_only_in(old.plan, new.plan)
    steps = sorted(_steps(old, new, is_paired), key=lambda step: -abs(step.change))
    engines = engine_of(old), engine_of(new)
    changes = find_changes(old.plan, new.plan, engines, load_game(games[0]))
    return Comparison(changes, removed, added, tuple(steps), is_paired)


def _steps(old: Baseline, new: Baseline, is_paired: bool) -> Iterator[Step]:
    for key, place in old.places.items():
        if key in new.places:
            parts = [old.outcomes(place), new.outcomes(new.places[key])]
            if is_paired:
                parts = [part[: min(map(len, parts))] for part in parts]
            before, after = (score_of(counts_of(part))["score"] for part in parts)
            is_same = is_paired and np.array_equal(parts[0], parts[1])
            yield Step(key, before, after, *(_paired if is_paired else _apart)(parts), is_same)


Outcomes = Sequence[Array]


def _paired(parts: Outcomes) -> tuple[float, float, float]:
    """Difference over the same pairs, in points, with its interval."""
    before, after = (part.sum(axis=1) for part in parts)
    counts = np.bincount(after - before + 4, minlength=len(QUARTERS))
    found = paired_difference(counts[None], QUARTERS, np.ones(1))
    return 100 * found.mean, 100 * found.low, 100 * found.high


def _apart(parts: Outcomes) -> tuple[float, float, float]:
    """The same for runs on different seeds: their errors are independent."""
    before, after = (estimate(counts_of(part)[None], STRENGTH) for part in parts)
    error = Z95 * math.hypot(before.error, after.error)
    change = after.mean - before.mean
    return 100 * change, 100 * (change - error), 100 * (change + error)
