"""Impact of single cards: what is observed, and what the shuffle shows.

Observed win rates are in the terms of 17Lands (GP, OH, GD, GIH, GNS, IWD), per copy. They are
biased: a card that is drawn late marks a long game, and a card that was played marks a game that
went well enough to play it. The difference between copies among the top k cards of the library and
copies below is free of that, since the shuffle alone decides which it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtr, stdtrit

from forgesim.stats.counts import CardCounts
from forgesim.stats.pairs import STRENGTH, wilson

Array = np.ndarray[Any, Any]

OBSERVED = ("gp", "oh", "gd", "gih", "gns", "played")
"""Games in which a copy was in the deck, in the opening hand, drawn later, in hand at any time, not
seen, and played: the groups of copies whose win rates are observed."""

_HALVES = np.array([0.0, 0.5, 1.0])


@dataclass(frozen=True)
class Rates:
    """Win rates of a deck's cards, or of one card in several decks.

    Attributes
    ----------
    mean : float array (n,)
        From 0 to 1; NaN where nothing was counted.
    size : float array (n,)
        Effective sizes, in pairs.
    """

    mean: Array
    size: Array

    def bounds(self) -> tuple[Array, Array]:
        """95 % intervals, Wilson's at the effective sizes; NaN where nothing was counted."""
        return wilson(self.mean, np.where(self.size > 0, self.size, np.nan))

    def of_card(self, place: int) -> "Rates":
        """One card's, as arrays (1,)."""
        return Rates(self.mean[place : place + 1], self.size[place : place + 1])


def copies_by_outcome(cards: CardCounts) -> dict[str, Array]:
    """Copies of each card by the deck's outcome, (K, 3), for each group of `OBSERVED`."""
    never, later, opening = (cards.fates[:, :, fate].sum(axis=1) for fate in range(3))
    return {
        "gp": never + later + opening,
        "oh": opening,
        "gd": later,
        "gih": later + opening,
        "gns": never,
        "played": cards.played.sum(axis=1),
    }


def observed(cards: CardCounts) -> dict[str, Rates]:
    """Win rates of a deck in games in which a copy of a card was so or so, per copy.

    The copies of a pair share its two games, so they are no independent trials. A group of m copies
    is taken to be worth m / (2 c) pairs, where c is the number of copies in the deck: the fewest
    pairs that so many copies can come from. That is conservative, all the more for groups to which
    a game seldom adds several copies.

    Parameters
    ----------
    cards : CardCounts
        One deck's.

    Returns
    -------
    dict of str to Rates
        For each group of `OBSERVED`, by card.

    References
    ----------
    17Lands, "Metrics definitions", https://www.17lands.com/metrics_definitions.
    """
    rates = {}
    for name, copies in copies_by_outcome(cards).items():
        total = copies.sum(axis=1)
        mean = np.where(total > 0, copies @ _HALVES / np.maximum(total, 1), np.nan)
        rates[name] = Rates(mean, total / (2 * cards.copies))
    return rates


def pooled(rates: Sequence[Rates]) -> Rates:
    """Mean of a card's rates over decks, each that has one with the same weight.

    Parameters
    ----------
    rates : sequence of Rates
        The card's rate in each deck, (1,).

    Returns
    -------
    Rates
        One rate; decks are taken as independent.
    """
    mean, size = (np.concatenate([getattr(r, n) for r in rates]) for n in ("mean", "size"))
    mean, size = mean[size > 0], size[size > 0]
    if not len(size):
        return Rates(np.full(1, np.nan), np.zeros(1))
    padded = (size * mean + 1) / (size + 2)
    variance = (padded * (1 - padded) / size).sum() / len(size) ** 2
    middle = padded.mean()
    return Rates(mean.mean(keepdims=True), np.array([middle * (1 - middle) / variance]))


def improvement(drawn: Rates, unseen: Rates) -> tuple[Array, Array, Array]:
    """IWD: by how much the rate is higher when drawn than when not seen, with its interval.

    The interval combines Wilson's two, as if the rates were independent. Copies of one game that
    fall on either side share its outcome, which makes the difference vary less: conservative.

    Parameters
    ----------
    drawn, unseen : Rates
        GIH and GNS.

    Returns
    -------
    tuple of float array
        Difference (-1 to 1), lower and upper bound.

    References
    ----------
    R. G. Newcombe (1998), "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17, 873-890, method 10.
    """
    (low, high), (unseen_low, unseen_high) = drawn.bounds(), unseen.bounds()
    found = drawn.mean - unseen.mean
    down = np.hypot(drawn.mean - low, unseen_high - unseen.mean)
    up = np.hypot(high - drawn.mean, unseen.mean - unseen_low)
    return found, found - down, found + up


# What the shuffle shows


@dataclass(frozen=True)
class Strata:
    """Differences by stratum, which is a deck against an opponent, and card: arrays (strata, K).

    Attributes
    ----------
    difference : float array
        Score with a copy among the top k less score with one below, -1 to 1; NaN where one of the
        sides does not come from two pairs at least.
    variance : float array
        Of the difference.
    top, below : float arrays
        Effective numbers of pairs on either side.
    top_variance, below_variance : float arrays
        Of the means on either side.
    mean : float array
        Mean strength of the deck in the stratum.
    """

    difference: Array
    variance: Array
    top: Array
    below: Array
    top_variance: Array
    below_variance: Array
    mean: Array

    def of_card(self, place: int) -> "Strata":
        """One card's, as arrays (strata, 1)."""
        return Strata(*(part[:, place : place + 1] for part in vars(self).values()))


def together(parts: Sequence[Strata]) -> Strata:
    """All strata of several decks."""
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return Strata(*(np.concatenate(column) for column in columns))


def shuffle_strata(cards: CardCounts, pairs: Array) -> Strata:
    """Score with a copy among the top k of the library, less score with a copy below, by opponent.

    With n of a card's c copies among the top k and s the pair's strength, D = sum(n s) / sum(n)
    - sum((c - n) s) / sum(c - n), over the pairs of the deck and its opponent. Both games of a pair
    have the same library and a seat each, so that seats are balanced within each pair. Since the
    shuffle decides about n, D is the effect of having a copy early instead of an average card of
    the deck: over a deck's slots the effects sum to 0.

    The variance is by linearisation with the pair as unit, in which each side's part is enlarged
    for the effective number m of pairs on that side by m / (m - 1). Valid where the opening does
    not reshuffle by what was drawn.

    Parameters
    ----------
    cards : CardCounts
        One deck's.
    pairs : int array (matchups, 3, 3)
        Pairs of the tier by outcomes, into which `cards.opponents` counts.

    Returns
    -------
    Strata
        Arrays (O, K).

    References
    ----------
    W. G. Cochran (1977), Sampling Techniques, 3rd ed., sections 2.11 and 6.3 (ratios, and
    differences of ratios).
    """
    gram = _moments(cards, pairs)
    size, copies = gram[..., 3, 3], cards.copies.astype(float)
    n, n_score, score, n_square = (gram[..., i, j] for i, j in ((2, 3), (0, 3), (1, 3), (2, 2)))
    rest, rest_score = copies * size - n, copies * score - n_score
    rest_square = copies**2 * size - 2 * copies * n + n_square
    with np.errstate(divide="ignore", invalid="ignore"):
        top, below = n**2 / n_square, rest**2 / rest_square
        high, low = n_score / n, rest_score / rest
        # Deviations of a pair on either side, as weights of n s, s, n and 1.
        nothing = np.zeros_like(n)
        above = np.stack([nothing + 1, nothing, -high, nothing], axis=-1)
        under = np.stack([nothing - 1, nothing + copies, low, -copies * low], axis=-1)
        above *= (np.sqrt(top / (top - 1)) / n)[..., None]
        under *= (np.sqrt(below / (below - 1)) / rest)[..., None]
        known = (top > 1 + _ROUNDING) & (below > 1 + _ROUNDING)
    parts = (high - low, *(_square(gram, part) for part in (above - under, above, under)))
    difference, variance, top_variance, below_variance = (
        np.where(known, part, np.nan) for part in parts
    )
    mean = score / size
    return Strata(difference, variance, top, below, top_variance, below_variance, mean)


_ROUNDING = 1e-9


def _moments(cards: CardCounts, pairs: Array) -> Array:
    """Sums over pairs of products of n s, s, n and 1, with s from 0 to 1: (O, K, 4, 4)."""
    tables = pairs[cards.opponents]
    own = np.where(cards.is_b[:, None, None], 1 - STRENGTH, STRENGTH)
    flat = (slice(None), None)
    one, s, ss = (np.einsum("oij,oij->o", tables, own**power)[flat] for power in (0, 1, 2))
    n, nn, ns, nns, nss, nnss = np.moveaxis(cards.top / [1, 1, 4, 4, 16, 16], -1, 0)
    rows = [[nnss, nss, nns, ns], [nss, ss, ns, s], [nns, ns, nn, n], [ns, s, n, one]]
    shape = n.shape
    return np.stack([np.stack([np.broadcast_to(x, shape) for x in row], -1) for row in rows], -2)


def _square(gram: Array, weights: Array) -> Array:
    """Sum over pairs of the square of a weighted sum of n s, s, n and 1."""
    found = np.einsum("oki,okij,okj->ok", weights, gram, weights)
    return np.asarray(np.maximum(found, 0))  # rounding may leave a little less than nothing


@dataclass(frozen=True)
class Shuffled:
    """Differences by card, over all strata.

    Attributes
    ----------
    mean, low, high : float array (K,)
        Scores, -1 to 1, with 95 % interval; NaN where no stratum has both sides.
    p : float array (K,)
        Two-sided, against 0; of the same model as the interval.
    used, left_out : int array (K,)
        Strata used, and left out because one of the sides does not come from two pairs.
    """

    mean: Array
    low: Array
    high: Array
    p: Array
    used: Array
    left_out: Array


def shuffled(strata: Strata) -> Shuffled:
    """Mean difference over strata, each with the same weight.

    To the variance is added that of a pseudo-pair at 0 and one at 1 on either side, as heavy as the
    heaviest ones there: it is not 0 when all pairs agree. The interval is Student's, with the
    degrees of freedom of Welch and Satterthwaite.

    Parameters
    ----------
    strata : Strata
        Of one deck, or of one card in several decks.

    Returns
    -------
    Shuffled

    References
    ----------
    B. L. Welch (1947), "The generalization of 'Student's' problem when several different
    population variances are involved", Biometrika 34, 28-35.
    """
    known = ~np.isnan(strata.difference)
    used = known.sum(axis=0)
    count = np.where(used > 0, used, np.nan)
    mean = np.where(known, strata.difference, 0).sum(axis=0) / count
    variance = np.where(known, strata.variance, 0).sum(axis=0) / count**2
    sides = (strata.top, strata.top_variance), (strata.below, strata.below_variance)
    level = np.where(known, strata.mean, 0).sum(axis=0) / count
    pseudo, spread, total = np.zeros_like(mean), np.zeros_like(mean), np.zeros_like(mean)
    for size, part in sides:
        lightest = np.where(known, size, np.inf).min(axis=0, initial=np.inf)
        pseudo += (level**2 + (1 - level) ** 2) / (count * lightest + 2) ** 2
        total += np.where(known, part, 0).sum(axis=0) / count**2
        spread += np.where(known, part**2 / (size - 1), 0).sum(axis=0) / count**4
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = np.where(spread > 0, total**2 / spread, 1e9)
    error = np.sqrt(variance + pseudo)
    half = stdtrit(freedom, 0.975) * error
    p = 2 * stdtr(freedom, -np.abs(mean) / error)
    low, high = np.maximum(mean - half, -1), np.minimum(mean + half, 1)
    return Shuffled(mean, low, high, p, used, len(known) - used)
