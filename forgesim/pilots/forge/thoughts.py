"""What a pilot thinks of its choice, for people who ask."""

import numpy as np

from forgesim.kernel.jit import jit, jit_called, jit_small
from forgesim.pilots.forge.choose import RANDOM, note_reach, take_notes, weigh
from forgesim.rulesets.forge.actions import (
    ATTACH,
    END,
    PLAY,
    first_of,
    kind_of,
    make_act,
    make_each,
    second_of,
)
from forgesim.rulesets.forge.effects import PENDING_NOTHING

MAX_LINE = 64
"""Acts of a line: more than a turn has, unless a variant's rules let it go on for ever."""
MAX_THOUGHTS = 1024
LISTING = np.dtype([("count", np.int64), ("act", np.int64, 4096)], align=True)
THOUGHT = np.dtype(
    [
        ("act", np.int64),
        ("value", np.int64),
        ("worlds", np.int64),
        ("n_line", np.int64),
        ("line", np.int64, MAX_LINE),
    ],
    align=True,
)
OPINION = np.dtype(
    [("count", np.int64), ("thought", THOUGHT, MAX_THOUGHTS), ("listing", LISTING)], align=True
)


@jit
def note_act(s, t, m, kind, a, b):
    """Note an act in a listing."""
    m.act[m.count] = make_act(kind, a, b)
    m.count += 1


each_noted, *_ = make_each(note_act)


@jit_called
def list_acts(s, t, listing):
    """List every legal act."""
    listing.count = 0
    each_noted(s, t, listing)


@jit_called
def keep_thought(o, act, value):
    """Add what an act is worth, before all that are worth less."""
    at = o.count
    if at == MAX_THOUGHTS:
        return
    o.count += 1
    while at > 0 and o.thought[at - 1].value < value:
        o.thought[at] = o.thought[at - 1]
        at -= 1
    thought = o.thought[at]
    thought.act = act
    thought.value = value
    thought.worlds = 0
    thought.n_line = 1
    thought.line[0] = act


@jit_small
def is_work(act):
    """Whether an act is Work, or ends it."""
    return (kind_of(act) == PLAY) | (kind_of(act) == ATTACH) | (kind_of(act) == END)


@jit_called
def consider(s, t, m, o):
    """What a pilot that looks at an act alone thinks of each act that it weighs.

    A pilot with weights sees to its Work first, as `choose` does; `random` thinks nothing.
    """
    o.count = 0
    list_acts(s, t, o.listing)
    if m.pilot[s.active].kind == RANDOM:
        return
    take_notes(s, t, m)
    note_reach(s, t, m)
    is_settling = s.pending != PENDING_NOTHING
    n = o.listing.count
    for step in range(2):
        # The end of the turn, which is listed last, comes first of equals, as in `choose`.
        for i in range(n - 1, 2 * n - 1):
            act = o.listing.act[i % n]
            if (is_settling or is_work(act)) == (step == 0):
                keep_thought(o, act, weigh(s, t, m, kind_of(act), first_of(act), second_of(act)))
        if step == 0 and o.count > 0 and kind_of(o.thought[0].act) != END:
            return
