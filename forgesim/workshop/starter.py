"""A starter project: the sample data of a game, laid out for a designer to replace."""

import shutil
from contextlib import suppress
from pathlib import Path

from forgesim.cards.files import is_folder
from forgesim.cards.roster import load_roster, roster_csv
from forgesim.cards.shipped import shipped
from forgesim.errors import OutputError, UsageError
from forgesim.interrupts import at_stake
from forgesim.pilots.contract import Game


def make_project(folder: Path, game: Game) -> list[Path]:
    """Make a project in a new or empty folder.

    Returns
    -------
    list of Path
        What was made, relative to the folder.

    Raises
    ------
    UsageError
        If the folder holds anything.
    OutputError
        If it cannot be made; nothing is left behind.
    """
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{folder} exists and is no empty folder: name a new one")
        new = [each for each in (folder, *folder.parents) if not each.exists()]
        with at_stake():
            try:
                folder.mkdir(parents=True, exist_ok=True)
                _fill(folder, game)
            except BaseException:
                _take_back(folder, new)
                raise
        return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror or error}") from None


def _fill(folder: Path, game: Game) -> None:
    data = shipped(game.name)
    _copy(data / "starter", folder)
    roster = load_roster([data / "cards"], game.card_model, game.card_problems)
    (folder / "cards.csv").write_text(roster_csv(roster, game.card_model), encoding="utf-8")
    (folder / "decks").mkdir()
    for name in game.starter_decks:
        shutil.copyfile(data / "decks" / f"{name}.toml", folder / "decks" / f"{name}.toml")


def _copy(source: Path, target: Path) -> None:
    """Copy what a folder holds, but not its permissions: an installation may be read-only."""
    for path in sorted(source.rglob("*")):
        copy = target / path.relative_to(source)
        if path.is_dir():
            copy.mkdir()
        else:
            shutil.copyfile(path, copy)


def _take_back(folder: Path, new: list[Path]) -> None:
    """Empty the folder, and remove what there was not before, deepest first."""
    for path in folder.iterdir() if is_folder(folder) else ():
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    for path in new:
        with suppress(OSError):
            path.rmdir()
