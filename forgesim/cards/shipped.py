"""Where the data that ships with forgesim lies, and how a name or a path is resolved."""

import tomllib
from pathlib import Path

from forgesim.cards.files import did_you_mean, files_in, is_file, is_folder
from forgesim.errors import UsageError

PROJECT_FILE = Path("experiment.toml")
"""The experiment of a project's folder; beside it stand `decks`, `rulesets` and `pilots`."""
ENDINGS = (".toml", ".txt")
"""Endings of the files that can be named."""
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
    return text.lower().endswith(ENDINGS) or "/" in text or "\\" in text


def find(name: str, game: str, kind: str, folder: Path) -> Path:
    """Resolve a NAME or FILE argument.

    Parameters
    ----------
    name : str
        A path (see `is_path`), else the name of a file of the project at `folder`, or of a shipped
        one.
    game : str
        Whose shipped files are meant.
    kind : str
        `decks`, `rulesets` or `pilots`.
    folder : Path
        What a relative path is relative to.

    Raises
    ------
    UsageError
        If it is none of these.
    """
    own = _project_files(kind, folder)
    names = shipped_names(game, kind)
    if is_path(name):
        if "\0" in name:
            raise UsageError(f"{name!r}: no file is called so")
        stem = Path(name).stem
        if stem in names and not is_file(folder / name):
            raise UsageError(f"{name}: there is no such file; the shipped one is called {stem}")
        return folder / name
    if name in own:
        return own[name]
    if name not in names:
        here = f"of this project: {', '.join(own)}; " if own else ""
        raise UsageError(
            f"unknown {kind[:-1]} {name!r}{did_you_mean(name, [*own, *names])}"
            f" ({here}shipped: {', '.join(names)}; a file is named by its path, as ./{name}.toml)"
        )
    return shipped(game) / kind / f"{name}.toml"


def _own_name(path: Path) -> str:
    """The name that a file gives to what is in it, as far as that can be told."""
    if path.suffix.lower() != ".toml":
        return "-".join(path.stem.split())
    try:
        name = tomllib.loads(path.read_text(encoding="utf-8")).get("name")
    except (OSError, ValueError, RecursionError):
        return path.stem  # what is wrong with it is told when it is read
    return name if isinstance(name, str) else path.stem


def _project_files(kind: str, folder: Path) -> dict[str, Path]:
    """By name, the files of a kind in the project to which a folder belongs, if it does."""
    files: dict[str, Path] = {}
    # A deck, say, stands in the folder decks of its project, and may name a pilot of it.
    for root in [folder] if folder == Path() else [folder, folder.parent]:
        if is_file(root / PROJECT_FILE) and is_folder(root / kind):
            for path in files_in(root / kind, ENDINGS):
                for name in (path.stem, _own_name(path)):
                    files.setdefault(name, path)
    return files
