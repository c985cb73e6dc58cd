"""The headline numbers of a run: factions, seats, decks, length, end reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Field:
    """The decks and matchups of a run, as far as statistics need them.

    Attributes
    ----------
    decks, groups : sequences of str
        Names of the decks, and the group of each.
    deck_a, deck_b : int arrays (matchups,)
        Decks of each matchup.
    """

    decks: Sequence[str]
    groups: Sequence[str]
    deck_a: Array
    deck_b: Array


def deck_score(field: Field, pairs: Array, deck: int) -> Estimate | None:
    """Score of a deck against all other decks, each with the same weight; None without others."""
    is_a = (field.deck_a == deck) & (field.deck_b != deck)
    is_b = (field.deck_b == deck) & (field.deck_a != deck)
    return _score(pairs, is_a, is_b)


def group_score(field: Field, pairs: Array, group: str) -> Estimate | None:
    """Score of a group's decks against all decks of the field that are not of that group.

    Every matchup has the same weight; mirrors and matchups within the group are left out.
    """
    of_group = np.array([name == group for name in field.groups])
    a, b = of_group[field.deck_a], of_group[field.deck_b]
    return _score(pairs, a & ~b, b & ~a)


def _score(pairs: Array, is_a: Array, is_b: Array) -> Estimate | None:
    chosen = is_a | is_b
    if not chosen.any():
        return None
    values = np.where(is_a[chosen, None, None], STRENGTH, 1 - STRENGTH)
    return estimate(pairs[chosen], values)


def first_player_score(pairs: Array) -> Estimate:
    """Score of whoever goes first, every matchup (mirrors too) with the same weight."""
    return estimate(pairs, FIRST_PLAYER)


@dataclass(frozen=True)
class Lengths:
    """How long matches last: mean and quantiles of turns, both players' together."""

    mean: float
    quantiles: tuple[int, int, int]
    longest: int


def lengths(counts: Mapping[str, Array]) -> Lengths:
    """Length of the games counted (`Tally.game_counts`): mean, 5 %, 50 % and 95 % quantile."""
    turns, games = counts["turns"], counts["games"]
    by_turn = np.bincount(turns, weights=games)
    share = np.cumsum(by_turn) / by_turn.sum()
    low, mid, high = (int(np.searchsorted(share, q)) for q in (0.05, 0.5, 0.95))
    mean = float((turns * games).sum() / games.sum())
    return Lengths(mean, (low, mid, high), int(turns.max()))


def reason_shares(counts: Mapping[str, Array], reasons: Sequence[str]) -> dict[str, float]:
    """Share of games by the reason why they ended."""
    by_reason = np.bincount(counts["reason"], weights=counts["games"], minlength=len(reasons))
    return dict(zip(reasons, (by_reason / by_reason.sum()).tolist(), strict=True))
