"""Two pilots compared on the same seeds: what their decks and shuffles do to both cancels.

The unit is the exchange: two mirrored pairs on one pair seed. In the first, one pilot holds deck a
and the other deck b; in the second they have changed places. Each of them plays each deck, with its
shuffles, from either seat: four games. The score of the first pilot is its mean over the four. A
pilot that meets itself scores exactly 1/2 in every exchange.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from forgesim.arena.batch import play_listed
from forgesim.arena.plan import Matchup, Plan, Segment, Tier, pairs_of_block
from forgesim.arena.tally import outcome_of
from forgesim.cards.pilots import Pilot
from forgesim.studies.how import How, Played

Array = np.ndarray[Any, Any]
POINTS = 8
"""An exchange is scored in eighths of a win: 0 to 8, 4 where the pilots are even."""
GAMES = 4
"""Games of an exchange."""


@dataclass(frozen=True)
class Meeting:
    """Two pilots that are to be compared: their places in the plan."""

    pilot: int
    opponent: int


@dataclass(frozen=True)
class Part:
    """Exchanges `first` … `first + count - 1` of a meeting, with one pair of decks."""

    meeting: int
    decks: int
    first: int
    count: int


@dataclass(frozen=True)
class Contest:
    """Meetings of pilots, each with all pairs of decks.

    Attributes
    ----------
    plan : Plan
        Its matchups are two for each meeting and pair of decks: the pilots as they are, and
        exchanged. No blocks of its own are used.
    meetings : tuple of Meeting
    decks : tuple of (int, int)
        The pairs of decks, by their places in the plan: each deck against itself, or every deck
        against every deck.
    """

    plan: Plan
    meetings: tuple[Meeting, ...]
    decks: tuple[tuple[int, int], ...]

    def games(self, exchanges: int) -> int:
        """Games in all, with so many exchanges of each meeting and pair of decks."""
        return GAMES * len(self.decks) * len(self.meetings) * exchanges


def make_contest(
    plan: Plan, pilots: Sequence[Pilot], meetings: Sequence[Meeting], is_whole_field: bool = False
) -> Contest:
    """Set pilots against each other with the decks of a plan.

    Parameters
    ----------
    plan : Plan
        Whose decks, rules and seed count; its own pilots and matchups do not.
    pilots : sequence of Pilot
    meetings : sequence of Meeting
        Places among these pilots.
    is_whole_field : bool
        Every deck against every deck, instead of each against itself only.
    """
    decks = tuple(_pairs_of_decks(plan, is_whole_field))
    matchups = [
        Matchup(deck_a, deck_b, pilot_a, pilot_b)
        for meeting in meetings
        for deck_a, deck_b in decks
        for pilot_a, pilot_b in (
            (meeting.pilot, meeting.opponent),
            (meeting.opponent, meeting.pilot),
        )
    ]
    whole = replace(
        plan, pilots=tuple(pilots), tiers=(Tier("exchange", False),), matchups=tuple(matchups)
    )
    return Contest(whole, tuple(meetings), decks)


def _pairs_of_decks(plan: Plan, is_whole_field: bool) -> Iterator[tuple[int, int]]:
    """Pairs of decks: deck a is the one whose name sorts first, as in every matchup."""
    places = range(len(plan.decks))
    if not is_whole_field:
        yield from ((place, place) for place in places)
        return
    for pair in combinations_with_replacement(places, 2):
        deck_a, deck_b = sorted(pair, key=lambda place: plan.decks[place].name)
        yield deck_a, deck_b


def play_contest(
    contest: Contest,
    scores: Sequence[Array],
    first: Sequence[int],
    how: How,
    report: Played | None = None,
) -> None:
    """Play exchanges into arrays of scores.

    Parameters
    ----------
    contest : Contest
    scores : sequence of int8 arrays (pairs of decks, exchanges)
        One for each meeting: the pilot's score of each exchange, in eighths, from `first` on.
    first : sequence of int
        The first exchange of each meeting that is to be played; earlier ones are left as they are.
    how : How
        Its bar is not shown: several contests may share one.
    report : callable, optional
        Told the number of games after each block.

    Raises
    ------
    EngineError
        If a match did not end.
    """
    with closing(_played(contest, scores, first, how)) as blocks:
        for games in blocks:
            if report is not None:
                report(games)


def _played(
    contest: Contest, scores: Sequence[Array], first: Sequence[int], how: How
) -> Generator[int, None, None]:
    """Play into the scores; tells the number of games after each block."""
    ends = [each.shape[1] for each in scores]
    blocks = list(_blocks(contest, first, ends))
    listed = ((number, _segments(contest, parts)) for number, parts in enumerate(blocks))
    with closing(
        play_listed(contest.plan, listed, how.jobs, how.backend, is_counting=False)
    ) as played:
        for number, block in played:
            winner = block.rows["winner"].view(np.ndarray).reshape(-1, 2)
            quarters = outcome_of(winner[:, 0], 0) + outcome_of(winner[:, 1], 1)
            _score(blocks[number], quarters, scores)
            yield len(block.rows)


def _blocks(contest: Contest, first: Sequence[int], ends: Sequence[int]) -> Iterator[list[Part]]:
    """Cut what is to be played into blocks, each as long as the pilots in it allow."""
    gathered: list[Part] = []
    filled = 0.0
    for number, meeting in enumerate(contest.meetings):
        most = _most_exchanges(contest, meeting)
        for decks in range(len(contest.decks)):
            at = first[number]
            while at < ends[number]:
                count = min(ends[number] - at, max(1, int((1 - filled) * most)))
                gathered.append(Part(number, decks, at, count))
                at, filled = at + count, filled + count / most
                if filled >= 1:
                    yield gathered
                    gathered, filled = [], 0.0
    if gathered:
        yield gathered


def _most_exchanges(contest: Contest, meeting: Meeting) -> int:
    pilots = (contest.plan.pilots[place] for place in (meeting.pilot, meeting.opponent))
    return max(1, pairs_of_block(pilots) // 2)


def _segments(contest: Contest, parts: Sequence[Part]) -> list[Segment]:
    """What a block plays: of each part the pilots as they are, then exchanged."""
    segments = []
    for part in parts:
        matchup = 2 * (part.meeting * len(contest.decks) + part.decks)
        segments += [Segment(place, part.first, part.count) for place in (matchup, matchup + 1)]
    return segments


def _score(parts: Sequence[Part], quarters: Array, scores: Sequence[Array]) -> None:
    """Put the scores of a block into their places, from deck a's strengths in its pairs."""
    at = 0
    for part in parts:
        as_is = quarters[at : at + part.count]
        exchanged = quarters[at + part.count : at + 2 * part.count]
        at += 2 * part.count
        place = slice(part.first, part.first + part.count)
        scores[part.meeting][part.decks, place] = as_is + POINTS // 2 - exchanged
