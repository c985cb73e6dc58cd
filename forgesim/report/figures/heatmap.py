"""The matchup heatmap: every deck against every other."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from forgesim.report.figures.style import (
    HEAT,
    INK,
    MUTED,
    ON_PALE,
    ON_STRONG,
    SIZE,
    SMALL,
    SURFACE,
    Array,
    Drawing,
    extent,
    shorten,
)
from forgesim.report.scope import Scope, group_of
from forgesim.report.words import number, percent

_LEGEND = 0.62
_MIDDLE = len(HEAT) // 2


def heatmap(scope: Scope) -> Drawing | None:
    """Score of the row's deck against the column's; None with fewer than two decks."""
    order = ordered(scope)
    scores = matrix(scope.table("matchups"), order)
    if len(order) < 2 or not np.isfinite(scores).any() or not scope.is_even:
        return None
    groups = [group_of(scope.results)[deck] for deck in order]
    return Drawing(
        "matchups",
        "Every deck against every other",
        "Read along a row: how many percent of its games the deck on the left wins against the"
        " deck above. Teal cells are good matchups for it, brown ones bad, colourless ones even."
        f" Decks of a {scope.group} stand together, the strongest first. A row that is teal"
        " throughout is a deck that is too good; teal beside brown in one row is a deck that beats"
        " some and loses to others. Mirrors are left blank: they are even.",
        _alt(scores, order),
        _draw(scores, order, groups),
    )


def ordered(scope: Scope) -> list[str]:
    """Decks so that structure shows: by the mean score of their group, then by their own."""
    own = dict(_mean_scores(scope.table("matchups")))
    groups = group_of(scope.results)
    members: dict[str, list[float]] = {}
    for deck, score in own.items():
        members.setdefault(groups[deck], []).append(score)
    strength = {group: float(np.mean(scores)) for group, scores in members.items()}
    return sorted(own, key=lambda d: (-strength[groups[d]], groups[d], -own[d], d))


def _mean_scores(table: pd.DataFrame) -> list[tuple[str, float]]:
    """Each deck with its mean score against others."""
    if not len(table):
        return []
    known = table[table["score"].notna()]
    a = known[["deck_a", "score"]].set_axis(["deck", "score"], axis=1)
    b = known.assign(score=100 - known["score"])[["deck_b", "score"]]
    both = pd.concat([a, b.set_axis(["deck", "score"], axis=1)])
    means = both.groupby("deck", sort=True)["score"].mean()
    return [(str(deck), float(score)) for deck, score in means.items()]


def matrix(table: pd.DataFrame, order: Sequence[str]) -> Array:
    """Scores by row and column deck; NaN in mirrors and where nothing was played."""
    place = {deck: at for at, deck in enumerate(order)}
    scores = np.full((len(order), len(order)), np.nan)
    columns = (table["deck_a"], table["deck_b"], table["score"]) if len(table) else ((), (), ())
    for a, b, score in zip(*columns, strict=True):
        if a != b and a in place and b in place:
            scores[place[a], place[b]] = score
            scores[place[b], place[a]] = 100 - score
    return scores


def step_of(scores: Array) -> float:
    """Points that each shade stands for, so that nearly all scores are within the shades."""
    away = np.abs(scores[np.isfinite(scores)] - 50)
    reach = float(np.quantile(away, 0.97)) / (_MIDDLE + 0.5)
    return next(step for step in (1, 2, 3, 4, 5, 6) if reach <= step or step == 6)


def shade_of(scores: Array, step: float) -> Array:
    """Number of the shade of each score; the middle one is within half a step of even."""
    away = np.nan_to_num((scores - 50) / step)
    steps = np.sign(away) * np.floor(np.abs(away) + 0.5)
    shades: Array = np.clip(steps, -_MIDDLE, _MIDDLE).astype(int) + _MIDDLE
    return shades


def _draw(scores: Array, order: Sequence[str], groups: Sequence[str]) -> Figure:
    n = len(order)
    cell = 0.44 if n <= 12 else 0.3 if n <= 24 else 0.22
    size = SMALL if n <= 24 else 6.5
    names = [shorten(deck, 26) for deck in order]
    label = SIZE if n <= 24 else 7.2
    room = max(extent(name, label) for name in names) + 0.15
    is_grouped = len(set(groups)) > 1
    side = max(extent(group, label) for group in groups) + 0.3 if is_grouped else 0.15
    width, height = room + n * cell + side, room + n * cell + _LEGEND + 0.25
    figure = Figure(figsize=(max(width, 4.6), height))
    width = max(width, 4.6)
    box = (room / width, (_LEGEND + 0.25) / height, n * cell / width, n * cell / height)
    axes = figure.add_axes(box)
    axes.set_xlim(0, n)
    axes.set_ylim(n, 0)
    step = step_of(scores)
    _cells(axes, scores, step, size)
    _labels(axes, names, label)
    if is_grouped:
        _groups(axes, groups, label)
    _legend(figure, step, room / width, 0.12 / height, width, height)
    return figure


def _cells(axes: Axes, scores: Array, step: float, size: float) -> None:
    """Shaded squares with their scores, as whole numbers."""
    draw_cells(axes, scores, shade_of(scores, step), size)


def draw_cells(axes: Axes, values: Array, shades: Array, size: float, decimals: int = 0) -> None:
    """Shaded squares with the values that are known, by rows and columns of the axes."""
    rows, columns = np.nonzero(np.isfinite(values))
    for shade, color in enumerate(HEAT):
        of_shade = shades[rows, columns] == shade
        squares = _squares(rows[of_shade], columns[of_shade])
        if len(squares):
            axes.add_collection(
                PolyCollection(squares, facecolors=color, edgecolors=SURFACE, linewidths=0.6),
                autolim=False,
            )
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        strong = abs(shades[row, column] - _MIDDLE) > 4
        axes.text(
            column + 0.5, row + 0.52, number(values[row, column], decimals), size=size, ha="center",
            va="center_baseline", color=ON_STRONG if strong else ON_PALE,
        )  # fmt: skip


def _squares(rows: Array, columns: Array) -> list[Array]:
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    return list(np.stack([columns, rows], axis=1)[:, None, :] + corners[None])


def _labels(axes: Axes, names: Sequence[str], size: float) -> None:
    middles = np.arange(len(names)) + 0.5
    axes.set_yticks(middles, names, size=size)
    axes.set_xticks(middles, names, size=size, rotation=90, color=INK)
    axes.tick_params(axis="both", length=0, pad=4)
    axes.xaxis.tick_top()
    axes.spines[:].set_visible(False)


def _groups(axes: Axes, groups: Sequence[str], size: float) -> None:
    """Lines between groups, and their names at the side."""
    n = len(groups)
    starts = [at for at in range(n) if not at or groups[at] != groups[at - 1]]
    for start, end in zip(starts, [*starts[1:], n], strict=True):
        axes.text(n + 0.25, (start + end) / 2, groups[start], size=size, color=MUTED, va="center")
        if start and len(starts) < n:
            for line in (axes.axhline, axes.axvline):
                line(start, color=INK, linewidth=1.1)


def _legend(
    figure: Figure, step: float, left: float, bottom: float, width: float, height: float
) -> None:
    """The shades as a row of boxes, with the scores where they change."""
    span = min(4.2, width - left * width - 0.2)
    axes = figure.add_axes((left, bottom + 0.24 / height, span / width, 0.13 / height))
    axes.set_xlim(0, len(HEAT))
    axes.set_ylim(0, 1)
    for at, color in enumerate(HEAT):
        axes.add_collection(
            PolyCollection(_squares(np.array([0]), np.array([at])), facecolors=color,
                           edgecolors=SURFACE, linewidths=0.6),
            autolim=False,
        )  # fmt: skip
    ticks = [_MIDDLE + offset + 0.5 for offset in (-6, -3, 0, 3, 6)]
    labels = [number(50 + step * offset, 0) for offset in (-6, -3, 0, 3, 6)]
    labels[2] = "even"
    axes.set_xticks(ticks, labels)
    axes.set_yticks([])
    axes.tick_params(axis="x", length=0, pad=3)
    axes.spines[:].set_visible(False)
    axes.text(0, 1.35, "loses", size=SMALL, color=MUTED)
    axes.text(len(HEAT), 1.35, "wins", size=SMALL, color=MUTED, ha="right")


def _alt(scores: Array, order: Sequence[str]) -> str:
    row, column = divmod(int(np.nanargmax(scores)), len(order))
    return (
        f"Table of {len(order)} by {len(order)} coloured cells. The most one-sided:"
        f" {order[row]} wins {percent(float(scores[row, column]), 0)} against {order[column]}."
        " All values are in the table of matchups."
    )
