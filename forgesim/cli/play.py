"""`forgesim play`."""

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from forgesim.arena.counsel import CONSIDER, Counsel
from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.arena.experiment import load_experiment
from forgesim.arena.match import STEPS, Match
from forgesim.arena.replay import Meeting
from forgesim.arena.resolve import resolve_field, resolve_roster, resolve_rules
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cards.shipped import find, shipped_names
from forgesim.cli.asking import COMMANDS, Asking, Unclear, understand
from forgesim.cli.keeping import Keeper
from forgesim.cli.meeting import named_meeting
from forgesim.cli.notes import announce_steps, notes_console, output_console
from forgesim.cli.project import project_file
from forgesim.cli.table import Screen, line_words, measure_of, worth
from forgesim.errors import Interrupted, UsageError
from forgesim.interrupts import at_stake
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game

BEST_ADVISER = "planner"
MAX_DELAY = 600.0
_SEEDS = 10**6
"""Seeds that a match without one may get: short, for one may want to type them again."""
_HINTS = 6
"""Acts that a hint compares, at most."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides the match."""

    save: Path | None
    force: bool
    hint_pilot: str | None
    watch: bool
    delay: float | None


def run(flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    _check(flags, call)
    notes = notes_console()
    meeting = _meeting(flags, notes)
    keeper = Keeper(call.save, call.force, meeting)
    adviser = load_adviser(call.hint_pilot, meeting.plan.game)
    seats = meeting.seats if call.watch else meeting.seats_with_person("a")
    announce_steps(notes, seats.engine, STEPS)
    if call.watch:
        Watching(meeting, keeper if call.save else None, call.delay).run()
    else:
        Playing(meeting, keeper, adviser, notes).run()


def _check(flags: Mapping[str, Any], call: Call) -> None:
    if call.watch and call.hint_pilot is not None:
        raise UsageError("--hint-pilot goes with a match of your own: leave out --watch")
    if not call.watch and flags["pilot_a"] is not None:
        raise UsageError("deck a is yours: --pilot-a goes with --watch, --pilot is the other one")
    if not call.watch and call.delay is not None:
        raise UsageError("--delay goes with --watch")
    if call.delay is not None and not 0 <= call.delay <= MAX_DELAY:
        raise UsageError(f"--delay {call.delay:g}: expected 0 to {MAX_DELAY:g} seconds")


def _meeting(flags: dict[str, Any], notes: Console) -> Meeting:
    """The match that is asked for, with decks and a seed in the place of those not named."""
    path = project_file(notes)
    for deck, other in (("deck_a", "deck_b"), ("deck_b", "deck_a")):
        if flags[deck] is None:
            flags[deck] = _some_deck(flags, path, flags[other])
    if flags["seed"] is None:
        flags["seed"] = secrets.randbelow(_SEEDS)
    return named_meeting(flags, path, notes)


def _some_deck(flags: Mapping[str, Any], path: Path | None, other: str | None) -> str:
    """The first deck that is not the other one: of the project, or of those that ship."""
    keys = ("game", "ruleset", "roster", "columns", "values")
    experiment = load_experiment(path, {key: flags[key] for key in keys})
    game = load_game(experiment.game)
    if experiment.deck or experiment.decks or experiment.roster:
        rules, roster = resolve_rules(experiment, game), resolve_roster(experiment, game)
        field = resolve_field(experiment, game, roster, rules)
        decks: Sequence[str] = [str(entry.path) for entry in field]
    else:
        decks = game.starter_decks

    def file(deck: str) -> Path:
        return find(deck, game.name, "decks", Path()).absolute()

    if other is None:
        return decks[0]
    return next((deck for deck in decks if file(deck) != file(other)), other)


def load_adviser(name: str | None, game: Game) -> Pilot:
    """The pilot that is asked what it thinks, if need be the best one that ships."""
    if name is None:
        has_best = BEST_ADVISER in shipped_names(game.name, "pilots")
        name = BEST_ADVISER if has_best else DEFAULT_PILOT
    return load_pilot(name, game)


class Playing:
    """A person plays deck a against a pilot."""

    def __init__(self, meeting: Meeting, keeper: Keeper, adviser: Pilot, notes: Console) -> None:
        self.person = meeting.player_of("a")
        self.keeper = keeper
        self.adviser = adviser
        self.notes = notes
        self.counsel: Counsel | None = None
        self.screen = Screen(output_console())
        self.asking = Asking()
        self._sit_down(Match(meeting.seats_with_person("a")))

    def _sit_down(self, match: Match) -> None:
        """Take a match up where it is."""
        seats = match.seats
        self.match = match
        self.story = seats.game.story(seats.names, seats.cards_by_id, self.person)
        self.shown = 0
        """Turn for which the table has been shown."""

    def run(self) -> None:
        """Play to the end, or until the person leaves."""
        self.screen.tell(self.story, self.match.lines)
        self.screen.say()
        self.screen.say(f"Type the number of an act, or: {', '.join(COMMANDS)}.")
        try:
            is_over = self._play()
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; {self._kept()}") from None
        self.screen.say()
        kept = self._kept()
        self.screen.say(f"{kept[0].upper()}{kept[1:]}" if is_over else f"You have left; {kept}")
        self.keeper.check()
        if self.keeper.is_kept:
            self._say_next()

    def _play(self) -> bool:
        """Let both players choose in turn; whether the match came to its end."""
        while True:
            for lines in self.match.run():
                self.screen.tell(self.story, lines)
            if self.keeper.is_kept or self._has_acted():
                self.keeper.keep(self.match.lines)
            if self.match.is_over:
                return True
            if not self._choose():
                return False

    def _has_acted(self) -> bool:
        return any(line["kind"] == "decision" and line["active"] == self.person
                   for line in self.match.lines)  # fmt: skip

    def _choose(self) -> bool:
        """Ask until an act is chosen, or taken back; False if the person leaves."""
        self._show()
        while True:
            line = self.match.decision()
            acts = {act: self.story.act(act, line) for act in self.match.legal}
            typed = self.asking.ask("> ")
            if typed is None:
                return False
            try:
                meant = understand(typed, acts)
            except Unclear as unclear:
                self.screen.say(str(unclear))
                continue
            if meant in acts:
                self.screen.tell(self.story, self.match.play(self.match.legal[meant]))
                return True
            if meant == "quit":
                return False
            if meant == "undo" and self._undo():
                return True
            self._answer(meant)

    def _show(self) -> None:
        """Show the table, once a turn, and what may be done."""
        line = self.match.decision()
        if self.shown != line["turn"]:
            self.shown = line["turn"]
            self.screen.position(self.story, line, self.person)
        self.screen.acts([self.story.act(act, line) for act in self.match.legal])

    def _undo(self) -> bool:
        before = self.match.taken_back()
        if before is None:
            self.screen.say("nothing to undo: you have not done anything yet")
            return False
        self._sit_down(before)
        for line in before.lines:
            list(self.story.tell(line))  # so that it knows what has been played
        self.screen.say()
        self.screen.say(f"Back in turn {before.turn}", "bold")
        return True

    def _answer(self, command: str) -> None:
        if command == "board":
            self.shown = 0
            self._show()
        elif command == "log":
            seats = self.match.seats
            again = seats.game.story(seats.names, seats.cards_by_id, self.person)
            self.screen.tell(again, self.match.lines)
        elif command == "help":
            self._help()
        elif command == "hint":
            self._hint()

    def _help(self) -> None:
        for paragraph in self.story.primer(self.person):
            self.screen.say()
            self.screen.block(paragraph, 0)
        self.screen.say()
        self.screen.say("Type the number of an act, its words or their beginning, or:")
        for command, meaning in COMMANDS.items():
            self.screen.say(f"  {command:<6} {meaning}")

    def _hint(self) -> None:
        if self.counsel is None:
            seats = self.match.seats.piloted((self.adviser, self.adviser))
            announce_steps(self.notes, seats.engine, CONSIDER)
            self.counsel = Counsel(self.adviser, seats)
        thoughts = self.counsel.thoughts(self.match)
        if not thoughts:
            self.screen.say(f"{self.adviser.name} weighs nothing here")
            return
        self.screen.block(measure_of(self.counsel, thoughts), 2)
        for thought in thoughts[:_HINTS]:
            words = line_words(self.story, self.match, thought)
            self.screen.block(f"  {worth(self.counsel, thought):>9}  {words}", 15)

    def _kept(self) -> str:
        is_kept = self.keeper.is_kept
        return f"the match is kept in {self.keeper.path}" if is_kept else "nothing was played"

    def _say_next(self) -> None:
        path = self.keeper.path
        turns = [line["turn"] for line in self.match.lines
                 if line["kind"] == "decision" and line["active"] == self.person]  # fmt: skip
        self.screen.say(f"Next: forgesim replay --trace {path}")
        if turns:
            self.screen.say(f"      forgesim pilot explain --trace {path} --turn {turns[-1]}")


class Watching:
    """Two pilots play, and somebody looks on."""

    def __init__(self, meeting: Meeting, keeper: Keeper | None, delay: float | None) -> None:
        self.keeper = keeper
        self.delay = delay
        self.screen = Screen(output_console())
        self.asking = Asking()
        self.match = Match(meeting.seats)
        seats = self.match.seats
        self.story = seats.game.story(seats.names, seats.cards_by_id, None)

    def run(self) -> None:
        """Show the match, turn by turn."""
        self.screen.tell(self.story, self.match.lines)
        try:
            self._watch()
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None
        finally:
            if self.keeper is not None:
                self.keeper.keep(self.match.lines)
        if self.keeper is not None:
            self.keeper.check()
            self.screen.say()
            self.screen.say(f"The match is kept in {self.keeper.path}")
            self.screen.say(f"Next: forgesim replay --trace {self.keeper.path}")

    def _watch(self) -> None:
        self._show()
        turn = self.match.turn
        for lines in self.match.run():
            is_new = self.match.turn != turn
            turn = self.match.turn
            if is_new and not self._wait():
                return
            self.screen.tell(self.story, lines)
            if is_new and not self.match.is_over:
                self._show()

    def _show(self) -> None:
        if not self.match.is_over:
            self.screen.position(self.story, self.match.decision(), self.match.active, is_open=True)
            self.screen.say()

    def _wait(self) -> bool:
        """Wait between two turns; False if who looks on has enough."""
        if self.delay is not None:
            with at_stake():
                time.sleep(self.delay)
        elif self.asking.is_terminal:
            typed = self.asking.ask("[Enter: next turn, q: quit] ")
            return typed is not None and typed.strip().casefold() not in ("q", "quit", "exit")
        return True
