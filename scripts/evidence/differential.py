"""Compare the compiled Forge with the plain-Python referee on many random matches.

    python scripts/evidence/differential.py                75,000 games, 8 minutes on 2 free cores
    python scripts/evidence/differential.py --games 4000   fewer

Writes results/differential.md beside this file: what was compared, what differed, and how often
each ruling was seen at work. Every difference is printed with a line that reproduces it.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.kernel.jit import engine_digest
from tests.differential.harness import Findings, compare
from tests.differential.sightings import ACTS, ENDS, EVENTS

RESULTS = Path(__file__).parent / "results" / "differential.md"
CHUNK = 250
"""Pairs that a process compares at a time."""

PREFACE = """\
Made by `scripts/evidence/differential.py`. Each pair of games has a design of its own: cards,
decks, numbers and switches, pilots. At every decision the compiled engine and the plain-Python
referee must show the same state, turn, player and legal acts; at the end the same winner, reason,
number of turns and final state; and the row of the batch loop must say what the match played step
by step has said."""


def run(games: int, processes: int) -> Findings:
    pairs = (games + 1) // 2
    chunks = [range(start, min(start + CHUNK, pairs)) for start in range(0, pairs, CHUNK)]
    total = Findings()
    compare(range(1))  # compiles before the processes start
    with ProcessPoolExecutor(processes) as pool:
        for done, findings in enumerate(pool.map(compare, chunks), 1):
            total.add(findings)
            for difference in findings.differences:
                print(difference, end="\n\n", flush=True)
            print(f"\r{done} of {len(chunks)} chunks", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return total


def table(head: tuple[str, str], rows: list[tuple[str, int]]) -> Iterator[str]:
    yield f"| {head[0]} | {head[1]} |"
    yield "|---|---:|"
    yield from (f"| {name} | {count:,} |" for name, count in rows)
    yield ""


def page(findings: Findings, seconds: float, processes: int) -> Iterator[str]:
    yield "# Engine and referee of Forge, compared"
    yield ""
    yield from PREFACE.splitlines()
    yield ""
    yield f"Engine sources `{engine_digest()}`; counters 0 to {findings.games // 2 - 1};"
    yield f"{seconds / 60:.1f} minutes on {processes} processes."
    yield ""
    rows = [
        ("games", findings.games),
        ("decisions compared", findings.decisions),
        ("differences", len(findings.differences)),
    ]
    yield from table(("compared", "count"), rows)
    yield from table(("games by source of the design", "games"), sorted(findings.sources.items()))
    seen = findings.sightings
    for head, names in (("act", ACTS), ("end of the match", ENDS), ("seen at work", EVENTS)):
        rows = [(name.removeprefix("act: ").removeprefix("end: "), seen[name]) for name in names]
        yield from table((head, "times"), rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=75_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    started = time.perf_counter()
    findings = run(options.games, options.processes)
    seconds = time.perf_counter() - started
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(page(findings, seconds, options.processes)), "utf-8")
    print(
        f"{findings.games:,} games, {findings.decisions:,} decisions,"
        f" {len(findings.differences)} differences: {options.output}"
    )
    return min(len(findings.differences), 1)


if __name__ == "__main__":
    sys.exit(main())
