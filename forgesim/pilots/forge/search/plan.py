"""The planner: it tries ways to play its own turn, and takes the one that ends best.

A beam search. From the positions that it looks at, every act is tried; what follows an act is
played to the end of the turn as the pilot's weights would play it, and the position there is
valued. The few positions from which the turn ends best are looked at next. So the turn that the
weights alone would play is among those compared, and a turn is never judged by half of it.
"""

from forgesim.kernel.jit import jit, jit_called, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.pilots.forge.choose import choose, is_forbidden
from forgesim.pilots.forge.choose import wake as wake_alone
from forgesim.pilots.forge.position import value_of
from forgesim.pilots.forge.search.desk import MAX_LINE, MAX_SEEN, MAX_WIDTH
from forgesim.pilots.forge.search.view import copy_view, hide_library, key_of
from forgesim.rulesets.forge import turn
from forgesim.rulesets.forge.actions import END, NONE, kind_of, make_act, make_each
from forgesim.rulesets.forge.effects import PENDING_NOTHING

WON = 2**60
"""Value of a won match; the sooner it is won, the better."""


@jit_called
def choose_alone(s, t, m):
    """Choose without looking ahead: compiled once, called from wherever a search needs it."""
    return choose(s, t, m)


@jit_called
def apply_act(s, t, act):
    """Carry out a legal act: compiled once, too."""
    turn.apply(s, t, act)


@jit_called
def is_new(d, key):
    """Whether a position has not been met in this turn; it is remembered."""
    for i in range(d.n_seen):
        if d.seen[i] == key:
            return False
    if d.n_seen < MAX_SEEN:
        d.seen[d.n_seen] = key
        d.n_seen += 1
    return True


@jit_small
def copy_line(to, of):
    """Copy the acts of a line."""
    to.n_line = of.n_line
    for i in range(of.n_line):
        to.line[i] = of.line[i]


@jit_called
def value_at_end(s, t, m, p, n_line):
    """Value of a position to player `p`, at the end of a line of so many acts."""
    if s.winner == NOBODY:
        return value_of(s, t, m.pilot[p].weights, p)
    return WON - n_line if s.winner == p else -WON + n_line


@jit_called
def keep_line(d, t, node, value):
    """Keep a way to play the turn among the best ones, which stand in order."""
    n_kept = d.n_kept
    if d.n_lines == n_kept and value <= d.best[n_kept - 1].value:
        return
    key = key_of(node.state, t)
    for i in range(d.n_lines):
        if d.best[i].key == key:
            return
    at = d.n_lines if d.n_lines < n_kept else n_kept - 1
    d.n_lines = at + 1
    while at > 0 and d.best[at - 1].value < value:
        d.best[at] = d.best[at - 1]
        at -= 1
    d.best[at].value = value
    d.best[at].key = key
    d.best[at].score = 0
    d.best[at].worlds = 0
    copy_line(d.best[at], node)


@jit_called
def play_out(t, m, node):
    """Play the rest of a turn as the weights would: the line goes on, and the end is kept."""
    d = m.desk
    leaf = d.leaf
    copy_view(leaf.state, node.state)
    copy_line(leaf, node)
    p = leaf.state.active
    while leaf.state.winner == NOBODY and leaf.n_line < MAX_LINE - 1:
        act = choose_alone(leaf.state, t, m.model)
        if kind_of(act) == END:
            break
        leaf.line[leaf.n_line] = act
        leaf.n_line += 1
        apply_act(leaf.state, t, act)
        d.n_nodes += 1
    return value_at_end(leaf.state, t, m, p, leaf.n_line)


@jit_called
def look_at(t, m, node):
    """Value of the best end that a position is known to lead to; it is kept."""
    d = m.desk
    p = node.state.active
    value = play_out(t, m, node)
    keep_line(d, t, d.leaf, value)
    if node.state.pending == PENDING_NOTHING and d.leaf.n_line > node.n_line:
        stopped = value_at_end(node.state, t, m, p, node.n_line)
        keep_line(d, t, node, stopped)
        value = max(value, stopped)
    return value


@jit_called
def queue(d, node, width):
    """Keep a position among those that are looked at next, if it is one of the best."""
    free = -1
    if d.n_next < width:
        # The places that are not looked at now are those of the other half.
        free = (MAX_WIDTH if d.now[0] < MAX_WIDTH else 0) + d.n_next
        d.next[d.n_next] = free
        d.n_next += 1
    else:
        worst = 0
        for i in range(1, width):
            if d.node[d.next[i]].value < d.node[d.next[worst]].value:
                worst = i
        if d.node[d.next[worst]].value < node.value:
            free = d.next[worst]
    if free >= 0:
        d.node[free].value = node.value
        copy_line(d.node[free], node)
        copy_view(d.node[free].state, node.state)


@jit
def try_act(s, t, m, kind, a, b):
    """Try an act in the position that is looked at, and see how well the turn ends after it."""
    d = m.desk
    weights = m.pilot[s.active].weights
    is_spent = d.n_nodes >= weights.nodes or d.node[d.at].n_line >= MAX_LINE - 2
    if is_spent or kind == END or is_forbidden(s, t, m.pilot[s.active].forbidden, kind, a):
        return
    act = make_act(kind, a, b)
    child = d.child
    copy_view(child.state, s)
    apply_act(child.state, t, act)
    d.n_nodes += 1
    if not is_new(d, key_of(child.state, t)):
        return
    copy_line(child, d.node[d.at])
    child.line[child.n_line] = act
    child.n_line += 1
    child.value = look_at(t, m, child)
    if child.state.winner == NOBODY:
        queue(d, child, weights.width)


each_tried, *_ = make_each(try_act)


@jit_called
def try_each(s, t, m):
    """Try every act of a position."""
    each_tried(s, t, m)


@jit_small
def imagine(m, p):
    """Let the model be of both players as player `p` would play them."""
    m.model.pilot[p] = m.pilot[p]
    m.model.pilot[p ^ 1] = m.pilot[p]
    m.model.pilot[p ^ 1].forbidden = 0


@jit_called
def find_lines(s, t, m, n_kept):
    """Find the best so many ways to play the rest of the turn: `desk.best`, best first."""
    d = m.desk
    d.n_kept = n_kept
    imagine(m, s.active)
    d.n_nodes = 0
    d.n_seen = 0
    d.n_lines = 0
    d.n_now = 1
    d.now[0] = 0
    root = d.node[0]
    copy_view(root.state, s)
    root.n_line = 0
    look_at(t, m, root)
    while d.n_now > 0 and d.best[0].value < WON - MAX_LINE:
        d.n_next = 0
        for i in range(d.n_now):
            d.at = d.now[i]
            try_each(d.node[d.at].state, t, m)
        d.n_now = d.n_next
        for i in range(d.n_next):
            d.now[i] = d.next[i]


@jit_called
def note_plan(s, t, m, line):
    """Note a line as the plan for the rest of the turn."""
    planned = m.planned[s.active]
    leaf = m.desk.leaf
    copy_view(leaf.state, s)
    planned.at = 0
    planned.count = line.n_line + 1
    for i in range(line.n_line):
        planned.act[i] = line.line[i]
        planned.key[i] = key_of(leaf.state, t)
        apply_act(leaf.state, t, line.line[i])
    planned.act[line.n_line] = make_act(END, NONE, NONE)
    planned.key[line.n_line] = key_of(leaf.state, t)


@jit_called
def next_planned(s, t, m):
    """Take the next act of the plan where everything has come as it was planned, or -1.

    What was drawn is not what was planned, since nobody knew it: then the turn is planned anew.
    """
    planned = m.planned[s.active]
    at = planned.at
    if at >= planned.count or planned.key[at] != key_of(s, t):
        return -1
    planned.at += 1
    return planned.act[at]


@jit_called
def wake(m, pair_seed):
    """Prepare the pilots for a match."""
    d = m.desk
    m.seed = pair_seed
    wake_alone(m.model, pair_seed)
    for seat in range(2):
        m.planned[seat].count = 0
        m.planned[seat].at = 0
    for i in range(2 * MAX_WIDTH):
        hide_library(d.node[i].state)
    hide_library(d.child.state)
    hide_library(d.leaf.state)
