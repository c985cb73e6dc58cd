"""What both searches within a turn are made of: positions, acts to try, lines of acts."""

from forgesim.kernel.jit import jit_called, jit_small
from forgesim.pilots.forge.choose import is_forbidden
from forgesim.pilots.forge.search.desk import MAX_TRIES, N_SEEN
from forgesim.pilots.forge.search.view import copy_view, key_of
from forgesim.pilots.forge.thoughts import list_acts
from forgesim.rulesets.forge import turn
from forgesim.rulesets.forge.actions import EMBER_FORGE, END, first_of, kind_of

PROBES = 8
"""Places in which a position is looked for; beyond them it is not remembered."""


@jit_called
def apply_act(s, t, act):
    """Carry out a legal act: compiled once, called from wherever a search needs it."""
    turn.apply(s, t, act)


@jit_small
def begin_search(d):
    """Forget all positions of the search before."""
    d.n_searches += 1
    d.n_nodes = 0


@jit_called
def is_new(d, key):
    """Whether a position has not been met in this search; it is remembered."""
    for probe in range(PROBES):
        seen = d.seen[(int(key) + probe) & (N_SEEN - 1)]
        if seen.search != d.n_searches:
            seen.search = d.n_searches
            seen.key = key
            return True
        if seen.key == key:
            return False
    return True


@jit_small
def copy_line(to, of):
    """Copy the acts of a line."""
    to.n_line = of.n_line
    for i in range(of.n_line):
        to.line[i] = of.line[i]


@jit_small
def add_act(node, t, d, act):
    """Carry out an act, and add it to the line."""
    node.line[node.n_line] = act
    node.n_line += 1
    apply_act(node.state, t, act)
    d.n_nodes += 1


@jit_called
def follow(t, d, node, act):
    """Carry out an act in a position: `desk.child`; whether that is new in this search."""
    copy_view(d.child.state, node.state)
    copy_line(d.child, node)
    add_act(d.child, t, d, act)
    return is_new(d, key_of(d.child.state, t))


@jit_called
def list_tries(t, m, node, tries):
    """List the acts of a position that are tried.

    The end of the turn is none of them, and neither is an EMBER at the own forge: the enemy's can
    always be burnt instead.
    """
    listing = m.desk.listing
    list_acts(node.state, t, listing)
    p = node.state.active
    forbidden = m.pilot[p].forbidden
    tries.count = 0
    tries.next = 0
    for i in range(min(listing.count, MAX_TRIES)):
        act = listing.act[i]
        is_out = is_forbidden(node.state, t, forbidden, kind_of(act), first_of(act))
        is_silly = kind_of(act) == EMBER_FORGE and first_of(act) == p
        if kind_of(act) != END and not is_out and not is_silly:
            tries.act[tries.count] = act
            tries.count += 1


@jit_called
def order_lines(d, count):
    """Put the first lines in the order of their scores; of equal ones, the better value first."""
    for i in range(1, count):
        place = d.best[i]
        at = i
        while at > 0 and d.line[d.best[at - 1]].score < d.line[place].score:
            d.best[at] = d.best[at - 1]
            at -= 1
        d.best[at] = place
