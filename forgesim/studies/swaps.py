"""Decks in which one card is swapped for a stand-in, played on the seeds of the decks as they are.

A deck with a swap keeps its name, and with it pair seeds and shuffles, and it keeps its slots: the
two games of a seed differ in nothing but that card.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from forgesim.arena.batch import play_listed
from forgesim.arena.plan import Matchup, Plan, Segment
from forgesim.arena.tally import outcome_of
from forgesim.cards.decks import Deck
from forgesim.cards.model import Card
from forgesim.stats.differences import QUARTERS

Array = np.ndarray[Any, Any]

EIGHTHS = np.arange(-8, 9) / 8
"""Means of two differences as `QUARTERS` lists them: the bins of `Counts.units`."""


@dataclass(frozen=True)
class Cell:
    """A deck with a swap against one opponent.

    Attributes
    ----------
    deck : int
        The deck's place in the plan.
    is_b : bool
        Whether it is deck b of the matchup.
    matchup : int
        The matchup with the swap: its place in the study's plan.
    """

    deck: int
    is_b: bool
    matchup: int


@dataclass(frozen=True)
class Unit:
    """What is measured on the same games: the cells of a card in one matchup, one or two.

    Where both decks of a matchup play the card, both differences come from one baseline, and are
    not independent.

    Attributes
    ----------
    measure : int
        Number of the measure: a card with one of its stand-ins.
    matchup : int
        The matchup of the decks as they are: its place in the study's plan.
    cells : tuple of int
        Places of the cells.
    """

    measure: int
    matchup: int
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """Pairs `first` … `first + count - 1` of a unit."""

    unit: int
    first: int
    count: int


@dataclass(frozen=True)
class Study:
    """What is to be compared in one tier.

    Attributes
    ----------
    plan : Plan
        The tier's matchups but the mirrors, then those with a swap; no blocks yet.
    cells, units : tuples
        A card that is the same to the rules as its stand-in has none: nothing need be played.
    by_card : dict
        By the id of a card, its two measures: by the plain stand-in, and by the one of its own
        type; the same where these are one, and None where there is no second.
    """

    plan: Plan
    cells: tuple[Cell, ...]
    units: tuple[Unit, ...]
    by_card: Mapping[str, tuple[int, int | None]]

    @cached_property
    def by_measure(self) -> Mapping[int, list[int]]:
        """Places of the units of each measure that has any."""
        places: dict[int, list[int]] = {}
        for place, unit in enumerate(self.units):
            places.setdefault(unit.measure, []).append(place)
        return places


@dataclass(frozen=True)
class Counts:
    """Pairs by difference: as it is, less with the swap.

    Attributes
    ----------
    units : int64 array (units, 17)
        By the mean difference over the unit's cells, in eighths from -1 to 1.
    cells : int64 array (cells, 9)
        By the difference in quarters from -1 to 1.
    """

    units: Array
    cells: Array

    @classmethod
    def empty(cls, study: Study) -> "Counts":
        """Nothing counted yet."""
        shapes = (len(study.units), len(EIGHTHS)), (len(study.cells), len(QUARTERS))
        return cls(*(np.zeros(shape, np.int64) for shape in shapes))


class _Builder:
    """Gathers what a study plays."""

    def __init__(self, plan: Plan, tier: int) -> None:
        self._plan = plan
        self._base = [m for m in plan.matchups if m.tier == tier and m.deck_a != m.deck_b]
        self._decks = list(plan.decks)
        self._matchups = list(self._base)
        self._n_measures = 0
        self._cells: list[Cell] = []
        self._units: list[Unit] = []
        self._by_card: dict[str, tuple[int, int | None]] = {}

    def add(self, card: Card) -> None:
        """Have a card measured."""
        plain, own = self._plan.game.stand_ins(card, self._plan.rules.reference)
        first = self._measure(card, plain)
        second = first if own == plain else None if own is None else self._measure(card, own)
        self._by_card[card.id] = first, second

    def _measure(self, card: Card, stand_in: Card) -> int:
        """Have a card measured by a stand-in; the number of the measure."""
        self._n_measures += 1
        if card.facts != stand_in.facts:
            self._swap_everywhere(card, stand_in)
        return self._n_measures - 1

    def _swap_everywhere(self, card: Card, stand_in: Card) -> None:
        swapped: dict[int, int] = {}
        for place, deck in enumerate(self._plan.decks):
            if card.id in deck.ids:
                swapped[place] = len(self._decks)
                self._decks.append(_swap(deck, card, stand_in))
        for place, matchup in enumerate(self._base):
            cells = tuple(self._swap_in(matchup, swapped))
            if cells:
                self._units.append(Unit(self._n_measures - 1, place, cells))

    def _swap_in(self, matchup: Matchup, swapped: dict[int, int]) -> Iterator[int]:
        for is_b, deck in enumerate((matchup.deck_a, matchup.deck_b)):
            if deck in swapped:
                side = "deck_b" if is_b else "deck_a"
                self._matchups.append(replace(matchup, **{side: swapped[deck]}))
                self._cells.append(Cell(deck, bool(is_b), len(self._matchups) - 1))
                yield len(self._cells) - 1

    def study(self) -> Study:
        """All that was added."""
        plan = replace(self._plan, decks=tuple(self._decks), matchups=tuple(self._matchups))
        return Study(plan, tuple(self._cells), tuple(self._units), self._by_card)


def _swap(deck: Deck, card: Card, stand_in: Card) -> Deck:
    """A deck with every copy of a card swapped; slots and name are as they were."""
    return replace(deck, cards=tuple(stand_in if c.id == card.id else c for c in deck.cards))


def make_study(plan: Plan, tier: int, cards: Collection[str]) -> Study:
    """Plan the swaps of cards in every deck of a tier that plays them.

    Parameters
    ----------
    plan : Plan
    tier : int
        Place of the tier.
    cards : collection of str
        Ids of the cards.

    Raises
    ------
    UsageError
        If the ruleset has no stand-in for one of them.
    """
    played = {card.id: card for deck in plan.decks for card in deck.cards if card.id in cards}
    builder = _Builder(plan, tier)
    for card_id in sorted(played):
        builder.add(played[card_id])
    return builder.study()


def list_blocks(study: Study, first: Array, end: Array) -> list[list[Part]]:
    """Cut the pairs `first` … `end - 1` of each unit into blocks, each of a single matchup.

    A block holds about as many pairs as one of the plan's; where it is cut changes no result.
    """
    by_matchup: dict[int, list[int]] = {}
    for place, unit in enumerate(study.units):
        if first[place] < end[place]:
            by_matchup.setdefault(unit.matchup, []).append(place)
    return [
        block
        for _, places in sorted(by_matchup.items())
        for block in _cut(study, places, first, end)
    ]


def _cut(study: Study, places: Sequence[int], first: Array, end: Array) -> Iterator[list[Part]]:
    width = 1 + sum(len(study.units[place].cells) for place in places)
    span = max(1, study.plan.block_pairs // width)
    for low in range(int(first[places].min()), int(end[places].max()), span):
        ranges = [(p, max(low, int(first[p])), min(low + span, int(end[p]))) for p in places]
        yield [Part(place, start, stop - start) for place, start, stop in ranges if start < stop]


def _segments(study: Study, parts: Sequence[Part]) -> tuple[Segment, ...]:
    """What a block plays: the decks as they are, then the cells of each part."""
    start = min(part.first for part in parts)
    count = max(part.first + part.count for part in parts) - start
    swapped = (
        Segment(study.cells[cell].matchup, part.first, part.count)
        for part in parts
        for cell in study.units[part.unit].cells
    )
    return (Segment(study.units[parts[0].unit].matchup, start, count), *swapped)


def count_swaps(
    study: Study, blocks: Sequence[Sequence[Part]], counts: Counts, jobs: int, backend: str
) -> Generator[int, None, None]:
    """Play blocks and add them to counts; tells the number of games after each.

    Raises
    ------
    EngineError
        If a match did not end.
    """
    listed = ((index, _segments(study, parts)) for index, parts in enumerate(blocks))
    with closing(_strengths(study.plan, listed, jobs, backend)) as played:
        for index, strengths in played:
            _count(study, blocks[index], strengths, counts)
            yield 2 * len(strengths)


def _strengths(
    plan: Plan, listed: Iterable[tuple[int, Sequence[Segment]]], jobs: int, backend: str
) -> Generator[tuple[int, Array], None, None]:
    """Blocks as they are played: for each pair the strength of deck a, in quarters."""
    with closing(play_listed(plan, listed, jobs, backend, is_counting=False)) as blocks:
        for index, block in blocks:
            winner = block.rows["winner"].view(np.ndarray).reshape(-1, 2)
            yield index, outcome_of(winner[:, 0], 0) + outcome_of(winner[:, 1], 1)


def _count(study: Study, parts: Sequence[Part], strengths: Array, counts: Counts) -> None:
    """Add a block to the counts."""
    start = min(part.first for part in parts)
    at = max(part.first + part.count for part in parts) - start
    as_is = strengths[:at]
    for part in parts:
        unit = study.units[part.unit]
        before = as_is[part.first - start : part.first - start + part.count]
        total = np.zeros(part.count, np.int64)
        for cell in unit.cells:
            change = strengths[at : at + part.count] - before  # of deck a
            difference = change if study.cells[cell].is_b else -change
            counts.cells[cell] += np.bincount(difference + 4, minlength=len(QUARTERS))
            total += difference
            at += part.count
        eighths = total * (2 // len(unit.cells))
        counts.units[part.unit] += np.bincount(eighths + 8, minlength=len(EIGHTHS))


def games_of(study: Study, blocks: Sequence[Sequence[Part]]) -> int:
    """Games that blocks hold."""
    segments = (segment for parts in blocks for segment in _segments(study, parts))
    return 2 * sum(segment.count for segment in segments)
