"""Targets as an experiment states them: a score, what it is made of, where it is to lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from forgesim.arena.experiment import Experiment
from forgesim.arena.gate_tables import TargetTable, target_line
from forgesim.arena.plan import Plan
from forgesim.cards.decks import MIXED
from forgesim.cards.files import did_you_mean, failure
from forgesim.cards.toml import Toml
from forgesim.errors import UsageError
from forgesim.stats.bands import Band

ANY = "any"
"""In place of a name: each of them."""


@dataclass(frozen=True)
class Entry:
    """A matchup that enters a target, and how its pairs are scored.

    Attributes
    ----------
    matchup : int
        Its place in the plan.
    weights : tuple of float
        A pair scores `weights[0] + (weights[1] * a + weights[2] * b) / 2`, with a and b deck a's
        outcome (0 to 2) going first and second.
    """

    matchup: int
    weights: tuple[float, float, float]


_OF_A, _OF_B = (0.0, 0.5, 0.5), (1.0, -0.5, -0.5)
FIRST = (0.5, 0.5, -0.5)
"""Weights of the score of who goes first."""


@dataclass(frozen=True)
class Target:
    """One score, and where it is to lie.

    Attributes
    ----------
    title : str
        For people.
    band : Band
    entries : tuple of Entry
    offset : float
        What is taken off a score before it is shown: 50 where it is an advantage.
    """

    title: str
    band: Band
    entries: tuple[Entry, ...]
    offset: float = 0.0


def list_targets(experiment: Experiment, path: Path, plan: Plan) -> list[Target]:
    """The targets of an experiment, one for each score that is to lie somewhere.

    Raises
    ------
    DataError
        If one of them cannot be tested, with its line; or if there is none.
    """
    if not all(tier.is_even for tier in plan.tiers):
        raise failure(path, "targets want the same pilots on both sides, not pilot_a and pilot_b")
    toml = Toml(path)
    targets: list[Target] = []
    for number, data in enumerate(experiment.target):
        try:
            targets += _targets(TargetTable.model_validate(data), plan)
        except (ValueError, UsageError) as error:
            raise failure(path, f"target: {error}", target_line(toml, number)) from None
    if not targets:
        raise failure(path, "states no target: write one below a line [[target]]")
    return targets


def _targets(table: TargetTable, plan: Plan) -> Iterator[Target]:
    band = _band(table)
    for number, tier in enumerate(plan.tiers):
        places = [place for place, m in enumerate(plan.matchups) if m.tier == number]
        where = f" ({tier.name})" if len(plan.tiers) > 1 else ""
        for title, entries in _KINDS[table.kind](table, plan, places):
            offset = 50.0 if table.kind == "first player" else 0.0
            yield Target(title + where, band, tuple(entries), offset)


def _band(table: TargetTable) -> Band:
    """The band in percent; raises ValueError where it is none."""
    if table.score is not None or table.within is not None:
        if table.low is not None or table.high is not None:
            raise ValueError("low and high exclude score and within: name the one or the other")
        if table.score is None or table.within is None:
            raise ValueError("score and within go together, as score = 60, within = 3")
        return Band(table.score - table.within, table.score + table.within, table.margin)
    shift = 50 if table.kind == "first player" else 0
    edges = [edge for edge in (table.low, table.high) if edge is not None]
    if not edges:
        raise ValueError("no band: name low, high or both, or score and within")
    if shift and max(map(abs, edges)) + table.margin >= shift:
        raise ValueError(
            f"band: {' to '.join(f'{edge:g}' for edge in edges)} with a margin of"
            f" {table.margin:g}, expected above -50 and below 50 points with the margin"
        )
    low, high = (None if edge is None else edge + shift for edge in (table.low, table.high))
    return Band(low, high, table.margin)


Titled = tuple[str, list[Entry]]


def _refuse(table: TargetTable, *keys: str) -> None:
    for key in keys:
        if getattr(table, key) is not None:
            raise UsageError(f"{key} means nothing to a target of the kind {table.kind!r}")


def _factions(table: TargetTable, plan: Plan, places: Sequence[int]) -> Iterator[Titled]:
    _refuse(table, "decks")
    groups = sorted({deck.group for deck in plan.decks} - {MIXED})
    for group in _chosen(table, [*groups, MIXED], groups, plan.game.group):
        inside = {n for n, deck in enumerate(plan.decks) if deck.group == group}
        yield f"{plan.game.group} {group}", _against_others(inside, plan, places)


def _decks(table: TargetTable, plan: Plan, places: Sequence[int]) -> Iterator[Titled]:
    _refuse(table, "decks")
    names = [deck.name for deck in plan.decks]
    for name in _chosen(table, names, names, "deck"):
        yield f"deck {name}", _against_others({names.index(name)}, plan, places)


def _chosen(
    table: TargetTable, known: Sequence[str], each: Sequence[str], noun: str
) -> Sequence[str]:
    name = table.name
    if name == ANY:
        return each
    if name is None or name not in known:
        said = "name is missing" if name is None else f"unknown {noun} {name!r}"
        hint = did_you_mean(name or "", known) or f", expected {', '.join((*known, ANY))}"
        raise UsageError(f"{said}{hint}")
    return [name]


def _against_others(inside: set[int], plan: Plan, places: Sequence[int]) -> list[Entry]:
    """Matchups of decks with all others, each with the same weight."""
    entries = []
    for place in places:
        matchup = plan.matchups[place]
        is_a, is_b = matchup.deck_a in inside, matchup.deck_b in inside
        if is_a != is_b:
            entries.append(Entry(place, _OF_A if is_a else _OF_B))
    if not entries:
        raise UsageError("no matchup enters it: there is no deck to play against")
    return entries


def _first_player(table: TargetTable, _plan: Plan, places: Sequence[int]) -> Iterator[Titled]:
    _refuse(table, "name", "decks")
    yield "first-player advantage", [Entry(place, FIRST) for place in places]


def _matchup(table: TargetTable, plan: Plan, places: Sequence[int]) -> Iterator[Titled]:
    _refuse(table, "name")
    if table.decks is None:
        raise UsageError('no decks, expected decks = ["a", "b"]')
    known = [deck.name for deck in plan.decks]
    for name in table.decks:
        if name not in known:
            raise UsageError(f"unknown deck {name!r}{did_you_mean(name, known)}")
    first, second = table.decks
    at = known.index(first), known.index(second)
    for place in places:
        matchup = plan.matchups[place]
        if at == (matchup.deck_a, matchup.deck_b):
            yield f"{first} against {second}", [Entry(place, _OF_A)]
        elif at == (matchup.deck_b, matchup.deck_a):
            yield f"{first} against {second}", [Entry(place, _OF_B)]


_KINDS = {
    "faction": _factions, "deck": _decks, "first player": _first_player, "matchup": _matchup,
}  # fmt: skip


def band_of(target: Target) -> str:
    """A band in words."""
    band, off = target.band, target.offset
    if band.low is None:
        return f"at most {(band.high or 0) - off:g}"
    if band.high is None:
        return f"at least {band.low - off:g}"
    return f"{band.low - off:g} to {band.high - off:g}"
