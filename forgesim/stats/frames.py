"""Tables as pandas frames: columns of fixed names, order and types, also where there is no row."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

TEXT, NUMBER, WHOLE, MAYBE_WHOLE, YES_NO = "object", "float64", "int64", "Int64", "bool"
"""Types of columns. Text may be None, numbers NaN, and whole numbers NA where the type says so."""

BOUNDS = ("low", "high")
"""Bounds of a table's main number."""


def frame(columns: Mapping[str, str], rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """A table from rows, some of which may lack some columns.

    Parameters
    ----------
    columns : mapping of str to str
        Types by name, in order.
    rows : iterable of mappings
        Values by column; what is missing becomes None, NaN or NA.

    Returns
    -------
    pandas.DataFrame
    """
    listed = list(rows)
    return pd.DataFrame(
        {name: _column([row.get(name) for row in listed], kind) for name, kind in columns.items()}
    )


def _column(values: list[Any], kind: str) -> "pd.Series[Any]":
    if kind == NUMBER:
        return pd.Series(np.array([np.nan if v is None else v for v in values], float))
    return pd.Series(values, dtype=kind)


def measured(*names: str) -> dict[str, str]:
    """Columns of numbers with bounds of their own: `name`, `name_low`, `name_high`."""
    return {f"{name}{end}": NUMBER for name in names for end in ("", "_low", "_high")}


def points(
    name: str,
    value: tuple[Any, Any, Any],
    bounds: tuple[str, str] | None = None,
    less: float = 0.0,
) -> dict[str, float]:
    """A score or difference in points, with its interval.

    Parameters
    ----------
    name : str
        Column of the value.
    value : tuple of float
        Value, lower and upper bound: from 0 to 1, or differences.
    bounds : tuple of str, optional
        Columns of the bounds; `name_low` and `name_high` if left out.
    less : float
        What is taken off first, as 1/2 for an advantage.
    """
    columns = (name, *(bounds or (f"{name}_low", f"{name}_high")))
    return {c: 100 * (float(v) - less) for c, v in zip(columns, value, strict=True)}
