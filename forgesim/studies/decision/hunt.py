"""Decks for a variant: searched for each group and for mixed decks, at equal effort.

Every variant is searched from the same beginning: a first search under the baseline's rules, once,
and then a second one under the variant's own, from the decks of the first and against them. So all
of them have had the same games, whether or not their rules differ; and where rules make no
difference to any game, the second search takes the same course, and finds the same decks.
"""

import random
from collections.abc import Iterator, Mapping, Sequence

from forgesim.cards.decks import MIXED, Deck
from forgesim.cards.model import Card
from forgesim.errors import UsageError
from forgesim.studies.decision.errands import Errand, Ground, run_errands
from forgesim.studies.decision.fields import (
    Camps,
    Cards,
    named_decks,
)
from forgesim.studies.decision.steps import Steps, seed_for
from forgesim.studies.decision.study import Study
from forgesim.studies.how import How
from forgesim.studies.search import Constraint
from forgesim.studies.search.quest import distance
from forgesim.studies.search.yard import Yard

FIRST_SHARE = 0.5
"""Share of a search's games that are spent on the first search."""
DEALT = 2
"""Decks that are dealt of each group, where none are named to begin against."""


def first_search(study: Study, steps: Steps, how: How) -> Camps:
    """Decks of each group under the baseline's rules, from nothing.

    Groups whose cards make no legal deck are left out.
    """
    games = max(1, int(FIRST_SHARE * study.search.games))
    ground = Ground(study, study.baseline.rules, study.cards, games, "first")
    others = _dealt_camps(study)
    named = tuple((deck, 1.0) for deck in study.opponents)
    errands = [
        Errand(ground, group, (), named or tuple(_foes(others, group)))
        for group in (*study.groups, MIXED)
    ]
    found = run_errands(errands, steps, how)
    camps = {errand.group: own for errand, own in zip(errands, found, strict=True) if own}
    if MIXED not in camps or len(camps) < 3:
        raise UsageError(
            f"these cards make legal decks of {', '.join(camps) or 'nothing'} only: a study"
            f" compares decks of two {study.game.group}s or more, and mixed ones"
        )
    return camps


def second_searches(
    grounds: Sequence[Ground], before: Camps, steps: Steps, how: How
) -> list[Camps]:
    """Decks of each group under the rules of some grounds, from those of the first search.

    The first of the grounds is the baseline's. The decks of the others lie in the slots of its
    decks as far as they can, so that they meet the same shuffles. Mixed decks are searched for
    under every variant's rules, whether or not these give them anything: what they must beat has
    changed.

    Parameters
    ----------
    grounds : sequence of Ground
        All with the same cards.
    before : Camps
        The decks from which the searches begin, and that are their opponents.
    """
    known = {card.id: card for card in grounds[0].cards}
    starts = {group: tuple(_with(known, deck) for deck in own) for group, own in before.items()}
    errands = [
        Errand(ground, group, own, tuple(_foes(starts, group)))
        for ground in grounds
        for group, own in starts.items()
    ]
    results = iter(run_errands(errands, steps, how))
    wanted = {(id(errand.ground), errand.group): next(results) for errand in errands}
    base: Camps = {group: wanted[id(grounds[0]), group] or own for group, own in starts.items()}
    others: list[Camps] = [
        {group: aligned(wanted[id(ground), group] or own, own) for group, own in base.items()}
        for ground in grounds[1:]
    ]
    return [base, *others]


def aligned(decks: Sequence[Cards], others: Sequence[Cards]) -> tuple[Cards, ...]:
    """Decks in the order and in the slots of those of others to which they are nearest."""
    left, found = list(decks), []
    for other in others[: len(decks)]:
        nearest = min(left, key=lambda deck: distance(deck, other))
        left.remove(nearest)
        found.append(_in_slots(nearest, other))
    return (*found, *left)


def _in_slots(deck: Cards, other: Cards) -> Cards:
    """A deck whose cards lie where another has them, as far as it does."""
    left = list(deck)
    slots: list[Card | None] = []
    for card in other:
        slots.append(card if card in left else None)
        if card in left:
            left.remove(card)
    return tuple(left.pop(0) if card is None else card for card in slots)


def _with(known: Mapping[str, Card], deck: Cards) -> Cards:
    """A deck with the cards of another roster in its slots."""
    return tuple(known[card.id] for card in deck)


def _foes(camps: Camps, group: str) -> Iterator[tuple[Deck, float]]:
    """Opponents of a group: mixed decks count half, the other groups the other half."""
    others = [name for name in camps if name not in (MIXED, group)]
    for name, own in camps.items():
        weight = 0.5 if name == MIXED else 0.5 / len(others)
        if name == MIXED or name != group:
            for place, cards in enumerate(own):
                yield Deck(f"{name}-{place + 1}", cards), weight / len(own)


def dealt(study: Study) -> tuple[Deck, ...]:
    """Random legal decks of each group, and mixed ones: opponents where no others are named."""
    return named_decks(_dealt_camps(study))


def _dealt_camps(study: Study) -> Camps:
    camps = {}
    for group in (*study.groups, MIXED):
        rng = random.Random(seed_for(study.seed, "deal", group))
        try:
            yard = Yard(study.game, study.baseline.rules, study.cards, Constraint(group))
        except UsageError:
            continue
        decks = (yard.deal(rng) for _ in range(DEALT))
        own = tuple(deck for deck in decks if deck is not None)
        if own:
            camps[group] = own
    return camps
