"""Numbers as the report writes them: few digits, a true minus, blanks that do not break."""

import math
from collections.abc import Sequence

NBSP = "\u00a0"
MINUS = "\u2212"
NOTHING = "\u2013"
"""What stands where there is no number."""


def number(value: float, decimals: int = 1) -> str:
    """A number; a dash where it is not known."""
    if not math.isfinite(value):
        return NOTHING
    return f"{_rounded(value, decimals):,.{decimals}f}".replace("-", MINUS)


def signed(value: float, decimals: int = 1) -> str:
    """A difference with its sign; what rounds to nothing has none."""
    if not math.isfinite(value):
        return NOTHING
    rounded = _rounded(value, decimals)
    sign = "+" if rounded else ""
    return f"{rounded:{sign},.{decimals}f}".replace("-", MINUS)


def _rounded(value: float, decimals: int) -> float:
    """A rounded number, without the minus of a zero."""
    return float(f"{value:.{decimals}f}") + 0.0


def percent(value: float, decimals: int = 1) -> str:
    """A share or a score of 100."""
    return f"{number(value, decimals)}{NBSP}%"


def interval(low: float, high: float, decimals: int = 1, is_signed: bool = False) -> str:
    """The two bounds of an interval."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return NOTHING
    form = signed if is_signed else number
    return f"{form(low, decimals)} to {form(high, decimals)}"


def decimals_for(low: float, high: float) -> int:
    """How many decimals are worth printing of what is known from low to high, in points."""
    half = (high - low) / 2
    if not math.isfinite(half) or half >= 5:
        return 0
    return 1 if half >= 0.05 else 2


def points(value: float, decimals: int = 1) -> str:
    """A size in points."""
    word = "point" if number(abs(value), decimals) == "1" else "points"
    return f"{number(value, decimals)}{NBSP}{word}"


def threshold(matters: float) -> str:
    """A threshold as it was set: 2 points, 0.5 points."""
    return f"{matters:g}{NBSP}{'point' if matters == 1 else 'points'}"


def about(value: float) -> str:
    """A large number, rounded up to two digits: nobody should take it for exact."""
    if value <= 100:
        return f"{math.ceil(value)}"
    step = 10 ** (int(math.log10(value)) - 1)
    whole = math.ceil(value / step) * step
    for size, word in ((10**9, "billion"), (10**6, "million")):
        if whole >= size:
            return f"{whole / size:.2g}{NBSP}{word}" if whole < 100 * size else _wide(whole, size)
    return f"{whole:,}"


def _wide(whole: int, size: int) -> str:
    return f"{whole // size:,}{NBSP}{'billion' if size == 10**9 else 'million'}"


def counted(amount: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{amount:,}{NBSP}{word if amount == 1 else plural(word)}"


def plural(word: str) -> str:
    """More than one of something."""
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"


def listing(items: Sequence[str]) -> str:
    """Items in a row, with "and"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def capital(text: str) -> str:
    """A text that begins with a capital, and is otherwise as it was."""
    return text[:1].upper() + text[1:]
