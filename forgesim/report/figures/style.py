"""How figures look: colours by their role, sizes in inches, and the way from a figure to bytes.

Every role has a colour of its own. The picture files show it as it is; in the page, where figures
stand inline, each colour gives way to the CSS variable of its role, so that dark mode and print can
set it anew.
"""

import re
import unicodedata
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

Array = np.ndarray[Any, Any]

INK = "#1b1e23"
MUTED = "#5c626b"
GRID = "#e4e2dd"
SURFACE = "#ffffff"
BAND = "#f3f0ea"
UP = "#0b756c"
DOWN = "#a9520f"
EVEN = "#7b818b"
BAR = "#5f7d95"
FIRST = "#3d6b8e"
"""The colour of what has no better or worse: lengths, shares."""

HEAT = (
    "#7a4406", "#96570f", "#a4661a", "#c78f44", "#daae71", "#e9cd9f", "#f4e5cb",
    "#efefec",
    "#d3ebe7", "#a9d9d2", "#7cc3b9", "#4fa99e", "#238078", "#10685f", "#034c46",
)  # fmt: skip
"""From a loss to a win: brown over white to teal, told apart by the colour-blind as well."""
TIERS = ("#2f5d8a", "#b4630c", "#2a8c5a", "#8a4a9e", "#6f6a1c", "#b03a5b")
"""One for each pilot tier, with a mark of its own as well; they begin anew after six."""
ON_PALE = "#23262b"
ON_STRONG = "#fdfdfd"
"""Ink on the cells of a heatmap."""

ROLES: Mapping[str, str] = {
    INK: "ink", MUTED: "muted", GRID: "grid", SURFACE: "surface", BAND: "band", UP: "up",
    DOWN: "down", EVEN: "even", BAR: "bar", FIRST: "first", ON_PALE: "on-pale",
    ON_STRONG: "on-strong", **{color: f"heat-{at}" for at, color in enumerate(HEAT)},
    **{color: f"tier-{at}" for at, color in enumerate(TIERS)},
}  # fmt: skip
"""Role of each colour: the name of its CSS variable."""

HEAT_DARK = (
    "#f7b267", "#e39a4d", "#cb833b", "#915722", "#784b22", "#5b3e24", "#413126",
    "#2b2e33",
    "#1f3b3a", "#1f4f4d", "#20625f", "#1f6f6c", "#33a398", "#47bcaf", "#6ad6c8",
)  # fmt: skip
"""The same shades on a dark page: the far ends are the light ones there."""
TIERS_DARK = ("#7fb2e5", "#ec9c52", "#62cc95", "#c690db", "#cbc45e", "#f08aa6")

SIZE, SMALL = 9.0, 8.0
"""Sizes of type, in points."""
WIDTH = 7.6
"""Width of a figure that stands in the text, in inches."""
DPI = 110
CSS_PIXELS = 96
"""Pixels of a page in an inch."""
_LEAST, _SPARE = 580, 150
"""Pixels that a figure needs, and those it can do without: then it is moved about in its frame."""

_RC: Mapping[str, Any] = {
    "font.family": "DejaVu Sans",  # it comes with matplotlib: the same letters on each machine
    "font.size": SIZE,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.labelsize": SMALL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.facecolor": "none",
    "axes.titlesize": SIZE,
    "axes.titlelocation": "left",
    "xtick.color": GRID,
    "xtick.labelcolor": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.color": GRID,
    "ytick.labelcolor": INK,
    "ytick.labelsize": SIZE,
    "ytick.major.size": 0,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "figure.facecolor": SURFACE,
    "savefig.facecolor": SURFACE,
    "svg.fonttype": "none",
    "path.simplify": False,
}


@dataclass(frozen=True)
class Drawing:
    """A figure with the words that go with it.

    Attributes
    ----------
    name : str
        Of its files, and of its place in the page.
    title, caption : str
        What it shows, and how to read it.
    alt : str
        What it shows to those who do not see it.
    figure : Figure
    is_folded : bool
        Whether the page shows it only to those who ask for it.
    """

    name: str
    title: str
    caption: str
    alt: str
    figure: Figure = field(repr=False)
    is_folded: bool = False


@dataclass(frozen=True)
class Picture:
    """A drawing as files.

    Attributes
    ----------
    name, title, caption, alt, is_folded
        The drawing's.
    svg, png : bytes
        The contents of its files.
    width : int
        Width at which it reads best, in CSS pixels.
    """

    name: str
    title: str
    caption: str
    alt: str
    svg: bytes = field(repr=False)
    png: bytes = field(repr=False)
    width: int
    is_folded: bool = False

    @property
    def inline(self) -> str:
        """The picture as part of a page: colours by role, ids of its own, no header."""
        text = self.svg.decode()
        text = text[text.index("<svg") :]
        for left_out in ("metadata", "style"):  # styles would be for the whole page
            text = re.sub(f"<{left_out}.*?</{left_out}>\\s*", "", text, flags=re.DOTALL)
        return re.sub(r"<\w[^>]*>", lambda tag: self._tag(tag[0]), text)  # names stay as they are

    def _tag(self, tag: str) -> str:
        """A tag as the page needs it."""
        if tag.startswith("<svg"):
            return self._opening(tag)
        if tag.startswith("<g "):
            tag = re.sub(r' id="[^"]*"', "", tag)  # nothing refers to groups
        tag = re.sub(r'\bid="', f'id="{self.name}-', tag)
        tag = re.sub(r'(url\(|href=")#', rf"\g<1>#{self.name}-", tag.replace("xlink:href", "href"))
        tag = re.sub(r"font-family: [^;\"]*;? ?", "", tag)
        return re.sub(r"((?:fill|stroke): )(#[0-9a-f]{6})", _by_role, tag)

    def _opening(self, tag: str) -> str:
        """The tag of the picture itself: its size, and what it shows to who does not see it."""
        box = re.search(r'viewBox="[^"]*"', tag)
        assert box is not None
        least = min(self.width, max(_LEAST, self.width - _SPARE))
        label = escape(f"{self.title}. {self.alt}", quote=True)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {box[0]} role="img" aria-label="{label}"'
            f' style="width: {self.width}px; min-width: {least}px; max-width: 100%">'
        )


def _by_role(found: re.Match[str]) -> str:
    """The CSS variable of a colour's role; the colour itself where it has none."""
    return found[1] + (f"var(--{ROLES[found[2]]})" if found[2] in ROLES else found[2])


@contextmanager
def looks() -> Iterator[None]:
    """Draw as the report does, whatever the user's own settings of matplotlib are."""
    with style.context(["default", dict(_RC)]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def render(drawing: Drawing) -> Picture:
    """Turn a drawing into bytes, the same ones each time; to be called under `looks`."""
    svg, png = BytesIO(), BytesIO()
    with style.context({"svg.hashsalt": drawing.name}):
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        drawing.figure.savefig(svg, format="svg", metadata=nothing)
    drawing.figure.savefig(png, format="png", dpi=DPI, metadata={"Software": None})
    width = round(drawing.figure.get_figwidth() * CSS_PIXELS)
    return Picture(drawing.name, drawing.title, drawing.caption, drawing.alt,
                   _rounded(svg.getvalue()), png.getvalue(), width, drawing.is_folded)  # fmt: skip


def _rounded(svg: bytes) -> bytes:
    """A picture with two decimals in its coordinates: nobody sees more."""
    return re.sub(rb"(\d\.\d\d)\d+", rb"\1", svg)


@dataclass(frozen=True)
class Margins:
    """Space round the axes of a figure, in inches."""

    left: float = 0.3
    right: float = 0.3
    top: float = 0.3
    bottom: float = 0.5


def canvas(height: float, margins: Margins, width: float = WIDTH) -> tuple[Figure, Axes]:
    """A figure with one pair of axes, whose own height and whose margins are given in inches."""
    total = height + margins.top + margins.bottom
    figure = Figure(figsize=(width, total))
    axes = figure.add_axes(
        (
            margins.left / width,
            margins.bottom / total,
            (width - margins.left - margins.right) / width,
            height / total,
        )
    )
    return figure, axes


def columns(
    height: float, margins: Margins, shares: tuple[float, ...], gap: float = 0.25
) -> tuple[Figure, list[Axes]]:
    """A figure with several axes side by side, `gap` inches apart, of relative widths."""
    total = height + margins.top + margins.bottom
    figure = Figure(figsize=(WIDTH, total))
    room = WIDTH - margins.left - margins.right - gap * (len(shares) - 1)
    left, axes = margins.left, []
    for share in shares:
        own = room * share / sum(shares)
        box = (left / WIDTH, margins.bottom / total, own / WIDTH, height / total)
        axes.append(figure.add_axes(box))
        left += own + gap
    return figure, axes


def extent(text: str, size: float = SIZE) -> float:
    """About how wide a text is, in inches; letters of East Asia take twice the room."""
    cells = sum(1.7 if unicodedata.east_asian_width(letter) in "WF" else 1.0 for letter in text)
    return cells * size * 0.6 / 72


def shorten(text: str, limit: int) -> str:
    """A name that fits: where it is too long its middle gives way, since ends tell names apart."""
    if len(text) <= limit:
        return text
    tail = limit // 3
    return f"{text[: limit - 1 - tail]}\u2026{text[-tail:]}"
