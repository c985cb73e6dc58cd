"""Playing one block: pure work that any worker can do, and do again."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from forgesim.arena.plan import Matchup, Plan, Segment
from forgesim.cards.pilots import LOOKING_AHEAD
from forgesim.errors import EngineError
from forgesim.kernel.counts import COUNTS, LEDGER
from forgesim.kernel.match import OK, ROW
from forgesim.kernel.records import Record, new_records
from forgesim.pilots.contract import Engine, Game

Array = np.ndarray[Any, Any]

WORDS = COUNTS.itemsize // 4
"""32-bit words in the counts of a segment."""
_NOWHERE: Array = np.zeros(0, np.int64)


@dataclass(frozen=True)
class PackedPlan:
    """A plan as records: small, and fit to be sent to a worker.

    Attributes
    ----------
    game : Game
    seats : list of list of records
        Each deck as packed for who goes first and for who goes second.
    pilots : list of records
    looks_ahead : list of bool
        Which of the pilots do.
    matchups : sequence of Matchup
    keys : list of int
        Keys of the matchups' pair seeds.
    """

    game: Game
    seats: list[list[Record]]
    pilots: list[Record]
    looks_ahead: list[bool]
    matchups: Sequence[Matchup]
    keys: list[int]

    def engine(self, matchup: Matchup) -> Engine:
        """The engine for the pilots of a matchup."""
        pilots = matchup.pilot_a, matchup.pilot_b
        return _engine(self.game, any(self.looks_ahead[pilot] for pilot in pilots))


@cache
def _engine(game: Game, is_looking_ahead: bool = False) -> Engine:
    return game.load_engine(is_looking_ahead)


def pack_plan(plan: Plan) -> PackedPlan:
    """Pack decks and pilots of a plan."""
    engine = _engine(plan.game)

    def plain(packed: Record) -> Record:
        return packed.view(np.ndarray)[0]

    return PackedPlan(
        game=plan.game,
        seats=[
            [plain(engine.pack_seat(deck.cards, params)) for params in plan.params(deck)]
            for deck in plan.decks
        ],
        pilots=[plain(engine.pack_pilot(pilot)) for pilot in plan.pilots],
        looks_ahead=[pilot.kind in LOOKING_AHEAD for pilot in plan.pilots],
        matchups=plan.matchups,
        keys=[plan.key(matchup) for matchup in plan.matchups],
    )


def set_table(packed: PackedPlan, matchup: Matchup) -> tuple[Record, Record]:
    """Tables and minds of a matchup, for both seat orders: deck a first, deck b first."""
    engine = packed.engine(matchup)
    tables, minds = np.zeros(2, engine.table), np.zeros(2, engine.mind)
    decks = matchup.deck_a, matchup.deck_b
    pilots = matchup.pilot_a, matchup.pilot_b
    for order in range(2):
        for seat in range(2):
            side = seat ^ order
            tables["seat"][order, seat] = packed.seats[decks[side]][seat]
            tables["seat"]["side"][order, seat] = side
            minds["pilot"][order, seat] = packed.pilots[pilots[side]]
    return tables.view(np.recarray), minds.view(np.recarray)


@dataclass(frozen=True)
class Block:
    """What was played of a block.

    Attributes
    ----------
    rows : ndarray of ROW
        Two rows a pair, in the plan's order: deck a first, then deck b first.
    places, values : int64 and int32 arrays
        The counts of all segments (`kernel.counts.COUNTS`, one record each) as one row of 32-bit
        words: where they are not 0, and what they are there. Most are 0.
    """

    rows: Record
    places: Array
    values: Array

    def counts(self, segment: int) -> Record:
        """Counts of a segment, by its number in the block."""
        start, end = np.searchsorted(self.places, [WORDS * segment, WORDS * (segment + 1)])
        words = np.zeros(WORDS, np.int32)
        words[self.places[start:end] - WORDS * segment] = self.values[start:end]
        return words.view(COUNTS)[0]


def play_block(packed: PackedPlan, segments: Sequence[Segment], is_counting: bool = True) -> Block:
    """Play the pairs of a block; without counting, its counts are all 0.

    Raises
    ------
    EngineError
        If a match did not end.
    """
    engine = _engine(packed.game)  # states are the same to both
    rows = new_records(ROW, 2 * sum(segment.count for segment in segments))
    states, ledgers = new_records(engine.state), new_records(LEDGER)
    ledgers.is_counting = is_counting
    words = np.frombuffer(ledgers["counts"].data, np.int32)
    places, values = [], []
    at = 0
    for number, segment in enumerate(segments):
        part = rows[at : at + 2 * segment.count]
        at += len(part)
        tables, minds = set_table(packed, packed.matchups[segment.matchup])
        key = np.uint64(packed.keys[segment.matchup])
        if is_counting:
            words[:] = 0
        play_pairs = packed.engine(packed.matchups[segment.matchup]).play_pairs
        if play_pairs(states, tables, minds, ledgers, key, segment.first, part) != OK:
            raise EngineError(
                f"a match of matchup {segment.matchup} does not end (pairs {segment.first} to "
                f"{segment.first + segment.count - 1}); this is a fault of forgesim, please report"
                " it with the run's manifest.json"
            )
        found = np.flatnonzero(words) if is_counting else _NOWHERE
        places.append(found + WORDS * number)
        values.append(words[found])
    return Block(rows, np.concatenate(places), np.concatenate(values))
