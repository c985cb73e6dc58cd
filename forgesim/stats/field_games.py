"""Games of a field of decks, pair by pair: means over matchups, and what they have over others."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from statistics import NormalDist
from typing import Any

import numpy as np

from forgesim.cards.decks import MIXED
from forgesim.stats.counts import Field, groups_in_order
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate

Array = np.ndarray[Any, Any]

CHOOSING = 0.25
"""Share of the pairs by which the best decks are picked; their score is that of the others."""
BEST = 3
"""One deck in so many counts as one of the best of its side."""
PULL, FIRST, TURNS = "pull", "first player", "turns"
"""Names of the means that are no group's score."""


@dataclass(frozen=True)
class FieldGames:
    """The games of a field of decks, pair by pair; every matchup has the same pairs, no mirrors.

    Attributes
    ----------
    field : Field
        Decks and matchups.
    lists : sequence of sequences of str
        Card ids of each deck, with copies.
    codes : int array (matchups, pairs)
        Outcomes of each pair: three times deck a's going first, plus that going second (0 a loss, 1
        a draw, 2 a win).
    turns : int array (matchups, pairs)
        Turns of both games of a pair, added up.
    reasons : int array (reasons,)
        Games by why they ended.
    """

    field: Field
    lists: Sequence[Sequence[str]]
    codes: Array
    turns: Array
    reasons: Array

    @property
    def pairs(self) -> int:
        """Pairs of each matchup."""
        return int(self.codes.shape[1])

    @property
    def choosing(self) -> int:
        """First pairs, by which the best decks are picked."""
        return max(1, int(CHOOSING * self.pairs))

    def counts(self, first: int = 0, end: int | None = None) -> Array:
        """Pairs by outcomes, (matchups, 3, 3), of the pairs from `first` to `end`."""
        part = self.codes[:, first:end]
        return np.stack([np.bincount(row, minlength=9) for row in part]).reshape(-1, 3, 3)

    @cached_property
    def groups(self) -> Array:
        """Group of each deck."""
        return np.array(self.field.groups)

    @cached_property
    def mono(self) -> list[str]:
        """The groups that have decks of their own."""
        return [group for group in groups_in_order(self.field.groups) if group != MIXED]


@dataclass(frozen=True)
class Mean:
    """A weighted mean over matchups of a number of their pairs.

    Attributes
    ----------
    weights : float array (matchups,)
        Not negative; their sum is 1.
    values : float array (matchups, 9)
        The number by the pair's code; empty where it is the length of the games.
    first : int
        The first pair that counts.
    less : float
        What is taken off, in points.
    """

    weights: Array
    values: Array
    first: int = 0
    less: float = 0.0


def round_robin(decks: int) -> list[tuple[int, int]]:
    """Every two of so many decks: the matchups of a field without mirrors."""
    return list(combinations(range(decks), 2))


def means(games: FieldGames) -> dict[str, Mean]:
    """The means of a field by name: groups, pull, pull of each group, first player, turns."""
    field, groups = games.field, games.groups
    mono, mixed = groups != MIXED, groups == MIXED
    found = {group: _score(field, groups == group, groups != group) for group in games.mono}
    best_mono, best_mixed = _best(games, mono, mixed), _best(games, mixed, mono)
    sides = {PULL: best_mono} | {f"{PULL} {group}": groups == group for group in games.mono}
    for name, side in sides.items():
        found[name] = replace(_score(field, side, best_mixed), first=games.choosing, less=50)
    matchups = len(field.deck_a)
    even = np.full(matchups, 1 / matchups)
    values = np.broadcast_to(FIRST_PLAYER.reshape(9), (matchups, 9))
    found[FIRST] = Mean(even, values, less=50)
    found[TURNS] = Mean(even, np.zeros((0, 9)))
    return found


def _score(field: Field, own: Array, other: Array) -> Mean:
    """Score of some decks against others, every matchup alike."""
    is_a = own[field.deck_a] & other[field.deck_b]
    is_b = own[field.deck_b] & other[field.deck_a]
    weights = (is_a | is_b) / (is_a | is_b).sum()
    strength = STRENGTH.reshape(9)
    return Mean(weights, np.where(is_a[:, None], strength, 1 - strength))


def _best(games: FieldGames, own: Array, other: Array) -> Array:
    """The best decks of one side against the other, by the pairs that are set aside for that."""
    counts = games.counts(0, games.choosing)
    places = np.flatnonzero(own)
    scores = []
    for place in places:
        mean = _score(games.field, np.arange(len(own)) == place, other)
        each = (counts.reshape(-1, 9) * mean.values).sum(axis=1) / counts.sum(axis=(1, 2))
        scores.append(float(mean.weights @ each))
    kept = max(1, round(len(places) / BEST))
    chosen = places[np.argsort(-np.round(scores, 12), kind="stable")[:kept]]
    return np.isin(np.arange(len(own)), chosen)


def mean_estimate(games: FieldGames, mean: Mean, tail: float) -> Estimate:
    """A mean in points, or in turns, with its interval."""
    width = NormalDist().inv_cdf(1 - tail)
    if not len(mean.values):
        each = games.turns / 2
        value = float(mean.weights @ each.mean(axis=1))
        error = float(np.sqrt(mean.weights**2 @ each.var(axis=1, ddof=1) / games.pairs))
        return Estimate(value, value - width * error, value + width * error, each.size, error)
    counts = games.counts(mean.first)
    found = estimate(counts, mean.values.reshape(-1, 3, 3), mean.weights, width)
    value, low, high = (100 * each - mean.less for each in (found.mean, found.low, found.high))
    return Estimate(value, low, high, found.pairs, 100 * found.error, found.z)


def differences(base: FieldGames, games: FieldGames, tail: float) -> dict[str, Estimate]:
    """What the means of one field have over those of another, by name, in points or turns.

    Matchups of decks with the same names met the same shuffles, and are taken pair by pair; others
    are independent. The interval is normal, with two pseudo-pairs in the matchup whose pairs weigh
    most, as in `forgesim.stats.differences`. Only means that both fields have are compared.
    """
    old, new = means(base), means(games)
    return {name: _difference((base, old[name]), (games, new[name]), tail)
            for name in new if name in old}  # fmt: skip


def _difference(
    old: tuple[FieldGames, Mean], new: tuple[FieldGames, Mean], tail: float
) -> Estimate:
    before, after = _by_matchup(*old), _by_matchup(*new)
    total, variance, heaviest, size = 0.0, 0.0, 0.0, 0
    is_same = True
    for key in {**before, **after}:
        parts = [sign * side[key] for side, sign in ((before, -1), (after, 1)) if key in side]
        pairs = min(len(part) for part in parts)
        is_paired = len(parts) == 2 and len(parts[0]) == len(parts[1])
        for values in [parts[0] + parts[1]] if is_paired else parts:
            total += float(values.mean())
            variance += float(values.var(ddof=1)) / len(values)
            is_same = is_same and not values.any()
        heaviest = max(heaviest, *(float(np.abs(part).max()) / pairs for part in parts))
        size += pairs
    if is_same:
        return Estimate(0.0, 0.0, 0.0, size, 0.0, 0.0)
    error = float(np.sqrt(variance + heaviest**2))
    half = NormalDist().inv_cdf(1 - tail) * error
    return Estimate(total, total - half, total + half, size, error, total / error)


def _by_matchup(games: FieldGames, mean: Mean) -> dict[tuple[str, str], Array]:
    """What each pair adds to a mean, times the pairs of its matchup, by the names of the decks."""
    field = games.field
    found = {}
    for place in np.flatnonzero(mean.weights):
        if len(mean.values):
            values = 100 * mean.values[place][games.codes[place, mean.first :]]
        else:
            values = games.turns[place] / 2
        name = field.decks[field.deck_a[place]], field.decks[field.deck_b[place]]
        found[name] = mean.weights[place] * values
    return found
