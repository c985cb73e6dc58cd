"""What is said of a difference."""

import math

import pandas as pd
import pytest

from forgesim.report.verdicts import POWER_RATIO, Claim, Verdict, claims, sorted_out


def claim(gap: float, half: float, is_certain: bool = True) -> Claim:
    return Claim("it", gap, gap - half, gap + half, is_certain)


@pytest.mark.parametrize(
    ("gap", "half", "is_certain", "verdict"),
    [
        (5, 1, True, Verdict.MATTERS),
        (-5, 1, True, Verdict.MATTERS),
        (5, 1, False, Verdict.UNDECIDED),  # one of many, some of which lie far out by luck
        (1, 0.5, True, Verdict.SMALL),  # certain, and small
        (0, 0.5, False, Verdict.SMALL),
        (2, 0.5, True, Verdict.UNDECIDED),
        (0, 20, False, Verdict.UNDECIDED),
        (0.1, 0.01, True, Verdict.SMALL),
    ],
)
def test_verdicts(gap: float, half: float, is_certain: bool, verdict: Verdict) -> None:
    assert claim(gap, half, is_certain).verdict(2) is verdict


def test_a_threshold_of_nothing_asks_for_significance_alone() -> None:
    assert claim(0.1, 0.05).verdict(0) is Verdict.MATTERS
    assert claim(0.1, 0.2).verdict(0) is Verdict.UNDECIDED


def test_games_needed_are_those_at_which_the_interval_leaves_the_threshold() -> None:
    needed = claim(6, 8, False).games_needed(100, 2)
    assert needed == 400
    half = 8 * math.sqrt(100 / needed)
    assert 6 - half == pytest.approx(2)
    assert claim(2, 1).games_needed(100, 2) == math.inf


def test_half_width_and_power() -> None:
    # Fleiss, Levin, Paik: 80 % power at the 5 % level asks for (1.96 + 0.84) standard errors.
    assert pytest.approx((1.96 + 0.84) / 1.96, abs=1e-3) == POWER_RATIO


def test_claims_of_a_table_leave_out_what_is_not_known() -> None:
    table = pd.DataFrame(
        {"deck": ["a", "b"], "score": [60.0, math.nan], "low": [55.0, math.nan],
         "high": [65.0, math.nan], "p_adjusted": [0.001, math.nan]}
    )  # fmt: skip
    assert claims(table, "deck", "score") == [Claim("a", 10, 5, 15, True)]
    assert claims(pd.DataFrame(), "deck", "score") == []
    assert claims(table, "deck", "rating") == []


def test_without_p_the_interval_says_whether_it_is_certain() -> None:
    table = pd.DataFrame({"name": ["x", "y"], "advantage": [3.0, 0.1], "low": [1.0, -1.0],
                          "high": [5.0, 1.2]})  # fmt: skip
    assert [each.is_certain for each in claims(table, "name", "advantage", 0)] == [True, False]


def test_sorted_out_puts_the_largest_first() -> None:
    by = sorted_out([claim(3, 0.1), claim(-9, 0.1), claim(0, 0.1)], 2)
    assert [each.gap for each in by[Verdict.MATTERS]] == [-9, 3]
    assert [each.gap for each in by[Verdict.SMALL]] == [0]
