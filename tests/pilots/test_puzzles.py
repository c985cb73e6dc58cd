"""Tactical puzzles: the answers are proved by the referee, and the pilots find them or do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from forgesim.cards.pilots import LOOKING_AHEAD
from scripts.evidence import puzzles as evidence
from tests.docs.pages import table_of
from tests.pilots.puzzles.data import load_puzzles
from tests.pilots.puzzles.facts import holds, named_in
from tests.pilots.puzzles.runner import (
    REQUIRED,
    board_of,
    chance_of,
    shipped,
    shipped_names,
    solve_all,
)
from tests.pilots.puzzles.search import do, is_lost_by, lay_out, prove

PUZZLES = load_puzzles()
WEIGHING = [name for name in shipped_names() if shipped(name).kind != "random"]
SEARCHING = [name for name in WEIGHING if shipped(name).kind in LOOKING_AHEAD]

every_puzzle = pytest.mark.parametrize("name", PUZZLES)


def _with_marks(name: str) -> object:
    """Turns with thousands of ends take a second each."""
    marks = [pytest.mark.slow] if PUZZLES[name].group == "long turns" else []
    return pytest.param(name, marks=marks)


# --- the puzzles are sound --------------------------------------------------------------------


def test_there_are_puzzles_of_every_kind() -> None:
    assert len(PUZZLES) >= 30
    assert {puzzle.group for puzzle in PUZZLES.values()} == {
        "wins", "trades", "cards", "long turns"
    }  # fmt: skip


@every_puzzle
def test_a_puzzle_says_what_it_probes_and_names_its_cards(name: str) -> None:
    puzzle = PUZZLES[name]
    assert len({puzzle.probes, puzzle.why} - {""}) == 2
    assert set(named_in(puzzle.solved)) <= puzzle.cards.keys()
    assert puzzle.tempting


@every_puzzle
def test_the_engine_and_the_referee_lay_out_the_same_position(name: str) -> None:
    assert board_of(name).state == lay_out(PUZZLES[name]).state()


@pytest.mark.parametrize("name", [_with_marks(name) for name in PUZZLES])
def test_an_answer_is_proved(name: str) -> None:
    puzzle = PUZZLES[name]
    proof = prove(puzzle)
    assert proof.right
    assert proof.wrong
    assert not [outcome.state() for outcome in proof.doubts()]
    assert not [opening for opening in puzzle.tempting if not is_lost_by(puzzle, opening)]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("venom-not-for-a-token", "token dead"),  # loses as well as the other wrong turns
        ("threat-before-forge", "ogre dead and imp dead"),  # others win, too
        ("not-the-own-side", "imp played"),  # as good with the card in hand
    ],
)
def test_a_proof_can_fail(name: str, answer: str) -> None:
    assert list(prove(replace(PUZZLES[name], solved=[answer])).doubts())


def test_an_opening_that_leaves_an_answer_is_found_out() -> None:
    puzzle = PUZZLES["ember-opens-the-way"]
    assert not is_lost_by(puzzle, ["play imp", "ember runt"])
    assert is_lost_by(puzzle, ["play imp", "ember runt", "end"])


def test_facts_hold_or_not() -> None:
    match = lay_out(PUZZLES["the-guard-keeps-its-strength"])
    do(match, "strike sentry fence")
    truths = {
        "won": False, "sentry alive": True, "sentry dead": False, "sentry unhurt": False,
        "sentry idle": False, "fence idle": True, "ogre unhurt": True, "heat >= 5": True,
        "heat >= 6": False, "their heat <= 1": True, "their heat <= 0": False, "library >= 8": True,
        "sentry in hand": False, "sentry played": True, "sentry holds skull": False,
    }  # fmt: skip
    assert {fact: holds(fact, match.state(), match.winner) for fact in truths} == truths


# --- the pilots -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEARCHING)
def test_a_pilot_that_looks_ahead_solves_most(name: str) -> None:
    solved = solve_all(shipped(name))
    missed = [puzzle for puzzle, is_solved in solved.items() if not is_solved]
    assert len(missed) <= (1 - REQUIRED) * len(solved), missed


def test_the_table_shows_what_the_pilots_do() -> None:
    """After a change of pilots or puzzles: `python scripts/evidence/puzzles.py`."""
    page = evidence.RESULTS.read_text(encoding="utf-8")
    assert evidence.read(page) == {name: solve_all(shipped(name)) for name in WEIGHING}


def test_the_docs_show_the_same_shares() -> None:
    page = evidence.RESULTS.read_text(encoding="utf-8")
    shares = table_of(evidence.DOCS_PAGE.read_text(encoding="utf-8"), "puzzles")
    assert len(shares) == len(WEIGHING) + 1
    assert all(f"| {' | '.join(row)} |".replace("|  |", "| |") in page for row in shares)


def test_chance_solves_few() -> None:
    names = list(PUZZLES)[::6]
    assert sum(chance_of(PUZZLES[name], 20) for name in names) < 0.3 * len(names)
