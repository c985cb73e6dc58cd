"""Deck search: that it finds the best, keeps to its constraints, and depends on nothing else."""

from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.cards.decks import MIXED
from forgesim.errors import UsageError
from forgesim.stats.pairs import Z95
from forgesim.studies.how import How
from forgesim.studies.search import Constraint, Quest, lead, scored, search_decks, seed_of
from forgesim.studies.search.quest import Cards, distance, in_order, key_of
from tests.studies.search.pools import every_deck, small_quest

SEEDS = range(1, 11)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pool")


@pytest.fixture(scope="module")
def quest(folder: Path) -> Quest:
    return small_quest(folder)


@pytest.fixture(scope="module")
def truth(quest: Quest) -> dict[tuple[str, ...], float]:
    """The score of every legal deck, on many seeds of its own."""
    decks = [*every_deck(quest.cards)]
    scores = scored(quest, decks, 987, 1500, How(2), Z95)
    return {key_of(deck): each.mean for deck, each in zip(decks, scores, strict=True)}


@pytest.mark.slow
def test_it_finds_a_deck_within_a_point_of_the_best_of_all(
    quest: Quest, truth: dict[tuple[str, ...], float]
) -> None:
    best = max(truth.values())
    assert len(truth) > 300
    assert sorted(truth.values())[-40] < best - 0.01  # chance would hardly do
    gaps = []
    for seed in SEEDS:
        found = search_decks(replace(quest, seed=seed), held_out=32)
        gaps.append(best - truth[key_of(found.decks[0].cards)])
    assert sum(gap <= 0.01 for gap in gaps) >= 9, gaps


@pytest.mark.slow
def test_a_score_is_of_seeds_that_the_search_has_not_met(
    quest: Quest, truth: dict[tuple[str, ...], float]
) -> None:
    found = search_decks(quest, held_out=4000).decks[0]
    assert found.score.low < truth[key_of(found.cards)] < found.score.high
    again = scored(quest, [found.cards], seed_of(quest.seed, "held out"), 2000, How(), Z95)[0]
    assert again.mean == found.score.mean
    assert seed_of(quest.seed, "races") != seed_of(quest.seed, "held out")


def test_it_depends_on_its_seed_and_not_on_workers(quest: Quest) -> None:
    own = replace(quest, keep=3)
    first, same = (search_decks(own, How(jobs), 64) for jobs in (1, 2))
    assert first == same
    assert search_decks(replace(own, seed=2), How(), 64) != first


@pytest.mark.parametrize(
    ("constraint", "groups"),
    [
        (Constraint(MIXED), {"Armory", "Wilds"}),
        (Constraint(None, (("c0", 2),), frozenset({"c6"})), None),
    ],
)
def test_what_is_found_is_legal_distinct_and_of_the_kind(
    quest: Quest, constraint: Constraint, groups: set[str] | None
) -> None:
    wanted = replace(quest, constraint=constraint, keep=3, distance=2, games=8_000)
    found = search_decks(wanted, held_out=32)
    decks = [each.cards for each in found.decks]
    assert len(decks) == 3
    for deck in decks:
        assert deck == in_order(deck)
        assert not [p for seat in quest.rules.seats for p in quest.game.deck_problems(deck, seat)]
        assert constraint.is_met(deck)
        assert groups is None or {card.group for card in deck} == groups
    assert all(distance(a, b) >= 2 for a in decks for b in decks if a != b)


def test_scores_do_not_depend_on_which_deck_is_called_deck_a(quest: Quest) -> None:
    """A rival's name decides who is deck a, and on whose side a pair is counted."""
    weak, strong = (quest.rivals[0].deck.cards, quest.rivals[1].deck.cards)
    for name in ("aaa", "zzz"):
        deck = replace(quest.rivals[0].deck, name=name)
        against = replace(quest, rivals=(replace(quest.rivals[0], deck=deck),))
        own, other = scored(against, [weak, strong], 5, 2000, How(), Z95)
        assert own.low < 0.5 < own.high
        difference = lead(against, strong, weak, 5, 2000, How())
        assert difference.mean == pytest.approx(other.mean - own.mean)
        assert difference.low < difference.mean < difference.high


def test_weights_of_the_rivals_count(quest: Quest) -> None:
    first, second = quest.rivals
    deck: Cards = every_deck(quest.cards).__next__()
    parts = [
        scored(replace(quest, rivals=(rival,)), [deck], 5, 500, How(), Z95)[0].mean
        for rival in (first, second)
    ]
    heavy = replace(quest, rivals=(replace(first, weight=3.0), second))
    whole = scored(heavy, [deck], 5, 500, How(), Z95)[0].mean
    assert whole == pytest.approx((3 * parts[0] + parts[1]) / 4)


def test_starts_are_taken_up_and_those_of_no_use_passed_over(quest: Quest) -> None:
    armory = tuple(card for card in quest.cards if card.group == "Armory")
    legal = (*armory[:4], *armory[:4], *(card for card in quest.cards if card.id in ("c1", "c3")))
    wanted = replace(quest, starts=(legal, legal[:4]), games=5_000)
    assert search_decks(wanted, held_out=32).decks


@pytest.mark.parametrize(
    ("constraint", "problem"),
    [
        (Constraint("Armory", (("c1", 1),)), "c1 is Wilds, not Armory"),
        (Constraint(None, (("c0", 3),)), "3 copies of c0: the rules allow 2"),
        (Constraint("Wilds", (), frozenset({"c1"})), "no legal deck"),
        (Constraint(MIXED, (), frozenset({"c1", "c3", "c5", "c7"})), "there are no mixed decks"),
        (Constraint(None, tuple((f"c{n}", 2) for n in range(6))), "a deck has 10 cards"),
        (Constraint("Arcana"), "no legal deck"),
    ],
)
def test_where_there_is_no_such_deck_it_says_why(
    quest: Quest, constraint: Constraint, problem: str
) -> None:
    with pytest.raises(UsageError, match=problem):
        search_decks(replace(quest, constraint=constraint))
