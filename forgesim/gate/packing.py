"""Outcomes of pairs as text: two bits a game, four games a byte, base64.

No compressor is used: its bytes would hang on its version, and a baseline is to be the same
wherever it is made.
"""

import base64
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_SHIFTS = np.array([0, 2, 4, 6], np.uint8)


def pack(outcomes: Array) -> str:
    """Outcomes (pairs, 2), each 0, 1 or 2, as text."""
    games = outcomes.astype(np.uint8).ravel()
    filled = np.zeros(-(-len(games) // 4) * 4, np.uint8)
    filled[: len(games)] = games
    packed = np.bitwise_or.reduce(filled.reshape(-1, 4) << _SHIFTS, axis=1)
    return base64.b64encode(packed.tobytes()).decode()


def unpack(text: str, pairs: int) -> Array:
    """What `pack` made a text of.

    Returns
    -------
    int8 array (pairs, 2)

    Raises
    ------
    ValueError
        If these are not outcomes of so many pairs.
    """
    packed = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    games = ((packed[:, None] >> _SHIFTS) & 3).ravel()
    if len(packed) != -(-2 * pairs // 4) or games.max() > 2 or games[2 * pairs :].any():
        raise ValueError("these are not outcomes")
    return games[: 2 * pairs].astype(np.int8).reshape(-1, 2)
