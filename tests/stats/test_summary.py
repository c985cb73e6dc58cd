"""Headline numbers on a field made by hand: two mono decks of one faction, one of another."""

import numpy as np
import pytest

from forgesim.stats.summary import (
    Field,
    deck_score,
    first_player_score,
    group_score,
    lengths,
    reason_shares,
)

N = 100
DECKS = ["red-one", "red-two", "blue"]
RED, BLUE = "Red", "Blue"


def split(wins: int, losses: int) -> np.ndarray:
    """Pairs of which deck a wins both games, or loses both."""
    table = np.zeros((3, 3), np.int64)
    table[2, 2], table[0, 0] = wins, losses
    return table


# Matchups in the plan's order; deck a is the one whose name sorts first.
MATCHUPS = {
    ("red-one", "red-one"): split(50, 50),
    ("red-one", "red-two"): split(90, 10),
    ("blue", "red-one"): split(20, 80),
    ("red-two", "red-two"): split(50, 50),
    ("blue", "red-two"): split(60, 40),
    ("blue", "blue"): split(50, 50),
}
PAIRS = np.array(list(MATCHUPS.values()))


@pytest.fixture
def field() -> Field:
    return Field(
        decks=DECKS,
        groups=[RED, RED, BLUE],
        deck_a=np.array([DECKS.index(a) for a, _ in MATCHUPS]),
        deck_b=np.array([DECKS.index(b) for _, b in MATCHUPS]),
    )


@pytest.mark.parametrize(
    ("deck", "score"),
    [("red-one", (0.9 + 0.8) / 2), ("red-two", (0.1 + 0.4) / 2), ("blue", (0.2 + 0.6) / 2)],
)
def test_a_deck_s_score_is_its_mean_against_all_others(
    field: Field, deck: str, score: float
) -> None:
    found = deck_score(field, PAIRS, DECKS.index(deck))
    assert found is not None
    assert found.mean == pytest.approx(score)
    assert found.pairs == 2 * N


def test_a_faction_s_score_leaves_out_mirrors_and_matchups_within_it(field: Field) -> None:
    red, blue = group_score(field, PAIRS, RED), group_score(field, PAIRS, BLUE)
    assert red is not None
    assert blue is not None
    assert red.mean == pytest.approx((0.8 + 0.4) / 2)
    assert red.pairs == 2 * N
    assert blue.mean == pytest.approx(1 - red.mean)
    assert (blue.low, blue.high) == pytest.approx((1 - red.high, 1 - red.low))


def test_every_matchup_counts_alike_however_many_its_pairs(field: Field) -> None:
    pairs = PAIRS.copy()
    pairs[2] *= 10
    red = group_score(field, pairs, RED)
    assert red is not None
    assert red.mean == pytest.approx((0.8 + 0.4) / 2)


def test_a_deck_alone_in_its_field_has_no_score() -> None:
    alone = Field(["red"], [RED], np.array([0]), np.array([0]))
    pairs = np.array([split(1, 1)])
    assert deck_score(alone, pairs, 0) is None
    assert group_score(alone, pairs, RED) is None


def test_a_faction_alone_in_its_field_has_no_score() -> None:
    both = Field(["a", "b"], [RED, RED], np.array([0, 0, 1]), np.array([0, 1, 1]))
    assert group_score(both, PAIRS[:3], RED) is None
    assert deck_score(both, PAIRS[:3], 0) is not None


def test_first_player_score_takes_in_every_matchup_mirrors_too() -> None:
    seats = np.zeros((2, 3, 3), np.int64)
    seats[0, 2, 0] = 100  # who goes first wins
    seats[1, 2, 2] = 10  # deck a wins from either seat
    found = first_player_score(seats)
    assert found.mean == pytest.approx((1 + 0.5) / 2)
    assert found.pairs == 110


def counts(**games: int) -> dict[str, np.ndarray]:
    """Counts of games by turns, named t9 and so on."""
    turns = np.array([int(name[1:]) for name in games])
    return {
        "turns": turns,
        "games": np.array(list(games.values())),
        "reason": (turns > 20).astype(np.int64),
    }


def test_lengths_are_mean_and_quantiles_of_turns() -> None:
    found = lengths(counts(t5=5, t10=45, t20=45, t32=5))
    assert found.mean == pytest.approx((5 * 5 + 45 * 10 + 45 * 20 + 5 * 32) / 100)
    assert found.quantiles == (5, 10, 20)
    assert found.longest == 32


def test_a_quantile_is_the_first_turn_by_which_so_many_have_ended() -> None:
    assert lengths(counts(t5=4, t10=45, t20=45, t32=6)).quantiles == (10, 20, 32)


def test_lengths_of_equal_games_are_all_the_same() -> None:
    assert lengths(counts(t7=3)).quantiles == (7, 7, 7)


def test_reasons_are_shares_of_games_also_of_none() -> None:
    some = counts(t5=30, t32=10)
    assert reason_shares(some, ("heat", "deckout")) == {"heat": 0.75, "deckout": 0.25}
    assert reason_shares(counts(t5=3), ("heat", "deckout")) == {"heat": 1.0, "deckout": 0.0}
