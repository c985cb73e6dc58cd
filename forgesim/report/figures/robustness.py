"""Robustness: the same headline numbers for each pilot tier that was played."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forgesim.report.figures.dots import name_rows
from forgesim.report.figures.style import (
    GRID,
    MUTED,
    SIZE,
    SMALL,
    TIERS,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.scope import Scope, headlines
from forgesim.report.words import counted, listing, plural

_EVERYWHERE = "going first"
"""What the score of who goes first is called, over all matchups."""
_MARKS = ("o", "s", "D", "^", "v", "P")


def robust_factions(scope: Scope) -> Drawing | None:
    """Factions and the first player by tier; None with fewer than two tiers."""
    what = f"{plural(scope.group)} and of going first"
    return _drawing(scope, ("first player", "faction"), "robustness", what)


def robust_decks(scope: Scope) -> Drawing | None:
    """Decks by tier; None with fewer than two tiers."""
    return _drawing(scope, ("deck",), "robustness-decks", "decks")


def _drawing(scope: Scope, kinds: Sequence[str], name: str, what: str) -> Drawing | None:
    table = headlines(scope.results)
    if not len(table):
        return None
    table = table[table["kind"].isin(kinds) & table["score"].notna()]
    tiers = list(dict.fromkeys(table["tier"]))
    if len(tiers) < 2:
        return None
    return Drawing(
        name,
        f"The scores of {what}, by who plays",
        "Each row has one mark for each pilot tier; the lines are 95 % intervals. Where all marks"
        " stand on one side of 50, the conclusion does not hang on the pilot. Where they stand on"
        " both sides, it says more about the pilots than about the cards.",
        f"Marks of {counted(table['name'].nunique(), 'score')} for the tiers {listing(tiers)}.",
        _draw(table, tiers),
    )


def _draw(table: pd.DataFrame, tiers: Sequence[str]) -> Figure:
    rows = _order(table)
    first = next(iter(table["name"][table["kind"] == "first player"]), None)
    names = [shorten(_EVERYWHERE if name == first else name, 30) for name in rows]
    room = max(extent(name) for name in names) + 0.2
    step = 0.19 + 0.05 * len(tiers) if len(rows) <= 24 else 0.24
    figure, axes = canvas(step * max(2, len(rows)), Margins(room, 0.3, 0.4, 0.45))
    axes.axvline(50, color=MUTED, linewidth=0.9)
    for at in range(1, len(rows)):
        axes.axhline(at - 0.5, color=GRID, linewidth=0.6)
    for at, tier in enumerate(tiers):
        shift = 0.6 * ((at + 0.5) / len(tiers) - 0.5)
        _tier(axes, table[table["tier"] == tier], rows, at, shift)
    axes.set_ylim(len(rows) - 0.45, -0.55)
    name_rows(axes, names, SIZE)
    axes.tick_params(axis="x", labeltop=False)
    axes.set_xlabel("score in percent")
    axes.legend(
        loc="lower left", bbox_to_anchor=(0, 1.0), ncols=6, frameon=False, fontsize=SMALL,
        handletextpad=0.2, columnspacing=1.2, borderaxespad=0.3,
    )  # fmt: skip
    return figure


def _order(table: pd.DataFrame) -> list[str]:
    """Rows by the score of the first tier that has them; going first stands above all."""
    first = table.drop_duplicates("name")
    first = first.assign(is_below=first["kind"] != "first player")
    ranked = first.sort_values(["is_below", "score", "name"], ascending=[True, False, True])
    return [str(name) for name in ranked["name"]]


def _tier(axes: Axes, table: pd.DataFrame, rows: Sequence[str], at: int, shift: float) -> None:
    place = {name: y for y, name in enumerate(rows)}
    y = np.array([place[str(name)] for name in table["name"]]) + shift
    color, mark = TIERS[at % len(TIERS)], _MARKS[at % len(_MARKS)]
    axes.hlines(y, table["low"], table["high"], color=color, linewidth=1.2)
    label = str(table["tier"].iloc[0])
    axes.scatter(table["score"], y, s=16, color=color, marker=mark, label=label, zorder=3)
