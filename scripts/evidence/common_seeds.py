"""What common seeds save: the variance of differences on common and on independent seeds.

For some typical changes, the variance of D for one pair (the difference of a deck's strength, and
of the first player's score), as it is measured on common seeds; and as it would be on independent
ones, which is the sum of both versions' own variances. Their ratio is how many times the games it
would take without common seeds for the same interval.

    python scripts/evidence/common_seeds.py [--pairs N] [--seed N]
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from forgesim.arena.batch import available_cores, warm_up
from forgesim.cards.settings import parse_settings
from forgesim.stats.paired_tables import FIRST_PLAYER, STRENGTH
from forgesim.stats.pairs import FIRST_PLAYER as FIRST_VALUES
from forgesim.stats.pairs import STRENGTH as STRENGTH_VALUES
from forgesim.studies.compare import hold_all
from forgesim.studies.how import How
from forgesim.studies.variants import Base, make_base, plan_with, recognise
from forgesim.studies.variants import plan_of as variant_of
from forgesim.studies.versions import Contest, play_versions

RESULTS = Path(__file__).parent / "results" / "common_seeds.md"
FIELD = ["wilds-fast", "occult-midrange", "armory-slow", "arcana-fast", "sundries-midrange",
         "mixed-rush"]  # fmt: skip
CHANGES = (
    ("a card costs 1 more", "card.bramble_hound.cost=+1"),
    ("a card has 1 more power", "card.bramble_hound.power=+1"),
    ("a card has 1 more toughness", "card.bramble_hound.toughness=+1"),
    ("one more starting heat for the second player", "second.start_heat=21"),
    ("three more starting heat for the second player", "second.start_heat=23"),
    ("one more card for the second player", "second.opening_hand=6"),
    ("a higher Forge Point cap", "fp_cap=8"),
    ("EMBER deals 1 more", "ember_damage=2"),
    ("a ruling: artifacts attach at once, off", "switch.attach_at_once=off"),
    ("a ruling: late attachment off", "switch.late_attach=off"),
    ("a ruling: two strikes a turn", "strikes_per_turn=2"),
)
PILOTS = (("all decks played by greedy", "greedy"), ("all decks played at random", "random"))


@dataclass(frozen=True)
class Measured:
    """Variances of one change: over the matchups that it touches, of one pair."""

    title: str
    text: str
    touched: int
    matchups: int
    common: tuple[float, float]
    independent: tuple[float, float]


def variances(outcomes: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Variance of a pair's score in each matchup."""
    pairs = outcomes.sum(axis=(1, 2))
    mean = (outcomes * values).sum(axis=(1, 2)) / pairs
    return (outcomes * (values - mean[:, None, None]) ** 2).sum(axis=(1, 2)) / (pairs - 1)


def measured(contest: Contest, place: int, title: str) -> Measured:
    """Variances of one version."""
    version, sums = contest.versions[place], contest.sums[place]
    played = ~version.is_same
    common, independent = [], []
    for column, values in ((STRENGTH, STRENGTH_VALUES), (FIRST_PLAYER, FIRST_VALUES)):
        n = contest.pairs
        old = contest.base_sums.totals[version.base_at][:, column]
        mean = (sums.totals[:, column] - old) / 4 / n
        square = (sums.square[:, column] / 16 - n * mean**2) / (n - 1)
        both = variances(contest.base_sums.outcomes[version.base_at], values)
        both = both + variances(sums.outcomes, values)
        common.append(float(square[played].mean()))
        independent.append(float(both[played].mean()))
    return Measured(title, version.name, int(played.sum()), len(played),
                    (common[0], common[1]), (independent[0], independent[1]))  # fmt: skip


def contest_of(base: Base, pairs: int) -> tuple[Contest, list[str]]:
    """All changes, played on the base's seeds."""
    plans = [(text, plan_with(base, parse_settings([text]))) for _, text in CHANGES]
    plans += [(name, variant_of(base, recognise(name, "forge"))) for _, name in PILOTS]
    versions = hold_all(base.plan, plans)
    warm_up(base.plan)
    contest = play_versions(base.plan, versions, pairs, How(available_cores()))
    return contest, [title for title, _ in (*CHANGES, *PILOTS)]


def lines(base: Base, pairs: int) -> Iterator[str]:
    """The page, line by line."""
    contest, titles = contest_of(base, pairs)
    yield "# Common seeds against independent seeds"
    yield ""
    yield (f"Made by `python scripts/evidence/common_seeds.py --pairs {pairs} --seed"
           f" {base.plan.seed}`. {len(base.plan.decks)} decks ({', '.join(FIELD)}), each by its own"
           f" pilot, {len(base.plan.matchups)} matchups of {pairs:,} pairs.")  # fmt: skip
    yield ""
    yield (
        "D is what a pair scores under the change, less what the same pair scores without. Var(D)"
        " is its variance, mean over the matchups that the change touches, for the strength of a"
        " deck and for the score of who goes first. *Independent* is what it would be with other"
        " shuffles for either version: the sum of both variances. The ratio is how many times the"
        " games that would take for the same interval. Matchups that a change does not touch cost"
        " nothing at all, and are not in the ratio."
    )
    yield ""
    yield ("| change | setting | matchups touched | Var(D) strength: common | independent | ratio"
           " | first player: common | independent | ratio | games saved |")  # fmt: skip
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for place, title in enumerate(titles):
        row = measured(contest, place, title)
        cells = [f"{row.touched} of {row.matchups}"]
        for common, independent in zip(row.common, row.independent, strict=True):
            ratio = f"{independent / common:.1f}" if common else "all"
            cells += [f"{common:.4f}", f"{independent:.4f}", ratio]
        saved = 1 - row.common[0] / row.independent[0]
        yield f"| {title} | `{row.text}` | {' | '.join(cells)} | {saved:.0%} |"
    yield ""
    yield ("*Games saved*: of those that independent seeds would need for the same interval of a"
           " deck's strength. The smaller a change, the more is saved, and the more is"
           " needed.")  # fmt: skip


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    base = make_base(None, {"deck": FIELD, "pairs": given.pairs, "seed": given.seed})
    RESULTS.write_text("\n".join(lines(base, given.pairs)) + "\n", encoding="utf-8")
    print(f"written to {RESULTS}")


if __name__ == "__main__":
    main()
