"""The pilot check in a run's directory.

    check/pairs.parquet    every pair that was played, with who played it

It carries, in its metadata, what it was made from: a run that has changed since is noticed.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from forgesim.arena.games import SCORES
from forgesim.arena.manifest import pilot_from_json, pilot_json
from forgesim.arena.parquet import (
    UNREADABLE,
    make_table,
    names,
    read_table,
    values_of,
    write_table,
)
from forgesim.arena.plan import Plan
from forgesim.arena.store import read_manifest, read_plan
from forgesim.cards.files import failure, is_file
from forgesim.errors import DataError, OutputError
from forgesim.studies.check_crew import Member
from forgesim.studies.replacement_files import plan_digest
from forgesim.studies.robustness import Array, Check, CheckPlan

FOLDER = "check"
PAIRS = "pairs.parquet"
_KEY = b"forgesim"
_NOTHING = ""
"""What stands where nothing was forbidden."""


def write_check(run: Path, check: Check) -> None:
    """Store a pilot check with the run that it belongs to.

    Raises
    ------
    ForgesimError
        If there is no run, or it cannot be written into.
    """
    folder = run / FOLDER
    about = json.dumps(_origin(run) | _about(check.plan), sort_keys=True)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror}") from None
    write_table(folder / PAIRS, _table(check).replace_schema_metadata({_KEY: about.encode()}))


def load_check(run: Path) -> Check | None:
    """Read the pilot check that is stored with a run.

    Returns
    -------
    Check or None
        None where none was played.

    Raises
    ------
    DataError
        If it is damaged, or not of this run and of the engine that played it.
    """
    path = run / FOLDER / PAIRS
    if not is_file(path):
        return None
    table = _read(run, path)
    try:
        about = json.loads((table.schema.metadata or {})[_KEY])
        engine, digest = about["engine"], about["plan"]
    except (KeyError, ValueError, TypeError):
        raise _unusable(run, path, "does not say what it was made from") from None
    origin = _origin(run)
    for found, known, words in (
        (engine, origin["engine"], "another version of the engine"),
        (digest, origin["plan"], "another run"),
    ):
        if found != known:
            raise _unusable(run, path, f"is of {words}")
    try:
        plan = _plan(read_plan(run), about)
        return Check(plan, _codes(table, plan))
    except (*UNREADABLE, IndexError):
        raise _unusable(run, path, "does not hold together") from None


def _unusable(run: Path, path: Path, problem: str) -> DataError:
    return failure(path, f"{problem}: forgesim report {run} plays the pilot check again")


def _origin(run: Path) -> dict[str, Any]:
    """The run that a check belongs to: its engine, and what of its plan matters here."""
    manifest = read_manifest(run)
    return {"engine": manifest["engine"], "plan": plan_digest(manifest["plan"])}


# What was played


def _about(check: CheckPlan) -> dict[str, Any]:
    """A check's plan as plain data, without that of the run."""
    pilots = list({id(p): p for member in check.members for p in member.pilots}.values())
    place = {id(pilot): at for at, pilot in enumerate(pilots)}
    return {
        "pairs": check.pairs,
        "probe_pairs": check.probe_pairs,
        "tiers": len(check.crew),
        "prober": check.members.index(check.prober),
        "members": [
            {"name": member.name, "pilots": [place[id(pilot)] for pilot in member.pilots]}
            for member in check.members
        ],
        "pilots": [pilot_json(pilot) for pilot in pilots],
    }


def _plan(run_plan: Plan, about: Mapping[str, Any]) -> CheckPlan:
    """The plan that `_about` wrote down."""
    pilots = [pilot_from_json(pilot) for pilot in about["pilots"]]
    members = tuple(
        Member(member["name"], tuple(pilots[at] for at in member["pilots"]))
        for member in about["members"]
    )
    crew, prober = members[: about["tiers"]], members[about["prober"]]
    return CheckPlan(run_plan, crew, about["pairs"], prober, about["probe_pairs"])


# What came of it


def _table(check: Check) -> pa.Table:
    """A row for each pair, in the order of the check's cells."""
    first, second = np.divmod(check.codes, 3)
    pair = [np.arange(cell.pairs, dtype=np.int32) for cell in check.plan.cells]
    columns = {name: names(known, places) for name, (known, places) in _labels(check.plan).items()}
    return make_table(
        {
            **columns,
            "pair": np.concatenate(pair),
            "score_a_first": SCORES[first],
            "score_a_second": SCORES[second],
        }
    )


def _labels(plan: CheckPlan) -> dict[str, tuple[list[str], Array]]:
    """Columns of texts: the words that occur, and the place of each row's among them."""
    decks = [deck.name for deck in plan.plan.decks]
    tiers = [member.name for member in plan.members]
    words = [*plan.words, _NOTHING]
    kinds = {"deck": decks, "tier": tiers, "word": words}
    pairs = [cell.pairs for cell in plan.cells]
    return {
        _HEADINGS.get(f"{kind}_{side}", f"{kind}_{side}"): (
            known,
            np.repeat([getattr(cell, f"{kind}_{side}") % len(known) for cell in plan.cells], pairs),
        )
        for kind, known in kinds.items()
        for side in "ab"
    }


_HEADINGS = {"word_a": "forbidden_a", "word_b": "forbidden_b"}


def _read(run: Path, path: Path) -> pa.Table:
    try:
        return read_table(path)
    except UNREADABLE:
        raise _unusable(run, path, "is missing or damaged") from None


def _codes(table: pa.Table, plan: CheckPlan) -> Array:
    """What a table holds, as it was played; raises ValueError where it is of other cells."""
    first, second = (
        np.searchsorted(SCORES, values_of(table, name))
        for name in ("score_a_first", "score_a_second")
    )
    codes: Array = (3 * first + second).astype(np.uint8)
    if not _table(Check(plan, codes)).equals(table):
        raise ValueError("this is not the table")
    return codes
