"""The loops that every ruleset shares: one match, and the pairs of one matchup."""

import numpy as np

from forgesim.kernel.counts import (
    clear_notes,
    count_checks,
    count_course,
    make_count_cards,
    note_lead,
    outcome_for,
)
from forgesim.kernel.jit import jit_loop
from forgesim.kernel.random import pair_seed

NOBODY = -1
"""`winner` of a state whose match goes on."""
DRAWN = 2
"""`winner` of a drawn match."""
MAX_DECISIONS = 1_000_000
"""More decisions in one match than any ruleset can need: beyond it the kernel gives up."""

OK, STUCK = 0, 1

ROW = np.dtype(
    [
        ("seed", np.uint64),
        ("winner", np.int8),
        ("reason", np.int8),
        ("turns", np.int16),
        ("decisions", np.int32),
        ("vitality", np.int16, 2),
    ],
    align=True,
)
"""One game. `winner` and the index of `vitality` (heat, Hero HP, Core) are seats: 0 went first."""


def make_play_match(begin, wake, choose, observe, apply, vitality):
    """Make the loop that plays one match of a ruleset.

    Parameters
    ----------
    begin, wake, choose, observe, apply, vitality : jitted functions
        `begin(state, table, seed)`, `wake(mind, seed)`, `choose(state, table, mind) -> act`,
        `observe(state, table, mind, notes, act)` before an act is carried out,
        `apply(state, table, act)` and `vitality(state, seat) -> int` of the game; the state has
        the fields `winner`, `reason` and `turn`.
    """

    @jit_loop
    def play_match(s, t, m, n, seed, row):
        """Play one match from its seed into a result row, and take notes."""
        clear_notes(n)
        begin(s, t, seed)
        note_lead(n, 0, vitality(s, 0) - vitality(s, 1))
        wake(m, seed)
        decisions = 0
        while s.winner == NOBODY:
            if decisions >= MAX_DECISIONS:
                return STUCK
            act = choose(s, t, m)
            observe(s, t, m, n, act)
            apply(s, t, act)
            decisions += 1
        row.seed = seed
        row.winner = s.winner
        row.reason = s.reason
        row.turns = s.turn
        row.decisions = decisions
        row.vitality[0] = vitality(s, 0)
        row.vitality[1] = vitality(s, 1)
        note_lead(n, s.turn, row.vitality[0] - row.vitality[1])
        return OK

    return play_match


def make_play_pairs(play_match, cards):
    """Make the loop that plays a range of pairs: each seed twice, deck a first, then deck b first.

    `tables` and `minds` hold the two seat orders; `rows` has two places for each pair. The pairs
    are added to the counts of the ledger; `cards` (`CardReader`) says where the cards are.
    """
    count_fates, count_places = make_count_cards(cards)

    @jit_loop
    def play_pairs(s, tables, minds, ledger, key, first_pair, rows):
        n, c = ledger.notes, ledger.counts
        for i in range(len(rows)):
            order = i & 1
            t = tables[order]
            seed = pair_seed(key, first_pair + (i >> 1))
            status = play_match(s, t, minds[order], n, seed, rows[i])
            if status != OK:
                return status
            if ledger.is_counting:
                count_course(c, n, rows[i])
                count_checks(c, n, order, i)
                for side in range(2):
                    seat = side ^ order
                    outcome = outcome_for(rows[i].winner, seat)
                    count_fates(s, t, c.card[side], seat, outcome)
                    if order == 1:
                        strength = outcome + outcome_for(rows[i - 1].winner, side)
                        count_places(s, t, n, c.card[side], seat, strength)
        return OK

    return play_pairs
