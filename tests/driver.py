"""Drives the compiled Forge one step at a time, and names what it sees in the trace's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np

from forgesim.cards import pilots as cards
from forgesim.cards.decks import load_deck
from forgesim.cards.roster import load_roster
from forgesim.kernel.counts import LEDGER
from forgesim.kernel.match import NOBODY, ROW
from forgesim.kernel.records import new_records
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge.engine import ENGINE
from forgesim.pilots.forge.features import ACTS
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.cards import ForgeCard, card_problems

FEATURE_NAMES = frozenset(feature.name for feature in ACTS)
ROSTERS = Path(__file__).parent.parent / "rosters" / "forge"
SHIPPED_DECKS = sorted(path.stem for path in (ROSTERS / "decks").glob("*.toml"))


@dataclass(frozen=True)
class Pilot:
    """Who chooses: a kind, and the weights of a weighing pilot."""

    kind: str = "random"
    weights: Mapping[str, int] = field(default_factory=dict)
    forbid: tuple[str, ...] = ()

    def packed(self) -> Any:
        """The record that the engine reads."""
        pilot = cards.Pilot("pilot", self.kind, self.weights, forbid=self.forbid)
        return ENGINE.pack_pilot(pilot)[0]


RANDOM = Pilot()


@cache
def greedy() -> Pilot:
    """The shipped pilot that weighs its acts."""
    pilot = cards.load_pilot("greedy", GAME)
    return Pilot(pilot.kind, pilot.weights)


@cache
def shipped_cards() -> Mapping[str, Any]:
    """Every card of the shipped roster."""
    return load_roster([ROSTERS / "cards"], ForgeCard, card_problems).cards


@cache
def shipped_deck(name: str) -> tuple[ForgeCard, ...]:
    """One of the shipped decks, in canonical order."""
    deck, _ = load_deck(ROSTERS / "decks" / f"{name}.toml", "forge", shipped_cards())
    return deck.cards  # type: ignore[return-value]


def make_cards(cards: Mapping[str, Mapping[str, Any]]) -> dict[str, ForgeCard]:
    """Turn card data, as the referee and the trace know it, into the engine's cards."""
    return {name: ForgeCard(id=name, name=name, **data) for name, data in cards.items()}


# --- reading records fast ---------------------------------------------------------------------


class Glance:
    """A record read straight from its memory: numpy's record attributes, only much faster.

    It stays true while the record changes.
    """

    def __init__(self, memory: Mapping[str, memoryview], at: int) -> None:
        self._memory = memory
        self._at = at


def glance(records: np.ndarray[Any, Any]) -> Any:
    """Look at the first of an array of records, all of whose fields are integers."""
    raw = memoryview(records.view(np.ndarray).view(np.uint8))
    memory = {code: raw.cast(code) for code in "Bhq"}
    return _glance_class(records.dtype)(memory, 0)


@cache
def _glance_class(dtype: np.dtype[Any]) -> type:
    assert dtype.fields is not None
    return type("Glance", (Glance,), {n: _reader(*place[:2]) for n, place in dtype.fields.items()})


def _reader(dtype: np.dtype[Any], offset: int) -> Any:
    base, shape = dtype.subdtype or (dtype, ())
    size = base.itemsize
    length = int(np.prod(shape))
    if base.fields is None:
        code = {"u1": "B", "i2": "h", "i8": "q"}[base.str[1:]]
        if shape:
            return cached_property(lambda g: g._memory[code][(g._at + offset) // size :][:length])
        return property(lambda g: g._memory[code][(g._at + offset) // size])
    inner = _glance_class(base)
    if shape:
        places = [offset + i * size for i in range(length)]
        return cached_property(lambda g: [inner(g._memory, g._at + place) for place in places])
    return cached_property(lambda g: inner(g._memory, g._at + offset))


def _quick(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same memory in the form that a compiled function takes at once (a tenth of the time)."""
    return records if numba.config.DISABLE_JIT else records.view(np.ndarray)


# --- driving ----------------------------------------------------------------------------------


class Driver:
    """One matchup at the engine: records for both seat orders, and one match under way.

    Decks and pilots are given by side, parameters by seat. In order 0 side 0 goes first. Pilots
    that look ahead need the engine that does.
    """

    def __init__(
        self,
        decks: Sequence[Sequence[ForgeCard]],
        params: Sequence[Mapping[str, int]],
        pilots: Sequence[Pilot] = (RANDOM, RANDOM),
        engine: Engine = ENGINE,
    ) -> None:
        self.engine = engine
        self.decks = decks
        self.states = new_records(self.engine.state)
        self.all_tables = new_records(self.engine.table, 2)
        self.all_minds = new_records(self.engine.mind, 2)
        self.listings = new_records(self.engine.listing)
        self.ledgers = new_records(LEDGER)
        for side in range(2):
            self._pack(side, decks[side], params, pilots[side].packed())
        self.s = glance(self.states)
        plain = self.listings.view(np.ndarray)
        self._acts, self._count = plain["act"][0], plain["count"]
        self._state, self._listing = _quick(self.states), _quick(self.listings)
        self._tracers = (self.engine.tracer(*decks), self.engine.tracer(*reversed(decks)))
        self.sit(0)

    def _pack(self, side: int, deck: Any, params: Any, pilot: Any) -> None:
        home = self.engine.pack_seat(deck, params[side])[0]
        away = self.engine.pack_seat(deck, params[1 - side])[0]
        for order, record in enumerate((home, away)):
            record.side = side
            self.all_tables.seat[order, side ^ order] = record
            self.all_minds.pilot[order, side ^ order] = pilot

    def sit(self, order: int) -> None:
        """Take seats: in order 0 side 0 goes first, in order 1 side 1 does."""
        self.order = order
        self.tables = self.all_tables[order : order + 1]
        self.minds = self.all_minds[order : order + 1]
        self._table, self._mind = _quick(self.tables), _quick(self.minds)
        self.tracer = self._tracers[order]

    def soil(self, seed: int) -> None:
        """Fill the state with rubbish, which setting up a match must clear."""
        noise = np.random.default_rng(seed).integers(0, 256, self.states.nbytes, np.uint8)
        self.states.view(np.ndarray).view(np.uint8)[:] = noise

    def begin(self, seed: int) -> None:
        """Set up a match and walk to its first decision."""
        self.engine.begin(self._state, self._table, self._mind, np.uint64(seed))

    def begin_scripted(self, libraries: Sequence[Sequence[str]], seed: int = 0) -> None:
        """Set up a match from libraries (card ids by seat, top first) instead of shuffles."""
        for seat, library in enumerate(libraries):
            slots = list(range(len(library)))
            ids = [card.id for card in self.decks[seat ^ self.order]]
            order = [
                slots.pop(next(i for i, k in enumerate(slots) if ids[k] == c)) for c in library
            ]
            self.states.player.library[0, seat, : len(order)] = order
            self.states.player.n_cards[0, seat] = len(order)
        self.engine.begin_scripted(self._state, self._table, self._mind, np.uint64(seed))

    def log(self) -> None:
        """Have events logged from now on."""
        self.all_tables.is_logging[:] = 1

    def events(self) -> list[dict[str, Any]]:
        """What was logged since the last call."""
        return list(self.tracer.events(self.tables[0]))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.s.winner != NOBODY)

    def acts(self) -> list[int]:
        """All legal acts, as listed."""
        self.engine.list_acts(self._state, self._table, self._listing)
        return self._acts[: self._count[0]].tolist()  # type: ignore[no-any-return]

    def name(self, act: int) -> str:
        """An act in the trace's words."""
        return self.tracer.act(self.s, act)

    def names(self) -> list[str]:
        """All legal acts in the trace's words, as listed."""
        return [self.name(act) for act in self.acts()]

    def do(self, *names: str) -> None:
        """Carry out legal acts by their names in the trace."""
        for name in names:
            acts = {self.name(act): act for act in self.acts()}
            self.apply(acts[name])

    def choose(self) -> int:
        """The act that the active player's pilot chooses."""
        return int(self.engine.choose(self._state, self._table, self._mind))

    def apply(self, act: int) -> None:
        """Carry out a legal act."""
        self.engine.apply(self._state, self._table, act)

    def state(self) -> dict[str, Any]:
        """The state in the trace's words."""
        return self.tracer.state(self.s)

    def slow_state(self) -> dict[str, Any]:
        """The same, read from the record as a replay reads it."""
        return self.tracer.state(self.states[0])

    def libraries(self) -> list[list[str]]:
        """Both libraries as shuffled, by seat."""
        return self.tracer.libraries(self.s)

    def play_pairs(self, key: int, first_pair: int, count: int) -> Any:
        """Play whole pairs in the kernel; two rows each. What else it counts: see `counts`."""
        rows = np.zeros(2 * count, ROW).view(np.recarray)
        states, self.ledgers = new_records(self.engine.state), new_records(LEDGER)
        self.ledgers.is_counting[:] = 1
        status = self.engine.play_pairs(
            states, self.all_tables, self.all_minds, self.ledgers, np.uint64(key), first_pair, rows
        )
        assert status == 0
        return rows

    def counts(self) -> Any:
        """What was counted beside the rows when pairs were last played: one record."""
        return self.ledgers["counts"].view(np.ndarray)
