"""Exact counts of games: small, mergeable in any order, enough for every table of a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.arena.plan import Segment
from forgesim.kernel.match import DRAWN

Array = np.ndarray[Any, Any]

LOSS, DRAW, WIN = 0, 1, 2
"""An outcome, in halves of a point."""

_TURNS = 1 << 16
_SHAPE = (2, 3, 16)


_BY_SEAT_AND_WINNER: Array = np.array([[WIN, LOSS, DRAW], [LOSS, WIN, DRAW]])


def outcome_of(winner: Array, seat: int | Array) -> Array:
    """Outcome for the player of a seat, from the seat that won (or `DRAWN`)."""
    outcome: Array = _BY_SEAT_AND_WINNER[seat, winner]
    return outcome


def winner_of(outcome: Array, seat: Array) -> Array:
    """The seat that won (or `DRAWN`), from the outcome for the player of a seat."""
    winner: Array = np.where(outcome == DRAW, DRAWN, np.where(outcome == WIN, seat, 1 - seat))
    return winner


@dataclass
class Tally:
    """Counts of a run, or of a part of it.

    Attributes
    ----------
    pairs : int64 array (matchups, 3, 3)
        Pairs by the outcome of deck a going first, and of deck a going second.
    games : dict
        Games by (matchup, order, outcome of deck a, reason, turns), packed into one integer.
    decisions : int64 array (matchups,)
        Decisions in all.
    """

    pairs: Array
    games: dict[int, int]
    decisions: Array

    @classmethod
    def empty(cls, n_matchups: int) -> "Tally":
        """Nothing counted yet."""
        return cls(np.zeros((n_matchups, 3, 3), np.int64), {}, np.zeros(n_matchups, np.int64))

    def add(self, segments: Sequence[Segment], rows: Array) -> None:
        """Count the rows of a block."""
        at = 0
        for segment in segments:
            part = rows[at : at + 2 * segment.count].view(np.ndarray).reshape(-1, 2)
            at += 2 * segment.count
            outcome = np.stack(
                [outcome_of(part["winner"][:, order], order) for order in range(2)], axis=1
            )
            pairs = np.bincount(outcome[:, 0] * 3 + outcome[:, 1], minlength=9)
            self.pairs[segment.matchup] += pairs.reshape(3, 3)
            self.decisions[segment.matchup] += part["decisions"].sum()
            place = (np.arange(2) * 3 + outcome) * 16 + part["reason"]
            keys, counts = np.unique(place * _TURNS + part["turns"], return_counts=True)
            base = segment.matchup * (2 * 3 * 16 * _TURNS)
            for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
                self.games[base + key] = self.games.get(base + key, 0) + count

    def game_counts(self) -> dict[str, Array]:
        """Counts of games as columns, in a fixed order.

        Returns
        -------
        dict
            `matchup`, `order` (0: deck a went first), `outcome` of deck a in halves of a point,
            `reason`, `turns`, `games`.
        """
        keys = np.array(sorted(self.games), np.int64)
        counts = np.array([self.games[key] for key in keys.tolist()], np.int64)
        place, turns = np.divmod(keys, _TURNS)
        matchup, place = np.divmod(place, 2 * 3 * 16)
        order, outcome, reason = np.unravel_index(place, _SHAPE)
        return {
            "matchup": matchup,
            "order": order,
            "outcome": outcome,
            "reason": reason,
            "turns": turns,
            "games": counts,
        }
