"""Paired differences against numbers that can be computed by hand, and by simulation."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from forgesim.stats.differences import NO_DIFFERENCE, Difference, paired_difference, pairs_for
from forgesim.stats.pairs import Z95

VALUES = np.arange(-4, 5) / 4
Array = np.ndarray


def cell(**pairs: int) -> list[int]:
    """Pairs by difference, in quarters: `minus1`, `zero`, `plus2` …"""
    places = {"zero": 4} | {f"minus{i}": 4 - i for i in range(1, 5)}
    places |= {f"plus{i}": 4 + i for i in range(1, 5)}
    counts = [0] * 9
    for name, count in pairs.items():
        counts[places[name]] = count
    return counts


def difference(*cells: list[int], weights: tuple[float, ...] = (1.0,)) -> Difference:
    return paired_difference(np.array(cells), VALUES, np.array(weights))


def half_width(found: Difference) -> float:
    return (found.high - found.low) / 2


# By hand


def test_one_cell_by_hand() -> None:
    found = difference(cell(plus2=3, minus2=1))
    # mean 1/4; s**2 = (3 (1/4)**2 + (3/4)**2) / 3 = 1/4; d**2 = (1 + 4/4) / 5 = 2/5
    error = math.sqrt(0.25 / 4 + 2 * 0.4 / 16)
    assert found.mean == 0.25
    assert found.low == pytest.approx(0.25 - Z95 * error, abs=1e-12)
    assert found.high == pytest.approx(0.25 + Z95 * error, abs=1e-12)
    assert found.p == pytest.approx(2 * norm.sf(0.25 / error), abs=1e-12)
    assert found.pairs == 4


def test_two_cells_by_hand() -> None:
    found = difference(cell(plus4=1, zero=1), cell(zero=4), weights=(0.25, 0.75))
    # means 1/2 and 0; s**2 = 1/2 and 0; d**2 = (1 + 1) / 2 = 1; the second's pairs weigh 3/16
    error = math.sqrt(0.25**2 * 0.5 / 2 + 2 * (0.75 / 4) ** 2)
    assert found.mean == 0.125
    assert half_width(found) == pytest.approx(Z95 * error, abs=1e-12)
    assert found.pairs == 6


def test_with_many_pairs_it_is_the_usual_paired_interval() -> None:
    draws = np.random.default_rng(1).integers(-2, 3, 40_000) / 4
    counts = np.histogram(draws, np.arange(-4.5, 5) / 4)[0]
    usual = Z95 * draws.std(ddof=1) / math.sqrt(len(draws))
    assert half_width(paired_difference(counts[None], VALUES, np.ones(1))) == pytest.approx(
        usual, rel=1e-4
    )


@pytest.mark.parametrize("pairs", [1, 2, 100, 100_000])
@pytest.mark.parametrize("name", ["zero", "plus2", "minus4"])
def test_pairs_that_all_agree_give_an_interval_of_some_width(pairs: int, name: str) -> None:
    found = difference(cell(**{name: pairs}))
    assert -1 <= found.low < found.high <= 1
    assert found.low <= found.mean <= found.high


@pytest.mark.parametrize("pairs", [100, 3000])
def test_pairs_without_any_difference_are_near_the_rule_of_three(pairs: int) -> None:
    assert difference(cell(zero=pairs)).high * pairs == pytest.approx(3, abs=0.3)


def test_the_same_pairs_in_equal_cells_are_as_good_as_in_one() -> None:
    one = difference(cell(plus2=40, zero=160))
    four = difference(*[cell(plus2=10, zero=40)] * 4, weights=(0.25,) * 4)
    assert (four.mean, four.pairs) == (one.mean, one.pairs)
    assert half_width(four) == pytest.approx(half_width(one), rel=0.01)


def test_turned_round_it_changes_sign() -> None:
    found = difference(cell(plus3=5, minus1=7, zero=90))
    turned = difference(cell(minus3=5, plus1=7, zero=90))
    assert (turned.mean, turned.low, turned.high) == (-found.mean, -found.high, -found.low)
    assert turned.p == found.p


def test_variants_that_are_the_same_have_no_difference_at_all() -> None:
    assert Difference(mean=0, low=0, high=0, p=1, pairs=0) == NO_DIFFERENCE


# By simulation

SMALL, LARGE = {"minus2": 0.15, "plus2": 0.2}, {"minus4": 0.02, "plus4": 0.04}
KINDS = {
    "ordinary": SMALL | LARGE,
    "rare": {"plus4": 0.02},
    "rare and small": {"minus1": 0.02},
    "strongly paired": {"minus2": 0.02, "plus2": 0.03},
    "hardly ever": {"plus2": 0.002},
    "hardly ever another": {"plus2": 0.98},
}
REPLICATES = 20_000


def chances(kind: str) -> np.ndarray:
    parts = np.array(cell(**{name: round(1000 * p) for name, p in KINDS[kind].items()})) / 1000
    parts[4] += 1 - parts.sum()
    return parts


@pytest.mark.parametrize("pairs", [100, 1000, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", KINDS)
def test_95_percent_intervals_cover_what_they_should(kind: str, pairs: int) -> None:
    truth, cells = chances(kind), 5
    draws = np.random.default_rng(2).multinomial(pairs // cells, truth, (REPLICATES, cells))
    weights = np.full(cells, 1 / cells)
    found = [paired_difference(counts, VALUES, weights) for counts in draws]
    covered = np.mean([each.low <= truth @ VALUES <= each.high for each in found])
    assert covered >= 0.93
    if pairs * (1 - truth.max()) >= 30:
        assert covered <= 0.97


@pytest.mark.parametrize("kind", ["ordinary", "strongly paired", "rare"])
def test_sampling_in_two_rounds_keeps_the_level_and_reaches_the_width(kind: str) -> None:
    truth, cells, first, asked = chances(kind), 20, 64, 0.006
    rng, weights = np.random.default_rng(3), np.full(cells, 1 / cells)
    covered, wide = 0, 0
    for _ in range(3000):
        counts = rng.multinomial(first, truth, cells)
        needed = pairs_for(counts, VALUES, weights, asked)
        counts += rng.multinomial(max(needed - first, 0), truth, cells)
        found = paired_difference(counts, VALUES, weights)
        covered += found.low <= truth @ VALUES <= found.high
        wide += half_width(found) > asked
    assert 0.93 <= covered / 3000 <= 0.97
    assert wide / 3000 < 0.01


def test_pairs_planned_are_not_many_more_than_needed() -> None:
    truth, weights = chances("ordinary"), np.ones(1)
    sample = np.round(truth * 100_000).astype(int)[None]
    exact = (truth @ VALUES**2 - (truth @ VALUES) ** 2) * (Z95 / 0.005) ** 2
    assert exact < pairs_for(sample, VALUES, weights, 0.005) < 1.05 * exact
