"""The run directory: what a run was told, every game, and the counts.

    manifest.json           every input resolved, fingerprints, versions, seed
    games/00000.parquet …   one file a block, one row a game
    tallies/pairs.parquet   pairs by matchup and outcomes
    tallies/games.parquet   games by matchup, order, outcome, reason and length

Each file is written under another name and then moved into place, so that none is ever half there.
"""

import json
import platform
import shlex
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import forgesim
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.tally import Array, Tally, outcome_of, winner_of
from forgesim.cards.files import (
    HALF_WRITTEN,
    failure,
    read_text,
    remove_half_written,
    write_atomically,
)
from forgesim.errors import ForgesimError, OutputError, UsageError
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.match import ROW
from forgesim.kernel.random import STREAM_VERSION, seed_of_pair
from forgesim.kernel.records import Record, new_records

FORMAT = 1
MANIFEST = "manifest.json"
_DERIVED = {"games", "matchups"}
"""Parts of a plan that cannot differ alone."""
_SCORES = np.array([0.0, 0.5, 1.0], np.float32)


def check_run_directory(path: Path, force: bool) -> None:
    """See that a new run may be put here: only an earlier run is overwritten.

    Raises
    ------
    UsageError
        If it may not.
    OutputError
        If that cannot be seen.
    """
    if "\0" in str(path):
        raise UsageError(f"{str(path)!r} cannot be the name of a run directory")
    try:
        is_free = not path.exists() or _is_vacant(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be made: {error.strerror}") from None
    if not is_free and not force:
        raise UsageError(
            f"{path} exists already: name another --out, add --resume to complete the run in it,"
            " or --force to overwrite it"
        )
    if not is_free and not is_run(path):
        raise UsageError(f"{path} is not a run directory: it will not be overwritten")


def _is_vacant(path: Path) -> bool:
    """Whether a folder holds no file: so does that of a run killed before it had a manifest."""
    return path.is_dir() and all(
        inner.is_dir() or inner.name.endswith(HALF_WRITTEN) for inner in path.rglob("*")
    )


def make_run_directory(path: Path, force: bool) -> None:
    """Make the folder of a new run; with `force` an earlier run in it is removed.

    Raises
    ------
    UsageError
        If it may not be put here.
    OutputError
        If it cannot be made.
    """
    check_run_directory(path, force)
    try:
        # The manifest goes last: stopped before, this is still the earlier run, to be completed.
        for old in (*path.glob("tallies/*"), *path.glob("games/*"), path / MANIFEST):
            old.unlink(missing_ok=True)
        _make_folders(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be made: {error.strerror}") from None


def _make_folders(path: Path) -> None:
    """Make the folders of a run, and clear them of what was left half written."""
    for folder in (path, path / "games", path / "tallies"):
        folder.mkdir(parents=True, exist_ok=True)
        remove_half_written(folder)


def is_run(path: Path) -> bool:
    """Whether a run was begun here."""
    try:
        return (path / MANIFEST).is_file()
    except OSError:
        return False


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
    manifest = {
        "format": FORMAT,
        "forgesim": forgesim.__version__,
        "engine": engine_digest(),
        "streams": STREAM_VERSION,
        "versions": _versions(),
        "plan": plan_json(plan),
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path / MANIFEST, text.encode())


def _versions() -> dict[str, str]:
    packages = ("numpy", "numba", "llvmlite", "pyarrow")
    return {"python": platform.python_version()} | {name: version(name) for name in packages}


def changed_versions(path: Path) -> list[str]:
    """What has another version now than when a stored run was begun, as `pyarrow 17.0, now 18.0`.

    No game depends on it, but the bytes of the files may.
    """
    begun = read_manifest(path).get("versions", {})
    return [
        f"{name} {begun[name]}, now {now}"
        for name, now in _versions().items()
        if begun.get(name, now) != now
    ]


def read_manifest(path: Path) -> dict[str, Any]:
    """Read what a run was told.

    Raises
    ------
    DataError
        If there is no run, or it is of another format, or damaged.
    """
    file = path / MANIFEST
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
    """The plan of a stored run.

    Raises
    ------
    DataError
        If the run or its plan cannot be read.
    """
    manifest = read_manifest(path)
    try:
        return plan_from_json(manifest["plan"])
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, ForgesimError):
        raise failure(path / MANIFEST, "is damaged: its plan cannot be read") from None


def check_engine(path: Path) -> None:
    """Raise UsageError unless a stored run was played by the engine that is installed."""
    if read_manifest(path)["engine"] != engine_digest():
        raise UsageError(
            f"{path} was played by another version of the engine, which would play other games:"
            " run the batch again"
        )


def open_run(path: Path, plan: Plan) -> None:
    """Take up a run that was stopped: see that it is of this plan, and clear what is half written.

    Raises
    ------
    ForgesimError
        If the run is of another plan or engine, or cannot be read.
    """
    check_engine(path)
    stored, asked = (json.loads(json.dumps(plan_json(p))) for p in (read_plan(path), plan))
    differences = [
        f"{key} {stored[key]}, not {asked[key]}" if key in ("seed", "pairs") else f"other {key}"
        for key in asked
        if stored[key] != asked[key] and key not in _DERIVED
    ]
    if differences:
        raise UsageError(
            f"{path} was started with other inputs ({'; '.join(differences)}): to complete it as it"
            f" was started: {resume_command(path)}"
        )
    try:
        _make_folders(path)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def resume_command(path: Path) -> str:
    """What to type to complete the run in a folder."""
    return f"forgesim batch --resume --out {shlex.quote(str(path))}"


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
    dictionary = [name for name in table.column_names if name != "seed"]
    write_atomically(
        path,
        lambda file: pq.write_table(
            table,
            file,
            compression="zstd",
            use_dictionary=dictionary,
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
