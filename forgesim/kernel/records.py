"""Records: numpy's structured arrays, as the compiled and the plain rules both read them."""

from typing import Any

import numpy as np

Record = Any
"""An array of numpy records whose fields are attributes: no static type describes it."""


def new_records(dtype: np.dtype[Any], count: int = 1) -> Record:
    """Zeroed records whose fields are attributes, compiled and in plain Python."""
    return np.zeros(count, dtype).view(np.recarray)
