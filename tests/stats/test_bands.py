"""Targets against numbers that can be computed by hand, and by simulation."""

import math
from itertools import product

import numpy as np
import pytest

from forgesim.stats.bands import (
    INCONCLUSIVE,
    MET,
    MISSED,
    Band,
    BandWatch,
    band_evidence,
    expected_rounds,
    watch_bands,
)

BETS = 0.9 / 2.0 ** np.arange(9)
Array = np.ndarray


def test_missed_by_hand() -> None:
    values = np.array([0.75, 0.5])
    above = np.mean(np.prod(1 + np.outer(values - 0.55, BETS / 0.55), axis=0))
    below = np.mean(np.prod(1 + np.outer(0.45 - values, BETS / 0.55), axis=0))
    outside, _ = band_evidence(values, Band(45, 55))
    assert outside == pytest.approx(math.log((above + below) / 2), abs=1e-14)


def test_met_by_hand() -> None:
    values = np.array([0.75, 0.5])
    high = np.mean(np.prod(1 + np.outer(0.56 - values, BETS / 0.44), axis=0))
    low = np.mean(np.prod(1 + np.outer(values - 0.44, BETS / 0.44), axis=0))
    _, inside = band_evidence(values, Band(45, 55))
    assert inside == pytest.approx(math.log(min(high, low)), abs=1e-14)


def test_a_band_with_one_edge_by_hand() -> None:
    values = np.array([0.25, 1.0, 0.5])
    above = np.mean(np.prod(1 + np.outer(values - 0.53, BETS / 0.53), axis=0))
    met = np.mean(np.prod(1 + np.outer(0.55 - values, BETS / 0.45), axis=0))
    found = band_evidence(values, Band(high=53, margin=2))
    assert found == pytest.approx((math.log(above), math.log(met)), abs=1e-14)


def test_seen_from_the_other_side_it_is_the_same() -> None:
    values = np.random.default_rng(1).integers(0, 9, 100) / 8
    assert band_evidence(values, Band(40, 55)) == pytest.approx(
        band_evidence(1 - values, Band(45, 60))
    )


def expectation(odds: dict[float, float], size: int, band: Band) -> Array:
    """Mean of both kinds of evidence (not their logarithms) over all samples of some rounds."""
    total = np.zeros(2)
    for sample in product(odds, repeat=size):
        chance = math.prod(odds[value] for value in sample)
        total += chance * np.exp(band_evidence(np.array(sample), band))
    return total


@pytest.mark.parametrize("size", [1, 2, 5])
def test_at_an_edge_and_at_the_margin_bets_are_fair(size: int) -> None:
    at_edge = {0.25: 0.2, 0.5: 0.4, 0.75: 0.4}
    at_margin = {0.0: 0.22, 0.5: 0.44, 1.0: 0.34}
    assert sum(value * chance for value, chance in at_edge.items()) == pytest.approx(0.55)
    assert sum(value * chance for value, chance in at_margin.items()) == pytest.approx(0.56)
    assert expectation(at_edge, size, Band(high=55))[0] == pytest.approx(1, abs=1e-12)
    assert expectation(at_margin, size, Band(high=55))[1] == pytest.approx(1, abs=1e-12)
    assert expectation(at_edge, size, Band(45, 55))[0] < 1
    assert expectation(at_margin, size, Band(45, 55))[1] <= 1 + 1e-12


def test_within_the_band_evidence_against_it_shrinks_from_any_state() -> None:
    band, random = Band(45, 55), np.random.default_rng(2)
    for _ in range(50):
        before = random.integers(0, 5, 30) / 4
        now = math.exp(band_evidence(before, band)[0])
        for win in (0.45, 0.5, 0.55):
            then = [math.exp(band_evidence(np.append(before, value), band)[0]) for value in (1, 0)]
            assert win * then[0] + (1 - win) * then[1] <= now * (1 + 1e-12)


def test_rounds_in_pieces_are_as_good_as_at_once() -> None:
    values = np.random.default_rng(3).integers(0, 9, 200) / 8
    band = Band(45, 55)
    watch = BandWatch(band, 0.001, 0.001)
    for piece in np.split(values, [1, 50, 50, 170]):
        watch.add(piece)
    assert (watch.outside, watch.inside) == pytest.approx(band_evidence(values, band))
    assert (watch.rounds, watch.total) == (200, pytest.approx(values.sum()))
    assert watch.verdict is None


def test_verdicts() -> None:
    for score, verdict in ((0.75, MISSED), (0.25, MISSED), (0.5, MET)):
        watch = BandWatch(Band(45, 55), 0.01, 0.05)
        watch.add(np.full(200, score))
        assert watch.verdict == verdict
        watch.end()
        assert watch.verdict == verdict


def test_the_cap_ends_it_without_a_verdict() -> None:
    watch = BandWatch(Band(45, 55), 0.01, 0.05)
    watch.add(np.array([0.5, 0.75]))
    watch.end()
    assert watch.verdict == INCONCLUSIVE


def test_a_score_out_of_range_is_refused() -> None:
    watch = BandWatch(Band(45, 55), 0.01, 0.05)
    for wrong in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="scores from 0 to 1"):
            watch.add(np.array([0.5, wrong]))
    assert watch.rounds == 0


def test_a_target_that_is_decided_takes_no_more() -> None:
    watch = BandWatch(Band(45, 55), 0.01, 0.05)
    watch.add(np.full(200, 0.5))
    with pytest.raises(ValueError, match="a target that is met"):
        watch.add(np.array([0.5]))


@pytest.mark.parametrize(
    ("band", "message"),
    [
        ({}, "neither low nor high"),
        ({"low": 55, "high": 45}, "low 55 is above high 45"),
        ({"high": 53, "margin": 0}, "margin: 0, expected a number of points above 0"),
        ({"high": 99.5}, "99.5 with a margin of 1, expected above 0 and below 100"),
        ({"low": 1, "high": 50}, "1 to 50 with a margin of 1"),
        ({"low": math.nan}, "nan"),
    ],
)
def test_bands_that_make_no_test_are_refused(band: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Band(**band)


@pytest.mark.parametrize(("alpha", "beta", "name"), [(0, 0.05, "alpha"), (0.01, 1, "beta")])
def test_rates_out_of_range_are_refused(alpha: float, beta: float, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        BandWatch(Band(45, 55), alpha, beta)


def test_several_targets_share_alpha_and_not_beta() -> None:
    found = watch_bands([Band(45, 55), Band(high=53)], 0.01, 0.05)
    assert [(watch.alpha, watch.beta) for watch in found] == [(0.005, 0.05)] * 2
    assert watch_bands([], 0.01, 0.05) == []


def play(mean: float, watch: BandWatch, random: np.random.Generator, matchups: int = 12) -> None:
    """Rounds in which both games of each pair are independent, until there is a verdict."""
    while watch.verdict is None:
        watch.add(random.binomial(2 * matchups, mean, 100) / (2 * matchups))


def test_error_rates() -> None:
    random, count = np.random.default_rng(4), 200
    for mean, wrong, most in ((0.55, MISSED, 0.05), (0.45, MISSED, 0.05), (0.56, MET, 0.05)):
        watches = [BandWatch(Band(45, 55), 0.05, 0.05) for _ in range(count)]
        for watch in watches:
            play(mean, watch, random)
        assert sum(watch.verdict == wrong for watch in watches) / count <= most


@pytest.mark.parametrize("mean", [50, 54, 55, 56, 57])
def test_expectations_are_near_what_is_used(mean: float) -> None:
    random, used = np.random.default_rng(6), []
    for _ in range(100):
        watch = BandWatch(Band(45, 55), 0.01, 0.05)
        play(mean / 100, watch, random, matchups=2)
        used.append(watch.rounds)
    expected = expected_rounds(mean, mean / 100 * (1 - mean / 100) / 4, watch)
    assert 1 / 1.5 < np.median(used) / expected < 1.5
