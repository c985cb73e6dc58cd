"""Versions of a game on common seeds: which of their matchups are the same, and what was played.

Two versions are held against each other matchup by matchup, matched by the names of their decks and
by the place of their tier. A matchup whose decks, rules and pilots are the same in both is the same
games: it is played once, for the base.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from forgesim.arena.plan import Plan, Segment
from forgesim.cards.decks import Deck
from forgesim.cards.files import named
from forgesim.cards.model import Card
from forgesim.cards.pilots import Pilot
from forgesim.errors import UsageError
from forgesim.stats.counts import Field
from forgesim.stats.paired_tables import REASONS, PairedCounts, pair_numbers
from forgesim.studies.how import How, Played
from forgesim.studies.played import Pairs, play_segments

Array = np.ndarray[Any, Any]

CHUNK = 1 << 20
"""Pairs of a version that are in memory at once, about."""


@dataclass(frozen=True)
class Version:
    """A variant, held against its base.

    Attributes
    ----------
    name : str
    plan : Plan
        With the base's seed, and with decks that keep the base's slots where they can.
    at, base_at : int arrays (k,)
        The matchups that both have: their places in this plan, and in the base's.
    is_same : bool array (k,)
        Whether a matchup is the same games in both.
    only_here, only_in_base : tuple of str
        Decks that the other does not have: what they play enters nothing.
    """

    name: str
    plan: Plan
    at: Array
    base_at: Array
    is_same: Array
    only_here: tuple[str, ...] = ()
    only_in_base: tuple[str, ...] = ()

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing that both have differs."""
        return bool(self.is_same.all())


@dataclass(frozen=True)
class Sums:
    """Exact sums of a version over its matchups, in its own order.

    Attributes
    ----------
    outcomes : int array (k, 3, 3)
        Pairs by deck a's outcome going first, and going second.
    totals : int array (k, numbers)
        Sum of each number of a pair (`forgesim.stats.paired_tables.NUMBERS`).
    square, moved : int arrays (k, numbers)
        Against the base: sum of squared differences, and pairs that differ; 0 for the base itself.
    """

    outcomes: Array
    totals: Array
    square: Array
    moved: Array

    @classmethod
    def empty(cls, matchups: int, reasons: int) -> "Sums":
        """Nothing added yet."""
        shape = (matchups, REASONS + reasons)
        zeros = (np.zeros(shape, np.int64) for _ in range(3))
        return cls(np.zeros((matchups, 3, 3), np.int64), *zeros)

    def add(self, place: int, pairs: Pairs, numbers: Array) -> None:
        """Add pairs of a matchup."""
        first, second = pairs.outcomes.astype(np.int64).T
        self.outcomes[place] += np.bincount(3 * first + second, minlength=9).reshape(3, 3)
        self.totals[place] += numbers.sum(axis=0)

    def add_difference(self, place: int, difference: Array) -> None:
        """Add differences of pairs of a matchup."""
        self.square[place] += (difference**2).sum(axis=0)
        self.moved[place] += np.count_nonzero(difference, axis=0)


@dataclass(frozen=True)
class Contest:
    """Versions that were played against their base.

    Attributes
    ----------
    base : Plan
    versions : tuple of Version
    pairs : int
        Pairs of each matchup.
    games : int
        Games played, in all.
    base_sums : Sums
        By the base's matchups; those that no version shares are empty.
    sums : tuple of Sums
        Of each version, by its shared matchups.
    """

    base: Plan
    versions: tuple[Version, ...]
    pairs: int
    games: int
    base_sums: Sums
    sums: tuple[Sums, ...]

    def paired(self, place: int, tier: int) -> PairedCounts:
        """What the table of differences of one version is made from, in one tier."""
        version, sums = self.versions[place], self.sums[place]
        matchups = self.base.matchups
        chosen = np.array([matchups[at].tier == tier for at in version.base_at.tolist()], bool)
        base_at = version.base_at[chosen]
        return PairedCounts(
            field=_field(self.base, base_at, version.only_in_base),
            reasons=self.base.game.reasons,
            pairs=np.full(len(base_at), self.pairs),
            old=self.base_sums.totals[base_at],
            new=sums.totals[chosen],
            square=sums.square[chosen],
            moved=sums.moved[chosen],
            is_same=version.is_same[chosen],
            is_even=self.base.tiers[tier].is_even and version.plan.tiers[tier].is_even,
        )


def _field(plan: Plan, matchups: Array, left_out: Sequence[str]) -> Field:
    """The decks that both have, in the base's order, and their matchups."""
    places = [place for place, deck in enumerate(plan.decks) if deck.name not in left_out]
    to = {place: number for number, place in enumerate(places)}
    decks = [plan.decks[place] for place in places]
    sides = [
        np.array([to[getattr(plan.matchups[at], side)] for at in matchups.tolist()], int)
        for side in ("deck_a", "deck_b")
    ]
    return Field([deck.name for deck in decks], [deck.group for deck in decks], *sides)


def hold_against(base: Plan, name: str, plan: Plan) -> Version:
    """A variant as a version of the base.

    Raises
    ------
    UsageError
        If they have no deck in common, are of different games, or of different numbers of tiers.
    """
    if plan.game.name != base.game.name:
        raise UsageError(f"{name} is of the game {plan.game.name}, the base of {base.game.name}")
    if len(plan.tiers) != len(base.tiers):
        here, there = (named([tier.name for tier in each.tiers]) for each in (plan, base))
        raise UsageError(
            f"{name} is played by {here}, the base by {there}: as many pilots are expected, since"
            " the first meets the first, the second the second"
        )
    old = {deck.name: deck for deck in base.decks}
    decks = tuple(
        replace(deck, cards=aligned(old[deck.name].cards, deck.cards)) if deck.name in old else deck
        for deck in plan.decks
    )
    plan = replace(plan, seed=base.seed, decks=decks)
    new = {deck.name for deck in decks}
    only_here = tuple(deck.name for deck in decks if deck.name not in old)
    only_in_base = tuple(name for name in old if name not in new)
    if len(only_here) == len(decks):
        raise UsageError(
            f"{name} has no deck in common with the base: decks are matched by their names, which"
            f" are {named(list(new), 6)} there and {named(list(old), 6)} here"
        )
    keys = _keys(base)
    shared = [(place, keys[key]) for key, place in _keys(plan).items() if key in keys]
    shared.sort(key=lambda pair: pair[1])
    at, base_at = (np.array(part, int) for part in zip(*shared, strict=True))
    is_same = _same_matchups(base, base_at, plan, at)
    return Version(name, plan, at, base_at, is_same, only_here, only_in_base)


def aligned(old: Sequence[Card], new: Sequence[Card]) -> tuple[Card, ...]:
    """Cards of a deck in the slots that they have in an older version of it.

    Who stays keeps its slot, who comes takes one of those that went: so both versions meet the same
    shuffles. Decks of other sizes are left as they are.
    """
    if len(old) != len(new):
        return tuple(new)
    left: dict[str, list[Card]] = {}
    for card in new:
        left.setdefault(card.id, []).append(card)
    slots = [left[card.id].pop(0) if left.get(card.id) else None for card in old]
    coming = iter([card for cards in left.values() for card in cards])
    return tuple(next(coming) if card is None else card for card in slots)


def _keys(plan: Plan) -> dict[tuple[int, str, str], int]:
    """Places of matchups by tier and names of decks."""
    names = [deck.name for deck in plan.decks]
    return {(m.tier, names[m.deck_a], names[m.deck_b]): at for at, m in enumerate(plan.matchups)}


def _same_matchups(base: Plan, base_at: Array, plan: Plan, at: Array) -> Array:
    """Which matchups have equal fingerprints, found by parts: each deck and pilot is seen once."""
    decks = [_deck_facts(base), _deck_facts(plan)]
    pilots = [[_pilot_facts(pilot) for pilot in each.pilots] for each in (base, plan)]

    def facts(which: int, place: int) -> tuple[Any, ...]:
        matchup = (base, plan)[which].matchups[place]
        return (
            decks[which][matchup.deck_a], decks[which][matchup.deck_b],
            pilots[which][matchup.pilot_a], pilots[which][matchup.pilot_b],
        )  # fmt: skip

    pairs = zip(base_at.tolist(), at.tolist(), strict=True)
    return np.array([facts(0, old) == facts(1, new) for old, new in pairs], bool)


def _deck_facts(plan: Plan) -> list[tuple[Any, ...]]:
    return [_facts_of(plan, deck) for deck in plan.decks]


def _facts_of(plan: Plan, deck: Deck) -> tuple[Any, ...]:
    seats = tuple(tuple(sorted(seat.items())) for seat in plan.params(deck))
    return seats, [(card.id, card.facts) for card in deck.cards]


def _pilot_facts(pilot: Pilot) -> tuple[Any, ...]:
    return pilot.kind, sorted(pilot.forbid), {k: v for k, v in pilot.weights.items() if v}


def games_of(versions: Sequence[Version], pairs: int) -> int:
    """Games that it takes to play versions against their base."""
    matchups = len(_needed(versions)) + sum(int((~each.is_same).sum()) for each in versions)
    return 2 * pairs * matchups


def _needed(versions: Sequence[Version]) -> list[int]:
    return sorted({int(at) for version in versions for at in version.base_at})


def play_versions(base: Plan, versions: Sequence[Version], pairs: int, how: How) -> Contest:
    """Play the base, and of each version what is not the same games.

    The result depends on the plans, the base's seed and the pairs, on nothing else.

    Parameters
    ----------
    base : Plan
    versions : sequence of Version
        At least one.
    pairs : int
        Pairs of each matchup.
    how : How

    Raises
    ------
    EngineError
        If a match did not end.
    """
    reasons = len(base.game.reasons)
    base_sums = Sums.empty(len(base.matchups), reasons)
    sums = tuple(Sums.empty(len(each.at), reasons) for each in versions)
    needed = _needed(versions)
    games = games_of(versions, pairs)
    chunk = max(1, CHUNK // len(needed))
    with how.bar("playing", games) as told:
        for first in range(0, pairs, chunk):
            count = min(chunk, pairs - first)
            segments = [Segment(place, first, count) for place in needed]
            played = {needed[at]: found for at, found in _told(base, segments, how, told)}
            for place, found in played.items():
                base_sums.add(place, found, _numbers(found, reasons))
            for version, own in zip(versions, sums, strict=True):
                _add_version(version, own, played, Segment(0, first, count), (how, told))
    for version, own in zip(versions, sums, strict=True):
        at, base_at = np.flatnonzero(version.is_same), version.base_at[version.is_same]
        own.outcomes[at] = base_sums.outcomes[base_at]
        own.totals[at] = base_sums.totals[base_at]
    return Contest(base, tuple(versions), pairs, games, base_sums, sums)


def _add_version(
    version: Version,
    sums: Sums,
    played: Mapping[int, Pairs],
    span: Segment,
    by: tuple[How, Played | None],
) -> None:
    """Play a span of pairs of a version, and add them and how they differ from the base's."""
    places = np.flatnonzero(~version.is_same).tolist()
    segments = [Segment(int(version.at[at]), span.first, span.count) for at in places]
    reasons = len(version.plan.game.reasons)
    for number, found in _told(version.plan, segments, *by):
        place = places[number]
        old = _numbers(played[int(version.base_at[place])], reasons)
        new = _numbers(found, reasons)
        sums.add(place, found, new)
        sums.add_difference(place, new - old)


def _told(
    plan: Plan, segments: Sequence[Segment], how: How, told: Played | None
) -> Iterator[tuple[int, Pairs]]:
    if not segments:
        return
    with closing(play_segments(plan, segments, how)) as played:
        for place, pairs in played:
            yield place, pairs
            if told is not None:
                told(pairs.games)


def _numbers(pairs: Pairs, reasons: int) -> Array:
    return pair_numbers(pairs.outcomes, pairs.reasons, pairs.turns, reasons)
