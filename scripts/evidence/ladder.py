"""Rank all shipped pilots over the default field, and hold the tiers against what is asked of them.

    python scripts/evidence/ladder.py                     some minutes on 2 free cores
    python scripts/evidence/ladder.py --precision 2       a quarter of that

Writes results/ladder.md beside this file. Each two pilots meet in mirror matchups, on the same
pair seeds in both places. Ends with code 1 if a tier does not beat the one below it as it must.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.pilots import LOOKING_AHEAD
from forgesim.cards.shipped import shipped_names
from forgesim.kernel.jit import engine_digest
from forgesim.studies.how import How
from forgesim.studies.ladder import Budget, Ladder, ladder_contest, play_ladder
from forgesim.studies.ladder_page import markdown, notes, sections
from forgesim.studies.pace import games_per_second

RESULTS = Path(__file__).parent / "results" / "ladder.md"
WANTED = 55.0
"""Mean score of a tier against the best pilot of the tier below, at least."""

PREFACE = """\
Made by `{command}`.
Every shipped pilot against every other, with each of the {decks} shipped decks against itself,
until the 95 % interval of each two pilots' mean score is ±{precision:g} points or narrower. Decks,
seats and shuffles are the same for both: `docs/reference/statistics.md`, under Pilots."""

TIERS = """\
Each tier against the best pilot of the tier below (by rating). It must score {wanted:g} or more,
with an interval that leaves out 50."""


def tiers_of(found: Ladder) -> list[str]:
    """The best pilot of each tier, from those that do not look ahead upwards."""
    by_kind: dict[str, str] = {}
    for row in found.ratings.to_dict("records"):  # best first
        kind = row["kind"] if row["kind"] in LOOKING_AHEAD else "weights"
        by_kind.setdefault(kind, row["pilot"])
    return [by_kind[kind] for kind in ("weights", *LOOKING_AHEAD) if kind in by_kind]


def meeting(table: pd.DataFrame, pilot: str, opponent: str) -> pd.DataFrame:
    """Rows of two pilots, seen from the first."""
    rows = table[(table["pilot"] == pilot) & (table["opponent"] == opponent)]
    if len(rows):
        return rows
    rows = table[(table["pilot"] == opponent) & (table["opponent"] == pilot)].copy()
    rows["score"], low, high = 100 - rows["score"], 100 - rows["high"], 100 - rows["low"]
    rows["low"], rows["high"] = low, high
    return rows


def tier_tables(found: Ladder, tiers: list[str]) -> Iterator[str]:
    yield "| tier | tier below | score [95 % interval] | as it must? |"
    yield "|---|---|---:|---|"
    steps = list(zip(tiers[1:], tiers, strict=False))
    for pilot, below in steps:
        row = meeting(found.meetings, pilot, below).iloc[0]
        interval = f"{row['score']:.1f} [{row['low']:.1f}, {row['high']:.1f}]"
        yield f"| {pilot} | {below} | {interval} | {'yes' if is_met(row) else 'NO'} |"
    yield ""
    names = [f"{pilot} : {below}" for pilot, below in steps]
    yield f"| deck | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    columns = [meeting(found.by_deck, *step).set_index("deck") for step in steps]
    for deck in columns[0].index:
        cells = [
            f"{c['score'][deck]:.1f} [{c['low'][deck]:.1f}, {c['high'][deck]:.1f}]" for c in columns
        ]
        yield f"| {deck} | {' | '.join(cells)} |"
    yield ""


def is_met(row: "pd.Series[float]") -> bool:
    return bool(row["score"] >= WANTED and row["low"] > 50)


@contextmanager
def bar(name: str, games: int) -> Iterator[None]:
    print(f"{name}: {games:,} games ...", file=sys.stderr, flush=True)
    yield


def page(plan: Plan, precision: float, jobs: int, command: str) -> tuple[str, bool]:
    """The page, and whether every tier beats the one below as it must."""
    started = time.perf_counter()
    contest = ladder_contest(plan, plan.pilots)
    warm_up(contest.plan)
    paces = {pilot.name: games_per_second(plan, pilot) for pilot in plan.pilots}
    found = play_ladder(contest, Budget(precision=precision), How(jobs, bar=bar))
    tiers = tiers_of(found)
    preface = PREFACE.format(command=command, decks=len(plan.decks), precision=precision)
    minutes = (time.perf_counter() - started) / 60
    lines = [
        "# The ladder of Forge's pilots, measured", "", preface, "",
        markdown(list(sections(found, paces)), list(notes(found, True, False))),
        "## Tiers", "", TIERS.format(wanted=WANTED), "",
        *tier_tables(found, tiers),
        f"Engine sources `{engine_digest()}`; seed {plan.seed}; {found.games:,} games,"
        f" {minutes:.1f} minutes on {jobs} threads.",
        "",
    ]  # fmt: skip
    steps = zip(tiers[1:], tiers, strict=False)
    met = all(is_met(meeting(found.meetings, *step).iloc[0]) for step in steps)
    return "\n".join(lines), met


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--precision", type=float, default=1.0, help="points")
    parser.add_argument("--pilots", nargs="+", default=shipped_names("forge", "pilots"))
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--jobs", type=int, default=available_cores())
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    flags = {"pilot": options.pilots, "pairs": 1, "seed": options.seed}
    plan = make_plan(load_experiment(None, flags))
    command = " ".join(["scripts/evidence/ladder.py", *sys.argv[1:]])
    text, met = page(plan, options.precision, options.jobs, command)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(text, "utf-8")
    print(f"{options.output}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
