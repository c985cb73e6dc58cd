"""The project in whose folder a command is given, and its data."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

from rich.console import Console

from forgesim.arena.crew import Entry
from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import read_roster, resolve_field, resolve_roster, resolve_rules
from forgesim.cards.decks import Deck
from forgesim.cards.files import is_file, is_folder
from forgesim.cards.roster import Roster
from forgesim.cards.rules import Rules
from forgesim.cards.shipped import PROJECT_FILE
from forgesim.cli.notes import notes_console
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game

_TEXTS = {"columns": "--column", "values": "--value", "set": "--set"}
"""Flags whose values may hold blanks, by the key of the experiment."""


def project_file(notes: Console) -> Path | None:
    """The experiment file of the current folder, if there is one: commands then use it."""
    if not PROJECT_FILE.is_file():
        return None
    notes.print(f"using {PROJECT_FILE} of this folder")
    return PROJECT_FILE


def named_file(path: Path, flags: Mapping[str, Any]) -> Path:
    """The experiment file that a call names.

    Raises
    ------
    UsageError
        If there is none, with what may have been meant.
    """
    if is_folder(path):
        inside = path / PROJECT_FILE
        hint = f"; its experiment file is {inside}" if is_file(inside) else ""
        raise UsageError(f"{path} is a folder, expected a file{hint}")
    cut = [f"{flag} {quote(f'{flags[key][-1]} {path}')}" for key, flag in _TEXTS.items()
           if flags.get(key)]  # fmt: skip
    if cut and not is_file(path) and not path.suffix:
        raise UsageError(
            f"there is no experiment file {str(path)!r}; where it belongs to the word before it,"
            f" both stand in one pair of quotation marks: {' or '.join(cut)}"
        )
    return path


def say_sample(notes: Console) -> None:
    """Say that nobody's own cards are played, and where such may be."""
    notes.print("no experiment.toml here: the sample decks that ship with forgesim are played")
    inside = sorted(Path().glob(f"*/{PROJECT_FILE}"))
    if inside:
        folder, file = quote(str(inside[0].parent)), quote(str(inside[0]))
        notes.print(
            f"there is one in {folder}: cd {folder}, or forgesim batch {file}", soft_wrap=True
        )
    else:
        notes.print("a project for cards of your own: forgesim init DIR")


class Bench:
    """What commands about cards and decks look at: the project's data, or what flags name."""

    def __init__(self, flags: dict[str, Any], quiet: bool = False) -> None:
        self._notes = notes_console(quiet)
        path = project_file(self._notes)
        self._experiment = load_experiment(path, flags)
        self.game: Game = load_game(self._experiment.game)

    @property
    def has_own_cards(self) -> bool:
        """Whether the project or a flag says which cards are meant; else they are the sample."""
        return bool(self._experiment.roster)

    @property
    def card_noun(self) -> str:
        """What to call a card, so that nobody takes the sample for cards of their own."""
        return "card" if self.has_own_cards else "sample card"

    @property
    def changes(self) -> list[str]:
        """Settings on top of the files, as `NAME=VALUE`."""
        return [setting.text for setting in self._experiment.settings]

    @cached_property
    def rules(self) -> Rules:
        """The ruleset."""
        return resolve_rules(self._experiment, self.game)

    @cached_property
    def roster(self) -> Roster:
        """The cards as they are played."""
        return self._with_notices(resolve_roster(self._experiment, self.game))

    @cached_property
    def roster_as_written(self) -> Roster:
        """The cards as their files have them, without settings of the experiment."""
        return self._with_notices(read_roster(self._experiment, self.game))

    def _with_notices(self, roster: Roster) -> Roster:
        """What their author should know goes to standard error."""
        for notice in roster.notices:
            self._notes.print(notice)
        return roster

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The decks, all legal, and the files that they come from."""
        return resolve_field(
            self._experiment, self.game, self.roster, self.rules, self._notes.print
        )

    @property
    def decks(self) -> list[Deck]:
        """The decks, all legal."""
        return [entry.deck for entry in self.entries]
