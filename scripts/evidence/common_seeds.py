"""What common seeds save: the variance of a difference on the same seeds, and on seeds of its own.

    python scripts/evidence/common_seeds.py                 about a minute on 2 free cores
    python scripts/evidence/common_seeds.py --pairs 200     a quick look

Writes results/common_seeds.md beside this file. Ends with code 1 if common seeds did not pay for
some change.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.resolve import make_plan
from forgesim.kernel.jit import engine_digest
from forgesim.studies.how import How
from forgesim.studies.played import play_all

RESULTS = Path(__file__).parent / "results" / "common_seeds.md"
CHANGES = (
    ("a card costs 1 more", {"set": ["card.bramble_hound.cost=+1"]}),
    ("a card has 1 more power", {"set": ["card.bramble_hound.power=+1"]}),
    ("a card has 1 more toughness", {"set": ["card.line_soldier.toughness=+1"]}),
    ("the second player starts with 22 heat", {"set": ["second.start_heat=22"]}),
    ("both start with 22 heat", {"set": ["start_heat=22"]}),
    ("the second player has a sixth card", {"set": ["second.opening_hand=6"]}),
    ("8 Forge Points at most", {"set": ["fp_cap=8"]}),
    ("EMBER deals 2", {"set": ["ember_damage=2"]}),
    ("a ruling: weapons are not attached later", {"set": ["switch.late_attach=off"]}),
    ("a ruling: KEEN marks", {"set": ["switch.keen_marks=on"]}),
    ("a ruling: two strikes in a turn", {"set": ["strikes_per_turn=2"]}),
    ("other pilots: greedy instead of each deck's own", {"pilot": ["greedy"]}),
    ("other pilots: tuned instead of each deck's own", {"pilot": ["tuned"]}),
)
PREFACE = """\
# What common seeds save

Made by `{command}` (engine {engine}).
The default field of {decks} decks, each deck's own pilot; {pairs:,} pairs of each matchup in which
the change can be seen, mirrors left out. D is the strength of a pair with the change less the
strength without it. *Common*: variance of D where both are played on the same seeds, as `compare`,
`sweep`, `rulings`, the gate and the studies do. *Independent*: the variance that D would have on
seeds of its own for each version, which is the sum of both variances. Their ratio says how many
times as many games independent seeds would take for the same interval. Means over the matchups.

| change | matchups | Var(D) common | independent | games saved | pairs that come out alike |
|---|---:|---:|---:|---:|---:|
"""


@dataclass(frozen=True)
class Row:
    """What was measured of one change: means over the matchups that it touches."""

    title: str
    matchups: int
    common: float
    apart: float
    alike: float


def measure(title: str, base: Plan, variant: Plan, pairs: int, how: How) -> Row:
    places = [
        place
        for place, (old, new) in enumerate(zip(base.matchups, variant.matchups, strict=True))
        if old.deck_a != old.deck_b and base.fingerprint(old) != variant.fingerprint(new)
    ]
    segments = [Segment(place, 0, pairs) for place in places]
    strengths = [
        np.array([each.strengths for each in play_all(plan, segments, how, title)]) / 4
        for plan in (base, variant)
    ]
    difference = strengths[1] - strengths[0]
    common = difference.var(axis=1, ddof=1).mean()
    apart = sum(each.var(axis=1, ddof=1).mean() for each in strengths)
    return Row(title, len(places), float(common), float(apart), float((difference == 0).mean()))


def lines(rows: list[Row]) -> Iterator[str]:
    for row in rows:
        yield (
            f"| {row.title} | {row.matchups} | {row.common:.4f} | {row.apart:.4f}"
            f" | {row.apart / row.common:.1f} times | {row.alike:.1%} |"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--pairs", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=available_cores())
    asked = parser.parse_args()
    how = How(asked.jobs)
    base = make_plan(load_experiment(None, {}))
    warm_up(base)
    rows = [
        measure(title, base, make_plan(load_experiment(None, flags)), asked.pairs, how)
        for title, flags in CHANGES
    ]
    command = "python scripts/evidence/common_seeds.py"
    if asked.pairs != parser.get_default("pairs"):
        command += f" --pairs {asked.pairs}"
    head = PREFACE.format(
        command=command, engine=engine_digest(), decks=len(base.decks), pairs=asked.pairs
    )
    RESULTS.write_text(head + "\n".join(lines(rows)) + "\n")
    print(RESULTS.read_text())
    return int(any(row.common >= row.apart for row in rows))


if __name__ == "__main__":
    sys.exit(main())
