"""`forgesim replay`."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.replay import locate_match, locate_meeting, replay
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import check_engine, read_plan
from forgesim.cards.pilots import OWN
from forgesim.cli.notes import announce_compilation, notes_console
from forgesim.cli.project import project_file
from forgesim.errors import UsageError

Line = Mapping[str, Any]
_FLAGS = {"columns": "column", "values": "value"}
"""Options that are called otherwise than their keys."""


def run(run_dir: Path | None, match: int | None, decks: dict[str, Any], format_: str) -> None:
    """Carry out the command."""
    if format_ not in ("text", "jsonl"):
        raise UsageError(f"--format {format_}: expected text or jsonl")
    if run_dir is not None:
        plan, matchup, seed, first, swap = _stored(run_dir, match, decks)
    else:
        plan, matchup, seed, first, swap = _named(match, decks)
    announce_compilation(notes_console(), plan, is_single=True)
    lines = replay(plan, matchup, seed, first, swap)
    printed = _json(lines) if format_ == "jsonl" else _text(plan, matchup, lines, first, swap)
    for line in printed:
        print(line)


def _stored(
    run_dir: Path, match: int | None, decks: Mapping[str, Any]
) -> tuple[Plan, int, int, str, bool]:
    given = [key for key, value in decks.items() if value not in (None, [])]
    choosing = ("deck_a", "deck_b", "first") if match is None else ()
    others = [key for key in given if key not in choosing]
    if others:
        flag = _FLAGS.get(others[0], others[0].replace("_", "-"))
        allowed = "--deck-a, --deck-b and --first" if match is None else "--match"
        raise UsageError(f"--run names everything but {allowed}: leave out --{flag}")
    a, b = decks["deck_a"], decks["deck_b"]
    if match is None and not (a and b):
        raise UsageError(
            "--run wants --match N, the match's number in the run, from 0; or --deck-a and --deck-b"
        )
    first = _first(decks)
    plan = read_plan(run_dir)
    check_engine(run_dir)
    if match is not None:
        matchup, seed, first = locate_match(plan, match)
        return plan, matchup, seed, first, False
    matchup, seed, swap = locate_meeting(plan, a, b)
    return plan, matchup, seed, first, swap


def _first(decks: Mapping[str, Any]) -> str:
    first = "a" if decks["first"] is None else str(decks["first"])
    if first not in ("a", "b"):
        raise UsageError(f"--first {first}: expected a or b")
    return first


def _named(match: int | None, decks: Mapping[str, Any]) -> tuple[Plan, int, int, str, bool]:
    if match is not None:
        raise UsageError("--match goes with --run")
    a, b = decks["deck_a"], decks["deck_b"]
    if not a or not b:
        raise UsageError("name --deck-a and --deck-b, or --run and --match")
    first = _first(decks)
    seed = 1 if decks["seed"] is None else decks["seed"]
    if not 0 <= seed < 2**64:
        raise UsageError(f"--seed {seed}: expected a pair seed, 0 to 2**64 - 1")
    pilots = [OWN if p is None else p for p in (decks["pilot_a"], decks["pilot_b"])]
    keys = ("game", "ruleset", "roster", "columns", "values", "set")
    shared = {key: decks[key] for key in keys}
    flags = shared | {"deck": [a] if a == b else [a, b], "pairs": 1}
    notes = notes_console()
    path = project_file(notes)
    sides = {"pilot_a": pilots[0], "pilot_b": pilots[1]}
    plan = make_plan(load_experiment(path, flags | sides), notes.print)
    swap = len(plan.decks) == 2 and plan.decks[0].name > plan.decks[1].name
    if swap:
        sides = {"pilot_a": pilots[1], "pilot_b": pilots[0]}
        plan = make_plan(load_experiment(path, flags | sides))
    return plan, 1 if len(plan.decks) == 2 else 0, seed, first, swap


def _json(lines: Iterator[Line]) -> Iterator[str]:
    for line in lines:
        yield json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def _text(plan: Plan, matchup: int, lines: Iterator[Line], first: str, swap: bool) -> Iterator[str]:
    who = plan.matchups[matchup]
    names = [plan.decks[who.deck_a].name, plan.decks[who.deck_b].name]
    if names[0] == names[1]:
        names = [f"{names[0]} (a)", f"{names[1]} (b)"]
    if (first == "b") ^ swap:
        names.reverse()
    cards = {card.id: card for deck in plan.decks for card in deck.cards}
    story = plan.game.story(names, cards)
    for line in lines:
        yield from story.tell(line)
