"""A starter project: the sample data of a game, laid out for a designer to replace."""

from pathlib import Path

from forgesim.cards.files import write_together
from forgesim.cards.roster import load_roster, roster_csv
from forgesim.cards.shipped import shipped
from forgesim.errors import OutputError, UsageError
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
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror or error}") from None
    contents = _contents(game)
    write_together(folder, contents)
    return sorted(Path(name) for name in contents)


def _contents(game: Game) -> dict[str, bytes]:
    """What is in the files of a project, by their names."""
    data = shipped(game.name)
    starter = data / "starter"
    files = {
        path.relative_to(starter).as_posix(): path.read_bytes()
        for path in starter.rglob("*")
        if path.is_file()
    }
    roster = load_roster([data / "cards"], game.card_model, game.card_problems)
    files["cards.csv"] = roster_csv(roster, game.card_model).encode()
    for name in game.starter_decks:
        files[f"decks/{name}.toml"] = (data / "decks" / f"{name}.toml").read_bytes()
    return files
