"""What the games are like: the metagame, and tempo."""

import math

import numpy as np
import pandas as pd

from forgesim.report.findings.model import NAMED, Finding
from forgesim.report.scope import Scope
from forgesim.report.verdicts import Verdict
from forgesim.report.words import decimals_for, interval, listing, number, percent

_DECIDED = 80.0
"""Percent of games from which on a turn counts as the one that decides."""
_BEHIND = 5
"""The deficit of which a sentence is made; where it is not in the table, the next one."""


def about_metagame(scope: Scope) -> list[Finding]:
    """What is left of the field when everybody chooses well, and whether decks go in circles."""
    values = measures(scope)
    if "effective_decks" not in values:
        return []
    value, low, high = values["effective_decks"]
    bounds = f" ({interval(low, high)})" if math.isfinite(low + high) else ""
    text = (
        "If everybody chose decks as well as possible, the field of"
        f" {len(scope.results.plan.decks)} decks would come down to about {number(value)}{bounds}"
    )
    return [Finding("metagame", Verdict.NOTE, f"{text}{_shares(scope)}.{_cycles(values)}")]


def measures(scope: Scope) -> dict[str, tuple[float, float, float]]:
    """Measures of the metagame that are known: value, low, high."""
    table = scope.table("metagame")
    if not len(table):
        return {}
    columns = zip(table["measure"], table["value"], table["low"], table["high"], strict=True)
    return {name: (v, low, high) for name, v, low, high in columns if math.isfinite(v)}


def _shares(scope: Scope) -> str:
    """The decks that lead the equilibrium."""
    decks = scope.table("decks")
    if not len(decks) or "share" not in decks:
        return ""
    top = decks[decks["share"] >= 5].sort_values(["share", "deck"], ascending=[False, True])
    columns = zip(top["deck"].head(NAMED), top["share"].head(NAMED), strict=True)
    shown = [f"{deck} {percent(share, 0)}" for deck, share in columns]
    return f", led by {listing(shown)}" if shown else ""


def _cycles(values: dict[str, tuple[float, float, float]]) -> str:
    if "cyclic_share" not in values:
        return " Whether decks beat each other in circles cannot be told from noise."
    value, low, high = values["cyclic_share"]
    bounds = f" ({interval(low, high, 0)})" if math.isfinite(low + high) else ""
    return (
        f" Circles, in which decks beat and lose to each other, make up {percent(value, 0)}{bounds}"
        " of what differs between matchups; the rest is that some decks are better than others."
    )


def about_tempo(scope: Scope) -> list[Finding]:
    """How long matches last, how they end, and when they are decided."""
    parts = [_length(scope), _endings(scope), _comebacks(scope), _decided(scope)]
    text = " ".join(part for part in parts if part)
    return [Finding("tempo", Verdict.NOTE, text)] if text else []


def lengths(scope: Scope) -> pd.DataFrame:
    """Lengths in turns with the share of games that end then, the shortest first."""
    table = scope.rows("tempo", measure="length")
    table = table.dropna(subset=["share"]) if len(table) else table
    if not len(table):
        return pd.DataFrame()
    return table.assign(turns=table["key"].astype(int)).sort_values("turns")


def over_by(table: pd.DataFrame, share: float) -> int:
    """The turn by which at least that share of the games, in percent, are over (of `lengths`)."""
    until = np.cumsum(table["share"].to_numpy())
    return int(table["turns"].to_numpy()[min(int(np.searchsorted(until, share)), len(until) - 1)])


def _length(scope: Scope) -> str:
    table = lengths(scope)
    if not len(table):
        return ""
    low, half, high = (over_by(table, share) for share in (5, 50, 95))
    return f"Half of the games are over by turn {half}, nine of ten last {low} to {high} turns."


def _endings(scope: Scope) -> str:
    table = scope.rows("tempo", measure="reason")
    if not len(table):
        return ""
    columns = zip(table["key"], table["share"], strict=True)
    return f"Ended by: {listing([f'{key} {percent(share)}' for key, share in columns])}."


def _comebacks(scope: Scope) -> str:
    table = scope.rows("tempo", measure="comeback")
    table = table.dropna(subset=["share", "low", "high"]) if len(table) else table
    if not len(table):
        return ""
    later = table[table["key"].astype(int) >= _BEHIND]
    row = later.iloc[0] if len(later) else table.iloc[-1]
    decimals = decimals_for(row["low"], row["high"])
    return (
        f"A side that is {row['key']} {scope.results.plan.game.vitality} or more behind at mid-game"
        f" still wins {percent(row['share'], decimals)}"
        f" ({interval(row['low'], row['high'], decimals)})."
    )


def _decided(scope: Scope) -> str:
    """The first turn of the first player from which on four of five games are decided."""
    table = scope.rows("tempo", measure="decided")
    table = table.dropna(subset=["share"]) if len(table) else table
    early = (
        [at for at, share in enumerate(table["share"]) if share < _DECIDED] if len(table) else []
    )
    late = table.iloc[early[-1] + 1 if early else 0 :]
    if not len(late):
        return ""
    return (
        f"From the first player's turn {late.iloc[0]['key']} on, four of five games are won by who"
        " is ahead."
    )
