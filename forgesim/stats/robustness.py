"""What a pilot check shows: scores by who plays, pilot gaps, and what restrictions cost.

In a pilot check every tier of a crew plays every deck against every tier, on the same few pair
seeds. So what differs between two tiers differs on the same shuffles, and is told by paired
differences. Matchups are independent of each other.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from forgesim.stats.counts import Field, groups_in_order
from forgesim.stats.differences import Difference, pooled_difference
from forgesim.stats.effects import verdict
from forgesim.stats.frames import (
    BOUNDS,
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    frame,
    measured,
    points,
)
from forgesim.stats.metagame import metagame
from forgesim.stats.multiple import benjamini_hochberg, holm, two_sided
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate, estimates
from forgesim.stats.restrictions import (
    DECK_RESTRICTIONS,
    RESTRICTIONS,
    ProbeCounts,
    deck_restriction_rows,
    restriction_rows,
)

Array = np.ndarray[Any, Any]

ALL = "all"
"""In place of one opposing tier: all others, each counted alike."""
DECK, FACTION, FIRST, MATCHUP, SHARE = "deck", "faction", "first player", "matchup", "share"
"""Kinds of headline numbers; a share is that of a deck in the equilibrium."""

PILOT_SCORES = {
    **dict.fromkeys(("kind", "name", "tier", "against"), TEXT),
    "pairs": WHOLE,
    **dict.fromkeys(("score", "low", "high", "p", "p_adjusted"), NUMBER),
    "verdict": TEXT,
}
PILOT_STRENGTHS = {
    **dict.fromkeys(("tier", "against"), TEXT),
    "pairs": WHOLE,
    **dict.fromkeys(("score", "low", "high"), NUMBER),
    "is_strongest": YES_NO,
}
PILOT_GAPS = {
    **dict.fromkeys(("deck", "group", "tier", "against"), TEXT),
    "pairs": WHOLE,
    **dict.fromkeys(("score_against", "score", "gap", "low", "high", "p_adjusted"), NUMBER),
    **measured("beyond"),
    "beyond_p_adjusted": NUMBER,
    "verdict": TEXT,
}


CHECK_TABLES = (
    "pilot_scores", "pilot_strengths", "pilot_gaps", "restrictions", "deck_restrictions",
)  # fmt: skip
"""Names of the tables of a pilot check."""

Row = dict[str, Any]


@dataclass(frozen=True)
class CheckCounts:
    """The pairs of a pilot check, one by one.

    Attributes
    ----------
    field : Field
        Its decks and matchups.
    tiers : sequence of str
        The crew.
    reference : int
        Place of the tier by which gaps are measured.
    outcomes : int array (tiers, tiers, matchups, pairs)
        By who plays deck a and who plays deck b: three times the outcome of deck a going first,
        and its outcome going second, in halves of a point.
    probes : ProbeCounts
        What was played under restrictions; perhaps without a cell.
    """

    field: Field
    tiers: Sequence[str]
    reference: int
    outcomes: Array
    probes: ProbeCounts

    @cached_property
    def tables(self) -> Array:
        """Pairs by outcomes, (tiers, tiers, matchups, 3, 3)."""
        counted = np.stack([(self.outcomes == code).sum(axis=-1) for code in range(9)], axis=-1)
        return np.asarray(counted.reshape(*counted.shape[:-1], 3, 3))

    @cached_property
    def strengths(self) -> Array:
        """Strength of deck a in each pair, 0 to 1, in the shape of `outcomes`."""
        return np.asarray(STRENGTH.ravel()[self.outcomes])

    @property
    def is_mirror(self) -> Array:
        """Matchups in which a deck meets itself."""
        return np.asarray(self.field.deck_a == self.field.deck_b)


Make = Callable[[CheckCounts, float], Iterable[Row]]
"""Makes the rows of a table, from the threshold as well."""


def check_tables(
    check: CheckCounts | None,
    matters: float,
    lists: Sequence[Sequence[str]] = (),
    played: Sequence[str] = (),
) -> dict[str, pd.DataFrame]:
    """The tables of a pilot check; empty without one.

    Parameters
    ----------
    check : CheckCounts or None
    matters : float
        Points from which on a difference matters.
    lists : sequence of sequences of str
        Card ids of each deck of the field, with copies.
    played : sequence of str
        Tiers of the run itself: their equilibrium is known from more games.

    Returns
    -------
    dict of str to pandas.DataFrame
        By name: `CHECK_TABLES`.
    """

    def scores(check: CheckCounts, matters: float) -> Iterator[Row]:
        yield from _score_rows(check, matters)
        yield from _share_rows(check, lists, played)

    makers: Sequence[tuple[dict[str, str], Make]] = (
        (PILOT_SCORES, scores),
        (PILOT_STRENGTHS, _strength_rows),
        (PILOT_GAPS, _gap_rows),
        (RESTRICTIONS, lambda check, matters: restriction_rows(check.field, check.probes, matters)),
        (
            DECK_RESTRICTIONS,
            lambda check, matters: deck_restriction_rows(check.field, check.probes, matters),
        ),
    )
    return {
        name: frame(columns, () if check is None else make(check, matters))
        for name, (columns, make) in zip(CHECK_TABLES, makers, strict=True)
    }


# Scores by who plays


def _score_rows(check: CheckCounts, matters: float) -> Iterator[Row]:
    """Factions and decks by all who play; what compares decks alone where both sides are even."""
    tiers = range(len(check.tiers))
    for own, other in ((x, y) for x in tiers for y in tiers):
        about = {"tier": check.tiers[own], "against": check.tiers[other]}
        for kind, found in _scores(check, own, other).items():
            adjust = benjamini_hochberg if kind == MATCHUP else holm
            yield from (about | row for row in _judged(kind, found, own == other, matters, adjust))


def _scores(check: CheckCounts, own: int, other: int) -> dict[str, dict[str, Estimate]]:
    """Estimates by kind and name of what `own` plays, where `other` plays all else."""
    field = check.field
    groups = np.array(field.groups)
    found: dict[str, dict[str, Estimate]] = {FACTION: {}, DECK: {}}
    for group in groups_in_order(field.groups):
        found[FACTION][group] = _score_of(check, groups == group, own, other)
    for place, deck in enumerate(field.decks):
        chosen = np.arange(len(field.decks)) == place
        found[DECK][deck] = _score_of(check, chosen, own, other)
    if own == other:
        pairs = check.tables[own, own]
        found[FIRST] = {"overall": estimate(pairs, FIRST_PLAYER)}
        each = estimates(pairs[:, None], STRENGTH)
        found[MATCHUP] = {
            f"{field.decks[field.deck_a[at]]} - {field.decks[field.deck_b[at]]}": each[int(at)]
            for at in np.flatnonzero(~check.is_mirror)
        }
    return {kind: {name: score for name, score in scores.items() if score is not None}
            for kind, scores in found.items()}  # fmt: skip


def _score_of(check: CheckCounts, chosen: Array, own: int, other: int) -> Any:
    """Score of some decks against those that are not chosen; None where there are none."""
    a, b = chosen[check.field.deck_a], chosen[check.field.deck_b]
    pairs = np.concatenate([check.tables[own, other][a & ~b], check.tables[other, own][b & ~a]])
    if not len(pairs):
        return None
    is_b = np.arange(len(pairs)) >= (a & ~b).sum()
    return estimate(pairs, np.where(is_b[:, None, None], 1 - STRENGTH, STRENGTH))


def _judged(
    kind: str, found: Mapping[str, Estimate], is_even: bool, matters: float, adjust: Any
) -> Iterator[Row]:
    """Rows of one kind; where both sides are played alike, with what can be said of them."""
    p = two_sided([score.z for score in found.values()])
    for (name, score), own_p, adjusted in zip(found.items(), p, adjust(p), strict=True):
        row: dict[str, Any] = points("score", (score.mean, score.low, score.high), BOUNDS)
        row |= {"kind": kind, "name": name, "pairs": score.pairs}
        if is_even:
            row |= {"p": own_p, "p_adjusted": adjusted}
            row["verdict"] = verdict(row["low"] - 50, row["high"] - 50, matters)
        yield row


def _share_rows(
    check: CheckCounts, lists: Sequence[Sequence[str]], played: Sequence[str]
) -> Iterator[Row]:
    """Shares of decks in the equilibrium, for each tier that the run has not played."""
    for place, tier in enumerate(check.tiers):
        pairs = check.tables[place, place]
        found = None if tier in played or not lists else metagame(check.field, pairs, lists)
        for deck, share in zip(check.field.decks, found.shares.T if found else (), strict=False):
            value = tuple(float(part) for part in share)
            row = points("score", (value[0], value[1], value[2]), BOUNDS)
            row_pairs = {"pairs": int(pairs.sum())}
            yield {"kind": SHARE, "name": deck, "tier": tier, "against": tier, **row_pairs, **row}


# Who plays best


def _strength_rows(check: CheckCounts, _: float) -> Iterator[Row]:
    """Scores of each tier against each other and against all, from the same decks both ways."""
    tiers = range(len(check.tiers))
    for own in tiers if len(check.tiers) > 1 else ():
        others = [other for other in tiers if other != own]
        found = [(ALL, _lead(check, own, others))]
        found += [(check.tiers[other], _lead(check, own, [other])) for other in others]
        for against, lead in found:
            value = tuple(0.5 + part / 2 for part in (lead.mean, lead.low, lead.high))
            yield {
                "tier": check.tiers[own],
                "against": against,
                "pairs": 2 * len(others) * lead.pairs if against == ALL else 2 * lead.pairs,
                **points("score", (value[0], value[1], value[2]), BOUNDS),
                "is_strongest": own == strongest(check),
            }


def _lead(check: CheckCounts, own: int, others: Sequence[int]) -> Difference:
    """What decks score in the hands of one tier, less what they do in those of its opponents.

    Each pair of decks is played both ways round, so which deck is better cancels.
    """
    s = check.strengths
    leads = np.mean([s[own, other] - s[other, own] for other in others], axis=0)
    return pooled_difference(leads, np.full(len(leads), 1 / len(leads)))


def strongest(check: CheckCounts) -> int:
    """Place of the tier that scores most against all others; of equals, the first one."""
    mean = check.strengths.mean(axis=(2, 3))
    return int(np.argmax(mean.sum(axis=1) - mean.sum(axis=0)))


def best_but_reference(check: CheckCounts) -> int:
    """Place of the tier that scores most against all others, the reference left out."""
    mean = check.strengths.mean(axis=(2, 3))
    lead = mean.sum(axis=1) - mean.sum(axis=0)
    lead[check.reference] = -np.inf
    return int(np.argmax(lead))


# Pilot gaps


def _gap_rows(check: CheckCounts, matters: float) -> list[Row]:
    """What each deck gains in the best hands, against a field that the reference plays."""
    decks = len(check.field.decks)
    if len(check.tiers) < 2 or decks < 2:
        return []
    own, other = best_but_reference(check), check.reference
    gains = _Gains(check, own, other)
    found = [gains.of(place) for place in range(decks)]
    beyond = [gains.beyond(place) for place in range(decks)]
    adjusted, apart = (holm([each.p for each in part]) for part in (found, beyond))
    rows = []
    for place, deck in enumerate(check.field.decks):
        chosen = np.arange(decks) == place
        score, before = (_score_of(check, chosen, tier, other) for tier in (own, other))
        over, gap = beyond[place], found[place]
        row = {
            "deck": deck,
            "group": check.field.groups[place],
            "tier": check.tiers[own],
            "against": check.tiers[other],
            "pairs": gap.pairs,
            "score_against": 100 * before.mean,
            "score": 100 * score.mean,
            **points("gap", (gap.mean, gap.low, gap.high), BOUNDS),
            "p_adjusted": adjusted[place],
            **points("beyond", (over.mean, over.low, over.high)),
            "beyond_p_adjusted": apart[place],
        }
        row["verdict"] = verdict(row["beyond_low"], row["beyond_high"], matters)
        rows.append(row)
    return sorted(rows, key=lambda row: (-row["gap"], row["deck"]))


class _Gains:
    """What decks gain when one tier plays them instead of another, against that other."""

    def __init__(self, check: CheckCounts, own: int, other: int) -> None:
        self._field = check.field
        self._n = len(check.field.decks)
        is_mirror, s = check.is_mirror, check.strengths
        before = s[other, other][~is_mirror]
        self._a = s[own, other][~is_mirror] - before
        self._b = before - s[other, own][~is_mirror]
        self._deck_a, self._deck_b = (
            deck[~is_mirror] for deck in (check.field.deck_a, check.field.deck_b)
        )

    def of(self, deck: int) -> Difference:
        """Mean gain of a deck over its opponents, each counted alike."""
        return self._sum(self._shares(deck))

    def beyond(self, deck: int) -> Difference:
        """The same, less the mean of all decks."""
        own, everyone = self._shares(deck), np.ones((2, len(self._deck_a))) / self._of_all
        return self._sum(own - everyone)

    @property
    def _of_all(self) -> float:
        return 2 * len(self._deck_a)

    def _shares(self, deck: int) -> Array:
        is_its = np.stack([self._deck_a == deck, self._deck_b == deck])
        return np.asarray(is_its / is_its.sum())

    def _sum(self, weights: Array) -> Difference:
        """A weighted sum of the gains of deck a and of deck b, which are of the same games."""
        total = np.abs(weights).sum(axis=0)
        known = np.maximum(total, 1e-300)[:, None]
        values = (weights[0][:, None] * self._a + weights[1][:, None] * self._b) / known
        return pooled_difference(values, total)
