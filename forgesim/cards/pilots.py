"""Pilot files: a kind, and numbers for what a game's pilots weigh and how far they search."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import ONE_LINE
from forgesim.cards.files import did_you_mean, failure
from forgesim.cards.settings import Setting, as_number
from forgesim.cards.shipped import find
from forgesim.cards.toml import Span, Toml, load_file, table_violations
from forgesim.errors import DataError, Violation

MAX_WEIGHT = 10**9
OWN = "own"
"""In place of a pilot's name: for each deck the pilot that its file names."""

TABLES = {
    "random": (),
    "weights": ("weights",),
    "planner": ("weights", "position", "search"),
    "searcher": ("weights", "position", "search"),
}
"""The tables that a pilot file of each kind has."""
PILOT_KINDS = tuple(TABLES)
"""How a pilot chooses: by chance; by weights over features of the acts; by looking ahead over its
own turn; by playing on from there with hidden cards dealt at random."""
LOOKING_AHEAD = ("planner", "searcher")
"""Kinds that search, from the quicker to the slower."""


@dataclass(frozen=True)
class Feature:
    """A number of a pilot: something that it weighs, or a bound of its search.

    Attributes
    ----------
    name : str
    meaning : str
        What one unit of it is.
    table : str
        The table of a pilot file in which it stands: `weights`, `position` or `search`.
    low, high : int
        Inclusive range.
    default : int
        Its value where a file does not name it.
    """

    name: str
    meaning: str
    table: str = "weights"
    low: int = -MAX_WEIGHT
    high: int = MAX_WEIGHT
    default: int = 0

    @property
    def expectation(self) -> str:
        """What a value must look like, for messages."""
        if (self.low, self.high) == (-MAX_WEIGHT, MAX_WEIGHT):
            return f"a whole number of at most {MAX_WEIGHT:,}"
        return f"a whole number from {self.low:,} to {self.high:,}"


@dataclass(frozen=True)
class Restriction:
    """Something that a pilot can be forbidden: its word in pilot files, and what it means."""

    name: str
    meaning: str


class PilotFile(BaseModel):
    """What a pilot file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$", description="up to 64 letters, digits, '_' or '-'"
    )
    game: str | None = Field(default=None, description="the game's name, as --game takes it")
    title: str = Field(
        default="", max_length=200, pattern=ONE_LINE, description="a short title, one line"
    )
    kind: Literal["random", "weights", "planner", "searcher"] = Field(
        description="random, weights, planner or searcher"
    )
    forbid: list[str] = Field(default_factory=list, description="a list of words in quotes")
    weights: dict[str, Any] = Field(
        default_factory=dict, description="a table of features and whole numbers"
    )
    position: dict[str, Any] = Field(
        default_factory=dict, description="a table of features and whole numbers"
    )
    search: dict[str, Any] = Field(
        default_factory=dict, description="a table of bounds and whole numbers"
    )


@dataclass(frozen=True)
class Pilot:
    """A resolved pilot.

    Attributes
    ----------
    name, kind : str
    weights : mapping
        Its numbers by the names of features, of all its tables; what is not named is 0.
    title : str
    forbid : tuple of str
        What it may not do, by the words of the game's restrictions.
    """

    name: str
    kind: str
    weights: Mapping[str, int]
    title: str = ""
    forbid: tuple[str, ...] = ()


class PilotGame(Protocol):
    """What a game says about its pilots."""

    @property
    def name(self) -> str:
        """The game, as `--game` names it."""

    @property
    def features(self) -> Sequence[Feature]:
        """What its pilots weigh, and the bounds of their search."""

    @property
    def restrictions(self) -> Sequence[Restriction]:
        """What they can be forbidden."""


def load_pilot(
    name: str, game: PilotGame, settings: Iterable[Setting] = (), folder: Path = Path()
) -> Pilot:
    """Load a pilot by name or path and apply its `pilot.NAME.FEATURE=VALUE` settings.

    Raises
    ------
    ForgesimError
        If the file, a feature or a number cannot be used.
    """
    path = find(name, game.name, "pilots", folder)
    file, toml = load_file(path, PilotFile, game.name)
    if file.name == OWN:
        raise failure(path, f"name {OWN!r} stands for each deck's own pilot", toml.line("name"))
    violations = [*_number_violations(toml, file, game.features)]
    violations += _forbid_violations(toml, file, game.restrictions)
    if violations:
        raise DataError(violations)
    known = {each.name: each for each in game.features if each.table in TABLES[file.kind]}
    weights = {each.name: each.default for each in known.values() if each.default}
    weights |= file.weights | file.position | file.search
    for setting in settings:
        if setting.name[1:2] == (file.name,):
            feature = known[_feature(setting, file.kind, known)]
            weights[feature.name] = as_number(setting, weights.get(feature.name, 0))
            if not feature.low <= weights[feature.name] <= feature.high:
                raise setting.wrong(f"expected {feature.expectation}")
    return Pilot(file.name, file.kind, weights, file.title, tuple(file.forbid))


def _number_violations(
    toml: Toml, file: PilotFile, features: Collection[Feature]
) -> Iterator[Violation]:
    """What is wrong with the tables of a pilot file."""
    for table in ("weights", "position", "search"):
        if getattr(file, table) and table not in TABLES[file.kind]:
            tables = " and ".join(f"[{each}]" for each in TABLES[file.kind]) or "none"
            problem = f"[{table}] in a pilot of kind {file.kind}, whose tables are: {tables}"
            yield Violation(toml.path, toml.line(table), problem)
            continue
        known = {f.name: Span(range(f.low, f.high + 1), f.expectation)
                 for f in features if f.table == table}  # fmt: skip
        yield from table_violations(toml, table, known, "feature")


def _forbid_violations(
    toml: Toml, file: PilotFile, restrictions: Collection[Restriction]
) -> Iterator[Violation]:
    """What is wrong with the list of what a pilot may not do."""
    line, names = toml.line("forbid"), [each.name for each in restrictions]
    if file.forbid and file.kind == "random":
        yield Violation(toml.path, line, "forbid in a pilot of kind random, which obeys nothing")
    for word in file.forbid:
        if word not in names:
            expected = f", expected one of {', '.join(names)}{did_you_mean(word, names)}"
            yield Violation(toml.path, line, f"forbid: unknown {word!r}{expected}")
        elif file.forbid.count(word) > 1:
            yield Violation(toml.path, line, f"forbid: {word!r} is named twice")


def _feature(setting: Setting, kind: str, features: Collection[str]) -> str:
    if not features:
        raise setting.wrong(f"a pilot of kind {kind} weighs nothing")
    if len(setting.name) != 3 or setting.name[2] not in features:
        hint = did_you_mean(setting.name[-1], features)
        raise setting.wrong(f"expected pilot.NAME.FEATURE=VALUE with a known feature{hint}")
    return setting.name[2]
