"""How every kind of pilot chooses, those that look ahead included."""

from forgesim.kernel.jit import jit_called
from forgesim.pilots.forge.choose import PLANNER, SEARCHER
from forgesim.pilots.forge.mind import forge_reach
from forgesim.pilots.forge.search.desk import MAX_LINES
from forgesim.pilots.forge.search.plan import choose_alone, find_lines, next_planned, note_plan
from forgesim.pilots.forge.search.rounds import compare_rounds
from forgesim.pilots.forge.search.worlds import compare_worlds
from forgesim.pilots.forge.thoughts import consider as consider_alone
from forgesim.rulesets.forge.actions import END, NONE, make_act


@jit_called
def plan_turn(s, t, m, n_kept):
    """Find the best ways to play the rest of the turn; a searcher plays them on."""
    find_lines(s, t, m, n_kept)
    compare_rounds(s, t, m)
    if m.pilot[s.active].kind == SEARCHER:
        compare_worlds(s, t, m)


@jit_called
def note_line(o, line):
    """Add a line to the thoughts, unless one that is better begins with the same act."""
    act = line.line[0] if line.n_line > 0 else make_act(END, NONE, NONE)
    for i in range(o.count):
        if o.thought[i].act == act:
            return
    thought = o.thought[o.count]
    o.count += 1
    thought.act = act
    thought.worlds = line.worlds
    thought.value = line.score // max(line.worlds, 1)
    thought.n_line = max(line.n_line, 1)
    thought.line[0] = act
    for i in range(line.n_line):
        thought.line[i] = line.line[i]


@jit_called
def consider(s, t, m, o):
    """What the active player's pilot thinks: lines that begin with different acts, best first."""
    p = s.active
    pilot = m.pilot[p]
    if pilot.kind < PLANNER:
        m.model.pilot[p] = pilot
        consider_alone(s, t, m.model, o)
        return
    plan_turn(s, t, m, pilot.weights.lines if pilot.kind == SEARCHER else MAX_LINES)
    o.count = 0
    for i in range(m.desk.n_lines):
        note_line(o, m.desk.line[m.desk.best[i]])


@jit_called
def choose(s, t, m):
    """The act that the active player's pilot chooses."""
    p = s.active
    if m.pilot[p].kind < PLANNER:
        m.model.pilot[p] = m.pilot[p]
        act = choose_alone(s, t, m.model)
        m.reach = m.model.reach
        return act
    act = next_planned(s, t, m)
    if act < 0:
        weights = m.pilot[p].weights
        plan_turn(s, t, m, weights.lines)
        note_plan(s, t, m, m.desk.line[m.desk.best[0]])
        act = next_planned(s, t, m)
    m.reach = forge_reach(s, t)
    return act
