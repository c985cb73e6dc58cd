"""Pieces of the search: building decks, neighbours, and what cards seem to be worth."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from forgesim.cards.decks import MIXED
from forgesim.studies.search import Constraint, Quest
from forgesim.studies.search.worth import Worth
from forgesim.studies.search.yard import Yard
from tests.studies.search.pools import COPIES, SIZE, small_quest


@pytest.fixture(scope="module")
def quest(tmp_path_factory: pytest.TempPathFactory) -> Quest:
    folder: Path = tmp_path_factory.mktemp("pool")
    return small_quest(folder)


def yard_of(quest: Quest, constraint: Constraint | None = None) -> Yard:
    return Yard(quest.game, quest.rules, quest.cards, constraint or Constraint())


def test_the_rules_are_asked_for_sizes_and_copies(quest: Quest) -> None:
    yard = yard_of(quest)
    assert yard.size == SIZE
    assert set(yard.limits) == {COPIES}


def test_a_neighbour_keeps_the_slots_of_what_it_leaves_alone(quest: Quest) -> None:
    yard, rng = yard_of(quest), random.Random(4)
    worth = np.zeros(len(yard.pool))
    for swaps in (1, 2, 3):
        deck = yard.deal(rng)
        assert deck is not None
        for _ in range(50):
            near = yard.change(deck, swaps, worth, rng)
            if near is not None:
                moved = sum(a.id != b.id for a, b in zip(deck, near, strict=True))
                assert moved <= swaps
                assert yard.is_wanted(near)


def test_a_cross_has_nothing_that_neither_parent_has(quest: Quest) -> None:
    yard, rng = yard_of(quest), random.Random(4)
    for _ in range(50):
        one, other = yard.deal(rng), yard.deal(rng)
        assert one is not None
        assert other is not None
        child = yard.cross(one, other, rng)
        if child is not None:
            both = Counter(c.id for c in one) | Counter(c.id for c in other)
            assert not Counter(c.id for c in child) - both
            assert yard.is_wanted(child)


def test_cards_of_more_worth_come_in_and_others_go(quest: Quest) -> None:
    yard, rng = yard_of(quest), random.Random(4)
    worth = np.zeros(len(yard.pool))
    worth[0], worth[1] = 0.05, -0.05
    taken: Counter[str] = Counter()
    for _ in range(300):
        deck = yard.deal(rng)
        assert deck is not None
        near = yard.change(deck, 1, worth, rng)
        if near is not None:
            taken.update(Counter(c.id for c in near))
            taken.subtract(Counter(c.id for c in deck))
    assert taken["c0"] > 60
    assert taken["c1"] < -60


def test_a_deck_that_is_filled_in_order_takes_the_first_cards(quest: Quest) -> None:
    deck = yard_of(quest).fill([7, 6, 5, 4, 3, 2, 1, 0])
    assert deck is not None
    assert sorted(card.id for card in deck) == [f"c{n}" for n in (3, 3, 4, 4, 5, 5, 6, 6, 7, 7)]
    mixed = yard_of(quest, Constraint(MIXED)).fill([0, 2, 4, 6, 1, 3, 5, 7])
    assert mixed is not None
    assert {card.group for card in mixed} == {"Armory", "Wilds"}


def test_what_cards_are_worth_is_found_again(quest: Quest) -> None:
    yard, rng = yard_of(quest), random.Random(4)
    true = np.array([0.03, -0.02, 0.0, 0.01, -0.01, 0.02, -0.03, 0.0])
    noise = np.random.default_rng(1)
    model = Worth(yard)
    for _ in range(40):
        decks = [deck for deck in (yard.deal(rng) for _ in range(50)) if deck is not None]
        scores = np.array([0.5 + yard.counts(deck) @ true for deck in decks])
        model.learn(decks, scores + noise.normal(0, (0.1 / 64) ** 0.5, len(decks)), 64)
    found = model.mean()
    assert found - found.mean() == pytest.approx(true - true.mean(), abs=0.004)
    spread = np.std([model.drawn(noise.normal(size=8)) - found for _ in range(300)], axis=0)
    assert (spread < 0.03).all()
