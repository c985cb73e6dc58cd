"""A starter project: the sample data of a game, laid out for a designer to replace."""

import shutil
import tempfile
from pathlib import Path

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
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists and is not empty: name a new folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{folder.name}."))
        try:
            _fill(draft, game)
            draft.chmod(0o755)
            draft.replace(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror}") from None
    return sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())


def _fill(draft: Path, game: Game) -> None:
    data = shipped(game.name)
    shutil.copytree(data / "starter", draft, dirs_exist_ok=True)
    roster = load_roster([data / "cards"], game.card_model, game.card_problems)
    (draft / "cards.csv").write_text(roster_csv(roster, game.card_model), encoding="utf-8")
    (draft / "decks").mkdir()
    for name in game.starter_decks:
        shutil.copy(data / "decks" / f"{name}.toml", draft / "decks")
