"""How often 95 % intervals hold the truth, where the truth is known.

    python scripts/evidence/interval_coverage.py              20,000 replicates, 1 minute
    python scripts/evidence/interval_coverage.py --replicates 100000
    python scripts/evidence/interval_coverage.py --write      into results/

Ends with code 1 if an interval covers less than 93 %, or more than 97 % where 30 pairs or more are
expected off the commonest score.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.stats.differences import paired_difference
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, estimates, wilson

RESULTS = Path(__file__).parent / "results" / "interval_coverage.md"
SIZES = (100, 1_000, 10_000)
LEAST, MOST = 0.93, 0.97
ENOUGH = 30
SEED = 17

PREFACE = """\
Made by `{command}`.
{replicates:,} runs of each case and size are drawn from known odds, and each gets the interval that
forgesim would print. Nominal is 95 %; wanted are at least 93 %, and at most
97 % where 30 pairs or more are expected off the commonest score of their matchup (`off`); what
misses that is marked (!). A covered share of 95 % is known to ±{error:.2f} points (two standard
errors).

Pairs are in all; several matchups share them evenly. *Alike*: both games of a pair end alike.
*Seat decides*: who goes first wins both, but for the pairs named."""

EACH = """\
The interval of a mean over matchups takes its two pseudo-pairs once. Taken once in each matchup
instead, as the recipe could be read, they hide the variance where a matchup has few pairs, and pile
up where all matchups are one-sided. The same runs:"""

AGREE = """\
All pairs agree: the interval is finite and has a width, from a single pair on."""


@dataclass(frozen=True)
class Case:
    """Odds of a pair's outcomes by matchup (matchups, kinds), and what is estimated of them."""

    kind: str
    name: str
    odds: np.ndarray
    values: np.ndarray

    @property
    def truth(self) -> float:
        """The mean over matchups that is to be estimated."""
        return float((self.odds * self.values.ravel()).sum(axis=1).mean())

    @property
    def off(self) -> float:
        """Chance that a pair has not the commonest score of its matchup, on average."""
        scores, place = np.unique(self.values, return_inverse=True)
        chances = self.odds @ np.eye(len(scores))[place.ravel()]
        return float(1 - chances.max(axis=1).mean())


def games(*chances: float, draws: float = 0.0) -> np.ndarray:
    """Both games independent, deck a winning each with that chance unless it is drawn."""
    rows = []
    for chance in chances:
        one = np.array([(1 - chance) * (1 - draws), draws, chance * (1 - draws)])
        rows.append(np.outer(one, one).ravel())
    return np.array(rows)


def alike(*chances: float) -> np.ndarray:
    rows = np.zeros((len(chances), 9))
    rows[:, 8], rows[:, 0] = chances, 1 - np.array(chances)
    return rows


def seat(*others: tuple[float, float]) -> np.ndarray:
    """Who goes first wins, but for pairs that deck a wins, and pairs that it loses."""
    rows = np.zeros((len(others), 9))
    for row, (won, lost) in zip(rows, others, strict=True):
        row[8], row[0], row[6] = won, lost, 1 - won - lost
    return rows


D = np.arange(9) / 4 - 1
"""Differences that a pair can have."""


def changes(*rows: dict[int, float]) -> np.ndarray:
    """Differences of a pair in quarters of a point, with their odds; the other pairs have none."""
    odds = np.zeros((len(rows), len(D)))
    for row, chances in zip(odds, rows, strict=True):
        for quarters, chance in chances.items():
            row[4 + quarters] = chance
        row[4] = 1 - row.sum()
    return odds


CASES = [
    Case("ordinary", "even, games independent", games(0.5), STRENGTH),
    Case("ordinary", "30 %, games independent", games(0.3), STRENGTH),
    Case("extreme", "2 %, games independent", games(0.02), STRENGTH),
    Case("extreme", "2 %, alike", alike(0.02), STRENGTH),
    Case("extreme", "98 %, alike", alike(0.98), STRENGTH),
    Case("strongly paired", "even, alike", alike(0.5), STRENGTH),
    Case("strongly paired", "30 %, alike", alike(0.3), STRENGTH),
    Case("strongly paired", "seat decides, but 2 % won", seat((0.02, 0)), STRENGTH),
    Case("strongly paired", "seat decides, but 3 % won, 3 % lost", seat((0.03, 0.03)), STRENGTH),
    Case("strongly paired", "seat decides, but 20 % won, 10 % lost", seat((0.2, 0.1)), STRENGTH),
    Case("strongly paired", "first-player score, seat decides 95 %", seat((0.03, 0.02)),
         FIRST_PLAYER),
    Case("draws", "40 %, 30 % drawn", games(0.4, draws=0.3), STRENGTH),
    Case("draws", "40 %, 90 % drawn", games(0.4, draws=0.9), STRENGTH),
    Case("draws", "2 %, 10 % drawn", games(0.02, draws=0.1), STRENGTH),
    Case("means", "5 matchups, 20 to 80 %", games(*np.linspace(0.2, 0.8, 5)), STRENGTH),
    Case("means", "20 matchups, 10 to 90 %, alike", alike(*np.linspace(0.1, 0.9, 20)), STRENGTH),
    Case("means", "20 matchups, even, alike", alike(*[0.5] * 20), STRENGTH),
    Case("means", "20 matchups, 2 %", games(*[0.02] * 20), STRENGTH),
    Case("means", "20 matchups, 2 and 98 %, alike", alike(*[0.02, 0.98] * 10), STRENGTH),
    Case("means", "5 matchups, four 98 %, one 2 %, alike", alike(0.02, *[0.98] * 4), STRENGTH),
    Case("means", "20 matchups, seat decides, but 2 % won, 1 % lost", seat(*[(0.02, 0.01)] * 20),
         STRENGTH),
    Case("means", "50 matchups, 30 to 70 %", games(*np.linspace(0.3, 0.7, 50)), STRENGTH),
    Case("differences", "one game turned in 3 %", changes({2: 0.03}), D),
    Case("differences", "one game turned in 5 %, to either side", changes({2: 0.03, -2: 0.02}), D),
    Case("differences", "one or both turned in 40 %",
         changes({-4: 0.05, -2: 0.1, 2: 0.15, 4: 0.1}), D),
    Case("differences", "draws: quarters in 20 %", changes({-1: 0.05, 1: 0.1, 2: 0.05}), D),
    Case("differences", "5 matchups, 1 to 9 % turned",
         changes(*({2: p, -2: 0.02} for p in np.linspace(0.01, 0.09, 5))), D),
    Case("differences", "20 matchups, 4 % turned", changes(*[{2: 0.04}] * 20), D),
]  # fmt: skip


@dataclass(frozen=True)
class Covered:
    """How often the truth lies below the interval, and above; pairs expected off the commonest."""

    below: float
    above: float
    off: float

    @property
    def share(self) -> float:
        """How often the interval holds the truth."""
        return 1 - self.below - self.above

    @property
    def is_right(self) -> bool:
        """Whether it holds it often enough, and not too often."""
        return self.share >= LEAST and (self.off < ENOUGH or self.share <= MOST)


def draw(case: Case, pairs: int, replicates: int) -> np.ndarray:
    """Counts of outcomes (replicates, matchups, kinds)."""
    random = np.random.default_rng(SEED)
    each = pairs // len(case.odds)
    odds = case.odds / case.odds.sum(axis=1, keepdims=True)
    return random.multinomial(each, odds, size=(replicates, len(odds)))


def intervals(case: Case, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bounds as forgesim computes them."""
    if case.kind != "differences":
        found = estimates(counts.reshape(*counts.shape[:2], 3, 3), case.values)
        return found.low, found.high
    weights = np.full(len(case.odds), 1 / len(case.odds))
    each = [paired_difference(run, case.values, weights) for run in counts]
    return np.array([one.low for one in each]), np.array([one.high for one in each])


def in_each_matchup(case: Case, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Bounds with a pseudo-pair at 0 and one at 1 in every matchup."""
    values, n = case.values.ravel(), counts.sum(axis=2)
    padded = (counts @ values + 1) / (n + 2)
    variance = ((counts @ values**2 + 1) / (n + 2) - padded**2) / (n + 2)
    p = padded.mean(axis=1)
    effective = p * (1 - p) / (variance.sum(axis=1) / n.shape[1] ** 2)
    return wilson((counts @ values / n).mean(axis=1), effective)


def cover(case: Case, pairs: int, replicates: int, bounds=intervals) -> Covered:
    """Count how often intervals hold the truth."""
    low, high = bounds(case, draw(case, pairs, replicates))
    slack = 1e-12  # a bound that equals the truth holds it
    below, above = (case.truth < low - slack).mean(), (case.truth > high + slack).mean()
    return Covered(float(below), float(above), pairs * case.off)


def rows(cases: Sequence[Case], replicates: int, bounds=intervals) -> Iterator[str]:
    for case in cases:
        for pairs in SIZES:
            found = cover(case, pairs, replicates, bounds)
            mark = "" if found.is_right else " (!)"
            sides = f"{100 * found.below:.2f} | {100 * found.above:.2f}"
            about = f"{case.kind} | {case.name} | {pairs:,} | {found.off:,.0f}"
            yield f"| {about} | {100 * found.share:.2f}{mark} | {sides} |"


HEAD = [
    "| | case | pairs | off | covered, % | truth below | truth above |",
    "|---|---|---:|---:|---:|---:|---:|",
]


def agreeing() -> Iterator[str]:
    yield "| pairs, all won | score | interval |"
    yield "|---:|---:|---|"
    for pairs in (1, 10, *SIZES):
        counts = np.zeros((1, 3, 3), int)
        counts[0, 2, 2] = pairs
        found = estimates(counts, STRENGTH)[()]
        yield f"| {pairs:,} | {found.mean:.0%} | {found.low:.4%} to {found.high:.4%} |"


def page(replicates: int, command: str) -> tuple[list[str], bool]:
    """Lines of the page, and whether all intervals do as they should."""
    error = 200 * (0.95 * 0.05 / replicates) ** 0.5
    started = time.perf_counter()
    table = list(rows(CASES, replicates))
    lines = ["# Coverage of the intervals", ""]
    lines += PREFACE.format(command=command, replicates=replicates, error=error).splitlines()
    lines += ["", *HEAD, *table, "", *AGREE.splitlines(), "", *agreeing()]
    means = [case for case in CASES if case.kind == "means"]
    lines += ["", *EACH.splitlines(), "", *HEAD, *rows(means, replicates, in_each_matchup)]
    lines += ["", f"{time.perf_counter() - started:.0f} seconds."]
    return [*lines, ""], not any("(!)" in row for row in table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--replicates", type=int, default=20_000)
    parser.add_argument("--write", action="store_true", help=f"to {RESULTS.name}")
    options = parser.parse_args()
    command = " ".join(["scripts/evidence/interval_coverage.py", *sys.argv[1:]])
    lines, is_right = page(options.replicates, command)
    text = "\n".join(lines)
    print(text)
    if options.write:
        RESULTS.parent.mkdir(parents=True, exist_ok=True)
        RESULTS.write_text(text, "utf-8")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
