"""The games of a run, block by block, as Parquet files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from forgesim.arena.blocks import WORDS, Block
from forgesim.arena.parquet import (
    UNREADABLE,
    make_table,
    names,
    places_of,
    read_table,
    values_of,
    write_table,
)
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.tally import Array, outcome_of, winner_of
from forgesim.kernel.counts import MAX_TURN
from forgesim.kernel.match import ROW
from forgesim.kernel.random import seed_of_pair
from forgesim.kernel.records import Record, new_records

SCORES = np.array([0.0, 0.5, 1.0], np.float32)
"""Score by outcome."""


def block_table(plan: Plan, segments: Sequence[Segment], rows: Record) -> pa.Table:
    """The games of a block as a table, one row a game."""
    games = rows.view(np.ndarray)
    counts = [2 * segment.count for segment in segments]
    matchups = [plan.matchups[segment.matchup] for segment in segments]
    matchup, pair = _places(segments)
    order = np.arange(len(games)) & 1
    vitality = games["vitality"]
    decks = [deck.name for deck in plan.decks]
    pilots = [pilot.name for pilot in plan.pilots]

    def repeated(values: Sequence[int]) -> Any:
        return np.repeat(np.array(values, np.int32), counts)

    return make_table(
        {
            "matchup": matchup,
            "pair": pair,
            "seed": games["seed"].copy(),
            "deck_a": names(decks, repeated([m.deck_a for m in matchups])),
            "deck_b": names(decks, repeated([m.deck_b for m in matchups])),
            "pilot_a": names(pilots, repeated([m.pilot_a for m in matchups])),
            "pilot_b": names(pilots, repeated([m.pilot_b for m in matchups])),
            "first": names(["a", "b"], order),
            "score_a": SCORES[outcome_of(games["winner"], order)],
            "reason": names(plan.game.reasons, games["reason"]),
            "turns": games["turns"].copy(),
            "decisions": games["decisions"].copy(),
            f"{plan.game.vitality}_a": np.where(order == 0, vitality[:, 0], vitality[:, 1]),
            f"{plan.game.vitality}_b": np.where(order == 0, vitality[:, 1], vitality[:, 0]),
        }
    )


def write_block(path: Path, plan: Plan, index: int, block: Block) -> None:
    """Write the games of one block, and before them what else was counted."""
    counts = make_table({"place": block.places, "value": block.values})
    write_table(_block_file(path, "counts", index), counts)
    write_table(_block_file(path, "games", index), block_table(plan, plan.block(index), block.rows))


def _block_file(path: Path, folder: str, index: int) -> Path:
    return path / folder / f"{index:05d}.parquet"


def stored_blocks(path: Path, plan: Plan) -> Iterator[tuple[int, Block]]:
    """The blocks of a run that are stored whole, with their numbers."""
    for index in range(plan.n_blocks):
        segments = plan.block(index)
        try:
            rows = _read_block(_block_file(path, "games", index), plan, segments)
            block = _read_counts(_block_file(path, "counts", index), segments, rows)
        except UNREADABLE:
            continue
        yield index, block


def _read_counts(file: Path, segments: Sequence[Segment], rows: Record) -> Block:
    """A block with its counts; raises where they are damaged, or not of these games."""
    table = read_table(file)
    places, values = values_of(table, "place"), values_of(table, "value")
    block = Block(rows, places, values)
    kinds = {"place": places.astype(np.int64), "value": values.astype(np.int32)}
    if make_table(kinds).schema != table.schema:
        raise ValueError("these are not counts")
    if np.any(np.diff(places) <= 0) or not 0 <= places[0] <= places[-1] < WORDS * len(segments):
        raise ValueError("these are not the counts of the block")
    at = 0
    for number, segment in enumerate(segments):
        games = rows[at : at + 2 * segment.count]
        at += len(games)
        if not np.array_equal(block.counts(number)["ahead"].sum(axis=1), _lasted(games)):
            raise ValueError("these are the counts of other games")
    return block


def _lasted(rows: Record) -> Array:
    """Games that lasted so many turns, by the first player's outcome: as in the counts."""
    ended = np.zeros((MAX_TURN, 3), np.int64)
    last = np.minimum(rows["turns"], MAX_TURN) - 1
    np.add.at(ended, (last, outcome_of(rows["winner"], 0)), 1)
    lasted: Array = ended[::-1].cumsum(axis=0)[::-1]
    return lasted


def _read_block(file: Path, plan: Plan, segments: Sequence[Segment]) -> Record:
    """Rows of a block; raises where the file is damaged, or is not that block of this run."""
    table = read_table(file)
    rows = new_records(ROW, 2 * sum(segment.count for segment in segments))
    rows["reason"] = places_of(table, "reason")
    for name in ("seed", "turns", "decisions"):
        rows[name] = values_of(table, name)
    seat = np.arange(len(rows)) & 1  # of deck a
    outcome = np.rint(2 * values_of(table, "score_a")).astype(np.int64)
    rows["winner"] = winner_of(outcome, seat)
    for side in range(2):
        vitality = values_of(table, f"{plan.game.vitality}_{'ab'[side]}")
        rows["vitality"][np.arange(len(rows)), seat ^ side] = vitality
    if not block_table(plan, segments, rows).equals(table):
        raise ValueError("these are not the games of the block")
    starts = np.cumsum([0, *(2 * segment.count for segment in segments[:-1])])
    keys = [np.uint64(plan.key(plan.matchups[segment.matchup])) for segment in segments]
    seeds = [int(seed_of_pair(k, s.first)) for k, s in zip(keys, segments, strict=True)]
    if rows["seed"][starts].tolist() != seeds:
        raise ValueError("these games have other seeds than the run's")
    return rows


def _places(segments: Sequence[Segment]) -> tuple[Array, Array]:
    """Matchup and pair of each game of a block."""
    matchup = np.repeat([s.matchup for s in segments], [2 * s.count for s in segments])
    pairs = [np.arange(2 * s.count) // 2 + s.first for s in segments]
    return matchup.astype(np.int32), np.concatenate(pairs)
