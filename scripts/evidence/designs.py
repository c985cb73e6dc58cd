"""Read and play thousands of random designs from files, and plant hundreds of faults in them.

    python scripts/evidence/designs.py                  2,000 designs, 2 minutes on 2 free cores
    python scripts/evidence/designs.py --designs 200    fewer

Writes results/designs.md beside this file. All games are played with bounds checks on, and nothing
is counted unless a planted index out of bounds is noticed. Every failure is printed with the
number of its project.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before numba is imported
sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.kernel.jit import engine_digest
from tests.properties.faults import ALL
from tests.properties.trials import Findings, is_checked, try_fault, try_projects

RESULTS = Path(__file__).parent / "results" / "designs.md"
CHUNK = 50
"""Designs that a process tries at a time."""
PATIENCE = 600
"""Seconds after which a chunk counts as hanging."""

PREFACE = """\
Made by `scripts/evidence/designs.py`. A design is a folder as a designer would have written it: a
roster of one or more spreadsheets, decks, a ruleset, pilots, and an experiment that names them,
each in any of the forms that the documents allow, with any legal values. It is read as
`forgesim batch` reads it; cards, decks, parameters, pilots, matchups and seeds must be exactly
those that were written. Then 2 pairs of each matchup are played (of longer plans the last 2, too),
with bounds checks on: before the count a planted index out of bounds has been noticed."""

ABOUT_FAULTS = """\
Each fault is the only one of a design that is valid without it. It must be refused with
forgesim's own error, which names the file at fault, and the line where the fault has one; no other
file may be blamed."""


def try_designs(designs: int, processes: int) -> Findings:
    """Try the projects 0, 1, 2 …; one that does not come to an end raises TimeoutError."""
    try_projects(range(1))  # compiles before the processes start
    chunks = [range(start, min(start + CHUNK, designs)) for start in range(0, designs, CHUNK)]
    total = Findings()
    with multiprocessing.Pool(processes) as pool:
        results = pool.imap(_try_checked, chunks)
        for done in range(1, len(chunks) + 1):
            total.add(results.next(PATIENCE))
            print(f"\r{done} of {len(chunks)} chunks", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return total


def _try_checked(counters: range) -> Findings:
    if not is_checked():
        raise RuntimeError("bounds checks are not active")
    return try_projects(counters)


def try_faults(each: int, processes: int) -> list[list[str]]:
    """Plant every kind of fault several times; the answers by kind, empty where all is well."""
    with multiprocessing.Pool(processes) as pool:
        places = [place for place in range(len(ALL)) for _ in range(each)]
        counters = [1000 * turn + place for place in range(len(ALL)) for turn in range(each)]
        answers = pool.map_async(_try_planted, zip(places, counters, strict=True), 20)
        found = answers.get(PATIENCE)
    return [found[each * place : each * (place + 1)] for place in range(len(ALL))]


def _try_planted(trial: tuple[int, int]) -> str:
    place, counter = trial
    return try_fault(ALL[place], counter)


def table(head: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|---" + "|---:" * (len(head) - 1) + "|"
    for row in rows:
        yield f"| {' | '.join(f'{cell:,}' if type(cell) is int else str(cell) for cell in row)} |"
    yield ""


def page(findings: Findings, answers: list[list[str]], seconds: float) -> Iterator[str]:
    yield from ["# Random designs, read and played", "", *PREFACE.splitlines(), ""]
    yield f"Engine sources `{engine_digest()}`; projects 0 to {findings.designs - 1};"
    yield from [f"{seconds / 60:.1f} minutes, the faults included.", ""]
    counts = {
        "designs": findings.designs,
        "failures": len(findings.failures),
        "games": findings.games,
        "decisions": findings.decisions,
        "decisions of the longest game": findings.longest,
        "seconds of the slowest design, from writing to the last game": f"{findings.slowest:.1f}",
    }
    yield from table(("tried", "count"), iter(counts.items()))
    yield from table(("files and forms", "times"), iter(sorted(findings.kinds.items())))
    yield from faults_page(answers)


def faults_page(answers: list[list[str]]) -> Iterator[str]:
    yield from ["## Faults", "", *ABOUT_FAULTS.splitlines(), ""]
    planted, wrong = sum(map(len, answers)), sum(map(count_wrong, answers))
    yield f"{len(answers)} kinds, {planted} faults, {wrong} not refused as they should be."
    yield ""
    rows = [
        (f.where, f.what, len(own), count_wrong(own)) for f, own in zip(ALL, answers, strict=True)
    ]
    for where, some in groupby(rows, lambda row: row[0]):
        yield from table((where, "planted", "wrong"), (row[1:] for row in some))


def count_wrong(answers: list[str]) -> int:
    return sum(map(bool, answers))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--designs", type=int, default=2_000)
    parser.add_argument("--faults", type=int, default=3, help="of each kind")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--output", type=Path, default=RESULTS)
    options = parser.parse_args()
    if not is_checked():
        print("bounds checks are not active: nothing is counted", file=sys.stderr)
        return 1
    started = time.perf_counter()
    findings = try_designs(options.designs, options.processes)
    answers = try_faults(options.faults, options.processes)
    seconds = time.perf_counter() - started
    wrong = [answer for own in answers for answer in own if answer]
    for failure in findings.failures + wrong:
        print(failure, end="\n\n")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(page(findings, answers, seconds)), "utf-8")
    print(
        f"{findings.designs:,} designs, {findings.games:,} games, {len(findings.failures)} failures"
    )
    print(f"{sum(map(len, answers))} faults, {len(wrong)} wrong: {options.output}")
    return min(len(findings.failures) + len(wrong), 1)


if __name__ == "__main__":
    sys.exit(main())
