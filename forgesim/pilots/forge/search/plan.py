"""The planner: it tries ways to play its own turn, and takes the one that ends best.

A beam search. From the positions that it looks at, every act is tried; what follows an act is
played to the end of the turn as the pilot's weights would play it, and the position there is
valued. The few positions from which the turn ends best are looked at next. So the turn that the
weights alone would play is among those compared, and a turn is never judged by half of it.
"""

from forgesim.kernel.jit import jit_called, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.pilots.forge.choose import choose
from forgesim.pilots.forge.choose import wake as wake_alone
from forgesim.pilots.forge.position import value_of
from forgesim.pilots.forge.search.desk import MAX_LINE, MAX_WIDTH
from forgesim.pilots.forge.search.finish import find_win
from forgesim.pilots.forge.search.lines import (
    add_act,
    apply_act,
    begin_search,
    copy_line,
    follow,
    list_tries,
)
from forgesim.pilots.forge.search.view import copy_view, hide_library, key_of
from forgesim.rulesets.forge.actions import END, NONE, kind_of, make_act
from forgesim.rulesets.forge.effects import PENDING_NOTHING

WON = 2**60
"""Value of a won match; the sooner it is won, the better."""


@jit_called
def choose_alone(s, t, m):
    """Choose without looking ahead: compiled once, called from wherever a search needs it."""
    return choose(s, t, m)


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
    if d.n_lines == n_kept and value <= d.line[d.best[n_kept - 1]].value:
        return
    key = key_of(node.state, t)
    for i in range(d.n_lines):
        if d.line[i].key == key:
            return
    at = d.n_lines if d.n_lines < n_kept else n_kept - 1
    place = d.n_lines if d.n_lines < n_kept else d.best[at]
    d.n_lines = at + 1
    while at > 0 and d.line[d.best[at - 1]].value < value:
        d.best[at] = d.best[at - 1]
        at -= 1
    d.best[at] = place
    line = d.line[place]
    line.value = value
    line.key = key
    line.score = 0
    line.worlds = 0
    copy_line(line, node)


@jit_called
def play_out(t, m, node):
    """Play the rest of a turn as the weights would: the line goes on, and the end is kept."""
    d = m.desk
    leaf = d.leaf
    copy_view(leaf.state, node.state)
    copy_line(leaf, node)
    p = leaf.state.active
    while leaf.state.winner == NOBODY and leaf.n_line < MAX_LINE - 2:
        act = choose_alone(leaf.state, t, m.model)
        if kind_of(act) == END:
            break
        add_act(leaf, t, d, act)
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


@jit_small
def imagine(m, p):
    """Let the model be of both players as player `p` would play them."""
    m.model.pilot[p] = m.pilot[p]
    m.model.pilot[p ^ 1] = m.pilot[p]
    m.model.pilot[p ^ 1].forbidden = 0


@jit_small
def look_around(t, m, node, weights):
    """Try each act of a position, and see how well the turn ends after it."""
    d = m.desk
    list_tries(t, m, node, d.tries[0])
    for i in range(d.tries[0].count):
        if d.n_nodes < weights.nodes and follow(t, d, node, d.tries[0].act[i]):
            d.child.value = look_at(t, m, d.child)
            if d.child.state.winner == NOBODY:
                queue(d, d.child, weights.width)


@jit_small
def find_lines(s, t, m, n_kept):
    """Find the best so many ways to play the rest of the turn, as `desk.best` has them.

    A win in this turn is the only one, if there is any.
    """
    d = m.desk
    weights = m.pilot[s.active].weights
    imagine(m, s.active)
    d.n_kept = n_kept
    d.n_lines = 0
    if find_win(s, t, m):
        keep_line(d, t, d.child, WON - d.child.n_line)
        return
    begin_search(d)
    d.n_now = 1
    d.now[0] = 0
    copy_view(d.node[0].state, s)
    d.node[0].n_line = 0
    look_at(t, m, d.node[0])
    while d.n_now > 0:
        d.n_next = 0
        for i in range(d.n_now):
            node = d.node[d.now[i]]
            if node.n_line < MAX_LINE - 2:
                look_around(t, m, node, weights)
        d.n_now = d.n_next
        for i in range(d.n_next):
            d.now[i] = d.next[i]


@jit_small
def ends_turn(s, line):
    """Whether the turn ends after a line; one that was cut for its length goes on."""
    is_over = s.winner != NOBODY or s.pending != PENDING_NOTHING
    return not is_over and line.n_line < MAX_LINE - 2


@jit_called
def note_plan(s, t, m, line):
    """Note a line as the plan for the rest of the turn."""
    planned = m.planned[s.active]
    leaf = m.desk.leaf
    copy_view(leaf.state, s)
    planned.at = 0
    planned.count = line.n_line
    for i in range(line.n_line):
        planned.act[i] = line.line[i]
        planned.key[i] = key_of(leaf.state, t)
        apply_act(leaf.state, t, line.line[i])
    if ends_turn(leaf.state, line):
        planned.act[line.n_line] = make_act(END, NONE, NONE)
        planned.key[line.n_line] = key_of(leaf.state, t)
        planned.count += 1


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
