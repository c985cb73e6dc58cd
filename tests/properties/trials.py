"""Trying projects: what is read must be what was written, and must play to the end.

    NUMBA_BOUNDSCHECK=1 python -m tests.properties.trials FIRST COUNT

tries the projects of some counters and prints what was found as a JSON object.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from forgesim.arena.blocks import pack_plan, play_block
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.resolve import make_plan, resolve_roster
from forgesim.errors import DataError, ForgesimError
from tests.kernel.digest import slip
from tests.properties.faults.kinds import Fault, Place, spoil
from tests.properties.files import Facts, make_project
from tests.properties.writing import Lines

PLAYED = 2
"""Pairs of each matchup that are played; where a plan has more, the last ones, too."""


@dataclass
class Findings:
    """What trials have shown: the longest game in decisions, the slowest design in seconds."""

    designs: int = 0
    games: int = 0
    decisions: int = 0
    longest: int = 0
    slowest: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Add what other trials have shown."""
        self.designs += other.designs
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.slowest = max(self.slowest, other.slowest)
        self.kinds += other.kinds
        self.failures += other.failures


@cache
def is_checked() -> bool:
    """Whether compiled code notices an index that leaves its array: tried with one that does."""
    if numba.config.DISABLE_JIT:
        return False
    try:
        list(slip())
    except IndexError:
        return True
    return False


def load(folder: Path) -> tuple[Experiment, Plan]:
    """Read a project as `forgesim batch` does."""
    experiment = load_experiment(folder / "experiment.toml", {})
    return experiment, make_plan(experiment)


def try_projects(counters: Iterable[int]) -> Findings:
    """Write, read and play the projects of some counters."""
    findings = Findings()
    for counter in counters:
        started = time.perf_counter()
        project = make_project(counter)
        findings.designs += 1
        findings.kinds += project.kinds
        with tempfile.TemporaryDirectory() as folder:
            try:
                project.write(Path(folder))
                experiment, plan = load(Path(folder))
                findings.failures += [
                    f"project {counter}: {difference}"
                    for difference in differences(project.facts, experiment, plan)
                ]
                rows = play(plan)
                findings.games += len(rows)
                findings.decisions += int(rows["decisions"].sum())
                findings.longest = max(findings.longest, int(rows["decisions"].max()))
                findings.failures += [f"project {counter}: {fault}" for fault in odd_rows(rows)]
            except Exception as error:  # whatever it is, it is a finding
                findings.failures.append(f"project {counter}: {type(error).__name__}: {error}")
        findings.slowest = max(findings.slowest, time.perf_counter() - started)
    return findings


# --- what was read ----------------------------------------------------------------------------


def differences(facts: Facts, experiment: Experiment, plan: Plan) -> Iterator[str]:
    """Where a plan is not what the project says."""
    for what, found, expected in _compared(facts, experiment, plan):
        if found != expected:
            yield f"{what}: read {found!r}, written {expected!r}"


def _compared(facts: Facts, experiment: Experiment, plan: Plan) -> Iterator[tuple[str, Any, Any]]:
    roster = resolve_roster(experiment, plan.game)
    cards = {i: {"name": card.name, **card.facts} for i, card in roster.cards.items()}
    yield from _each("card", cards, facts.cards)
    yield "notes", sorted(roster.notes), sorted(set(facts.notes))
    for seat, name in enumerate(("first", "second")):
        yield from _each(f"parameter, {name}", plan.rules.seats[seat], facts.seats[seat])
    decks = {d.name: (d.counts, d.title, d.plan) for d in plan.decks}
    yield from _each(
        "deck", decks, {n: (d.counts, d.title, d.plan) for n, d in facts.decks.items()}
    )
    dealt = {card.id: {"name": card.name, **card.facts} for d in plan.decks for card in d.cards}
    yield from _each("dealt card", dealt, {i: facts.cards.get(i) for i in dealt})
    pilots = {p.name: (p.kind, {f: w for f, w in p.weights.items() if w}) for p in plan.pilots}
    own = {name: (pilot.kind, pilot.weights) for name, pilot in facts.pilots.items()}
    yield from _each("pilot", pilots, {n: own.get(n, p) for n, p in pilots.items()})
    yield "matchups", _matchups(plan), _expected_matchups(facts)
    pairs = facts.pairs or -(-(facts.games or 0) // (2 * len(plan.matchups)))
    yield "pairs and seed", (plan.pairs, plan.seed), (pairs, facts.seed)


def _each(what: str, found: Any, expected: Any) -> Iterator[tuple[str, Any, Any]]:
    yield f"all {what}s", set(found), set(expected)
    for name in found.keys() & expected.keys():
        yield f"{what} {name}", found[name], expected[name]


def _matchups(plan: Plan) -> list[tuple[str, ...]]:
    decks, pilots = plan.decks, plan.pilots
    return sorted(
        (decks[m.deck_a].name, decks[m.deck_b].name, pilots[m.pilot_a].name, pilots[m.pilot_b].name)
        for m in plan.matchups
    )


def _expected_matchups(facts: Facts) -> list[tuple[str, ...]]:
    names = sorted(facts.decks)
    pilots = {name: deck.pilot or "greedy" for name, deck in facts.decks.items()}
    return sorted(
        (a, b, pilot_a or pilots[a], pilot_b or pilots[b])
        for pilot_a, pilot_b in facts.tiers
        for i, a in enumerate(names)
        for b in names[i:]
    )


# --- playing ----------------------------------------------------------------------------------


def play(plan: Plan) -> Any:
    """Play the first pairs of each matchup, and the last ones."""
    starts = sorted({0, max(plan.pairs - PLAYED, 0)})
    segments = [
        Segment(matchup, start, min(PLAYED, plan.pairs - start))
        for matchup in range(len(plan.matchups))
        for start in starts
    ]
    return play_block(pack_plan(plan), segments).rows.view(np.ndarray)


def odd_rows(rows: Any) -> Iterator[str]:
    """What is wrong with result rows."""
    if not len(rows) or not set(rows["winner"].tolist()) <= {0, 1}:
        yield f"winners {sorted(set(rows['winner'].tolist()))}"
    if rows["turns"].min() < 1:
        yield f"{rows['turns'].min()} turns"
    losers = rows["vitality"][np.arange(len(rows)), 1 - rows["winner"]]
    if (losers[rows["reason"] == 0] > 0).any():
        yield "a forge went cold with heat left"
    winners = rows["vitality"][np.arange(len(rows)), rows["winner"].astype(int)]
    if (winners <= 0).any():
        yield "a cold forge has won"


# --- faults -----------------------------------------------------------------------------------


def try_fault(fault: Fault, counter: int) -> str:
    """What is wrong with the answer to a fault; nothing if it is refused as it should be."""
    project, place = spoil(fault, counter)
    with tempfile.TemporaryDirectory() as folder:
        lines = project.write(Path(folder))
        try:
            load(Path(folder))
        except ForgesimError as error:
            wrong = _misplaced(error, place, lines)
        except Exception as error:  # whatever it is, it is a finding
            wrong = f"{type(error).__name__}: {error}"[:500]
        else:
            wrong = "passes"
    return wrong and f"{fault}, project {project.counter}: {wrong}"


def _misplaced(error: ForgesimError, place: Place, lines: dict[str, Lines]) -> str:
    """What is wrong with the places that an error names."""
    names = [re.escape(Path(path).name) for path in (place.path, *place.others)]
    where = rf"(?:^|/)(?:{'|'.join(names)})(?:\[[^\]]*\])?"
    line = lines[place.path][place.key] if place.key is not None else None
    if not re.search(where + (rf":{line}: " if line else ""), str(error)):
        return f"expected {place.path}:{line or ''}, not: {error}"[:500]
    if isinstance(error, DataError):
        for violation in error.violations:
            if not re.search(where, str(violation)):
                return f"expected {place.path} alone, not: {violation}"[:500]
    return ""


if __name__ == "__main__":
    if not is_checked():
        sys.exit("bounds checks are not active")
    first, count = map(int, sys.argv[1:])
    findings = try_projects(range(first, first + count))
    print(json.dumps({"designs": findings.designs, "failures": findings.failures}))
