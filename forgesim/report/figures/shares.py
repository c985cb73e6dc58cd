"""A searched metagame: shares of decks, and how the search closed in on it."""

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from forgesim.report.figures.dots import name_rows, row_height, write_column
from forgesim.report.figures.style import (
    BAR,
    FIRST,
    INK,
    MUTED,
    SIZE,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.words import percent
from forgesim.stats.pairs import Estimate

SHOWN = 20
LEAST = 0.5
"""Percent from which on a share is worth a row."""


def share_bars(names: Sequence[str], groups: Sequence[str], shares: Sequence[Estimate]) -> Drawing:
    """Shares of the decks that have one, the largest first."""
    order = sorted(range(len(names)), key=lambda place: (-shares[place].mean, names[place]))
    shown = [place for place in order if shares[place].mean >= LEAST][:SHOWN]
    rest = sum(shares[place].mean for place in order[len(shown) :])
    more = f" All others have {percent(rest)} together." if rest >= 0.05 else ""
    first = shown[0]
    return Drawing(
        "shares",
        "Which decks are left",
        "Share of each deck in the most even mix of the known decks against which none of them wins"
        f" clearly more than half. The thin lines are 95\u00a0% intervals.{more}",
        f"Bars of {len(shown)} decks; the largest share is {percent(shares[first].mean)} for"
        f" {names[first]}.",
        bars([names[p] for p in shown], [groups[p] for p in shown], [shares[p] for p in shown]),
    )


def bars(names: Sequence[str], groups: Sequence[str], shares: Sequence[Estimate]) -> Figure:
    """Draw a bar for each deck, with its group beside it."""
    labels = [shorten(name, 30) for name in names]
    room = max((extent(label) for label in labels), default=1) + 0.2
    beside = max((extent(group) for group in groups), default=0)
    figure, axes = canvas(
        row_height(len(names)) * max(2, len(names)), Margins(room, 0.65 + beside, 0.2, 0.45)
    )
    y = np.arange(len(names))
    axes.barh(y, [each.mean for each in shares], height=0.55, color=BAR)
    axes.hlines(y, [e.low for e in shares], [e.high for e in shares], color=INK, linewidth=1)
    axes.set_ylim(len(names) - 0.4, -0.6)
    highest = np.nanmax([*(bound for each in shares for bound in (each.high, each.mean)), 1.0])
    axes.set_xlim(0, 1.02 * float(highest))
    name_rows(axes, labels, SIZE)
    axes.set_xlabel("share in equilibrium, in percent")
    write_column(axes, [percent(each.mean) for each in shares], 0.1)
    write_column(axes, groups, 0.62, MUTED)
    return figure


def gains(steps: Sequence[Estimate], epsilon: float) -> Drawing:
    """What the best response of each round gained, in points, and where the search may end."""
    figure, axes = canvas(2.2, Margins(0.7, 0.3, 0.2, 0.45))
    x = np.arange(1, len(steps) + 1)
    means = np.array([each.mean for each in steps])
    below, above = (np.abs([getattr(e, side) - e.mean for e in steps]) for side in ("low", "high"))
    axes.axhline(0, color=MUTED, linewidth=0.9)
    axes.axhline(epsilon, color=INK, linewidth=0.9, linestyle="--")
    axes.errorbar(x, means, yerr=[below, above], color=FIRST, marker="o", markersize=4, linewidth=1)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("round")
    axes.set_ylabel("gain in points")
    return Drawing(
        "course",
        "What the best response gained, round by round",
        "Each round looks for decks that beat the mix of the known ones, and measures on fresh"
        " seeds what the best of them gains; one that gains more than the dashed line is added.",
        f"Line of {len(steps)} rounds, from {means[0]:.1f} to {means[-1]:.1f} points.",
        figure,
    )
