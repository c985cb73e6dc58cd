"""The search for a win in this turn: deep where the search for a good turn is broad.

Every order of acts is tried, but for those that cannot burn the enemy forge down even if all went
well. So a win that is there is missed only where the bound on acts ends the search.
"""

from forgesim.kernel.jit import jit, jit_called
from forgesim.kernel.match import NOBODY
from forgesim.pilots.forge.search.desk import MAX_DEPTH
from forgesim.pilots.forge.search.lines import begin_search, copy_line, follow, list_tries
from forgesim.pilots.forge.search.view import copy_view
from forgesim.rulesets.forge.actions import is_awake
from forgesim.rulesets.forge.effects import (
    CREATURE,
    EMBER,
    PENDING_EMBER,
    SWIFT,
    WEAPON,
    ember_of,
    purse_of,
    weapon_bonus,
)

LARGE = 1 << 20
"""More than any damage."""


@jit
def add_source(d, damage, count):
    """Count what could burn the enemy forge so many times, or be spent on a GUARD each time."""
    if count > 0:
        d.burn += damage * count
        d.n_sources += count
        d.least = min(d.least, damage)


@jit
def add_weapon(s, t, d, slot):
    """Count a weapon that could still be attached."""
    card = t.seat[s.active].card[slot]
    params = t.seat[s.active].params
    d.burn += weapon_bonus(card, params) * params.strikes_per_turn
    d.wakes |= card.keyword == SWIFT


@jit
def add_weapons(s, t, d):
    """Count every weapon that could still be attached."""
    me = s.player[s.active]
    if s.is_waiting:
        add_weapon(s, t, d, s.waiting.slot)
        card = t.seat[s.active].card[s.waiting.slot]
        if card.keyword == EMBER:  # it may come only when the weapon has been attached
            add_source(d, ember_of(card, t.seat[s.active].params), 1)
    if not s.has_struck:
        for i in range(me.n_unattached):
            add_weapon(s, t, d, me.unattached[i].slot)
        for i in range(me.n_hand):
            card = t.seat[s.active].card[me.hand[i]]
            if card.type == WEAPON and card.cost <= purse_of(s):
                add_weapon(s, t, d, me.hand[i])


@jit
def add_hand(s, t, d):
    """Count what each card of the hand could do, as if it were the only one to be paid."""
    me = s.player[s.active]
    params = t.seat[s.active].params
    for i in range(me.n_hand):
        card = t.seat[s.active].card[me.hand[i]]
        if card.cost <= purse_of(s):
            if card.keyword == EMBER:
                add_source(d, ember_of(card, params), 1)
            if card.type == CREATURE and (d.wakes or card.keyword == SWIFT):
                add_source(d, card.power, params.strikes_per_turn)


@jit_called
def can_burn(s, t, d):
    """Whether the enemy forge could come to 0 this turn if everything possible went well.

    Each GUARD takes at least one source of damage to remove: the weakest, in the best case.
    """
    p = s.active
    me, foe = s.player[p], s.player[p ^ 1]
    params = t.seat[p].params
    d.burn = 0
    d.n_sources = 0
    d.least = LARGE
    d.wakes = 0
    if s.pending == PENDING_EMBER:
        add_source(d, s.ember, 1)
    add_weapons(s, t, d)
    if not s.has_struck:
        add_hand(s, t, d)
    for i in range(me.n_creatures):
        creature = me.creature[i]
        if d.wakes or is_awake(s, creature):
            power = creature.power * (creature.n_heavy == 0)
            add_source(d, power, params.strikes_per_turn - creature.strikes)
    return d.n_sources > foe.n_guards and d.burn - d.least * foe.n_guards >= foe.heat


@jit_called
def find_win(s, t, m):
    """Search for a win in this turn; `desk.child` has its line if there is one."""
    d = m.desk
    limit = m.pilot[s.active].weights.finish
    if limit == 0 or not can_burn(s, t, d):
        return False
    begin_search(d)
    copy_view(d.node[0].state, s)
    d.node[0].n_line = 0
    list_tries(t, m, d.node[0], d.tries[0])
    depth = 0
    while depth >= 0 and d.n_nodes < limit:
        tries = d.tries[depth]
        if tries.next == tries.count:
            depth -= 1
            continue
        tries.next += 1
        if follow(t, d, d.node[depth], tries.act[tries.next - 1]):
            child = d.child
            if child.state.winner == s.active:
                return True
            goes_on = child.state.winner == NOBODY and depth < MAX_DEPTH - 1
            if goes_on and can_burn(child.state, t, d):
                depth += 1
                copy_view(d.node[depth].state, child.state)
                copy_line(d.node[depth], child)
                list_tries(t, m, d.node[depth], d.tries[depth])
    return False
