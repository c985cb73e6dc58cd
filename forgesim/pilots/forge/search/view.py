"""What a player sees of a match, copied and told apart."""

from forgesim.kernel.jit import jit, jit_called, jit_small
from forgesim.kernel.random import WORD, mix, word
from forgesim.rulesets.forge.state import UNKNOWN


@jit
def copy_player(to, of, has_hand):
    """Copy a player but for their library, and their hand where it is hidden."""
    to.heat = of.heat
    to.fp_turn = of.fp_turn
    to.n_entered = of.n_entered
    to.n_guards = of.n_guards
    to.n_blessed = of.n_blessed
    to.n_cursed = of.n_cursed
    to.sturdy = of.sturdy
    to.n_hand = of.n_hand
    to.n_drawn = of.n_drawn
    to.n_cards = of.n_cards
    to.n_creatures = of.n_creatures
    to.n_artifacts = of.n_artifacts
    to.n_unattached = of.n_unattached
    if has_hand:
        for i in range(of.n_hand):
            to.hand[i] = of.hand[i]
    for i in range(of.n_unattached):
        to.unattached[i] = of.unattached[i]
    for i in range(of.n_creatures):
        to.creature[i] = of.creature[i]


@jit_called
def copy_view(to, of):
    """Copy what the active player sees: a search can use nothing else.

    The lists of artifacts in play are left out as well: what they do is counted.
    """
    to.turn = of.turn
    to.active = of.active
    to.fp = of.fp
    to.discount = of.discount
    to.has_struck = of.has_struck
    to.pending = of.pending
    to.ember = of.ember
    to.is_waiting = of.is_waiting
    to.waiting = of.waiting
    to.winner = of.winner
    to.reason = of.reason
    for p in range(2):
        copy_player(to.player[p], of.player[p], p == of.active)


@jit_called
def hide_library(s):
    """Let a position draw only cards that nobody knows."""
    for p in range(2):
        for i in range(len(s.player[p].library)):
            s.player[p].library[i] = UNKNOWN


@jit_small
def add_key(key, bits):
    """Add something to a key, in whatever order."""
    return (word(key) + mix(word(bits))) & WORD


@jit
def creature_bits(s, t, p, creature):
    """A creature as a number: two that look the same have the same."""
    bits = int(t.seat[p].card[creature.slot].kind)
    bits = bits << 10 | int(creature.damage) & 1023
    bits = bits << 10 | int(creature.power) & 1023
    bits = bits << 4 | (int(creature.strikes) & 15 if p == s.active else 0)
    bits = bits << 3 | int(creature.n_weapons)
    bits = bits << 3 | int(creature.n_heavy)
    bits = bits << 3 | int(creature.n_keen)
    bits = bits << 3 | int(creature.n_swift)
    bits = bits << 1 | int(creature.is_bare)
    return bits << 1 | int(creature.entered == s.turn)


@jit_called
def key_of(s, t):
    """A number by which two positions of a turn are known to be the same to the active player."""
    key = word(0)
    for p in range(2):
        player = s.player[p]
        tag = (2 + int(p == s.active)) << 60
        for i in range(player.n_creatures):
            key = add_key(key, tag | creature_bits(s, t, p, player.creature[i]))
        stock = int(player.heat) << 32 | player.n_artifacts << 16 | player.n_drawn
        key = add_key(key, tag | 1 << 56 | stock)
    me = s.player[s.active]
    for i in range(me.n_hand):
        key = add_key(key, 1 << 59 | int(t.seat[s.active].card[me.hand[i]].kind))
    for i in range(me.n_unattached):
        key = add_key(key, 1 << 58 | int(t.seat[s.active].card[me.unattached[i].slot].kind))
    waiting = 0
    if s.is_waiting:
        waiting = 1 + int(t.seat[s.active].card[s.waiting.slot].kind)
    course = int(s.turn) << 40 | int(s.discount) << 36 | int(s.fp) << 24 | int(s.has_struck) << 20
    course |= int(s.pending) << 16 | int(s.ember) << 8 | waiting
    return add_key(key, 1 << 57 | course)
