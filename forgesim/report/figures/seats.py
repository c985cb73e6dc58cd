"""What going first is worth: overall, by faction, by matchup, by length."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from forgesim.report.figures.dots import (
    HOW_TO_READ,
    bounds,
    color_of,
    draw_claims,
    name_rows,
    round_ticks,
    row_height,
    set_limits,
    write_column,
)
from forgesim.report.figures.forest import best_first
from forgesim.report.figures.style import (
    BAND,
    MUTED,
    SIZE,
    SMALL,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.scope import Scope, group_words, versus
from forgesim.report.verdicts import Claim, claims
from forgesim.report.words import signed

_NAMED = 30
"""Matchups up to which each has a row with its name."""
_AXIS = "first player's score less 50, in points"


def seats_overall(scope: Scope) -> Drawing | None:
    """The advantage overall and by group; None where nothing is known."""
    overall = claims(scope.rows("seats", scope="overall"), "name", "advantage", 0)
    groups = best_first(claims(scope.rows("seats", scope="group"), "name", "advantage", 0))
    groups = [replace(claim, name=group_words(claim.name)) for claim in groups]
    if not overall:
        return None
    everywhere = [replace(claim, name="all matchups") for claim in overall]
    return Drawing(
        "first-player",
        "What going first is worth",
        "How far the share of games that the first player wins is from 50\u00a0%: over all"
        f" matchups, and over those in which a deck of that {scope.group}, or a mixed one, sits in"
        " either seat."
        f" {HOW_TO_READ}",
        f"Dot plot. Over all matchups going first is worth {signed(overall[0].gap)} points.",
        _rows([*everywhere, *groups], scope),
    )


def seats_matchups(scope: Scope) -> Drawing | None:
    """The advantage by matchup, sorted; None with fewer than two matchups."""
    found = best_first(claims(scope.rows("seats", scope="matchup"), "name", "advantage", 0))
    found = [replace(claim, name=versus(claim.name)) for claim in found]
    if len(found) < 2:
        return None
    is_named = len(found) <= _NAMED
    each = "row" if is_named else "upright line"
    return Drawing(
        "first-player-matchups",
        "Going first, matchup by matchup",
        f"Each {each} is one matchup, mirrors included, sorted by what going first is worth in it."
        f" {HOW_TO_READ} Intervals are each for itself: among {len(found)}, some miss their true"
        " value.",
        f"{len(found)} matchups, from {signed(found[0].gap)} points ({found[0].name}) to"
        f" {signed(found[-1].gap)} ({found[-1].name}).",
        _rows(found, scope) if is_named else _ranked(found, scope.matters),
    )


def seats_lengths(scope: Scope) -> Drawing | None:
    """The advantage by length of the game; None where that is not known."""
    found = claims(scope.rows("seats", scope="length"), "name", "advantage", 0)
    if len(found) < 2:
        return None
    return Drawing(
        "first-player-length",
        "Who wins the short games, and who the long ones",
        "Games by how long they lasted: how far the share that the first player won is from 50 %."
        f" {_course(found)} {HOW_TO_READ}",
        f"Dot plot by length, from {signed(found[0].gap)} points in the shortest games"
        f" to {signed(found[-1].gap)} in the longest.",
        _rows(found, scope),
    )


def _course(found: Sequence[Claim]) -> str:
    """What the advantage does as games get longer, and what that does not prove."""
    gaps = [claim.gap for claim in found]
    if all(later < sooner for sooner, later in pairwise(gaps)):
        text = "It falls with the length throughout: short games are the first player's"
    elif all(later > sooner for sooner, later in pairwise(gaps)):
        text = "It rises with the length throughout"
    else:
        best, worst = (pick(found, key=lambda claim: claim.gap).name for pick in (max, min))
        text = f"It neither rises nor falls with the length: highest at {best}, lowest at {worst}"
    return f"{text}. Length is no cause of it: who is winning also ends the game."


def _rows(found: Sequence[Claim], scope: Scope) -> Figure:
    names = [shorten(claim.name, 46) for claim in found]
    room = max(extent(name) for name in names) + 0.2
    height = row_height(len(found)) * max(2, len(found))
    figure, axes = canvas(height, Margins(room, 0.65, 0.25, 0.45))
    draw_claims(axes, found, scope.matters)
    set_limits(axes, found, scope.matters)
    name_rows(axes, names, SIZE)
    write_column(axes, [signed(claim.gap) for claim in found], 0.1)
    axes.set_xlabel(_AXIS)
    return figure


def _ranked(found: Sequence[Claim], matters: float) -> Figure:
    """Many matchups: one upright line each, unnamed but for the ends."""
    figure, axes = canvas(2.6, Margins(0.75, 0.2, 0.3, 0.5))
    x = np.arange(len(found))
    middle, low, high = bounds(found, 0)
    colors = [color_of(claim, matters) for claim in found]
    axes.axhspan(-matters, matters, color=BAND, linewidth=0)
    axes.axhline(0, color=MUTED, linewidth=0.9)
    lines = np.stack([np.stack([x, low], axis=1), np.stack([x, high], axis=1)], axis=1)
    width = min(2.0, 300 / len(found))
    axes.add_collection(LineCollection(list(lines), colors=colors, linewidths=width, alpha=0.45))
    axes.scatter(x, middle, s=9 if len(found) < 400 else 3, c=colors, linewidths=0, zorder=3)
    axes.set_xlim(-0.01 * len(found) - 1, 1.01 * len(found))
    axes.set_xticks([])
    axes.set_xlabel(f"{len(found):,} matchups, sorted", loc="left")
    axes.yaxis.set_major_locator(round_ticks(7))
    axes.set_ylabel("first player's score\nless 50, in points")
    axes.grid(visible=True, axis="y")
    axes.spines["bottom"].set_visible(False)
    axes.tick_params(axis="y", labelsize=SMALL, labelcolor=MUTED)
    _name_ends(axes, found)
    return figure


def _name_ends(axes: Axes, found: Sequence[Claim]) -> None:
    for at, align, claim in ((0.0, "left", found[0]), (1.0, "right", found[-1])):
        y, side = (1.02, "bottom") if not at else (0.0, "top")
        axes.text(
            at, y if not at else -0.03, f"{shorten(claim.name, 50)} {signed(claim.gap)}",
            transform=axes.transAxes, size=SMALL, color=MUTED, ha=align, va=side,
        )  # fmt: skip
