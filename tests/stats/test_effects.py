"""Significant or not, and large or not, are two questions."""

import math

import pytest

from forgesim.stats.effects import detectable, pairs_needed, verdict


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (2.1, 5, "matters"),
        (-9, -2.1, "matters"),
        (0.05, 0.15, "small"),  # significant, and of no importance
        (-2, 2, "small"),
        (1, 3, "undecided"),
        (-5, 5, "undecided"),
        (math.nan, math.nan, "undecided"),
    ],
)
def test_a_difference_matters_where_its_interval_is_wholly_beyond(
    low: float, high: float, said: str
) -> None:
    assert verdict(low, high, 2) == said


def test_the_detectable_difference_is_that_of_the_textbook() -> None:
    # (1.959964 + 0.841621) * sqrt(0.25 / 196): 196 trials show 10 points with 80 %.
    assert detectable(196, 0.25) == pytest.approx(10.0057, abs=1e-4)
    assert pairs_needed(10, 0.25) == 197
    assert detectable(0, 0.25) == math.inf
