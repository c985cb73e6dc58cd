"""What deck search finds, and what it costs.

    python scripts/evidence/deck_search.py             some minutes on 2 free cores
    python scripts/evidence/deck_search.py --quick     a look

Writes results/deck_search.md beside this file. Ends with code 1 if the best deck of a small pool is
missed by more than a point in more than one of ten seeds, or if what is found on the shipped roster
does not beat the best shipped deck for certain.
"""

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan, resolve_roster
from forgesim.cards.decks import MIXED
from forgesim.cards.pilots import load_pilot
from forgesim.kernel.jit import engine_digest
from forgesim.stats.pairs import Z95
from forgesim.studies.how import How
from forgesim.studies.search import Constraint, Quest, Rival, lead, scored, search_decks, seed_of
from forgesim.studies.search.quest import key_of
from tests.studies.search.pools import every_deck, small_quest

RESULTS = Path(__file__).parent / "results" / "deck_search.md"
SEEDS = 10
PREFACE = """\
# What deck search finds, and what it costs

Made by `{command}` (engine {engine}), {jobs} workers.

## A pool whose legal decks can all be listed

{decks} legal decks of ten cards from eight, played by greedy against two decks
(`tests/studies/search/pools.py`); each was scored by {pairs:,} pairs, and the best has
{best:.1f} %. Each search has {games:,} games.

| seed | decks judged | found: score | points below the best | rank |
|---:|---:|---:|---:|---:|
"""
ROSTER = """
{right} of {seeds} within a point of the best.

## The shipped roster

Against the {decks} shipped decks, each with the same weight, everyone played by the pilot tuned;
scores in percent on seeds that no search has met, with 95 % intervals. The best shipped deck by
that measure is {best}, with {score:.1f}. The lead over it is measured pair by pair on the same
seeds. The planner's score is of the same deck, with the planner on both sides.

| wanted | games | decks judged | seconds | score | lead over the best shipped deck | with planner |
|---|---:|---:|---:|---:|---:|---:|
"""
COST = """
## Cost

- Judging: {minute:,.0f} different decks a minute were judged in the searches above (each in races
  that end when it falls behind).
- Scoring: a deck is scored to ±1 point (95 %) by about {need:,} pairs against this field, as
  measured on the best shipped deck; that makes {rate:,.0f} decks a minute.
"""


def small_pool(games: int, pairs: int, how: How) -> tuple[list[str], int, int, float]:
    """Rows, how many were right, decks in all, and the best score."""
    with tempfile.TemporaryDirectory() as folder:
        quest = small_quest(Path(folder), games=games)
        decks = [*every_deck(quest.cards)]
        scores = scored(quest, decks, 987, pairs, how, Z95)
        truth = {key_of(d): s.mean for d, s in zip(decks, scores, strict=True)}
        ranks = sorted(truth.values(), reverse=True)
        rows, right = [], 0
        for seed in range(1, SEEDS + 1):
            found = search_decks(replace(quest, seed=seed), how, 32)
            score = truth[key_of(found.decks[0].cards)]
            gap = 100 * (ranks[0] - score)
            right += gap <= 1
            rows.append(f"| {seed} | {found.judged} | {100 * score:.1f} | {gap:.2f} |"
                        f" {ranks.index(score) + 1} |")  # fmt: skip
    return rows, right, len(decks), 100 * ranks[0]


def shipped_quest() -> tuple[Plan, Quest]:
    experiment = load_experiment(None, {"pilot": ["tuned"]})
    plan = make_plan(experiment)
    warm_up(plan)
    cards = tuple(resolve_roster(experiment, plan.game).cards.values())
    rivals = tuple(Rival(deck, 1.0, plan.pilots[0]) for deck in plan.decks)
    return plan, Quest(plan.game, plan.rules, cards, rivals, plan.pilots[0], keep=1)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--jobs", type=int, default=available_cores())
    asked = parser.parse_args()
    how = How(asked.jobs)
    pairs, small = (500 if asked.quick else 3000), 20_000
    rows, right, many, top = small_pool(small, pairs, how)
    plan, quest = shipped_quest()
    planner = load_pilot("planner", plan.game)
    careful = replace(quest, pilot=planner,
                      rivals=tuple(replace(r, pilot=planner) for r in quest.rivals))  # fmt: skip
    each = 200
    field = scored(quest, [d.cards for d in plan.decks], seed_of(1, "held out"), each, how, Z95)
    best = max(range(len(field)), key=lambda place: field[place].mean)
    lines, judged, seconds, is_beaten = [], 0, 0.0, True
    groups = sorted({card.group for card in quest.cards})
    wanted = [("any deck", None), *((f"mono {g}", g) for g in groups), ("mixed", MIXED)]
    for games in (20_000,) if asked.quick else (100_000, 400_000):
        for name, group in wanted:
            began = time.monotonic()
            own = replace(quest, constraint=Constraint(group), games=games)
            found = search_decks(own, how, 4000)
            took = time.monotonic() - began
            judged, seconds = judged + found.judged, seconds + took
            cards, score = found.decks[0].cards, found.decks[0].score
            gap = lead(own, cards, plan.decks[best].cards, seed_of(1, "held out"), each, how)
            again = scored(careful, [cards], seed_of(1, "planner"), 20, how, Z95)[0]
            is_beaten = is_beaten and (group is not None or gap.low > 0)
            lines.append(
                f"| {name} | {games:,} | {found.judged:,} | {took:.1f} |"
                f" {100 * score.mean:.1f} [{100 * score.low:.1f}, {100 * score.high:.1f}] |"
                f" {100 * gap.mean:+.1f} [{100 * gap.low:+.1f}, {100 * gap.high:+.1f}] |"
                f" {100 * again.mean:.1f} [{100 * again.low:.1f}, {100 * again.high:.1f}] |"
            )
            print(lines[-1], flush=True)
    half = (field[best].high - field[best].low) / 2
    need = int(each * len(plan.decks) * (half / 0.01) ** 2)
    began = time.monotonic()
    scored(quest, [plan.decks[best].cards] * 8, 5, max(1, need // len(plan.decks)), how, Z95)
    rate = 8 * 60 / (time.monotonic() - began)
    command = "python scripts/evidence/deck_search.py" + (" --quick" if asked.quick else "")
    RESULTS.write_text(
        PREFACE.format(command=command, engine=engine_digest(), jobs=asked.jobs, decks=many,
                       pairs=pairs, best=top, games=small)
        + "\n".join(rows) + "\n"
        + ROSTER.format(right=right, seeds=SEEDS, decks=len(plan.decks),
                        best=plan.decks[best].name, score=100 * field[best].mean)
        + "\n".join(lines) + "\n"
        + COST.format(minute=60 * judged / seconds, need=need, rate=rate)
    )  # fmt: skip
    print(f"wrote {RESULTS}")
    return int(right < SEEDS - 1 or not is_beaten)


if __name__ == "__main__":
    sys.exit(main())
