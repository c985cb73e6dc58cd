"""The games of a run and their counts, as Parquet files."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from forgesim.arena.plan import Plan, Segment
from forgesim.arena.tally import Array, Tally, outcome_of, winner_of
from forgesim.cards.files import write_atomically
from forgesim.kernel.match import ROW
from forgesim.kernel.random import seed_of_pair
from forgesim.kernel.records import Record, new_records

_SCORES = np.array([0.0, 0.5, 1.0], np.float32)

# Columns are made from their buffers: converting through pyarrow's own functions would import
# pandas, which a batch does without.


def _column(values: Any) -> pa.Array:
    data = np.ascontiguousarray(values)
    kind = pa.from_numpy_dtype(data.dtype)
    return pa.Array.from_buffers(kind, len(data), [None, pa.py_buffer(data)])


def _texts(values: Sequence[str]) -> pa.Array:
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *(len(text) for text in encoded)], dtype=np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(values), buffers)


def _names(values: Sequence[str], places: Any) -> pa.DictionaryArray:
    return pa.DictionaryArray.from_arrays(_column(places.astype(np.int32)), _texts(values))


def _table(columns: Mapping[str, Any]) -> pa.Table:
    arrays = [c if isinstance(c, pa.Array) else _column(c) for c in columns.values()]
    return pa.Table.from_arrays(arrays, names=list(columns))


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

    return _table(
        {
            "matchup": matchup,
            "pair": pair,
            "seed": games["seed"].copy(),
            "deck_a": _names(decks, repeated([m.deck_a for m in matchups])),
            "deck_b": _names(decks, repeated([m.deck_b for m in matchups])),
            "pilot_a": _names(pilots, repeated([m.pilot_a for m in matchups])),
            "pilot_b": _names(pilots, repeated([m.pilot_b for m in matchups])),
            "first": _names(["a", "b"], order),
            "score_a": _SCORES[outcome_of(games["winner"], order)],
            "reason": _names(plan.game.reasons, games["reason"]),
            "turns": games["turns"].copy(),
            "decisions": games["decisions"].copy(),
            f"{plan.game.vitality}_a": np.where(order == 0, vitality[:, 0], vitality[:, 1]),
            f"{plan.game.vitality}_b": np.where(order == 0, vitality[:, 1], vitality[:, 0]),
        }
    )


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table as Parquet."""
    counted_up = [name for name in table.column_names if name == "pair"]
    repeated = [name for name in table.column_names if name not in ("pair", "seed")]
    write_atomically(
        path,
        lambda file: pq.write_table(
            table,
            file,
            compression="lz4",  # a block is written while others are played: quick before small
            use_dictionary=repeated,
            column_encoding=dict.fromkeys(counted_up, "DELTA_BINARY_PACKED"),
            write_statistics=["matchup"],  # what a reader can pick rows by
            write_page_checksum=True,
        ),
    )


def write_block(path: Path, plan: Plan, index: int, rows: Record) -> None:
    """Write the games of one block."""
    write_table(_block_file(path, index), block_table(plan, plan.block(index), rows))


def _block_file(path: Path, index: int) -> Path:
    return path / "games" / f"{index:05d}.parquet"


def stored_blocks(path: Path, plan: Plan) -> Iterator[tuple[int, Record]]:
    """The blocks of a run that are stored whole, as number and rows."""
    for index in range(plan.n_blocks):
        try:
            rows = _read_block(_block_file(path, index), plan, plan.block(index))
        except (OSError, ValueError, LookupError, TypeError, AttributeError, pa.ArrowException):
            continue
        yield index, rows


def _read_block(file: Path, plan: Plan, segments: Sequence[Segment]) -> Record:
    """Rows of a block; raises where the file is damaged, or is not that block of this run."""
    with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
        table = parquet.read(use_threads=False)  # of columns so short, one by one is quicker
    columns = {name: table[name].combine_chunks() for name in table.column_names}
    columns["reason"] = columns["reason"].indices
    rows = new_records(ROW, 2 * sum(segment.count for segment in segments))
    for name in ("seed", "reason", "turns", "decisions"):
        rows[name] = np.from_dlpack(columns[name])
    seat = np.arange(len(rows)) & 1  # of deck a
    outcome = np.rint(2 * np.from_dlpack(columns["score_a"])).astype(np.int64)
    rows["winner"] = winner_of(outcome, seat)
    for side in range(2):
        vitality = np.from_dlpack(columns[f"{plan.game.vitality}_{'ab'[side]}"])
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


def write_tallies(path: Path, plan: Plan, tally: Tally) -> None:
    """Write the counts; with them a run is complete."""
    n = len(plan.matchups)
    matchup, first, second = (axis.ravel() for axis in np.indices((n, 3, 3)))
    pairs = _table(
        {
            "matchup": matchup.astype(np.int32),
            "score_a_first": _SCORES[first],
            "score_a_second": _SCORES[second],
            "pairs": tally.pairs.ravel().astype(np.int64),
        }
    )
    counts = tally.game_counts()
    games = _table(
        {
            "matchup": counts["matchup"].astype(np.int32),
            "first": _names(["a", "b"], counts["order"]),
            "score_a": _SCORES[counts["outcome"]],
            "reason": _names(plan.game.reasons, counts["reason"]),
            "turns": counts["turns"].astype(np.int16),
            "games": counts["games"].astype(np.int64),
        }
    )
    write_table(path / "tallies" / "games.parquet", games)
    write_table(path / "tallies" / "pairs.parquet", pairs)
