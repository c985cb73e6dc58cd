"""The project in whose folder a command is given, and its data."""

from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console

from forgesim.arena.experiment import PROJECT_FILE, load_experiment
from forgesim.arena.resolve import deck_paths, resolve_decks, resolve_roster, resolve_rules
from forgesim.cards.decks import Deck
from forgesim.cards.roster import Roster
from forgesim.cards.rules import Rules
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game


def project_file(notes: Console) -> Path | None:
    """The experiment file of the current folder, if there is one: commands then use it."""
    if not PROJECT_FILE.is_file():
        return None
    notes.print(f"using {PROJECT_FILE} of this folder")
    return PROJECT_FILE


class Bench:
    """What commands about cards and decks look at: the project's data, or what flags name."""

    def __init__(self, flags: dict[str, Any], quiet: bool = False) -> None:
        self._notes = Console(stderr=True, highlight=False, quiet=quiet)
        self._experiment = load_experiment(project_file(self._notes), flags)
        self.game: Game = load_game(self._experiment.game)

    @cached_property
    def rules(self) -> Rules:
        """The ruleset."""
        return resolve_rules(self._experiment, self.game)

    @cached_property
    def roster(self) -> Roster:
        """The cards; what their author should know goes to standard error."""
        roster = resolve_roster(self._experiment, self.game)
        for notice in roster.notices:
            self._notes.print(notice, markup=False)
        return roster

    @cached_property
    def decks(self) -> list[Deck]:
        """The decks, all legal."""
        paths = deck_paths(self._experiment, self.game)
        return [entry.deck for entry in resolve_decks(paths, self.game, self.roster, self.rules)]
