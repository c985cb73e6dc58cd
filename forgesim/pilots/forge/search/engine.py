"""The compiled game with all its pilots, those that look ahead included.

It plays the same games as `pilots.forge.engine`, whose rules and pilots it calls; compiled apart,
so that nobody waits for the search who does not use it.
"""

from dataclasses import replace

from forgesim.kernel.jit import jit_entry
from forgesim.kernel.match import make_play_match, make_play_pairs
from forgesim.pilots.forge.engine import ENGINE as ALONE
from forgesim.pilots.forge.health import observe
from forgesim.pilots.forge.search import choose as pilots
from forgesim.pilots.forge.search.desk import SEARCHING_MIND
from forgesim.pilots.forge.search.lines import apply_act
from forgesim.pilots.forge.search.plan import wake
from forgesim.rulesets.forge import turn

_play_match = make_play_match(turn.begin, wake, pilots.choose, observe, apply_act, turn.heat_of)
_play_pairs = make_play_pairs(_play_match, turn.CARDS)


@jit_entry
def play_pairs_ahead(states, tables, minds, ledgers, key, first_pair, rows):
    """Play pairs into rows and counts: see `kernel.match.make_play_pairs`."""
    return _play_pairs(states[0], tables, minds, ledgers[0], key, first_pair, rows)


@jit_entry
def begin(states, tables, minds, seed):
    """Set up one match, up to its first decision."""
    turn.begin(states[0], tables[0], seed)
    wake(minds[0], seed)


@jit_entry
def begin_scripted(states, tables, minds, seed):
    """Set up one match from libraries as they lie; the seed serves the pilots alone."""
    turn.deal(states[0], tables[0])
    turn.start_turn(states[0], tables[0])
    wake(minds[0], seed)


@jit_entry
def choose_ahead(states, tables, minds):
    """The act that the active player's pilot chooses."""
    return pilots.choose(states[0], tables[0], minds[0])


@jit_entry
def consider(states, tables, minds, opinions):
    """What the active player's pilot thinks of the acts that it weighs, best first."""
    pilots.consider(states[0], tables[0], minds[0], opinions[0])


ENGINE = replace(
    ALONE,
    mind=SEARCHING_MIND,
    play_pairs=play_pairs_ahead,
    begin=begin,
    begin_scripted=begin_scripted,
    choose=choose_ahead,
    consider=consider,
)
