"""The pilot check in figures: factions by who plays, pilot gaps, and restrictions."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from forgesim.cards.decks import MIXED
from forgesim.report.figures.dots import (
    draw_claims,
    name_rows,
    row_height,
    set_limits,
    write_column,
)
from forgesim.report.figures.forest import best_first
from forgesim.report.figures.heatmap import draw_cells, shade_of, step_of
from forgesim.report.figures.style import (
    INK,
    MUTED,
    SIZE,
    SMALL,
    WIDTH,
    Array,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.findings.pilots import gap_claims, table_of
from forgesim.report.scope import Scope, crew_of, group_words, judged_groups
from forgesim.report.verdicts import Claim
from forgesim.report.words import counted, listing, number, percent, plural, signed, threshold
from forgesim.stats.robustness import DECK, FACTION

_FEW_DECKS = 9
"""Decks that are shown one by one where no group can be judged."""
_CELL, _WIDE = 0.38, 0.62
"""Width of a cell of a small table, and of a large one, in inches."""
_STEPS = (0.2, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 8.0)
"""Points that a shade can stand for."""


def by_pilots(scope: Scope) -> Drawing | None:
    """Scores of groups by who plays them and who plays against them; None without a check."""
    crew, names, kind = crew_of(scope.results), _shown(scope), FACTION
    if not names:
        kind, names = DECK, [deck.name for deck in scope.results.plan.decks]
    if len(crew) < 2 or not 1 < len(names) <= max(_FEW_DECKS, len(_shown(scope))):
        return None
    scores = np.stack([_scores(scope, kind, name, crew) for name in names])
    order = np.argsort(-scores[:, 0, 0], kind="stable")
    what = plural(scope.group) if kind == FACTION else "decks"
    return Drawing(
        "pilots-by-pilots",
        f"The scores of {what}, by who plays on either side",
        f"One small table for each {scope.group if kind == FACTION else 'deck'}. Read along a row:"
        " how many percent of the games its decks win when the pilot on the left plays them, and"
        " the pilot above plays all others. On the diagonal both sides are played alike: what is"
        " teal there throughout is strong whoever plays. Off it, the better pilot shows as well.",
        f"{counted(len(names), 'table')} of {len(crew)} by {len(crew)} cells, for the pilots"
        f" {listing(crew)}; with {crew[0]} on both sides {names[int(order[0])]} scores most,"
        f" {percent(float(scores[order[0], 0, 0]))}.",
        _panels(scores[order], [group_words(names[at]) for at in order], crew),
    )


def _shown(scope: Scope) -> list[str]:
    """The groups of which something can be said, and the mixed decks to compare them with."""
    judged = judged_groups(scope.results)
    has_mixed = any(deck.group == MIXED for deck in scope.results.plan.decks)
    return [*judged, *([MIXED] if judged and has_mixed else [])]


def _scores(scope: Scope, kind: str, name: str, crew: Sequence[str]) -> Array:
    """Scores by who plays (rows) against whom (columns)."""
    table = table_of(scope.results, "pilot_scores")
    table = table[(table["kind"] == kind) & (table["name"] == name)]
    by_pair = dict(zip(zip(table["tier"], table["against"], strict=True), table["score"],
                       strict=True))  # fmt: skip
    return np.array([[by_pair.get((own, other), np.nan) for other in crew] for own in crew])


def _panels(scores: Array, names: Sequence[str], crew: Sequence[str]) -> Figure:
    """Small tables side by side, with the pilots' names at the left and above."""
    side, step = _CELL * len(crew), step_of(scores)
    words = [shorten(tier, 14) for tier in crew]
    left, above = (max(extent(word, SMALL) for word in words) + 0.12,) * 2
    gap, title = 0.3, 0.3
    rows = -(-len(names) // max(1, int((WIDTH - left + gap) / (side + gap))))
    per_row = -(-len(names) // rows)
    width = left + per_row * side + (per_row - 1) * gap + 0.1
    height = rows * (side + title + above) + 0.1
    figure = Figure(figsize=(max(width, 4.6), height))
    total = max(width, 4.6)
    for at, name in enumerate(names):
        row, column = divmod(at, per_row)
        x, top = left + column * (side + gap), row * (side + title + above) + title + above
        box = (x / total, 1 - (top + side) / height, side / total, side / height)
        axes = figure.add_axes(box)
        axes.set_xlim(0, len(crew))
        axes.set_ylim(len(crew), 0)
        draw_cells(axes, scores[at], shade_of(scores[at], step), SMALL)
        _name_sides(axes, words, is_first=column == 0)
        figure.text(x / total, 1 - (top - above - 0.05) / height, shorten(name, 24), size=SIZE,
                    color=INK, va="bottom")  # fmt: skip
    return figure


def _name_sides(axes: Axes, words: Sequence[str], is_first: bool) -> None:
    middles = np.arange(len(words)) + 0.5
    axes.set_xticks(middles, words, size=SMALL, rotation=90, color=MUTED)
    axes.set_yticks(middles, words if is_first else [""] * len(words), size=SMALL, color=MUTED)
    axes.xaxis.tick_top()
    axes.tick_params(axis="both", length=0, pad=3)
    axes.spines[:].set_visible(False)


def pilot_gaps(scope: Scope) -> Drawing | None:
    """What each deck gains in better hands, beside the mean; None where that is not known."""
    table, found = table_of(scope.results, "pilot_gaps"), gap_claims(scope.results)
    if len(found) < 2:
        return None
    own, other, mean = table["tier"].iloc[0], table["against"].iloc[0], float(table["gap"].mean())
    found = best_first(found)
    groups = dict(zip(table["deck"], table["group"], strict=True))
    return Drawing(
        "pilot-gaps",
        "Which decks need skill",
        f"Each dot is what a deck gains when {own} plays it instead of {other}, against a field"
        f" that {other} plays, in points, on the same shuffles; the line through it is the"
        f" 95\u00a0% interval of its distance from the mean. The band is {threshold(scope.matters)}"
        " to either side of the mean gain. Coloured dots are clearly beyond it: those on the right"
        f" are decks that {other} does not know how to play, those on the left play themselves.",
        f"Dot plot of {len(found)} decks, from {found[0].name} with {signed(mean + found[0].gap)}"
        f" points down to {found[-1].name} with {signed(mean + found[-1].gap)}.",
        _draw_gaps(found, mean, [groups[claim.name] for claim in found], scope.matters),
    )


def _draw_gaps(
    found: Sequence[Claim], mean: float, groups: Sequence[str], matters: float
) -> Figure:
    names = [shorten(claim.name, 30) for claim in found]
    room = max(extent(name) for name in names) + 0.2
    beside = max(extent(group, SMALL) for group in groups)
    margins = Margins(room, 0.65 + beside, 0.3, 0.45)
    figure, axes = canvas(row_height(len(found)) * max(len(found), 2), margins)
    draw_claims(axes, found, matters, even=mean)
    set_limits(axes, found, matters, even=mean)
    name_rows(axes, names, SIZE)
    axes.set_xlabel("gain in points; the line is the mean of all decks")
    write_column(axes, [signed(mean + claim.gap) for claim in found], 0.1)
    write_column(axes, groups, 0.6, MUTED)
    return figure


def restrictions(scope: Scope) -> Drawing | None:
    """What it costs to be forbidden something, over the field and by group; None where unknown."""
    table = table_of(scope.results, "restrictions")
    if not len(table):
        return None
    groups = list(dict.fromkeys(table["name"]))
    field = table[table["scope"] == "field"].sort_values(["worth", "forbidden"], ascending=False)
    words = [str(word) for word in field["forbidden"]]
    worth = _matrix(table, words, groups)
    least = field.iloc[-1]
    return Drawing(
        "restrictions",
        "What decks lose when their pilot is forbidden something",
        "Points of its score that a deck loses when its pilot may not play cards of that kind (or"
        " act so), on the same shuffles: over all decks that have such cards, and"
        f" by {scope.group}. Teal is what decks live on, brown what they would do better without."
        " Where no deck has such a card the cell is blank.",
        f"Table of {len(words)} restrictions. The dearest is {words[0]} with"
        f" {number(float(field['worth'].iloc[0]))} points, the cheapest {least['forbidden']} with"
        f" {number(float(least['worth']))}.",
        _draw_restrictions(worth, words, [group_words(group) for group in groups]),
    )


def _matrix(table: pd.DataFrame, words: Sequence[str], groups: Sequence[str]) -> Array:
    values = np.full((len(words), len(groups)), np.nan)
    for word, group, worth in zip(table["forbidden"], table["name"], table["worth"], strict=True):
        values[words.index(word), groups.index(group)] = worth
    return values


def _draw_restrictions(worth: Array, words: Sequence[str], groups: Sequence[str]) -> Figure:
    names = [shorten(word, 26) for word in words]
    room = max(extent(name) for name in names) + 0.2
    widest = max(extent(group, SMALL) for group in groups) + 0.12
    is_flat = room + max(widest, _WIDE) * len(groups) < WIDTH
    wide, above = (max(widest, _WIDE), 0.3) if is_flat else (_WIDE, widest + 0.05)
    width = max(room + wide * len(groups) + 0.2, 4.6)
    margins = Margins(room, width - room - wide * len(groups), above, 0.15)
    figure, axes = canvas(row_height(len(words)) * len(words), margins, width)
    axes.set_xlim(0, len(groups))
    axes.set_ylim(len(words), 0)
    known = np.abs(worth[np.isfinite(worth)])
    reach = float(np.quantile(known, 0.8)) / 7.5
    step = next(step for step in _STEPS if reach <= step or step == _STEPS[-1])
    draw_cells(axes, worth, shade_of(50 + worth, step), SMALL, decimals=1)
    axes.set_yticks(np.arange(len(words)) + 0.5, names, size=SIZE)
    middles, turn = np.arange(len(groups)) + 0.5, 0 if is_flat else 90
    axes.set_xticks(middles, groups, size=SMALL, rotation=turn, color=INK)
    axes.xaxis.tick_top()
    axes.tick_params(axis="both", length=0, pad=4)
    axes.spines[:].set_visible(False)
    return figure
