"""The compiled game: thin top-level entries, which alone are cached on disk."""

from collections.abc import Mapping

import numpy as np

from forgesim.cards.pilots import PILOT_KINDS
from forgesim.kernel.jit import jit, jit_entry
from forgesim.kernel.match import make_play_match, make_play_pairs
from forgesim.kernel.records import Record, new_records
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge import choose as pilots
from forgesim.pilots.forge.health import observe
from forgesim.pilots.forge.mind import MIND, PILOT
from forgesim.rulesets.forge import turn
from forgesim.rulesets.forge.actions import make_act, make_each
from forgesim.rulesets.forge.pack import pack_seat
from forgesim.rulesets.forge.state import STATE, TABLE
from forgesim.rulesets.forge.trace import ForgeTracer

_play_match = make_play_match(
    turn.begin, pilots.wake, pilots.choose, observe, turn.apply, turn.heat_of
)
_play_pairs = make_play_pairs(_play_match, turn.CARDS)

LISTING = np.dtype([("count", np.int64), ("act", np.int64, 4096)], align=True)


@jit
def _note_act(s, t, m, kind, a, b):
    m.act[m.count] = make_act(kind, a, b)
    m.count += 1


_each_noted, *_ = make_each(_note_act)


@jit_entry
def play_pairs(states, tables, minds, ledgers, key, first_pair, rows):
    """Play pairs into rows and counts: see `kernel.match.make_play_pairs`."""
    return _play_pairs(states[0], tables, minds, ledgers[0], key, first_pair, rows)


@jit_entry
def begin(states, tables, minds, seed):
    """Set up one match, up to its first decision."""
    turn.begin(states[0], tables[0], seed)
    pilots.wake(minds[0], seed)


@jit_entry
def begin_scripted(states, tables, minds, seed):
    """Set up one match from libraries as they lie; the seed serves the pilots alone."""
    turn.deal(states[0], tables[0])
    turn.start_turn(states[0], tables[0])
    pilots.wake(minds[0], seed)


@jit_entry
def choose(states, tables, minds):
    """The act that the active player's pilot chooses."""
    return pilots.choose(states[0], tables[0], minds[0])


@jit_entry
def apply(states, tables, act):
    """Carry out a legal act."""
    turn.apply(states[0], tables[0], act)


@jit_entry
def list_acts(states, tables, listings):
    """List every legal act."""
    listings[0].count = 0
    _each_noted(states[0], tables[0], listings[0])


def pack_pilot(kind: str, weights: Mapping[str, int]) -> Record:
    """Pack a pilot; features that it does not name weigh nothing."""
    pilot = new_records(PILOT)
    pilot.kind = PILOT_KINDS.index(kind)
    for name, value in weights.items():
        pilot.weights[name] = value
    return pilot


ENGINE = Engine(
    state=STATE,
    table=TABLE,
    mind=MIND,
    listing=LISTING,
    pack_seat=pack_seat,
    pack_pilot=pack_pilot,
    play_pairs=play_pairs,
    begin=begin,
    begin_scripted=begin_scripted,
    choose=choose,
    apply=apply,
    list_acts=list_acts,
    tracer=ForgeTracer,
)
