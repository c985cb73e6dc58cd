"""Where the trace of a match that is played goes."""

import shlex
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from forgesim.arena.match import Line
from forgesim.arena.replay import Meeting
from forgesim.arena.traces import SUFFIX, write_trace
from forgesim.cards.files import is_file, is_folder
from forgesim.errors import OutputError, UsageError

GAMES = Path("games")
"""Where matches go that are not told where."""
_LONG = 40


class Keeper:
    """Keeps the trace of a match in a file while it is played.

    Parameters
    ----------
    path : Path or None
        The file; None for a new one among all matches.
    force : bool
        Whether the file may be overwritten.
    meeting : Meeting
        The match, whose decks give a new file its name.

    Raises
    ------
    UsageError
        If the file may not be written.
    """

    def __init__(self, path: Path | None, force: bool, meeting: Meeting) -> None:
        self._path = path
        self._name = _name_of(meeting)
        self._problem: OutputError | None = None
        self.is_kept = False
        if path is not None:
            _check_place(path, force)

    def keep(self, lines: Sequence[Line]) -> None:
        """Write what has happened so far; a full disk is no reason to break off a match."""
        try:
            if self._path is None:
                self._path = _free_place(self._name)
            write_trace(self._path, lines)
            self.is_kept, self._problem = True, None
        except OutputError as error:
            self._problem = error

    def check(self) -> None:
        """Raise OutputError where the file does not hold all that has happened."""
        if self._problem is not None:
            raise self._problem

    @property
    def path(self) -> str:
        """The file, as it is typed."""
        return shlex.quote(str(self._path))


def _name_of(meeting: Meeting) -> str:
    who = meeting.plan.matchups[meeting.matchup]
    decks = [meeting.plan.decks[deck].name[:_LONG] for deck in (who.deck_a, who.deck_b)]
    if meeting.swap:
        decks.reverse()
    return "-".join((date.today().isoformat(), *decks))


def _check_place(path: Path, force: bool) -> None:
    if not is_folder(path.parent):
        raise UsageError(f"--save {path}: there is no folder {path.parent}")
    if is_folder(path):
        raise UsageError(f"--save {path} is a folder, expected a file")
    if is_file(path) and not force:
        raise UsageError(f"{path} exists already: name another --save, or add --force")


def _free_place(name: str) -> Path:
    """The first of name, name-2, name-3 … among all matches that is not taken."""
    try:
        GAMES.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{GAMES} cannot be made: {error.strerror}") from None
    path, number = GAMES / f"{name}{SUFFIX}", 2
    while path.exists():
        path, number = GAMES / f"{name}-{number}{SUFFIX}", number + 1
    return path
