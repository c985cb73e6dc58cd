"""Card impact: the best measure wide, the others beside each other in a figure of their own."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forgesim.report.figures.dots import (
    draw_claims,
    name_rows,
    row_height,
    set_limits,
    write_column,
)
from forgesim.report.figures.style import (
    INK,
    MUTED,
    SIZE,
    SMALL,
    Drawing,
    Margins,
    canvas,
    columns,
    extent,
    shorten,
)
from forgesim.report.findings.cards import is_stand_in
from forgesim.report.scope import Scope, cards_of, in_short
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
        "The same games are played again with a plain creature of the same cost in the card's"
        " place: so many points of the deck's score are the card's doing.",
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

_COLOURS = (
    "Coloured dots are clearly outside the shaded band; small grey ones inside, too small to"
    " matter; hollow ones are undecided."
)


def card_impact(scope: Scope) -> Drawing | None:
    """The cards at both ends of the best measure that there is; None without cards."""
    known = _known(scope)
    if not known:
        return None
    best = known[0]
    table, shown = _ranked(scope, best)
    is_best = best is _MEASURES[0]
    return Drawing(
        "cards",
        "What each card is worth" + ("" if is_best else f", {best.title.lower()}"),
        f"{best.meaning} Behind each name stands what the card is, its cost first. {_COLOURS}"
        f" Compare cards of equal cost first.{_part(table, shown)}",
        _alt(table, best),
        _draw_best(shown, best, scope.matters),
    )


def other_measures(scope: Scope) -> Drawing | None:
    """The same cards by the other measures, in the same order; None where there are none."""
    known = _known(scope)
    if len(known) < 2:
        return None
    table, shown = _ranked(scope, known[0])
    rest = known[1:]
    return Drawing(
        "cards-other",
        "The same cards by the other measures",
        f"The rows are in the order of the figure above. {' '.join(m.meaning for m in rest)}"
        " Where these disagree with the figure above, they answer another question: a fair card of"
        " a strong deck can be below zero here, a card that suits long games far above. Trust the"
        f" figure above. {_COLOURS}{_part(table, shown)}",
        " ".join(_alt(table.sort_values(m.key, ascending=False), m) for m in rest),
        _draw_others(shown, rest, scope.matters),
        is_folded=True,
    )


def _known(scope: Scope) -> list[Measure]:
    """The measures of which there is anything."""
    table = scope.table("cards")
    return [m for m in _MEASURES if m.key in table and table[m.key].notna().any()]


def _ranked(scope: Scope, best: Measure) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All cards by a measure, with labels; and those of them that are shown."""
    table, known = scope.table("cards"), cards_of(scope.results)
    names = [known[card].name if card in known else str(card) for card in table["card"]]
    notes = [in_short(known[card]) if card in known else "" for card in table["card"]]
    table = table.assign(name=names, note=notes)
    table = table[table[best.key].notna()].sort_values([best.key, "card"], ascending=[False, True])
    if len(table) <= 2 * _SHOWN + 4:
        return table, table
    return table, pd.concat([table.head(_SHOWN), table.tail(_SHOWN)])


def _part(table: pd.DataFrame, shown: pd.DataFrame) -> str:
    return "" if len(shown) == len(table) else f" Shown are the {_SHOWN} at either end."


def _alt(table: pd.DataFrame, measure: Measure) -> str:
    known = table[table[measure.key].notna()]
    first, last = known.iloc[0], known.iloc[-1]
    return (
        f"Dot plot of cards. By {measure.title.lower()} impact, {first['name']} is first with"
        f" {signed(first[measure.key])} points, {last['name']} last with"
        f" {signed(last[measure.key])}."
    )


def _labels(table: pd.DataFrame, limit: int) -> list[str]:
    """Names with what the cards are."""
    columns_ = zip(table["name"], table["note"], strict=True)
    return [f"{shorten(name, limit)} ({note})" if note else shorten(name, limit)
            for name, note in columns_]  # fmt: skip


def _size(table: pd.DataFrame) -> float:
    return SIZE if len(table) <= 24 else SMALL


def _draw_best(table: pd.DataFrame, measure: Measure, matters: float) -> Figure:
    names, size = _labels(table, 28), _size(table)
    room = max(extent(name, size) for name in names) + 0.2
    height = row_height(len(names)) * max(2, len(names))
    figure, axes = canvas(height, Margins(room, 0.75, 0.3, 0.45))
    found = _every(table, measure)
    draw_claims(axes, found, matters)
    set_limits(axes, found, matters)
    name_rows(axes, names, size)
    _part_ends(axes, len(names))
    axes.set_xlabel("points of the deck's score")
    texts = ["stand-in" if is_stand_in(claim) else signed(claim.gap) for claim in found]
    write_column(axes, texts, 0.1)
    return figure


def _draw_others(table: pd.DataFrame, measures: Sequence[Measure], matters: float) -> Figure:
    names, size = _labels(table, 28), _size(table)
    room = max(extent(name, size) for name in names) + 0.2
    height = row_height(len(names)) * max(2, len(names))
    figure, axes = columns(height, Margins(room, 0.25, 0.75, 0.45), (1.0,) * len(measures))
    panels = [_every(table, measure) for measure in measures]
    everything = [claim for found in panels for claim in found if np.isfinite(claim.gap)]
    for at, (panel, measure) in enumerate(zip(axes, measures, strict=True)):
        draw_claims(panel, panels[at], matters)
        set_limits(panel, everything, matters)
        name_rows(panel, names if not at else [""] * len(names), size)
        _part_ends(panel, len(names))
        _head(panel, measure, height)
    axes[0].set_xlabel("points")
    return figure


def _part_ends(axes: Axes, rows: int) -> None:
    """A line between the two ends of a ranking, where its middle is left out."""
    if rows == 2 * _SHOWN:
        axes.axhline(_SHOWN - 0.5, color=MUTED, linewidth=0.8, linestyle=(0, (2, 3)))


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
