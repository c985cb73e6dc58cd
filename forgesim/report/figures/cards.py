"""Card impact: the three measures side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forgesim.report.figures.dots import draw_claims, name_rows, row_height, set_limits
from forgesim.report.figures.style import (
    INK,
    MUTED,
    SIZE,
    SMALL,
    Drawing,
    Margins,
    columns,
    extent,
    shorten,
)
from forgesim.report.scope import Scope, card_names
from forgesim.report.verdicts import Claim, claims
from forgesim.report.words import signed

_SHOWN = 20
"""Cards from either end of the ranking; the table has them all."""


@dataclass(frozen=True)
class Measure:
    """One way to measure a card: its columns, and the words for it."""

    key: str
    p: str
    title: str
    note: str
    meaning: str


_MEASURES = (
    Measure(
        "replacement", "replacement_p_adjusted", "Replacement", "against a plain stand-in",
        "Replacement plays the same games again with a plain creature of the same cost in the"
        " card's place.",
    ),
    Measure(
        "top", "top_p_adjusted", "Randomised", "early, against the deck's average",
        "Randomised compares games by where the shuffle put the card: having it early against"
        " having an average card of the same deck early.",
    ),
    Measure(
        "iwd", "", "Observed", "drawn less not drawn (IWD)",
        "Observed compares games in which a copy was drawn with games in which none was, and is"
        " biased: in long games more cards are drawn, and who lives longer draws more.",
    ),
)  # fmt: skip
"""From the best to the worst."""


def card_impact(scope: Scope) -> Drawing | None:
    """The cards at both ends of the best measure that there is; None without cards."""
    table = scope.table("cards")
    measures = [m for m in _MEASURES if m.key in table and table[m.key].notna().any()]
    if not measures:
        return None
    best = measures[0].key
    names = card_names(scope.results)
    table = table.assign(name=[names.get(card, str(card)) for card in table["card"]])
    table = table[table[best].notna()].sort_values([best, "card"], ascending=[False, True])
    shown = table if len(table) <= 2 * _SHOWN + 4 else _ends(table)
    ways = {1: "", 2: ", measured in two ways", 3: ", measured in three ways"}
    return Drawing(
        "cards",
        f"What each card is worth{ways[len(measures)]}",
        _caption(measures, is_all=len(shown) == len(table)),
        _alt(table, measures[0]),
        _draw(shown, measures, scope.matters),
    )


def _ends(table: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([table.head(_SHOWN), table.tail(_SHOWN)])


def _caption(measures: Sequence[Measure], is_all: bool) -> str:
    order = " The further to the right a measure stands, the less it is to be trusted."
    part = "" if is_all else f" Shown are the {_SHOWN} at either end."
    return (
        "Points by which a card changes the score of its deck, sorted by the measure on the left."
        f"{order if len(measures) > 1 else ''}"
        f" {' '.join(measure.meaning for measure in measures)} Coloured dots are clearly outside"
        " the shaded band; small grey ones inside, too small to matter; hollow ones are"
        f" undecided.{part}"
    )


def _alt(table: pd.DataFrame, measure: Measure) -> str:
    first, last = table.iloc[0], table.iloc[-1]
    return (
        f"Dot plot of cards. By {measure.title.lower()} impact, {first['name']} is first with"
        f" {signed(first[measure.key])} points, {last['name']} last with"
        f" {signed(last[measure.key])}."
    )


def _draw(table: pd.DataFrame, measures: Sequence[Measure], matters: float) -> Figure:
    names = [shorten(name, 28) for name in table["name"]]
    size = SIZE if len(names) <= 24 else SMALL
    room = max(extent(name, size) for name in names) + 0.2
    height = row_height(len(names)) * max(2, len(names))
    figure, axes = columns(height, Margins(room, 0.25, 0.75, 0.45), (1.0,) * len(measures))
    panels = [_every(table, measure) for measure in measures]
    everything = [claim for found in panels for claim in found if np.isfinite(claim.gap)]
    for at, (panel, measure) in enumerate(zip(axes, measures, strict=True)):
        draw_claims(panel, panels[at], matters)
        set_limits(panel, everything, matters)
        name_rows(panel, names if not at else [""] * len(names), size)
        if len(names) == 2 * _SHOWN:
            panel.axhline(_SHOWN - 0.5, color=MUTED, linewidth=0.8, linestyle=(0, (2, 3)))
        _head(panel, measure, height)
    axes[0].set_xlabel("points")
    return figure


def _head(panel: Axes, measure: Measure, height: float) -> None:
    """The name of a measure above its column, and what it compares."""
    for inches, text, size, color in (
        (0.47, measure.title, SIZE, INK),
        (0.3, measure.note, 7.0, MUTED),
    ):
        weight = "bold" if color == INK else "normal"
        y = 1 + inches / height
        panel.text(0, y, text, transform=panel.transAxes, color=color, size=size, weight=weight)


def _every(table: pd.DataFrame, measure: Measure) -> list[Claim]:
    """A claim for each row; one of nothing where the measure is not known."""
    found = {claim.name: claim for claim in claims(table, "card", measure.key, 0, measure.p)}
    nothing = Claim("", np.nan, np.nan, np.nan, False)
    return [found.get(str(card), nothing) for card in table["card"]]
