"""Count the wins that pilots leave on the table: every turn in reach is searched exhaustively.

    python scripts/evidence/lethals.py               42,000 matches, about 4 minutes on one core
    python scripts/evidence/lethals.py --pairs 5     fewer

Writes results/lethals.md beside this file. Each pilot plays each shipped deck against the next
one on the list, once in either seat with each seed, against its like and against `greedy`.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.cards.pilots import LOOKING_AHEAD
from forgesim.kernel.jit import engine_digest
from forgesim.pilots.forge.game import GAME
from tests.driver import SHIPPED_DECKS, Driver, Pilot, shipped_deck
from tests.oracle.forge import default_params
from tests.pilots.lethals import LIMIT, Hunter, Tally, watch_match
from tests.pilots.puzzles.runner import shipped, shipped_names

RESULTS = Path(__file__).parent / "results" / "lethals.md"
SLOW = {"searcher": 5}
"""Kinds of pilots that play a fraction of the matches: one in so many pairs."""
SHOWN = 20
"""Missed wins that are written out, at most, for each pilot."""

PREFACE = f"""\
Made by `{{command}}`.

Each pilot plays each of the {len(SHIPPED_DECKS)} shipped decks against the next one of the list, in
both seats. Every turn of the pilot in which the power and cards at hand might just bring the enemy
forge to 0 is searched to the end, over the compiled rules, by a search that shares nothing with the
pilots' (`tests/pilots/lethals.py`; `tests/pilots/test_lethals.py` compares it with the plain-Python
referee). HOARD draws nothing in it; after every draw the turn is searched anew.

- *in reach*: turns that had to be searched
- *with a win*: of these, turns in which some order of acts wins
- *missed*: turns with a win that ended without it
- *too large*: turns not won that hold more than {LIMIT:,} positions, which the search gave up"""


@dataclass
class Watched:
    """One pilot against one opponent."""

    pilot: str
    opponent: str
    tally: Tally = field(default_factory=Tally)
    missed: list[str] = field(default_factory=list)


def watch(pilot: str, opponent: str, pairs: int, hunter: Hunter) -> Watched:
    """Watch a pilot with every deck against the next one."""
    watched = Watched(pilot, opponent)
    mine, foe = (_packed(name) for name in (pilot, opponent))
    is_searching = {mine.kind, foe.kind} & set(LOOKING_AHEAD)
    engine = GAME.load_engine(bool(is_searching))
    for deck, other in zip(SHIPPED_DECKS, SHIPPED_DECKS[1:] + SHIPPED_DECKS[:1], strict=True):
        decks = (shipped_deck(deck), shipped_deck(other))
        driver = Driver(decks, default_params(), (mine, foe), engine)
        for seed, order in _matches(pairs, mine.kind):
            driver.sit(order)
            driver.begin(seed)
            tally, missed = watch_match(driver, hunter, order)
            watched.tally.add(tally)
            where = f"{deck} against {other}, seed {seed}, seat {order}"
            watched.missed += [f"{where}, {line}" for line in missed]
    return watched


def _packed(name: str) -> Pilot:
    pilot = shipped(name)
    return Pilot(pilot.kind, pilot.weights)


def _matches(pairs: int, kind: str) -> Iterator[tuple[int, int]]:
    for seed in range(max(1, pairs // SLOW.get(kind, 1))):
        yield seed, 0
        yield seed, 1


# --- writing ----------------------------------------------------------------------------------


def row_of(watched: Watched) -> str:
    """One line of the table."""
    t = watched.tally
    share = f"{t.missed / t.with_win:.2%}" if t.with_win else "—"
    cells = [
        watched.pilot, watched.opponent, f"{t.matches:,}", f"{t.turns:,}", f"{t.in_reach:,}",
        f"{t.with_win:,}", f"{t.missed:,}", share, f"{t.too_large:,}", f"{t.most_nodes:,}",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def write(everything: list[Watched], command: str, minutes: float) -> str:
    """The page of results."""
    lines = [
        "# Wins that a turn holds, and pilots that miss them",
        "",
        PREFACE.format(command=command),
        "",
        "| pilot | opponent | matches | turns | in reach | with a win | missed | share "
        "| too large | most positions in a turn |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        *map(row_of, everything),
    ]
    for watched in everything:
        if watched.missed and shipped(watched.pilot).kind in LOOKING_AHEAD:
            lines += ["", f"## Missed by {watched.pilot} against {watched.opponent}", ""]
            lines += [f"- {line}" for line in watched.missed[:SHOWN]]
    lines += ["", f"Engine sources `{engine_digest()}`; {minutes:.1f} minutes on one thread.", ""]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--pilot", action="append", help="only these, and print, do not write")
    arguments = parser.parse_args()
    start = time.perf_counter()
    hunter = Hunter()
    everything = []
    for pilot in arguments.pilot or shipped_names():
        for opponent in dict.fromkeys((pilot, "greedy")):
            everything.append(watch(pilot, opponent, arguments.pairs, hunter))
            print(row_of(everything[-1]), flush=True)
    command = "python scripts/evidence/lethals.py"
    command += (
        f" --pairs {arguments.pairs}" if arguments.pairs != parser.get_default("pairs") else ""
    )
    page = write(everything, command, (time.perf_counter() - start) / 60)
    if arguments.pilot:
        print(page)
    else:
        RESULTS.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
