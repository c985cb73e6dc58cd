"""Measure the three shipped styles: against chance, against the field, and how they look in play.

    python scripts/evidence/styles.py                7 million games, 2 minutes on 2 free cores
    python scripts/evidence/styles.py --pairs 200    fewer

Writes results/styles.md beside this file. Every pilot plays the same pairs, so that what is
compared is the pilot and not the luck of the draw.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.blocks import PackedPlan, pack_plan, play_block
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Matchup, Plan, Segment
from forgesim.arena.resolve import make_plan
from forgesim.arena.tally import outcome_of
from forgesim.kernel.jit import engine_digest
from forgesim.stats.pairs import STRENGTH, Z95
from tests.driver import Driver, Pilot, shipped_deck
from tests.oracle.forge import default_params

RESULTS = Path(__file__).parent / "results" / "styles.md"
KINDS = {"fast": "aggro", "midrange": "midrange", "slow": "control"}
"""The style that is meant for a deck, by the plan that its file names."""
STYLES = tuple(KINDS.values())
PILOTS = (*STYLES, "greedy")
RANDOM = len(PILOTS)

PREFACE = """\
Made by `{command}`.
A score is the mean over mirrored pairs (the same seed twice, the seats exchanged), 1 for two wins.
All pilots play the same pairs. Intervals are 95 %, by the normal approximation for a mean over
matchups of means over pairs; each is for itself, not corrected for their number."""

FIELD = """\
A deck's score is its mean against the 20 other shipped decks, each with the same weight, all in the
hands of `greedy`; mirrors are left out. `of the styles` names the best of the three, with its lead
over the next; in brackets where the interval of the lead holds 0. `lead over greedy` is that
style's."""

LOOK = """\
One match of each deck against each other one in the hands of `greedy`, the style going first.
Shares are of the style's own strikes where it could have struck either the forge or a creature, and
of its own EMBERs."""


@dataclass(frozen=True)
class Mean:
    """A mean score, and half the width of its interval."""

    value: float
    half: float


def mean_of(scores: np.ndarray) -> Mean:
    """Mean over matchups of scores by (matchup, pair)."""
    variance = scores.var(axis=1, ddof=1).sum() / scores.shape[1] / len(scores) ** 2
    return Mean(float(scores.mean()), Z95 * float(np.sqrt(variance)))


# --- playing ----------------------------------------------------------------------------------


def scores_of(packed: PackedPlan, pairs: int, matchup: int) -> np.ndarray:
    """Scores of the pairs of one matchup, for deck a."""
    block = play_block(packed, [Segment(matchup, 0, pairs)], is_counting=False)
    rows = block.rows.view(np.ndarray).reshape(-1, 2)
    first, second = (outcome_of(rows["winner"][:, order], order) for order in range(2))
    return np.asarray(STRENGTH[first, second], np.float32)


def play(plan: Plan, matchups: Sequence[Matchup]) -> np.ndarray:
    """Scores of deck a by (matchup, pair)."""
    packed = pack_plan(replace(plan, matchups=tuple(matchups)))
    with ThreadPoolExecutor(available_cores()) as pool:
        score = partial(scores_of, packed, plan.pairs)
        return np.stack(list(pool.map(score, range(len(matchups)))))


def mirror_scores(plan: Plan, pilot: int) -> np.ndarray:
    """Mean score of a pilot against `random`, by deck, both with that deck."""
    return play(plan, [Matchup(deck, deck, pilot, RANDOM) for deck in range(len(plan.decks))]).mean(
        axis=1
    )


def field_scores(plan: Plan, deck: int, pilot: int) -> np.ndarray:
    """Scores by (other deck, pair) of a deck against the others, which `greedy` plays."""
    foe = PILOTS.index("greedy")
    others = [other for other in range(len(plan.decks)) if other != deck]
    is_first = np.array([plan.decks[deck].name < plan.decks[other].name for other in others])
    scores = play(
        plan,
        [
            Matchup(deck, other, pilot, foe) if first else Matchup(other, deck, foe, pilot)
            for other, first in zip(others, is_first, strict=True)
        ],
    )
    return np.where(is_first[:, None], scores, 1 - scores)


# --- looking ----------------------------------------------------------------------------------


def watch(plan: Plan, pilot: int) -> Counter[str]:
    """Count what a style does in one match of each deck against each other one."""
    seen: Counter[str] = Counter()
    mine, foe = (
        Pilot(plan.pilots[place].kind, plan.pilots[place].weights)
        for place in (pilot, PILOTS.index("greedy"))
    )
    names = [deck.name for deck in plan.decks]
    for deck in names:
        for other in names:
            if other != deck:
                decks = (shipped_deck(deck), shipped_deck(other))
                watch_match(Driver(decks, default_params(), (mine, foe)), plan.seed, seen)
    return seen


def watch_match(driver: Driver, seed: int, seen: Counter[str]) -> None:
    """Count what player 0 does in a match."""
    driver.begin(seed)
    while not driver.is_over:
        chosen = driver.choose()
        if driver.s.active == 0:
            words = driver.name(chosen).split()
            if words[0] == "ember" or (words[0] == "strike" and has_choice(driver)):
                seen[words[0]] += 1
                seen[f"{words[0]} forge"] += words[-1].startswith("forge")
        driver.apply(chosen)
    seen["matches"] += 1
    seen["turns"] += driver.s.turn


def has_choice(driver: Driver) -> bool:
    """Whether both the enemy forge and a creature can be struck."""
    strikes = [name for name in driver.names() if name.startswith("strike")]
    return 0 < sum(name.endswith("forge") for name in strikes) < len(strikes)


# --- the page ---------------------------------------------------------------------------------


def mirror_table(plan: Plan) -> Iterator[str]:
    yield "| pilot | worst deck | its score | mean of all decks |"
    yield "|---|---|---:|---:|"
    for pilot, name in enumerate(PILOTS):
        scores = mirror_scores(plan, pilot)
        worst = int(scores.argmin())
        yield f"| {name} | {plan.decks[worst].name} | {scores[worst]:.4f} | {scores.mean():.4f} |"
    yield ""


def field_table(plan: Plan) -> Iterator[str]:
    yield f"| deck | plan | {' | '.join(PILOTS)} | ± | of the styles | lead | lead over greedy |"
    yield f"|---|---|{'---:|' * (len(PILOTS) + 1)}---|---:|---:|"
    means: dict[str, list[list[float]]] = {plan_name: [] for plan_name in KINDS}
    by_kind = sorted(range(len(plan.decks)), key=lambda deck: order_of(plan, deck))
    for done, deck in enumerate(by_kind, 1):
        scores = [field_scores(plan, deck, pilot) for pilot in range(len(PILOTS))]
        yield field_row(plan, deck, scores)
        means[plan.decks[deck].plan].append([float(s.mean()) for s in scores])
        print(f"\r{done} of {len(by_kind)} decks", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for kind, rows in means.items():
        cells = " | ".join(f"{mean:.4f}" for mean in np.mean(rows, axis=0))
        yield f"| *mean of these* | {kind} | {cells} | | | | |"
    yield ""


def order_of(plan: Plan, deck: int) -> tuple[int, str]:
    return list(KINDS).index(plan.decks[deck].plan), plan.decks[deck].name


def field_row(plan: Plan, deck: int, scores: Sequence[np.ndarray]) -> str:
    means = [mean_of(s) for s in scores]
    best, second = sorted(range(len(STYLES)), key=lambda pilot: -means[pilot].value)[:2]
    lead = mean_of(scores[best] - scores[second])
    over_greedy = mean_of(scores[best] - scores[-1])
    name = STYLES[best] if lead.value > lead.half else f"({STYLES[best]})"
    cells = " | ".join(f"{mean.value:.4f}" for mean in means)
    half = max(mean.half for mean in means)
    return (
        f"| {plan.decks[deck].name} | {plan.decks[deck].plan} | {cells} | {half:.4f} | {name} |"
        f" {signed(lead)} | {signed(over_greedy)} |"
    )


def signed(difference: Mean) -> str:
    return f"{difference.value:+.4f} ± {difference.half:.4f}"


def look_table(plan: Plan) -> Iterator[str]:
    yield "| pilot | strikes at the forge | EMBERs at the forge | mean turns of a match |"
    yield "|---|---:|---:|---:|"
    for pilot, name in enumerate(PILOTS):
        seen = watch(plan, pilot)
        shares = (seen[f"{verb} forge"] / seen[verb] for verb in ("strike", "ember"))
        cells = " | ".join(f"{100 * share:.0f} %" for share in shares)
        yield f"| {name} | {cells} | {seen['turns'] / seen['matches']:.1f} |"
    yield ""


def page(plan: Plan, mirror_pairs: int, command: str) -> Iterator[str]:
    started = time.perf_counter()
    yield "# The styles of Forge's pilots, measured"
    yield ""
    yield from PREFACE.format(command=command).splitlines()
    yield ""
    yield "## Against chance: mirrors against `random`"
    yield ""
    yield f"{mirror_pairs:,} pairs with each deck."
    yield ""
    yield from mirror_table(replace(plan, pairs=mirror_pairs))
    yield "## With each deck, against the field"
    yield ""
    yield from FIELD.splitlines()
    yield f"{plan.pairs:,} pairs in each matchup; `±` is the widest interval of the row's scores."
    yield ""
    yield from field_table(plan)
    yield "## In play"
    yield ""
    yield from LOOK.splitlines()
    yield ""
    yield from look_table(plan)
    minutes = (time.perf_counter() - started) / 60
    yield f"Engine sources `{engine_digest()}`; seed {plan.seed}; {minutes:.1f} minutes on"
    yield f"{available_cores()} threads."
    yield ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=2000, help="in each matchup of the field")
    parser.add_argument("--mirror-pairs", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=2024)
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    flags = {"pilot": [*PILOTS, "random"], "pairs": options.pairs, "seed": options.seed}
    plan = make_plan(load_experiment(None, flags))
    assert [pilot.name for pilot in plan.pilots] == flags["pilot"]
    warm_up(plan)
    command = " ".join(["scripts/evidence/styles.py", *sys.argv[1:]])
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(page(plan, options.mirror_pairs, command)), "utf-8")
    print(f"{options.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
