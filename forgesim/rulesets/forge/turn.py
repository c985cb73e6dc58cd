"""The course of a match: set-up, the five steps of a turn, and acts carried out."""

from forgesim.kernel.counts import CardReader
from forgesim.kernel.jit import jit, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.rulesets.forge.actions import (
    ATTACH,
    EMBER_CREATURE,
    EMBER_FORGE,
    END,
    PLAY,
    STRIKE_CREATURE,
    STRIKE_FORGE,
    WAITING,
    first_of,
    kind_of,
    second_of,
)
from forgesim.rulesets.forge.effects import (
    ARTIFACT,
    BY_DECKOUT,
    CREATURE,
    EMBER,
    PENDING_NOTHING,
    WEAPON,
    attach_unattached,
    attach_waiting,
    burn_forge,
    draw_card,
    ember_creature,
    ember_forge,
    enter_artifact,
    enter_creature,
    enter_weapon,
    heal_forge,
    hoard,
    kindle,
    price_of,
    strike_creature,
    strike_forge,
    win,
)
from forgesim.rulesets.forge.names import Event
from forgesim.rulesets.forge.rolls import shuffle_library
from forgesim.rulesets.forge.state import log

LOG_STOKE, LOG_BLESS, LOG_CURSE = int(Event.STOKE), int(Event.BLESS), int(Event.CURSE)
LOG_PLAY, LOG_STRIKE, LOG_BANK = int(Event.PLAY), int(Event.STRIKE), int(Event.BANK)
LOG_DECKOUT = int(Event.DECKOUT)


@jit
def reset_player(s, t, p):  # D7
    """Clear a player's board and light their forge."""
    me = s.player[p]
    me.heat = t.seat[p].params.start_heat
    me.fp_turn = 0
    me.n_entered = 0
    me.n_guards = 0
    me.n_blessed = 0
    me.n_cursed = 0
    me.sturdy = 0
    me.n_hand = 0
    me.n_drawn = 0
    me.n_creatures = 0
    me.n_artifacts = 0
    me.n_unattached = 0


@jit
def begin(s, t, pair_seed):
    """Set up a match from its seed: shuffle, deal, and walk to the first decision."""
    for p in range(2):
        shuffle_library(s, t, p, pair_seed)
    deal(s, t)
    start_turn(s, t)


@jit
def deal(s, t):  # R1
    """Deal the opening hands from the libraries as they lie; player 0 is on the play."""
    s.turn = 0
    s.active = 1
    s.winner = NOBODY
    s.reason = 0
    for p in range(2):
        reset_player(s, t, p)
        for _ in range(t.seat[p].params.opening_hand):
            draw_card(s, t, p)


@jit
def start_turn(s, t):  # D4
    """Pass the turn to the other player and take their Stoke and Draw."""
    s.active = s.active ^ 1
    s.turn += 1
    s.has_struck = 0
    s.pending = PENDING_NOTHING
    s.is_waiting = 0
    me = s.player[s.active]
    for i in range(me.n_creatures):
        me.creature[i].strikes = 0
    stoke(s, t)
    if s.winner == NOBODY:
        draw_step(s, t)


@jit
def stoke(s, t):  # R2 D4 S4
    """Gain Forge Points by the player's own turn count, and let forges and artifacts tick."""
    me = s.player[s.active]
    params = t.seat[s.active].params
    me.fp_turn += 1
    s.fp = min(params.fp_start + params.fp_step * (me.fp_turn - 1), params.fp_cap)
    s.discount = params.first_discount
    log(t, LOG_STOKE, s.active, s.fp, s.turn)
    if params.blessed_before_cursed:
        tick_blessed(s, t)
    tick_cursed(s, t)
    if not params.blessed_before_cursed and s.winner == NOBODY:
        tick_blessed(s, t)


@jit
def tick_blessed(s, t):  # R14 S6
    """Heal the own forge as its player's rules say, then once for each BLESSED artifact."""
    heal = t.seat[s.active].params.stoke_heal
    if heal > 0:
        heal_forge(s, t, s.active, heal)
    for _ in range(s.player[s.active].n_blessed):
        log(t, LOG_BLESS, s.active, 0, 0)
        heal_forge(s, t, s.active, t.seat[s.active].params.blessed_heal)


@jit
def tick_cursed(s, t):  # R15 S6
    """Burn the enemy forge as the player's rules say, then for each CURSED, until it is cold."""
    burn = t.seat[s.active].params.stoke_burn
    if burn > 0:
        burn_forge(s, t, s.active ^ 1, burn)
    for _ in range(s.player[s.active].n_cursed):
        if s.winner == NOBODY:
            log(t, LOG_CURSE, s.active, 0, 0)
            burn_forge(s, t, s.active ^ 1, t.seat[s.active].params.cursed_damage)


@jit
def draw_step(s, t):  # R1 R7
    """Draw for the turn; who must draw from an empty library loses."""
    params = t.seat[s.active].params
    is_first = s.player[s.active].fp_turn == 1
    for _ in range(params.first_turn_draws if is_first else params.turn_draws):
        if s.winner == NOBODY and not draw_card(s, t, s.active):
            log(t, LOG_DECKOUT, s.active, 0, 0)
            win(s, s.active ^ 1, BY_DECKOUT)
    if s.player[s.active].fp_turn == params.bonus_turn:
        draw_bonus(s, t)


@jit
def draw_bonus(s, t):  # S5
    """Draw what the player's rules add in this turn; from an empty library that is nothing."""
    for _ in range(t.seat[s.active].params.bonus_draws):
        if not draw_card(s, t, s.active):
            break


@jit
def play_card(s, t, index):  # R3 S4
    """Pay for a card of the hand and put it into play."""
    me = s.player[s.active]
    slot = me.hand[index]
    me.n_hand -= 1
    for i in range(index, me.n_hand):
        me.hand[i] = me.hand[i + 1]
    card = t.seat[s.active].card[slot]
    s.fp -= price_of(s, card)
    s.discount = 0
    me.n_entered += 1
    log(t, LOG_PLAY, s.active, me.n_entered, slot)
    if card.type == WEAPON:
        enter_weapon(s, t, slot)
    else:
        if card.type == CREATURE:
            enter_creature(s, t, slot)
        elif card.type == ARTIFACT:
            enter_artifact(s, t, slot)
        hoard(s, t, card)
        if card.keyword == EMBER:
            kindle(s, t, card)


@jit_small
def strike(s, index):  # R6 D5
    """Note a strike of an own creature: Work is over for this turn."""
    s.has_struck = 1
    s.player[s.active].creature[index].strikes += 1


@jit_small
def bank(s, t):  # R3 D4
    """End the turn: unspent Forge Points are lost, for the next Stoke sets them anew."""
    log(t, LOG_BANK, s.active, s.fp, 0)
    start_turn(s, t)


@jit
def apply(s, t, act):
    """Carry out a legal act."""
    kind = kind_of(act)
    a = first_of(act)
    b = second_of(act)
    if kind == END:
        bank(s, t)
    elif kind == PLAY:
        play_card(s, t, a)
    elif kind == ATTACH:
        if a == WAITING:
            attach_waiting(s, t, b)
        else:
            attach_unattached(s, t, a, b)
    elif kind == STRIKE_FORGE:
        strike(s, a)
        log(t, LOG_STRIKE, s.active, s.player[s.active].creature[a].number, 0)
        strike_forge(s, t, a)
    elif kind == STRIKE_CREATURE:
        strike(s, a)
        foe = s.player[s.active ^ 1]
        log(t, LOG_STRIKE, s.active, s.player[s.active].creature[a].number, foe.creature[b].number)
        strike_creature(s, t, a, b)
    elif kind == EMBER_FORGE:
        ember_forge(s, t, a)
    elif kind == EMBER_CREATURE:
        ember_creature(s, t, a, b)


@jit_small
def heat_of(s, player):
    """Heat of a player's forge."""
    return s.player[player].heat


@jit_small
def n_cards(s, t, player):
    """Cards in a player's deck."""
    return s.player[player].n_cards


@jit_small
def n_opening(s, t, player):  # R1
    """Cards in a player's opening hand."""
    return min(t.seat[player].params.opening_hand, s.player[player].n_cards)


@jit_small
def n_drawn(s, t, player):
    """Cards that a player has drawn, the opening hand included."""
    return s.player[player].n_drawn


@jit_small
def kind_at(s, t, player, i):
    """Kind of a card of the library as shuffled."""
    return t.seat[player].card[s.player[player].library[i]].kind


@jit_small
def n_held(s, t, player):
    """Cards drawn and not played: what leaves the hand is played, and nothing returns to it."""
    return s.player[player].n_hand


@jit_small
def kind_held(s, t, player, i):
    """Kind of a card of the hand."""
    return t.seat[player].card[s.player[player].hand[i]].kind


CARDS = CardReader(n_cards, n_opening, n_drawn, kind_at, n_held, kind_held)
