"""Pilot files: a kind, and weights over a game's features."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import ONE_LINE
from forgesim.cards.files import did_you_mean, failure
from forgesim.cards.settings import Setting, as_number
from forgesim.cards.shipped import find
from forgesim.cards.toml import load_file, table_violations
from forgesim.errors import DataError

MAX_WEIGHT = 10**9
_WEIGHT = f"a whole number of at most {MAX_WEIGHT:,}"
OWN = "own"
"""In place of a pilot's name: for each deck the pilot that its file names."""
PILOT_KINDS = ("random", "weights")
"""How a pilot chooses: by chance, or by weights over features."""


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
    kind: Literal["random", "weights"] = Field(description="random or weights")
    weights: dict[str, Any] = Field(
        default_factory=dict, description="a table of features and whole numbers"
    )


@dataclass(frozen=True)
class Pilot:
    """A resolved pilot: the weights that its file does not name are 0."""

    name: str
    kind: str
    weights: Mapping[str, int]
    title: str = ""


def load_pilot(
    name: str,
    game: str,
    features: Collection[str],
    settings: Iterable[Setting] = (),
    folder: Path = Path(),
) -> Pilot:
    """Load a pilot by name or path and apply its `pilot.NAME.FEATURE=VALUE` settings.

    Raises
    ------
    ForgesimError
        If the file, a feature or a weight cannot be used.
    """
    path = find(name, game, "pilots", folder)
    file, toml = load_file(path, PilotFile, game)
    if file.name == OWN:
        raise failure(path, f"name {OWN!r} stands for each deck's own pilot", toml.line("name"))
    span = range(-MAX_WEIGHT, MAX_WEIGHT + 1)
    violations = table_violations(toml, "weights", features, "feature", span, _WEIGHT)
    if violations:
        raise DataError(violations)
    weights = dict(file.weights)
    for setting in settings:
        if setting.name[1:2] == (file.name,):
            feature = _feature(setting, features)
            weights[feature] = as_number(setting, weights.get(feature, 0))
            if abs(weights[feature]) > MAX_WEIGHT:
                raise setting.wrong(f"expected {_WEIGHT}")
    return Pilot(file.name, file.kind, weights, file.title)


def _feature(setting: Setting, features: Collection[str]) -> str:
    if len(setting.name) != 3 or setting.name[2] not in features:
        hint = did_you_mean(setting.name[-1], features)
        raise setting.wrong(f"expected pilot.NAME.FEATURE=VALUE with a known feature{hint}")
    return setting.name[2]
