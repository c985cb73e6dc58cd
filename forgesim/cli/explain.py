"""`forgesim pilot explain`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from forgesim.arena.counsel import CONSIDER, Considered, Thought, consider_turn, try_line
from forgesim.arena.match import STEPS, Line, Match
from forgesim.arena.traces import read_trace
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cli.meeting import Flags, meeting_of, refuse_flags
from forgesim.cli.notes import announce_steps, notes_console, output_console
from forgesim.cli.output import print_data
from forgesim.cli.play import load_adviser
from forgesim.cli.table import Screen, change_of, line_words, measure_of, sum_of, worth
from forgesim.errors import UsageError

_EXPLAINED = 6
"""Acts of a decision of which the text says where their values come from."""
_COLUMN = 11

Names = Sequence[str | None]
"""Who played, by player; None for a person."""


@dataclass(frozen=True)
class Call:
    """Which match is meant, and what is asked about it."""

    run: Path | None
    match: int | None
    trace: Path | None
    turn: int
    pilot: str | None
    format: str


def run(flags: Flags, call: Call) -> None:
    """Carry out the command."""
    if call.format not in ("text", "json"):
        raise UsageError(f"--format {call.format}: expected text or json")
    notes = notes_console()
    if call.trace is not None:
        played, names = _from_trace(call.trace, flags, call, notes)
    else:
        played, names = _played(flags, call, notes)
    if not 1 <= call.turn <= played.turn:
        raise UsageError(f"--turn {call.turn}: this match has turns 1 to {played.turn}")
    asked = _asked(played, names, call.pilot)
    engines = [played.seats.piloted((pilot, pilot)).engine for pilot in asked]
    for engine in {id(engine): engine for engine in engines}.values():
        announce_steps(notes, engine, CONSIDER)
    explaining = Explaining(played, call.turn, names, asked)
    if call.format == "json":
        explaining.print_json()
    else:
        explaining.print_text()


def _from_trace(path: Path, flags: Flags, call: Call, notes: Console) -> tuple[Match, Names]:
    others = {"run": call.run, "match": call.match} | dict(flags)
    refuse_flags(others, (), "--trace names everything but --turn, --pilot and --format")
    trace = read_trace(path, lambda engine: announce_steps(notes, engine, STEPS))
    return trace.match, trace.pilots


def _played(flags: Flags, call: Call, notes: Console) -> tuple[Match, Names]:
    seats = meeting_of(call.run, call.match, flags, notes).seats
    announce_steps(notes, seats.engine, STEPS)
    match = Match(seats)
    for _ in match.run():
        pass
    return match, [pilot.name for pilot in seats.pilots if pilot is not None]


def _asked(played: Match, names: Names, name: str | None) -> list[Pilot]:
    """Who is asked about each player's decisions: if nobody is named, who made them."""
    game = played.seats.game
    if name is not None:
        return [load_pilot(name, game)] * 2
    asked = []
    for who, pilot in zip(names, played.seats.pilots, strict=True):
        try:
            asked.append(pilot or (load_pilot(who, game) if who else load_adviser(None, game)))
        except UsageError as error:
            raise UsageError(f"{error}; or name whom to ask with --pilot") from None
    return asked


class Explaining:
    """Prints why a turn was played as it was."""

    def __init__(self, played: Match, turn: int, names: Names, asked: Sequence[Pilot]) -> None:
        self.played = played
        self.turn = turn
        self.names = names
        self.asked = asked
        seats = played.seats
        self.story = seats.game.story(seats.names, seats.cards_by_id, None)

    def _considered(self) -> Iterator[Considered]:
        return consider_turn(self.played, self.turn, self.asked)

    def print_json(self) -> None:
        """Print a JSON object for each decision."""
        for considered in self._considered():
            print_data(json.dumps(self._facts(considered), ensure_ascii=False) + "\n")

    def _facts(self, considered: Considered) -> dict[str, Any]:
        match, pilot = considered.match, considered.counsel.pilot
        line = match.decision()
        return {
            "decision": line["n"],
            "turn": line["turn"],
            "active": line["active"],
            "player": match.seats.names[line["active"]],
            "pilot": pilot.name,
            "kind": pilot.kind,
            "state": line["state"],
            "chosen": considered.chosen,
            "thoughts": [_thought_facts(match, thought) for thought in considered.thoughts],
            "not_weighed": considered.not_weighed,
        }

    def print_text(self) -> None:
        """Print it for people."""
        screen = Screen(output_console())
        told = 0
        for considered in self._considered():
            match = considered.match
            if told == 0:
                self._hear(match.lines)
                screen.say(self._heading(match.active))
            else:
                screen.tell(self.story, match.lines[told:])
            told = len(match.lines)
            self._print_decision(screen, considered)
        if told == 0:
            screen.say(f"Turn {self.turn} of {self.played.turn}: nobody had anything to choose")
            self._hear(self.played.lines[:-1])
            screen.tell(self.story, self.played.lines[-1:])

    def _hear(self, lines: Sequence[Line]) -> None:
        """Have the story know what has happened, without telling it."""
        for line in lines:
            list(self.story.tell(line))

    def _heading(self, player: int) -> str:
        deck, pilot = self.played.seats.names[player], self.names[player] or "a person"
        return f"Turn {self.turn} of {self.played.turn}: {deck}, played by {pilot}"

    def _print_decision(self, screen: Screen, considered: Considered) -> None:
        match, thoughts = considered.match, considered.thoughts
        line = match.decision()
        screen.say()
        screen.say(f"Decision {line['n']}", "bold")
        screen.position(self.story, line, line["active"])
        screen.say()
        if not thoughts:
            screen.say(f"{considered.counsel.pilot.name} weighs nothing: any act, by chance")
        else:
            screen.block(measure_of(considered.counsel, thoughts, " (> was played)"), 2)
        for number, thought in enumerate(thoughts):
            is_chosen = thought.act == considered.chosen
            words = line_words(self.story, match, thought)
            mark = ">" if is_chosen else " "
            shown = worth(considered.counsel, thought)
            screen.block(f"{mark} {shown:>9}  {words}", _COLUMN + 4)
            if number < _EXPLAINED or is_chosen:
                self._print_parts(screen, considered, thought)
        if all(thought.act != considered.chosen for thought in thoughts):
            screen.say(f"> played: {self.story.act(considered.chosen, line)}")
        others = [self.story.act(act, line) for act in considered.not_weighed]
        if thoughts and others:
            screen.block(f"  not weighed: {'; '.join(others)}", 4)
        screen.say()

    def _print_parts(self, screen: Screen, considered: Considered, thought: Thought) -> None:
        """Say where a value comes from.

        Ends of the turn have most in common: of these, in what they differ from the first.
        """
        first = considered.thoughts[0]
        if not thought.parts:
            return
        text = sum_of(thought.parts)
        if considered.counsel.looks_ahead:
            change = change_of(thought.parts, first.parts)
            if thought is not first and first.parts and change:
                text = f"against the first: {sum_of(change)}"
            if thought.rest:
                value = thought.value - thought.rest
                text = f"{value:,} at the end of the turn, {text}"
        screen.block(" " * (_COLUMN + 2) + text, _COLUMN + 4)


def _thought_facts(match: Match, thought: Thought) -> dict[str, Any]:
    return {
        "act": thought.act,
        "value": thought.value,
        "worlds": thought.worlds,
        "line": [act for act, _ in try_line(match, thought.line)],
        "parts": [
            {"feature": p.feature, "weight": p.weight, "amount": p.amount, "value": p.value}
            for p in thought.parts
        ],
    }
