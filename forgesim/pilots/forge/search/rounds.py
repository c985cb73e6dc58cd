"""How a planner compares its best lines: it plays each of them on for some rounds.

The enemy answers with what lies on the board: cards that nobody knows are drawn and never played.
So what is certain is seen by the rules themselves, as a library that runs dry or a CURSED artifact
that wins at the next Stoke, and a strike is judged by what can strike back.
"""

from forgesim.kernel.jit import jit_called, jit_small
from forgesim.kernel.match import NOBODY
from forgesim.pilots.forge.position import value_of
from forgesim.pilots.forge.search.lines import apply_act, order_lines
from forgesim.pilots.forge.search.plan import WON, choose_alone, ends_turn
from forgesim.pilots.forge.search.view import copy_view
from forgesim.rulesets.forge.actions import END, NONE, kind_of, make_act
from forgesim.rulesets.forge.state import UNKNOWN


@jit_small
def hide_hand(player):
    """Let a player hold only cards that nobody knows."""
    for i in range(player.n_hand):
        player.hand[i] = UNKNOWN


@jit_called
def play_rounds(s, t, m, line, rounds):
    """Play a line and some rounds more; the value to the active player at the end of their turn."""
    w = m.desk.leaf.state
    copy_view(w, s)
    p = s.active
    hide_hand(w.player[p ^ 1])
    for i in range(line.n_line):
        apply_act(w, t, line.line[i])
    if ends_turn(w, line):
        apply_act(w, t, make_act(END, NONE, NONE))
    last = s.turn + 2 * rounds
    while w.winner == NOBODY:
        act = choose_alone(w, t, m.model)
        if w.active == p and w.turn >= last and kind_of(act) == END:
            return value_of(w, t, m.pilot[p].weights, p)
        apply_act(w, t, act)
    return WON - w.turn if w.winner == p else -WON + w.turn


@jit_called
def compare_rounds(s, t, m):
    """Play the lines found on, and put the best one first."""
    d = m.desk
    rounds = m.pilot[s.active].weights.rounds
    for i in range(d.n_lines):
        line = d.line[d.best[i]]
        line.score = line.value if rounds == 0 else play_rounds(s, t, m, line, rounds)
    order_lines(d, d.n_lines)
