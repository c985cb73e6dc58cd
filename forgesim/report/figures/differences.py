"""What differs between two versions: both side by side, and the difference with its interval."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from forgesim.report.figures.dots import (
    HOW_TO_READ,
    MANY,
    draw_claims,
    name_rows,
    round_ticks,
    row_height,
    set_limits,
    write_column,
)
from forgesim.report.figures.style import (
    EVEN,
    FIRST,
    MUTED,
    SIZE,
    SMALL,
    SURFACE,
    Drawing,
    Margins,
    columns,
    extent,
    shorten,
)
from forgesim.report.verdicts import SIGNIFICANT, Claim
from forgesim.report.words import signed, threshold

Row = Mapping[str, Any]


def claim_of(row: Row) -> Claim:
    """A row of the table of differences as a claim."""
    is_certain = row["p_adjusted"] < SIGNIFICANT  # not so where it is NaN: nothing was tested
    return Claim(row["name"], row["difference"], row["low"], row["high"], bool(is_certain))


def side_by_side(
    name: str, what: str, rows: Sequence[Row], matters: float, is_folded: bool = False
) -> Drawing | None:
    """Scores of both versions beside their differences, the largest gain first; None without any.

    Parameters
    ----------
    name : str
        Of the figure.
    what : str
        What the rows are, in the plural.
    rows : sequence of mappings
        Rows of the table of differences, in points.
    matters : float
        Points from which on a difference matters.
    """
    ordered = sorted(rows, key=lambda row: (-row["difference"], row["name"]))
    if not ordered:
        return None
    first, last = ordered[0], ordered[-1]
    return Drawing(
        name,
        f"What changes for the {what}",
        f"On the left the score in the base (hollow) and in the variant (full). On the right the"
        f" difference on common seeds. {HOW_TO_READ} The band is {threshold(matters)} to either"
        " side of no change.",
        f"Dot plot of {len(ordered)} {what}, from {first['name']} with"
        f" {signed(first['difference'])} points to {last['name']} with"
        f" {signed(last['difference'])}. All values are in the table.",
        _draw(ordered, matters),
        is_folded,
    )


def _draw(rows: Sequence[Row], matters: float) -> Figure:
    size = SIZE if len(rows) <= MANY else SMALL
    names = [shorten(str(row["name"]), 30) for row in rows]
    room = max(extent(name, size) for name in names) + 0.2
    height = row_height(len(rows)) * max(len(rows), 2)
    figure, (left, right) = columns(height, Margins(room, 0.65, 0.3, 0.45), (1.0, 1.2), 0.5)
    claims = [claim_of(row) for row in rows]
    _levels(left, rows)
    name_rows(left, names, size)
    left.set_ylim(len(rows) - 0.4, -0.6)
    left.set_xlabel("games won, in percent")
    draw_claims(right, claims, matters)
    set_limits(right, claims, matters)
    name_rows(right, [""] * len(rows), size)
    right.yaxis.set_major_locator(NullLocator())
    right.set_xlabel("difference in points")
    write_column(right, [signed(claim.gap) for claim in claims], 0.1)
    return figure


def _levels(axes: Axes, rows: Sequence[Row]) -> None:
    """Where both versions stand."""
    y = np.arange(len(rows))
    old, new = (np.array([row[key] for row in rows]) for key in ("old", "new"))
    axes.axvline(50, color=MUTED, linewidth=0.9)
    axes.hlines(y, np.minimum(old, new), np.maximum(old, new), color=EVEN, linewidth=1.2)
    axes.scatter(old, y, s=24, color=SURFACE, edgecolors=FIRST, linewidths=1.1, zorder=3)
    axes.scatter(new, y, s=24, color=FIRST, zorder=4)
    axes.xaxis.set_major_locator(round_ticks(5))
