"""Pilots at the puzzles: the position laid out at the compiled rules, and the turn played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np

from forgesim.cards.pilots import LOOKING_AHEAD, PILOT_KINDS, Pilot, load_pilot
from forgesim.kernel.records import new_records
from forgesim.pilots.contract import Engine
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.cards import ForgeCard
from tests.driver import ROSTERS, make_cards
from tests.pilots.puzzles.data import BLANK, Puzzle, card_data, load_puzzles
from tests.pilots.puzzles.facts import is_solved
from tests.rulings.table import Laid, Match

REQUIRED = 0.9
"""Share of the puzzles that a pilot which looks ahead must solve."""


class Board(Match):
    """The position of a puzzle, with player 0 to begin Work.

    Parameters
    ----------
    puzzle : Puzzle
    top : str, optional
        The top card of the own library, if it is not to be a blank one.
    """

    def __init__(self, puzzle: Puzzle, top: str = "") -> None:
        cards = make_cards(puzzle.cards | ({"top": card_data(top)} if top else {}))
        library = [cards["top" if top else BLANK], *[cards[BLANK]] * puzzle.library[0]]
        super().__init__(
            [cards[name] for name in puzzle.hand],
            [cards[BLANK]] * puzzle.their_hand,
            library_0=library[: puzzle.library[0]],
            library_1=[cards[BLANK]] * puzzle.library[1],
            board_0=list(_laid(puzzle, 0, cards)),
            board_1=list(_laid(puzzle, 1, cards)),
            heat=puzzle.heat,
            fp=min(puzzle.turn, 7),
        )
        self._tables.is_logging = 0
        self._states.turn = 2 * puzzle.turn - 1
        for player in range(2):
            self._states.player.fp_turn[0, player] = puzzle.turn - player
            for i, body in enumerate(puzzle.bodies(player)):
                creature = self._states.player[0, player].creature[i]
                creature.damage = body.damage
                creature.entered = self.turn if body.is_fresh else 0

        self._start = self._states.copy()

    def play(self, engine: Engine, pilot: Pilot, seed: int = 1) -> list[str]:
        """Let a pilot play the turn from its start to its end; the acts by the names of cards."""
        self.rewind()
        minds = self._minds_of(engine, pilot, seed)
        acts: list[str] = []
        while self.winner is None:
            chosen = int(engine.choose(self._states, self._tables, minds))
            acts.append(self._say(chosen, self._names()))
            if acts[-1] == "end":
                break
            self._apply(chosen)
        return acts

    def rewind(self) -> None:
        """Go back to the start of the turn."""
        self._states[:] = self._start

    def carry_out(self, act: int) -> None:
        """Carry out an act as the engine packs it."""
        self._apply(act)

    @property
    def records(self) -> tuple[Any, Any]:
        """State and table, as the engine takes them."""
        return self._states, self._tables

    def _minds_of(self, engine: Engine, pilot: Pilot, seed: int) -> Any:
        """The pilot in both seats, as it is when a match begins."""
        minds = new_records(engine.mind)
        minds.pilot[0, :] = engine.pack_pilot(pilot)[0]
        engine.begin(self._states.copy(), self._tables.copy(), minds, np.uint64(seed))
        return minds


def _laid(puzzle: Puzzle, player: int, cards: Mapping[str, ForgeCard]) -> Iterator[Laid]:
    """What a player has in play: weapons first, while no creature can hold them."""
    if player == 0:
        yield from (cards[name] for name in puzzle.lying)
    for body in puzzle.bodies(player):
        yield (cards[body.card], *(cards[weapon] for weapon in body.weapons))
    artifacts = puzzle.their_artifacts if player else puzzle.artifacts
    yield from (cards[name] for name in artifacts)


def board_of(name: str) -> Board:
    """The board of a puzzle, at the start of the turn."""
    board = _board_of(name)
    board.rewind()
    return board


@cache
def _board_of(name: str) -> Board:
    return Board(load_puzzles()[name])


def attempt(puzzle: Puzzle, pilot: Pilot, seed: int = 1) -> tuple[bool, list[str]]:
    """Whether a pilot finds the answer, and what it does."""
    board = board_of(puzzle.name)
    acts = board.play(engine_for(pilot), pilot, seed)
    return is_solved(puzzle.solved, board.state, board.winner), acts


def solve_all(pilot: Pilot) -> dict[str, bool]:
    """Which puzzles a pilot solves."""
    return {name: attempt(puzzle, pilot)[0] for name, puzzle in load_puzzles().items()}


def chance_of(puzzle: Puzzle, tries: int) -> float:
    """Share of random turns that solve a puzzle."""
    pilot = shipped("random")
    return sum(attempt(puzzle, pilot, seed)[0] for seed in range(tries)) / tries


def engine_for(pilot: Pilot) -> Engine:
    """The engine that plays a pilot, and compiles fastest."""
    return GAME.load_engine(pilot.kind in LOOKING_AHEAD)


@cache
def shipped(name: str) -> Pilot:
    """A shipped pilot."""
    return load_pilot(name, GAME)


@cache
def shipped_names() -> tuple[str, ...]:
    """Every shipped pilot, the simplest kinds first; `greedy` before all that weigh."""
    names = [path.stem for path in (ROSTERS / "pilots").glob("*.toml")]
    kinds = {name: PILOT_KINDS.index(shipped(name).kind) for name in names}
    return tuple(sorted(names, key=lambda name: (kinds[name], name != "greedy", name)))
