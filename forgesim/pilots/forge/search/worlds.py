"""The searcher: it plays the planner's best lines on, with hidden cards dealt at random.

What it cannot see, the enemy hand and both libraries, it deals from the cards that are left of the
two deck lists: each way to deal is a world. Each line is played in the same worlds, and from there
on both players choose by the searcher's own weights. Every so many worlds, the weaker half of the
lines is given up.
"""

from forgesim.kernel.jit import jit_called
from forgesim.kernel.match import DRAWN, NOBODY
from forgesim.kernel.random import below, draw, stream
from forgesim.pilots.forge.search.lines import apply_act, order_lines
from forgesim.pilots.forge.search.plan import choose_alone, ends_turn
from forgesim.rulesets.forge.actions import END, NONE, make_act

HIDDEN = 65
"""Purpose number of the stream from which worlds are dealt."""
WIN = 1_000_000
"""Score of a won world; a lost one scores as much below 0."""
FAR = 1000
"""A line that is worth so much less than the best is as good as lost to the planner."""


@jit_called
def deal_unseen(d, player, is_hidden, key):
    """Deal a player at random what they have not drawn, and if hidden what they hold, too.

    The cards are taken in the order of their slots, so that where they lay does not matter.
    """
    unseen = 0
    for i in range(player.n_drawn, player.n_cards):
        unseen |= 1 << int(player.library[i])
    n_hidden = player.n_hand if is_hidden else 0
    for i in range(n_hidden):
        unseen |= 1 << int(player.hand[i])
    count = 0
    for slot in range(player.n_cards):
        if unseen >> slot & 1:
            j = below(draw(key, count), count + 1)
            d.deal[count] = d.deal[j]
            d.deal[j] = slot
            count += 1
    for i in range(n_hidden):
        player.hand[i] = d.deal[i]
    for i in range(n_hidden, count):
        player.library[player.n_drawn + i - n_hidden] = d.deal[i]


@jit_called
def deal_world(s, t, m, number):
    """Deal world number `number` of this position."""
    m.world = s
    p = s.active
    key = stream(m.seed, HIDDEN, t.seat[p].side)
    for q in range(2):
        of_deal = draw(key, (int(s.turn) << 32) + (int(s.fp) << 24) + 2 * number + q)
        deal_unseen(m.desk, m.world.player[q], q != p, of_deal)


@jit_called
def play_on(t, m, line, p):
    """Play a line, and then to the end, in the world as dealt; the score of player `p`."""
    w = m.world
    drawn = w.player[p].n_drawn
    for i in range(line.n_line):
        if w.winner == NOBODY:
            apply_act(w, t, line.line[i])
    if ends_turn(w, line) and w.player[p].n_drawn == drawn:
        apply_act(w, t, make_act(END, NONE, NONE))
    while w.winner == NOBODY:
        apply_act(w, t, choose_alone(w, t, m.model))
    if w.winner == DRAWN:
        return 0
    return WIN if w.winner == p else -WIN


@jit_called
def compare_worlds(s, t, m):
    """Play the lines found on in the same worlds, and put the best one first."""
    d = m.desk
    p = s.active
    weights = m.pilot[p].weights
    n_alive = d.n_lines
    best = d.line[d.best[0]].score
    for i in range(n_alive):
        line = d.line[d.best[i]]
        line.value = weights.trust * max(line.score - best, -FAR)
        line.score = 0
    n_rounds = 1
    while 1 << n_rounds < n_alive:
        n_rounds += 1
    world = 0
    for number in range(n_rounds):
        until = weights.worlds * (number + 1) // n_rounds
        while world < until and n_alive > 1:
            for i in range(n_alive):
                deal_world(s, t, m, world)
                line = d.line[d.best[i]]
                line.score += play_on(t, m, line, p) + line.value
                line.worlds += 1
            world += 1
        order_lines(d, n_alive)
        n_alive = (n_alive + 1) // 2
