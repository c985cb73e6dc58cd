"""The headline numbers of a run: factions, seats, decks, length, end reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from forgesim.stats.counts import Field
from forgesim.stats.pairs import FIRST_PLAYER, STRENGTH, Estimate, estimate

Array = np.ndarray[Any, Any]


def deck_score(field: Field, pairs: Array, deck: int, looks: int = 1) -> Estimate | None:
    """Score of a deck against all other decks, each with the same weight; None without others.

    The interval holds at each of so many looks.
    """
    is_a = (field.deck_a == deck) & (field.deck_b != deck)
    is_b = (field.deck_b == deck) & (field.deck_a != deck)
    return _score(pairs, is_a, is_b, looks)


def group_score(field: Field, pairs: Array, group: str, looks: int = 1) -> Estimate | None:
    """Score of a group's decks against all decks of the field that are not of that group.

    Every matchup has the same weight; mirrors and matchups within the group are left out.
    """
    of_group = np.array([name == group for name in field.groups])
    a, b = of_group[field.deck_a], of_group[field.deck_b]
    return _score(pairs, a & ~b, b & ~a, looks)


def _score(pairs: Array, is_a: Array, is_b: Array, looks: int) -> Estimate | None:
    chosen = is_a | is_b
    if not chosen.any():
        return None
    values = np.where(is_a[chosen, None, None], STRENGTH, 1 - STRENGTH)
    return estimate(pairs[chosen], values, width=quantile(looks))


def first_player_score(pairs: Array, looks: int = 1) -> Estimate:
    """Score of whoever goes first, every matchup (mirrors too) with the same weight."""
    return estimate(pairs, FIRST_PLAYER, width=quantile(looks))


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


def widest(field: Field, pairs: Array, looks: int) -> float:
    """Half the width of the widest headline interval, if it has to hold at each of several looks.

    Headlines are the scores of groups and decks and the first-player score. Each look has its share
    of the 5 % by which the interval may miss (Bonferroni), so that it holds at whichever look the
    run stops.
    """
    scores = [
        first_player_score(pairs, looks),
        *(deck_score(field, pairs, deck, looks) for deck in range(len(field.decks))),
        *(group_score(field, pairs, group, looks) for group in sorted(set(field.groups))),
    ]
    return max((score.high - score.low) / 2 for score in scores if score is not None)


def quantile(looks: int) -> float:
    """Two-sided normal quantile of 95 %, shared out among looks."""
    return NormalDist().inv_cdf(1 - 0.025 / looks)
