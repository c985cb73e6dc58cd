"""`forgesim replay`."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from forgesim.arena.match import STEPS, Line, Seats
from forgesim.arena.replay import lines_of
from forgesim.arena.traces import as_json, read_trace
from forgesim.cli.meeting import meeting_of, refuse_flags
from forgesim.cli.notes import announce_steps, notes_console
from forgesim.errors import UsageError


def run(
    run_dir: Path | None,
    match: int | None,
    trace: Path | None,
    flags: dict[str, Any],
    format_: str,
) -> None:
    """Carry out the command."""
    if format_ not in ("text", "jsonl"):
        raise UsageError(f"--format {format_}: expected text or jsonl")
    notes = notes_console()
    if trace is not None:
        refuse_flags({"run": run_dir, "match": match} | flags, (), "--trace names everything")
        read = read_trace(trace, lambda engine: announce_steps(notes, engine, STEPS))
        seats, lines = read.match.seats, iter(read.lines)
    else:
        seats = meeting_of(run_dir, match, flags, notes).seats
        announce_steps(notes, seats.engine, STEPS)
        lines = lines_of(seats)
    for line in map(as_json, lines) if format_ == "jsonl" else _text(seats, lines):
        print(line)


def _text(seats: Seats, lines: Iterable[Line]) -> Iterator[str]:
    story = seats.game.story(seats.names, seats.cards_by_id, None)
    kind = ""
    for line in lines:
        kind = line["kind"]
        yield from story.tell(line)
    if kind != "end":
        yield "\nThe match was not played to its end."
