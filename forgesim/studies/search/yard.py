"""Where decks are built: legal ones, and of the kind that is wanted, whatever the rules ask."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from forgesim.arena.random_decks import random_deck
from forgesim.cards.decks import MIXED
from forgesim.cards.model import Card
from forgesim.cards.rules import Rules
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.studies.search.quest import Cards, Constraint

Array = np.ndarray[Any, Any]

MOST_COPIES = 99
TRIES = 50
CURIOUS = 0.3
"""Share of new cards that are taken whatever they seem to be worth."""
WARMTH = 0.01
"""Worth of a copy, in score, at which one card is taken e times as often as another."""


class Yard:
    """Builds legal decks of a kind.

    How many copies of a card a deck may have, and how many cards, is found out by asking the rules.
    A deck that is built from that and is not legal after all is dropped.

    Parameters
    ----------
    game, rules : Game, Rules
    cards : sequence of Card
        The roster.
    constraint : Constraint

    Raises
    ------
    UsageError
        If there is no legal deck of the kind.
    """

    def __init__(
        self, game: Game, rules: Rules, cards: Sequence[Card], constraint: Constraint
    ) -> None:
        self._game, self._rules, self._constraint = game, rules, constraint
        self.pool = constraint.pool(cards)
        self._check_mixed()
        self.place = {card.id: place for place, card in enumerate(self.pool)}
        self.limits = [self._limit(card) for card in self.pool]
        self._base = self._needed(cards)
        self.size = len(random_deck(game, rules, self.pool, random.Random(1)))
        if len(self._base) > self.size:
            raise UsageError(f"a deck has {self.size} cards: it cannot have all that are asked for")

    def _limit(self, card: Card) -> int:
        """How many copies of a card the rules allow."""
        for copies in range(1, MOST_COPIES):
            deck = (card,) * copies
            problems = (
                p for seat in self._rules.seats for p in self._game.deck_problems(deck, seat)
            )
            if any(problem.card == card.id for problem in problems):
                return copies - 1
        return MOST_COPIES

    def _needed(self, cards: Sequence[Card]) -> list[Card]:
        """The cards that every deck must have."""
        names = {card.id: card for card in cards}
        base: list[Card] = []
        for card_id, copies in self._constraint.contains:
            if card_id not in self.place:
                kind = f"{names[card_id].group}, not {self._constraint.group}"
                raise UsageError(f"{card_id} is {kind}: no deck of the kind can have it")
            limit = self.limits[self.place[card_id]]
            if copies > limit:
                raise UsageError(f"{copies} copies of {card_id}: the rules allow {limit}")
            base += [self.pool[self.place[card_id]]] * copies
        return base

    def _check_mixed(self) -> None:
        if self._constraint.group == MIXED and len({card.group for card in self.pool}) < 2:
            raise UsageError(
                f"all cards are of one {self._game.group}: there are no mixed decks of them"
            )

    def is_wanted(self, cards: Sequence[Card]) -> bool:
        """Whether a deck is legal, and of the kind."""
        if not all(card.id in self.place for card in cards) or not self._constraint.is_met(cards):
            return False
        return not any(self._game.deck_problems(cards, seat) for seat in self._rules.seats)

    def counts(self, cards: Sequence[Card]) -> Array:
        """Copies of each card of the pool."""
        found = np.zeros(len(self.pool))
        for card in cards:
            found[self.place[card.id]] += 1
        return found

    def fill(self, order: Sequence[int]) -> Cards | None:
        """The deck that takes cards in an order, as often as it may; None if it is not legal."""
        deck = list(self._base)
        have = Counter(card.id for card in deck)
        for place in order:
            card = self.pool[place]
            room = min(self.limits[place] - have[card.id], self.size - len(deck))
            deck += [card] * max(room, 0)
        if self._constraint.group == MIXED and len({card.group for card in deck}) == 1:
            other = (self.pool[p] for p in order if self.pool[p].group != deck[0].group)
            deck[-1] = next(other)
        return tuple(deck) if self.is_wanted(deck) else None

    def deal(self, rng: random.Random) -> Cards | None:
        """A random deck, all copies with the same chance; None if legal ones are hard to get."""
        copies = [place for place, limit in enumerate(self.limits)
                  for _ in range(min(limit, self.size))]  # fmt: skip
        for _ in range(TRIES):
            deck, have = list(self._base), Counter(card.id for card in self._base)
            for place in sorted(copies, key=lambda _: rng.random()):
                if len(deck) == self.size:
                    break
                if have[self.pool[place].id] < self.limits[place]:
                    deck.append(self.pool[place])
                    have[self.pool[place].id] += 1
            if self.is_wanted(deck):
                return tuple(deck)
        return None

    def change(self, cards: Cards, swaps: int, worth: Array, rng: random.Random) -> Cards | None:
        """A neighbour of a deck: some cards replaced in their slots by others.

        Cards of little worth are replaced more often, and by better ones.

        Parameters
        ----------
        cards : Cards
        swaps : int
        worth : float array (pool,)
            What a copy of each card seems to add to a score.
        """
        deck = list(cards)
        for _ in range(swaps):
            out = [math.exp(-worth[self.place[card.id]] / WARMTH) for card in deck]
            slot = _pick(out, rng)
            have = Counter(card.id for card in deck)
            gone = deck[slot].id
            open_ = [have[c.id] < limit and c.id != gone
                     for c, limit in zip(self.pool, self.limits, strict=True)]  # fmt: skip
            is_curious = rng.random() < CURIOUS
            weights = [
                (1.0 if is_curious else math.exp(w / WARMTH)) * is_open
                for w, is_open in zip(worth, open_, strict=True)
            ]
            if not any(weights):
                return None
            deck[slot] = self.pool[_pick(weights, rng)]
        return tuple(deck) if self.is_wanted(deck) else None

    def cross(self, one: Cards, other: Cards, rng: random.Random) -> Cards | None:
        """A deck with some of what another has in the place of what that has not."""
        mine, yours = (Counter(card.id for card in cards) for cards in (one, other))
        new = sorted((yours - mine).elements())
        chosen = [self.pool[self.place[card]] for card in new if rng.random() < 0.5]
        spare = mine - yours
        deck = list(one)
        for slot in sorted(range(len(deck)), key=lambda _: rng.random()):
            if chosen and spare[deck[slot].id] > 0:
                spare[deck[slot].id] -= 1
                deck[slot] = chosen.pop()
        return tuple(deck) if self.is_wanted(deck) else None


def _pick(weights: Sequence[float], rng: random.Random) -> int:
    """A place, with a chance that is proportional to its weight."""
    mark = rng.random() * sum(weights)
    for place, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return place
    return max(place for place, weight in enumerate(weights) if weight > 0)
