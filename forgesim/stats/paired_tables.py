"""Two versions of a game on the same seeds: exact sums, and the table of what differs.

D is a number of one pair in the new version less the same number of the same pair in the old one.
What the shuffles do to both cancels. Of every number of a pair only sums are kept: they merge in
any order, and suffice for every mean over matchups and its interval.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from forgesim.stats.counts import Field, groups_in_order
from forgesim.stats.differences import NO_DIFFERENCE, Difference, Moments, moment_difference
from forgesim.stats.effects import MATTERS, UNDECIDED, verdict
from forgesim.stats.frames import NUMBER, TEXT, WHOLE
from forgesim.stats.multiple import LEVEL, holm

Array = np.ndarray[Any, Any]
Row = dict[str, Any]

NUMBERS = ("strength", "first player", "a first", "a second", "turns", "draws")
"""Numbers of a pair, all whole; after them, how many of its games end for each reason.

Strength of deck a and score of who goes first in quarters, deck a's score going first and second in
halves; the sum of the turns of both games; how many of them are drawn.
"""
STRENGTH, FIRST_PLAYER, A_FIRST, A_SECOND, TURNS, DRAWS, REASONS = range(7)
"""Places of these numbers; the first reason stands at `REASONS`."""
MATTERS_TURNS = 0.5
"""Turns of both players from which on a difference of the mean length matters."""
SAME = "same"
"""Verdict on what is known to be the same: no matchup in it has other games."""
MOST_PAIRS = 10**9
"""Pairs beyond which a difference counts as lying at the threshold: no number would decide."""

DIFFERENCES = {
    **dict.fromkeys(("tier", "scope", "name", "seat", "measure", "unit"), TEXT),
    **dict.fromkeys(("old", "new", "difference", "low", "high"), NUMBER),
    **dict.fromkeys(("p", "p_adjusted"), NUMBER),
    **dict.fromkeys(("matchups", "pairs", "moved"), WHOLE),
    "verdict": TEXT,
    "needed_pairs": NUMBER,
}
"""Columns of the table of differences, in its order."""


@dataclass(frozen=True)
class PairedCounts:
    """Sums over the pairs that two versions share, by matchup; all arrays hold whole numbers.

    Attributes
    ----------
    field : Field
        The decks that both have, and the matchups.
    reasons : sequence of str
        Why games end.
    pairs : int array (matchups,)
        Pairs of each matchup, in either version.
    old, new : int arrays (matchups, numbers)
        Sum of each number of a pair (`NUMBERS`, then the reasons) in either version.
    square, moved : int arrays (matchups, numbers)
        Sum of the squares of D, and pairs in which it is not 0.
    is_same : bool array (matchups,)
        Whether both versions play the same games, as is known without playing.
    is_even : bool
        Whether both decks of a pair have their pilots alike, so that scores compare decks.
    """

    field: Field
    reasons: Sequence[str]
    pairs: Array
    old: Array
    new: Array
    square: Array
    moved: Array
    is_same: Array
    is_even: bool = True


def pair_numbers(outcomes: Array, reasons: Array, turns: Array, n_reasons: int) -> Array:
    """The numbers of pairs.

    Parameters
    ----------
    outcomes, reasons, turns : int arrays (pairs, 2)
        Of the game that deck a begins, and of the other: deck a's outcome in halves of a point, why
        the game ended, and after how many turns.
    n_reasons : int

    Returns
    -------
    int64 array (pairs, 6 + n_reasons)
    """
    first, second = outcomes.astype(np.int64).T
    found = np.empty((len(first), REASONS + n_reasons), np.int64)
    found[:, STRENGTH] = first + second
    found[:, FIRST_PLAYER] = first + 2 - second
    found[:, A_FIRST] = first
    found[:, A_SECOND] = second
    found[:, TURNS] = turns.sum(axis=1, dtype=np.int64)
    found[:, DRAWS] = (outcomes == 1).sum(axis=1)
    for place in range(n_reasons):
        found[:, REASONS + place] = (reasons == place).sum(axis=1)
    return found


@dataclass(frozen=True)
class About:
    """What a number of the table is: the texts of its columns."""

    scope: str
    name: str
    seat: str = ""
    measure: str = "score"
    unit: str = "points"


@dataclass(frozen=True)
class Measure:
    """A mean over matchups of one number of their pairs, for a table.

    Attributes
    ----------
    about : About
    matchups : int array (k,)
    columns : int array (k,)
        The number that is taken of each.
    signs : int array (k,)
        1, or -1 where it counts for the other deck: 1 less it is meant then.
    scale : float
        What a whole number of a pair stands for.
    """

    about: About
    matchups: Array
    columns: Array
    signs: Array
    scale: float

    def level(self, counts: PairedCounts, totals: Array) -> float:
        """Its value in one version: a score or share from 0 to 1, or turns."""
        at = self.matchups
        means = totals[at, self.columns] / counts.pairs[at] * self.scale
        return float(np.where(self.signs > 0, means, 1 - means).mean())

    def difference(self, counts: PairedCounts) -> Difference:
        """New less old; exactly 0 where all matchups are the same games."""
        played = ~counts.is_same[self.matchups]
        if not played.any():
            return NO_DIFFERENCE
        at, column = self.matchups[played], self.columns[played]
        total = (counts.new[at, column] - counts.old[at, column]) * self.scale
        square = counts.square[at, column] * self.scale**2
        moments = Moments(counts.pairs[at], total, square, counts.moved[at, column])
        most = np.inf if self.about.unit == "turns" else 1.0
        return moment_difference(moments, self.signs[played] / len(self.matchups), most)


def measures(counts: PairedCounts) -> Iterator[Measure]:
    """Everything that the table of differences is about, in its order."""
    field, matchups = counts.field, np.arange(len(counts.pairs))
    yield _overall("first-player advantage", "points", matchups, FIRST_PLAYER, 1 / 4)
    yield _overall("mean turns", "turns", matchups, TURNS, 1 / 2)
    yield _overall("draws", "percent", matchups, DRAWS, 1 / 2)
    for place, reason in enumerate(counts.reasons):
        yield _overall(f"ends by {reason}", "percent", matchups, REASONS + place, 1 / 2)
    if counts.is_even:
        groups = np.array(field.groups)
        sides = [("group", group, groups == group) for group in groups_in_order(field.groups)]
        decks = np.arange(len(field.decks))
        sides += [("deck", deck, decks == place) for place, deck in enumerate(field.decks)]
        for seat in ("", "first", "second"):
            for scope, name, chosen in sides:
                yield from _scores(field, scope, name, chosen, seat)
    for place, (a, b) in enumerate(zip(field.deck_a, field.deck_b, strict=True)):
        if a != b:
            name = f"{field.decks[a]} - {field.decks[b]}"
            one, column = np.array([place]), np.array([STRENGTH])
            yield Measure(About("matchup", name), one, column, np.ones(1, int), 1 / 4)


def _overall(measure: str, unit: str, matchups: Array, column: int, scale: float) -> Measure:
    whole = np.ones(len(matchups), int)
    about = About("headline", measure, "", measure, unit)
    return Measure(about, matchups, column * whole, whole, scale)


def _scores(field: Field, scope: str, name: str, chosen: Array, seat: str) -> Iterator[Measure]:
    """Score of some decks against all others, mirrors and their own meetings left out."""
    is_a, is_b = chosen[field.deck_a], chosen[field.deck_b]
    matchups = np.flatnonzero(is_a != is_b)
    if not len(matchups):
        return
    as_a = is_a[matchups]
    if not seat:
        columns, scale = np.full(len(matchups), STRENGTH), 1 / 4
    else:  # deck b goes first in the game in which deck a goes second
        own, other = (A_FIRST, A_SECOND) if seat == "first" else (A_SECOND, A_FIRST)
        columns, scale = np.where(as_a, own, other), 1 / 2
    signs = np.where(as_a, 1, -1)
    yield Measure(About(scope, name, seat), matchups, columns, signs, scale)


def difference_rows(tier: str, counts: PairedCounts, matters: float) -> list[Row]:
    """Rows of the table of differences, all of one tier.

    Each scope (headline, group, deck, matchup), and groups and decks by seat once more, is a family
    within which p-values are adjusted (Holm); what is known to be the same is not tested.

    Parameters
    ----------
    tier : str
    counts : PairedCounts
    matters : float
        Points from which on a difference matters; for the mean length `MATTERS_TURNS` counts.
    """
    rows = [_row(tier, measure, counts) for measure in measures(counts)]
    families: dict[tuple[str, bool], list[Row]] = {}
    for row in rows:
        families.setdefault((row["scope"], bool(row["seat"])), []).append(row)
    for family in families.values():
        adjusted = holm([row["p"] for row in family])
        for row, p in zip(family, adjusted, strict=True):
            row["p_adjusted"] = float(p)
            row.update(judged(row, row["pairs"] / max(1, row["matchups"]), matters))
    return rows


def _row(tier: str, measure: Measure, counts: PairedCounts) -> Row:
    about, at = measure.about, measure.matchups
    factor = 1.0 if about.unit == "turns" else 100.0
    off = 50.0 if about.measure == "first-player advantage" else 0.0
    found = measure.difference(counts)
    is_same = bool(counts.is_same[at].all())
    return {
        "tier": tier,
        **asdict(about),
        "old": factor * measure.level(counts, counts.old) - off,
        "new": factor * measure.level(counts, counts.new) - off,
        "difference": factor * found.mean,
        "low": factor * found.low,
        "high": factor * found.high,
        "p": np.nan if is_same else found.p,
        "matchups": len(at),
        "pairs": int(counts.pairs[at].sum()),
        "moved": int(counts.moved[at, measure.columns].sum()),
        "is_same": is_same,
    }


def judged(row: Mapping[str, Any], pairs: float, matters: float) -> Row:
    """Verdict on a difference, and the pairs of each matchup that would decide it.

    What would matter by its own interval, but is not significant among all of its family, is
    undecided: of many intervals, some lie far out by luck.

    Parameters
    ----------
    row : mapping
        With `difference`, `low`, `high`, `p_adjusted`, `unit`, and `is_same` where nothing differs.
    pairs : float
        Pairs of each matchup that were played.
    matters : float
        In points.
    """
    if row.get("is_same"):
        return {"verdict": SAME, "needed_pairs": np.nan}
    limit = MATTERS_TURNS if row["unit"] == "turns" else matters
    found = verdict(row["low"], row["high"], limit)
    if found == MATTERS and not row["p_adjusted"] < LEVEL:
        found = UNDECIDED
    if found != UNDECIDED:
        return {"verdict": found, "needed_pairs": np.nan}
    return {"verdict": found, "needed_pairs": pairs_to_decide(row, pairs, limit)}


def pairs_to_decide(row: Mapping[str, Any], pairs: float, limit: float) -> float:
    """Pairs of each matchup at which the interval would no longer reach the threshold.

    If the difference stays as it is: the interval shrinks with the root of the pairs. Infinite at
    the threshold itself.
    """
    half, room = (row["high"] - row["low"]) / 2, abs(abs(row["difference"]) - limit)
    factor = max(1.5, (half / room) ** 2) if room else np.inf
    needed = float(np.ceil(pairs * factor))
    return needed if needed <= MOST_PAIRS else np.inf
