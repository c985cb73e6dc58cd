"""How Forge's pilots choose: visitors of the legal acts."""

import numpy as np

from forgesim.cards.pilots import PILOT_KINDS
from forgesim.kernel.jit import jit, jit_small
from forgesim.kernel.random import draw, stream, word
from forgesim.pilots.forge.mind import note_reach, take_notes
from forgesim.pilots.forge.score import score_act
from forgesim.rulesets.forge.actions import (
    END,
    NONE,
    PLAY,
    STRIKE_CREATURE,
    kind_of,
    make_act,
    make_each,
)
from forgesim.rulesets.forge.effects import PENDING_NOTHING

RANDOM, _, PLANNER, SEARCHER = range(len(PILOT_KINDS))
PILOT_CHOICE = 64
"""Purpose number of the stream from which `random` draws."""
WORST = -(2**62)
FORBIDDEN = 2**58
"""What a forbidden act costs: more than all weights can add up to."""
CARD_TYPES, STRIKE_CREATURES = 16, 24
"""First bits of `forbidden` for types of cards and for strikes; keywords begin at bit 0."""


@jit
def throw(t, m, seat):
    """The next random score of a player's pilot: of equally many acts, each is as often highest."""
    key = stream(m.seed, PILOT_CHOICE, t.seat[seat].side)
    m.n_thrown[seat] += 1
    return np.int64(word(draw(key, m.n_thrown[seat])) >> 2)


@jit
def is_forbidden(s, t, forbidden, kind, a):
    """Whether an act is one of those that a pilot may not do."""
    if kind == PLAY:
        card = t.seat[s.active].card[s.player[s.active].hand[a]]
        return (forbidden >> card.keyword | forbidden >> (CARD_TYPES + card.type)) & 1
    return (kind == STRIKE_CREATURE) & (forbidden >> STRIKE_CREATURES)


@jit
def weigh(s, t, m, kind, a, b):
    """Score of an act to the active player's pilot, which has weights."""
    pilot = m.pilot[s.active]
    score = score_act(s, t, m, pilot.weights, kind, a, b)
    return score - FORBIDDEN * is_forbidden(s, t, pilot.forbidden, kind, a)


@jit
def keep_best(s, t, m, kind, a, b):
    """Keep the act if it scores higher than all before it: of equals, the first one listed."""
    if m.pilot[s.active].kind == RANDOM:
        score = throw(t, m, s.active)
    else:
        score = weigh(s, t, m, kind, a, b)
    if score > m.best_score:
        m.best_score = score
        m.best = make_act(kind, a, b)


_, each_best_settling, each_best_work, each_best_strike = make_each(keep_best)


@jit
def choose(s, t, m):
    """The act that the active player's pilot chooses: the one with the highest score.

    A pilot with weights sees to its Work before it looks at strikes: nothing can be played after a
    strike, so work that is worth more than ending the turn comes first. To `random` all acts are
    one, in the order in which they are listed.
    """
    m.best_score = WORST
    is_random = m.pilot[s.active].kind == RANDOM
    if s.pending != PENDING_NOTHING:
        take_notes(s, t, m)
        note_reach(s, t, m)
        each_best_settling(s, t, m)
        return m.best
    if not is_random:
        keep_best(s, t, m, END, NONE, NONE)
    if not s.has_struck:
        each_best_work(s, t, m)
    if is_random or kind_of(m.best) == END:
        take_notes(s, t, m)
        note_reach(s, t, m)
        each_best_strike(s, t, m)
    if is_random:
        keep_best(s, t, m, END, NONE, NONE)
    return m.best


@jit_small
def wake(m, pair_seed):
    """Prepare the pilots for a match."""
    m.seed = pair_seed
    m.n_thrown[0] = 0
    m.n_thrown[1] = 0
