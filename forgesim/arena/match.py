"""One match, step by step, through the same compiled rules: every step gives lines of its trace."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from forgesim.cards.model import Card
from forgesim.cards.pilots import LOOKING_AHEAD, Pilot
from forgesim.kernel.match import NOBODY
from forgesim.kernel.records import Record, new_records
from forgesim.pilots.contract import Engine, Game, Params

TRACE_VERSION = 1

Line = dict[str, Any]


@dataclass(frozen=True)
class Seats:
    """What a match is played with, by player: player 0 goes first.

    Attributes
    ----------
    game : Game
    ruleset : str
        Its name.
    params : pair of mappings
        Numbers and switches as they apply to each player.
    cards : pair of sequences of Card
        The decks, in canonical order.
    names : pair of str
        What the players are called: by their decks.
    pilots : pair of Pilot or None
        Who chooses; None where the acts come from outside, as a person's do.
    sides : pair of int
        Which of the seed's two shuffles each has.
    first : str
        Which deck is player 0's: `a` or `b`.
    seed : int
        The pair seed.
    """

    game: Game
    ruleset: str
    params: Sequence[Params]
    cards: Sequence[Sequence[Card]]
    names: Sequence[str]
    pilots: Sequence[Pilot | None]
    sides: Sequence[int]
    first: str
    seed: int

    def piloted(self, pilots: Sequence[Pilot | None]) -> "Seats":
        """The same with other pilots."""
        return replace(self, pilots=tuple(pilots))

    @property
    def engine(self) -> Engine:
        """The engine for these pilots."""
        kinds = [pilot.kind for pilot in self.pilots if pilot is not None]
        return self.game.load_engine(any(kind in LOOKING_AHEAD for kind in kinds))

    @property
    def cards_by_id(self) -> dict[str, Card]:
        """The cards of both decks."""
        return {card.id: card for deck in self.cards for card in deck}


STEPS = ("begin", "list_acts", "choose", "apply")
"""The entries of an engine that a match is played by."""


class Match:
    """A match under way, and the trace of what has happened so far.

    Attributes
    ----------
    seats : Seats
    engine : Engine
    states, tables, minds : arrays of one record
    acts : list of int
        What has been done so far.
    lines : list of dict
        The trace so far.
    """

    def __init__(self, seats: Seats) -> None:
        self.seats = seats
        self.engine = seats.engine
        self.states = new_records(self.engine.state)
        self.tables = new_records(self.engine.table)
        self.minds = new_records(self.engine.mind)
        for player in range(2):
            self._seat(player)
        self.tracer = self.engine.tracer(*seats.cards)
        with self._logging():
            self.engine.begin(self.states, self.tables, self.minds, np.uint64(seats.seed))
        self.acts: list[int] = []
        self.lines: list[Line] = [self._setup_line(), *self._happened()]

    def _seat(self, player: int) -> None:
        seats = self.seats
        seat = self.engine.pack_seat(seats.cards[player], seats.params[player])
        seat.side = seats.sides[player]
        self.tables.seat[0, player] = seat[0]
        pilot = seats.pilots[player]
        if pilot is not None:
            self.minds.pilot[0, player] = self.engine.pack_pilot(pilot)[0]

    @property
    def state(self) -> Record:
        """The record of the match."""
        return self.states[0]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.winner != NOBODY)

    @property
    def turn(self) -> int:
        """The turn that is played, from 1, both players' counted."""
        return int(self.state.turn)

    @property
    def active(self) -> int:
        """The player who chooses next."""
        return int(self.state.active)

    @property
    def pilot(self) -> Pilot | None:
        """The pilot who chooses next, if it is one."""
        return self.seats.pilots[self.active]

    @cached_property
    def legal(self) -> dict[str, int]:
        """Every legal act by its text, in the order in which the rules list them."""
        listings = new_records(self.engine.listing)
        self.engine.list_acts(self.states, self.tables, listings)
        listed = listings[0].act[: listings[0].count].tolist()
        acts: dict[str, int] = {}
        for act in listed:
            acts.setdefault(self.tracer.act(self.state, act), act)
        return acts

    def choose(self) -> int:
        """The act that the pilot chooses."""
        return int(self.engine.choose(self.states, self.tables, self.minds))

    def play(self, act: int) -> list[Line]:
        """Carry out a legal act; returns what it adds to the trace."""
        lines = [self.decision() | {"chosen": self.tracer.act(self.state, act)}]
        with self._logging():
            self.engine.apply(self.states, self.tables, act)
        self.__dict__.pop("legal", None)
        self.acts.append(act)
        lines += self._happened()
        self.lines += lines
        return lines

    @contextmanager
    def _logging(self) -> Iterator[None]:
        """Have events logged: not while pilots think, for what they try has not happened."""
        self.tables.is_logging = 1
        yield
        self.tables.is_logging = 0

    def run(self) -> Iterator[list[Line]]:
        """Have the pilots play, until the match is over or an act must come from outside."""
        while not self.is_over and self.pilot is not None:
            yield self.play(self.choose())

    def back_to(self, number: int) -> "Match":
        """The same match as it was before a decision, by its number."""
        again = Match(self.seats)
        for act in self.acts[:number]:
            if again.pilot is not None:
                again.choose()  # a pilot may remember that it was asked
            again.play(act)
        return again

    def taken_back(self) -> "Match | None":
        """The match as it was before the latest act from outside; None if there was none."""
        pilots = self.seats.pilots
        numbers = [line["n"] for line in self.lines
                   if line["kind"] == "decision" and pilots[line["active"]] is None]  # fmt: skip
        return self.back_to(numbers[-1]) if numbers else None

    def fork(self) -> "Match":
        """A copy on which something can be tried."""
        other = copy.copy(self)
        for name in ("states", "tables", "minds", "acts", "lines"):
            setattr(other, name, getattr(self, name).copy())
        return other

    def decision(self) -> Line:
        """The decision that is to be made, as the trace has it, without what is chosen."""
        return {
            "kind": "decision",
            "n": len(self.acts),
            "turn": self.turn,
            "active": self.active,
            "state": self.tracer.state(self.state),
            "legal": sorted(self.legal),
        }

    def _happened(self) -> list[Line]:
        events: list[Line] = list(self.tracer.events(self.tables[0]))
        return [*events, self._end_line()] if self.is_over else events

    def _setup_line(self) -> Line:
        seats = self.seats
        cards = seats.cards_by_id
        return {
            "kind": "setup",
            "trace": TRACE_VERSION,
            "game": seats.game.name,
            "ruleset": seats.ruleset,
            "params": [_params(seats.game, params) for params in seats.params],
            "first": seats.first,
            "seed": seats.seed,
            "cards": {card_id: card.facts for card_id, card in cards.items()},
            "decks": [[card.id for card in deck] for deck in seats.cards],
            "library": self.tracer.libraries(self.state),
            "names": {card_id: card.name for card_id, card in cards.items()},
            "players": list(seats.names),
            "pilots": [None if pilot is None else pilot.name for pilot in seats.pilots],
        }

    def _end_line(self) -> Line:
        return {
            "kind": "end",
            "winner": int(self.state.winner),
            "reason": self.seats.game.reasons[self.state.reason],
            "turns": self.turn,
            "state": self.tracer.state(self.state),
        }


def _params(game: Game, values: Mapping[str, int]) -> dict[str, int | bool]:
    return {p.name: bool(values[p.name]) if p.is_switch else values[p.name]
            for p in game.parameters}  # fmt: skip
