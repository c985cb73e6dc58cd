"""Faults of pilot files."""

from __future__ import annotations

import random

from tests.properties.faults.kinds import Kinds, Place, Plant, give, pick
from tests.properties.files import FEATURES, Project, is_played, playing
from tests.properties.writing import TomlText

PILOTS = Kinds("pilot")


def _played(project: Project) -> list[TomlText]:
    return [file for file in project.of(TomlText, "pilots/") if is_played(project, file.path)]


def _pilot(project: Project, rng: random.Random) -> TomlText:
    return pick(rng, _played(project))  # type: ignore[no-any-return]


def _weighing(project: Project, rng: random.Random) -> TomlText:
    """A pilot that may have weights."""
    files = [file for file in _played(project) if file.values["kind",] != '"random"']
    return pick(rng, files)  # type: ignore[no-any-return]


def _plant_value(key: str, values: tuple[str, ...]) -> Plant:
    return lambda project, rng: give(_pilot(project, rng), (key,), rng.choice(values))


TOO_LONG = f'"{"x" * 201}"'
for _what, _values in {
    "name: not as a name may be": ('"a b"', '"a.b"', '""', '"\u00e9"', TOO_LONG, "1"),
    "name: own, which has a meaning": ('"own"',),
    "kind: unknown": ('"weight"', '"Random"', "1", '""'),
    "title: of another kind, too long or over two lines": ("1", '"a\\nb"', TOO_LONG),
    "weights: no table": ("1", "[]", '"face"', "true"),
}.items():
    PILOTS.add(_what, _plant_value(_what.split(":")[0], _values))


def _plant_weight(features: tuple[str, ...], values: tuple[str, ...]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        key = ("weights", rng.choice(features))
        return give(_weighing(project, rng), key, rng.choice(values))

    return plant


for _what, _values in {
    "a fraction": ("1.5", "1.0", "-0.0", "nan", "1e3"),
    "too large": ("1000000001", "-1000000001", "9" * 40),
    "something else": ('"1"', "true", "[1]", "{ x = 1 }", "{}"),
}.items():
    PILOTS.add(f"weight: {_what}", _plant_weight(FEATURES, _values))
PILOTS.add("feature: unknown", _plant_weight(("fase", "Face", "zzz", "face "), ("1", "0")))


@PILOTS.kind("name or kind: missing")
def _key_missing(project: Project, rng: random.Random) -> Place:
    file = _pilot(project, rng)
    del file.values[rng.choice(("name", "kind")),]
    return Place(file.path)


@PILOTS.kind("name: that of another pilot")
def _name_taken(project: Project, rng: random.Random) -> Place:
    file = _pilot(project, rng)
    own = file.path.removeprefix("pilots/").removesuffix(".toml")
    # A file with a shipped pilot's name is meant in its stead.
    taken = pick(rng, sorted((playing(project.facts) & set(project.facts.pilots)) - {own}))
    give(file, ("name",), f'"{taken}"')
    return Place(file.path, None, (f"{taken}.toml",))
