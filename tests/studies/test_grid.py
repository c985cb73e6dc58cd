"""Ranges: what they mean, and what is no range."""

import pytest

from forgesim.errors import UsageError
from forgesim.studies.grid import count_points, list_points, read_axes, read_axis, settings_of


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=20..23", ["20", "21", "22", "23"]),
        ("a=4..8..2", ["4", "6", "8"]),
        ("a=4..9..2", ["4", "6", "8"]),
        ("a=6,7,10..12", ["6", "7", "10", "11", "12"]),
        ("switch.x=on,off", ["on", "off"]),
        ("card.c.cost=-1..+1", ["-1", "+0", "+1"]),
        ("card.c.cost=+0,+1", ["+0", "+1"]),
        (" a = 5 ", ["5"]),
        ("a=7..7", ["7"]),
    ],
)
def test_a_range_has_these_values(text: str, values: list[str]) -> None:
    axis = read_axis(text)
    assert list(axis.values) == values
    assert axis.size == len(values)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a", "expected NAME=RANGE"), ("=3", "expected NAME=RANGE"), ("a=", "empty value"),
        ("a=1,,2", "empty value"), ("a=5..3", "goes down, expected 3..5"),
        ("a=1..5..0", "a step of 0"), ("a=1..5..-1", "a step of -1"), ("a=x..y", "is no span"),
        ("a=1...3", "is no span"), ("a=6,6", "6 stands twice"), ("a=1..3,2", "2 stands twice"),
        ("a=+1..+2,5..6", "some spans have signs"),
    ],
)  # fmt: skip
def test_what_is_no_range_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_axis(text)


def test_points_are_all_combinations_the_last_axis_fastest() -> None:
    axes = read_axes(["a=1,2", "b=on,off"])
    assert count_points(axes) == 4
    assert list_points(axes) == [("1", "on"), ("1", "off"), ("2", "on"), ("2", "off")]
    assert settings_of(axes, ("2", "on")) == ["a=2", "b=on"]


def test_a_large_grid_is_counted_without_being_made() -> None:
    axes = read_axes(["a=0..999999999999", "b=1..1000000"])
    assert count_points(axes) == 10**18


def test_a_grid_needs_ranges_of_different_names() -> None:
    with pytest.raises(UsageError, match="no range is given"):
        read_axes([])
    with pytest.raises(UsageError, match="a is given two ranges"):
        read_axes(["a=1", "a=2"])


def test_the_ends_of_a_range_stand_for_all_of_it() -> None:
    assert read_axis("a=on,3..9,5000..9000").ends == ["on", "3", "9", "5000", "9000"]
    assert read_axis("card.c.cost=-2..+2").ends == ["-2", "+2"]
