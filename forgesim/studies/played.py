"""Pairs as studies play them: outcomes and lengths of games, without the counts of a run."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from forgesim.arena.batch import play_listed
from forgesim.arena.plan import Plan, Segment, pairs_of_block
from forgesim.arena.tally import outcome_of
from forgesim.studies.how import How

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Pairs:
    """Pairs of one matchup, in the order of their numbers.

    Attributes
    ----------
    outcomes : int8 array (pairs, 2)
        Outcome of deck a going first, and going second: 0 a loss, 1 a draw, 2 a win.
    reasons : int8 array (pairs, 2)
        Why the two games ended, by number in `Game.reasons`.
    turns : int16 array (pairs, 2)
        Turns of both players in the two games.
    """

    outcomes: Array
    reasons: Array
    turns: Array

    @cached_property
    def strengths(self) -> Array:
        """Strength of deck a in each pair, in quarters: 0 to 4."""
        return np.asarray(self.outcomes.sum(axis=1, dtype=np.int8))

    @cached_property
    def first_player(self) -> Array:
        """Score of who goes first in each pair, in quarters: 0 to 4."""
        return np.asarray(self.outcomes[:, 0] + 2 - self.outcomes[:, 1])

    @property
    def games(self) -> int:
        """Games in all."""
        return 2 * len(self.outcomes)


def play_segments(
    plan: Plan, segments: Sequence[Segment], how: How
) -> Generator[tuple[int, Pairs], None, None]:
    """Play segments, in whatever order they finish: place among the segments, and its pairs.

    Each has pairs, and is whole when it is told, however it was cut into blocks. The bar of `how`
    is not shown.

    Raises
    ------
    EngineError
        If a match did not end.
    """
    blocks = list(_blocks(plan, segments))
    listed = ((number, [part for _, part in block]) for number, block in enumerate(blocks))
    found: dict[int, dict[int, Pairs]] = {}
    missing = [segment.count for segment in segments]
    with closing(play_listed(plan, listed, how.jobs, how.backend, is_counting=False)) as played:
        for number, block in played:
            at = 0
            for place, part in blocks[number]:
                rows = block.rows[at : at + 2 * part.count]
                at += len(rows)
                found.setdefault(place, {})[part.first] = _pairs(rows)
                missing[place] -= part.count
                if not missing[place]:
                    yield place, _joined(found.pop(place))


def play_all(plan: Plan, segments: Sequence[Segment], how: How, name: str) -> list[Pairs]:
    """Play segments and show it: the pairs of each, in their order."""
    found: list[Pairs | None] = [None] * len(segments)
    with (
        how.bar(name, 2 * sum(segment.count for segment in segments)) as told,
        closing(play_segments(plan, segments, how)) as played,
    ):
        for place, pairs in played:
            found[place] = pairs
            if told is not None:
                told(pairs.games)
    return [pairs for pairs in found if pairs is not None]


def _blocks(plan: Plan, segments: Iterable[Segment]) -> Iterator[list[tuple[int, Segment]]]:
    """Cut and gather segments into blocks, each as long as the pilots in it allow."""
    gathered: list[tuple[int, Segment]] = []
    filled = 0.0
    for place, segment in enumerate(segments):
        matchup = plan.matchups[segment.matchup]
        most = pairs_of_block((plan.pilots[matchup.pilot_a], plan.pilots[matchup.pilot_b]))
        at, end = segment.first, segment.first + segment.count
        while at < end:
            count = min(end - at, max(1, int((1 - filled) * most)))
            gathered.append((place, Segment(segment.matchup, at, count)))
            at, filled = at + count, filled + count / most
            if filled >= 1:
                yield gathered
                gathered, filled = [], 0.0
    if gathered:
        yield gathered


def _pairs(rows: Any) -> Pairs:
    part = rows.view(np.ndarray).reshape(-1, 2)
    outcomes = [outcome_of(part["winner"][:, order], order) for order in range(2)]
    return Pairs(
        np.stack(outcomes, axis=1).astype(np.int8),
        part["reason"].astype(np.int8),
        part["turns"].astype(np.int16),
    )


def _joined(parts: dict[int, Pairs]) -> Pairs:
    """Parts of a segment, by their first pairs, as one."""
    inorder = [parts[first] for first in sorted(parts)]
    if len(inorder) == 1:
        return inorder[0]
    columns = ((p.outcomes, p.reasons, p.turns) for p in inorder)
    return Pairs(*(np.concatenate(column) for column in zip(*columns, strict=True)))
