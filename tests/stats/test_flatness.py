"""Flatness from games that are drawn from known chances."""

from collections.abc import Callable

import numpy as np
import pytest

from forgesim.cards.decks import MIXED
from forgesim.stats.counts import Field
from forgesim.stats.field_games import (
    FIRST,
    PULL,
    TURNS,
    FieldGames,
    differences,
    means,
    round_robin,
)
from forgesim.stats.flatness import (
    FLAT,
    NOT_FLAT,
    UNDECIDED,
    factor_to_decide,
    flat_verdict,
    measure,
)
from forgesim.stats.metagame import Part
from forgesim.stats.pairs import Estimate

GROUPS = [group for group in "ABC" for _ in range(2)] + [MIXED] * 3
TAIL = 0.025


def games(
    chance: Callable[[str, str], float], seed: int = 1, pairs: int = 400, first: float = 0.0
) -> FieldGames:
    """A field in which a deck of one group beats one of another with some chance.

    `first` is added for who goes first. Decks and seeds decide the draws, so that fields with the
    same seed are coupled.
    """
    names = [f"{group}-{place}" for place, group in enumerate(GROUPS)]
    places = round_robin(len(names))
    rng = np.random.default_rng(seed)
    drawn = rng.random((len(places), pairs, 2))
    p = np.array([chance(GROUPS[a], GROUPS[b]) for a, b in places])[:, None]
    won = np.stack([drawn[..., 0] < p + first, drawn[..., 1] < p - first], axis=2)
    codes = (6 * won[..., 0] + 2 * won[..., 1]).astype(np.uint8)
    turns = rng.integers(20, 40, (len(places), pairs)) + (100 * first)
    deck_a, deck_b = (np.array(column) for column in zip(*places, strict=True))
    lists = [[f"{name}{card}" for card in range(10)] for name in names]
    field = Field(names, GROUPS, deck_a, deck_b)
    return FieldGames(field, lists, codes, turns, np.array([3, 1]))


def even(_: str, __: str) -> float:
    return 0.5


def strong_a(one: str, other: str) -> float:
    return 0.5 + 0.1 * ((one == "A") - (other == "A"))


def in_circles(one: str, other: str) -> float:
    beats = ("AB", "BC", "CA")
    return 0.5 + 0.1 * ((one + other in beats) - (other + one in beats))


def mono_is_better(one: str, other: str) -> float:
    return 0.5 + 0.08 * ((other == MIXED) - (one == MIXED))


def test_even_decks_have_no_identity_and_no_pull() -> None:
    found = measure(games(even), TAIL)
    assert found.identity.low == 0
    assert found.identity.high < 3
    assert found.pull.low < 0 < found.pull.high
    assert all(score.low < 50 < score.high for score in found.scores.values())
    assert found.first_player.low < 0 < found.first_player.high
    assert flat_verdict(found.identity, found.pull, 3, 0) == FLAT


def test_strength_makes_identity_and_its_first_part() -> None:
    found = measure(games(strong_a), TAIL)
    truth = 10 * (2 / 3) ** 0.5  # A is ten points from B and from C, these are even
    assert found.identity.low < truth < found.identity.high
    # Of the three differences strength explains all: 20/3 - (-10/3) twice, and 0.
    assert found.rating.low < truth < found.rating.high
    assert found.cyclic.low == 0
    assert found.scores["A"].mean == pytest.approx(60, abs=1)
    assert found.between[0, 1] == pytest.approx(60, abs=2)
    assert found.between[1, 0] == pytest.approx(100 - found.between[0, 1])
    assert found.pull_of["A"].mean == pytest.approx(10, abs=2)


def test_circles_make_identity_and_its_other_part() -> None:
    found = measure(games(in_circles), TAIL)
    assert found.identity.low < 10 < found.identity.high
    assert found.cyclic.low < 10 < found.cyclic.high
    assert found.rating.low == 0
    assert all(score.low < 50 < score.high for score in found.scores.values())


def test_pull_is_the_score_of_the_best_mono_decks_against_the_best_mixed_ones() -> None:
    found = measure(games(mono_is_better), TAIL)
    assert found.pull.low < 8 < found.pull.high
    assert found.identity.low == 0
    assert found.mono_share.mean > 99
    assert sum(found.shares.values()) == pytest.approx(100)


def test_the_best_decks_are_picked_on_pairs_that_do_not_count_for_their_score() -> None:
    field = games(even)
    found = means(field)
    assert found[PULL].first == field.choosing == 100
    assert found["A"].first == 0
    # Whoever is picked by luck alone is even afterwards: no more than 5 of 100 are off.
    off = sum(
        not e.low < 0 < e.high for e in (measure(games(even, s), TAIL).pull for s in range(40))
    )
    assert off <= 6


def test_going_first_is_seen_whoever_plays() -> None:
    found = measure(games(even, first=0.1), TAIL)
    assert found.first_player.low < 10 < found.first_player.high
    assert found.turns.mean == pytest.approx((29.5 + 10) / 2, abs=0.2)


def test_bounds_are_wider_where_more_have_to_hold() -> None:
    one, many = (measure(games(strong_a), tail) for tail in (0.025, 0.025 / 30))
    for name in ("identity", "pull", "first_player", "turns"):
        narrow, wide = getattr(one, name), getattr(many, name)
        assert wide.low < narrow.low
        assert narrow.high < wide.high


def test_intervals_of_identity_hold_the_truth() -> None:
    truth = 10 * (2 / 3) ** 0.5
    found = [measure(games(strong_a, seed, 100), TAIL).identity for seed in range(60)]
    assert sum(each.low < truth < each.high for each in found) >= 54


# Differences


def test_the_same_games_differ_by_nothing_at_all() -> None:
    found = differences(games(even), games(even), TAIL)
    assert set(found) == {"A", "B", "C", PULL, "pull A", "pull B", "pull C", FIRST, TURNS}
    assert {(e.mean, e.low, e.high, e.error) for e in found.values()} == {(0, 0, 0, 0)}


def test_a_difference_is_measured_pair_by_pair() -> None:
    base, changed = games(even), games(strong_a)
    found = differences(base, changed, TAIL)["A"]
    assert found.low < 10 < found.high
    apart = differences(games(even, seed=2), changed, TAIL)["A"]
    assert found.high - found.low < 0.75 * (apart.high - apart.low)


def test_decks_with_other_names_are_independent() -> None:
    base, other = games(even), games(even, seed=2)
    renamed = Field([f"x{name}" for name in base.field.decks], GROUPS, base.field.deck_a,
                    base.field.deck_b)  # fmt: skip
    strange = FieldGames(renamed, base.lists, base.codes, base.turns, base.reasons)
    found = differences(strange, base, TAIL)["A"]
    assert found.mean == pytest.approx(0, abs=1e-9)
    assert found.error == pytest.approx(differences(base, other, TAIL)["A"].error, rel=0.1)


# The verdict


@pytest.mark.parametrize(
    ("identity", "pull", "word"),
    [
        ((0, 2.9), (1, 5), FLAT),
        ((4, 6), (-5, -0.1), FLAT),
        ((3.1, 6), (0.1, 5), NOT_FLAT),
        ((2.9, 6), (0.1, 5), UNDECIDED),
        ((3.1, 6), (-0.1, 5), UNDECIDED),
        ((0, 3), (-5, 0), UNDECIDED),  # on the target is not below it
    ],
)
def test_one_number_below_is_flat_and_both_above_is_not(
    identity: tuple[float, float], pull: tuple[float, float], word: str
) -> None:
    found = Estimate(sum(pull) / 2, *pull, 100)
    assert flat_verdict(Part(sum(identity) / 2, *identity), found, 3, 0) == word


def test_half_the_distance_takes_four_times_the_pairs() -> None:
    assert factor_to_decide(5, 2, 3) == pytest.approx(1.1)
    assert factor_to_decide(4, 2, 3) == pytest.approx(4.4)
    assert factor_to_decide(3, 2, 3) == float("inf")
