"""The value of a position: weight times feature, summed, as it stands when a turn ends."""

from forgesim.kernel.jit import jit, jit_called, jit_small
from forgesim.pilots.forge.mind import toughness_left
from forgesim.rulesets.forge.effects import VENOM

LOW = 8
"""Heat from which on a forge runs low."""
DRY = 4
"""Draws from which on a library runs dry."""
SLOWEST = 6
"""Turns after which a race is not looked at."""


@jit_small
def turns_to_burn(heat, damage):
    """Turns in which a forge comes to 0 at so much damage a turn."""
    return min((heat + damage - 1) // damage, SLOWEST) if damage > 0 else SLOWEST


@jit
def bodies_value(s, p, power, toughness, venom, heavy):
    """What the bodies of a player's creatures are worth, by what they are weighed by."""
    player = s.player[p]
    value = 0
    for i in range(player.n_creatures):
        creature = player.creature[i]
        value += (power + heavy * (creature.n_heavy > 0)) * creature.power
        value += toughness * toughness_left(s, p, creature) + venom * (creature.keyword == VENOM)
    return value


@jit
def add_creatures(s, w, p):
    """What the creatures of both add to the value."""
    me, foe = s.player[p], s.player[p ^ 1]
    value = w.has_creature * me.n_creatures + w.has_guard * me.n_guards
    value += w.faces_creature * foe.n_creatures + w.faces_guard * foe.n_guards
    value += bodies_value(s, p, w.has_power, w.has_toughness, w.has_venom, w.has_heavy)
    return value + bodies_value(
        s, p ^ 1, w.faces_power, w.faces_toughness, w.faces_venom, w.faces_heavy
    )


@jit
def board_reach(s, t, p):
    """Damage that a player's creatures could strike at the other forge in their next turn."""
    if s.player[p ^ 1].n_guards > 0:
        return 0
    me = s.player[p]
    reach = 0
    for i in range(me.n_creatures):
        reach += me.creature[i].power * (me.creature[i].n_heavy == 0)
    return reach * t.seat[p].params.strikes_per_turn


@jit_small
def stoke_damage(s, t, p):
    """Damage that the other forge takes at a player's next Stoke, before any strike."""
    params = t.seat[p].params
    return params.stoke_burn + s.player[p].n_cursed * params.cursed_damage


@jit
def add_race(s, t, w, p):
    """What the two boards can do to the two forges."""
    q = p ^ 1
    heat, enemy_heat = s.player[p].heat, s.player[q].heat
    reach, enemy_reach = board_reach(s, t, p), board_reach(s, t, q)
    burn = reach + stoke_damage(s, t, p)
    enemy_burn = enemy_reach + stoke_damage(s, t, q)
    value = w.reach * reach + w.faces_reach * enemy_reach
    value += w.is_doomed * (enemy_burn >= heat) + w.dooms * (burn >= enemy_heat)
    return value + w.race * (turns_to_burn(heat, enemy_burn) - turns_to_burn(enemy_heat, burn))


@jit
def add_stock(s, t, w, p):
    """What heat, cards and artifacts add to the value."""
    me, foe = s.player[p], s.player[p ^ 1]
    value = w.has_heat * me.heat + w.has_low_heat * max(LOW - me.heat, 0)
    value += w.faces_heat * foe.heat + w.faces_low_heat * max(LOW - foe.heat, 0)
    value += w.has_card * me.n_hand + w.has_weapon * me.n_unattached
    value += w.has_blessed * me.n_blessed + w.has_cursed * me.n_cursed
    value += w.has_sturdy * me.sturdy
    value += w.has_dry * max(DRY - (me.n_cards - me.n_drawn), 0)
    value += w.faces_card * foe.n_hand
    return value + w.faces_blessed * foe.n_blessed + w.faces_cursed * foe.n_cursed


@jit_called
def value_of(s, t, w, p):
    """Value of a position to player `p`, whose turn would end here, by the weights `w`."""
    return add_stock(s, t, w, p) + add_race(s, t, w, p) + add_creatures(s, w, p)
