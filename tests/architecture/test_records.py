"""Records of the engine: their fields must mean the same compiled and in plain Python.

Without the JIT, numpy's record views answer for a field only where they have no attribute of that
name themselves: a field called `size` would silently give numpy's size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from forgesim.kernel.match import ROW
from forgesim.kernel.records import new_records
from forgesim.pilots.forge.engine import ENGINE

RECORDS = {
    "state": ENGINE.state,
    "table": ENGINE.table,
    "mind": ENGINE.mind,
    "listing": ENGINE.listing,
    "row": ROW,
}
TAKEN = frozenset({*dir(np.record), *dir(np.recarray), *dir(np.ndarray)})


def fields(dtype: np.dtype[Any], place: str) -> Iterator[tuple[str, str, np.dtype[Any]]]:
    """Every field of a record and of the records nested in it: place, name, type."""
    base = dtype.base
    for name, (part, *_) in (base.fields or {}).items():
        yield f"{place}.{name}", name, part
        yield from fields(part, f"{place}.{name}")


def names_taken(dtype: np.dtype[Any], place: str) -> list[str]:
    return [where for where, name, _ in fields(dtype, place) if name in TAKEN]


@pytest.mark.parametrize("record", RECORDS)
def test_no_field_has_a_name_that_numpy_uses(record: str) -> None:
    assert names_taken(RECORDS[record], record) == []


def test_a_field_with_a_name_that_numpy_uses_is_found() -> None:
    inner = np.dtype([("size", np.int64), ("power", np.int64)])
    outer = np.dtype([("seat", inner, 2), ("item", np.int16), ("turn", np.int16)])
    assert names_taken(outer, "planted") == ["planted.seat.size", "planted.item"]
    assert new_records(inner).size == 1, "numpy answers, not the field"


@pytest.mark.parametrize("record", RECORDS)
def test_every_field_is_a_whole_number_without_padding_surprises(record: str) -> None:
    for where, _, part in fields(RECORDS[record], record):
        if part.base.fields is None:
            assert part.base.kind in "iu", where
            assert part.base.itemsize in (1, 2, 4, 8), where
            assert part.base.isnative, where


def test_every_field_can_be_read_and_set_as_an_attribute() -> None:
    for name, dtype in RECORDS.items():
        record = new_records(dtype)[0]
        for where, field, part in fields(dtype, name):
            if where.count(".") == 1 and part.subdtype is None and part.fields is None:
                setattr(record, field, 1)
                assert getattr(record, field) == 1, where
