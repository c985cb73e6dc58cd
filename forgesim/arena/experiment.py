"""An experiment: everything that a batch is told, from a file, from flags, or from both."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import check
from forgesim.cards.columns import check_headings
from forgesim.cards.files import failure
from forgesim.cards.pilots import OWN
from forgesim.cards.settings import Setting, parse_settings, table_settings
from forgesim.cards.shipped import PROJECT_FILE, find, shipped
from forgesim.cards.toml import Toml
from forgesim.errors import DataError, UsageError, Violation
from forgesim.pilots.registry import load_game

DEFAULT_GAMES = 1_000_000
MAX_GAMES = 10**12
_PATHS = "a list of names or paths"
_REPLACES = {
    "deck": ("decks",),
    "decks": ("deck",),
    "games": ("pairs",),
    "pairs": ("games",),
    "pilot": ("pilot_a", "pilot_b"),
    "pilot_a": ("pilot",),
    "pilot_b": ("pilot",),
}
"""What a flag takes the place of, where an experiment file says it."""

Text = Annotated[str, Field(min_length=1)]


class Experiment(BaseModel):
    """The keys of an experiment file: the flags of `forgesim batch`, with `_` for `-`."""

    model_config = ConfigDict(extra="forbid", strict=True, validate_assignment=True)

    name: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9_.-]{1,64}$",
        description="up to 64 letters, digits, '_', '-' or '.'",
    )
    game: str = Field(default="forge", description="the game's name")
    ruleset: Text | None = Field(default=None, description="the name or path of a ruleset")
    roster: list[Text] | None = Field(
        default=None, min_length=1, description='a list of card lists or folders, as ["cards.csv"]'
    )
    deck: list[Text] | None = Field(default=None, min_length=1, description=_PATHS)
    decks: Text | None = Field(default=None, description="a folder of deck files")
    pilot: list[Text] | None = Field(default=None, min_length=1, description=_PATHS)
    pilot_a: Text | None = Field(default=None, description="the name or path of a pilot")
    pilot_b: Text | None = Field(default=None, description="the name or path of a pilot")
    games: int | None = Field(
        default=None, ge=1, le=MAX_GAMES, description=f"a whole number from 1 to {MAX_GAMES:,}"
    )
    pairs: int | None = Field(
        default=None, ge=1, le=MAX_GAMES, description=f"a whole number from 1 to {MAX_GAMES:,}"
    )
    seed: int = Field(default=1, ge=0, lt=2**63, description="a whole number from 0 to 2**63 - 1")
    jobs: int | None = Field(
        default=None, ge=1, le=1024, description="a whole number from 1 to 1024"
    )
    backend: Literal["threading", "loky"] = Field(
        default="threading", description="threading or loky"
    )
    out: Text | None = Field(default=None, description="a path for the run directory")
    columns: dict[str, Text] = Field(
        default_factory=dict, description='a table of headings, as cost = "Mana"'
    )
    set: dict[str, Any] = Field(default_factory=dict, description="a table of settings")

    _settings: list[Setting] = []

    @property
    def settings(self) -> list[Setting]:
        """Settings of the file, then those of the command line."""
        return self._settings


def load_experiment(path: Path | None, flags: dict[str, Any]) -> Experiment:
    """Read an experiment file, if there is one, and lay flags over it.

    Parameters
    ----------
    path : Path or None
        The file; paths in it are relative to its folder.
    flags : dict
        Keys of `Experiment`; None for a flag that was not given, and `set` as a list of
        `NAME=VALUE` texts. A flag replaces what the file says; settings add to the file's.

    Raises
    ------
    ForgesimError
        With every violation of the file, or the first flag that cannot be used.
    """
    experiment, settings = (Experiment(), []) if path is None else _from_file(path)
    given = {key: value for key, value in flags.items() if key != "set" and value is not None}
    if "columns" in given:
        given["columns"] = experiment.columns | _columns(given["columns"])
    values = experiment.model_dump() | given
    for key in given:
        values |= {other: None for other in _REPLACES.get(key, ()) if other not in given}
    merged, violations = check(Experiment, values, lambda _: (Path("--"), None))
    if merged is None:
        raise UsageError("; ".join(_of_flag(violation.problem) for violation in violations))
    _check_together(merged)
    if merged.name is None and path is not None:
        merged.name = _name_of(path)
    merged._settings = settings + parse_settings(flags.get("set") or [])
    return merged


def _name_of(path: Path) -> str:
    """Name of an experiment that has none: its file's, or its folder's for experiment.toml."""
    stem = path.resolve().parent.name if path.name == PROJECT_FILE.name else path.stem
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", stem)[:64] or "experiment"


def _columns(texts: Iterable[str]) -> dict[str, str]:
    """Read `FIELD=HEADING` from the command line."""
    headings: dict[str, str] = {}
    for text in texts:
        name, _, heading = (part.strip() for part in text.partition("="))
        if not name or not heading:
            raise UsageError(f"--column {text}: expected FIELD=HEADING, as in cost=Mana")
        if headings.setdefault(name, heading) != heading:
            raise UsageError(f"--column {text}: {name} is {headings[name]!r} already")
    return headings


def _of_flag(problem: str) -> str:
    """A problem that begins with a key, as one of the flag of that name."""
    key, rest = problem.split(" ", 1)
    return f"--{key.replace('_', '-')} {rest}"


def _from_file(path: Path) -> tuple[Experiment, list[Setting]]:
    toml = Toml(path)
    columns = toml.data.get("columns", {})
    for key, value in columns.items() if isinstance(columns, dict) else ():
        if not isinstance(value, str):
            problem = (
                f"{key} = {value!r} stands under [columns], expected a heading in quotes there"
            )
            raise failure(path, f"{problem}; other keys come before it", toml.line("columns", key))
    experiment, violations = check(Experiment, toml.data, lambda key: (path, toml.line(key)))
    if experiment is None:
        raise DataError(violations)
    try:
        _check_together(experiment)
    except UsageError as error:
        raise DataError([Violation(path, None, str(error))]) from None
    with _on_line(toml, "game"):
        game = load_game(experiment.game)
    with _on_line(toml, "columns"):
        check_headings(experiment.columns, game.card_model)
    folder = path.parent

    _find_names(experiment, toml)
    if experiment.roster is not None:
        experiment.roster = [str(folder / value) for value in experiment.roster]
    if experiment.decks is not None:
        experiment.decks = str(folder / experiment.decks)
    if experiment.out is not None:
        experiment.out = str(folder / experiment.out)
    return experiment, table_settings(toml, experiment.set, ("set",))


@contextmanager
def _on_line(toml: Toml, key: str) -> Iterator[None]:
    """Say of what cannot be used in which file it stands, and on which line."""
    try:
        yield
    except UsageError as error:
        raise failure(toml.path, str(error), toml.line(key)) from None


def _find_names(experiment: Experiment, toml: Toml) -> None:
    """Put the paths of what a file names, from its folder on, in the place of their names.

    Raises
    ------
    DataError
        For a name that nothing bears, or that stands twice, with its line.
    """
    kinds = {"deck": "decks", "pilot": "pilots", "ruleset": "rulesets"}
    kinds |= {"pilot_a": "pilots", "pilot_b": "pilots"}
    for key, kind in kinds.items():
        value = getattr(experiment, key)
        names = [value] if isinstance(value, str) else value or []
        found: list[str] = []
        for name in names:
            place = name
            if name != OWN or kind != "pilots":
                with _on_line(toml, key):
                    path = find(name, experiment.game, kind, toml.path.parent)
                is_shipped = path.is_relative_to(shipped(experiment.game))
                place = name if is_shipped else str(path)
            if place in found:
                raise failure(toml.path, f"{key}: {name!r} is named twice", toml.line(key))
            found.append(place)
        if names:
            setattr(experiment, key, found if isinstance(value, list) else found[0])


def _check_together(experiment: Experiment) -> None:
    if experiment.deck and experiment.decks:
        raise UsageError("deck and decks exclude each other: name single decks, or a folder")
    if experiment.games and experiment.pairs:
        raise UsageError("games and pairs exclude each other: games in all, or pairs a matchup")
    if (experiment.pilot_a is None) != (experiment.pilot_b is None):
        raise UsageError("pilot_a and pilot_b (--pilot-a and --pilot-b) go together")
    if experiment.pilot and experiment.pilot_a:
        raise UsageError("pilot and pilot_a, pilot_b exclude each other")
