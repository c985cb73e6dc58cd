"""The pilot check: a run's field played by every pilot of a crew against every other.

A run says what holds for the pilots that played it. The check plays its field, rules and seed by a
crew: the run's own tiers, and pilots that play otherwise or better. Every tier of the crew meets
every tier, on few pair seeds, the same for all: they are those of the run, so that all that differs
is who plays.

Beside that, it probes what decks live on: the pilot of one deck is forbidden to play a kind of card
or to act in some way, while its opponent is not.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from enum import EnumMeta
from functools import cached_property
from typing import Any

import numpy as np

from forgesim.arena.batch import play_listed
from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.arena.plan import COSTS, Matchup, Plan, Segment
from forgesim.arena.tally import outcome_of
from forgesim.cards.decks import Deck
from forgesim.cards.pilots import Pilot
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.stats.counts import Field
from forgesim.stats.pairs import STRENGTH
from forgesim.stats.restrictions import ProbeCounts
from forgesim.stats.robustness import CheckCounts
from forgesim.studies.check_crew import (
    Member,
    is_quick,
    others_of,
    tier_named,
    tiers_of,
    without_twins,
)
from forgesim.studies.how import Bar, no_bar

Array = np.ndarray[Any, Any]

WORK = 7_250_000
"""Units (see `COSTS`) that the tiers' games may take: 10 seconds on two cores, or 50 pairs of the
shipped field."""
PROBE_WORK = 1_450_000
"""Units for the games under restrictions: 100 pairs of the shipped field."""
BLOCK_WORK = 60_000
"""Units of a block."""
FEWEST, MOST = 10, 1000
"""Pairs of each matchup between which the work decides; never more than the run has."""
LEAST = 2
"""Pairs without which nothing can be said of what varies."""
MOST_ASKED = 100_000
"""Pairs that may be asked for."""


@dataclass(frozen=True)
class Cell:
    """A matchup with who plays it; decks, members of the crew and words by their places.

    A word is what the pilot of that side is forbidden; -1 stands for nothing. The tier behind the
    last one of the crew is the one that plays under restrictions, where it is none of them.
    """

    deck_a: int
    deck_b: int
    tier_a: int
    tier_b: int
    word_a: int
    word_b: int
    pairs: int


@dataclass(frozen=True)
class CheckPlan:
    """What a pilot check plays; its results depend on nothing else.

    Attributes
    ----------
    plan : Plan
        The run's.
    crew : tuple of Member
        The tiers, the run's own first.
    pairs : int
        Pairs of each matchup, for each two tiers.
    prober : Member
        Who plays under restrictions.
    probe_pairs : int
        Pairs of each matchup under each restriction; 0 to leave that out.
    """

    plan: Plan
    crew: tuple[Member, ...]
    pairs: int
    prober: Member
    probe_pairs: int

    @property
    def members(self) -> tuple[Member, ...]:
        """The crew, and behind it the prober, where it is none of them."""
        return self.crew if self.prober in self.crew else (*self.crew, self.prober)

    @property
    def words(self) -> list[str]:
        """What pilots can be forbidden in this game."""
        return [each.name for each in self.plan.game.restrictions]

    @cached_property
    def meetings(self) -> list[tuple[int, int]]:
        """The matchups of the field: places of deck a and deck b."""
        return list(dict.fromkeys((m.deck_a, m.deck_b) for m in self.plan.matchups))

    @cached_property
    def cells(self) -> list[Cell]:
        """All that is played, in order: the tiers, the free games of the prober, the restricted."""
        return [*self._by_tiers(), *self._free(), *self._restricted()]

    def _by_tiers(self) -> Iterator[Cell]:
        tiers = range(len(self.crew))
        for own, other in ((x, y) for x in tiers for y in tiers):
            for a, b in self.meetings:
                yield Cell(a, b, own, other, -1, -1, self.pairs)

    def _free(self) -> Iterator[Cell]:
        at = self.members.index(self.prober)
        for a, b in self.meetings if self.probe_pairs else ():
            yield Cell(a, b, at, at, -1, -1, self.probe_pairs)

    def _restricted(self) -> Iterator[Cell]:
        at = self.members.index(self.prober)
        for word, name in enumerate(self.words if self.probe_pairs else ()):
            concerned = self._concerned(name)
            for a, b in self.meetings:
                if a != b and a in concerned:
                    yield Cell(a, b, at, at, word, -1, self.probe_pairs)
                if a != b and b in concerned:
                    yield Cell(a, b, at, at, -1, word, self.probe_pairs)

    def _concerned(self, word: str) -> set[int]:
        """Places of the decks that a restriction concerns, and whose pilot is not under it yet."""
        return {
            place
            for place, deck in enumerate(self.plan.decks)
            if word not in self.prober.pilots[place].forbid
            and copies_concerned(self.plan.game, word, deck) != 0
        }

    @property
    def games(self) -> int:
        """Games in all."""
        return 2 * sum(cell.pairs for cell in self.cells)

    @property
    def work(self) -> tuple[int, int]:
        """Units of work of the tiers' games, and of those under restrictions."""
        costs = [cell.pairs * cost for cell, cost in zip(self.cells, self.costs, strict=True)]
        by_tiers = len(self.crew) ** 2 * len(self.meetings)
        return sum(costs[:by_tiers]), sum(costs[by_tiers:])

    @cached_property
    def study(self) -> Plan:
        """The plan of which each cell is a matchup; it has no blocks of its own."""
        cast = _Cast(self)
        matchups = tuple(cast.matchup(cell) for cell in self.cells)
        return replace(self.plan, pilots=tuple(cast.pilots), matchups=matchups)

    @property
    def costs(self) -> list[int]:
        """Units of work for a pair of each cell."""
        kinds = [COSTS[pilot.kind] for pilot in self.study.pilots]
        return [2 * (kinds[m.pilot_a] + kinds[m.pilot_b]) for m in self.study.matchups]

    @cached_property
    def reference(self) -> int:
        """Place of the tier by which gaps are measured: the default pilot's, else the run's."""
        for place, member in enumerate(self.crew):
            if {pilot.name for pilot in member.pilots} == {DEFAULT_PILOT}:
                return place
        return 0


def copies_concerned(game: Game, word: str, deck: Deck) -> int | None:
    """Copies of a deck that a restriction is about; None where it is about no kind of card."""
    fields = game.card_model.model_fields.values()
    kinds = [kind for field in fields if isinstance(kind := field.annotation, EnumMeta)]
    names = {str(each.name).casefold() for kind in kinds for each in kind}
    if word.casefold() not in names:
        return None
    return sum(
        word.casefold() in (str(fact).casefold() for fact in card.facts.values())
        for card in deck.cards
    )


# The crew


def plan_check(
    plan: Plan, names: Sequence[str] | None = None, pairs: int | None = None
) -> CheckPlan:
    """Plan the pilot check of a run.

    Parameters
    ----------
    plan : Plan
        The run's.
    names : sequence of str, optional
        Pilots beside those of the run: names or files, `own` for each deck's own. If left out:
        the default pilot, and the shipped one that looks ahead.
    pairs : int, optional
        Pairs of each matchup for each two tiers. If left out, as many as take about as long as for
        the shipped field, and at most as many as the run has.

    Raises
    ------
    UsageError
        If nothing can be checked: the run has no tier in which both sides are given their pilots
        alike; or if a pilot or the number of pairs cannot be used.
    """
    if pairs is not None and not LEAST <= pairs <= MOST_ASKED:
        raise UsageError(f"pairs of the pilot check: {pairs:,}, expected {LEAST} to {MOST_ASKED:,}")
    own = tiers_of(plan)
    if not own:
        raise UsageError(
            "the decks of a pair have different pilots in this run, so its scores compare pilots"
            " already"
        )
    crew = without_twins([*own, *others_of(plan, names)])
    if len(crew) < 2:
        raise UsageError(f"nobody plays otherwise than {crew[0].name}, which the run knows already")
    prober = own[0] if is_quick(own[0]) else tier_named(plan, DEFAULT_PILOT)
    prober = next((member for member in crew if member.content == prober.content), prober)
    one = CheckPlan(plan, crew, 1, prober, 1)
    if pairs is not None:
        return replace(one, pairs=pairs, probe_pairs=pairs)
    by_tiers, probes = one.work
    return replace(
        one,
        pairs=_affordable(plan, WORK, by_tiers),
        probe_pairs=_affordable(plan, PROBE_WORK, probes),
    )


def _affordable(plan: Plan, work: int, of_a_pair: int) -> int:
    """Pairs for which there is work to spend, within bounds."""
    pairs = min(max(work // of_a_pair, FEWEST), MOST)
    return max(min(pairs, plan.pairs), LEAST)


# Playing


def play_check(
    check: CheckPlan, jobs: int = 1, backend: str = "threading", bar: Bar = no_bar
) -> Array:
    """Play a pilot check.

    Parameters
    ----------
    check : CheckPlan
    jobs, backend
        As for `run_batch`.
    bar : callable, optional
        Shows progress.

    Returns
    -------
    uint8 array (pairs of all cells)
        Three times the outcome of deck a going first, and its outcome going second, in halves of
        a point: cell by cell, pair by pair.
    """
    listed = list(_blocks(check))
    start = np.cumsum([0, *(cell.pairs for cell in check.cells)])
    codes = np.zeros(start[-1], np.uint8)
    with (
        bar("pilot check", check.games) as report,
        closing(
            play_listed(check.study, enumerate(listed), jobs, backend, is_counting=False)
        ) as blocks,
    ):
        for index, block in blocks:
            winner = block.rows["winner"].view(np.ndarray).reshape(-1, 2)
            found = 3 * outcome_of(winner[:, 0], 0) + outcome_of(winner[:, 1], 1)
            at = 0
            for segment in listed[index]:
                first = start[segment.matchup] + segment.first
                codes[first : first + segment.count] = found[at : at + segment.count]
                at += segment.count
            if report is not None:
                report(len(block.rows))
    return codes


class _Cast:
    """The pilots of a check's cells, each listed once."""

    def __init__(self, check: CheckPlan) -> None:
        self._check = check
        self.pilots: list[Pilot] = []
        self._places: dict[tuple[int, int], int] = {}

    def matchup(self, cell: Cell) -> Matchup:
        """A cell as a matchup of the study's plan."""
        a = self._place(cell.tier_a, cell.deck_a, cell.word_a)
        b = self._place(cell.tier_b, cell.deck_b, cell.word_b)
        return Matchup(cell.deck_a, cell.deck_b, a, b)

    def _place(self, tier: int, deck: int, word: int) -> int:
        pilot = self._check.members[tier].pilots[deck]
        key = id(pilot), word  # the members keep their pilots, so no id comes twice
        if key not in self._places:
            self._places[key] = len(self.pilots)
            if word >= 0:
                pilot = replace(pilot, forbid=(*pilot.forbid, self._check.words[word]))
            self.pilots.append(pilot)
        return self._places[key]


def _blocks(check: CheckPlan) -> Iterator[list[Segment]]:
    """Segments in blocks of about the same work; what takes longest comes first."""
    costs = check.costs
    block: list[Segment] = []
    work = 0
    for place in sorted(range(len(costs)), key=lambda place: -costs[place]):
        first, pairs = 0, check.cells[place].pairs
        while first < pairs:
            room = max(1, (BLOCK_WORK - work) // costs[place])
            count = min(room, pairs - first)
            block.append(Segment(place, first, count))
            first, work = first + count, work + count * costs[place]
            if work + costs[place] > BLOCK_WORK:
                yield block
                block, work = [], 0
    if block:
        yield block


# What was found


@dataclass(frozen=True)
class Check:
    """A pilot check that was played.

    Attributes
    ----------
    plan : CheckPlan
        What was played.
    codes : uint8 array
        What came of it, as `play_check` returns it.
    """

    plan: CheckPlan
    codes: Array

    @cached_property
    def counts(self) -> CheckCounts:
        """The pairs as statistics take them."""
        check, meetings = self.plan, self.plan.meetings
        tiers, matchups = len(check.crew), len(meetings)
        cut = np.cumsum([tiers**2 * matchups * check.pairs, matchups * check.probe_pairs])
        by_tiers, free, bound = np.split(self.codes, cut)
        decks = check.plan.decks
        return CheckCounts(
            field=Field(
                decks=[deck.name for deck in decks],
                groups=[deck.group for deck in decks],
                deck_a=np.array([a for a, _ in meetings]),
                deck_b=np.array([b for _, b in meetings]),
            ),
            tiers=[member.name for member in check.crew],
            reference=check.reference,
            outcomes=by_tiers.reshape(tiers, tiers, matchups, check.pairs),
            probes=self._probes(_quarters(free), _quarters(bound)),
        )

    def _probes(self, free: Array, bound: Array) -> ProbeCounts:
        check = self.plan
        place = {meeting: at for at, meeting in enumerate(check.meetings)}
        cells = [cell for cell in check.cells if max(cell.word_a, cell.word_b) >= 0]
        pairs = max(check.probe_pairs, 1)
        return ProbeCounts(
            tier=check.prober.name,
            words=check.words,
            copies=np.array(
                [
                    [-1 if copies is None else copies for copies in of_word]
                    for of_word in (
                        [copies_concerned(check.plan.game, word, deck) for deck in check.plan.decks]
                        for word in check.words
                    )
                ]
            ),
            free=free.reshape(-1, pairs),
            word=np.array([max(cell.word_a, cell.word_b) for cell in cells], np.int64),
            matchup=np.array([place[cell.deck_a, cell.deck_b] for cell in cells], np.int64),
            is_b=np.array([cell.word_b >= 0 for cell in cells], bool),
            bound=bound.reshape(-1, pairs),
        )


def _quarters(codes: Array) -> Array:
    """Strength of deck a in quarters, from codes of pairs."""
    return np.asarray((4 * STRENGTH.ravel()).astype(np.int8)[codes])
