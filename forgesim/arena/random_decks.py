"""Random legal decks: something to play with before there are decks."""

import random
from collections.abc import Sequence

from forgesim.cards.decks import DeckProblem
from forgesim.cards.model import Card
from forgesim.cards.rules import Rules
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game


def random_deck(
    game: Game, rules: Rules, cards: Sequence[Card], rng: random.Random
) -> tuple[Card, ...]:
    """Draw copies of cards, all with the same chance, until the deck is legal.

    Parameters
    ----------
    game, rules : Game, Rules
        What makes a deck legal.
    cards : sequence of Card
        The cards to draw from; their order does not matter.
    rng : random.Random
        Nothing but its `random()` is used, which is the same in every version of Python.

    Raises
    ------
    UsageError
        If these cards make no legal deck.
    """
    pool = sorted(cards, key=lambda card: card.id)
    deck: list[Card] = []
    problems = _problems(game, rules, deck)
    while problems:
        if not pool:
            raise UsageError(
                "these cards make no legal deck, even with as many copies of each as the rules"
                f" allow: {problems[0].text}"
            )
        card = pool[int(rng.random() * len(pool))]
        found = _problems(game, rules, [*deck, card])
        if any(problem.card == card.id for problem in found):
            pool.remove(card)  # as many copies as are allowed
        else:
            deck, problems = [*deck, card], found
    return tuple(sorted(deck, key=lambda card: card.id))


def _problems(game: Game, rules: Rules, deck: Sequence[Card]) -> list[DeckProblem]:
    return [problem for seat in rules.seats for problem in game.deck_problems(deck, seat)]
