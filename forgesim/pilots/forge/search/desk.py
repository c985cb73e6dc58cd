"""What a search works on: positions within the own turn, the lines found, and the turn planned.

All of it lies in the mind of the two pilots, outside the state of the match.
"""

import numpy as np

from forgesim.pilots.forge.features import BOUNDS
from forgesim.pilots.forge.mind import MIND, PILOT
from forgesim.pilots.forge.thoughts import LISTING, MAX_LINE
from forgesim.rulesets.forge.params import MAX_DECK
from forgesim.rulesets.forge.state import STATE

_HIGHEST = {bound.name: bound.high for bound in BOUNDS}
MAX_WIDTH, MAX_LINES = _HIGHEST["width"], _HIGHEST["lines"]
MAX_DEPTH = 2 * MAX_WIDTH
"""Acts of a win that is searched for, at most: its positions lie where those of the beam do."""
MAX_TRIES = 256
"""Acts of one position that are tried, at most."""
N_SEEN = 4096
"""Places for positions that a search remembers, a power of 2; the others may be met again."""

NODE = np.dtype(
    [("value", np.int64), ("n_line", np.int64), ("line", np.int64, MAX_LINE), ("state", STATE)],
    align=True,
)
"""A position within the own turn, and the acts that led to it."""

LINE = np.dtype(
    [
        ("value", np.int64),
        ("key", np.uint64),
        ("score", np.int64),
        ("worlds", np.int64),
        ("n_line", np.int64),
        ("line", np.int64, MAX_LINE),
    ],
    align=True,
)
"""A way to play the turn to its end: its acts, and the position that it ends in."""

TRIES = np.dtype(
    [("count", np.int64), ("next", np.int64), ("act", np.int64, MAX_TRIES)], align=True
)
SEEN = np.dtype([("search", np.int64), ("key", np.uint64)], align=True)

DESK = np.dtype(
    [
        ("n_nodes", np.int64),  # acts tried this turn
        ("n_now", np.int64),
        ("now", np.int64, MAX_WIDTH),  # places of the nodes that are looked at
        ("listing", LISTING),
        ("tries", TRIES, MAX_DEPTH),  # acts to try, by depth
        ("n_next", np.int64),
        ("next", np.int64, MAX_WIDTH),  # places of the best of those that follow
        ("node", NODE, 2 * MAX_WIDTH),
        ("child", NODE),
        ("leaf", NODE),
        ("n_kept", np.int64),  # lines that are kept, at most
        ("n_lines", np.int64),
        ("line", LINE, MAX_LINES),
        ("best", np.int64, MAX_LINES),  # their places, best first
        ("deal", np.int64, MAX_DECK),
        ("n_searches", np.int64),
        ("seen", SEEN, N_SEEN),
        # What could still burn the enemy forge in a position, for the search for a win.
        ("burn", np.int64),
        ("n_sources", np.int64),
        ("least", np.int64),
        ("wakes", np.int64),
    ],
    align=True,
)

PLANNED = np.dtype(
    [
        ("count", np.int64),
        ("at", np.int64),
        ("act", np.int64, MAX_LINE),
        ("key", np.uint64, MAX_LINE),  # of the position in which the act is to be done
    ],
    align=True,
)
"""The rest of a turn as it was planned: a memory, which changes no choice but for its cost."""

SEARCHING_MIND = np.dtype(
    [
        ("pilot", PILOT, 2),
        ("seed", np.uint64),
        ("reach", np.int64),
        ("planned", PLANNED, 2),
        # The mind of whoever chooses without looking ahead: a pilot that plays, or both players as
        # a searching one imagines them.
        ("model", MIND),
        ("desk", DESK),
        ("world", STATE),
    ],
    align=True,
)
