"""Parquet files from arrays, and arrays from Parquet files, without pandas.

Columns are made from their buffers: converting through pyarrow's own functions would import pandas,
which a batch does without.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from forgesim.cards.files import write_atomically

UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, pa.ArrowException)
"""What reading a damaged file can raise."""


_RISING = ("pair", "place")
"""Columns that count up."""


def _column(values: Any) -> pa.Array:
    data = np.ascontiguousarray(values)
    kind = pa.from_numpy_dtype(data.dtype)
    return pa.Array.from_buffers(kind, len(data), [None, pa.py_buffer(data)])


def _texts(values: Sequence[str]) -> pa.Array:
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *(len(text) for text in encoded)], dtype=np.int32)
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    return pa.Array.from_buffers(pa.string(), len(values), buffers)


def names(values: Sequence[str], places: Any) -> pa.DictionaryArray:
    """A column of texts, by their places in a list."""
    return pa.DictionaryArray.from_arrays(_column(places.astype(np.int32)), _texts(values))


def make_table(columns: Mapping[str, Any]) -> pa.Table:
    """A table from columns: arrays, or what `names` makes."""
    arrays = [c if isinstance(c, pa.Array) else _column(c) for c in columns.values()]
    return pa.Table.from_arrays(arrays, names=list(columns))


def write_table(path: Path, table: pa.Table) -> None:
    """Write a table as Parquet."""
    counted_up = [name for name in table.column_names if name in _RISING]
    repeated = [name for name in table.column_names if name not in (*_RISING, "seed")]
    write_atomically(
        path,
        lambda file: pq.write_table(
            table,
            file,
            compression="lz4",  # a block is written while others are played: quick before small
            use_dictionary=repeated,
            column_encoding=dict.fromkeys(counted_up, "DELTA_BINARY_PACKED"),
            write_statistics=[name for name in table.column_names if name == "matchup"],
            write_page_checksum=True,
        ),
    )


def read_table(file: Path) -> pa.Table:
    """Read a table; raises one of `UNREADABLE` where its file is damaged."""
    with pq.ParquetFile(file, page_checksum_verification=True) as parquet:
        return parquet.read(use_threads=False)  # of columns so short, one by one is quicker


def values_of(table: pa.Table, name: str) -> Any:
    """The numbers of a column."""
    return np.from_dlpack(table[name].combine_chunks())


def places_of(table: pa.Table, name: str) -> Any:
    """Places of a column's texts in their list."""
    return np.from_dlpack(table[name].combine_chunks().indices)
