"""Replacement impact in a run's directory.

    impact/replacement.parquet            by card
    impact/replacement_by_deck.parquet    by deck and card

Both carry, in their metadata, what they were made from: a run that has changed since is noticed.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from forgesim.arena.store import read_manifest, read_plan
from forgesim.cards.files import failure, is_file, write_atomically
from forgesim.errors import DataError, OutputError
from forgesim.kernel.jit import engine_digest
from forgesim.studies.replacement import CARD_COLUMNS, DECK_COLUMNS, Replacement

FOLDER = "impact"
_BY_CARD, _BY_DECK = "replacement.parquet", "replacement_by_deck.parquet"
_COLUMNS = {_BY_CARD: CARD_COLUMNS, _BY_DECK: DECK_COLUMNS}
_KEY = b"forgesim"
_DECIDING = ("seed", "ruleset", "roster", "decks", "pilots", "tiers", "matchups")
"""Parts of a run's plan on which the impact of its cards depends: not on its number of pairs."""
_TEXTS = ("tier", "deck", "card")
_WHOLES = ("decks", "copies", "pairs")


def write_replacement(run: Path, replacement: Replacement) -> None:
    """Store replacement impact with the run that it was measured in.

    Raises
    ------
    ForgesimError
        If there is no run, or it cannot be written into.
    """
    folder = run / FOLDER
    about = json.dumps(_origin(run) | {"precision": replacement.precision}, sort_keys=True)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror}") from None
    for name, frame in ((_BY_DECK, replacement.decks), (_BY_CARD, replacement.cards)):
        schema = _schema(_COLUMNS[name]).with_metadata({_KEY: about.encode()})
        table = pa.Table.from_pandas(frame, schema, preserve_index=False)
        table = table.replace_schema_metadata(schema.metadata)
        write_atomically(folder / name, partial(pq.write_table, table, write_page_checksum=True))


def load_replacement(run: Path) -> Replacement | None:
    """Read the replacement impact that is stored with a run.

    Returns
    -------
    Replacement or None
        None where none was measured.

    Raises
    ------
    DataError
        If it is damaged, or not of this run and this engine.
    """
    paths = [run / FOLDER / name for name in (_BY_CARD, _BY_DECK)]
    if not any(is_file(path) for path in paths):
        return None
    tables = [_read(path) for path in paths]
    about = [_about(path, table) for path, table in zip(paths, tables, strict=True)]
    origin = _origin(run)
    for path, found in zip(paths, about, strict=True):
        for key, words in (("engine", "another version of the engine"), ("plan", "another run")):
            if found.get(key) != origin[key]:
                raise _unusable(run, path, f"is of {words}")
    if about[0] != about[1]:
        raise _unusable(run, paths[1], f"is of another measurement than {_BY_CARD}")
    frames = [table.replace_schema_metadata(None).to_pandas() for table in tables]
    return Replacement(frames[0], frames[1], about[0]["precision"])


def _origin(run: Path) -> dict[str, Any]:
    """What a measurement depends on, but its precision."""
    seed, plan = read_plan(run).seed, read_manifest(run)["plan"]
    return {"engine": engine_digest(), "plan": plan_digest(plan), "seed": seed}


def plan_digest(plan: Mapping[str, Any]) -> str:
    """Digest of a run's plan as its manifest has it, but for what only its length depends on."""
    text = json.dumps([plan[key] for key in _DECIDING], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _schema(columns: Sequence[str]) -> pa.Schema:
    kinds = dict.fromkeys(_TEXTS, pa.string()) | dict.fromkeys(_WHOLES, pa.int64())
    return pa.schema([(name, kinds.get(name, pa.float64())) for name in columns])


def _read(path: Path) -> pa.Table:
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as parquet:
            table = parquet.read(use_threads=False)
    except (OSError, ValueError, pa.ArrowException):
        raise _unusable(path.parent.parent, path, "is missing or damaged") from None
    if not table.schema.equals(_schema(_COLUMNS[path.name])):
        raise _unusable(path.parent.parent, path, "has other columns than forgesim writes")
    return table


def _about(path: Path, table: pa.Table) -> dict[str, Any]:
    """What a file says that it was made from."""
    try:
        about = json.loads((table.schema.metadata or {})[_KEY])
        about["precision"] = float(about["precision"])
    except (KeyError, ValueError, TypeError):
        raise _unusable(path.parent.parent, path, "does not say what it was made from") from None
    return dict(about)


def _unusable(run: Path, path: Path, problem: str) -> DataError:
    return failure(path, f"{problem}: measure again with forgesim card impact {run}")
