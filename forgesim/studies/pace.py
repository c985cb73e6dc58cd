"""How quickly pilots play, measured: the one thing here that no seed decides."""

import time
from collections.abc import Sequence
from dataclasses import replace

from forgesim.arena.batch import available_cores
from forgesim.arena.blocks import pack_plan, play_block
from forgesim.arena.plan import Matchup, Plan, Segment
from forgesim.cards.pilots import Pilot
from forgesim.studies.exchanges import GAMES, Contest

SECONDS = 0.1
"""For how long a pilot is timed, at least: seconds of a core."""
_MOST_PAIRS = 1 << 16
_TICK = 1e-6
_BEFORE = 0.4e-3
"""Seconds in which a matchup is prepared, however few its pairs."""


def games_per_second(plan: Plan, pilot: Pilot) -> float:
    """Games in a second in which a pilot meets itself, with all decks of a plan, on one core.

    As a batch plays them, which counts more than a study does. They are timed in rounds, each of
    twice the pairs, until one takes long enough; that one counts. What has to be compiled is
    compiled before.
    """
    mirrors = tuple(Matchup(deck, deck, 0, 0) for deck in range(len(plan.decks)))
    packed = pack_plan(replace(plan, pilots=(pilot,), matchups=mirrors))
    play_block(packed, [Segment(0, 0, 1)])
    pairs = 1
    while True:
        segments = [Segment(matchup, 0, pairs) for matchup in range(len(mirrors))]
        started = time.thread_time()  # of this core alone, whatever else the machine is doing
        block = play_block(packed, segments)
        taken = time.thread_time() - started
        if taken >= SECONDS or pairs >= _MOST_PAIRS:
            return len(block.rows) / max(taken, _TICK)
        pairs *= 2


def seconds_for(
    contest: Contest, exchanges: Sequence[int], paces: Sequence[float], jobs: int
) -> float:
    """Seconds that a contest will take, about.

    Parameters
    ----------
    contest : Contest
    exchanges : sequence of int
        Of each meeting, with each pair of decks.
    paces : sequence of float
        Games in a second of each pilot of the contest: each makes half of a game's decisions.
    jobs : int
        Workers, of whom no more play at once than there are cores.
    """
    seconds = [0.5 / pace for pace in paces]
    each = (
        2 * _BEFORE + GAMES * count * (seconds[meeting.pilot] + seconds[meeting.opponent])
        for meeting, count in zip(contest.meetings, exchanges, strict=True)
    )
    return len(contest.decks) * sum(each) / min(jobs, available_cores())


def in_words(seconds: float) -> str:
    """A time as an estimate is told."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= 2 * size:
            return f"about {seconds / size:,.0f} {unit}s"
    return f"about {max(1, round(seconds)):,} seconds"
