"""How varied the equilibrium of a field is: shares of decks and of groups, effective numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.cards.decks import MIXED
from forgesim.stats.bootstrap import interval, resamples
from forgesim.stats.counts import Field, groups_in_order
from forgesim.stats.metagame import EPSILON, advantages, alike, effective_number, equilibrium_shares
from forgesim.stats.pairs import Estimate

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Variety:
    """Numbers of an equilibrium, with 95 % intervals by bootstrap over pairs; shares 0 to 100.

    Attributes
    ----------
    decks : tuple of Estimate
        Share of each deck; decks that are alike share equally.
    groups : mapping of str to Estimate
        Share of each group, and of mixed decks, in order.
    mono : Estimate
        Share of all decks of a single group.
    effective_decks, effective_groups : Estimate
        Numbers of equal shares that would have the same entropy; decks that are alike are one.
    """

    decks: tuple[Estimate, ...]
    groups: Mapping[str, Estimate]
    mono: Estimate
    effective_decks: Estimate
    effective_groups: Estimate


def variety(
    field: Field, counts: Array, lists: Sequence[Sequence[str]], epsilon: float = EPSILON
) -> Variety:
    """Variety of the maximum-entropy equilibrium of a field.

    The intervals say how far games of the same decks could have come out otherwise; that other
    decks could have been found is not in them.

    Parameters
    ----------
    field : Field
        Every two decks have met.
    counts : int array (matchups, 3, 3)
        Pairs by outcomes.
    lists : sequence of sequences of str
        Card ids of each deck, with copies.
    epsilon : float
        What a deck may gain against the mix (`forgesim.stats.metagame.equilibrium`).
    """
    kinds = alike(lists)
    merged = np.stack([np.array(kinds) == kind for kind in dict.fromkeys(kinds)]).astype(float)
    merged /= merged.sum(axis=1, keepdims=True)
    groups = np.array(field.groups)
    names = groups_in_order(field.groups)
    member = np.stack([groups == name for name in names])

    def numbers(matrices: Array) -> Array:
        mix = equilibrium_shares(merged @ matrices @ merged.T, epsilon)
        shares = mix @ merged
        by_group = shares @ member.T
        effective = [[effective_number(row) for row in part] for part in (mix, by_group)]
        of_mono = shares[:, groups != MIXED].sum(axis=1)
        return np.column_stack([100 * shares, 100 * by_group, 100 * of_mono, *effective])

    decks = len(field.decks)
    samples = resamples(counts, decks)
    again = numbers(np.stack([advantages(field, sample)[0] for sample in samples]))
    found = numbers(advantages(field, counts)[0][None])[0]
    shares = decks + len(names) + 1
    most = np.array([100.0] * shares + [len(merged), len(names)])
    least = np.array([0.0] * shares + [1, 1])
    low, high = interval(again, found, least, most)
    size = int(counts.sum())
    estimates = [Estimate(float(value), float(bottom), float(top), size)
                 for value, bottom, top in zip(found, low, high, strict=True)]  # fmt: skip
    own, rest = estimates[:decks], estimates[decks:]
    return Variety(tuple(own), dict(zip(names, rest, strict=False)), *rest[len(names) :])
