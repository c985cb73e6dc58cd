"""What is legal, stated once: a visitor is shown every legal act.

An act is an integer: `kind << 16 | a << 8 | b`. The operands are

    END
    PLAY            a: index in the hand (of the first copy, where there are several)
    ATTACH          a: index among the unattached weapons, or WAITING; b: own creature
    STRIKE_FORGE    a: own creature
    STRIKE_CREATURE a: own creature; b: enemy creature
    EMBER_FORGE     a: player
    EMBER_CREATURE  a: player; b: creature of that player
"""

import numpy as np

from forgesim.kernel.jit import jit, jit_small
from forgesim.rulesets.forge.effects import (
    GUARD,
    PENDING_ATTACH,
    PENDING_EMBER,
    PENDING_NOTHING,
    SWIFT,
    can_hold,
    purse_of,
)
from forgesim.rulesets.forge.names import Act

END, PLAY, ATTACH, STRIKE_FORGE, STRIKE_CREATURE, EMBER_FORGE, EMBER_CREATURE = (
    np.int64(kind) for kind in Act
)
WAITING = np.int64(255)
"""First operand of ATTACH for the weapon that has just been played."""
NONE = np.int64(0)
"""Operand that means nothing. (Plain constants would have each visitor compiled for each value.)"""


@jit_small
def make_act(kind, a, b):
    """Pack an act (in 64 bits, in plain Python too)."""
    return int(kind) << 16 | int(a) << 8 | int(b)


@jit_small
def kind_of(act):
    """Kind of a packed act."""
    return act >> 16


@jit_small
def first_of(act):
    """First operand of a packed act."""
    return act >> 8 & 255


@jit_small
def second_of(act):
    """Second operand of a packed act."""
    return act & 255


@jit_small
def is_awake(s, creature):  # R4
    """Whether a creature of the active player has cooled since it entered, or need not."""
    return s.turn > creature.entered or creature.keyword == SWIFT or creature.n_swift > 0


@jit_small
def can_strike(s, t, creature):  # R4 D5
    """Whether a creature of the active player may strike something this turn."""
    return is_awake(s, creature) and creature.strikes < t.seat[s.active].params.strikes_per_turn


@jit_small
def can_strike_forge(s, creature):  # R10 R13
    """Whether a creature that can strike may strike the enemy forge."""
    return creature.n_heavy == 0 and s.player[s.active ^ 1].n_guards == 0


def make_each(visit):
    """Make the functions that call `visit(s, t, m, kind, a, b)` for every legal act.

    The functions stand together in one factory, long as it is: compiled closures over the same
    `visit` can only be made side by side. Each states one group of rules.

    Parameters
    ----------
    visit : jitted function
        What to do with an act; `m` is a record of the visitor's own.

    Returns
    -------
    each_act, each_settling, each_work, each_strike : jitted functions
        All legal acts; and the three groups that they come from: what settles something pending,
        playing and attaching, striking. Ending the turn is legal whenever nothing is pending.
    """

    @jit
    def each_holder(s, t, m, weapon):  # R9
        me = s.player[s.active]
        for i in range(me.n_creatures):
            if can_hold(t, s.active, me.creature[i]):
                visit(s, t, m, ATTACH, weapon, i)

    @jit
    def each_settling(s, t, m):  # R9 R11
        if s.pending == PENDING_ATTACH:
            each_holder(s, t, m, WAITING)
        elif s.pending == PENDING_EMBER:
            for k in range(2):  # the enemy first, in either seat
                p = s.active ^ 1 ^ k
                visit(s, t, m, EMBER_FORGE, p, NONE)
                for i in range(s.player[p].n_creatures):
                    visit(s, t, m, EMBER_CREATURE, p, i)

    @jit
    def each_work(s, t, m):  # R3 R6 R9 S4
        me = s.player[s.active]
        purse = purse_of(s)
        seen = 0
        for i in range(me.n_hand):
            card = t.seat[s.active].card[me.hand[i]]
            bit = 1 << int(card.kind)  # in 64 bits, in plain Python too
            if card.cost <= purse and not seen & bit:
                seen |= bit
                visit(s, t, m, PLAY, i, NONE)
        if t.seat[s.active].params.late_attach:
            for weapon in range(me.n_unattached):
                each_holder(s, t, m, weapon)

    @jit
    def each_strike(s, t, m):  # R4 R8 R10 R13
        me = s.player[s.active]
        foe = s.player[s.active ^ 1]
        for i in range(me.n_creatures):
            if can_strike(s, t, me.creature[i]):
                if can_strike_forge(s, me.creature[i]):
                    visit(s, t, m, STRIKE_FORGE, i, NONE)
                for j in range(foe.n_creatures):
                    if foe.n_guards == 0 or foe.creature[j].keyword == GUARD:
                        visit(s, t, m, STRIKE_CREATURE, i, j)

    @jit
    def each_act(s, t, m):
        if s.pending == PENDING_NOTHING:
            if not s.has_struck:  # R6
                each_work(s, t, m)
            each_strike(s, t, m)
            visit(s, t, m, END, NONE, NONE)
        else:
            each_settling(s, t, m)

    return each_act, each_settling, each_work, each_strike
