"""Counts of a tier as statistics take them: what must be equal is, and examples can be replayed."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.replay import locate_match, replay
from forgesim.arena.resolve import make_plan
from forgesim.arena.tally import Tally
from forgesim.results import tier_counts
from forgesim.stats.counts import CardCounts, Counts
from tests.arena.counting import watch

NEVER, LATER, OPENING = range(3)
HANDS = (3, 6)
"""Cards of the opening hands of who goes first, and second."""
DECKS = ["arcana-slow", "mixed-burn", "wilds-fast"]


def play(**flags: object) -> Tally:
    asked = {"deck": DECKS, "pairs": 40, "seed": 5} | flags
    settings = [f"first.opening_hand={HANDS[0]}", f"second.opening_hand={HANDS[1]}"]
    plan = make_plan(load_experiment(None, asked | {"set": settings}))
    return run_batch(replace(plan, earlier=(15,), looks=2, block_pairs=50), None)


@pytest.fixture(scope="module")
def tally() -> Tally:
    return play(pilot=["greedy", "random"])


@pytest.fixture(scope="module")
def plan(tally: Tally) -> Plan:
    return tally.plan


@pytest.fixture(scope="module")
def tiers(tally: Tally) -> Mapping[str, Counts]:
    return tier_counts(tally)


@pytest.fixture(params=["greedy", "random"])
def counts(request: pytest.FixtureRequest, tiers: Mapping[str, Counts]) -> Counts:
    return tiers[request.param]


@pytest.fixture(params=range(len(DECKS)), ids=DECKS)
def cards(request: pytest.FixtureRequest, counts: Counts) -> CardCounts:
    return counts.cards[request.param]


def games_of(counts: Counts, deck: int) -> np.ndarray:
    """Games of a deck against others by seat and its outcome, from the single games."""
    found = np.zeros((2, 3), int)
    columns = counts.games
    for matchup, order, outcome, games in zip(
        columns["matchup"], columns["order"], columns["outcome"], columns["games"], strict=True
    ):
        pair = counts.field.deck_a[matchup], counts.field.deck_b[matchup]
        if deck in pair and pair[0] != pair[1]:
            side = pair.index(deck)
            found[side ^ order, outcome if side == 0 else 2 - outcome] += games
    return found


def strengths_of(counts: Counts, cards: CardCounts) -> np.ndarray:
    """Pairs of a deck against others by its strength in quarters, by opponent."""
    found = np.zeros((len(cards.opponents), 5), int)
    for place, (matchup, is_b) in enumerate(zip(cards.opponents, cards.is_b, strict=True)):
        for (first, second), pairs in np.ndenumerate(counts.pairs[matchup]):
            found[place, 4 - first - second if is_b else first + second] += pairs
    return found


def test_each_tier_has_its_matchups(plan: Plan, tiers: Mapping[str, Counts]) -> None:
    assert list(tiers) == ["greedy", "random"]
    for name, counts in tiers.items():
        assert set(counts.health.pilots.ravel().tolist()) == {name}
        assert counts.pairs.shape == (6, 3, 3)
        assert (counts.pairs.sum(axis=(1, 2)) == plan.pairs).all()
        assert counts.field.decks == DECKS
        assert counts.field.groups == ["Arcana", "mixed", "Wilds"]
        assert [each.deck for each in counts.cards] == [0, 1, 2]


def test_pairs_and_single_games_agree(counts: Counts) -> None:
    found = np.zeros((6, 2, 3), int)
    columns = counts.games
    np.add.at(found, (columns["matchup"], columns["order"], columns["outcome"]), columns["games"])
    assert np.array_equal(found[:, 0], counts.pairs.sum(axis=2))
    assert np.array_equal(found[:, 1], counts.pairs.sum(axis=1))


def test_every_copy_has_one_fate_in_every_game(
    plan: Plan, counts: Counts, cards: CardCounts
) -> None:
    games = games_of(counts, cards.deck)
    assert games.sum() == 2 * 2 * plan.pairs  # two opponents, two seats
    assert np.array_equal(cards.fates.sum(axis=2), cards.copies[:, None, None] * games)
    assert (cards.fates >= 0).all()
    deck = plan.decks[cards.deck]
    assert dict(zip(cards.cards, cards.copies.tolist(), strict=True)) == deck.counts
    opened = cards.fates[:, :, OPENING].sum(axis=0)
    assert np.array_equal(opened, np.array(HANDS)[:, None] * games)


def test_only_what_was_drawn_is_played(cards: CardCounts) -> None:
    drawn = cards.fates[:, :, LATER] + cards.fates[:, :, OPENING]
    assert (cards.played <= drawn).all()
    assert (cards.played >= 0).all()
    assert 0 < cards.played.sum() < drawn.sum()


def test_every_copy_lies_somewhere_in_every_pair(counts: Counts, cards: CardCounts) -> None:
    strengths = strengths_of(counts, cards).sum(axis=0)
    pairs = strengths.sum()
    assert cards.positions.shape == (len(cards.cards), cards.copies.sum(), 2)
    assert np.array_equal(cards.positions[:, :, 0].sum(axis=1), cards.copies * pairs)
    assert (cards.positions[:, :, 0].sum(axis=0) == pairs).all()
    assert (cards.positions[:, :, 1].sum(axis=0) == strengths @ np.arange(5)).all()


def test_the_top_part_is_full_in_every_pair(counts: Counts, cards: CardCounts) -> None:
    assert cards.k == 8
    strengths = strengths_of(counts, cards)
    sums = [strengths @ np.arange(5) ** power for power in range(3)]
    for moment, total in zip((0, 2, 4), sums, strict=True):
        assert np.array_equal(cards.top[:, :, moment].sum(axis=1), cards.k * total)
    above = cards.positions[:, : cards.k].sum(axis=1)
    assert np.array_equal(cards.top[:, :, [0, 2]].sum(axis=0), above)


def test_the_moments_are_those_of_single_copies_or_more(cards: CardCounts) -> None:
    n, n2, ns, n2s, ns2, n2s2 = np.moveaxis(cards.top, 2, 0)
    for low, high in ((n, n2), (ns, n2s), (ns2, n2s2)):
        assert (low <= high).all()
        assert (high <= cards.copies * low).all()
        single = cards.copies == 1
        assert np.array_equal(low[:, single], high[:, single])


def test_every_game_has_one_course(plan: Plan, counts: Counts) -> None:
    games = 6 * 2 * plan.pairs
    tempo, columns = counts.tempo, counts.games
    assert tempo.lead_changes.sum() == tempo.middle.sum() == tempo.ahead[0].sum() == games
    first = np.where(columns["order"] == 0, columns["outcome"], 2 - columns["outcome"])
    won = np.bincount(first, weights=columns["games"], minlength=3)
    assert np.array_equal(tempo.middle.sum(axis=0), won)
    for turn in range(1, 65):
        lasted = columns["turns"] >= turn
        by_outcome = np.bincount(first[lasted], weights=columns["games"][lasted], minlength=3)
        assert np.array_equal(tempo.ahead[turn - 1].sum(axis=0), by_outcome)


def test_no_check_fails_more_often_than_it_could(plan: Plan, counts: Counts) -> None:
    health = counts.health
    assert list(health.names) == [check.name for check in plan.game.checks]
    assert (health.events <= health.chances).all()
    assert np.array_equal(health.example[..., 0] >= 0, health.events > 0)
    assert np.array_equal(health.example[..., 1] > 0, health.events > 0)
    assert (health.example[health.events == 0] == -1).all()


def test_an_example_is_a_match_of_the_run_in_which_it_happens(
    plan: Plan, tiers: Mapping[str, Counts]
) -> None:
    field, health = tiers["random"].field, tiers["random"].health
    seen: set[str] = set()
    for place, side, check in np.argwhere(health.events > 0).tolist():
        number, turn = health.example[place, side, check].tolist()
        matchup, seed, first = locate_match(plan, number)
        who = plan.matchups[matchup]
        assert (who.deck_a, who.deck_b) == (field.deck_a[place], field.deck_b[place])
        assert plan.tiers[who.tier].name == "random"
        name = health.names[check]
        if name not in seen:
            slips = watch(replay(plan, matchup, seed, first)).slips
            assert slips[side ^ "ab".index(first), name].turns[0] == turn
            seen.add(name)
    assert seen == set(health.names)


def test_of_unequal_pilots_no_cards_are_compared() -> None:
    (counts,) = tier_counts(play(pilot_a="greedy", pilot_b="random", pairs=20)).values()
    assert counts.cards == []
    assert counts.health.pilots.tolist() == [["greedy", "random"]] * 6


def test_a_deck_without_an_opponent_has_no_cards() -> None:
    (counts,) = tier_counts(play(deck=["wilds-fast"], pairs=20)).values()
    assert counts.cards == []
    assert counts.tempo.lead_changes.sum() == 40


def test_a_tier_of_which_nothing_was_played_is_left_out(plan: Plan) -> None:
    part = Tally.empty(plan)
    assert tier_counts(part) == {}
    part.pairs[8, 1, 1] = 3
    part.games = {}
    (name,) = tier_counts(part)
    assert name == "random"
