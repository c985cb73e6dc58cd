"""Dots with intervals, which most figures are made of."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.ticker import MaxNLocator

from forgesim.report.figures.style import BAND, DOWN, EVEN, INK, MUTED, SMALL, SURFACE, UP, Array
from forgesim.report.verdicts import Claim, Verdict

MANY = 24
"""Rows from which on they stand closer, and the axis is repeated above them."""

HOW_TO_READ = (
    "The line through each dot is its 95\u00a0% interval. Coloured dots are clearly outside the"
    " shaded band, so they matter; small grey ones are clearly inside, too small to matter; hollow"
    " ones are undecided."
)


def row_height(rows: int) -> float:
    """Inches for each row."""
    return 0.27 if rows <= MANY else 0.19


def draw_claims(axes: Axes, found: Sequence[Claim], matters: float, even: float = 0.0) -> None:
    """One row for each claim, the first at the top, about a line where there is no difference."""
    y = np.arange(len(found))
    middle, low, high = bounds(found, even)
    axes.axvspan(even - matters, even + matters, color=BAND, linewidth=0)
    axes.axvline(even, color=MUTED, linewidth=0.9)
    colors = [color_of(claim, matters) for claim in found]
    segments = np.stack([np.stack([low, y], axis=1), np.stack([high, y], axis=1)], axis=1)
    axes.add_collection(LineCollection(list(segments), colors=colors, linewidths=1.5))
    verdicts = [claim.verdict(matters) for claim in found]
    axes.scatter(
        middle, y, zorder=3, linewidths=1.2, edgecolors=colors,
        s=[14 if verdict is Verdict.SMALL else 30 for verdict in verdicts],
        c=[SURFACE if verdict is Verdict.UNDECIDED else color
           for verdict, color in zip(verdicts, colors, strict=True)],
    )  # fmt: skip
    axes.set_ylim(len(found) - 0.4, -0.6)


def bounds(found: Sequence[Claim], even: float) -> tuple[Array, Array, Array]:
    """Estimates and interval bounds of claims."""
    values = np.array([(claim.gap, claim.low, claim.high) for claim in found]).reshape(-1, 3)
    middle, low, high = (values + even).T
    return middle, low, high


def color_of(claim: Claim, matters: float) -> str:
    """Colour of a claim: what matters is coloured by its direction."""
    if claim.verdict(matters) is Verdict.MATTERS:
        return UP if claim.gap > 0 else DOWN
    return EVEN


def set_limits(axes: Axes, found: Sequence[Claim], matters: float, even: float = 0.0) -> None:
    """Show all dots and the band; an interval that is much wider than the rest may be cut."""
    middle, low, high = bounds(found, even)
    reach = 1.3 * float(np.quantile(high - low, 0.9)) / 2 if len(found) else 0
    left = float((middle - np.minimum(middle - low, reach)).min(initial=even - 1.5 * matters))
    right = float((middle + np.minimum(high - middle, reach)).max(initial=even + 1.5 * matters))
    pad = 0.03 * (right - left)
    axes.set_xlim(left - pad, right + pad)


def round_ticks(most: int) -> MaxNLocator:
    """Places for few round numbers, whole ones where they will do."""
    return MaxNLocator(most, steps=[1, 2, 5, 10])


def name_rows(axes: Axes, names: Sequence[str], size: float) -> None:
    """Names at the left, a grid, and the axis above as well where the rows are many."""
    axes.set_yticks(np.arange(len(names)), names, size=size)
    axes.tick_params(axis="y", pad=6)
    axes.grid(visible=True, axis="x")
    axes.spines["bottom"].set_visible(False)
    axes.xaxis.set_major_locator(round_ticks(7))
    axes.tick_params(axis="x", length=0, labeltop=len(names) > MANY)


def write_column(
    axes: Axes, texts: Sequence[str], offset: float, color: str = INK, size: float = SMALL
) -> None:
    """Texts at the right of the rows, `offset` inches from the axes."""
    for y, text in enumerate(texts):
        axes.annotate(
            text, (1, y), (72 * offset, 0), xycoords=axes.get_yaxis_transform(),
            textcoords="offset points", size=size, color=color, va="center_baseline",
            annotation_clip=False,
        )  # fmt: skip
