"""Grids of settings: `NAME=RANGE`, the values that each name takes, and all their points."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from forgesim.errors import UsageError

_NUMBER = r"[+-]?[0-9]{1,18}"
_SPAN = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:\.\.([+-]?[0-9]{{1,18}}))?")
_EXAMPLE = "as 20..23, 4..8..2, 6,7,8 or on,off"
MOST_POINTS = 10_000
"""Points of a grid, at most, however long anybody would wait."""

Point = tuple[str, ...]
"""A value for each axis, as `--set` takes it."""


@dataclass(frozen=True)
class Axis:
    """One name and the values that it takes.

    Attributes
    ----------
    name : str
        As `--set` takes it.
    parts : tuple of range or str
        The values in their order: whole numbers, or texts.
    is_relative : bool
        Whether numbers are changes of what stands there, and written with a sign.
    """

    name: str
    parts: tuple[range | str, ...]
    is_relative: bool = False

    @property
    def size(self) -> int:
        """How many values there are."""
        return sum(1 if isinstance(part, str) else len(part) for part in self.parts)

    @property
    def values(self) -> Iterator[str]:
        """The values, as `--set` takes them."""
        return chain.from_iterable(
            [part] if isinstance(part, str) else map(self._text, part) for part in self.parts
        )

    @property
    def ends(self) -> list[str]:
        """The values that cannot be set if any cannot: of spans their ends, and all others."""
        ends = ([part] if isinstance(part, str) else map(self._text, (part[0], part[-1]))
                for part in self.parts)  # fmt: skip
        return list(dict.fromkeys(chain.from_iterable(ends)))

    def _text(self, value: int) -> str:
        return f"{value:+d}" if self.is_relative else f"{value:d}"


def read_axis(text: str) -> Axis:
    """Read `NAME=RANGE`.

    A range is a list, with commas, of values and of spans `a..b` or `a..b..step`. A sign before a
    number makes it a change of what stands there.

    Raises
    ------
    UsageError
        If it is none, has no value, goes the wrong way round, or names a value twice.
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not name:
        raise UsageError(f"{text}: expected NAME=RANGE, as second.start_heat=20..23")
    words = [word.strip() for word in values.split(",")]
    if not all(words):
        raise UsageError(f"{text}: the range has an empty value, expected values {_EXAMPLE}")
    parts = tuple(_part(text, word) for word in words)
    spans = [word for word in words if _SPAN.fullmatch(word)]
    signed = [_is_signed(word) for word in spans]
    if any(signed) and not all(signed):
        raise UsageError(f"{text}: some spans have signs and some have none; write all alike")
    axis = Axis(name, parts, any(signed))
    if axis.size <= MOST_POINTS:
        seen = list(axis.values)
        twice = next((value for value in seen if seen.count(value) > 1), None)
        if twice is not None:
            raise UsageError(f"{text}: the value {twice} stands twice in it")
    return axis


def _part(text: str, word: str) -> range | str:
    span = _SPAN.fullmatch(word)
    if span is None:
        if ".." in word:
            raise UsageError(f"{text}: {word!r} is no span, expected whole numbers as 20..23, or"
                             " 4..8..2 in steps of 2")  # fmt: skip
        return word
    first, last, step = int(span[1]), int(span[2]), int(span[3] or 1)
    if step < 1:
        raise UsageError(f"{text}: a step of {step}, expected 1 or more")
    if first > last:
        raise UsageError(f"{text}: {word} goes down, expected {last}..{first}")
    return range(first, last + 1, step)


def _is_signed(word: str) -> bool:
    """Whether a span has a sign at either end."""
    return any(end[:1] in "+-" for end in word.split("..")[:2])


def read_axes(texts: Sequence[str]) -> list[Axis]:
    """Read all axes of a grid.

    Raises
    ------
    UsageError
        If one is none, or a name stands twice.
    """
    if not texts:
        raise UsageError("no range is given: name what to vary, as second.start_heat=20..23")
    axes = [read_axis(text) for text in texts]
    names = [axis.name for axis in axes]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} is given two ranges: put all its values into one")
    return axes


def count_points(axes: Sequence[Axis]) -> int:
    """Points of a grid."""
    return prod(axis.size for axis in axes)


def list_points(axes: Sequence[Axis]) -> list[Point]:
    """All points, the last axis running fastest."""
    return list(product(*(axis.values for axis in axes)))


def settings_of(axes: Sequence[Axis], point: Point) -> list[str]:
    """A point as `--set` takes it."""
    return [f"{axis.name}={value}" for axis, value in zip(axes, point, strict=True)]
