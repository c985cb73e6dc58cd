"""Random streams: the published generator, the same words compiled or not, and fair ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import njit
from scipy.stats import chi2, chisquare

from forgesim.kernel import random as streams
from forgesim.pilots.forge.choose import PILOT_CHOICE
from forgesim.rulesets.forge.rolls import SHUFFLE
from tests.driver import SHIPPED_DECKS, Driver, shipped_deck
from tests.oracle.forge import default_params

REFERENCE = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
"""First outputs for seed 1234567 of splitmix64.c (Sebastiano Vigna, public domain)."""

KEYS = (0, 1, 1234567, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
NUMBERS = (0, 1, 2, 63, 2**31, 2**62)
UNLIKELY = 1e-4
"""All seeds here are fixed: a test that passes passes always."""


def _in_plain_python() -> SimpleNamespace:
    """The functions of the module as their sources stand, free of the compiler."""
    names: dict[str, Any] = dict(vars(streams))
    for name, function in vars(streams).items():
        source = getattr(function, "py_func", None)
        if source is not None:
            names[name] = FunctionType(source.__code__, names, name)
    return SimpleNamespace(**names)


plain = _in_plain_python()


@njit
def fill_draws(key: int, words: np.ndarray) -> None:
    """Fill an array with the first words of a stream."""
    for n in range(len(words)):
        words[n] = streams.draw(key, n)


@njit
def fill_below(key: int, n: int, numbers: np.ndarray) -> None:
    """Fill an array with numbers below `n`, from one word of a stream each."""
    for i in range(len(numbers)):
        numbers[i] = streams.below(streams.draw(key, i), n)


@njit
def compiled_draw(key: int, n: int) -> int:
    return np.uint64(streams.draw(key, n))


@njit
def compiled_below(bits: int, n: int) -> int:
    return streams.below(bits, n)


@njit
def compiled_stream(seed: int, purpose: int, side: int) -> int:
    return np.uint64(streams.stream(seed, purpose, side))


def words_of(key: int, count: int) -> np.ndarray:
    words = np.empty(count, np.uint64)
    fill_draws(np.uint64(key), words)
    return words


def excess(one: np.ndarray, other: np.ndarray) -> float:
    """How many sigmas more than half of the bits of two arrays of words differ."""
    different = int(np.bitwise_count(one ^ other).sum())
    bits = 64 * len(one)
    return (different - bits / 2) / (bits**0.5 / 2)


# --- the generator ----------------------------------------------------------------------------


def test_a_stream_is_splitmix64_seeded_with_its_key() -> None:
    assert [plain.draw(1234567, n) for n in range(5)] == list(REFERENCE)
    assert words_of(1234567, 5).tolist() == list(REFERENCE)


@pytest.mark.parametrize("key", KEYS)
def test_compiled_and_plain_words_are_the_same(key: int) -> None:
    for n in NUMBERS:
        assert int(compiled_draw(np.uint64(key), n)) == plain.draw(key, n)
        assert int(streams.seed_of_pair(np.uint64(key), n)) == plain.pair_seed(key, n)
    for purpose in (0, 1, PILOT_CHOICE, 127):
        for side in range(2):
            word = compiled_stream(np.uint64(key), purpose, side)
            assert int(word) == plain.stream(key, purpose, side)
    for n in (1, 2, 20, 40, 2**31 - 1):
        assert int(compiled_below(np.uint64(key), n)) == int(plain.below(key, n))


def test_compiled_words_do_not_depend_on_the_sign_of_the_type() -> None:
    for key in KEYS:
        signed = np.uint64(key).astype(np.int64)
        assert int(compiled_draw(signed, 7)) == int(compiled_draw(np.uint64(key), 7))


def test_the_words_of_this_stream_version_are_these() -> None:
    # Whoever has to change these numbers has to raise STREAM_VERSION too.
    assert streams.STREAM_VERSION == 1
    assert streams.matchup_key(1, "ash", "birch") == 6691883344719103999
    assert plain.pair_seed(6691883344719103999, 3) == 8432481185176957068
    assert plain.stream(5, SHUFFLE, 0) == 12773366489153039575
    assert plain.stream(5, SHUFFLE, 1) == 10754009927501035530
    assert plain.stream(5, PILOT_CHOICE, 0) == 7995844425915860513
    assert streams.matchup_key(1, "birch", "ash") == streams.matchup_key(1, "ash", "birch")


# --- below ------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 7, 20, 40, 1000])
def test_below_is_uniform(n: int) -> None:
    numbers = np.empty(200_000, np.int64)
    fill_below(np.uint64(n), n, numbers)
    assert numbers.min() == 0
    assert numbers.max() == n - 1
    assert chisquare(np.bincount(numbers, minlength=n)).pvalue > UNLIKELY


def test_below_reaches_both_ends_and_no_further() -> None:
    for n in (1, 2, 40, 2**31 - 1):
        assert plain.below(0, n) == 0
        assert plain.below(2**64 - 1, n) == n - 1


# --- keys and seeds ---------------------------------------------------------------------------


def test_no_two_pairs_of_a_matchup_share_a_seed() -> None:
    for key in KEYS:
        assert len(np.unique(words_of(key, 200_000))) == 200_000


def test_the_seeds_of_a_matchup_are_those_in_its_rows() -> None:
    deck = shipped_deck(SHIPPED_DECKS[0])
    rows = Driver((deck, deck), default_params()).play_pairs(99, 7, 3)
    assert rows.seed.tolist() == [plain.pair_seed(99, 7 + i) for i in (0, 0, 1, 1, 2, 2)]


def test_a_matchups_key_does_not_hang_on_the_order_of_its_decks() -> None:
    for a, b in combinations(SHIPPED_DECKS, 2):
        assert streams.matchup_key(4, a, b) == streams.matchup_key(4, b, a)


def test_other_runs_and_other_decks_have_other_keys() -> None:
    names = [*SHIPPED_DECKS, "a", "ab", "b", "bc", "c", "1", "11"]
    matchups = [*combinations(names, 2), *((name, name) for name in names)]
    runs = (0, 1, 11, 111, 2**63, 2**64 - 1)
    keys = {streams.matchup_key(run, *matchup) for run in runs for matchup in matchups}
    assert len(keys) == len(runs) * len(matchups)
    assert all(0 <= key < 2**64 for key in keys)


def test_pairs_of_two_matchups_do_not_meet() -> None:
    keys = [streams.matchup_key(1, *names) for names in combinations(SHIPPED_DECKS, 2)]
    seeds = np.concatenate([words_of(key, 2_000) for key in keys])
    assert len(np.unique(seeds)) == len(seeds)


# --- streams ----------------------------------------------------------------------------------


def test_each_seed_purpose_and_side_has_a_stream_of_its_own() -> None:
    keys = {
        plain.stream(seed, purpose, side)
        for seed in range(100)
        for purpose in range(128)
        for side in range(2)
    }
    assert len(keys) == 100 * 128 * 2


@pytest.mark.parametrize(
    "other",
    [
        lambda seed: plain.stream(seed, SHUFFLE, 1),
        lambda seed: plain.stream(seed, PILOT_CHOICE, 0),
        lambda seed: plain.stream(seed, PILOT_CHOICE, 1),
        lambda seed: plain.stream(seed + 1, SHUFFLE, 0),
        lambda seed: plain.stream(seed ^ 2**63, SHUFFLE, 0),
        lambda seed: seed,
    ],
    ids=["other side", "pilot", "other side's pilot", "next seed", "top bit", "the seed itself"],
)
def test_streams_have_nothing_to_do_with_each_other(other: Callable[[int], int]) -> None:
    for seed in (0, 5, 2**40):
        own, foreign = (
            words_of(plain.stream(seed, SHUFFLE, 0), 20_000),
            words_of(other(seed), 20_000),
        )
        assert abs(excess(own, foreign)) < 5
        assert abs(excess(own[1:], foreign[:-1])) < 5
        assert not set(own.tolist()) & set(foreign.tolist())


def test_a_pilots_stream_is_not_a_shuffles() -> None:
    assert SHUFFLE < 64 <= PILOT_CHOICE < 128


# --- shuffles ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shuffles() -> np.ndarray:
    """Libraries of many pairs: pair, side, position."""
    deck = shipped_deck(SHIPPED_DECKS[0])
    driver = Driver((deck, deck), default_params())
    libraries = np.empty((40_000, 2, len(deck)), np.int64)
    for pair, seed in enumerate(words_of(2024, len(libraries)).tolist()):
        driver.begin(seed)
        for side in range(2):
            libraries[pair, side] = driver.s.player[side].library[: len(deck)]
    return libraries


@pytest.mark.parametrize("side", [0, 1])
def test_each_card_comes_equally_often_to_each_place(shuffles: np.ndarray, side: int) -> None:
    size = shuffles.shape[2]
    assert (np.sort(shuffles[:, side]) == np.arange(size)).all()
    places = np.arange(size) * size + shuffles[:, side]
    counts = np.bincount(places.ravel(), minlength=size * size)
    # Rows and columns have fixed sums. What is left free, (size - 1)**2 dimensions, has the
    # covariance of permutation matrices: n / (size - 1) there, not n / size.
    statistic = chisquare(counts).statistic * (size - 1) / size
    assert chi2.sf(statistic, (size - 1) ** 2) > UNLIKELY


@pytest.mark.parametrize("side", [0, 1])
def test_two_top_cards_come_equally_often_in_each_order(shuffles: np.ndarray, side: int) -> None:
    size = shuffles.shape[2]
    top = shuffles[:, side, 0] * size + shuffles[:, side, 1]
    counts = np.bincount(top, minlength=size * size).reshape(size, size)
    assert (np.diag(counts) == 0).all()
    assert chisquare(counts[~np.eye(size, dtype=bool)]).pvalue > UNLIKELY


def test_the_shuffles_of_both_sides_and_of_neighbours_are_unlike(shuffles: np.ndarray) -> None:
    size = shuffles.shape[2]
    both = shuffles[:, 0, 0] * size + shuffles[:, 1, 0]
    next_one = shuffles[:-1, 0, 0] * size + shuffles[1:, 0, 0]
    for pairs in (both, next_one):
        assert chisquare(np.bincount(pairs, minlength=size * size)).pvalue > UNLIKELY
