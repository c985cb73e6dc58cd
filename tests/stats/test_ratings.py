"""Ratings against a published example, and against fields of known strengths."""

import warnings

import numpy as np
import pytest
from scipy.special import expit

from forgesim.stats.counts import Field
from forgesim.stats.ratings import (
    ELO,
    bradley_terry,
    fit_field,
    is_connected,
    rate_field,
)

# A. Agresti (2002), Categorical Data Analysis, 2nd ed., table 10.10: wins and losses of the home
# team (rows) against the visitors (columns), American League, Eastern Division, 1987.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
HOME = """
    -  43 42 43 61 42 60
    33 -  42 43 60 61 43
    25 43 -  24 43 42 60
    33 51 25 -  43 42 61
    51 25 33 42 -  52 60
    25 33 34 43 42 -  24
    25 15 16 24 16 34 -
"""
# Table 10.11: strengths that add up to 1, with the home effect; and the effect, section 10.6.
STRENGTHS = [0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044]
HOME_EFFECT = 0.302


def baseball() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    cells = [line.split() for line in HOME.strip().splitlines()]
    won, lost = (
        np.array([[0 if cell == "-" else int(cell[k]) for cell in row] for row in cells])
        for k in range(2)
    )
    a, b = np.triu_indices(len(TEAMS), 1)
    scores = np.stack([won[a, b], lost[b, a]], axis=1)
    games = np.stack([(won + lost)[a, b], (won + lost)[b, a]], axis=1)
    return a, b, scores, games


def test_ratings_are_those_of_agresti_s_baseball_teams_with_the_home_effect() -> None:
    found = bradley_terry(*baseball())
    strengths = np.exp(found.decks / ELO)
    assert strengths / strengths.sum() == pytest.approx(STRENGTHS, abs=5e-4)
    assert found.first / ELO == pytest.approx(HOME_EFFECT, abs=5e-4)
    assert found.decks.sum() == pytest.approx(0, abs=1e-9)


def test_two_decks_are_rated_by_the_odds_exactly() -> None:
    one, other = np.array([0]), np.array([1])
    found = bradley_terry(one, other, np.array([[90, 90]]), np.array([[100, 100]]))
    assert found.decks[0] - found.decks[1] == pytest.approx(ELO * np.log(9))
    assert found.first == pytest.approx(0, abs=1e-6)


def field_of(decks: int) -> Field:
    a, b = np.triu_indices(decks)
    return Field([f"d{i}" for i in range(decks)], ["g"] * decks, a, b)


def play(strengths: np.ndarray, first: float, n: int, seed: int = 0) -> np.ndarray:
    """Pairs of independent games, mirrors too."""
    a, b = np.triu_indices(len(strengths))
    odds = np.zeros((len(a), 3, 3))
    going_first, second = (expit(strengths[a] - strengths[b] + s * first) for s in (1, -1))
    for i, one in ((2, going_first), (0, 1 - going_first)):
        for j, other in ((2, second), (0, 1 - second)):
            odds[:, i, j] = one * other
    drawn = np.random.default_rng(seed).multinomial(n, odds.reshape(-1, 9))
    return drawn.reshape(-1, 3, 3)


def test_a_field_is_fitted_as_by_the_glm() -> None:
    a, b, scores, games = baseball()
    field = Field(TEAMS, ["East"] * 7, a, b)
    slow = bradley_terry(a, b, scores, games)
    found = fit_field(field, np.stack([scores, scores]), np.stack([games, games]))
    for quick in found:
        assert quick[:-1] == pytest.approx(slow.decks, abs=1e-6)
        assert quick[-1] == pytest.approx(slow.first, abs=1e-6)


def test_mirrors_tell_about_going_first_only() -> None:
    field, pairs = field_of(4), play(np.linspace(-1, 1, 4), 0.4, 30)
    halves = np.array([0.0, 0.5, 1.0])
    scores = np.stack([pairs.sum(axis=2) @ halves, pairs.sum(axis=1) @ halves], axis=1)
    games = np.full(scores.shape, 30.0)
    slow = bradley_terry(field.deck_a, field.deck_b, scores, games)
    quick = fit_field(field, scores[None], games[None])[0]
    assert quick == pytest.approx([*slow.decks, slow.first], abs=1e-6)


def test_intervals_hold_the_strengths_that_the_games_come_from() -> None:
    strengths = np.array([-0.8, -0.3, 0, 0.2, 0.9])
    held = []
    for seed in range(60):
        found = rate_field(field_of(5), play(strengths, 0.3, 60, seed))
        held.append((found.low <= ELO * strengths) & (ELO * strengths <= found.high))
    assert 0.9 <= np.mean(held) <= 0.99


def test_pairs_that_end_alike_widen_the_intervals_as_the_model_would_not() -> None:
    field, n = field_of(3), 400
    free = play(np.zeros(3), 0.0, n)
    tied = np.zeros_like(free)
    tied[:, 2, 2], tied[:, 0, 0] = n / 2, n / 2
    ratio = rate_field(field, tied).errors / rate_field(field, free).errors
    assert ratio == pytest.approx(np.sqrt(2), rel=0.2)


def test_a_deck_that_wins_everything_has_a_finite_rating_with_an_error() -> None:
    pairs = np.zeros((3, 3, 3), int)
    pairs[[0, 2], 2, 2] = pairs[[0, 2], 0, 0] = 50
    pairs[1, 2, 2] = 100
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = rate_field(field_of(2), pairs)
    # 100 pairs won and half a pseudo-pair, against half a one: odds of 201.
    lead = found.ratings.decks[0] - found.ratings.decks[1]
    assert lead == pytest.approx(400 * np.log10(201))
    assert (found.errors > 10).all()


def test_single_pairs_have_errors_too() -> None:
    found = rate_field(field_of(8), play(np.zeros(8), 0.3, 1))
    assert (found.errors > 30).all()


def test_decks_that_never_met_have_no_ratings() -> None:
    apart = Field(list("abcd"), ["g"] * 4, np.array([0, 2]), np.array([1, 3]))
    assert not is_connected(4, apart.deck_a, apart.deck_b)
    assert np.isnan(rate_field(apart, np.ones((2, 3, 3), int)).ratings.decks).all()
