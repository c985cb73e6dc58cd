"""The plots of a sweep: a score along one axis with its band, or over two axes as shaded cells."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.figure import Figure

from forgesim.report.figures.heatmap import draw_cells, shade_of
from forgesim.report.figures.style import (
    BAND,
    DOWN,
    EVEN,
    FIRST,
    INK,
    MUTED,
    SIZE,
    SMALL,
    SURFACE,
    UP,
    Drawing,
    Margins,
    canvas,
    extent,
)
from forgesim.report.words import listing, number, signed
from forgesim.stats.bands import MET, MISSED
from forgesim.studies.grid import Axis, Point
from forgesim.studies.sweep import Judged, Sweep, values_of
from forgesim.studies.targets import Target, band_of

_MOST = 40
"""Points along an axis, at most, of which a plot can be read."""


def target_plot(sweep: Sweep, at: int) -> Drawing | None:
    """What a target's score is at each point; None where there are more than two axes."""
    axes = sweep.axes
    if len(axes) > 2 or max(axis.size for axis in axes) > _MOST:
        return None
    target, found = sweep.targets[at], values_of(sweep, at)
    if len(axes) == 1:
        return _along(f"target-{at}", axes[0], target, found)
    return _over(f"target-{at}", axes, target, found)


def _along(name: str, axis: Axis, target: Target, found: Mapping[Point, Judged]) -> Drawing:
    judged = [found[point] for point in found]
    values = [point[0] for point in found]
    return Drawing(
        name,
        f"{_capital(target.title)}, by {axis.name}",
        "Each dot is the score at one value; the line through it is an interval that holds together"
        f" with all others of this page. The shaded band is the target, {band_of(target)}. Green"
        " dots lie in it for certain, brown ones outside; hollow ones are undecided.",
        f"Dot plot of {len(values)} values of {axis.name}: {_ends(values, judged, target)}.",
        _draw_along(axis, values, target, judged),
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _ends(values: Sequence[str], judged: Sequence[Judged], target: Target) -> str:
    said = [f"{_number(each.score, target)} at {value}"
            for value, each in zip(values, judged, strict=True)]  # fmt: skip
    return listing([said[0], said[-1]] if len(said) > 1 else said)


def _number(score: float, target: Target) -> str:
    return signed(score) if target.offset else number(score)


def _draw_along(
    axis: Axis, values: Sequence[str], target: Target, judged: Sequence[Judged]
) -> Figure:
    figure, axes = canvas(2.4, Margins(0.75, 0.35, 0.25, 0.55))
    x = np.arange(len(values))
    low, mean, high = (np.array([getattr(each, key) for each in judged])
                       for key in ("low", "score", "high"))  # fmt: skip
    edges = [None if edge is None else edge - target.offset
             for edge in (target.band.low, target.band.high)]  # fmt: skip
    known = [edge for edge in edges if edge is not None]
    bottom, top = min([*low, *known]), max([*high, *known])
    pad = 0.12 * (top - bottom) or 1.0
    axes.set_ylim(bottom - pad, top + pad)
    axes.axhspan(bottom - pad if edges[0] is None else edges[0],
                 top + pad if edges[1] is None else edges[1], color=BAND, linewidth=0)  # fmt: skip
    for edge in known:
        axes.axhline(edge, color=MUTED, linewidth=0.8)
    colors = [_color(each.verdict) for each in judged]
    axes.plot(x, mean, color=EVEN, linewidth=0.8)
    axes.vlines(x, low, high, colors=colors, linewidth=1.5)
    faces = [color if each.verdict in (MET, MISSED) else SURFACE
             for color, each in zip(colors, judged, strict=True)]  # fmt: skip
    axes.scatter(x, mean, s=34, c=faces, edgecolors=colors, linewidths=1.2, zorder=3)
    axes.set_xlim(-0.5, len(values) - 0.5)
    rotation = 90 if len(values) > 12 else 0
    axes.set_xticks(x, values, size=SMALL, rotation=rotation, color=INK)
    axes.grid(visible=True, axis="y")
    axes.set_xlabel(axis.name)
    axes.set_ylabel("points above even" if target.offset else "score in percent")
    return figure


def _color(verdict: str) -> str:
    return {MET: UP, MISSED: DOWN}.get(verdict, EVEN)


def _over(
    name: str, axes: Sequence[Axis], target: Target, found: Mapping[Point, Judged]
) -> Drawing:
    met = [point for point, each in found.items() if each.verdict == MET]
    shown = [f"{axes[0].name}={a} with {axes[1].name}={b}" for a, b in met[:3]]
    alt = f"met at {len(met)} of {len(found)} points" + (f": {listing(shown)}" if shown else "")
    return Drawing(
        name,
        f"{_capital(target.title)}, by {axes[0].name} and {axes[1].name}",
        f"Each cell is the score at one point. The target is {band_of(target)}: colourless cells"
        " are in the middle of it; the darker a cell, the farther it lies above (teal) or below"
        " (brown). A frame marks points that meet it for certain, a dotted one those that are"
        " undecided.",
        f"Table of shaded cells, {alt}. All values are in the table.",
        _draw_over(axes, target, found),
    )


def _draw_over(axes: Sequence[Axis], target: Target, found: Mapping[Point, Judged]) -> Figure:
    rows, columns = ([*axis.values] for axis in axes)
    scores = np.array([[found[a, b].score for b in columns] for a in rows])
    cell, height = min(0.75, 6.0 / len(columns)), 0.32
    room = max(extent(value) for value in rows) + 0.65
    width = room + cell * len(columns) + 0.3
    figure, plot = canvas(height * len(rows), Margins(room, 0.3, 0.3, 0.6), max(width, 3.2))
    plot.set_xlim(0, len(columns))
    plot.set_ylim(len(rows), 0)
    known = [e for e in (target.band.low, target.band.high) if e is not None]
    middle = sum(known) / len(known) - target.offset
    reach = float(np.abs(scores - middle).max()) or 1.0
    shades = shade_of(50 + (scores - middle), reach / 7)
    draw_cells(plot, scores, shades, SMALL, 1)
    for y, a in enumerate(rows):
        for x, b in enumerate(columns):
            verdict = found[a, b].verdict
            if verdict != MISSED:
                style = "-" if verdict == MET else ":"
                frame = ([x + 0.06, x + 0.94, x + 0.94, x + 0.06, x + 0.06],
                         [y + 0.08, y + 0.08, y + 0.92, y + 0.92, y + 0.08])  # fmt: skip
                plot.plot(*frame, color=FIRST if verdict == MET else INK, linestyle=style,
                          linewidth=1.8 if verdict == MET else 1.0)  # fmt: skip
    plot.set_xticks(np.arange(len(columns)) + 0.5, columns, size=SMALL, color=INK)
    plot.set_yticks(np.arange(len(rows)) + 0.5, rows, size=SIZE)
    plot.tick_params(axis="both", length=0)
    plot.spines[:].set_visible(False)
    plot.set_xlabel(axes[1].name)
    plot.set_ylabel(axes[0].name)
    return figure
