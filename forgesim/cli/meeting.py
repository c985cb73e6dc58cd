"""Which match a call means: two decks and a seed, or a match of a stored run."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from forgesim.arena.experiment import load_experiment
from forgesim.arena.replay import Meeting, locate_match, locate_meeting
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import check_engine, read_plan
from forgesim.cards.pilots import OWN
from forgesim.cli.project import project_file
from forgesim.errors import UsageError

Flags = Mapping[str, Any]
_FLAGS = {"columns": "column", "values": "value"}
"""Options that are called otherwise than their keys."""


def refuse_flags(flags: Flags, allowed: Iterable[str], why: str) -> None:
    """Raise UsageError where a flag is given that does not go with another."""
    given = [key for key, value in flags.items() if value not in (None, []) and key not in allowed]
    if given:
        flag = _FLAGS.get(given[0], given[0].replace("_", "-"))
        raise UsageError(f"{why}: leave out --{flag}")


def meeting_of(run_dir: Path | None, match: int | None, flags: Flags, notes: Console) -> Meeting:
    """The match that a call means.

    Parameters
    ----------
    run_dir, match
        A stored run, and a match of it.
    flags
        Decks, pilots, `first` and `seed`, and what `Experiment` is told of cards and rules.
    notes
        Where to say what is used.
    """
    if run_dir is not None:
        return _stored(run_dir, match, flags)
    if match is not None:
        raise UsageError("--match goes with --run")
    if not flags["deck_a"] or not flags["deck_b"]:
        raise UsageError("name --deck-a and --deck-b, or --run and --match")
    return named_meeting(flags, project_file(notes), notes)


def _stored(run_dir: Path, match: int | None, flags: Flags) -> Meeting:
    choosing = ("deck_a", "deck_b", "first") if match is None else ()
    allowed = "--deck-a, --deck-b and --first" if match is None else "--match"
    refuse_flags(flags, choosing, f"--run names everything but {allowed}")
    a, b = flags["deck_a"], flags["deck_b"]
    if match is None and not (a and b):
        raise UsageError(
            "--run wants --match N, the match's number in the run, from 0; or --deck-a and --deck-b"
        )
    first = _first(flags)
    plan = read_plan(run_dir)
    check_engine(run_dir)
    if match is not None:
        return Meeting(plan, *locate_match(plan, match))
    matchup, seed, swap = locate_meeting(plan, a, b)
    return Meeting(plan, matchup, seed, first, swap)


def _first(flags: Flags) -> str:
    first = "a" if flags["first"] is None else str(flags["first"])
    if first not in ("a", "b"):
        raise UsageError(f"--first {first}: expected a or b")
    return first


def named_meeting(flags: Flags, path: Path | None, notes: Console) -> Meeting:
    """Two decks that meet once, by their names.

    Parameters
    ----------
    flags
        As for `meeting_of`; both decks are named.
    path
        The experiment file that says the rest.
    notes
        Where to say what the authors of the files should know.
    """
    a, b = flags["deck_a"], flags["deck_b"]
    first = _first(flags)
    seed = 1 if flags["seed"] is None else flags["seed"]
    if not 0 <= seed < 2**64:
        raise UsageError(f"--seed {seed}: expected a pair seed, 0 to 2**64 - 1")
    pilots = [OWN if p is None else p for p in (flags["pilot_a"], flags["pilot_b"])]
    keys = ("game", "ruleset", "roster", "columns", "values", "set")
    shared = {key: flags[key] for key in keys}
    shared |= {"deck": [a] if a == b else [a, b], "pairs": 1}
    sides = {"pilot_a": pilots[0], "pilot_b": pilots[1]}
    plan = make_plan(load_experiment(path, shared | sides), notes.print)
    swap = len(plan.decks) == 2 and plan.decks[0].name > plan.decks[1].name
    if swap:
        sides = {"pilot_a": pilots[1], "pilot_b": pilots[0]}
        plan = make_plan(load_experiment(path, shared | sides))
    return Meeting(plan, 1 if len(plan.decks) == 2 else 0, seed, first, swap)
