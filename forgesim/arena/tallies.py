"""The counts of a run as Parquet files: one for each array, to be read back exactly."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from forgesim.arena.games import SCORES
from forgesim.arena.manifest import plan_json
from forgesim.arena.parquet import (
    UNREADABLE,
    make_table,
    names,
    places_of,
    read_table,
    values_of,
    write_table,
)
from forgesim.arena.plan import Plan
from forgesim.arena.tally import Array, Tally
from forgesim.kernel.counts import MAX_CHECKS, MAX_LEAD

Labels = Sequence[str] | Array
"""What the places of an axis are called: texts, or numbers."""

_KEY = b"forgesim"
_SIDES = ("a", "b")
_SEATS = ("first", "second")
_FATES = ("drawn later", "opening hand", "not played")
_MOMENTS = ("n", "n2", "ns", "n2s", "ns2", "n2s2")
_STANDS = ("behind", "even", "ahead")
_OF_A_CHECK = ("chances", "events", "match", "turn")


def _numbers(count: int, first: int = 0) -> Array:
    return np.arange(first, first + count, dtype=np.int32)


def _axes(tally: Tally) -> Mapping[str, Mapping[str, Labels]]:
    """For each array of a tally the column of each axis, and its labels; then what is counted."""
    plan = tally.plan
    matchups, kinds = _numbers(len(plan.matchups)), _numbers(tally.tops.shape[2])
    tiers, decks = [tier.name for tier in plan.tiers], [deck.name for deck in plan.decks]
    checks = [check.name for check in plan.game.checks]
    checks += [f"unused {n}" for n in range(len(checks), MAX_CHECKS)]
    return {
        "pairs": {"matchup": matchups, "score_a_first": SCORES, "score_a_second": SCORES},
        "fates": {"tier": tiers, "deck": decks, "kind": kinds, "seat": _SEATS, "fate": _FATES,
                  "score": SCORES},
        "places": {"tier": tiers, "deck": decks, "kind": kinds,
                   "place": _numbers(tally.places.shape[3], 1),
                   "strength": np.arange(5, dtype=np.float32) / 4},
        "tops": {"matchup": matchups, "side": _SIDES, "kind": kinds, "moment": _MOMENTS},
        "lead_changes": {"tier": tiers, "changes": _numbers(tally.lead_changes.shape[1])},
        "middle": {"tier": tiers, "lead": _numbers(tally.middle.shape[1], -MAX_LEAD),
                   "score": SCORES},
        "ahead": {"tier": tiers, "turn": _numbers(tally.ahead.shape[1], 1), "stand": _STANDS,
                  "score": SCORES},
        "checks": {"matchup": matchups, "side": _SIDES, "check": checks, "what": _OF_A_CHECK},
    }  # fmt: skip


COUNTED = {
    "pairs": "pairs", "fates": "copies", "places": "copies", "tops": "sum",
    "lead_changes": "games", "middle": "games", "ahead": "games", "checks": "number",
}  # fmt: skip
"""What the numbers of each array count: the name of their column."""


def _array_table(name: str, array: Array, axes: Mapping[str, Labels]) -> pa.Table:
    """The entries of an array that are not 0, with the labels of their places."""
    places = np.nonzero(array)
    columns: dict[str, Any] = {
        column: labels[at] if isinstance(labels, np.ndarray) else names(labels, at)
        for (column, labels), at in zip(axes.items(), places, strict=True)
    }
    return make_table(columns | {COUNTED[name]: array[places]})


def _fill(name: str, array: Array, axes: Mapping[str, Labels], table: pa.Table) -> None:
    """Fill an array with what its table holds; raises where that is not such a table."""
    places = []
    for column, labels in axes.items():
        if isinstance(labels, np.ndarray):
            places.append(np.searchsorted(labels, values_of(table, column)))
        else:
            places.append(places_of(table, column))
    array[tuple(places)] = values_of(table, COUNTED[name])
    if not _array_table(name, array, axes).equals(table):
        raise ValueError("this is not the table")


def _games_table(tally: Tally) -> pa.Table:
    counts = tally.game_counts()
    return make_table(
        {
            "matchup": counts["matchup"].astype(np.int32),
            "first": names(_SIDES, counts["order"]),
            "score_a": SCORES[counts["outcome"]],
            "reason": names(tally.plan.game.reasons, counts["reason"]),
            "turns": counts["turns"].astype(np.int16),
            "games": counts["games"].astype(np.int64),
        }
    )


def write_tallies(path: Path, tally: Tally) -> None:
    """Write the counts; with the last file, of the pairs, a run is complete."""
    tables = {name: _array_table(name, getattr(tally, name), axes)
              for name, axes in _axes(tally).items()}  # fmt: skip
    tables["games"] = _games_table(tally)
    tables["pairs"] = tables.pop("pairs").replace_schema_metadata({_KEY: _digest(tally)})
    for name, table in tables.items():
        write_table(path / "tallies" / f"{name}.parquet", table)


def read_tallies(path: Path, plan: Plan) -> Tally | None:
    """The counts of a complete run; None where they are not there, damaged, or of other games."""
    tally = Tally.empty(plan)
    try:
        for name, axes in _axes(tally).items():
            table = read_table(path / "tallies" / f"{name}.parquet")
            _fill(name, getattr(tally, name), axes, table)
        games = read_table(path / "tallies" / "games.parquet")
        tally.set_games(_games_of(games))
        if not _games_table(tally).equals(games):
            return None
        digest = read_table(path / "tallies" / "pairs.parquet").schema.metadata[_KEY]
    except UNREADABLE:
        return None
    return tally if digest == _digest(tally) else None


def _games_of(table: pa.Table) -> dict[str, Array]:
    return {
        "matchup": values_of(table, "matchup"),
        "order": places_of(table, "first"),
        "outcome": np.searchsorted(SCORES, values_of(table, "score_a")),
        "reason": places_of(table, "reason"),
        "turns": values_of(table, "turns"),
        "games": values_of(table, "games"),
    }


def _digest(tally: Tally) -> bytes:
    """Digest of all counts, and of what was played."""
    played = {key: value for key, value in plan_json(tally.plan).items() if key != "matchups"}
    digest = hashlib.sha256(json.dumps(played, sort_keys=True).encode())
    for name in COUNTED:
        digest.update(getattr(tally, name).tobytes())
    for column in tally.game_counts().values():
        digest.update(column.astype(np.int64).tobytes())
    return digest.hexdigest()[:32].encode()
