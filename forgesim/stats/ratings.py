"""Ratings: one number a deck that explains its scores against all others."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from forgesim.stats.bootstrap import resamples
from forgesim.stats.counts import Field
from forgesim.stats.pairs import Z95

Array = np.ndarray[Any, Any]

ELO = 400 / np.log(10)
"""Elo points in one unit of log-odds."""

_STEPS = 60
_CLOSE = 1e-9


@dataclass(frozen=True)
class Ratings:
    """Strengths on the Elo scale, and what going first is worth on it.

    Attributes
    ----------
    decks : float array (decks,)
        With mean 0. Of two decks 100 apart the better one scores 64 % where the seat is worth
        nothing, or about that on the mean of both seats.
    first : float
        What a deck gains by going first, and loses by going second.
    """

    decks: Array
    first: float


@dataclass(frozen=True)
class RatedField:
    """Ratings of a field, with standard errors by bootstrap over pairs.

    Attributes
    ----------
    ratings : Ratings
        NaN for decks of a field that does not hang together: no rating compares its parts.
    errors : float array (decks,)
        Standard errors, Elo points.
    first_error : float
        Standard error of what going first is worth.
    """

    ratings: Ratings
    errors: Array
    first_error: float

    @property
    def low(self) -> Array:
        """Lower bounds of 95 % intervals, each for itself."""
        return self.ratings.decks - Z95 * self.errors

    @property
    def high(self) -> Array:
        """Upper bounds."""
        return self.ratings.decks + Z95 * self.errors


def bradley_terry(deck_a: Array, deck_b: Array, scores: Array, games: Array) -> Ratings:
    """Fit the model of Bradley and Terry with a term for going first, by maximum likelihood.

    The log-odds that deck a wins is its strength less deck b's, plus the first-player term where a
    goes first, minus it where b does. Draws count as half a win. Games are taken as independent,
    which those of a pair are not: take errors from `rate_field`, not from the model.

    Valid where decks are comparable: from every deck a chain of wins leads to every other. Else a
    strength is infinite, and what comes out is where the fit gave up.

    Parameters
    ----------
    deck_a, deck_b : int arrays (matchups,)
        Decks of each matchup, from 0 without a gap; mirrors inform the first-player term only.
    scores : float array (matchups, 2)
        Sum of deck a's scores in the games in which it goes first, and second.
    games : float array (matchups, 2)
        Number of those games.

    Returns
    -------
    Ratings

    References
    ----------
    R. A. Bradley, M. E. Terry (1952), "Rank analysis of incomplete block designs: I. The method of
    paired comparisons", Biometrika 39, 324-345; with an order effect: R. R. Davidson,
    R. J. Beaver (1977), "On extending the Bradley-Terry model to incorporate within-pair order
    effects", Biometrics 33, 693-702.
    """
    # statsmodels takes two seconds to import, and the tables of a run do without.
    from statsmodels.genmod.families import Binomial  # noqa: PLC0415
    from statsmodels.genmod.generalized_linear_model import GLM  # noqa: PLC0415
    from statsmodels.tools.sm_exceptions import PerfectSeparationWarning  # noqa: PLC0415

    n = int(max(deck_a.max(), deck_b.max())) + 1
    signs = np.zeros((len(deck_a), n))
    rows = np.arange(len(deck_a))
    np.add.at(signs, (rows, deck_a), 1.0)
    np.add.at(signs, (rows, deck_b), -1.0)
    # The last deck is minus the sum of the others: strengths add up to 0.
    basis = np.vstack([np.eye(n - 1), -np.ones(n - 1)])
    first = np.tile([1.0, -1.0], len(rows))[:, None]
    x = np.hstack([np.repeat(signs @ basis, 2, axis=0), first])
    played = games.ravel() > 0
    wins, lost = scores.ravel()[played], (games - scores).ravel()[played]
    with warnings.catch_warnings():
        # Two decks, or games that a rating explains exactly, leave nothing over: that is no fault.
        warnings.simplefilter("ignore", PerfectSeparationWarning)
        warnings.filterwarnings("ignore", "divide by zero", RuntimeWarning)
        fit = GLM(np.column_stack([wins, lost]), x[played], family=Binomial()).fit(tol=1e-12)
    return Ratings(ELO * basis @ fit.params[:-1], float(ELO * fit.params[-1]))


def rate_field(field: Field, pairs: Array) -> RatedField:
    """Rate the decks of a field, with errors by bootstrap over pairs.

    Every deck is given a pseudo-pair of two draws, spread evenly over its matchups: it keeps a deck
    that wins everything finite, and weighs nothing beside a hundred pairs. The model is that of
    `bradley_terry`, fitted by Newton's method to all resamples at once: a general GLM takes seconds
    for 60 decks, once.

    Parameters
    ----------
    field : Field
        Decks and matchups.
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes.

    Returns
    -------
    RatedField
    """
    decks = len(field.decks)
    if not is_connected(decks, field.deck_a, field.deck_b):
        nothing = np.full(decks, np.nan)
        return RatedField(Ratings(nothing, np.nan), nothing, np.nan)
    pseudo = 1 / max(decks - 1, 1)
    scores, games = _with_pseudo_pairs(pairs, pseudo)
    found = fit_field(field, scores[None], games[None])
    again = fit_field(field, *_with_pseudo_pairs(resamples(pairs, decks), pseudo), start=found)
    errors = again.std(axis=0, ddof=1)
    return RatedField(
        ratings=Ratings(found[0, :-1], float(found[0, -1])),
        errors=errors[:-1],
        first_error=float(errors[-1]),
    )


def is_connected(decks: int, deck_a: Array, deck_b: Array) -> bool:
    """Whether matchups lead from every deck to every other."""
    reached = np.arange(decks) == 0
    for _ in range(decks):
        reached[deck_a[reached[deck_b]]] = True
        reached[deck_b[reached[deck_a]]] = True
    return bool(reached.all())


def _with_pseudo_pairs(pairs: Array, pseudo: float) -> tuple[Array, Array]:
    """Scores and games of deck a by matchup and order, with a drawn pair of that weight in each."""
    halves = np.array([0.0, 0.5, 1.0])
    first, second = pairs.sum(axis=-1) @ halves, pairs.sum(axis=-2) @ halves
    scores = np.stack([first, second], axis=-1) + pseudo / 2
    games = np.broadcast_to(pairs.sum(axis=(-2, -1))[..., None] + pseudo, scores.shape)
    return scores, games


def fit_field(field: Field, scores: Array, games: Array, start: Array | None = None) -> Array:
    """Fit the model of `bradley_terry` to many versions of a field's results at once.

    Parameters
    ----------
    field : Field
        Decks and matchups, none of them twice; every deck is comparable with every other.
    scores, games : float arrays (times, matchups, 2)
        As `bradley_terry` takes them, for each version.
    start : float array (1, decks + 1), optional
        Elo points to start from; 0 if left out.

    Returns
    -------
    float array (times, decks + 1)
        Elo points: strengths with sum 0, and last what going first is worth.
    """
    found = np.zeros((len(scores), len(field.decks) + 1))
    if start is not None:
        found += start / ELO
    for _ in range(_STEPS):
        step = _newton_step(field, scores, games, found[:, :-1], found[:, -1])
        # Far out, where nearly all is won, a whole step would lead beyond the other side.
        step /= np.maximum(np.abs(step).max(axis=1, keepdims=True), 1)
        found += step
        if np.abs(step).max() < _CLOSE:
            break
    return np.asarray(ELO * found)


def _newton_step(
    field: Field, scores: Array, games: Array, strengths: Array, first: Array
) -> Array:
    a, b = field.deck_a, field.deck_b
    odds = (strengths[:, a] - strengths[:, b])[:, :, None]
    chance = expit(odds + first[:, None, None] * np.array([1.0, -1.0]))
    rest, weight = scores - games * chance, games * chance * (1 - chance)
    slope = _spread(rest.sum(axis=2), a, b, strengths.shape[1])
    bend = _curvature(weight, a, b, strengths.shape[1])
    by_order = rest[:, :, 0] - rest[:, :, 1]
    slope = np.concatenate([slope, by_order.sum(axis=1, keepdims=True)], axis=1)
    return np.asarray(np.linalg.solve(bend, slope[:, :, None])[:, :, 0])


def _spread(values: Array, a: Array, b: Array, decks: int) -> Array:
    """Sums by deck of values by matchup: added for deck a, taken off for deck b."""
    signs = np.zeros((len(a), decks))
    np.add.at(signs, (np.arange(len(a)), a), 1.0)
    np.add.at(signs, (np.arange(len(a)), b), -1.0)
    return np.asarray(values @ signs)


def _curvature(weight: Array, a: Array, b: Array, decks: int) -> Array:
    """Minus the second derivatives of the likelihood, by strengths and first-player term."""
    both, by_order = weight.sum(axis=2), weight[:, :, 0] - weight[:, :, 1]
    met = np.zeros((len(weight), decks, decks))
    met[:, a, b] = both
    met[:, b, a] = both
    met[:, range(decks), range(decks)] = 0  # a mirror says nothing about strengths
    bend = np.zeros((len(weight), decks + 1, decks + 1))
    bend[:, :-1, :-1] = met.sum(axis=2)[:, :, None] * np.eye(decks) - met
    # Strengths are fixed up to a constant only; this keeps their sum at 0.
    bend[:, :-1, :-1] += 1.0
    bend[:, -1, :-1] = bend[:, :-1, -1] = _spread(by_order, a, b, decks)
    bend[:, -1, -1] = both.sum(axis=1)
    return bend
