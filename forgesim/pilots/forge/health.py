"""What pilots can be seen to do wrong, whatever they are after: slips that a report counts."""

from forgesim.kernel.counts import note_chance, note_event, note_lead
from forgesim.kernel.jit import jit, jit_called
from forgesim.pilots.forge.checks import CERTAIN_LOSS, LETHAL_MISSED, OWN_FORGE, UNSPENT
from forgesim.pilots.forge.mind import toughness_left
from forgesim.pilots.forge.score import would_die
from forgesim.rulesets.forge.actions import (
    EMBER_CREATURE,
    EMBER_FORGE,
    END,
    STRIKE_CREATURE,
    STRIKE_FORGE,
    first_of,
    kind_of,
    second_of,
)
from forgesim.rulesets.forge.effects import WEAPON, has_holder, purse_of


@jit_called
def is_unspent(s, t):
    """Whether Forge Points are left for a card of the hand that would do something."""
    me = s.player[s.active]
    if s.fp > 0:
        for i in range(me.n_hand):
            card = t.seat[s.active].card[me.hand[i]]
            if card.cost <= purse_of(s) and (card.type != WEAPON or has_holder(s, t)):
                return True
    return False


@jit_called
def is_certain_loss(s, t, index, target):
    """Whether a strike destroys the striker, and not what it strikes."""
    p = s.active
    striker = s.player[p].creature[index]
    victim = s.player[p ^ 1].creature[target]
    kills = would_die(striker, victim, toughness_left(s, p ^ 1, victim), True)
    keen_defends = t.seat[p ^ 1].params.keen_defending > 0
    return not kills and would_die(victim, striker, toughness_left(s, p, striker), keen_defends)


@jit
def observe(s, t, m, n, act):
    """Note what an act that was chosen, but not yet carried out, says about its pilot.

    Before a strike and before the end of a turn the pilot has noted its reach.
    """
    kind = kind_of(act)
    seat = s.active
    can_win = kind == END or kind == STRIKE_FORGE or kind == STRIKE_CREATURE
    if can_win and m.reach >= s.player[seat ^ 1].heat and n.opportunity != s.turn:
        n.opportunity = s.turn
        note_chance(n, seat, LETHAL_MISSED)
    if kind == END:
        note_lead(n, s.turn, s.player[0].heat - s.player[1].heat)
        note_chance(n, seat, UNSPENT)
        if is_unspent(s, t):
            note_event(n, seat, UNSPENT, s.turn)
        if n.opportunity == s.turn:
            note_event(n, seat, LETHAL_MISSED, s.turn)
    elif kind == STRIKE_CREATURE:
        note_chance(n, seat, CERTAIN_LOSS)
        if is_certain_loss(s, t, first_of(act), second_of(act)):
            note_event(n, seat, CERTAIN_LOSS, s.turn)
    elif kind == EMBER_FORGE or kind == EMBER_CREATURE:
        note_chance(n, seat, OWN_FORGE)
        if kind == EMBER_FORGE and first_of(act) == seat:
            note_event(n, seat, OWN_FORGE, s.turn)
