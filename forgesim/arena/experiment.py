"""An experiment: everything that a batch is told, from a file, from flags, or from both."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.arena.gate_tables import gate_violations
from forgesim.arena.plan import MATTERS
from forgesim.cards.checks import check
from forgesim.cards.columns import heading_problems, named_field, plain
from forgesim.cards.files import failure, is_file, shown
from forgesim.cards.model import Card
from forgesim.cards.pilots import OWN
from forgesim.cards.settings import Setting, parse_settings, table_settings
from forgesim.cards.shipped import PROJECT_FILE, find, shipped
from forgesim.cards.toml import Toml
from forgesim.cards.values import Values, together, value_problems
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
_OF_ITSELF = ("name", "out")
"""Keys that a file does not take over from its parent: they are about its own runs."""

Text = Annotated[str, Field(min_length=1)]


class Experiment(BaseModel):
    """The keys of an experiment file: the flags of `forgesim batch`, with `_` for `-`."""

    model_config = ConfigDict(extra="forbid", strict=True, validate_assignment=True)

    name: str | None = Field(
        default=None,
        pattern=r"^[A-Za-z0-9_.-]{1,64}$",
        description="up to 64 letters, digits, '_', '-' or '.'",
    )
    parent: Text | None = Field(default=None, description="the path of an experiment file")
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
    matters: float = Field(
        default=MATTERS, ge=0.1, le=50, strict=False, description="a number of points, 0.1 to 50"
    )
    precision: float | None = Field(
        default=None, ge=0.05, le=25, strict=False, description="a number of points, 0.05 to 25"
    )
    columns: dict[str, Text] = Field(
        default_factory=dict, description='a table of headings, as cost = "Mana"'
    )
    values: dict[str, dict[str, str]] = Field(
        default_factory=dict, description="a table of words for each column"
    )
    set: dict[str, Any] = Field(default_factory=dict, description="a table of settings")
    gate: dict[str, Any] = Field(default_factory=dict, description="a table of limits")
    target: list[dict[str, Any]] = Field(
        default_factory=list, description="tables, each below a line [[target]]"
    )

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
        `NAME=VALUE` texts, `columns` and `values` likewise. A flag replaces what the file says;
        these three add to it.

    Raises
    ------
    ForgesimError
        With every violation of the file, or the first flag that cannot be used.
    """
    experiment, settings = (Experiment(), []) if path is None else _from_file(path)
    given = {key: value for key, value in flags.items() if key != "set" and value is not None}
    if "columns" in given:
        given["columns"] = experiment.columns | _columns(given["columns"])
    given["values"] = together(experiment.values, _values(given.get("values", ())))
    merged, violations = check(
        Experiment, _replaced(experiment, given), lambda _: (Path("--"), None)
    )
    if merged is None:
        raise UsageError("; ".join(_of_flag(violation.problem) for violation in violations))
    _check_together(merged)
    if merged.name is None and path is not None:
        merged.name = _name_of(path)
    merged._settings = settings + parse_settings(flags.get("set") or [])
    return merged


def _replaced(experiment: Experiment, given: dict[str, Any]) -> dict[str, Any]:
    """The keys of an experiment, with those that are given on top of it in their place."""
    values = experiment.model_dump() | given
    for key in given:
        values |= {other: None for other in _REPLACES.get(key, ()) if other not in given}
    return values


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


def _values(texts: Iterable[str]) -> Values:
    """Read `FIELD.WORD=MEANING` from the command line."""
    values: dict[str, dict[str, str]] = {}
    for text in texts:
        left, equals, meaning = (part.strip() for part in text.rpartition("="))
        field, _, word = (part.strip() for part in left.partition("."))
        if not equals or not field or not word:
            raise UsageError(
                f"--value {text}: expected FIELD.WORD=MEANING, as in keyword.Haste=SWIFT"
            )
        words = values.setdefault(field, {})
        meant = next((words[each] for each in words if plain(each) == plain(word)), meaning)
        if plain(meant) != plain(meaning):
            raise UsageError(f"--value {text}: {word!r} stands for {meant!r} already")
        words[word] = meaning
    return values


def _of_flag(problem: str) -> str:
    """A problem that begins with a key, as one of the flag of that name."""
    key, rest = problem.split(" ", 1)
    return f"--{key.replace('_', '-')} {rest}"


def _from_file(path: Path) -> tuple[Experiment, list[Setting]]:
    """What a file says, on top of what its parents say."""
    experiment, settings = Experiment(), list[Setting]()
    for toml in reversed(_with_parents(path)):
        for key in _OF_ITSELF:
            setattr(experiment, key, None)
        experiment, own = _on_top(experiment, toml)
        names = {setting.name for setting in own}
        settings = [setting for setting in settings if setting.name not in names] + own
    return experiment, settings


def _with_parents(path: Path) -> list[Toml]:
    """A file, its parent, the parent's parent, and so on."""
    chain: list[Toml] = []
    while True:
        toml = Toml(path)
        chain.append(toml)
        name = toml.data.get("parent")
        if not isinstance(name, str) or not name:
            return chain  # what else it may be is told with all that is wrong with the file
        path, line = toml.path.parent / name, toml.line("parent")
        if not is_file(path):
            raise failure(toml.path, f"parent {shown(name)}: there is no such file", line)
        if any(path.resolve() == each.path.resolve() for each in chain):
            names = " -> ".join([*(each.path.name for each in chain), path.name])
            raise failure(toml.path, f"parents go in a circle: {names}", line)


def _on_top(below: Experiment, toml: Toml) -> tuple[Experiment, list[Setting]]:
    """What a file says on top of its parent, and the settings that it has of its own."""
    own = _read(below, toml)
    try:
        _check_together(_merged(below, own))
    except UsageError as error:
        raise DataError([Violation(toml.path, None, str(error))]) from None
    _find_paths(own, toml)
    return _merged(below, own), table_settings(toml, own.set, ("set",))


def _merged(below: Experiment, own: Experiment) -> Experiment:
    given = own.model_dump(include=own.model_fields_set - {"parent"})
    given["columns"] = below.columns | own.columns
    given["values"] = together(below.values, own.values)
    given["gate"] = below.gate | own.gate
    given["target"] = _targets(below.target, own.target)
    return Experiment(**_replaced(below, given))


def _targets(below: list[dict[str, Any]], own: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Targets of a file, and those of its parent that are about something else."""

    def subject(target: dict[str, Any]) -> tuple[Any, ...]:
        return target.get("kind"), target.get("name"), *target.get("decks", ())

    named = [subject(target) for target in own]
    return own + [target for target in below if subject(target) not in named]


def _read(below: Experiment, toml: Toml) -> Experiment:
    """The keys of one file."""
    violations = list(_misplaced(toml))
    if violations:
        raise DataError(violations)
    data = {"game": below.game} | toml.data
    place, hint = lambda key: (toml.path, toml.line(key)), _columns_hint(toml)
    experiment, violations = check(Experiment, data, place, hint=hint)
    if experiment is None:
        raise DataError(violations)
    with _on_line(toml, "game"):
        game = load_game(experiment.game)
    headings = below.columns | experiment.columns
    violations = list(_word_violations(toml, headings, experiment.values, game.card_model))
    violations += gate_violations(toml)
    if violations:
        raise DataError(violations)
    return experiment


def _find_paths(experiment: Experiment, toml: Toml) -> None:
    """Turn what begins at a file's folder into paths from the current folder on."""
    _find_names(experiment, toml)
    folder = toml.path.parent
    if experiment.roster is not None:
        experiment.roster = [str(folder / value) for value in experiment.roster]
    if experiment.decks is not None:
        experiment.decks = str(folder / experiment.decks)
    if experiment.out is not None:
        experiment.out = str(folder / experiment.out)


def _misplaced(toml: Toml) -> Iterator[Violation]:
    """What stands under [columns] and [values] that cannot be meant for them, with its line."""
    values = toml.data.get("values")
    yield from _of_other_kinds(toml, ("columns",), str, "a heading in quotes")
    yield from _of_other_kinds(toml, ("values",), dict, "a table of its column, as [values.type],")
    for field in values if isinstance(values, dict) else ():
        yield from _of_other_kinds(toml, ("values", field), str, "a word in quotes")


def _of_other_kinds(
    toml: Toml, at: tuple[str, ...], kind: type, expected: str
) -> Iterator[Violation]:
    """Entries of a table that are not of the expected kind."""
    table: Any = toml.data
    for key in at:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    for key, value in table.items() if isinstance(table, dict) else ():
        if not isinstance(value, kind):
            problem = f"{key} = {value!r} stands under [{'.'.join(at)}], expected {expected} there"
            line = toml.line(*at, key)
            yield Violation(toml.path, line, f"{problem}; other keys come before all tables")


def _columns_hint(toml: Toml) -> Callable[[str], str]:
    """What to say of a key that is meant for [columns]."""
    try:
        game = toml.data.get("game", Experiment.model_fields["game"].default)
        model = load_game(str(game)).card_model
    except UsageError:
        return lambda _: ""

    def hint(key: str) -> str:
        is_column = named_field(key, model, {})
        return "; what a column is called stands below a line [columns]" if is_column else ""

    return hint


def _word_violations(
    toml: Toml, headings: Mapping[str, str], values: Values, model: type[Card]
) -> Iterator[Violation]:
    """What is wrong with the author's words for columns and values, with its line."""
    for name, problem in heading_problems(headings, model):
        is_other = name in Experiment.model_fields.keys() - model.model_fields.keys()
        said = f"{name} stands here, and belongs before all tables" if is_other else problem
        yield Violation(toml.path, toml.line("columns", name), f"columns: {said}")
    for at, problem in value_problems(values, model, headings):
        yield Violation(toml.path, toml.line("values", *at), problem)


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
    if experiment.parent is not None:
        raise UsageError("parent is a key of experiment files: name the parent itself")
    if experiment.deck and experiment.decks:
        raise UsageError("deck and decks exclude each other: name single decks, or a folder")
    if experiment.games and experiment.pairs:
        raise UsageError("games and pairs exclude each other: games in all, or pairs a matchup")
    if (experiment.pilot_a is None) != (experiment.pilot_b is None):
        raise UsageError("pilot_a and pilot_b (--pilot-a and --pilot-b) go together")
    if experiment.pilot and experiment.pilot_a:
        raise UsageError("pilot and pilot_a, pilot_b exclude each other")
