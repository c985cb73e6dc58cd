"""What is counted beside the result rows: fates of cards, course of matches, slips of pilots.

While a match runs, its notes are taken; when both games of a pair are over, the notes are added to
the counts of their matchup. All counts are integers and add up in any order.
"""

from typing import Any, NamedTuple

import numpy as np

from forgesim.kernel.jit import jit_called, jit_small

MAX_COPIES = 40
"""Cards in the largest deck."""
MAX_TURN = 64
"""The last turn after which it is counted who is ahead."""
MAX_LEAD = 20
"""Leads at half-time are counted up to this; larger ones as this."""
MAX_LEAD_CHANGES = 15
MAX_CHECKS = 8

LATER, OPENING, HELD = 0, 1, 2
"""Fate of a copy in a game: drawn after the opening hand; in it; drawn, but not played."""

CHECK = np.dtype([("chances", np.int32), ("events", np.int32), ("turn", np.int32)], align=True)

NOTES = np.dtype(
    [
        # By turn, 0 before the first: vitality of who went first less that of the other.
        ("lead", np.int16, MAX_TURN + 1),
        ("n_top", np.int32, MAX_COPIES),  # for counting: by kind, all 0 between pairs
        ("check", CHECK, (2, MAX_CHECKS)),
        ("opportunity", np.int64),  # the latest turn that gave one to win
    ],
    align=True,
)
"""One match."""

CARD = np.dtype(
    [
        ("fates", np.int32, (2, 3, 3)),  # copies by seat, fate, outcome
        ("places", np.int32, (MAX_COPIES, 5)),  # pairs by place in the library and strength
        # Sums over pairs of n, n², ns, n²s, ns², n²s²: n copies in the top part, s the strength.
        ("top", np.int32, 6),
    ],
    align=True,
)
TALLIED_CHECK = np.dtype(
    [
        ("chances", np.int32),
        ("events", np.int32),
        ("match", np.int32),  # the first with an event, counted from 1; 0 where there is none
        ("turn", np.int32),
    ],
    align=True,
)
COUNTS = np.dtype(
    [
        ("card", CARD, (2, MAX_COPIES)),  # by side and kind
        ("lead_changes", np.int32, MAX_LEAD_CHANGES + 1),
        ("middle", np.int32, (2 * MAX_LEAD + 1, 3)),
        ("ahead", np.int32, (MAX_TURN, 3, 3)),
        ("check", TALLIED_CHECK, (2, MAX_CHECKS)),
    ],
    align=True,
)
"""A range of pairs of one matchup. Only 32-bit integers: a block's pairs are far fewer."""

LEDGER = np.dtype([("is_counting", np.int64), ("notes", NOTES), ("counts", COUNTS)], align=True)
"""What a worker keeps beside the rows; counting can be left out."""


def top_of(n_copies: int) -> int:
    """Cards of a library that count as its top part: two fifths, fixed once for all runs.

    That is what a deck of 20 has seen by its fourth turn or so.
    """
    return n_copies * 2 // 5


_top_of = jit_small(top_of)


class CardReader(NamedTuple):
    """Where a game has its cards at the end of a match, for each seat: jitted functions.

    Attributes
    ----------
    n_cards, n_opening, n_drawn, n_held : `(state, table, seat) -> int`
        Cards in the deck, in the opening hand, drawn (with the opening hand), and not played of
        those.
    kind_at : `(state, table, seat, i) -> int`
        Kind of the card at a place of the library as shuffled, from the top; what is drawn comes
        first, opening hand before all.
    kind_held : `(state, table, seat, i) -> int`
        Kind of a card that was drawn and not played.
    """

    n_cards: Any
    n_opening: Any
    n_drawn: Any
    kind_at: Any
    n_held: Any
    kind_held: Any


@jit_called
def clear_notes(n):
    """Begin the notes of a match."""
    n.opportunity = 0
    for seat in range(2):
        for check in range(MAX_CHECKS):
            n.check[seat, check].chances = 0
            n.check[seat, check].events = 0


@jit_small
def note_lead(n, turn, lead):
    """Note by how much who went first is ahead at the end of a turn."""
    if turn <= MAX_TURN:
        n.lead[turn] = lead


@jit_small
def note_chance(n, seat, check):
    """Note that a pilot could have slipped."""
    n.check[seat, check].chances += 1


@jit_small
def note_event(n, seat, check, turn):
    """Note that it did."""
    if n.check[seat, check].events == 0:
        n.check[seat, check].turn = turn
    n.check[seat, check].events += 1


@jit_small
def outcome_for(winner, seat):
    """Outcome for the player of a seat, in halves of a point (a draw has the winner 2)."""
    return 1 if winner == 2 else 2 * (winner == seat)


@jit_small
def sign_of(lead):
    """0, 1 or 2: behind, even, ahead."""
    return 1 + (lead > 0) - (lead < 0)


@jit_called
def count_course(counts, n, row):
    """Count the course of a match: who was ahead when, and how often that changed."""
    outcome = outcome_for(row.winner, 0)
    turns = row.turns
    last = min(turns, MAX_TURN)
    leader, changes = 1, 0
    for turn in range(1, last + 1):
        sign = sign_of(n.lead[turn])
        if sign != 1:
            changes += leader == 2 - sign
            leader = sign
        if turn == turns:
            sign = outcome
        counts.ahead[turn - 1, sign, outcome] += 1
    counts.lead_changes[min(changes, MAX_LEAD_CHANGES)] += 1
    half = min(turns // 2, MAX_TURN)
    lead = min(max(n.lead[half], -MAX_LEAD), MAX_LEAD)
    counts.middle[lead + MAX_LEAD, outcome] += 1


@jit_called
def count_checks(counts, n, order, match):
    """Count slips of the pilots of a match."""
    for seat in range(2):
        for check in range(MAX_CHECKS):
            noted = n.check[seat, check]
            entry = counts.check[seat ^ order, check]
            entry.chances += noted.chances
            entry.events += noted.events
            if noted.events > 0 and entry.match == 0:
                entry.match = match + 1
                entry.turn = noted.turn


def make_count_cards(cards):
    """Make the functions that count what became of the cards of a game.

    Parameters
    ----------
    cards : CardReader
        How to find them in the state at the end of a match.
    """
    n_cards, n_opening, n_drawn, kind_at, n_held, kind_held = (
        cards.n_cards, cards.n_opening, cards.n_drawn, cards.kind_at, cards.n_held, cards.kind_held
    )  # fmt: skip

    @jit_called
    def count_fates(s, t, of_side, seat, outcome):
        """Count what became of each copy of a deck in the game that has just ended."""
        opening = n_opening(s, t, seat)
        for i in range(opening):
            of_side[kind_at(s, t, seat, i)].fates[seat, OPENING, outcome] += 1
        for i in range(opening, n_drawn(s, t, seat)):
            of_side[kind_at(s, t, seat, i)].fates[seat, LATER, outcome] += 1
        for h in range(n_held(s, t, seat)):
            of_side[kind_held(s, t, seat, h)].fates[seat, HELD, outcome] += 1

    @jit_called
    def count_places(s, t, n, of_side, seat, strength):
        """Count where the copies of a deck lay in its library, the same in both games of a pair."""
        n_copies = n_cards(s, t, seat)
        n_top = _top_of(n_copies)
        for i in range(n_copies):
            of_side[kind_at(s, t, seat, i)].places[i, strength] += 1
        for i in range(n_top):
            n.n_top[kind_at(s, t, seat, i)] += 1
        for i in range(n_top):
            kind = kind_at(s, t, seat, i)
            many = n.n_top[kind]
            if many > 0:
                n.n_top[kind] = 0
                sums = of_side[kind].top
                sums[0] += many
                sums[1] += many * many
                sums[2] += many * strength
                sums[3] += many * many * strength
                sums[4] += many * strength * strength
                sums[5] += many * many * strength * strength

    return count_fates, count_places
