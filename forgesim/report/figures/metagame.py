"""The metagame: which decks would be left if everybody chose well."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from forgesim.report.figures.dots import name_rows, row_height, write_column
from forgesim.report.figures.style import (
    BAR,
    INK,
    MUTED,
    SIZE,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.scope import Scope, group_of
from forgesim.report.words import percent

_SHOWN = 20
_LEAST = 0.5
"""Percent from which on a share is worth a row."""


def equilibrium(scope: Scope) -> Drawing | None:
    """Shares of the decks in equilibrium; None where they are not known."""
    table = scope.table("decks")
    if not len(table) or "share" not in table or not table["share"].notna().any():
        return None
    table = table.sort_values(["share", "deck"], ascending=[False, True])
    shown = table[table["share"] >= _LEAST].head(_SHOWN)
    return Drawing(
        "metagame",
        "What is left when everybody chooses well",
        "Share of each deck in an equilibrium of the field: the most even mix of decks against"
        " which no deck wins clearly more than half of its games. The thin lines are 95\u00a0%"
        " intervals. A deck that is missing is beaten by what the others choose."
        f"{_left_out(table, shown)}",
        _alt(shown),
        _draw(shown, [group_of(scope.results).get(deck, "") for deck in shown["deck"]]),
    )


def _alt(shown: pd.DataFrame) -> str:
    if not len(shown):
        return "No deck has a share."
    first = shown.iloc[0]
    largest = f"{percent(float(first['share']))} for {first['deck']}"
    return f"Bars of {len(shown)} decks; the largest share is {largest}."


def _left_out(table: pd.DataFrame, shown: pd.DataFrame) -> str:
    """What is said of decks that have a share, but a small one."""
    rest = table[table["share"] > 0]["share"].iloc[len(shown) :]
    if not len(rest):
        return ""
    return f" {len(rest)} more have {percent(float(rest.sum()))} together."


def _draw(table: pd.DataFrame, groups: Sequence[str]) -> Figure:
    names = [shorten(str(deck), 30) for deck in table["deck"]]
    room = max((extent(name) for name in names), default=1) + 0.2
    beside = max((extent(group) for group in groups), default=0)
    figure, axes = canvas(
        row_height(len(table)) * max(2, len(table)), Margins(room, 0.65 + beside, 0.2, 0.45)
    )
    y = np.arange(len(table))
    axes.barh(y, table["share"], height=0.55, color=BAR)
    axes.hlines(y, table["share_low"], table["share_high"], color=INK, linewidth=1)
    axes.set_ylim(len(table) - 0.4, -0.6)
    highest = np.nanmax([*table["share_high"], *table["share"], 1.0])
    axes.set_xlim(0, 1.02 * float(highest))
    name_rows(axes, names, SIZE)
    axes.set_xlabel("share in equilibrium, in percent")
    write_column(axes, [percent(share) for share in table["share"]], 0.1)
    write_column(axes, groups, 0.62, MUTED)
    return figure
