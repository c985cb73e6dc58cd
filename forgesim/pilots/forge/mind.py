"""The record of the two pilots of a match, and what they note before each decision."""

import numpy as np

from forgesim.kernel.jit import jit, jit_small
from forgesim.pilots.forge.features import FEATURES
from forgesim.rulesets.forge.actions import can_strike, can_strike_forge
from forgesim.rulesets.forge.effects import toughness_of

WEIGHTS = np.dtype([(feature.name, np.int64) for feature in FEATURES], align=True)
PILOT = np.dtype([("kind", np.int64), ("forbidden", np.int64), ("weights", WEIGHTS)], align=True)
MIND = np.dtype(
    [
        ("pilot", PILOT, 2),
        ("seed", np.uint64),
        ("n_thrown", np.int64, 2),  # random scores drawn so far, by seat
        ("best", np.int64),
        ("best_score", np.int64),
        ("reach", np.int64),
        ("is_threatened", np.int64),
    ],
    align=True,
)


@jit
def forge_reach(s, t):
    """Damage that the active player's creatures can still strike at the enemy forge this turn."""
    me = s.player[s.active]
    reach = 0
    for i in range(me.n_creatures):
        creature = me.creature[i]
        if can_strike(s, t, creature) and can_strike_forge(s, creature):
            left = t.seat[s.active].params.strikes_per_turn - creature.strikes
            reach += creature.power * left
    return reach


@jit
def enemy_reach(s):
    """Damage that the enemy's creatures in play could strike at the own forge next turn."""
    if s.player[s.active].n_guards > 0:
        return 0
    foe = s.player[s.active ^ 1]
    reach = 0
    for i in range(foe.n_creatures):
        if foe.creature[i].n_heavy == 0:
            reach += foe.creature[i].power
    return reach


@jit_small
def toughness_left(s, player, creature):
    """Damage that would destroy a creature."""
    return toughness_of(s, player, creature) - creature.damage


@jit_small
def is_threatened(s):
    """Whether the enemy's creatures in play could bring the own forge to 0 next turn."""
    return enemy_reach(s) >= s.player[s.active].heat


@jit_small
def take_notes(s, t, m):
    """Note what every act of this decision is weighed against."""
    m.is_threatened = is_threatened(s)


@jit_small
def note_reach(s, t, m):
    """Note what the creatures that are ready can do to the enemy forge together."""
    m.reach = forge_reach(s, t)
