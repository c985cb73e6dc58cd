"""Every random draw of Forge. `RULES.md` lists them."""

from forgesim.kernel.jit import jit
from forgesim.kernel.random import below, draw, stream

SHUFFLE = 0
"""Purpose number of the shuffle's stream; pilots' purposes start at 64."""


@jit
def shuffle_library(s, t, p, pair_seed):
    """Put the slots of player `p`'s deck in random order (Fisher and Yates), top first.

    The stream belongs to the side, not to the seat: whoever goes first, a deck keeps its shuffle.
    """
    me = s.player[p]
    key = stream(pair_seed, SHUFFLE, t.seat[p].side)
    me.n_cards = t.seat[p].deck_size
    for i in range(me.n_cards):
        me.library[i] = i
    for i in range(me.n_cards - 1, 0, -1):
        j = below(draw(key, i), i + 1)
        slot = me.library[i]
        me.library[i] = me.library[j]
        me.library[j] = slot
