"""Tallies: exact counts, the same in whatever order blocks arrive."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from forgesim.arena.blocks import Block
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.resolve import make_plan
from forgesim.arena.tally import DRAW, LOSS, WIN, Tally, outcome_of, winner_of
from forgesim.kernel.match import DRAWN, ROW

DECKOUT = 1


@cache
def plan() -> Plan:
    """Three matchups, of which the first and the last are mirrors."""
    return make_plan(load_experiment(None, {"deck": ["wilds-fast", "occult-fast"], "pairs": 50}))


def block(*games: tuple[int, int, int]) -> Block:
    """A block of games: the seat that won, the reason, the turns; nothing else is counted."""
    made = np.zeros(len(games), ROW)
    for row, (winner, reason, turns) in zip(made, games, strict=True):
        row["winner"], row["reason"], row["turns"] = winner, reason, turns
    return Block(made, np.zeros(0, np.int64), np.zeros(0, np.int32))


@pytest.mark.parametrize(
    ("winner", "seat", "outcome"),
    [(0, 0, WIN), (1, 0, LOSS), (0, 1, LOSS), (1, 1, WIN), (DRAWN, 0, DRAW), (DRAWN, 1, DRAW)],
)
def test_an_outcome_is_seen_from_a_seat(winner: int, seat: int, outcome: int) -> None:
    assert outcome_of(np.array([winner]), seat).tolist() == [outcome]


def test_who_won_is_found_again_from_the_outcome() -> None:
    winner, seat = (axis.ravel() for axis in np.meshgrid([0, 1, DRAWN], [0, 1]))
    assert np.array_equal(winner_of(outcome_of(winner, seat), seat), winner)


def test_pairs_are_counted_by_the_outcome_of_deck_a_going_first_and_second() -> None:
    # Deck a is player 0 of a pair's first game and player 1 of its second.
    played = block((0, 0, 9), (1, 0, 9), (0, 0, 9), (0, 0, 9), (1, 0, 9), (DRAWN, 0, 9))
    tally = Tally.empty(plan())
    tally.add([Segment(1, 0, 3)], played)
    assert tally.pairs[0].sum() == 0
    assert tally.pairs[1].sum() == 3
    assert tally.pairs[1, WIN, WIN] == 1
    assert tally.pairs[1, WIN, LOSS] == 1
    assert tally.pairs[1, LOSS, DRAW] == 1


def test_games_are_counted_by_order_outcome_reason_and_turns() -> None:
    played = block((0, 0, 9), (1, DECKOUT, 32), (0, 0, 9), (1, DECKOUT, 31))
    tally = Tally.empty(plan())
    tally.add([Segment(0, 5, 2)], played)
    columns = tally.game_counts()
    names = ("matchup", "order", "outcome", "reason", "turns", "games")
    counts = list(zip(*(columns[name].tolist() for name in names), strict=True))
    assert counts == [
        (0, 0, WIN, 0, 9, 2), (0, 1, WIN, DECKOUT, 31, 1), (0, 1, WIN, DECKOUT, 32, 1),
    ]  # fmt: skip


def blocks() -> list[tuple[list[Segment], Block]]:
    random = np.random.default_rng(1)
    parts = [[Segment(0, 0, 40)], [Segment(0, 40, 10), Segment(1, 0, 30)], [Segment(1, 30, 5)]]
    made = []
    for segments in parts:
        count = 2 * sum(segment.count for segment in segments)
        games = zip(random.integers(0, 3, count), random.integers(0, 2, count),
                    random.integers(2, 33, count), strict=True)  # fmt: skip
        made.append((segments, block(*((int(w), int(r), int(t)) for w, r, t in games))))
    return made


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_in_which_blocks_arrive_does_not_matter(order: tuple[int, ...]) -> None:
    whole, tally = Tally.empty(plan()), Tally.empty(plan())
    parts = blocks()
    for part in parts:
        whole.add(*part)
    for index in order:
        tally.add(*parts[index])
    assert np.array_equal(tally.pairs, whole.pairs)
    assert tally.games == whole.games
    one, other = tally.game_counts(), whole.game_counts()
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_every_game_is_counted_once() -> None:
    tally = Tally.empty(plan())
    for part in blocks():
        tally.add(*part)
    assert tally.pairs.sum(axis=(1, 2)).tolist() == [50, 35, 0]
    assert tally.game_counts()["games"].sum() == tally.n_games == 170


def test_the_longest_match_is_told_from_a_short_one_of_the_next_reason() -> None:
    tally = Tally.empty(plan())
    tally.add([Segment(0, 0, 1)], block((0, 0, 32767), (0, 1, 1)))
    columns = tally.game_counts()
    assert columns["turns"].tolist() == [32767, 1]
    assert columns["reason"].tolist() == [0, 1]
