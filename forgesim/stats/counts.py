"""Counts of one tier: everything that the statistics of a run are computed from.

Outcomes are in halves of a point: 0 a loss, 1 a draw, 2 a win. An order is 0 where deck a goes
first, and 1 where deck b does; a seat is 0 for who goes first, and 1 for who goes second. A pair's
strength is in quarters of a point where it is summed: 0 to 4.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.cards.decks import MIXED

Array = np.ndarray[Any, Any]


def groups_in_order(groups: Iterable[str]) -> list[str]:
    """The groups of a field, each once, mixed decks last."""
    return sorted(set(groups), key=lambda group: (group == MIXED, group))


@dataclass(frozen=True)
class Field:
    """The decks and matchups of a run, as far as statistics need them.

    Attributes
    ----------
    decks, groups : sequences of str
        Names of the decks, and the group of each: a faction, or `forgesim.cards.decks.MIXED`.
    deck_a, deck_b : int arrays (matchups,)
        Decks of each matchup; the same in a mirror.
    """

    decks: Sequence[str]
    groups: Sequence[str]
    deck_a: Array
    deck_b: Array


@dataclass(frozen=True)
class CardCounts:
    """The cards of one deck, K different ones, in all its matchups but the mirror.

    Attributes
    ----------
    deck : int
        Place in `Field.decks`.
    cards : sequence of str
        Ids of its different cards.
    copies : int array (K,)
        Copies of each in the deck.
    fates : int array (K, 2, 3, 3)
        Copies by seat, fate (0 never drawn, 1 drawn later, 2 in the opening hand) and the deck's
        outcome.
    played : int array (K, 2, 3)
        Copies played, by seat and outcome.
    positions : int array (K, P, 2)
        By place in the library (0 the top, opening hand included): copies that lay there, over the
        pairs, and the sum of the pair's strength over them, in quarters.
    opponents : int array (O,)
        Matchups in which the deck meets another: places in `Counts.pairs`.
    is_b : bool array (O,)
        Whether the deck is deck b there.
    top : int array (O, K, 6)
        Sums over the pairs of a matchup; with n the copies among the top k of the library (the same
        in both games of a pair) and s the pair's strength of this deck in quarters: n, n**2, n*s,
        n**2*s, n*s**2, n**2*s**2.
    k : int
        How many cards of the library are its top; fixed before the run.
    """

    deck: int
    cards: Sequence[str]
    copies: Array
    fates: Array
    played: Array
    positions: Array
    opponents: Array
    is_b: Array
    top: Array
    k: int


@dataclass(frozen=True)
class TempoCounts:
    """How the games of a tier went: single games, not pairs.

    Attributes
    ----------
    lead_changes : int array (16,)
        Games by number of lead changes; the last stands for 15 or more.
    middle : int array (41, 3)
        Games by who is ahead after half of the turns, and the first player's outcome. Place 20 + d
        stands for a first player that has d vitality more than the second, -20 <= d <= 20.
    ahead : int array (64, 3, 3)
        Games that lasted at least t turns, at place t - 1: by the first player behind, even or
        ahead after turn t, and its outcome. After the last turn the winner counts as ahead.
    """

    lead_changes: Array
    middle: Array
    ahead: Array


@dataclass(frozen=True)
class HealthCounts:
    """How often pilots did what a sound one would not, in H checks.

    Attributes
    ----------
    names : sequence of str
        The checks.
    chances, events : int arrays (matchups, 2, H)
        By matchup, side (deck a, deck b) and check: how often it could have happened, and did.
    example : int array (matchups, 2, H, 2)
        The first event: number of the match in the run, and turn; -1 and -1 without one.
    pilots : str array (matchups, 2)
        Name of the pilot of each side.
    """

    names: Sequence[str]
    chances: Array
    events: Array
    example: Array
    pilots: Array


@dataclass(frozen=True)
class Counts:
    """All counts of a tier; every matchup has at least one pair.

    Attributes
    ----------
    field : Field
        Its decks and matchups.
    reasons : sequence of str
        Why games end; `games["reason"]` counts into it.
    pairs : int array (matchups, 3, 3)
        Pairs by the outcome of deck a going first, and going second.
    games : mapping of str to int array (rows,)
        Single games counted: columns matchup, order, outcome (of deck a), reason, turns, and games
        (how many there are).
    cards : sequence of CardCounts
        One for each deck that has an opponent; empty where the pilots of a tier are unequal.
    tempo : TempoCounts
        How games went.
    health : HealthCounts
        What pilots did.
    """

    field: Field
    reasons: Sequence[str]
    pairs: Array
    games: Mapping[str, Array]
    cards: Sequence[CardCounts]
    tempo: TempoCounts
    health: HealthCounts
