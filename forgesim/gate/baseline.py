"""Baselines: what was played, and how every pair ended, in one file to be committed.

The file is JSON, laid out so that a person can read what has changed in it: a card, a number, a
score is a line. What is for programs alone, the outcomes, stands at the end.
"""

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

import forgesim
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan, Segment
from forgesim.cards.files import failure, read_text
from forgesim.errors import UsageError
from forgesim.gate.inputs import Engine
from forgesim.gate.packing import Array, pack, unpack
from forgesim.gate.play import CHECKED_PAIRS, Table, contests
from forgesim.gate.shape import check_shape
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate

KIND = "forgesim baseline"
FORMAT = 3
DEFAULT_PAIRS = 20_000
_WIDTH = 200
"""Longest line of the file into which numbers and words are put together."""
_KEYS = ("forgesim", "engine", "streams", "versions", "experiment", "plan", "summary", "outcomes")

Key = tuple[str, str, str]
"""What makes a matchup the same one: tier, deck a, deck b, all by name."""


@dataclass(frozen=True)
class Baseline:
    """A baseline, as its file has it.

    Attributes
    ----------
    path : Path
        The file.
    data : mapping
        Its content (docs/reference/baseline-file.md).
    """

    path: Path
    data: Mapping[str, Any]

    @property
    def plan(self) -> Mapping[str, Any]:
        """What was played, as plain data; it may be of a forgesim that knew other parameters."""
        plan: Mapping[str, Any] = self.data["plan"]
        return plan

    @property
    def pairs(self) -> int:
        """Pairs of each matchup."""
        return int(self.plan["pairs"])

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return int(self.plan["seed"])

    @property
    def checked(self) -> int:
        """Pairs behind each digest."""
        return min(self.pairs, CHECKED_PAIRS)

    @property
    def is_of_this_engine(self) -> bool:
        """Whether the engine that is installed would play the same games."""
        old, new = engine_of(self), engine_here()
        return (old.digest, old.streams) == (new.digest, new.streams)

    @cached_property
    def places(self) -> Mapping[Key, int]:
        """Place of each matchup."""
        return {key_of(matchup): place for place, matchup in enumerate(self.plan["matchups"])}

    def fingerprint(self, place: int) -> str:
        """Fingerprint of a matchup."""
        return str(self.plan["matchups"][place]["fingerprint"])

    def digest(self, place: int) -> str:
        """Digest of a matchup's first pairs."""
        return str(self.data["summary"][place]["digest"])

    def outcomes(self, place: int) -> Array:
        """Outcomes of a matchup (pairs, 2): of deck a, going first and second, in halves."""
        return unpack(self.data["outcomes"][place], self.pairs)

    def resolved(self) -> Plan:
        """The plan, to be played again without any of its files.

        Raises
        ------
        UsageError
            If it was made with another version of the engine.
        DataError
            If it holds what could not have been played.
        """
        if not self.is_of_this_engine:
            raise UsageError(
                f"{self.path} was made with another version of the engine, which would play other"
                " games: install that version, or make the baseline again"
            )
        try:
            return plan_from_json(self.plan)
        except (ValueError, LookupError, TypeError, AttributeError):
            raise failure(self.path, _APART) from None

    @property
    def file(self) -> Path | None:
        """The experiment's file, as seen from the current folder."""
        stored = self.data["experiment"]
        return None if stored is None else Path(os.path.normpath(self.path.parent / stored))


def engine_of(baseline: Baseline) -> Engine:
    """Who played a baseline."""
    data = baseline.data
    return Engine(data["forgesim"], data["engine"], data["streams"])


def engine_here() -> Engine:
    """Who plays now."""
    return Engine(forgesim.__version__, engine_digest(), STREAM_VERSION)


def key_of(matchup: Mapping[str, Any]) -> Key:
    """The key of a matchup in plain data."""
    return matchup["tier"], matchup["deck_a"], matchup["deck_b"]


def plan_keys(plan: Plan) -> list[Key]:
    """The keys of a plan's matchups."""
    return [
        (plan.tiers[m.tier].name, plan.decks[m.deck_a].name, plan.decks[m.deck_b].name)
        for m in plan.matchups
    ]


def make_baseline(plan: Plan, experiment: Path | None, out: Path, table: Table) -> bytes:
    """Play a baseline and write it down.

    Parameters
    ----------
    plan : Plan
        What the experiment says, with the baseline's number of pairs.
    experiment : Path or None
        Its file.
    out : Path
        Where the baseline will be.
    table : Table
        Plays the plan.

    Returns
    -------
    bytes
        The content of the file, the same whenever it is made with the same versions.
    """
    table = table.with_plan(plan)
    digests = table.digests(min(plan.pairs, CHECKED_PAIRS))
    outcomes = table.outcomes(
        [Segment(place, 0, plan.pairs) for place in range(len(plan.matchups))]
    )
    summary = [
        {**_named(key), **score_of(counts_of(outcome)), "digest": digest}
        for key, outcome, digest in zip(plan_keys(plan), outcomes, digests, strict=True)
    ]
    return _to_bytes(
        {
            "forgesim": forgesim.__version__,
            "engine": engine_digest(),
            "streams": STREAM_VERSION,
            "versions": _versions(),
            "experiment": _relative(experiment, out),
            "plan": plan_json(plan),
            "summary": summary,
            "outcomes": [pack(outcome) for outcome in outcomes],
        }
    )


def baseline_plan(plan: Plan, pairs: int) -> Plan:
    """What a baseline plays of an experiment.

    Raises
    ------
    UsageError
        If there is nothing whose score could move.
    """
    chosen = contests(plan, pairs)
    if not chosen.matchups:
        raise UsageError("a baseline wants two decks or more: a deck against itself is always even")
    return chosen


def _named(key: Key) -> dict[str, str]:
    return dict(zip(("tier", "deck_a", "deck_b"), key, strict=True))


def counts_of(outcomes: Array) -> Array:
    """Pairs (3, 3) by outcome of deck a going first and second."""
    places = outcomes[:, 0].astype(np.int64) * 3 + outcomes[:, 1]
    return np.bincount(places, minlength=9).reshape(3, 3)


def score_of(counts: Array) -> dict[str, float]:
    """Deck a's score with its interval, and the first player's score, in percent."""
    strength, first = (estimate(counts[None], values) for values in (STRENGTH, FIRST_PLAYER))
    return {**in_percent(strength), "first_player": round(100 * first.mean, 3)}


def in_percent(value: Estimate) -> dict[str, float]:
    """A score and its interval."""
    return {name: round(100 * number, 3) for name, number in
            (("score", value.mean), ("low", value.low), ("high", value.high))}  # fmt: skip


def _versions() -> dict[str, str]:
    """Versions on which the machine code may depend."""
    packages = ("numpy", "numba", "llvmlite")
    return {"python": platform.python_version()} | {name: version(name) for name in packages}


def changed_versions(baseline: Baseline) -> list[str]:
    """Versions that are other than those of a baseline, as `numba 0.61, now 0.62`."""
    stored = baseline.data["versions"]
    return [f"{name} {stored[name]}, now {now}" for name, now in _versions().items()
            if stored.get(name, now) != now]  # fmt: skip


def _relative(experiment: Path | None, out: Path) -> str | None:
    """Path of the experiment, from the baseline's folder on; None where there is no such path."""
    if experiment is None:
        return None
    try:
        path = os.path.relpath(experiment, out.parent)
    except ValueError:  # on another drive
        return None
    return PurePosixPath(*Path(path).parts).as_posix()


# The file


def _to_bytes(content: Mapping[str, Any]) -> bytes:
    head = {"kind": KIND, "format": FORMAT, "checksum": _checksum(content)}
    return ("\n".join(_lines({**head, **content})) + "\n").encode()


def _checksum(content: Mapping[str, Any]) -> str:
    """Digest of the content: whoever edits a baseline by hand is found out."""
    text = json.dumps({key: content[key] for key in _KEYS}, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _is_as_made(data: Mapping[str, Any]) -> bool:
    """Whether the checksum is that of the content."""
    try:
        return data.keys() >= set(_KEYS) and data.get("checksum") == _checksum(data)
    except RecursionError:
        return False


def _lines(value: Any, indent: str = "") -> Iterator[str]:
    """JSON in lines: what holds nothing but words and numbers is one line, if it is not long."""
    text = json.dumps(value, ensure_ascii=False)
    inner = _items(value)
    is_flat = not any(isinstance(item, dict | list) and item for _, item in inner)
    if not inner or (is_flat and len(text) <= _WIDTH):
        yield text
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield opening
    for number, (label, item) in enumerate(inner, 1):
        *lines, last = _lines(item, indent + " ")
        head = f"{indent} {label}"
        comma = "," if number < len(inner) else ""
        yield from _labelled(head, [*lines, last + comma])
    yield indent + closing


def _items(value: Any) -> list[tuple[str, Any]]:
    """What a value holds, each with what stands before it."""
    if isinstance(value, dict):
        return [(f"{json.dumps(key, ensure_ascii=False)}: ", item) for key, item in value.items()]
    return [("", item) for item in value] if isinstance(value, list) else []


def _labelled(head: str, lines: list[str]) -> Iterator[str]:
    yield head + lines[0]
    yield from lines[1:]


_NONE = "is no baseline: forgesim baseline create writes one"
_AGAIN = "make it again: forgesim baseline create"
_APART = f"does not hold together; {_AGAIN}"


def _claims(text: str) -> bool:
    """Whether a text that is no JSON was a baseline once: others may tell of the command."""
    return f'"{KIND}"' in text


def _unreadable(text: str) -> str:
    """What is wrong with a text that is no JSON."""
    if not _claims(text):
        return _NONE
    is_merge = any(mark in text for mark in ("\n<<<<<<< ", "\n>>>>>>> "))
    why = "is left in the middle of a merge" if is_merge else "is cut short or damaged"
    return f"{why}; {_AGAIN}"


def read_baseline(path: Path) -> Baseline:
    """Read a baseline.

    Raises
    ------
    DataError
        If it is none, or of another format, or cut short, or changed by hand.
    """
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise failure(path, _unreadable(text), line if _claims(text) else None) from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise failure(path, _NONE)
    if data.get("format") != FORMAT:
        found = data.get("format")
        raise failure(path, f"has format {found!r}, this forgesim reads format {FORMAT}; {_AGAIN}")
    if not _is_as_made(data):
        changed = "has been changed since it was made (its checksum is another)"
        raise failure(path, f"{changed}; {_AGAIN}")
    baseline = Baseline(path, data)
    try:
        check_shape(data)
        for place in range(len(baseline.places)):
            baseline.outcomes(place)
    except ValueError:
        raise failure(path, _APART) from None
    return baseline
