"""What the games are like: the metagame, and tempo."""

import math
from itertools import pairwise

import numpy as np
import pandas as pd

from forgesim.report.findings.model import NAMED, Finding
from forgesim.report.scope import Scope, check_scopes, even_scopes
from forgesim.report.verdicts import Verdict
from forgesim.report.words import (
    capital,
    counted,
    decimals_for,
    interval,
    listing,
    number,
    percent,
)
from forgesim.stats.pairs import wilson

_DECIDED = 80.0
"""Percent of games that the side ahead wins, from which on they are as good as decided."""
_OPEN = 1.0
"""Percent of all games that must be going on, so that something is said of them."""
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
        f"If everybody chose decks as well as possible, {_leaders(scope)}the mix would be as varied"
        f" as one of {number(value)}{bounds} equally common decks; the field has"
        f" {len(scope.results.plan.decks)}."
    )
    circles = _cycles(values) if len(scope.results.plan.decks) > 2 else ""
    return [Finding("metagame", Verdict.NOTE, f"{text}{_elsewhere(scope)}{circles}")]


def _elsewhere(scope: Scope) -> str:
    """Which deck would lead with the other pilot tiers."""
    others = [*even_scopes(scope.results), *check_scopes(scope.results)]
    leads = [f"with {each.tier} {lead}" for each in others
             if each.tier != scope.tier and (lead := _first_of(each))]  # fmt: skip
    return f" {capital(listing(leads))} would lead." if leads else ""


def _first_of(scope: Scope) -> str:
    """The deck with the largest share, and how large it could be; empty where it is not known."""
    decks = scope.table("decks")
    if not len(decks) or "share" not in decks or not decks["share"].notna().any():
        return ""
    row = decks.sort_values(["share", "deck"], ascending=[False, True]).iloc[0]
    bounds = interval(row["share_low"], row["share_high"], 0)
    return f"{row['deck']} {percent(row['share'], 0)} ({bounds})"


def measures(scope: Scope) -> dict[str, tuple[float, float, float]]:
    """Measures of the metagame that are known: value, low, high."""
    table = scope.table("metagame")
    if not len(table):
        return {}
    columns = zip(table["measure"], table["value"], table["low"], table["high"], strict=True)
    return {name: (v, low, high) for name, v, low, high in columns if math.isfinite(v)}


def _leaders(scope: Scope) -> str:
    """The decks that lead the equilibrium."""
    decks = scope.table("decks")
    if not len(decks) or "share" not in decks:
        return ""
    top = decks[decks["share"] >= 5].sort_values(["share", "deck"], ascending=[False, True])
    columns = zip(top["deck"].head(NAMED), top["share"].head(NAMED), strict=True)
    shown = [f"{deck} {percent(share, 0)}" for deck, share in columns]
    return f"{listing(shown)} would lead, and " if shown else ""


def _cycles(values: dict[str, tuple[float, float, float]]) -> str:
    if "cyclic_share" not in values:
        return " Whether decks beat each other in circles cannot be told from noise."
    value, low, high = values["cyclic_share"]
    bounds = f" ({interval(low, high, 0)})" if math.isfinite(low + high) else ""
    return (
        f" Of what differs between matchups, {percent(value, 0)}{bounds} goes in circles, as with"
        " rock, paper and scissors: A beats B, B beats C, and C beats A. The rest is that some"
        " decks are better than others whomever they meet."
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


def endings(scope: Scope) -> pd.DataFrame:
    """Reasons why games ended with their shares; not those that never ended one."""
    table = scope.rows("tempo", measure="reason")
    return table[table["share"] > 0].reset_index(drop=True) if len(table) else table


def share_of(share: float) -> str:
    """A share of games that is not nothing, in words."""
    return percent(share) if share >= 0.05 else f"below {percent(0.1)}"


def _endings(scope: Scope) -> str:
    table = endings(scope)
    if not len(table):
        return ""
    if len(table) == 1:
        return f"All ended by {table['key'].iloc[0]}."
    columns = zip(table["key"], table["share"], strict=True)
    return f"Ended by: {listing([f'{key} {share_of(share)}' for key, share in columns])}."


def comebacks(scope: Scope) -> pd.DataFrame:
    """Deficits at mid-game with the share of games that the side behind still won."""
    table = scope.rows("tempo", measure="comeback")
    return table.dropna(subset=["share", "low", "high"]) if len(table) else table


def rises(table: pd.DataFrame) -> bool:
    """Whether a larger deficit goes with more comebacks, beyond doubt (of `comebacks`)."""
    bounds = list(zip(table["low"], table["high"], strict=True)) if len(table) else []
    return any(low > high for (_, high), (low, _) in pairwise(bounds))


def _comebacks(scope: Scope) -> str:
    table = comebacks(scope)
    if not len(table):
        return ""
    later = table[table["key"].astype(int) >= _BEHIND]
    row = later.iloc[0] if len(later) else table.iloc[-1]
    decimals = decimals_for(row["low"], row["high"])
    vitality = scope.results.plan.game.vitality
    text = (
        f"A side that is {row['key']} {vitality} or more behind at mid-game"
        f" still wins {percent(row['share'], decimals)}"
        f" ({interval(row['low'], row['high'], decimals)}) of"
        f" {counted(int(row['games']), 'such game')}."
    )
    if rises(table):
        text += (
            f" A larger deficit is not always worse here: {vitality} alone does not tell who is"
            " winning."
        )
    return text


def going_on(scope: Scope) -> pd.DataFrame:
    """Games that are still going on after a turn of the first player, and who wins them.

    A game that is over is no evidence of how well being ahead foretells the winner, and the table
    counts it as decided; so such games are taken off again.

    Returns
    -------
    DataFrame
        By `turn` of the first player: percent of all games that are going on (`going_on`), how many
        that are (`games`), percent of them that the side ahead wins (`share`), with interval.
    """
    decided, ends = scope.rows("tempo", measure="decided"), lengths(scope)
    rows = []
    for key, share, games in (
        zip(decided["key"], decided["share"], decided["games"], strict=True)
        if len(decided) and len(ends)
        else ()
    ):
        over = float(ends["share"][ends["turns"] <= 2 * int(key) - 1].sum())
        if not 100 - over >= _OPEN or not math.isfinite(share):
            break
        won = min(max((share - over) / (100 - over), 0.0), 1.0)
        left = games * (100 - over) / 100
        low, high = wilson(won, max(left / 2, 1))
        rows.append((int(key), 100 - over, round(left), 100 * won, 100 * low, 100 * high))
    return pd.DataFrame(rows, columns=["turn", "going_on", "games", "share", "low", "high"])


def level_at_first(scope: Scope) -> float:
    """Percent of games that are level after the first turn; NaN where it is not known."""
    counts = scope.results.counts.get(scope.tier)
    if counts is None or not counts.tempo.ahead[0].any():
        return math.nan
    after = counts.tempo.ahead[0]
    return float(100 * after[1].sum() / after.sum())


def _decided(scope: Scope) -> str:
    """How well being ahead foretells the winner, among games that are not over."""
    table, vitality = going_on(scope), scope.results.plan.game.vitality
    if not len(table):
        return ""
    about = "Of the games still going on after the first player's turn"
    early = [at for at, share in enumerate(table["share"]) if share < _DECIDED]
    late = table.iloc[early[-1] + 1 if early else 0 :]
    if len(late):
        row = late.iloc[0]
        left = percent(row["going_on"], 0)
        return (
            f"{about} {row['turn']:.0f}, {left} of all, four of five or more are won by the side"
            f" that is ahead in {vitality}."
        )
    row = table.iloc[int(table["share"].to_numpy().argmax())]
    return (
        f"{about} {row['turn']:.0f}, the side that is ahead in {vitality} wins"
        f" {percent(row['share'], 0)}, and at no other turn more."
    )
