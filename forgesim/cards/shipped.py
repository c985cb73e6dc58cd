"""Where the data that ships with forgesim lies, and how a name or a path is resolved."""

from pathlib import Path

from forgesim.cards.files import did_you_mean
from forgesim.errors import UsageError

_PACKAGE = Path(__file__).parent.parent


def shipped(game: str) -> Path:
    """Folder of a game's shipped data: inside an installed package, or beside it in a checkout."""
    inside = _PACKAGE / "rosters" / game
    return inside if inside.is_dir() else _PACKAGE.parent / "rosters" / game


def shipped_names(game: str, kind: str) -> list[str]:
    """Names of the shipped decks, rulesets or pilots (`kind`) of a game."""
    return sorted(path.stem for path in (shipped(game) / kind).glob("*.toml"))


def is_path(text: str) -> bool:
    """Whether a NAME or FILE argument is a path: it has a slash, or the ending of a file."""
    return text.endswith((".toml", ".txt")) or "/" in text or "\\" in text


def find(name: str, game: str, kind: str, folder: Path) -> Path:
    """Resolve a NAME or FILE argument.

    Parameters
    ----------
    name : str
        A path (see `is_path`), else the name of a shipped file.
    game : str
        Whose shipped files are meant.
    kind : str
        `decks`, `rulesets` or `pilots`.
    folder : Path
        What a relative path is relative to.

    Raises
    ------
    UsageError
        If it is neither.
    """
    if is_path(name):
        stem = Path(name).stem
        if stem in shipped_names(game, kind) and not (folder / name).exists():
            raise UsageError(f"{name}: there is no such file; the shipped one is called {stem}")
        return folder / name
    path = shipped(game) / kind / f"{name}.toml"
    if not path.exists():
        names = shipped_names(game, kind)
        raise UsageError(
            f"unknown {kind[:-1]} {name!r}{did_you_mean(name, names)}"
            f" (shipped: {', '.join(names)}; a file is named by its path, as ./{name}.toml)"
        )
    return path
