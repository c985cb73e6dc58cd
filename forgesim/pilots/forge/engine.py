"""The compiled game: thin top-level entries, which alone are cached on disk."""

from dataclasses import replace
from typing import Any

from forgesim.cards.pilots import PILOT_KINDS, Pilot
from forgesim.kernel.jit import jit_entry, jit_passing
from forgesim.kernel.match import make_play_match, make_play_pairs
from forgesim.kernel.records import Record, new_records
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge import choose as pilots
from forgesim.pilots.forge import thoughts
from forgesim.pilots.forge.features import STRIKES
from forgesim.pilots.forge.health import observe
from forgesim.pilots.forge.mind import MIND, PILOT
from forgesim.pilots.forge.position import value_of
from forgesim.pilots.forge.thoughts import LISTING, OPINION
from forgesim.rulesets.forge import turn
from forgesim.rulesets.forge.names import CardType, Keyword
from forgesim.rulesets.forge.pack import pack_seat
from forgesim.rulesets.forge.state import STATE, TABLE
from forgesim.rulesets.forge.trace import ForgeTracer

_play_match = make_play_match(
    turn.begin, pilots.wake, pilots.choose, observe, turn.apply, turn.heat_of
)
_play_pairs = make_play_pairs(_play_match, turn.CARDS)

BITS = {keyword.name: int(keyword) for keyword in Keyword}
BITS |= {kind.name.lower(): pilots.CARD_TYPES + kind for kind in CardType}
BITS[STRIKES] = pilots.STRIKE_CREATURES
"""Bit of `forbidden` for each restriction."""


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
    thoughts.list_acts(states[0], tables[0], listings[0])


def pack_pilot(pilot: Pilot) -> Record:
    """Pack a pilot; features that it does not name weigh nothing."""
    packed = new_records(PILOT)
    packed.kind = PILOT_KINDS.index(pilot.kind)
    packed.forbidden = sum(1 << BITS[word] for word in pilot.forbid)
    for name, value in pilot.weights.items():
        packed.weights[name] = value
    return packed


@jit_entry
def consider(states, tables, minds, opinions):
    """What the active player's pilot thinks of the acts that it weighs, best first."""
    thoughts.consider(states[0], tables[0], minds[0], opinions[0])


@jit_entry
def evaluate(states, tables, minds):
    """Value of a position to the active player, by the weights of their pilot."""
    p = states[0].active
    return value_of(states[0], tables[0], minds[0].pilot[p].weights, p)


ENGINE = Engine(
    state=STATE,
    table=TABLE,
    mind=MIND,
    listing=LISTING,
    opinion=OPINION,
    pack_seat=pack_seat,
    pack_pilot=pack_pilot,
    play_pairs=play_pairs,
    begin=begin,
    begin_scripted=begin_scripted,
    choose=choose,
    apply=apply,
    list_acts=list_acts,
    consider=consider,
    evaluate=evaluate,
    tracer=ForgeTracer,
)


def make_engine(choose: Any) -> Engine:
    """Make an engine of a choice of one's own: the same rules, counts and trace.

    Parameters
    ----------
    choose : jitted function
        `(state, table, mind) -> act`, a legal one, of the player `state.active`. It sees all that
        the engine knows: what a player may not see it must leave alone.
    """
    play_match = make_play_match(turn.begin, pilots.wake, choose, observe, turn.apply, turn.heat_of)
    play_all = make_play_pairs(play_match, turn.CARDS)

    @jit_passing
    def play_pairs(states, tables, minds, ledgers, key, first_pair, rows):
        return play_all(states[0], tables, minds, ledgers[0], key, first_pair, rows)

    @jit_passing
    def choose_act(states, tables, minds):
        return choose(states[0], tables[0], minds[0])

    return replace(ENGINE, play_pairs=play_pairs, choose=choose_act)
