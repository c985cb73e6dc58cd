"""Count the wins that pilots leave on the table: every turn in reach is searched exhaustively.

    python scripts/evidence/lethals.py               40,000 matches, about 4 minutes on one core
    python scripts/evidence/lethals.py --pairs 5     fewer

Writes results/lethals.md beside this file. Each pilot plays each shipped deck against the next
one on the list, once in either seat with each seed, against its like and against `greedy`; and its
like with random cards, decks and rules.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.cards.pilots import LOOKING_AHEAD
from forgesim.kernel.jit import engine_digest
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge.game import GAME
from tests.differential.designs import make_design
from tests.driver import SHIPPED_DECKS, Driver, Pilot, make_cards, shipped_deck
from tests.oracle.forge import default_params
from tests.pilots.lethals import LIMIT, Hunter, Tally, watch_match
from tests.pilots.puzzles.runner import shipped, shipped_names

RESULTS = Path(__file__).parent / "results" / "lethals.md"
SLOW = {"searcher": 5}
"""Kinds of pilots that play a fraction of the matches: one in so many pairs."""
DESIGNS_A_PAIR = 40
"""Random designs, for each pair of a matchup of shipped decks."""
RANDOM_DESIGNS = "its like, random designs"
SHOWN = 20
"""Missed wins that are written out, at most, for each pilot."""

PREFACE = f"""\
Made by `{{command}}`.

Each pilot plays each of the {len(SHIPPED_DECKS)} shipped decks against the next one of the list, in
both seats; and its like with random cards, decks and rules, those of the differential tests, in
which a creature may strike more than once and a turn hold a dozen weapons. Every turn of the pilot
in which the power and cards at hand might just bring the enemy forge to 0 is searched to the end,
over the compiled rules, by a search that shares nothing with the pilots'
(`tests/pilots/lethals.py`; `tests/pilots/test_lethals.py` compares it with the plain-Python
referee). HOARD draws nothing in it; after every draw the turn is searched anew.

- *in reach*: turns that had to be searched
- *with a win*: of these, turns in which some order of acts wins
- *missed*: turns with a win that ended without it
- *too large*: turns not won that hold more than {LIMIT:,} positions, which the search gave up

What is missed is listed below for the pilots that look ahead."""


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
    for deck, other in zip(SHIPPED_DECKS, SHIPPED_DECKS[1:] + SHIPPED_DECKS[:1], strict=True):
        decks = (shipped_deck(deck), shipped_deck(other))
        driver = Driver(decks, default_params(), (mine, foe), _engine(mine, foe))
        for seed in range(_count(pairs, mine)):
            for seat in range(2):
                where = f"{deck} against {other}, seed {seed}, seat {seat}"
                _watch_match(watched, driver, hunter, seed, seat, where)
    return watched


def watch_designs(pilot: str, count: int, hunter: Hunter) -> Watched:
    """Watch a pilot against its like with random cards, decks and rules."""
    watched = Watched(pilot, RANDOM_DESIGNS)
    mine = _packed(pilot)
    for counter in range(_count(count, mine)):
        design = make_design(counter)
        cards = make_cards(design.cards)
        decks = [[cards[name] for name in deck] for deck in design.decks]
        driver = Driver(decks, design.params, (mine, mine), _engine(mine))
        _watch_match(watched, driver, hunter, counter, 0, f"design {counter} ({design.source})")
    return watched


def _watch_match(
    watched: Watched, driver: Driver, hunter: Hunter, seed: int, seat: int, where: str
) -> None:
    """Watch one match; side 0 takes the seat."""
    driver.sit(seat)
    driver.begin(seed)
    tally, missed = watch_match(driver, hunter, seat)
    watched.tally.add(tally)
    watched.missed += [f"{where}, {line}" for line in missed]


def _engine(*pilots: Pilot) -> Engine:
    return GAME.load_engine(any(pilot.kind in LOOKING_AHEAD for pilot in pilots))


def _packed(name: str) -> Pilot:
    pilot = shipped(name)
    return Pilot(pilot.kind, pilot.weights)


def _count(matches: int, pilot: Pilot) -> int:
    return max(1, matches // SLOW.get(pilot.kind, 1))


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
        everything.append(watch_designs(pilot, DESIGNS_A_PAIR * arguments.pairs, hunter))
        print(row_of(everything[-1]), flush=True)
    is_usual = arguments.pairs == parser.get_default("pairs")
    bounds = "" if is_usual else f" --pairs {arguments.pairs}"
    command = f"python scripts/evidence/lethals.py{bounds}"
    page = write(everything, command, (time.perf_counter() - start) / 60)
    if arguments.pilot:
        print(page)
    else:
        RESULTS.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
