"""How games go: their length, how they end, and whether the lead changes.

These count single games. The two games of a pair are not independent; the effective size of a share
is taken to be half its games, as if both always went alike, which is conservative.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from forgesim.stats.counts import Counts, TempoCounts
from forgesim.stats.frames import BOUNDS, NUMBER, TEXT, WHOLE, frame, points
from forgesim.stats.pairs import wilson

Array = np.ndarray[Any, Any]

TEMPO = {
    **dict.fromkeys(("tier", "measure", "key"), TEXT),
    "games": WHOLE,
    **dict.fromkeys(("share", "low", "high"), NUMBER),
}
BEHIND = (1, 3, 5, 8)
"""How far behind a side is at half-time, to count as one that came back."""

LENGTHS = 6
"""Bins of game length, as far as lengths can be told apart."""

_LOSS, _WIN = 0, 2


def tempo_table(counts: Mapping[str, Counts]) -> pd.DataFrame:
    """Length, end reasons, lead changes, comebacks, and when games are decided, by tier."""
    return frame(TEMPO, (row for tier, each in counts.items() for row in _rows(tier, each)))


def _rows(tier: str, counts: Counts) -> Iterator[dict[str, Any]]:
    for measure, key, part, whole in _shares(counts):
        if whole:
            share = part / whole
            row = {"tier": tier, "measure": measure, "key": str(key), "games": int(whole)}
            yield row | points("share", (share, *wilson(share, whole / 2)), BOUNDS)


def _shares(counts: Counts) -> Iterator[tuple[str, Any, float, float]]:
    """Measure, key, and of how many games how many."""
    games, total = counts.games, int(counts.games["games"].sum())
    by_turn = np.bincount(games["turns"], games["games"])
    for turns in np.flatnonzero(by_turn):
        yield "length", turns, by_turn[turns], total
    by_reason = np.bincount(games["reason"], games["games"], minlength=len(counts.reasons))
    for reason, part in zip(counts.reasons, by_reason, strict=True):
        yield "reason", reason, part, total
    changes = counts.tempo.lead_changes
    for number, part in enumerate(np.trim_zeros(changes, "b")):
        yield "lead_changes", number, part, changes.sum()
    for least in BEHIND:
        yield "comeback", least, *_comebacks(counts.tempo, least)
    for turn, decided in _decided(counts.tempo, total):
        yield "decided", turn, decided, total


def _comebacks(tempo: TempoCounts, least: int) -> tuple[int, int]:
    """Games that the side won which was so far behind at half-time, and all with such a side."""
    middle = tempo.middle
    even = len(middle) // 2
    first_behind, second_behind = middle[: even - least + 1], middle[even + least :]
    won = first_behind[:, _WIN].sum() + second_behind[:, _LOSS].sum()
    return int(won), int(first_behind.sum() + second_behind.sum())


def _decided(tempo: TempoCounts, total: int) -> Iterator[tuple[int, int]]:
    """First player's turn n, and games that the side won which was ahead after it, or were over."""
    for turn in range(1, (len(tempo.ahead) + 1) // 2 + 1):
        lasting = tempo.ahead[2 * turn - 2]
        if not lasting.any():
            return
        won = lasting[0, _LOSS] + lasting[2, _WIN]
        yield turn, int(total - lasting.sum() + won)


def length_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    """First player's advantage by length of the game: rows of the table of seats.

    Bins hold about the same number of games each; `pairs` counts games.
    """
    games = counts.games
    first = np.where(games["order"] == 0, games["outcome"], 2 - games["outcome"])
    by_turn, points_by_turn = (
        np.bincount(games["turns"], games["games"] * part) for part in (1, first / 2)
    )
    low = int(np.flatnonzero(by_turn)[0])
    for high in _edges(by_turn):
        number, score = (float(part[low : high + 1].sum()) for part in (by_turn, points_by_turn))
        mean = score / number
        name = f"{low} turns" if low == high else f"{low}-{high} turns"
        row = {"scope": "length", "name": name, "pairs": int(number)}
        yield row | points("advantage", (mean, *wilson(mean, number / 2)), BOUNDS, less=0.5)
        low = high + 1


def _edges(by_turn: Array) -> list[int]:
    """Last turn of each bin: quantiles of the games, as far as they differ.

    No bin ends between a turn of the first player and the next one of the second: most matches end
    in the winner's own turn, so that the odd turns of a bin are one player's, the even the other's.
    """
    share = np.cumsum(by_turn) / by_turn.sum()
    wanted = np.searchsorted(share, np.arange(1, LENGTHS) / LENGTHS)
    last = len(by_turn) - 1
    return sorted({*np.minimum(wanted + wanted % 2, last).tolist(), last})
