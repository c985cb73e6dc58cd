"""The drift gate's statistics against numbers that can be computed by hand, and by simulation."""

import math
from itertools import product

import numpy as np
import pytest

from forgesim.stats.differences import QUARTERS
from forgesim.stats.drift import (
    BETS,
    DRIFT,
    INCONCLUSIVE,
    JOINT_DRIFT,
    PASS,
    Limits,
    Watch,
    drift_evidence,
    drift_interval,
    expected_pairs,
    fewest_pairs,
    fixed_size_pairs,
    looks,
    pass_evidence,
)
from forgesim.stats.wealth import NEVER

LIMITS = Limits()
Array = np.ndarray


def pairs(**counts: int) -> Array:
    """Counts by difference in quarters: `minus1`, `zero`, `plus2` …"""
    places = {"zero": 4} | {f"minus{i}": 4 - i for i in range(1, 5)}
    places |= {f"plus{i}": 4 + i for i in range(1, 5)}
    found = np.zeros(9, np.int64)
    for name, count in counts.items():
        found[places[name]] = count
    return found


def changes(mean: float, changed: float = 0.4) -> Array:
    """Odds of D with a share of pairs in which one game is turned, to a mean."""
    odds = np.zeros(9)
    odds[[2, 6]] = changed / 2 - mean, changed / 2 + mean
    odds[4] = 1 - changed
    return odds


# Evidence by hand


def test_no_pairs_are_no_evidence() -> None:
    assert drift_evidence(pairs(), LIMITS) == pytest.approx(0)
    assert pass_evidence(pairs(), LIMITS) == pytest.approx([0, 0])


def test_two_pairs_by_hand() -> None:
    up, down = 0.0, 0.0
    for k in range(9):
        bet = 0.6 / 2**k
        up += (1 + bet * (0.5 - 0.01)) * (1 + bet * (-0.25 - 0.01)) / 9
        down += (1 + bet * (-0.5 - 0.01)) * (1 + bet * (0.25 - 0.01)) / 9
    found = drift_evidence(pairs(plus2=1, minus1=1), LIMITS)
    assert found == pytest.approx(math.log((up + down) / 2), abs=1e-14)


def test_passing_by_hand() -> None:
    bets = 0.6 / 2.0 ** np.arange(9)
    rise = np.mean((1 + bets * (0.03 - 1)) * (1 + bets * 0.03) ** 3)
    fall = np.mean((1 + bets * (0.03 + 1)) * (1 + bets * 0.03) ** 3)
    found = pass_evidence(pairs(plus4=1, zero=3), LIMITS)
    assert found == pytest.approx(np.log([rise, fall]), abs=1e-14)


def test_a_rise_and_a_fall_weigh_the_same() -> None:
    counts = np.arange(9) ** 2
    assert drift_evidence(counts, LIMITS) == pytest.approx(drift_evidence(counts[::-1], LIMITS))
    there, back = pass_evidence(counts, LIMITS), pass_evidence(counts[::-1], LIMITS)
    assert there == pytest.approx(back[::-1])


def test_large_counts_do_not_overflow() -> None:
    found = drift_evidence(pairs(plus4=10**9), LIMITS)
    assert found == pytest.approx(10**9 * math.log1p(0.6 * 0.99) - math.log(18))
    assert drift_evidence(pairs(zero=10**9), LIMITS) < -1e4


def test_many_at_once() -> None:
    counts = np.random.default_rng(1).integers(0, 50, (3, 4, 9))
    assert drift_evidence(counts, LIMITS).shape == (3, 4)
    assert pass_evidence(counts, LIMITS).shape == (3, 4, 2)
    one = drift_evidence(counts[2, 1], LIMITS)
    assert drift_evidence(counts, LIMITS)[2, 1] == pytest.approx(one, abs=1e-12)


# Exact expectations: a sum over all outcomes


def expectation(odds: Array, size: int, evidence) -> Array:
    """Mean of evidence (not its logarithm) over all samples of some pairs."""
    values = np.flatnonzero(odds)
    total = 0.0
    for sample in product(values, repeat=size):
        chance = math.prod(odds[place] for place in sample)
        total = total + chance * np.exp(evidence(np.bincount(sample, minlength=9), LIMITS))
    return total


THREE = {
    "one game turned": changes(0.01),
    "both turned": np.array([0.2, 0, 0, 0, 0.59, 0, 0, 0, 0.21]),
    "quarters": np.array([0, 0, 0, 0.3, 0.36, 0.34, 0, 0, 0]),
    "to one side": np.array([0, 0, 0, 0, 0.98, 0, 0.02, 0, 0]),
}


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("name", THREE)
def test_at_the_edge_of_what_is_tolerated_the_bet_on_that_side_is_fair(
    name: str, size: int
) -> None:
    odds = THREE[name]
    assert odds @ QUARTERS == pytest.approx(0.01)

    def rise(counts: Array, limits: Limits) -> Array:
        gains = counts @ np.log1p((QUARTERS[:, None] - limits.tolerated / 100) * BETS)
        return np.log(np.exp(gains).mean())

    assert expectation(odds, size, rise) == pytest.approx(1, abs=1e-12)
    assert expectation(odds, size, drift_evidence) < 1


@pytest.mark.parametrize("size", [1, 2, 5])
def test_at_the_edge_of_what_must_be_caught_passing_is_fair(size: int) -> None:
    assert expectation(changes(0.03), size, pass_evidence)[0] == pytest.approx(1, abs=1e-12)
    assert expectation(changes(-0.03), size, pass_evidence)[1] == pytest.approx(1, abs=1e-12)
    assert expectation(changes(0.04), size, pass_evidence)[0] < 1


@pytest.mark.parametrize("mean", [-0.01, -0.005, 0.0, 0.007, 0.01])
def test_within_what_is_tolerated_evidence_shrinks_from_any_state(mean: float) -> None:
    odds = changes(mean)
    for before in np.random.default_rng(3).integers(0, 40, (50, 9)):
        now = np.exp(drift_evidence(before, LIMITS))
        then = np.exp(drift_evidence(before + np.eye(9, dtype=int), LIMITS))
        assert odds @ then <= now * (1 + 1e-12)


def test_beyond_what_is_tolerated_it_grows() -> None:
    assert expectation(changes(0.15), 5, drift_evidence) > 1
    assert expectation(changes(-0.15), 5, drift_evidence) > 1


# The watch


def rows(*each: Array) -> Array:
    return np.stack(each)


def test_prefixes_in_pieces_are_as_good_as_at_once() -> None:
    odds = np.stack([changes(0.002), changes(0.01), changes(-0.01)])
    pieces = np.random.default_rng(5).multinomial(40, odds, (7, 3))
    once, often = Watch(3, LIMITS), Watch(3, LIMITS)
    once.add(pieces.sum(axis=0))
    for piece in pieces:
        often.add(piece)
    assert (once.counts == often.counts).all()
    assert (once.evidence == often.evidence).all()
    assert (once.evidence == drift_evidence(pieces.sum(axis=0), LIMITS)).all()
    assert once.verdict is often.verdict is None


def test_a_matchup_that_never_changes_passes_and_is_frozen() -> None:
    needed = fewest_pairs(LIMITS)
    still, wild = pairs(zero=needed), pairs(plus2=needed // 2, minus2=needed - needed // 2)
    watch = Watch(2, LIMITS)
    watch.add(rows(still, wild))
    assert watch.passed.tolist() == [True, False]
    assert watch.open.tolist() == [False, True]
    frozen = watch.evidence[0]
    watch.add(rows(pairs(), pairs(plus2=50, minus2=50)))
    assert watch.evidence[0] == frozen == drift_evidence(still, LIMITS)
    assert watch.verdict is None


def test_fewest_pairs_are_enough_and_one_less_is_not() -> None:
    needed = fewest_pairs(LIMITS)
    for size, verdict in ((needed - 1, None), (needed, PASS)):
        watch = Watch(1, LIMITS)
        watch.add(pairs(zero=size)[None])
        assert watch.verdict == verdict
    # any change delays it
    assert pass_evidence(pairs(zero=needed - 2, plus1=1, minus1=1), LIMITS).min() < math.log(20)


def test_one_that_drifts_is_the_culprit() -> None:
    watch = Watch(3, LIMITS)
    still, moved = pairs(zero=200), pairs(minus2=60, zero=140)
    watch.add(rows(still, moved, still))
    assert (watch.verdict, watch.culprits, watch.ranking) == (DRIFT, [1], [1, 0, 2])
    assert watch.evidence[1] >= math.log(300)
    assert not watch.open.any()


# 400 pairs each
MOVED = pairs(plus2=68, minus2=20, zero=312)
EVEN = pairs(plus2=80, minus2=80, zero=240)


def test_drift_of_all_together_names_none() -> None:
    assert math.log(100) < drift_evidence(MOVED, LIMITS) < math.log(500)
    together = Watch(5, LIMITS)
    together.add(rows(*[MOVED] * 5))
    assert (together.verdict, together.culprits) == (JOINT_DRIFT, [])
    assert together.ranking == [0, 1, 2, 3, 4]
    one = Watch(5, LIMITS)
    one.add(rows(MOVED, *[EVEN] * 4))
    assert one.verdict is None


def test_evidence_is_the_present_one_not_its_highest() -> None:
    """Two that are high at different times make no alarm; at the same time they do."""
    limits, later = Limits(alpha=0.005), pairs(plus2=104, minus2=20, zero=276)
    assert 200 < np.exp(drift_evidence(EVEN + later, limits)) < 300
    assert 200 < np.exp(drift_evidence(MOVED, limits)) < 300
    both, watch = Watch(2, limits), Watch(2, limits)
    both.add(rows(MOVED, MOVED))
    assert both.verdict == JOINT_DRIFT
    watch.add(rows(MOVED, EVEN))
    watch.add(rows(MOVED[::-1], later))
    assert watch.verdict is None


def test_the_cap_ends_it_without_a_verdict() -> None:
    watch = Watch(2, LIMITS)
    watch.add(rows(pairs(zero=10), pairs(zero=10)))
    watch.end()
    assert watch.verdict == INCONCLUSIVE
    assert not watch.open.any()


def test_the_end_leaves_a_verdict_as_it_is() -> None:
    watch = Watch(1, LIMITS)
    watch.add(pairs(zero=1000)[None])
    watch.end()
    assert watch.verdict == PASS


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (rows(pairs(zero=1)), "shape"),
        (rows(pairs(zero=1), pairs(zero=1)) * 1.0, "whole numbers"),
        (rows(pairs(zero=-1), pairs(zero=-1)), "whole numbers"),
        (rows(pairs(zero=1), pairs(zero=2)), "different numbers"),
    ],
)
def test_prefixes_that_do_not_fit_are_refused(counts: Array, message: str) -> None:
    watch = Watch(2, LIMITS)
    with pytest.raises(ValueError, match=message):
        watch.add(counts)
    assert not watch.counts.any()


def test_pairs_of_a_closed_matchup_are_refused() -> None:
    watch = Watch(2, LIMITS)
    watch.add(rows(pairs(zero=400), EVEN))
    with pytest.raises(ValueError, match="closed"):
        watch.add(rows(pairs(zero=1), pairs(zero=1)))
    watch.end()
    with pytest.raises(ValueError, match="closed"):
        watch.add(rows(pairs(), pairs(zero=1)))


def test_there_must_be_something_to_watch() -> None:
    with pytest.raises(ValueError, match="no matchup"):
        Watch(0, LIMITS)


def test_looks_grow_to_the_cap() -> None:
    assert list(looks(700)) == [250, 312, 390, 488, 610, 700]
    assert list(looks(250)) == [250]
    assert list(looks(100)) == [100]
    assert list(looks(2000, 500, 2)) == [500, 1000, 2000]


# Limits


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"alpha": 0.0}, "alpha: 0, expected above 0 and below 1"),
        ({"alpha": 1.0}, "alpha: 1, expected above 0 and below 1"),
        ({"beta": 1.5}, "beta: 1.5, expected above 0 and below 1"),
        ({"alpha": math.nan}, "alpha: nan"),
        ({"tolerated": 0.0}, "tolerated: 0, expected a number of points above 0"),
        ({"tolerated": 2.0}, "caught: 3, expected at least twice what is tolerated, 4"),
        ({"caught": 100.0}, "below 100 points"),
        ({"cap": 0}, "cap: 0, expected at least 1 pair"),
    ],
)
def test_limits_that_make_no_test_are_refused(changed: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limits(**changed)


def test_the_widest_limits_ruin_no_player() -> None:
    limits = Limits(tolerated=49.9, caught=99.8)
    counts = np.eye(9, dtype=int)
    assert np.isfinite(drift_evidence(counts, limits)).all()
    assert np.isfinite(pass_evidence(counts, limits)).all()


# Expectations and intervals


def test_fixed_size_by_hand() -> None:
    # (2.326 + 1.645)**2 0.125 / 0.02**2
    assert fixed_size_pairs(0.125, 2, 0.01, 0.95) == math.ceil(312.5 * 3.9712017**2)
    assert fixed_size_pairs(0.125, 0.5, 0.01, 0.95) == pytest.approx(16 * 4928.2, rel=1e-3)


def test_without_noise_the_expectation_is_exact() -> None:
    found = expected_pairs(0.0, 50, LIMITS, matchups=7)
    assert drift_evidence(pairs(plus2=found), LIMITS) >= math.log(700)
    assert drift_evidence(pairs(plus2=found - 1), LIMITS) < math.log(700)


def test_expectations_grow_with_noise_matchups_and_certainty() -> None:
    usual = expected_pairs(0.125, 4, LIMITS)
    assert expected_pairs(0.25, 4, LIMITS) == pytest.approx(2 * usual, rel=0.15)
    assert expected_pairs(0.125, 4, LIMITS, matchups=28) > usual
    assert expected_pairs(0.125, 4, LIMITS, chance=0.9) > usual
    assert expected_pairs(0.125, -4, LIMITS) == usual


def test_differences_that_no_player_can_make_out_are_never_decided() -> None:
    assert expected_pairs(0.25, 0.001, Limits(tolerated=0.001, caught=0.002)) == NEVER


@pytest.mark.parametrize("effect", [0, 1, 3, 6])
def test_expectations_are_near_what_is_used(effect: float) -> None:
    random, odds = np.random.default_rng(7), changes(effect / 100, changed=0.4)
    used, step = [], 100
    for _ in range(200):
        watch = Watch(1, LIMITS)
        while watch.verdict is None:
            watch.add(random.multinomial(step, odds, 1))
        used.append(int(watch.counts.sum()))
    variance = odds @ QUARTERS**2 - (effect / 100) ** 2
    assert 1 / 1.5 < np.median(used) / expected_pairs(variance, effect, LIMITS) < 1.5
    later = expected_pairs(variance, effect, LIMITS, chance=0.9)
    assert 1 / 1.5 < np.quantile(used, 0.9) / later < 1.5


def test_an_interval_holds_exactly_what_bets_do_not_refute() -> None:
    counts = pairs(plus2=80, minus2=40, zero=280)
    low, high = drift_interval(counts, level=0.95)
    assert -1 < low < counts @ QUARTERS / 400 < high < 1
    for mean, side in ((low, 1), (high, -1)):
        edge = (side * mean + 1) / 2
        bets = 0.9 / 2.0 ** np.arange(9) / edge
        gains = counts @ np.log1p(((side * QUARTERS + 1) / 2 - edge)[:, None] * bets)
        assert np.log(np.exp(gains).mean()) == pytest.approx(math.log(40), abs=1e-3)


def test_an_interval_without_changes_is_narrow_and_not_empty() -> None:
    low, high = drift_interval(pairs(zero=1000))
    assert low == pytest.approx(-high)
    assert 0 < high < 0.02


def test_an_interval_holds_when_one_stops_at_the_worst_moment() -> None:
    odds, held = changes(0.03), 0
    draws = np.random.default_rng(8).multinomial(100, odds, (400, 20)).cumsum(axis=1)
    for run in draws:
        means = run @ QUARTERS / run.sum(axis=1)
        worst = np.abs((means - 0.03) * np.sqrt(run.sum(axis=1))).argmax()
        low, high = drift_interval(run[worst])
        held += low <= 0.03 <= high
    assert held / 400 >= 0.95


# By simulation: a small part of scripts/evidence/gate.py


def verdicts(odds: Array, gates: int, limits: Limits = LIMITS) -> list[Watch]:
    random, found = np.random.default_rng(11), []
    for _ in range(gates):
        watch, start = Watch(len(odds), limits), 0
        for end in looks(limits.cap):
            if watch.verdict is None:
                watch.add(random.multinomial(end - start, odds) * watch.open[:, None])
            start = end
        watch.end()
        found.append(watch)
    return found


@pytest.mark.parametrize("mean", [0.0, 0.01])
def test_false_alarms_are_rare(mean: float) -> None:
    limits = Limits(alpha=0.1, cap=3000)
    found = verdicts(np.tile(changes(mean), (6, 1)), 150, limits)
    alarms = sum(watch.verdict in (DRIFT, JOINT_DRIFT) for watch in found)
    assert alarms / 150 <= 0.1


def test_what_must_be_caught_is_caught() -> None:
    found = verdicts(np.stack([changes(0.03), *[changes(0.0)] * 7]), 100)
    assert sum(watch.verdict == DRIFT for watch in found) >= 95
    assert sum(bool(watch.passed[0]) for watch in found) <= 5
    assert sum(watch.culprits == [0] for watch in found) >= 95
