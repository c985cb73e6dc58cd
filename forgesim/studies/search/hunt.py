"""The search: random decks show what cards are worth, and races show which decks are best.

In a race all decks meet the same opponents on the same seeds, lot by lot, and the worse half drops
out after each round. Every race has fresh seeds, so that nothing is fitted to any, and those that
are kept are picked in a last race of their own.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from forgesim.kernel.random import matchup_key
from forgesim.studies.how import How, Played
from forgesim.studies.search.quest import Cards, Finds, Found, Quest, distance, in_order, key_of
from forgesim.studies.search.trials import LOT, Lot, Trials, scored
from forgesim.studies.search.worth import Worth
from forgesim.studies.search.yard import Yard

Array = np.ndarray[Any, Any]

LEARNING, CHOOSING = 0.2, 0.25
"""Shares of the games that go to random decks, and to the last race; the rest goes to searching."""
RANDOM_LOTS = 4
CHILDREN, FEWEST_CHILDREN = 84, 14
"""New decks of a race, where the games allow it, and at least."""
FAMILY = 7
"""New decks for each parent that they are made from."""
RACES = 6
"""Races that the games should suffice for, before there are as many new decks in each."""
BRED, BUILT = 0.2, 0.15
"""Shares of the new decks that are crossed from two, and built from what cards seem to be worth."""
ROUNDS = (4, 4, 8)
"""Lots of the rounds of a race."""
FINALISTS = 6
"""Decks in the last race, for each that is kept."""
FINAL_ROUNDS = 4
_GAMES_OF_A_CHILD = 2 * LOT * sum(count / 2**at for at, count in enumerate(ROUNDS))
DEALS = 20
HELD_OUT = 4000
"""Pairs by which a deck that is kept is scored, against all opponents together."""


def search_decks(
    quest: Quest, how: How | None = None, held_out: int = HELD_OUT, tail: float | None = None
) -> Finds:
    """Look for the best decks of a kind.

    Parameters
    ----------
    quest : Quest
    how : How, optional
    held_out : int
        Pairs by which each deck that is kept is scored, on seeds that the search has not met.
    tail : float, optional
        Chance with which a bound of a score may miss; if left out, so small that the 95 % intervals
        of all kept decks hold together (Bonferroni).

    Raises
    ------
    UsageError
        If there is no legal deck of the kind.
    """
    how = how or How()
    yard = Yard(quest.game, quest.rules, quest.cards, quest.constraint)
    with how.bar("searching", quest.games) as told:
        hunt = _Hunt(quest, yard, how, told)
        kept = hunt.run()
    decks = [in_order(cards) for cards in kept]
    width = NormalDist().inv_cdf(1 - (0.025 / len(decks) if tail is None else tail))
    pairs = max(LOT, -(-held_out // len(quest.rivals)))
    scores = scored(quest, decks, seed_of(quest.seed, "held out"), pairs, how, width)
    found = tuple(Found(*each) for each in zip(decks, scores, strict=True))
    return Finds(found, hunt.judged, hunt.games, tuple(hunt.course))


def seed_of(seed: int, stage: str) -> int:
    """The seed of a stage of a search: stages share none."""
    return matchup_key(seed, "search", stage) >> 1


@dataclass
class _Record:
    """What is known of a deck: its scores less the mean of the race, and pairs behind them."""

    cards: Cards
    total: float = 0.0
    pairs: int = 0

    def add(self, score: float, pairs: int) -> None:
        self.total += score * pairs
        self.pairs += pairs


class _Hunt:
    def __init__(self, quest: Quest, yard: Yard, how: How, told: Played | None) -> None:
        self._quest, self._yard = quest, yard
        self._rng = random.Random(seed_of(quest.seed, "moves"))
        self._trials = Trials(quest, seed_of(quest.seed, "races"), how, told)
        self._worth = Worth(yard)
        self._records: dict[tuple[str, ...], _Record] = {}
        self._first = 0  # pairs from here on have not been played
        searching = quest.games * (1 - LEARNING - CHOOSING)
        self._children_wanted = max(
            FEWEST_CHILDREN, min(CHILDREN, int(searching / (RACES * _GAMES_OF_A_CHILD)))
        )
        self._parents_wanted = self._children_wanted // FAMILY
        self.course: list[tuple[int, float]] = []

    @property
    def judged(self) -> int:
        """Different decks that were played."""
        return len(self._records)

    @property
    def games(self) -> int:
        """Games that were played."""
        return self._trials.games

    def run(self) -> list[Cards]:
        """The decks that are kept, best first."""
        games = self._quest.games
        parents = self._learn(int(games * LEARNING))
        last, cost = int(games * (1 - CHOOSING)), 0
        while self.games + cost <= last:
            before = self.games
            parents = self._race(parents)
            cost = self.games - before
        return self._choose(games)

    # Random decks

    def _learn(self, games: int) -> list[Cards]:
        """Deal decks and learn from them; the best of them, and those to begin from."""
        starts = [cards for cards in self._quest.starts if self._yard.is_wanted(cards)]
        wanted = max(self._parents_wanted, games // (2 * LOT * RANDOM_LOTS))
        decks = self._new(self._dealt(wanted))
        at = 0
        while at < len(decks):
            part = decks[at : at + CHILDREN]
            lots = self._lots(RANDOM_LOTS)
            self._take(part, self._trials.scores(part, lots), len(lots))
            at += len(part)
        best = sorted(decks, key=self._rank)
        return self._apart([*starts, *best], self._parents_wanted)

    def _dealt(self, count: int) -> Iterator[Cards]:
        for _ in range(count):
            deck = self._yard.deal(self._rng)
            if deck is not None:
                yield deck

    # Races

    def _race(self, parents: Sequence[Cards]) -> list[Cards]:
        """Race parents and their children; the parents of the next race."""
        running = self._new([*parents, *self._children(parents)])
        totals, played = np.zeros(len(running)), 0
        for count in ROUNDS:
            lots = self._lots(count)
            scores = self._trials.scores(running, lots)
            self._take(running, scores, len(lots))
            totals += scores.sum(axis=1)
            played += len(lots)
            order = np.argsort(-np.round(totals, 9), kind="stable")
            kept = order[: max(self._parents_wanted, len(running) // 2)]
            running, totals = [running[place] for place in kept], totals[kept]
        self.course.append((self.games, float(totals[0]) / played))
        return self._apart(sorted(running, key=self._rank), self._parents_wanted)

    def _children(self, parents: Sequence[Cards]) -> Iterator[Cards]:
        worth = self._worth.mean()
        for _ in range(self._children_wanted):
            one = self._one_of(parents)
            kind = self._rng.random()
            if kind < BUILT:
                noise = np.array([self._rng.gauss(0, 1) for _ in self._yard.pool])
                deck = self._yard.fill(
                    np.argsort(-self._worth.drawn(noise), kind="stable").tolist()
                )
            elif kind < BUILT + BRED:
                deck = self._yard.cross(one, self._one_of(parents), self._rng)
            else:
                swaps = 1 + int(3 * self._rng.random() ** 2)
                deck = self._yard.change(one, swaps, worth, self._rng)
            if deck is not None:
                yield deck

    def _one_of(self, decks: Sequence[Cards]) -> Cards:
        """One of some decks, the better ones more often."""
        return decks[int(len(decks) * self._rng.random() ** 1.5)]

    def _new(self, decks: Sequence[Cards] | Iterator[Cards]) -> list[Cards]:
        """Each deck once."""
        return list({key_of(deck): deck for deck in reversed([*decks])}.values())[::-1]

    def _lots(self, count: int) -> list[Lot]:
        """Lots that nobody has played yet, against opponents drawn by their weights."""
        rivals = len(self._quest.rivals)
        mark = self._rng.random()
        steps = np.cumsum(self._trials.weights)
        lots = []
        for at in range(count):  # evenly spread over the weights: few opponents, and none too often
            place = int(np.searchsorted(steps, (at + mark) / count, side="right"))
            lots.append(Lot(min(place, rivals - 1), self._first))
            self._first += LOT
        return lots

    def _take(self, decks: list[Cards], scores: Array, lots: int) -> None:
        """Note the scores of a round, and learn from them."""
        means = scores.mean(axis=1)
        self._worth.learn(decks, means, LOT * lots)
        values = np.array([self._guess(deck) for deck in decks])
        # Only what a race says of its own decks is common to races: so they are tied by the guess.
        level = float((means - values).mean())
        for deck, mean in zip(decks, means.tolist(), strict=True):
            record = self._records.setdefault(key_of(deck), _Record(deck))
            record.add(mean - level, LOT * lots)

    def _guess(self, deck: Cards) -> float:
        return float(self._yard.counts(deck) @ self._worth.mean())

    def _rank(self, deck: Cards) -> float:
        """For sorting, best first: what was seen of a deck, drawn towards what its cards say."""
        record = self._records.get(key_of(deck))
        if record is None:
            return 0.0
        seen = LOT * (RANDOM_LOTS + sum(ROUNDS))
        return -(record.total + seen * self._guess(deck)) / (record.pairs + seen)

    def _apart(self, decks: Sequence[Cards], count: int) -> list[Cards]:
        """The first decks that differ enough from each other, filled up with others."""
        chosen: list[Cards] = []
        for deck in decks:
            if len(chosen) == count:
                break
            if all(distance(deck, other) >= self._quest.distance for other in chosen):
                chosen.append(deck)
        keys = {key_of(deck) for deck in chosen}
        others = [deck for deck in decks if key_of(deck) not in keys]
        return chosen + others[: count - len(chosen)]

    # The last race

    def _choose(self, games: int) -> list[Cards]:
        """Race the best decks that were seen against all opponents, and keep those that win."""
        known = sorted((record.cards for record in self._records.values()), key=self._rank)
        running = self._finalists(known)
        weights = self._trials.weights
        totals, pairs = np.zeros(len(running)), 0
        # As many rounds as there are games for, with a lot of each opponent at least.
        round_of_lots = 2 * LOT * len(running) * len(weights)
        rounds = max(1, min(FINAL_ROUNDS, (games - self.games) // round_of_lots))
        for number in range(rounds):
            left = (games - self.games) // (rounds - number)
            each = max(LOT // 4, left // (2 * len(running) * len(weights)))
            lots = [Lot(rival, self._first, each) for rival in range(len(weights))]
            self._first += each
            totals += each * (self._trials.scores(running, lots) @ weights)
            pairs += each
            order = np.argsort(-np.round(totals, 9), kind="stable")
            running, totals = [running[place] for place in order], totals[order]
            kept = self._distinct(running, max(self._quest.keep, len(running) // 2))
            running, totals = [running[place] for place in kept], totals[kept]
        self.course.append((self.games, float(totals[0]) / pairs))
        return running[: self._quest.keep]

    def _finalists(self, known: Sequence[Cards]) -> list[Cards]:
        """The best decks, in clusters: near ones compete for each place that is kept."""
        heads = self._apart(known, self._quest.keep)
        count = FINALISTS * self._quest.keep
        keys = {key_of(deck) for deck in heads}
        others = [deck for deck in known if key_of(deck) not in keys]
        return heads + others[: count - len(heads)]

    def _distinct(self, decks: Sequence[Cards], count: int) -> list[int]:
        """Places of so many decks, best first, of which enough are distinct to be kept."""
        chosen: list[int] = []
        for place, deck in enumerate(decks):
            if all(distance(deck, decks[other]) >= self._quest.distance for other in chosen):
                chosen.append(place)
        chosen = chosen[: self._quest.keep]
        others = [place for place in range(len(decks)) if place not in chosen]
        return sorted(chosen) + others[: max(0, count - len(chosen))]
