"""Tempo: how long games last, how they end, how often they turn, when they are decided."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from forgesim.report.figures.dots import round_ticks
from forgesim.report.figures.style import (
    BAND,
    BAR,
    FIRST,
    INK,
    MUTED,
    SIZE,
    SMALL,
    Array,
    Drawing,
    Margins,
    columns,
)
from forgesim.report.findings.play import (
    comebacks,
    endings,
    going_on,
    lengths,
    level_at_first,
    over_by,
    rises,
    share_of,
)
from forgesim.report.scope import Scope
from forgesim.report.words import number, percent

_HEIGHT = 1.9
_SEEN = 0.1
"""Percent from which on the last bars can be seen at all."""


def tempo_lengths(scope: Scope) -> Drawing | None:
    """How long games last and how they end; None where that is not known."""
    table = lengths(scope)
    if not len(table):
        return None
    reasons = endings(scope)
    figure, (left, right) = columns(_HEIGHT, Margins(0.55, 0.25, 0.4, 0.5), (2.3, 1.0), gap=0.95)
    _bars(left, table["turns"].to_numpy(), table["share"].to_numpy())
    _heading(left, "Turns until the end")
    left.set_xlabel("turns, both players' together")
    _quantiles(left, table)
    _endings(right, reasons)
    return Drawing(
        "length",
        "How long games last, and how they end",
        "Left: percent of games that end in exactly that turn; the marks say by which turn"
        " 5\u00a0%, half and 95\u00a0% of the games are over. Right: percent of games by the reason"
        " why they ended.",
        _lengths_alt(table, reasons),
        figure,
    )


def _lengths_alt(table: pd.DataFrame, reasons: pd.DataFrame) -> str:
    span = f"{table['turns'].min()} to {table['turns'].max()} turns"
    columns_ = zip(reasons["key"], reasons["share"], strict=True) if len(reasons) else ()
    ended = ", ".join(f"{key} {share_of(share)}" for key, share in columns_)
    return f"Bars of game length from {span}. Ended by: {ended}."


def _quantiles(axes: Axes, table: pd.DataFrame) -> None:
    """Marks above the bars at the turns by which 5 %, half and 95 % of the games are over."""
    top = float(table["share"].max())
    axes.set_ylim(0, 1.3 * top)
    for q, text, align in (
        (5, "5\u00a0%", "right"),
        (50, "half", "center"),
        (95, "95\u00a0%", "left"),
    ):
        turn = over_by(table, q)
        axes.vlines(turn, 0, 1.12 * top, color=MUTED, linewidth=0.9, linestyle=(0, (2, 2)))
        axes.text(turn, 1.15 * top, text, size=SMALL, color=MUTED, ha=align)


def _endings(axes: Axes, table: pd.DataFrame) -> None:
    _heading(axes, "Ended by")
    y = np.arange(len(table))
    axes.barh(y, table["share"], height=0.5, color=BAR)
    axes.set_yticks(y, [str(key) for key in table["key"]])
    axes.set_ylim(max(3, len(table)) - 0.5, -0.6)
    axes.set_xlim(0, 130)
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    for at, share in enumerate(table["share"]):
        axes.text(share + 2, at, share_of(share), size=SMALL, color=INK, va="center_baseline")


def tempo_swings(scope: Scope) -> Drawing | None:
    """Lead changes, comebacks and decisions; None where none of them is known."""
    changes = _seen(scope.rows("tempo", measure="lead_changes"))
    behind, later = comebacks(scope), going_on(scope)
    if not len(changes) and not len(behind) and not len(later):
        return None
    heat = scope.results.plan.game.vitality
    figure, axes = columns(_HEIGHT, Margins(0.5, 0.25, 0.4, 0.65), (1.0, 1.1, 1.15), gap=0.55)
    _changes(axes[0], changes)
    _comebacks(axes[1], behind, heat)
    _decided(axes[2], later)
    last = changes["key"].astype(int).max() if len(changes) else 0
    return Drawing(
        "swings",
        "How open games are",
        "Left: percent of games by how often the lead changed hands"
        f"{' (15 stands for 15 or more)' if last == _MOST_CHANGES else ''}. Middle: of the games in"
        f" which a side was so much {heat} behind after half of the turns, percent that it still"
        " won, with 95\u00a0% intervals; below each, how many games that is."
        f"{_why_it_rises(behind, heat)} Right: of the games that were still going on after that"
        " turn of the first player, percent that were won by who was ahead then (line); shaded, how"
        f" many percent of all games that is. {_why_it_starts_low(scope)}Where the line is high,"
        " the rest of the game is a formality.",
        _swings_alt(behind, heat),
        figure,
    )


_MOST_CHANGES = 15
"""Lead changes that stand for so many or more."""


def _why_it_rises(table: pd.DataFrame, heat: str) -> str:
    """Why a larger deficit may go with more comebacks; nothing where it does not."""
    if not rises(table):
        return ""
    return (
        " That the share rises with the deficit is no error: few games get so far apart, and"
        f" {heat} is not everything; who is behind in it can have more in play or in hand."
    )


def _why_it_starts_low(scope: Scope) -> str:
    """Why the line begins below one half, where that is so."""
    level = level_at_first(scope)
    if not level >= 50:  # not so for NaN
        return ""
    share = percent(level, 0)
    return f"It starts low because {share} of the games are level after the first turn. "


def _swings_alt(comebacks: pd.DataFrame, heat: str) -> str:
    columns_ = zip(comebacks["key"], comebacks["share"], strict=True) if len(comebacks) else ()
    known = [(key, share) for key, share in columns_ if np.isfinite(share)]
    if not known:
        return "Three small charts of lead changes, comebacks and decided games."
    parts = ", ".join(f"{percent(share)} when {key} {heat} behind" for key, share in known)
    return f"Three small charts. Comebacks: {parts}. The table of tempo has all values."


def _seen(table: pd.DataFrame) -> pd.DataFrame:
    """The bars of lead changes up to the last that can be seen."""
    seen = [at for at, share in enumerate(table["share"]) if share >= _SEEN] if len(table) else []
    return table.head(seen[-1] + 1 if seen else 0)


def _changes(axes: Axes, table: pd.DataFrame) -> None:
    _heading(axes, "Lead changes")
    if len(table):
        _bars(axes, table["key"].to_numpy().astype(int), table["share"].to_numpy())
    axes.set_xlabel("changes in a game")


def _comebacks(axes: Axes, table: pd.DataFrame, heat: str) -> None:
    _heading(axes, "Won from behind")
    x = np.arange(len(table))
    if len(table):
        axes.vlines(x, table["low"], table["high"], color=FIRST, linewidth=1.5)
        axes.scatter(x, table["share"], color=FIRST, s=26, zorder=3)
        for at, share in enumerate(table["share"]):
            axes.annotate(
                number(share, 0), (at, share), (6, 0), textcoords="offset points",
                size=SMALL, color=INK, va="center_baseline",
            )  # fmt: skip
    _percent_axis(axes, table["high"].to_numpy() if len(table) else np.array([]))
    if len(table):
        columns_ = zip(table["key"], table["games"], strict=True)
        axes.set_xticks(x, [f"{key}+\n{_in_short(int(games))}" for key, games in columns_])
        axes.set_xlim(-0.6, len(table) - 0.3)
    axes.set_xlabel(f"{heat} behind at mid-game, games")


def _in_short(games: int) -> str:
    """A number of games in the room of a tick."""
    for size, letter in ((10**6, "M"), (10**3, "k")):
        if games >= 10 * size:
            return f"{games / size:.0f}{letter}"
    return f"{games:,}"


def _decided(axes: Axes, table: pd.DataFrame) -> None:
    _heading(axes, "Won by who was ahead")
    if len(table):
        x, share, low, high, left = (
            table[name].to_numpy().astype(float)
            for name in ("turn", "share", "low", "high", "going_on")
        )
        axes.bar(x, left, width=0.9, color=BAND, linewidth=0)
        axes.fill_between(x, low, high, color=FIRST, alpha=0.18, linewidth=0)
        axes.plot(x, share, color=FIRST, linewidth=1.8)
        axes.scatter(x, share, color=FIRST, s=9)
    _percent_axis(axes, np.array([100.0]))
    axes.set_ylim(0, 104)
    axes.set_xlabel("after the first player's turn")


def _bars(axes: Axes, x: Array, share: Array) -> None:
    axes.bar(x, share, width=0.78, color=BAR)
    _percent_axis(axes, share)


def _percent_axis(axes: Axes, shares: Array) -> None:
    known = shares[np.isfinite(shares)]
    axes.set_ylim(0, 1.12 * float(known.max()) if len(known) and known.max() > 0 else 100)
    axes.grid(visible=True, axis="y")
    axes.tick_params(axis="y", labelsize=SMALL, labelcolor=MUTED)
    axes.tick_params(axis="x", length=0)
    axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.yaxis.set_major_locator(round_ticks(6))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}\u00a0%")
    axes.spines["bottom"].set_color(MUTED)


def _heading(axes: Axes, text: str) -> None:
    axes.set_title(text, size=SIZE, color=INK, weight="bold", pad=8)
