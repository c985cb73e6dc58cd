"""Numbers in words."""

import math

import pytest

from forgesim.report import words


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(1234.56, 1, "1,234.6"), (-0.04, 1, "0.0"), (-3.25, 1, "\u22123.2"), (math.nan, 1, "\u2013")],
)
def test_number(value: float, decimals: int, text: str) -> None:
    assert words.number(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(3.25, "+3.2"), (-3.25, "\u22123.2"), (0.01, "0.0"), (-0.01, "0.0"), (math.nan, "\u2013")],
)
def test_signed(value: float, text: str) -> None:
    assert words.signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (99.2, "100"), (101, "110"), (12_345, "13,000"), (1_200_000, "1.2\u00a0million"),
        (234_000_000, "240\u00a0million"), (9_990_000_000, "10\u00a0billion"),
        (5e12, "5,000\u00a0billion"),
    ],
)  # fmt: skip
def test_about_rounds_up_to_two_digits(value: float, text: str) -> None:
    assert words.about(value) == text


def test_points_and_thresholds() -> None:
    assert words.points(1, 0) == "1\u00a0point"
    assert words.points(1.0, 1) == "1.0\u00a0points"
    assert words.threshold(2.0) == "2\u00a0points"
    assert words.threshold(0.5) == "0.5\u00a0points"
    assert words.threshold(0.25) == "0.25\u00a0points"
    assert words.threshold(0.05) == "0.05\u00a0points"


def test_decimals_follow_the_uncertainty() -> None:
    assert [words.decimals_for(50 - h, 50 + h) for h in (20, 5, 1, 0.04)] == [0, 0, 1, 2]
    assert words.decimals_for(math.nan, math.nan) == 0


def test_lists_and_counts() -> None:
    assert words.listing([]) == ""
    assert words.listing(["a"]) == "a"
    assert words.listing(["a", "b", "c"]) == "a, b and c"
    assert words.counted(1, "deck") == "1\u00a0deck"
    assert words.counted(1200, "deck") == "1,200\u00a0decks"
    assert words.counted(2, "ability") == "2\u00a0abilities"
    assert words.interval(1, math.nan) == "\u2013"
