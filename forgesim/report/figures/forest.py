"""Forest plots: scores of factions and decks with their intervals."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from forgesim.report.agreement import Marks, marks
from forgesim.report.figures.dots import (
    HOW_TO_READ,
    MANY,
    draw_claims,
    name_rows,
    row_height,
    set_limits,
    write_column,
)
from forgesim.report.figures.style import (
    MUTED,
    SIZE,
    SMALL,
    Drawing,
    Margins,
    canvas,
    extent,
    shorten,
)
from forgesim.report.findings.scores import deck_claims, faction_claims
from forgesim.report.scope import Scope, group_of, members
from forgesim.report.verdicts import Claim
from forgesim.report.words import counted, number, percent, plural, threshold


def faction_forest(scope: Scope) -> Drawing | None:
    """Scores of the groups of which something can be said; None where there are none."""
    found = best_first(faction_claims(scope))
    if not found:
        return None
    marked = marks(scope, faction_claims)
    decks = {group: counted(len(own), "deck") for group, own in members(scope.results).items()}
    what = plural(scope.group)
    return Drawing(
        "factions",
        f"How much the {what} win",
        f"Each dot is the share of games that the mono decks of one {scope.group} win against all"
        f" decks that are not mono of it. {HOW_TO_READ} The band is {threshold(scope.matters)} to"
        f" either side of even.{_about_marks(found, marked)}",
        alt_of(found, what),
        _draw(found, [decks[claim.name] for claim in found], scope, marked),
    )


def deck_forest(scope: Scope) -> Drawing | None:
    """Scores of the decks; None where there are none."""
    found = best_first(deck_claims(scope))
    if not found:
        return None
    groups, marked = group_of(scope.results), marks(scope, deck_claims)
    return Drawing(
        "decks",
        "How much each deck wins",
        "Each dot is the share of games that a deck wins against all other decks of this field,"
        f" every one counted alike. {HOW_TO_READ} The band is {threshold(scope.matters)} to either"
        " side of even. A score is about this field: with other opponents it would be another."
        f"{_about_marks(found, marked)}",
        alt_of(found, "decks"),
        _draw(found, [groups[claim.name] for claim in found], scope, marked),
    )


def _about_marks(found: Sequence[Claim], marked: Marks) -> str:
    """What the sign behind a name means, where one stands."""
    if not any(claim.name in marked.contrary for claim in found):
        return ""
    return f" {_MARK.strip()} marks what does not hold with every pilot tier."


_MARK = " \u2020"
"""Behind the name of what does not hold with every pilot tier."""


def best_first(found: Sequence[Claim]) -> list[Claim]:
    """Claims by size, the largest first."""
    return sorted(found, key=lambda claim: (-claim.gap, claim.name))


def alt_of(found: Sequence[Claim], what: str) -> str:
    """The ends of a ranking, in words."""
    first, last = found[0], found[-1]
    return (
        f"Dot plot of {len(found)} {what}, from {first.name} with {percent(50 + first.gap)} down to"
        f" {last.name} with {percent(50 + last.gap)}. All values are in the table."
    )


def _draw(found: Sequence[Claim], notes: Sequence[str], scope: Scope, marked: Marks) -> Figure:
    size = SIZE if len(found) <= MANY else SMALL
    names = [
        shorten(each.name, 30) + (_MARK if each.name in marked.contrary else "") for each in found
    ]
    room = max(extent(name, size) for name in names) + 0.2
    beside = max(extent(note, SMALL) for note in notes)
    margins = Margins(room, 0.55 + beside, 0.3, 0.45)
    figure, axes = canvas(row_height(len(found)) * max(len(found), 2), margins)
    draw_claims(axes, found, scope.matters, even=50)
    set_limits(axes, found, scope.matters, even=50)
    name_rows(axes, names, size)
    axes.set_xlabel("games won, in percent")
    write_column(axes, [number(50 + claim.gap) for claim in found], 0.1)
    write_column(axes, notes, 0.5, MUTED)
    return figure
