"""What a copy of each card seems to add to a deck's score, from many decks: a linear model."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from forgesim.studies.search.quest import Cards
from forgesim.studies.search.yard import Yard

Array = np.ndarray[Any, Any]

SPREAD = 0.03
"""Standard deviation, in score, of what copies of different cards are worth, before any is seen."""
PAIR_VARIANCE = 0.1
"""Variance of the score of a pair."""


@dataclass
class Worth:
    """Ridge regression of scores on copies of cards.

    The scores of a call share their opponents and seeds, and are taken less their mean. Valid as
    far as cards do not depend on each other; it guides a search, and nothing is claimed from it.

    Attributes
    ----------
    yard : Yard
    """

    yard: Yard
    _gram: Array = field(init=False)
    _sums: Array = field(init=False)
    _mean: Array | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        size = len(self.yard.pool)
        self._gram = np.eye(size) / SPREAD**2
        self._sums = np.zeros(size)

    def learn(self, decks: list[Cards], scores: Array, pairs: int) -> None:
        """Take in the scores of decks, each from so many pairs."""
        copies = np.array([self.yard.counts(deck) for deck in decks])
        copies -= copies.mean(axis=0)
        weight = pairs / PAIR_VARIANCE
        self._gram += weight * copies.T @ copies
        self._sums += weight * copies.T @ (scores - scores.mean())
        self._mean = None

    def mean(self) -> Array:
        """Worth of a copy of each card of the pool, in score; only differences mean anything."""
        if self._mean is None:  # kept: it is asked for with every deck that is ranked
            self._mean = np.asarray(np.round(np.linalg.solve(self._gram, self._sums), 9))
        return self._mean

    def drawn(self, noise: Array) -> Array:
        """Worths as they may be, given what is known; `noise` is standard normal, (pool,)."""
        root = np.linalg.cholesky(self._gram)
        return np.asarray(np.round(self.mean() + np.linalg.solve(root.T, noise), 9))
