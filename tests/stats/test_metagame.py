"""Equilibria, effective numbers and splits that are known exactly."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import logsumexp, softmax

from forgesim.stats.counts import Field
from forgesim.stats.metagame import (
    EPSILON,
    advantages,
    alike,
    effective_number,
    equilibrium,
    equilibrium_shares,
    hodge,
    metagame,
    score_against,
)

CYCLE = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def field_of(decks: int, groups: int = 2) -> Field:
    a, b = np.triu_indices(decks)
    return Field([f"d{i}" for i in range(decks)], [f"g{i % groups}" for i in range(decks)], a, b)


def play(advantage: np.ndarray, n: int, seed: int = 0) -> np.ndarray:
    """Pairs of independent games."""
    a, b = np.triu_indices(len(advantage))
    p = 0.5 + advantage[a, b]
    odds = np.zeros((len(a), 3, 3))
    odds[:, 2, 2], odds[:, 0, 0] = p**2, (1 - p) ** 2
    odds[:, 2, 0] = odds[:, 0, 2] = p * (1 - p)
    drawn = np.random.default_rng(seed).multinomial(n, odds.reshape(-1, 9))
    return drawn.reshape(-1, 3, 3)


def lists_of(decks: int) -> list[list[str]]:
    return [[f"{deck}-{card}" for card in range(5)] for deck in range(decks)]


# Effective numbers


@pytest.mark.parametrize(
    ("shares", "number"),
    [
        ([0.25] * 4, 4),
        ([1.0, 0, 0], 1),
        ([0.5, 0.25, 0.25], 2**1.5),  # entropy of 1.5 bits
        ([0.5, 0.5, 0], 2),
    ],
)
def test_effective_numbers_are_powers_of_the_entropy(shares: list[float], number: float) -> None:
    assert effective_number(np.array(shares)) == pytest.approx(number)


# Equilibria


@pytest.mark.parametrize("stake", [0.01, 0.1, 0.5])
def test_rock_paper_scissors_is_a_third_each(stake: float) -> None:
    found = equilibrium(stake * CYCLE)
    assert found.shares == pytest.approx([1 / 3] * 3)
    assert found.advantage == pytest.approx(0)


def test_biased_rock_paper_scissors_tends_to_its_nash_mix() -> None:
    # Rock beats scissors by c, paper beats rock by b, scissors beat paper by a: the only
    # equilibrium of the antisymmetric matrix plays rock, paper, scissors as a : c : b.
    a, b, c = 0.3, 0.2, 0.1
    game = np.array([[0, -b, c], [b, 0, -a], [-c, a, 0]])
    found = equilibrium(game, 1e-7)
    assert found.shares == pytest.approx(np.array([a, c, b]) / 0.6, abs=1e-4)
    assert found.advantage <= 1.001e-7


def test_copies_of_a_deck_share_what_it_had_as_balduzzi_and_others_ask() -> None:
    # D. Balduzzi et al. (2018), "Re-evaluating evaluation", NeurIPS 31, property P1 (invariance):
    # rock, paper and two scissors.
    places = [0, 1, 2, 2]
    found = equilibrium(0.2 * CYCLE[np.ix_(places, places)], 1e-6)
    assert found.shares == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-4)


@pytest.mark.parametrize("lead", [0.02, 0.1, 0.5])
def test_a_better_deck_leaves_the_other_what_the_tolerance_allows(lead: float) -> None:
    # The better one scores lead * (share of the other) above even: that share is epsilon / lead.
    found = equilibrium(np.array([[0, lead], [-lead, 0]]))
    assert found.shares == pytest.approx([1 - EPSILON / lead, EPSILON / lead], abs=1e-8)
    assert found.advantage == pytest.approx(EPSILON)


def test_within_the_tolerance_all_decks_have_the_same_share() -> None:
    found = equilibrium(0.004 * np.sign(np.arange(5)[:, None] - np.arange(5)[None]))
    assert found.shares == pytest.approx([0.2] * 5)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [0.001, 0.03, 0.4])
def test_shares_are_those_of_another_solver(seed: int, size: float) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 25))
    game = np.clip(size * random.normal(size=(n, n)), -0.5, 0.5)
    game = (game - game.T) / 2

    def dual(x: np.ndarray) -> tuple[float, np.ndarray]:
        scores = game @ x
        return logsumexp(scores) + EPSILON * x.sum(), game.T @ softmax(scores) + EPSILON

    options = {"maxiter": 50_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-10, "maxcor": 40}
    slow = minimize(
        dual, np.zeros(n), jac=True, method="L-BFGS-B", bounds=[(0, None)] * n, options=options
    )
    found = equilibrium(game)
    assert found.shares == pytest.approx(softmax(game @ slow.x), abs=1e-5)
    assert found.advantage <= EPSILON + 1e-8
    # The entropy reaches the bound that the dual sets for all mixes: no other is more varied.
    assert np.log(effective_number(found.shares)) == pytest.approx(slow.fun, abs=1e-8)


def test_many_games_at_once_have_the_shares_of_each() -> None:
    games = np.stack([0.3 * CYCLE, 0.1 * CYCLE + 0.0, np.zeros((3, 3))])
    games[1] = np.array([[0, 0.2, 0.2], [-0.2, 0, 0.1], [-0.2, -0.1, 0]])
    together = equilibrium_shares(games)
    assert together == pytest.approx(np.stack([equilibrium(game).shares for game in games]))


# Strength and cycles


def test_pure_ratings_have_no_cycles() -> None:
    ratings = np.array([-0.1, -0.05, 0.02, 0.13])
    game = ratings[:, None] - ratings[None]
    found = hodge(game, np.zeros((4, 4)))
    upper = game[np.triu_indices(4, 1)]
    assert found.rating.value == pytest.approx(np.sqrt((upper**2).mean()))
    assert found.cyclic.value == pytest.approx(0, abs=1e-12)
    assert found.cyclic_share.value == pytest.approx(0, abs=1e-12)
    assert found.ratings - found.ratings.mean() == pytest.approx(ratings - ratings.mean())


def test_a_pure_cycle_has_no_ratings() -> None:
    found = hodge(0.1 * CYCLE, np.zeros((3, 3)))
    assert found.rating.value == pytest.approx(0, abs=1e-12)
    assert found.cyclic.value == pytest.approx(0.1)
    assert found.cyclic_share.value == pytest.approx(1)


def test_two_decks_have_no_cycles_to_speak_of() -> None:
    found = hodge(np.array([[0, 0.1], [-0.1, 0]]), np.full((2, 2), 1e-4))
    assert np.isnan(found.cyclic.value)
    assert found.rating.value == pytest.approx(np.sqrt(0.01 - 1e-4))


def test_noise_is_no_structure() -> None:
    random = np.random.default_rng(4)
    noise = np.triu(random.normal(size=(400, 9, 9), scale=0.01), 1)
    splits = [hodge(each - each.T, np.full((9, 9), 1e-4)) for each in noise]
    for part in ("rating", "cyclic"):
        lows = np.array([getattr(split, part).low for split in splits])
        assert (lows > 0).mean() == pytest.approx(0.025, abs=0.025)


@pytest.mark.parametrize(("rating", "cyclic"), [(0.0, 0.0), (0.02, 0.0), (0.01, 0.02)])
def test_intervals_of_the_split_hold_the_truth(rating: float, cyclic: float) -> None:
    random, n = np.random.default_rng(5), 8
    strengths = rating * np.linspace(-1, 1, n)
    along = strengths[:, None] - strengths[None]
    upper = np.triu_indices(n, 1)
    raw = cyclic * random.normal(size=(n, n))
    cycles = raw - raw.T
    cycles -= cycles.mean(axis=1)[:, None] - cycles.mean(axis=1)[None]
    error = np.where(random.random((n, n)) < 0.5, 0.01, 0.02)  # unequal variances
    error = np.triu(error, 1) + np.triu(error, 1).T
    held = []
    for _ in range(300):
        noise = np.triu(random.normal(size=(n, n)) * error, 1)
        found = hodge(along + cycles + noise - noise.T, error**2)
        truths = [np.sqrt((part[upper] ** 2).mean()) for part in (along, cycles)]
        parts = zip((found.rating, found.cyclic), truths, strict=True)
        held.append([part.low - 1e-12 <= truth <= part.high for part, truth in parts])
    assert (np.mean(held, axis=0) > 0.92).all()


# Fields


@pytest.mark.parametrize("decks", [5, 20])
def test_a_flat_field_has_an_effective_number_near_all_its_decks(decks: int) -> None:
    found = metagame(field_of(decks), play(np.zeros((decks, decks)), 2000), lists_of(decks))
    assert found is not None
    value, low, high = found.effective_decks
    assert value > 0.95 * decks
    assert low <= value <= high
    assert high == pytest.approx(decks)
    assert found.effective_groups[0] == pytest.approx(2, abs=0.05)


def test_intervals_hold_the_equilibrium_of_the_truth_also_where_noise_is_large() -> None:
    held, n = [], 8
    for seed in range(40):
        strengths = np.random.default_rng(seed).normal(scale=0.02, size=n)
        game = strengths[:, None] - strengths[None]
        truth = equilibrium(game).shares
        found = metagame(field_of(n), play(game, 100, seed), lists_of(n))
        assert found is not None
        inside = (found.shares[1] - 1e-7 <= truth) & (truth <= found.shares[2] + 1e-7)
        _, low, high = found.effective_decks
        held.append([inside.mean(), low <= effective_number(truth) <= high])
    assert (np.mean(held, axis=0) > 0.88).all()


def test_the_best_answer_to_the_mix_does_no_better_than_the_tolerance() -> None:
    found = metagame(field_of(3), play(0.2 * CYCLE, 5000), lists_of(3))
    assert found is not None
    assert 0 < found.best_answer <= EPSILON + 1e-9


def test_a_score_against_a_mix_is_the_weighted_mean_with_the_deck_itself_even() -> None:
    field, pairs = field_of(3), play(0.2 * CYCLE, 5000)
    shares = np.array([0.5, 0.3, 0.2])
    advantage, variance = advantages(field, pairs)
    for deck in range(3):
        found = score_against(field, pairs, deck, shares)
        assert found.mean == pytest.approx(0.5 + advantage[deck] @ shares)
        error = np.sqrt(variance[deck] @ shares**2)
        assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.01)


def test_decks_that_are_alike_count_as_one() -> None:
    game = np.zeros((4, 4))
    lists = [["x"] * 8, ["x"] * 6 + ["y"] * 2, ["p"] * 8, ["q"] * 8]
    found = metagame(field_of(4), play(game, 20_000), lists)
    assert found is not None
    assert found.effective_decks[0] == pytest.approx(3, abs=0.01)
    assert found.shares[0] == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=0.02)


def test_lists_are_alike_within_two_cards_and_through_others() -> None:
    lists = [["a"] * 4, ["a"] * 2 + ["b"] * 2, ["b"] * 4, ["c"] * 4, ["a"] * 3 + ["d"]]
    assert alike(lists) == [0, 0, 0, 3, 0]
    assert alike(lists, within=0) == [0, 1, 2, 3, 4]


def test_a_field_of_one_deck_or_with_a_gap_has_no_metagame() -> None:
    assert metagame(field_of(1), np.ones((1, 3, 3), int), lists_of(1)) is None
    gap = Field(list("abc"), ["g"] * 3, np.array([0, 0]), np.array([1, 2]))
    assert metagame(gap, np.ones((2, 3, 3), int), lists_of(3)) is None


def test_the_matrix_is_antisymmetric_and_its_variance_that_of_the_means() -> None:
    pairs = np.zeros((3, 3, 3), int)
    pairs[1, 2, 2], pairs[1, 0, 0] = 60, 40
    pairs[[0, 2], 1, 1] = 10
    found, variance = advantages(field_of(2), pairs)
    assert found == pytest.approx(np.array([[0, 0.1], [-0.1, 0]]))
    assert variance[0, 1] == variance[1, 0] == pytest.approx(0.24 / 99)
