"""Hold the synergy study against card pools of which the truth is known by construction.

    python scripts/evidence/planted.py               40 seeds of each, some minutes on 2 free cores
    python scripts/evidence/planted.py --seeds 3     a sample

Writes results/planted.md beside this file. Ends with code 1 where a truth is found in fewer than 38
of 40 runs (or the same share of a sample).
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.arena.batch import available_cores
from forgesim.kernel.jit import engine_digest
from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED
from forgesim.studies.decision.course import run_study
from forgesim.studies.decision.judge import NO_EFFECT, PASSES, REJECTED
from forgesim.studies.decision.outcome import Outcome
from forgesim.studies.decision.steps import Steps
from forgesim.studies.how import How
from tests.studies.decision.toys import (
    BREAKS,
    GROUPS,
    NOTHING,
    RULES,
    STUDY,
    synergy,
    toy_study,
)

RESULTS = Path(__file__).parent / "results" / "planted.md"
WANTED = 38 / 40
QUIET = (
    STUDY.replace("count = 1", "count = 0")
    .replace("pairs = 120", "pairs = 300")
    .replace("games = 2000", "games = 6000")
)
"""The study of the toys without perturbed rosters: what is asked here is of the roster given."""


def heated(*heats: int) -> str:
    """Synergies that give the mono decks of each faction so much more heat."""
    return "".join(
        f'\n[[synergy]]\nname = "{group}"\nfaction = "{group}"\n[synergy.add]\n'
        f"start_heat = {heat}\nheat_cap = {heat}\n"
        for group, heat in zip(GROUPS, heats, strict=True)
    )


PREFACE = """\
# Planted truths: what the synergy study makes of pools whose truth is known

Made by `{command}` (engine {engine}).
Toy pools of three factions with ten creatures each, decks of 16 cards, played by greedy and aggro
(`tests/studies/decision/toys.py`). Each truth holds by construction, and is asked for in {seeds}
runs with different seeds: searches, shuffles and all. *Undecided* is no wrong answer, and not a
right one. Times are of single runs, on this machine with {jobs} workers.

| what is true, and why | right answer | runs | right | undecided | wrong | seconds a run |
|---|---|---:|---:|---:|---:|---:|
"""


@dataclass(frozen=True)
class Truth:
    """Something that a study must find.

    Attributes
    ----------
    name, answer : str
        For the table.
    of : str
        The variant that is asked for.
    is_right : callable
        Whether an outcome says so.
    candidates : mapping of str to str
        Rulesets by name.
    rules : str
        The baseline's ruleset.
    """

    name: str
    answer: str
    of: str
    is_right: Callable[[Outcome], bool]
    candidates: Mapping[str, str] = field(default_factory=dict)
    rules: str = RULES


def _breaks(outcome: Outcome) -> bool:
    verdict = outcome.of("breaks").verdict
    return verdict.word == REJECTED and "Wilds" in {each.number for each in verdict.reasons}


ONE = {"nothing": synergy("nothing", "any", NOTHING)}
TRUTHS = (
    Truth(
        "Flat: the factions are the same cards under other names.", "flat", "baseline",
        lambda outcome: outcome.baseline.verdict.word == FLAT, ONE,
    ),
    Truth(
        "Not flat: each faction's own decks start with more heat, 4, 9 and 15 of it.", "not flat",
        "baseline", lambda outcome: outcome.baseline.verdict.word == NOT_FLAT, ONE,
        RULES + heated(4, 9, 15),
    ),
    Truth(
        "A candidate gives one of three like factions 15 heat more.", "rejected, for that faction",
        "breaks", _breaks, {"breaks": synergy("breaks", "Wilds", BREAKS)},
    ),
    Truth(
        "A candidate doubles what no card of the pool does.", "no effect", "nothing",
        lambda outcome: outcome.of("nothing").verdict.word == NO_EFFECT, ONE,
    ),
    Truth(
        "A candidate gives each of three like factions' own decks more heat, 3, 5 and 7 of it.",
        "passes", "sound", lambda outcome: outcome.of("sound").verdict.word == PASSES,
        {"sound": 'name = "sound"\nparent = "small.toml"\n' + heated(3, 5, 7)},
    ),
)  # fmt: skip


def run(truth: Truth, seed: int, jobs: int) -> tuple[str, float]:
    """`right`, `undecided` or `wrong`, and how many seconds it took."""
    text = QUIET.replace("seed = 3", f"seed = {seed}")
    with tempfile.TemporaryDirectory() as folder:
        study = toy_study(Path(folder), truth.candidates, rules=truth.rules, text=text)
        began = time.monotonic()
        outcome = run_study(study, Steps(), How(jobs))
        took = time.monotonic() - began
    if truth.is_right(outcome):
        return "right", took
    word = outcome.of(truth.of).verdict.word
    return ("undecided" if word == UNDECIDED else "wrong"), took


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=available_cores())
    asked = parser.parse_args()
    rows, least = [], 1.0
    run(TRUTHS[0], 0, asked.jobs)  # the engine is compiled
    for truth in TRUTHS:
        found = [run(truth, seed, asked.jobs) for seed in range(1, asked.seeds + 1)]
        words = [word for word, _ in found]
        right, open_, wrong = (words.count(word) for word in ("right", "undecided", "wrong"))
        mean = sum(took for _, took in found) / len(found)
        least = min(least, right / asked.seeds)
        rows.append(
            f"| {truth.name} | {truth.answer} | {asked.seeds} | {right} | {open_} | {wrong}"
            f" | {mean:.1f} |"
        )
        print(rows[-1], flush=True)
    command = "python scripts/evidence/planted.py"
    if asked.seeds != parser.get_default("seeds"):
        command += f" --seeds {asked.seeds}"
    head = PREFACE.format(
        command=command, engine=engine_digest(), seeds=asked.seeds, jobs=asked.jobs
    )
    RESULTS.write_text(head + "\n".join(rows) + "\n")
    print(f"wrote {RESULTS}")
    return int(least < WANTED)


if __name__ == "__main__":
    sys.exit(main())
