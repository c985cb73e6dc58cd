"""Counts of made-up runs, in which the truth is known: a toy game with shuffles and seats.

A deck is a list of cards, each worth something when it is among the top of the library. A side's
strength is the worth of its top, and who is stronger, with a bonus for going first and some luck of
the game's own, wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from forgesim.stats.counts import CardCounts, Counts, Field, HealthCounts, TempoCounts

REASONS = ("heat", "deckout")
CHECKS = ("lethal missed", "fire unspent")
TOP = 4
HAND = 3


@dataclass(frozen=True)
class Toy:
    """A deck of the toy game: its name, group, cards (with copies) and what a card is worth."""

    name: str
    group: str
    cards: tuple[str, ...]
    worth: Mapping[str, float]


def plain(name: str, group: str = "Red", worth: float = 0.0, prefix: str | None = None) -> Toy:
    """A deck of 12 cards, six of them different, that are all worth the same."""
    ids = [f"{prefix or name}-{i}" for i in range(6)]
    return Toy(name, group, tuple(ids * 2), dict.fromkeys(ids, worth))


@dataclass(frozen=True)
class _Played:
    """The pairs of a matchup: libraries of both sides, outcomes of deck a by order, and turns."""

    libraries: tuple[np.ndarray, np.ndarray]
    outcomes: np.ndarray
    turns: np.ndarray


def make_counts(
    decks: Sequence[Toy],
    pairs: int,
    seed: int = 0,
    bonus: float = 0.3,
    pilots: tuple[str, str] = ("greedy", "greedy"),
) -> Counts:
    """Play the toy game, every deck against every other and itself."""
    random = np.random.default_rng(seed)
    matchups = list(combinations_with_replacement(range(len(decks)), 2))
    field = Field(
        decks=[deck.name for deck in decks],
        groups=[deck.group for deck in decks],
        deck_a=np.array([a for a, _ in matchups]),
        deck_b=np.array([b for _, b in matchups]),
    )
    played = [_play(decks[a], decks[b], pairs, bonus, random) for a, b in matchups]
    is_even = pilots[0] == pilots[1]
    return Counts(
        field=field,
        reasons=REASONS,
        pairs=np.array([_pair_counts(each) for each in played]),
        games=_game_counts(played),
        cards=[
            _card_counts(place, deck, field, played)
            for place, deck in enumerate(decks)
            if is_even and len(decks) > 1
        ],
        tempo=_tempo(played),
        health=_health(len(matchups), pilots),
    )


def _play(a: Toy, b: Toy, pairs: int, bonus: float, random: np.random.Generator) -> _Played:
    libraries = tuple(
        random.permuted(np.tile(np.arange(len(deck.cards)), (pairs, 1)), axis=1) for deck in (a, b)
    )
    worth = [np.array([deck.worth[card] for card in deck.cards]) for deck in (a, b)]
    tops = [worth[side][libraries[side][:, :TOP]].sum(axis=1) for side in range(2)]
    lead = (tops[0] - tops[1])[:, None] + bonus * np.array([1, -1])
    luck = random.normal(size=(pairs, 2))
    outcomes = np.where(np.abs(lead + luck) < 0.02, 1, 2 * (lead + luck > 0))
    turns = 5 + random.integers(0, 12, size=(pairs, 2))
    return _Played((libraries[0], libraries[1]), outcomes, turns)


def _pair_counts(played: _Played) -> np.ndarray:
    place = played.outcomes[:, 0] * 3 + played.outcomes[:, 1]
    return np.bincount(place, minlength=9).reshape(3, 3)


def _game_counts(played: Sequence[_Played]) -> dict[str, np.ndarray]:
    rows = [
        np.stack(
            [
                np.full(len(each.turns), matchup),
                np.full(len(each.turns), order),
                each.outcomes[:, order],
                each.turns[:, order] > 15,
                each.turns[:, order],
            ],
            axis=1,
        )
        for matchup, each in enumerate(played)
        for order in range(2)
    ]
    kinds, games = np.unique(np.concatenate(rows).astype(int), axis=0, return_counts=True)
    names = ("matchup", "order", "outcome", "reason", "turns")
    return {**dict(zip(names, kinds.T, strict=True)), "games": games}


def _card_counts(place: int, deck: Toy, field: Field, played: Sequence[_Played]) -> CardCounts:
    ids = list(dict.fromkeys(deck.cards))
    opponents = np.flatnonzero((field.deck_a == place) ^ (field.deck_b == place))
    is_b = field.deck_b[opponents] == place
    kinds, size = len(ids), len(deck.cards)
    fates, by_seat = np.zeros((kinds, 2, 3, 3), int), np.zeros((kinds, 2, 3), int)
    positions, top = np.zeros((kinds, size, 2), int), np.zeros((len(opponents), kinds, 6), int)
    slots = np.array([[card == id for card in deck.cards] for id in ids])
    for row, (matchup, second) in enumerate(zip(opponents, is_b, strict=True)):
        each = played[matchup]
        library = each.libraries[int(second)]
        outcomes = 2 - each.outcomes if second else each.outcomes
        quarters = outcomes.sum(axis=1)
        for kind in range(kinds):
            here = slots[kind][library]
            positions[kind] += np.stack([here.sum(axis=0), quarters @ here], axis=1)
            n, s = here[:, :TOP].sum(axis=1), quarters
            top[row, kind] = [part.sum() for part in
                              (n, n**2, n * s, n**2 * s, n * s**2, n**2 * s**2)]  # fmt: skip
            for order in range(2):
                seat = order ^ int(second)
                drawn = HAND + each.turns[:, order] // 2
                depth = np.arange(size)
                fate = np.where(depth < HAND, 2, depth[None, :] < drawn[:, None])
                fate = np.broadcast_to(fate, here.shape)
                outcome = np.broadcast_to(outcomes[:, order, None], here.shape)
                np.add.at(fates[kind, seat], (fate[here], outcome[here]), 1)
                np.add.at(by_seat[kind, seat], outcome[here & (fate > 0)], 1)
    return CardCounts(
        deck=place, cards=ids, copies=slots.sum(axis=1), fates=fates, played=by_seat,
        positions=positions, opponents=opponents, is_b=is_b, top=top, k=TOP,
    )  # fmt: skip


def _tempo(played: Sequence[_Played]) -> TempoCounts:
    """Leads that are the outcome itself: whoever wins has been ahead since half-time."""
    first = np.concatenate(
        [
            np.stack([each.outcomes[:, 0], 2 - each.outcomes[:, 1]], axis=1).ravel()
            for each in played
        ]
    )
    turns = np.concatenate([each.turns.ravel() for each in played])
    middle, ahead = np.zeros((41, 3), int), np.zeros((64, 3, 3), int)
    np.add.at(middle, (20 + 4 * (first - 1), first), 1)
    for turn in range(1, int(turns.max()) + 1):
        lasting = first[turns >= turn]
        np.add.at(ahead[turn - 1], (lasting, lasting), 1)
    return TempoCounts(np.bincount(turns % 3, minlength=16), middle, ahead)


def _health(matchups: int, pilots: tuple[str, str]) -> HealthCounts:
    chances = np.full((matchups, 2, len(CHECKS)), 40)
    events, example = np.zeros_like(chances), np.full((*chances.shape, 2), -1)
    events[0, 1, 0] = 3
    example[0, 1, 0] = (5, 7)
    return HealthCounts(CHECKS, chances, events, example, np.array([pilots] * matchups))
