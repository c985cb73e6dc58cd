"""The score of an act: for each kind of act, weight times feature, summed."""

from forgesim.kernel.jit import jit, jit_small
from forgesim.pilots.forge.mind import forge_reach, is_threatened, toughness_left
from forgesim.rulesets.forge.actions import (
    ATTACH,
    EMBER_CREATURE,
    EMBER_FORGE,
    PLAY,
    STRIKE_CREATURE,
    STRIKE_FORGE,
    WAITING,
    can_strike,
    can_strike_forge,
    is_awake,
)
from forgesim.rulesets.forge.effects import (
    BLESSED,
    CREATURE,
    CURSED,
    EMBER,
    GUARD,
    HEAVY,
    HOARD,
    STURDY,
    SWIFT,
    VENOM,
    WEAPON,
    can_live,
    ember_of,
    has_holder,
    hoard_of,
    weapon_bonus,
)


@jit
def score_ember_forge(s, m, w, player):
    """The pending EMBER at a forge; at the enemy's, strikes may follow it."""
    heat = s.player[player].heat
    if player == s.active:
        return w.own_face * s.ember + w.lose * (s.ember >= heat)
    return w.face * s.ember + w.win * (s.ember + m.reach >= heat)


@jit
def score_enemy_damage(m, w, creature, amount, left, dies):
    """Damage at an enemy creature that has `left` toughness left."""
    kill = w.kill + w.kill_power * creature.power + w.kill_toughness * left
    kill += w.kill_guard * (creature.keyword == GUARD) + w.kill_venom * (creature.keyword == VENOM)
    kill += w.kill_threat * creature.power * m.is_threatened
    mark = w.mark * min(amount, left)
    return kill if dies else mark


@jit
def score_own_damage(w, creature, amount, left, dies):
    """Damage at an own creature."""
    loss = w.loss + w.loss_power * creature.power + w.loss_toughness * left
    mark = w.own_mark * amount
    return loss if dies else mark


@jit_small
def would_die(dealer, victim, left, is_keen):
    """Whether combat damage by `dealer` would destroy `victim` (as `effects.is_fatal` decides)."""
    power = dealer.power
    bare = victim.toughness - victim.damage
    left = bare if is_keen & (dealer.n_keen > 0) else left
    return (power > 0) & ((dealer.keyword == VENOM) | (power >= left))


@jit
def score_strike_creature(s, t, m, w, index, target):
    """A strike at an enemy creature."""
    p = s.active
    attacker = s.player[p].creature[index]
    defender = s.player[p ^ 1].creature[target]
    attacker_left = toughness_left(s, p, attacker)
    defender_left = toughness_left(s, p ^ 1, defender)
    kills = would_die(attacker, defender, defender_left, True)
    dies = would_die(defender, attacker, attacker_left, t.seat[p ^ 1].params.keen_defending > 0)
    return score_enemy_damage(
        m, w, defender, attacker.power, defender_left, kills
    ) + score_own_damage(w, attacker, defender.power, attacker_left, dies)


@jit
def score_strike_forge(s, m, w, index):
    """A strike at the enemy forge."""
    power = s.player[s.active].creature[index].power
    is_won = (power > 0) & (m.reach >= s.player[s.active ^ 1].heat)
    return w.face * power + w.win * is_won


@jit
def score_ember_creature(s, m, w, player, index):
    """The pending EMBER at a creature."""
    creature = s.player[player].creature[index]
    left = toughness_left(s, player, creature)
    if player == s.active:
        return score_own_damage(w, creature, s.ember, left, s.ember >= left)
    return score_enemy_damage(m, w, creature, s.ember, left, s.ember >= left)


@jit
def score_creature_card(s, w, card):
    """Playing a creature."""
    score = w.creature + w.creature_power * card.power + w.creature_toughness * card.toughness
    if card.keyword == GUARD:
        score += w.creature_guard + w.guard_threat * is_threatened(s)
    elif card.keyword == SWIFT:
        score += w.creature_swift * card.power
    elif card.keyword == VENOM:
        score += w.creature_venom
    return score


@jit
def score_artifact_card(s, t, w, card):
    """Playing an artifact."""
    me = s.player[s.active]
    score = w.artifact
    if card.keyword == BLESSED:
        score += w.artifact_blessed * max(t.seat[s.active].params.heat_cap - me.heat, 0)
    elif card.keyword == CURSED:
        score += w.artifact_cursed
    elif card.keyword == STURDY:
        score += w.artifact_sturdy * me.n_creatures
    return score


@jit
def score_arrival(s, t, w, card):
    """What a card's EMBER or HOARD will do as it enters."""
    params = t.seat[s.active].params
    me = s.player[s.active]
    if card.keyword == EMBER:
        damage = ember_of(card, params)
        return w.ember * damage + w.win * (damage >= s.player[s.active ^ 1].heat)
    if card.keyword == HOARD:
        return w.hoard * min(hoard_of(card, params), me.n_cards - me.n_drawn)
    return 0


@jit
def score_play(s, t, m, w, index):
    """Playing a card of the hand; of a creature that dies as it enters, what else it brings."""
    card = t.seat[s.active].card[s.player[s.active].hand[index]]
    score = w.play + w.cost * card.cost
    if card.type == CREATURE:
        score = score + score_creature_card(s, w, card) if can_live(s, card) else 0
    elif card.type == WEAPON:
        bonus = weapon_bonus(card, t.seat[s.active].params)
        score += w.weapon if has_holder(s, t) else w.weapon_idle
        score += w.weapon_power * bonus
        if card.keyword == HEAVY:
            score += w.spoil * (forge_reach(s, t) >= s.player[s.active ^ 1].heat)
    else:
        score += score_artifact_card(s, t, w, card)
    if card.keyword == EMBER or card.keyword == HOARD:
        score += score_arrival(s, t, w, card)
    return score


@jit
def is_needed(s, t, creature):
    """Whether ready creatures can bring the enemy forge to 0, but not without this one."""
    heat = s.player[s.active ^ 1].heat
    reach = forge_reach(s, t)
    own = 0
    if can_strike(s, t, creature) and can_strike_forge(s, creature):
        own = creature.power * (t.seat[s.active].params.strikes_per_turn - creature.strikes)
    return reach >= heat and reach - own < heat


@jit
def score_attach(s, t, w, which, index):
    """Attaching a weapon to an own creature."""
    me = s.player[s.active]
    slot = s.waiting.slot if which == WAITING else me.unattached[which].slot
    card = t.seat[s.active].card[slot]
    holder = me.creature[index]
    bonus = weapon_bonus(card, t.seat[s.active].params)
    score = w.attach + w.attach_power * bonus + w.attach_held * holder.n_weapons
    score += w.attach_toughness * toughness_left(s, s.active, holder)
    score += w.attach_venom * (holder.keyword == VENOM)
    if can_strike(s, t, holder):
        score += w.attach_ready * bonus
    elif card.keyword == SWIFT and not is_awake(s, holder):
        score += w.attach_wakes * (holder.power + bonus)
    if card.keyword == HEAVY and holder.n_heavy == 0:
        score += w.attach_heavy * holder.power
        score += w.spoil * is_needed(s, t, holder)
    return score


@jit
def score_act(s, t, m, w, kind, a, b):
    """Score of a legal act by the weights `w`."""
    if kind == PLAY:
        return score_play(s, t, m, w, a)
    if kind == ATTACH:
        return score_attach(s, t, w, a, b)
    if kind == STRIKE_FORGE:
        return score_strike_forge(s, m, w, a)
    if kind == STRIKE_CREATURE:
        return score_strike_creature(s, t, m, w, a, b)
    if kind == EMBER_FORGE:
        return score_ember_forge(s, m, w, a)
    if kind == EMBER_CREATURE:
        return score_ember_creature(s, m, w, a, b)
    return w.end
