"""The metagame: what a field of decks tends to when everybody picks the best ones.

The field is a matrix P of scores, deck against deck; A = P - 1/2 is antisymmetric. All of this is a
function of A, and valid for the decks of the field only: a deck that nobody built has no share.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import chndtrinc

from forgesim.stats.bootstrap import interval, resamples
from forgesim.stats.counts import Field
from forgesim.stats.pairs import STRENGTH, Estimate, estimate

Array = np.ndarray[Any, Any]

EPSILON = 0.005
"""How much better than the mix a deck may still do against it: half a point."""

_STEPS, _HALVINGS = 200, 12
_CLOSE = 1e-10


@dataclass(frozen=True)
class Equilibrium:
    """A mix of decks against which none does much better.

    Attributes
    ----------
    shares : float array (decks,)
        Share of each deck; they add up to 1.
    advantage : float
        The best that any deck scores against the mix, above 1/2.
    """

    shares: Array
    advantage: float


def effective_number(shares: Array) -> float:
    """Number of equal shares that have the same entropy (Hill's number of order 1).

    Parameters
    ----------
    shares : float array (n,)
        Not negative, adding up to 1.

    Returns
    -------
    float
        From 1 to n.

    References
    ----------
    M. O. Hill (1973), "Diversity and evenness: a unifying notation and its consequences",
    Ecology 54, 427-432.
    """
    positive = shares[shares > 0]
    return float(np.exp(-(positive * np.log(positive)).sum()))


def equilibrium(advantage: Array, epsilon: float = EPSILON) -> Equilibrium:
    """The most varied mix p of decks against which no deck scores above 1/2 + epsilon.

    Maximises the entropy of p subject to A p <= epsilon. Unlike a corner of the linear programme it
    is unique, and moves continuously with A: of n decks that are all even it gives every one the
    share 1/n.

    Parameters
    ----------
    advantage : float array (decks, decks)
        A: score of the row's deck against the column's, less 1/2; antisymmetric.
    epsilon : float
        What a deck may gain against the mix; positive.

    Returns
    -------
    Equilibrium

    References
    ----------
    D. Balduzzi, K. Tuyls, J. Perolat, T. Graepel (2018), "Re-evaluating evaluation", NeurIPS 31,
    for the maximum-entropy equilibrium of an antisymmetric matrix, which is the limit as epsilon
    goes to 0.
    """
    shares = equilibrium_shares(advantage[None], epsilon)[0]
    return Equilibrium(shares, float((advantage @ shares).max()))


def equilibrium_shares(advantages: Array, epsilon: float = EPSILON) -> Array:
    """Shares of the equilibria of many matrices at once.

    By the dual problem, which is smooth: p is proportional to exp(A l), where l >= 0 minimises
    logsumexp(A l) + epsilon sum(l). It is solved by Newton's method, projected onto l >= 0.

    Parameters
    ----------
    advantages : float array (many, decks, decks)
        Each as `equilibrium` takes it.
    epsilon : float
        Positive.

    Returns
    -------
    float array (many, decks)

    References
    ----------
    D. P. Bertsekas (1982), "Projected Newton methods for optimization problems with simple
    constraints", SIAM Journal on Control and Optimization 20, 221-246.
    """
    dual = _Dual(advantages, epsilon)
    here = dual.at(np.zeros(advantages.shape[:2]))
    damping = np.full(len(advantages), 1e-4)
    for _ in range(_STEPS):
        slope = dual.slope(here)
        # Where a multiplier is 0, only a slope that would make it grow is left to be done away.
        rest = np.abs(np.where(here.multipliers > 0, slope, np.minimum(slope, 0))).max(axis=1)
        live = rest > _CLOSE
        if not live.any():
            break
        step = dual.newton_step(here, slope, damping * (1e-6 + np.minimum(rest, 1)))
        here, found, at_once = _search(dual, here, slope, step, live)
        damping = np.where(found, np.maximum(damping / np.where(at_once, 4, 1), 1e-9), 10 * damping)
    return here.shares


@dataclass(frozen=True)
class _Point:
    """Multipliers (many, decks), their shares (many, decks), and the dual's value (many,)."""

    multipliers: Array
    shares: Array
    value: Array

    def where(self, chosen: Array, other: "_Point") -> "_Point":
        """Itself where chosen, else the other."""
        rows = chosen[:, None]
        return _Point(
            np.where(rows, self.multipliers, other.multipliers),
            np.where(rows, self.shares, other.shares),
            np.where(chosen, self.value, other.value),
        )


@dataclass(frozen=True)
class _Dual:
    advantages: Array
    epsilon: float

    def at(self, multipliers: Array) -> _Point:
        scores = np.einsum("bij,bj->bi", self.advantages, multipliers)
        top = scores.max(axis=1, keepdims=True)
        shares = np.exp(scores - top)
        total = shares.sum(axis=1, keepdims=True)
        value = (top + np.log(total))[:, 0] + self.epsilon * multipliers.sum(axis=1)
        return _Point(multipliers, shares / total, value)

    def slope(self, here: _Point) -> Array:
        return np.asarray(self.epsilon - np.einsum("bij,bj->bi", self.advantages, here.shares))

    def newton_step(self, here: _Point, slope: Array, damping: Array) -> Array:
        """A step in the multipliers that are free to move; the curvature alone may be singular."""
        free = (here.multipliers > 0) | (slope < 0)
        mean = np.einsum("bj,bji->bi", here.shares, self.advantages)
        centred = self.advantages - mean[:, None, :]
        bend = centred.transpose(0, 2, 1) @ (here.shares[:, :, None] * centred)
        bend = np.where(free[:, :, None] & free[:, None, :], bend, 0)
        diagonal = np.where(free, damping[:, None], 1.0)
        bend += diagonal[:, :, None] * np.eye(bend.shape[1])
        return -np.asarray(np.linalg.solve(bend, np.where(free, slope, 0)[:, :, None])[:, :, 0])


def _search(
    dual: _Dual, here: _Point, slope: Array, step: Array, live: Array
) -> tuple[_Point, Array, bool]:
    """Halve steps until each leads down: where to, where one does, and whether all did at once."""
    length, found = np.ones(len(step)), ~live
    best = here
    for halving in range(_HALVINGS):
        trial = dual.at(np.maximum(here.multipliers + length[:, None] * step, 0))
        promised = np.einsum("bi,bi->b", slope, trial.multipliers - here.multipliers)
        good = ~found & (trial.value <= here.value + 1e-4 * np.minimum(promised, 0) + 1e-15)
        best, found = trial.where(good, best), found | good
        if found.all():
            return best, found, halving == 0
        length = np.where(found, length, length / 2)
    return best, found, False


# Strength and cycles


@dataclass(frozen=True)
class Part:
    """Root mean square over matchups of a part of the differences, net of sampling noise.

    Attributes
    ----------
    value, low, high : float
        Scores, not negative, with a 95 % interval; 0 where noise explains what is seen, NaN where
        the field is too small to have such a part.
    """

    value: float
    low: float
    high: float


NONE = Part(np.nan, np.nan, np.nan)

_TINY = 1e-9


@dataclass(frozen=True)
class Structure:
    """How much of the differences between decks is strength, and how much goes in circles.

    Attributes
    ----------
    ratings : float array (decks,)
        Potential of each deck: the difference of two is the part of their matchup that strength
        explains. On a complete field it is the deck's mean score, itself included, less 1/2.
    rating, cyclic : Part
        Of the differences of ratings, and of what they leave.
    noise : float
        Root mean square standard error of a matchup.
    cyclic_share : Part
        Share of the cyclic part in the variance net of noise, 0 to 1; NaN where what is seen does
        not exceed the noise. The interval combines the worst ends of the two parts.
    """

    ratings: Array
    rating: Part
    cyclic: Part
    noise: float
    cyclic_share: Part


def hodge(advantage: Array, variance: Array, tail: float = 0.025) -> Structure:
    """Split an antisymmetric matrix into rating differences and cycles.

    On a complete field the least-squares potential is the row mean, and the residual is orthogonal
    to it. Of the noise of a matchup the share 2/n falls on the potential's n - 1 degrees of
    freedom, the rest on the (n - 1)(n - 2)/2 of the cycles; both are subtracted. Model: matchups
    are independent and their means normal. A part's sum of squares then is nearly a multiple of a
    noncentral chi-square, with scale and degrees of freedom matched to mean and variance of the
    noise (exact where all variances are equal); its interval comes from that, since a bootstrap
    would add to the noise that is to be subtracted.

    Parameters
    ----------
    advantage : float array (decks, decks)
        Score of the row's deck against the column's, less 1/2; antisymmetric, two decks or more.
    variance : float array (decks, decks)
        Sampling variance of each entry; symmetric.
    tail : float
        Chance of missing on either side: smaller where many such numbers have to hold together.

    Returns
    -------
    Structure

    References
    ----------
    X. Jiang, L.-H. Lim, Y. Yao, Y. Ye (2011), "Statistical ranking and combinatorial Hodge
    theory", Mathematical Programming 127, 203-244; matching: F. E. Satterthwaite (1946), "An
    approximate distribution of estimates of variance components", Biometrics Bulletin 2, 110-114.
    """
    n = len(advantage)
    ratings = advantage.mean(axis=1)
    upper = np.triu_indices(n, 1)
    along = (ratings[:, None] - ratings[None, :])[upper]
    noise = variance[upper]
    # Mean and half the variance of e'Qe, e the noise and Q the projection onto rating differences.
    by_deck = np.where(np.eye(n, dtype=bool), 0, variance).sum(axis=1)
    spread = (2 * (noise**2).sum() + (by_deck**2).sum()) / n**2
    rest_spread = (noise**2).sum() * (1 - 4 / n) + spread
    rating = part_of((along**2).sum(), 2 / n * noise.sum(), spread, len(noise), tail)
    around = ((advantage[upper] - along) ** 2).sum()
    rest = (1 - 2 / n) * noise.sum()
    cyclic = part_of(around, rest, rest_spread, len(noise), tail) if n > 2 else NONE
    exceeds = (advantage[upper] ** 2).sum() > noise.sum()
    share = _share(cyclic, rating) if exceeds and n > 2 else NONE
    return Structure(ratings, rating, cyclic, float(noise.mean() ** 0.5), share)


def part_of(
    squares: float, noise: float, spread: float, matchups: int, tail: float = 0.025
) -> Part:
    """Root mean square of some differences, net of noise, as `hodge` has its parts.

    Parameters
    ----------
    squares : float
        Sum of squares as observed.
    noise, spread : float
        Mean and half the variance of what noise adds to it.
    matchups : int
        Over how many the mean is.
    tail : float
        Chance of missing on either side.
    """
    net = max(squares - noise, 0.0)
    low = high = net
    if noise > 0:
        scale, freedom = spread / noise, noise**2 / spread
        low = scale * _noncentrality(squares / scale, freedom, 1 - tail)
        # Less than noise alone is no evidence: the upper bound is that of as much as noise.
        high = scale * _noncentrality(max(squares, noise) / scale, freedom, tail)
    return Part(*(float(np.sqrt(part / matchups)) for part in (net, min(low, net), high)))


def _noncentrality(squares: float, freedom: float, chance: float) -> float:
    """Noncentrality with which a chi-square is at most so large with that chance; at least 0."""
    found = float(chndtrinc(squares, freedom, chance))
    return found if found > _TINY else 0.0


def _share(one: Part, other: Part) -> Part:
    def of(mine: float, yours: float) -> float:
        return float(mine**2 / (mine**2 + yours**2)) if mine or yours else np.nan

    return Part(of(one.value, other.value), of(one.low, other.high), of(one.high, other.low))


# Fields


@dataclass(frozen=True)
class Metagame:
    """What a field tends to, with 95 % intervals by bootstrap over pairs.

    Each of the arrays holds value, lower and upper bound.

    Attributes
    ----------
    shares : float array (3, decks)
        Shares of the equilibrium, 0 to 1; alike decks share equally.
    effective_decks, effective_groups : float array (3,)
        Effective numbers of decks, alike ones as one, and of groups.
    best_answer : float
        The best that any deck scores against the mix, above 1/2.
    structure : Structure
        Strength and cycles.
    """

    shares: Array
    effective_decks: Array
    effective_groups: Array
    best_answer: float
    structure: Structure


def metagame(field: Field, pairs: Array, lists: Sequence[Sequence[str]]) -> Metagame | None:
    """Equilibrium and structure of a field.

    Intervals of the equilibrium hold those of two bootstraps. Noise alone makes cycles, and cycles
    make a mix varied; noise alone makes a best deck, and that makes it poor: where differences are
    smaller than noise, an equilibrium of the scores as they are can miss in either direction. So
    besides the resamples themselves (percentile and basic interval), resamples are taken whose
    rating differences and cycles are scaled down by what noise adds to them (percentile interval).

    Parameters
    ----------
    field : Field
        Decks and matchups.
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes.
    lists : sequence of sequences of str
        Card ids of each deck, with copies.

    Returns
    -------
    Metagame or None
        None of a field of one deck, or in which two decks have not met.
    """
    advantage, variance = advantages(field, pairs)
    if len(advantage) < 2 or np.isnan(advantage).any():
        return None
    merged, groups = _membership(alike(lists)), _membership(field.groups) > 0
    decks = len(field.decks)
    samples = resamples(pairs, decks)
    again = np.stack([advantages(field, sample)[0] for sample in samples])
    found = _numbers(advantage[None], merged, groups)[0]
    low = np.concatenate([np.zeros(decks), [1, 1]])
    high = np.concatenate([np.ones(decks), [len(merged), len(groups)]])
    lower, upper = interval(_numbers(again, merged, groups), found, low, high)
    calm = _numbers(_without_noise(again, 2 * variance), merged, groups)
    calm_lower, calm_upper = np.quantile(calm, [0.025, 0.975], axis=0)
    three = np.stack([found, np.minimum(lower, calm_lower), np.maximum(upper, calm_upper)])
    return Metagame(
        shares=three[:, :decks],
        effective_decks=three[:, -2],
        effective_groups=three[:, -1],
        best_answer=float((advantage @ found[:decks]).max()),
        structure=hodge(advantage, variance),
    )


def score_against(field: Field, pairs: Array, deck: int, shares: Array) -> Estimate:
    """Score of a deck against a mix, itself included, with which it is even.

    The mix is taken as given: it is the printed one, whatever the best mix may be.

    Parameters
    ----------
    field : Field
        Decks and matchups; every two decks have met.
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes.
    deck : int
        Place in the field.
    shares : float array (decks,)
        Shares of the mix; they add up to 1, and not all belongs to the deck itself.

    Returns
    -------
    Estimate
        From 0 to 1.
    """
    is_a = (field.deck_a == deck) & (field.deck_b != deck)
    chosen = is_a | ((field.deck_b == deck) & (field.deck_a != deck))
    values = np.where(is_a[chosen, None, None], STRENGTH, 1 - STRENGTH)
    foes = np.where(is_a, field.deck_b, field.deck_a)[chosen]
    found, own = estimate(pairs[chosen], values, shares[foes]), float(shares[deck])
    mean, low, high = (own / 2 + (1 - own) * part for part in (found.mean, found.low, found.high))
    return Estimate(mean, low, high, found.pairs, (1 - own) * found.error, found.z)


def _without_noise(advantages: Array, variance: Array) -> Array:
    """Matrices whose rating differences and cycles are scaled down to their size net of noise."""
    n = variance.shape[0]
    noise = variance.sum()
    ratings = advantages.mean(axis=2)
    along = ratings[:, :, None] - ratings[:, None, :]
    shrunk = np.zeros_like(advantages)
    for part, share in ((along, 2 / n), (advantages - along, 1 - 2 / n)):
        squares = (part**2).sum(axis=(1, 2))
        kept = np.maximum(squares - share * noise, 0) / np.maximum(squares, _TINY)
        shrunk += np.sqrt(kept)[:, None, None] * part
    return shrunk


def _numbers(advantages: Array, merged: Array, groups: Array) -> Array:
    """Shares of all decks, then the effective numbers of decks and of groups."""
    mix = equilibrium_shares(merged @ advantages @ merged.T)
    shares = mix @ merged
    numbers = [[effective_number(some) for some in parts] for parts in (mix, shares @ groups.T)]
    return np.concatenate([shares, np.array(numbers).T], axis=1)


def advantages(field: Field, pairs: Array) -> tuple[Array, Array]:
    """The matrix A of scores less 1/2, and the sampling variance of its entries.

    Parameters
    ----------
    field : Field
        Decks and matchups; mirrors are left out, since they are even by construction.
    pairs : int array (matchups, 3, 3)
        Pairs by outcomes.

    Returns
    -------
    tuple of float array (decks, decks)
        NaN where two decks have not met.
    """
    a, b = field.deck_a, field.deck_b
    n = pairs.sum(axis=(1, 2))
    mean = (pairs * STRENGTH).sum(axis=(1, 2)) / n
    square = (pairs * (STRENGTH - mean[:, None, None]) ** 2).sum(axis=(1, 2))
    spare = n - 1
    # A single pair says nothing about its variance: it gets the average of the others.
    common = square.sum() / spare.sum() if spare.any() else STRENGTH.var()
    variance = np.where(spare > 0, square / np.maximum(spare, 1), common) / n
    decks = len(field.decks)
    advantage, error = np.full((2, decks, decks), np.nan)
    advantage[a, b], advantage[b, a] = mean - 0.5, 0.5 - mean
    error[a, b] = error[b, a] = variance
    advantage[range(decks), range(decks)] = error[range(decks), range(decks)] = 0
    return advantage, error


def alike(lists: Sequence[Sequence[str]], within: int = 2) -> list[int]:
    """Number the decks so that lists that differ by at most `within` cards share a number.

    Decks are alike also through others: a chain of near lists is one deck.

    Parameters
    ----------
    lists : sequence of sequences of str
        Card ids of each deck, with copies.
    within : int
        Cards that either list may have and the other not.

    Returns
    -------
    list of int
        For each deck the place of the first one that it is alike to.
    """
    counts = [Counter(cards) for cards in lists]
    number = list(range(len(lists)))
    for i, mine in enumerate(counts):
        for j in range(i):
            if max((mine - counts[j]).total(), (counts[j] - mine).total()) <= within:
                kept, gone = sorted((number[i], number[j]))
                number = [kept if each == gone else each for each in number]
    return number


def _membership(labels: Sequence[Any]) -> Array:
    """A row for each label that averages over the decks of that label."""
    names = sorted(set(labels))
    marks = np.array([[label == name for label in labels] for name in names], float)
    return np.asarray(marks / marks.sum(axis=1, keepdims=True))
