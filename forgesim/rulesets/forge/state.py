"""The records that the compiled rules work on: the state of a match, and its table.

The state is all that changes during a match; the table is what a match is played with (cards,
parameters, sides) and a log of events that only a replay switches on. Players are seats: player 0
goes first. Cards are named by their slot in the player's deck; every list is a fixed array and a
count. Records are passed, never arrays: an array argument costs reference counting in each call.

A player's cards are packed as they are to that player: what the player's parameters add to
creatures is part of them (S1), so that it costs a match nothing.

Every sum stays far within 16 bits: power is at most 99 + 9 + 9, and each of four weapons adds at
most 9 * 9 + 99 + 99.
"""

import numpy as np

from forgesim.kernel.jit import jit_small
from forgesim.rulesets.forge.params import MAX_DECK, MAX_WEAPON_SLOTS, PARAMETERS

LOG_SIZE = 1024
UNKNOWN = MAX_DECK
"""Slot of a card that nobody knows and nobody can pay for: what a search draws."""


def _record(*fields: tuple) -> np.dtype:
    return np.dtype(list(fields), align=True)


CARD = _record(
    ("type", np.int16),
    ("keyword", np.int16),
    ("cost", np.int16),
    ("power", np.int16),  # these two with what the player's parameters add
    ("toughness", np.int16),
    ("mythic", np.int16),
    ("kind", np.int16),  # the same for all copies of a card in a deck
)

PARAMS = _record(*((parameter.name, np.int64) for parameter in PARAMETERS))

SEAT = _record(
    ("side", np.int64),  # which shuffle this seat plays: 0 or 1
    ("deck_size", np.int64),
    ("params", PARAMS),
    ("card", CARD, MAX_DECK + 1),
)

EVENT = _record(("kind", np.int16), ("player", np.int16), ("a", np.int16), ("b", np.int16))

TABLE = _record(
    ("seat", SEAT, 2),
    ("is_logging", np.int64),
    ("n_events", np.int64),
    ("event", EVENT, LOG_SIZE),
)

# A card in play: its deck slot, and its number in the order in which its owner played cards.
PERMANENT = _record(("slot", np.int16), ("number", np.int16))

CREATURE = _record(
    ("slot", np.int16),
    ("number", np.int16),
    ("keyword", np.int16),
    ("power", np.int16),  # with weapons
    ("toughness", np.int16),  # without STURDY
    ("damage", np.int16),
    ("entered", np.int16),  # turn
    ("strikes", np.int16),  # in the owner's present or latest turn
    ("is_bare", np.int16),  # lost STURDY by the switch keen_marks
    ("n_heavy", np.int16),
    ("n_keen", np.int16),
    ("n_swift", np.int16),
    ("n_weapons", np.int16),
    ("weapon", PERMANENT, MAX_WEAPON_SLOTS),
)

PLAYER = _record(
    ("heat", np.int64),
    ("fp_turn", np.int64),  # own Stokes so far
    ("n_entered", np.int64),  # own cards put into play so far
    ("n_guards", np.int64),
    ("n_blessed", np.int64),
    ("n_cursed", np.int64),
    ("sturdy", np.int64),  # toughness that STURDY artifacts add
    ("n_hand", np.int64),
    ("n_drawn", np.int64),  # the library is library[n_drawn:n_cards]
    ("n_cards", np.int64),
    ("n_creatures", np.int64),
    ("n_artifacts", np.int64),
    ("n_unattached", np.int64),
    ("hand", np.int16, MAX_DECK),
    ("library", np.int16, MAX_DECK),
    ("artifact", PERMANENT, MAX_DECK),
    ("unattached", PERMANENT, MAX_DECK),
    ("creature", CREATURE, MAX_DECK),
)

STATE = _record(
    ("turn", np.int64),  # both players' turns, from 1
    # A byte, whose opponent is `active ^ 1`: so numba knows that no index made of it is negative.
    ("active", np.uint8),
    ("fp", np.int64),
    ("discount", np.int64),  # FP off the next card played this turn
    ("has_struck", np.int64),
    ("pending", np.int64),
    ("ember", np.int64),  # damage of the pending EMBER
    ("is_waiting", np.int64),  # a weapon waits for its EMBER's target or its holder
    ("waiting", PERMANENT),
    ("winner", np.int64),
    ("reason", np.int64),
    ("player", PLAYER, 2),
)


@jit_small
def log(t, kind, player, a, b):
    """Note an event, if a replay asked for it."""
    if t.is_logging and t.n_events < LOG_SIZE:
        event = t.event[t.n_events]
        event.kind = kind
        event.player = player
        event.a = a
        event.b = b
        t.n_events += 1
