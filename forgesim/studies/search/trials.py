"""Trials: decks against opponents, all on the same seeds.

Every deck that is tried bears the same name, so that all meet the same shuffles, and a deck that
was made from another keeps the slots of what it left alone: what the two differ in is the cards
that were replaced.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from forgesim.arena.plan import Matchup, Plan, Segment, Tier
from forgesim.cards.decks import Deck
from forgesim.stats.differences import Difference, pooled_difference
from forgesim.stats.pairs import STRENGTH, Estimate, estimate
from forgesim.studies.how import How, Played
from forgesim.studies.played import Pairs, play_segments
from forgesim.studies.search.quest import Cards, Quest, Rival

Array = np.ndarray[Any, Any]

NAME = "searched-deck"
"""What every deck is called that is tried."""
LOT = 16
"""Pairs of a deck against one opponent that are played together: fewer cost as much time."""


@dataclass(frozen=True)
class Lot:
    """Pairs `first` … of an opponent, by its place."""

    rival: int
    first: int
    pairs: int = LOT


class Trials:
    """Plays decks for a quest.

    Parameters
    ----------
    quest : Quest
    seed : int
        Of the pairs.
    how : How
        Its bar is not shown.
    told : callable, optional
        Told the number of games after each block.
    """

    def __init__(self, quest: Quest, seed: int, how: How, told: Played | None = None) -> None:
        self._quest, self._seed, self._how, self._told = quest, seed, how, told
        self.games = 0

    @cached_property
    def weights(self) -> Array:
        """Weights of the rivals; their sum is 1."""
        weights = np.array([rival.weight for rival in self._quest.rivals], float)
        return np.asarray(weights / weights.sum())

    def scores(self, decks: Sequence[Cards], lots: Sequence[Lot]) -> Array:
        """Mean score of each deck in each lot, (decks, lots), 0 to 1."""
        return np.array([[self._score(pairs) for pairs in row] for row in self.pairs(decks, lots)])

    def _score(self, pairs: tuple[Pairs, bool]) -> float:
        played, is_b = pairs
        mean = float(played.strengths.mean()) / 4
        return 1 - mean if is_b else mean

    def pairs(self, decks: Sequence[Cards], lots: Sequence[Lot]) -> list[list[tuple[Pairs, bool]]]:
        """The pairs of each deck in each lot, and whether the deck is deck b in them."""
        plan = self._plan(decks)
        rivals = len(self._quest.rivals)
        segments = [
            Segment(deck * rivals + lot.rival, lot.first, lot.pairs)
            for deck in range(len(decks))
            for lot in lots
        ]
        found: dict[int, Pairs] = {}
        for place, pairs in play_segments(plan, segments, self._how):
            found[place] = pairs
            self.games += pairs.games
            if self._told is not None:
                self._told(pairs.games)
        is_b = [rival.deck.name < NAME for rival in self._quest.rivals]
        return [
            [(found[deck * len(lots) + at], is_b[lot.rival]) for at, lot in enumerate(lots)]
            for deck in range(len(decks))
        ]

    def _plan(self, decks: Sequence[Cards]) -> Plan:
        quest = self._quest
        pilots = list(dict.fromkeys([quest.pilot.name, *(r.pilot.name for r in quest.rivals)]))
        by_name = {pilot.name: pilot for pilot in (quest.pilot, *(r.pilot for r in quest.rivals))}
        matchups = tuple(
            self._matchup(len(quest.rivals) + place, at, rival, pilots)
            for place in range(len(decks))
            for at, rival in enumerate(quest.rivals)
        )
        return Plan(
            game=quest.game, name="search", rules=quest.rules, notes=(),
            decks=(*(r.deck for r in quest.rivals), *(Deck(NAME, cards) for cards in decks)),
            pilots=tuple(by_name[name] for name in pilots), tiers=(Tier("search"),),
            matchups=matchups, pairs=1, seed=self._seed,
        )  # fmt: skip

    def _matchup(self, own: int, at: int, rival: Rival, pilots: Sequence[str]) -> Matchup:
        mine, yours = pilots.index(self._quest.pilot.name), pilots.index(rival.pilot.name)
        if rival.deck.name < NAME:
            return Matchup(at, own, yours, mine)
        return Matchup(own, at, mine, yours)


def counted(pairs: Pairs, is_b: bool) -> Array:
    """Pairs by outcomes, (3, 3), of the deck that is deck b, or a."""
    codes = 3 * pairs.outcomes[:, 0].astype(np.int64) + pairs.outcomes[:, 1]
    counts = np.bincount(codes, minlength=9).reshape(3, 3)
    # Deck b's outcome going first is the other side of deck a's going second.
    return np.asarray(counts.T[::-1, ::-1] if is_b else counts)


def scored(
    quest: Quest, decks: Sequence[Cards], seed: int, pairs: int, how: How, width: float
) -> list[Estimate]:
    """Score of each deck against the rivals, by their weights, with so many pairs of each.

    Parameters
    ----------
    quest : Quest
        Whose rivals and pilots count.
    decks : sequence of Cards
    seed : int
        Of the pairs: one that the search has not met.
    pairs : int
    how : How
        Its bar is shown.
    width : float
        Half the width of the intervals, in standard errors.
    """
    lots = [Lot(rival, 0, pairs) for rival in range(len(quest.rivals))]
    with how.bar("scoring", 2 * pairs * len(lots) * len(decks)) as told:
        trials = Trials(quest, seed, how, told)
        rows = trials.pairs(decks, lots)
    return [
        estimate(np.stack([counted(*each) for each in row]), STRENGTH, trials.weights, width)
        for row in rows
    ]


def lead(quest: Quest, deck: Cards, other: Cards, seed: int, pairs: int, how: How) -> Difference:
    """Score of a deck less that of another, on the same seeds, against the rivals by weight.

    Parameters
    ----------
    quest : Quest
        Whose rivals and pilots count.
    deck, other : Cards
    seed, pairs, how
        As for `scored`.
    """
    lots = [Lot(rival, 0, pairs) for rival in range(len(quest.rivals))]
    with how.bar("comparing", 4 * pairs * len(lots)) as told:
        trials = Trials(quest, seed, how, told)
        mine, yours = (np.array([_strengths(*each) for each in row])
                       for row in trials.pairs([deck, other], lots))  # fmt: skip
    return pooled_difference(mine - yours, trials.weights)


def _strengths(pairs: Pairs, is_b: bool) -> Array:
    """Strength of the deck that is deck b, or a, in each pair: 0 to 1."""
    strengths = pairs.strengths / 4
    return np.asarray(1 - strengths if is_b else strengths)
