"""Playing the same pairs again: outcomes by pair, and digests of whole games."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from forgesim.arena.batch import play_listed
from forgesim.arena.plan import Matchup, Plan, Segment
from forgesim.arena.tally import outcome_of
from forgesim.kernel.match import ROW
from forgesim.kernel.records import Record

Array = np.ndarray[Any, Any]
Played = Callable[[int], object]
"""Told the number of games that have been added."""

CHECKED_PAIRS = 200
"""Pairs of each matchup that are played twice."""
_SPANS = (1024, 73)
"""Pairs in a block, in the first and in the second turn: no block is the same in both."""


class Table:
    """A plan that is ready to be played, whatever part of it, by so many workers.

    Parameters
    ----------
    plan : Plan
    jobs : int
        Workers.
    backend : str
        `threading` or `loky`; neither changes a result.
    played : callable
        Told the number of games after each block.
    """

    def __init__(
        self, plan: Plan, jobs: int = 1, backend: str = "threading", played: Played = lambda _: None
    ) -> None:
        self.plan = plan
        self._jobs, self._backend, self._played = jobs, backend, played

    def with_plan(self, plan: Plan) -> "Table":
        """The same for another plan."""
        return Table(plan, self._jobs, self._backend, self._played)

    def outcomes(self, segments: Sequence[Segment]) -> list[Array]:
        """Outcomes of segments of the plan.

        Returns
        -------
        list of int8 array (pairs, 2)
            Of deck a, going first and going second, in halves of a point.
        """
        return [_outcomes(rows) for rows in self._rows(segments, _SPANS[0], False)]

    def digests(self, pairs: int, is_turned: bool = False) -> list[str]:
        """Digest of every matchup's first pairs: winners, reasons, turns, decisions, vitality.

        Parameters
        ----------
        pairs : int
        is_turned : bool
            Whether to play them in another order, in other blocks: nothing should come of it.
        """
        segments = [Segment(place, 0, pairs) for place in range(len(self.plan.matchups))]
        return [_digest(rows) for rows in self._rows(segments, _SPANS[is_turned], is_turned)]

    def _rows(self, segments: Sequence[Segment], span: int, is_turned: bool) -> list[Record]:
        """Rows of each segment, played in blocks of so many pairs."""
        pieces = list(_pieces(segments, span))
        if is_turned:
            pieces.reverse()
        blocks = list(_gather(pieces, span))
        listed = enumerate([piece for _, piece in block] for block in blocks)
        rows = [np.empty(2 * segment.count, ROW) for segment in segments]
        workers = (self._jobs, self._backend)
        with closing(play_listed(self.plan, listed, *workers, is_counting=False)) as played:
            for index, block in played:
                at = 0
                for place, piece in blocks[index]:
                    start = 2 * (piece.first - segments[place].first)
                    part = block.rows.view(np.ndarray)[at : at + 2 * piece.count]
                    rows[place][start : start + len(part)] = part
                    at += len(part)
                self._played(at)
        return rows


Piece = tuple[int, Segment]
"""A part of a segment, and the segment's place."""


def _pieces(segments: Sequence[Segment], span: int) -> Iterator[Piece]:
    """Segments cut into pieces of at most so many pairs."""
    for place, segment in enumerate(segments):
        for start in range(0, segment.count, span):
            count = min(span, segment.count - start)
            yield place, Segment(segment.matchup, segment.first + start, count)


def _gather(pieces: Sequence[Piece], span: int) -> Iterator[list[Piece]]:
    """Pieces gathered into blocks of about so many pairs."""
    block: list[Piece] = []
    for piece in pieces:
        if block and sum(each.count for _, each in block) + piece[1].count > span:
            yield block
            block = []
        block.append(piece)
    if block:
        yield block


def _outcomes(rows: Record) -> Array:
    winner = rows["winner"].reshape(-1, 2)
    both = [outcome_of(winner[:, order], order) for order in range(2)]
    return np.stack(both, axis=1).astype(np.int8)


def _digest(rows: Record) -> str:
    digest = hashlib.sha256()
    for name in ROW.names or ():
        part = np.ascontiguousarray(rows[name])
        digest.update(part.astype(part.dtype.newbyteorder("<")).tobytes())
    return digest.hexdigest()[:16]


def is_contest(matchup: Matchup) -> bool:
    """Whether a matchup's score can move: a deck against itself, played alike, is always even."""
    return matchup.deck_a != matchup.deck_b or matchup.pilot_a != matchup.pilot_b


def contests(plan: Plan, pairs: int) -> Plan:
    """A plan of so many pairs of every matchup whose score can move, without looks on the way."""
    chosen = tuple(matchup for matchup in plan.matchups if is_contest(matchup))
    return replace(plan, matchups=chosen, pairs=pairs, precision=None, earlier=(), looks=1)
