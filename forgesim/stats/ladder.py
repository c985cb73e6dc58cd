"""Pilots compared by exchanges: scores of two at a time, ratings and ranks of all.

An exchange is one pair seed that two pilots play as two mirrored pairs, with their places changed
in the second: four games, scored from 0 to 1 for the first of the two. It is the unit. Exchanges of
one pair of decks (a cell) are independent and identically distributed, and so are cells; exchanges
on the same seed by other pilots are not independent of each other, and are never taken to be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from forgesim.stats.counts import Field
from forgesim.stats.multiple import LEVEL, holm, two_sided
from forgesim.stats.pairs import Z95, Estimate, estimate
from forgesim.stats.ratings import ELO, fit_field

Array = np.ndarray[Any, Any]

EIGHTHS = np.arange(9) / 8
"""The scores that an exchange can have, in the order of its counts."""

_STEP = 1e-3
"""By what part of itself a score is moved to see what that does to the ratings."""


def exchange_score(eighths: Array) -> Estimate:
    """Estimate a pilot's mean score over cells, each with the same weight.

    The interval is that of `forgesim.stats.pairs.estimates`, with the exchange in the place of the
    pair: Wilson's at the effective size, with one pseudo-exchange at 0 and one at 1.

    Parameters
    ----------
    eighths : int array (cells, exchanges)
        Scores of exchanges, 0 to 8; at least one for each cell.
    """
    counts = np.stack([np.bincount(row, minlength=len(EIGHTHS)) for row in eighths])
    # It counts nine outcomes of whatever kind.
    return estimate(counts.reshape(-1, 3, 3), EIGHTHS.reshape(3, 3))


@dataclass(frozen=True)
class Ranking:
    """Ratings of pilots, with what is certain of their order.

    Attributes
    ----------
    ratings, errors : float arrays (pilots,)
        On the Elo scale, above one of the pilots, which has 0: of two that are 100 apart the better
        one scores about 64 %.
    scores, score_errors : float arrays (pilots,)
        Mean score against the others, each with the same weight, 0 to 1.
    best, worst : int arrays (pilots,)
        The ranks that a pilot can have, from 1: it is behind those, and before those, that are
        certainly better and worse, all comparisons of two ratings taken together (Holm, 5 %).
    misfit : float
        Largest difference of a score of two pilots from the one that their ratings say, 0 to 1.
    """

    ratings: Array
    errors: Array
    scores: Array
    score_errors: Array
    best: Array
    worst: Array
    misfit: float

    @property
    def low(self) -> Array:
        """Lower bounds of 95 % intervals, each for itself."""
        return np.asarray(self.ratings - Z95 * self.errors)

    @property
    def high(self) -> Array:
        """Upper bounds."""
        return np.asarray(self.ratings + Z95 * self.errors)


def rank(
    first: Sequence[int], second: Sequence[int], eighths: Sequence[Array], anchor: int = 0
) -> Ranking:
    """Rate and rank pilots that have all met each other.

    The model is that of Bradley and Terry, as in `forgesim.stats.ratings`; who goes first has no
    part in it, since each of two pilots goes first as often with either deck. Each two pilots weigh
    the same, however many exchanges they have played. Errors are by the delta method, from the
    covariance of all scores: exchanges on the same seed hang together.

    Valid from some ten exchanges of each cell on. A single number cannot say that a beats b, b
    beats c and c beats a: `misfit` shows how far the scores are from what ratings can say.

    Parameters
    ----------
    first, second : sequences of int
        The two pilots of each meeting, from 0 without a gap; each two of them meet once.
    eighths : sequence of int arrays (cells, exchanges)
        The first pilot's scores in each meeting, 0 to 8. Meetings may have different numbers of
        exchanges, at least two; those that both have are on the same seeds.
    anchor : int
        The pilot whose rating is 0. Any is as good for differences of ratings; the error of each
        rating is that of its difference from this one.

    References
    ----------
    R. A. Bradley, M. E. Terry (1952), as in `forgesim.stats.ratings`; the delta method: A. W. van
    der Vaart (1998), Asymptotic Statistics, chapter 3.
    """
    pilots = 1 + max(*first, *second)
    field = Field([""] * pilots, [""] * pilots, np.array(first), np.array(second))
    sizes = np.array([each.size for each in eighths])
    means = np.array([each.mean() / 8 for each in eighths])
    # One exchange that is even keeps who wins everything finite.
    scores = (sizes * means + 0.5) / (sizes + 1)
    ratings = _fit(field, scores[None], anchor)[0]
    covariance = _covariance(eighths)
    slopes = _slopes(field, scores, anchor)
    spread = slopes @ covariance @ slopes.T
    shares = _shares(field, pilots)
    best, worst = _ranks(ratings, spread)
    odds = (ratings[field.deck_a] - ratings[field.deck_b]) / ELO
    return Ranking(
        ratings=ratings,
        errors=np.sqrt(np.diag(spread)),
        scores=shares @ (means - 0.5) + 0.5,
        score_errors=np.sqrt(np.diag(shares @ covariance @ shares.T)),
        best=best,
        worst=worst,
        misfit=float(np.abs(scores - expit(odds)).max()),
    )


def _fit(field: Field, scores: Array, anchor: int) -> Array:
    """Ratings (times, pilots) from scores of meetings (times, meetings)."""
    both = np.repeat(scores[:, :, None], 2, axis=2)
    ratings = fit_field(field, both, np.ones_like(both))[:, :-1]
    return np.asarray(ratings - ratings[:, [anchor]])


def _slopes(field: Field, scores: Array, anchor: int) -> Array:
    """How much each rating (rows) changes with each meeting's score (columns)."""
    step = _STEP * np.minimum(scores, 1 - scores)
    moved = [_fit(field, scores + np.diag(sign * step), anchor) for sign in (1, -1)]
    return np.asarray((moved[0] - moved[1]).T / (2 * step))


def _shares(field: Field, pilots: int) -> Array:
    """Weights (pilots, meetings) by which scores of meetings make up a pilot's mean score."""
    shares = np.zeros((pilots, len(field.deck_a)))
    meetings = np.arange(len(field.deck_a))
    shares[field.deck_a, meetings] = 1 / (pilots - 1)
    shares[field.deck_b, meetings] = -1 / (pilots - 1)
    return shares


def _covariance(eighths: Sequence[Array]) -> Array:
    """Covariance of the mean scores of meetings: exchanges on one seed hang together."""
    size = len(eighths)
    found = np.zeros((size, size))
    for k in range(size):
        for other in range(k, size):
            found[k, other] = found[other, k] = _shared(eighths[k], eighths[other])
        # As wide as the meeting's own interval: it does not degenerate when all exchanges agree.
        found[k, k] = max(found[k, k], exchange_score(eighths[k]).error ** 2)
    return found


def _shared(one: Array, other: Array) -> float:
    """Covariance of two meetings' mean scores over cells."""
    both = min(one.shape[1], other.shape[1])
    a, b = (each[:, :both] / 8 for each in (one, other))
    products = (a - a.mean(axis=1, keepdims=True)) * (b - b.mean(axis=1, keepdims=True))
    by_cell = products.sum(axis=1) / (both - 1)
    share = both / (one.shape[1] * other.shape[1] * len(one) ** 2)
    return float(share * by_cell.sum())


def _ranks(ratings: Array, spread: Array) -> tuple[Array, Array]:
    """Best and worst rank of each pilot, from ratings and their covariance."""
    a, b = np.triu_indices(len(ratings), 1)
    differences = ratings[a] - ratings[b]
    errors = np.sqrt(spread[a, a] + spread[b, b] - 2 * spread[a, b])
    with np.errstate(divide="ignore", invalid="ignore"):
        # Pilots that play alike differ by exactly nothing.
        z = np.where(differences == 0, 0.0, differences / errors)
    is_certain = holm(two_sided(z)) < LEVEL
    better, worse = (
        np.where(differences > 0, a, b)[is_certain],
        np.where(differences > 0, b, a)[is_certain],
    )
    above, below = (np.bincount(each, minlength=len(ratings)) for each in (worse, better))
    return 1 + above, len(ratings) - below
