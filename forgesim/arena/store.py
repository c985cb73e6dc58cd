"""The run directory: what a run was told, every game, and the counts.

    manifest.json           every input resolved, fingerprints, versions, seed
    games/00000.parquet …   one file a block, one row a game
    tallies/pairs.parquet   pairs by matchup and outcomes
    tallies/games.parquet   games by matchup, order, outcome, reason and length

Each file is written under another name and then moved into place, so that none is ever half there.
"""

import json
import os
import platform
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import forgesim
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.tally import Tally, outcome_of
from forgesim.cards.files import failure, read_text
from forgesim.errors import ForgesimError, UsageError
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION
from forgesim.kernel.records import Record

FORMAT = 1
_SCORES = np.array([0.0, 0.5, 1.0], np.float32)


def write_atomically(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Write a file so that it is there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def check_run_directory(path: Path, force: bool) -> None:
    """Raise UsageError if a new run may not be put here: only an earlier run is overwritten."""
    if path.exists():
        if not force:
            raise UsageError(f"{path} exists already: name another --out, or add --force")
        if not path.is_dir() or (any(path.iterdir()) and not (path / "manifest.json").exists()):
            raise UsageError(f"{path} is not a run directory: it will not be overwritten")


def make_run_directory(path: Path, force: bool) -> None:
    """Make the folder of a new run; with `force` an earlier run in it is removed.

    Raises
    ------
    UsageError
        If it may not be put here, or cannot be made.
    """
    try:
        check_run_directory(path, force)
        for old in (*path.glob("games/*.parquet"), *path.glob("tallies/*.parquet")):
            old.unlink()
        (path / "games").mkdir(parents=True, exist_ok=True)
        (path / "tallies").mkdir(exist_ok=True)
    except OSError as error:
        raise UsageError(f"{path} cannot be made: {error.strerror}") from None


def free_name(folder: Path, name: str) -> Path:
    """The first of name, name-2, name-3 … that is not taken."""
    path = folder / name
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}"
        number += 1
    return path


def write_manifest(path: Path, plan: Plan) -> None:
    """Write down what the run was told."""
    packages = ("numpy", "numba", "llvmlite", "pyarrow")
    manifest = {
        "format": FORMAT,
        "forgesim": forgesim.__version__,
        "engine": engine_digest(),
        "streams": STREAM_VERSION,
        "versions": {"python": platform.python_version()} | {p: version(p) for p in packages},
        "plan": plan_json(plan),
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path / "manifest.json", lambda file: _write(file, text.encode()))


def _write(file: IO[bytes], data: bytes) -> None:
    file.write(data)


def read_manifest(path: Path) -> dict[str, Any]:
    """Read what a run was told.

    Raises
    ------
    DataError
        If there is no run, or it is of another format, or damaged.
    """
    file = path / "manifest.json"
    if not file.is_file():
        raise failure(path, "is not a run directory (it has no manifest.json)")
    try:
        manifest: dict[str, Any] = json.loads(read_text(file))
        found = manifest["format"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise failure(file, "is damaged: expected the JSON that forgesim wrote") from None
    if found != FORMAT:
        raise failure(file, f"has format {found}, this forgesim reads format {FORMAT}")
    if not isinstance(manifest.get("engine"), str) or "plan" not in manifest:
        raise failure(file, "is damaged: it does not say what was played")
    return manifest


def read_plan(path: Path) -> Plan:
    """The plan of a stored run."""
    manifest = read_manifest(path)
    try:
        return plan_from_json(manifest["plan"])
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, ForgesimError):
        raise failure(path / "manifest.json", "is damaged: its plan cannot be read") from None


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
    pairs = [np.arange(2 * s.count) // 2 + s.first for s in segments]
    order = np.arange(len(games)) & 1
    vitality = games["vitality"]
    decks = [deck.name for deck in plan.decks]
    pilots = [pilot.name for pilot in plan.pilots]

    def repeated(values: Sequence[int]) -> Any:
        return np.repeat(np.array(values, np.int32), counts)

    return _table(
        {
            "matchup": repeated([segment.matchup for segment in segments]),
            "pair": np.concatenate(pairs),
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
    dictionary = [name for name in table.column_names if name != "seed"]
    write_atomically(
        path,
        lambda file: pq.write_table(
            table,
            file,
            compression="zstd",
            use_dictionary=dictionary,
            write_statistics=["matchup"],  # what a reader can pick rows by
        ),
    )


def write_block(path: Path, plan: Plan, index: int, rows: Record) -> None:
    """Write the games of one block."""
    table = block_table(plan, plan.block(index), rows)
    write_table(path / "games" / f"{index:05d}.parquet", table)


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
