"""Speed of the peer engine `essence-wars`: its greedy bot against itself, on one core.

Route: one `PyGame` per pairing of decks, `reset` for every game, then `step(greedy_action())`
until the game is over. It is the only route of release 0.12.0 on which the bot sits in both
seats: the wheel ships no arena, and `PyParallelGames` (a serial loop in Rust) drives seat two
only. Each step is one decision, so games and decisions are counted in the same run.

What the figures mean (read in the source distribution of 0.12.0):

* `greedy_action` ranks the legal acts by their kind; it tries none of them out. The bot that
  looks one act ahead is slower, and no call of the wheel gives it seat one.
* Each call builds the bot afresh and looks for a file of weights that the wheel lacks. That is
  the price of the route, and it is left in.
* The shipped decks include some made for testing mechanics. They are played like the rest.
"""

from __future__ import annotations

import argparse
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from itertools import product
from time import perf_counter
from typing import Any

MISSING = 'The peer engine is not installed: run `pip install "forgesim[bench]"`.'


@dataclass(frozen=True)
class PeerResult:
    """One timed run of the peer; the checksum covers each game's winner and length."""

    version: str
    games: int
    decisions: int
    seconds: float
    checksum: int
    decks: str

    @property
    def games_per_second(self) -> float:
        """Complete games per second of wall time."""
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        """Acts chosen and applied per second of wall time, forced ones included."""
        return self.decisions / self.seconds

    def __str__(self) -> str:
        """Return the run as one line."""
        return (
            f"essence-wars {self.version}, greedy against greedy: {self.games:,} games, "
            f"{self.decisions:,} decisions in {self.seconds:.2f} s = "
            f"{self.games_per_second:,.0f} games/s, {self.decisions_per_second:,.0f} decisions/s; "
            f"checksum {self.checksum:08x}; {self.decks}"
        )


def play_peer(games: int, seed: int = 1) -> PeerResult:
    """Play `games` complete games, game `i` with seed `seed + i`, and time them.

    The pairings come round in turn; a multiple of their number weighs them equally.
    Loading the cards and building the pairings is not timed.
    """
    if games < 1:
        raise ValueError(f"games: {games}, expected at least 1")
    peer = _peer()
    decks = sorted(peer.list_decks())  # the package lists them in an order that varies
    tables = [peer.PyGame(first, second) for first, second in product(decks, repeat=2)]
    _play(tables[0], seed)  # the first game pays for loading
    with _one_core():
        start = perf_counter()
        outcomes = [_play(tables[i % len(tables)], seed + i) for i in range(games)]
        seconds = perf_counter() - start
    return PeerResult(
        version=version("essence-wars"),
        games=games,
        decisions=sum(length for _, length in outcomes),
        seconds=seconds,
        checksum=zlib.crc32(repr(outcomes).encode()),
        decks=_in_words(decks, min(games, len(tables))),
    )


def _peer() -> Any:
    """Import the package, or exit and say how to get it."""
    try:
        return import_module("essence_wars")
    except ModuleNotFoundError as error:
        if error.name != "essence_wars":
            raise
        raise SystemExit(MISSING) from None


def _play(table: Any, seed: int) -> tuple[int, int]:
    """Play one game; return its result for seat one (1, 0 or -1) and its decisions."""
    table.reset(seed)
    step, choose = table.step, table.greedy_action
    decisions, reward, done = 0, 0.0, False
    while not done:
        reward, done = step(choose())
        decisions += 1
    return int(reward), decisions


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this thread on one core, where the system allows; the route starts no other."""
    if sys.platform != "linux":
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def _in_words(decks: list[str], played: int) -> str:
    """Say which pairings of decks were played."""
    tests = sum(deck.endswith("_test") for deck in decks)
    pairs = len(decks) ** 2
    part = f"all {pairs}" if played == pairs else f"{played} of {pairs}"
    return f"{part} ordered pairings of the {len(decks)} shipped decks ({tests} of them test decks)"


def main() -> None:
    """Print one run of the peer as one line."""
    parser = argparse.ArgumentParser(description="Time the peer engine's greedy bot on one core.")
    parser.add_argument("--games", type=int, default=4000, help="complete games (default: 4000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    options = parser.parse_args()
    print(play_peer(options.games, options.seed))


if __name__ == "__main__":
    main()
