"""What cards and damage do: the changes of state that the rulings describe."""

from forgesim.kernel.jit import jit, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.rulesets.forge.names import CardType, Event, Keyword, Pending, Reason
from forgesim.rulesets.forge.state import log

CREATURE, WEAPON, ARTIFACT = (int(i) for i in CardType)
GUARD, SWIFT, VENOM = int(Keyword.GUARD), int(Keyword.SWIFT), int(Keyword.VENOM)
HEAVY, KEEN = int(Keyword.HEAVY), int(Keyword.KEEN)
BLESSED, CURSED, STURDY = int(Keyword.BLESSED), int(Keyword.CURSED), int(Keyword.STURDY)
EMBER, HOARD = int(Keyword.EMBER), int(Keyword.HOARD)
PENDING_NOTHING, PENDING_EMBER, PENDING_ATTACH = (int(i) for i in Pending)
BY_HEAT, BY_DECKOUT = (int(i) for i in Reason)
LOG_DRAW, LOG_ATTACH, LOG_UNATTACHED = int(Event.DRAW), int(Event.ATTACH), int(Event.UNATTACHED)
LOG_HEAT, LOG_DAMAGE, LOG_DESTROYED = int(Event.HEAT), int(Event.DAMAGE), int(Event.DESTROYED)
LOG_HOARD = int(Event.HOARD)


@jit_small
def win(s, player, reason):
    """End the match, unless it has ended."""
    if s.winner == NOBODY:
        s.winner = player
        s.reason = reason


@jit
def burn_forge(s, t, player, amount):  # D7
    """Take heat from a forge; at 0 or less it is cold and its owner loses, whatever the cause."""
    me = s.player[player]
    me.heat -= amount
    log(t, LOG_HEAT, player, -amount, me.heat)
    if me.heat <= 0:
        win(s, 1 - player, BY_HEAT)


@jit
def heal_forge(s, t, player, amount):  # R14
    """Add heat up to the cap; the surplus is lost, and heat above the cap is kept."""
    me = s.player[player]
    room = t.seat[player].params.heat_cap - me.heat
    healed = min(amount, room) if room > 0 else 0
    me.heat += healed
    log(t, LOG_HEAT, player, healed, me.heat)


@jit
def draw_card(s, t, player):
    """Move the top card of the library to the hand; return whether there was one."""
    me = s.player[player]
    if me.n_drawn >= me.n_cards:
        return False
    slot = me.library[me.n_drawn]
    me.n_drawn += 1
    me.hand[me.n_hand] = slot
    me.n_hand += 1
    log(t, LOG_DRAW, player, slot, 0)
    return True


@jit_small
def toughness_of(s, player, creature):  # R18
    """Effective toughness: its own, plus what STURDY artifacts of its owner add."""
    return creature.toughness + (0 if creature.is_bare else s.player[player].sturdy)


@jit
def destroy(s, t, player, index):  # R5 R9
    """Remove a creature, and with it the weapons that it holds."""
    me = s.player[player]
    log(t, LOG_DESTROYED, player, me.creature[index].number, me.creature[index].slot)
    if me.creature[index].keyword == GUARD:
        me.n_guards -= 1
    me.n_creatures -= 1
    for i in range(index, me.n_creatures):
        me.creature[i] = me.creature[i + 1]


@jit_small
def mark_damage(t, player, creature, amount):  # R5
    """Mark damage on a creature; it stays all game."""
    creature.damage += amount
    log(t, LOG_DAMAGE, player, creature.number, amount)


@jit_small
def ember_of(card, params):  # R11 R16
    """Damage of a card's EMBER."""
    return params.ember_damage * (params.mythic_ember if card.mythic else 1)


@jit_small
def hoard_of(card, params):  # R12 R16
    """Cards that a card's HOARD draws."""
    return params.hoard_draw * (params.mythic_hoard if card.mythic else 1)


@jit
def hoard(s, t, card):  # R12
    """Draw for a HOARD that enters; from an empty library nothing is drawn and nothing lost."""
    if card.keyword == HOARD:
        count = hoard_of(card, t.seat[s.active].params)
        log(t, LOG_HOARD, s.active, count, 0)
        for _ in range(count):
            if not draw_card(s, t, s.active):
                break


@jit_small
def kindle(s, t, card):  # R11
    """Make the EMBER of a card pending: its target must be named before any other act."""
    s.pending = PENDING_EMBER
    s.ember = ember_of(card, t.seat[s.active].params)


@jit_small
def purse_of(s):  # R3 S4
    """Highest cost of a card that the active player can pay for, were it played next."""
    return s.fp + s.discount


@jit_small
def price_of(s, card):  # R3 S4
    """Forge Points that a card costs the active player, were it played next."""
    return max(card.cost - s.discount, 0)


@jit
def weapon_bonus(card, params):  # R9 R10 S3
    """Power that a weapon gives its holder, never less than none."""
    bonus = card.cost * params.weapon_power + params.weapon_bonus
    if card.keyword == HEAVY:
        bonus += params.heavy_power
    elif card.keyword == KEEN:
        bonus += params.keen_power
    return max(bonus, 0)


@jit_small
def can_hold(t, player, creature):  # R9
    """Whether a creature has a free weapon slot."""
    return creature.n_weapons < t.seat[player].params.weapon_slots


@jit
def has_holder(s, t):  # R9
    """Whether the active player has a creature that can hold one more weapon."""
    me = s.player[s.active]
    for i in range(me.n_creatures):
        if can_hold(t, s.active, me.creature[i]):
            return True
    return False


@jit_small
def can_live(s, card):  # S2
    """Whether a creature of the active player would have toughness left as it enters."""
    return card.toughness + s.player[s.active].sturdy > 0


@jit
def enter_creature(s, t, slot):  # R4 S2
    """Put a creature into play, cooling; one without toughness is destroyed at once."""
    me = s.player[s.active]
    card = t.seat[s.active].card[slot]
    creature = me.creature[me.n_creatures]
    me.n_creatures += 1
    creature.slot = slot
    creature.number = me.n_entered
    creature.keyword = card.keyword
    creature.power = card.power
    creature.toughness = card.toughness
    creature.entered = s.turn
    creature.damage = 0
    creature.strikes = 0
    creature.is_bare = 0
    creature.n_heavy = 0
    creature.n_keen = 0
    creature.n_swift = 0
    creature.n_weapons = 0
    if card.keyword == GUARD:
        me.n_guards += 1
    if not can_live(s, card):
        destroy(s, t, s.active, me.n_creatures - 1)


@jit
def enter_artifact(s, t, slot):  # R14 R15 R18
    """Put an artifact into play, where its keyword works from now on."""
    me = s.player[s.active]
    artifact = me.artifact[me.n_artifacts]
    artifact.slot = slot
    artifact.number = me.n_entered
    me.n_artifacts += 1
    keyword = t.seat[s.active].card[slot].keyword
    if keyword == BLESSED:
        me.n_blessed += 1
    elif keyword == CURSED:
        me.n_cursed += 1
    elif keyword == STURDY:
        me.sturdy += t.seat[s.active].params.sturdy_toughness


@jit
def enter_weapon(s, t, slot):  # R9 R11 R12
    """Bring a weapon: it waits for its EMBER's target, for its holder, or lies unattached."""
    card = t.seat[s.active].card[slot]
    params = t.seat[s.active].params
    has_home = has_holder(s, t)
    does_enter = has_home or params.unattached_enters
    has_ember = does_enter and card.keyword == EMBER
    attaches = has_home and params.attach_at_once
    if does_enter:
        hoard(s, t, card)
    s.is_waiting = 1
    s.waiting.slot = slot
    s.waiting.number = s.player[s.active].n_entered
    if has_ember and not (attaches and not params.ember_before_attach):
        kindle(s, t, card)
    else:
        settle_weapon(s, t)


@jit
def settle_weapon(s, t):  # R9
    """Let the waiting weapon ask for its holder, or lie unattached where there is none to ask."""
    s.pending = PENDING_NOTHING
    if s.is_waiting:
        if t.seat[s.active].params.attach_at_once and has_holder(s, t):
            s.pending = PENDING_ATTACH
        else:
            me = s.player[s.active]
            me.unattached[me.n_unattached] = s.waiting
            me.n_unattached += 1
            s.is_waiting = 0
            log(t, LOG_UNATTACHED, s.active, s.waiting.number, s.waiting.slot)


@jit
def fit_weapon(s, t, slot, number, index):  # R9 R10
    """Give a weapon to an own creature."""
    creature = s.player[s.active].creature[index]
    card = t.seat[s.active].card[slot]
    weapon = creature.weapon[creature.n_weapons]
    weapon.slot = slot
    weapon.number = number
    creature.n_weapons += 1
    creature.power += weapon_bonus(card, t.seat[s.active].params)
    creature.n_heavy += card.keyword == HEAVY
    creature.n_keen += card.keyword == KEEN
    creature.n_swift += card.keyword == SWIFT
    log(t, LOG_ATTACH, s.active, number, creature.number)


@jit
def attach_waiting(s, t, index):  # R9 R11
    """Attach the weapon just played; an EMBER that waited for this comes now."""
    slot = s.waiting.slot
    fit_weapon(s, t, slot, s.waiting.number, index)
    s.is_waiting = 0
    s.pending = PENDING_NOTHING
    card = t.seat[s.active].card[slot]
    if card.keyword == EMBER and not t.seat[s.active].params.ember_before_attach:
        kindle(s, t, card)


@jit
def attach_unattached(s, t, which, index):  # R9
    """Attach a weapon that lay unattached."""
    me = s.player[s.active]
    fit_weapon(s, t, me.unattached[which].slot, me.unattached[which].number, index)
    me.n_unattached -= 1
    for i in range(which, me.n_unattached):
        me.unattached[i] = me.unattached[i + 1]


@jit
def ember_forge(s, t, player):  # R11
    """Resolve the pending EMBER at a forge."""
    s.pending = PENDING_NOTHING
    burn_forge(s, t, player, s.ember)
    if s.winner == NOBODY:
        settle_weapon(s, t)


@jit
def ember_creature(s, t, player, index):  # R5 R11
    """Resolve the pending EMBER at a creature."""
    creature = s.player[player].creature[index]
    mark_damage(t, player, creature, s.ember)
    if creature.damage >= toughness_of(s, player, creature):
        destroy(s, t, player, index)
    settle_weapon(s, t)


@jit
def is_fatal(s, t, dealer, victim_player, victim, is_attacking):  # R5 R10 R17
    """Whether `victim` dies of the damage that `dealer` has just marked on it in combat."""
    params = t.seat[1 - victim_player].params
    toughness = toughness_of(s, victim_player, victim)
    if dealer.power > 0:
        if dealer.keyword == VENOM:
            return True
        if dealer.n_keen > 0 and (is_attacking or params.keen_defending):
            toughness = victim.toughness
            if params.keen_marks:
                victim.is_bare = 1
    return victim.damage >= toughness


@jit
def strike_creature(s, t, index, target):  # R8
    """Strike an enemy creature: both deal and mark damage, then both are checked."""
    p = s.active
    q = p ^ 1
    attacker = s.player[p].creature[index]
    defender = s.player[q].creature[target]
    mark_damage(t, q, defender, attacker.power)
    mark_damage(t, p, attacker, defender.power)
    defender_dies = is_fatal(s, t, attacker, q, defender, True)
    attacker_dies = is_fatal(s, t, defender, p, attacker, False)
    if defender_dies:
        destroy(s, t, q, target)
    if attacker_dies:
        destroy(s, t, p, index)


@jit_small
def strike_forge(s, t, index):  # R8
    """Strike the enemy forge; there is no return damage."""
    burn_forge(s, t, s.active ^ 1, s.player[s.active].creature[index].power)
