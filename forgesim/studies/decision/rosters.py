"""Rosters perturbed from a given one, to see whether a verdict holds for other cards as well."""

import random
from collections.abc import Callable, Mapping, Sequence

from pydantic import ValidationError

from forgesim.cards.model import Card

COST = "cost"
"""The field that is no stat."""
_TRIES = 20


def perturbed(
    cards: Sequence[Card], problems: Callable[[Card], list[str]], moves: Mapping[str, float],
    seed: int,
) -> tuple[Card, ...]:  # fmt: skip
    """Move numbers of a share of the cards, each within bounds, so that all cards stay valid.

    Of each card that is moved one number moves, up or down: with equal chance one of those that it
    has and that may move. A card that cannot be moved, since no number of it would be valid, gives
    way to another.

    Parameters
    ----------
    cards : sequence of Card
        Their order does not matter.
    problems : callable
        What is wrong with a card, as `Game.card_problems` says.
    moves : mapping
        `share` of the cards that are moved, 0 to 1; by how much a `stat` and a `cost` may move.
    seed : int

    Returns
    -------
    tuple of Card
        By id.
    """
    rng = random.Random(seed)
    pool = sorted(cards, key=lambda card: card.id)
    wanted = max(1, round(moves["share"] * len(pool)))
    left, found = list(pool), {card.id: card for card in pool}
    while left and wanted:
        card = left.pop(int(rng.random() * len(left)))
        moved = _moved(card, problems, moves, rng)
        if moved is not None:
            found[card.id] = moved
            wanted -= 1
    return tuple(found[card.id] for card in pool)


def _moved(
    card: Card,
    problems: Callable[[Card], list[str]],
    moves: Mapping[str, float],
    rng: random.Random,
) -> Card | None:
    """A card with one number moved; None where none could be found."""
    fields = [name for name in _numbers(card) if moves[COST if name == COST else "stat"]]
    for _ in range(_TRIES if fields else 0):
        name = fields[int(rng.random() * len(fields))]
        most = int(moves[COST if name == COST else "stat"])
        step = 1 + int(rng.random() * most)
        value = getattr(card, name) + (step if rng.random() < 0.5 else -step)
        try:
            moved = type(card).model_validate(card.model_dump() | {name: value})
        except ValidationError:
            continue
        if not problems(moved):
            return moved
    return None


def _numbers(card: Card) -> list[str]:
    """Names of the fields in which a card has a plain whole number."""
    return [name for name in type(card).model_fields if type(getattr(card, name)) is int]


def moved_cards(before: Sequence[Card], after: Sequence[Card]) -> int:
    """How many cards of two rosters with the same ids differ."""
    known = {card.id: card for card in before}
    return sum(known[card.id] != card for card in after)
