"""No pilot that looks ahead misses a win that its turn holds; an exhaustive search says where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from forgesim.pilots.forge.game import GAME
from tests.differential.designs import make_design
from tests.driver import Driver, Pilot, make_cards, shipped_deck
from tests.oracle.forge import Match, default_params
from tests.pilots.lethals import FOUND, NONE_THERE, OUT_OF_REACH, TOO_LARGE, Hunter, watch_match
from tests.pilots.puzzles.data import Puzzle, load_puzzles
from tests.pilots.puzzles.runner import Board, attempt, board_of, shipped
from tests.pilots.puzzles.search import clone, lay_out, outcomes

PUZZLES = load_puzzles()
WINS = [name for name, puzzle in PUZZLES.items() if puzzle.solved == ["won"]]
DECKS = ("wilds-fast", "armory-midrange", "arcana-fast", "mixed-burn", "occult-midrange")


def hunt(board: Board) -> int:
    return Hunter().find(*board.records)


# --- the exhaustive search --------------------------------------------------------------------


@pytest.mark.parametrize("name", WINS)
def test_the_win_of_a_puzzle_is_found(name: str) -> None:
    hunter, board = Hunter(), Board(PUZZLES[name])
    assert hunter.find(*board.records) == FOUND
    for act in hunter.line:
        board.carry_out(act)
    assert board.winner == 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if puzzle.group == "long turns" else [])
        for name, puzzle in PUZZLES.items()
    ],
)
def test_it_finds_what_the_referee_finds(name: str) -> None:
    """At the heat of the puzzle, and with a heat more, where the turn does not suffice."""
    puzzle = PUZZLES[name]
    for more in range(2):
        changed = replace(puzzle, heat=(puzzle.heat[0], puzzle.heat[1] + more))
        is_won = any(match.winner == 0 for match in outcomes(lay_out(changed)))
        assert (hunt(Board(changed)) == FOUND) == is_won


@pytest.mark.slow
def test_it_finds_what_the_referee_finds_under_any_rules() -> None:
    """Random cards, decks and rules, side by side with the referee, whose libraries are emptied."""
    hunter, searched, wins = Hunter(), 0, 0
    for counter in range(90, 102):
        design = make_design(counter)
        cards = make_cards(design.cards)
        decks = [[cards[name] for name in deck] for deck in design.decks]
        driver = Driver(decks, design.params, design.pilots)
        driver.begin(counter)
        match = Match(design.cards, driver.libraries(), design.params)
        turn = 0
        while not driver.is_over:
            if driver.s.turn != turn:
                turn = driver.s.turn
                is_won = referee_finds(match, most=400)
                if is_won is not None:
                    assert (hunter.find(driver.states, driver.tables) == FOUND) == is_won
                    searched, wins = searched + 1, wins + is_won
            act = driver.choose()
            match.apply(driver.name(act))
            driver.apply(act)
    assert searched > 100
    assert wins > 8


def referee_finds(match: Match, most: int) -> bool | None:
    """Whether a turn holds a win, by the referee; None if it ends in too many ways."""
    blind = clone(match)
    for player in blind.players:
        player.library = []
    for count, outcome in enumerate(outcomes(blind)):
        if outcome.over and outcome.winner == match.active:
            return True
        if count == most:
            return None
    return False


def test_it_says_when_a_turn_is_out_of_reach_or_too_large() -> None:
    assert hunt(board_of("blessed-in-time")) == OUT_OF_REACH
    hopeless = replace(PUZZLES["the-mythic-spark"], heat=(20, 15))
    assert hunt(Board(hopeless)) == NONE_THERE
    assert Hunter(limit=10).find(*Board(hopeless).records) == TOO_LARGE


def test_a_hoard_draws_nothing_in_it() -> None:
    """The win is the top card of the library: nobody can know."""
    puzzle = Puzzle(
        "", "", "", "", turn=7, heat=(20, 3), solved=["won"], tempting=[],
        hand={"sage": "1/1 HOARD for 3"},
    )  # fmt: skip
    board = Board(puzzle, top="3/1 SWIFT for 3")
    assert hunt(board) != FOUND
    board.do("play sage")
    assert hunt(board) == FOUND


# --- the pilots -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WINS)
def test_the_search_for_a_win_needs_no_other(name: str) -> None:
    """Even where it looks at one act of the turn otherwise, a planner takes every win."""
    planner = shipped("planner")
    narrow = replace(planner, weights={**planner.weights, "nodes": 1, "width": 1})
    assert attempt(PUZZLES[name], narrow)[0]


def missed_by(name: str, opponent: str, seeds: range) -> tuple[int, int, list[str]]:
    """Turns of a pilot with a win, how many of them it missed, and which."""
    pilots = [Pilot(shipped(each).kind, shipped(each).weights) for each in (name, opponent)]
    hunter, with_win, missed, lines = Hunter(), 0, 0, []
    for deck, other in zip(DECKS, DECKS[1:] + DECKS[:1], strict=True):
        decks = (shipped_deck(deck), shipped_deck(other))
        driver = Driver(decks, default_params(), pilots, GAME.load_engine(True))
        for seed in seeds:
            driver.begin(seed)
            tally, seen = watch_match(driver, hunter, 0)
            with_win += tally.with_win
            missed += tally.missed
            lines += [f"{deck} against {other}, seed {seed}, {line}" for line in seen]
    return with_win, missed, lines


@pytest.mark.parametrize(("name", "seeds"), [("planner", range(8)), ("searcher", range(2))])
def test_no_win_is_missed(name: str, seeds: range) -> None:
    with_win, missed, lines = missed_by(name, "greedy", seeds)
    assert with_win > 2 * len(seeds)
    assert not missed, lines


def test_a_pilot_that_does_not_look_ahead_misses_some() -> None:
    with_win, missed, lines = missed_by("greedy", "greedy", range(8))
    assert with_win > 16
    assert 0 < missed == len(lines) < with_win


def test_an_engine_is_left_as_it_was() -> None:
    board = board_of("the-mythic-spark")
    before = [record.copy() for record in board.records]
    hunt(board)
    assert all(np.array_equal(a, b) for a, b in zip(before, board.records, strict=True))
