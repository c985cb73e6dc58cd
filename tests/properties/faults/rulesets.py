"""Faults of ruleset files."""

from __future__ import annotations

import random
from collections.abc import Callable

from forgesim.cards.parameters import Parameter
from forgesim.rulesets.forge.params import PARAMETERS
from tests.properties.faults.kinds import Kinds, NotHereError, Place, Plant, give, mistyped, pick
from tests.properties.files import Project
from tests.properties.writing import Path, TomlText, text_literal

RULESETS = Kinds("ruleset")

SEATS: tuple[Path, ...] = ((), (), ("first",), ("second",))


def _ruleset(project: Project, rng: random.Random) -> TomlText:
    return pick(rng, project.of(TomlText, "rules/"))  # type: ignore[no-any-return]


def _plant_wrong(is_switch: bool, value: Callable[[Parameter, random.Random], str]) -> Plant:
    """A wrong value of a parameter, plain or with a status."""

    def plant(project: Project, rng: random.Random) -> Place:
        parameter = rng.choice([p for p in PARAMETERS if p.is_switch == is_switch])
        key = (*rng.choice(SEATS), *parameter.key.split("."))
        file = _ruleset(project, rng)
        place = give(file, key, value(parameter, rng))
        if rng.random() < 0.3:
            return give(file, (*key, "value"), file.values[key])
        return place

    return plant


RULESETS.add(
    "a number below its range",
    _plant_wrong(False, lambda p, rng: str(p.low - rng.choice((1, 2, 10**20)))),
)
RULESETS.add(
    "a number above its range",
    _plant_wrong(False, lambda p, rng: str(p.high + rng.choice((1, 2, 10**20)))),
)
RULESETS.add(
    "a fraction for a number",
    _plant_wrong(False, lambda p, rng: rng.choice((f"{p.low}.0", "1.5", "nan"))),
)
NO_NUMBERS = ("true", '"many"', '"1"', '"+1"', '"=1"', "[1]", "[]", "{}", "1979-05-27", '""')
RULESETS.add(
    "something else for a number", _plant_wrong(False, lambda _, rng: rng.choice(NO_NUMBERS))
)
NO_SWITCHES = ("1", "0", '"maybe"', '"on"', "1.0", "[true]", '""', "{}")
RULESETS.add(
    "something else for a switch", _plant_wrong(True, lambda _, rng: rng.choice(NO_SWITCHES))
)


def _extra(project: Project, rng: random.Random, key: Path) -> Place:
    """A key that should not be there, where that leaves the others as they are."""
    file = _ruleset(project, rng)
    if any(k[: len(key)] == key or key[: len(k)] == k for k in file.values):
        raise NotHereError
    return give(file, key, "1")


@RULESETS.kind("a parameter that does not exist")
def _unknown_parameter(project: Project, rng: random.Random) -> Place:
    return _extra(project, rng, (*rng.choice(SEATS), mistyped(rng, rng.choice(PARAMETERS).name)))


@RULESETS.kind("a switch without its prefix, or a number with one")
def _wrong_prefix(project: Project, rng: random.Random) -> Place:
    parameter = rng.choice(PARAMETERS)
    prefix = () if parameter.is_switch else ("switch",)
    return _extra(project, rng, (*prefix, parameter.name))


@RULESETS.kind("a third player")
def _third_player(project: Project, rng: random.Random) -> Place:
    return _extra(project, rng, (rng.choice(("third", "frist", "both")), "fp_cap"))


@RULESETS.kind("a player behind the parameter")
def _player_behind(project: Project, rng: random.Random) -> Place:
    file = _ruleset(project, rng)
    give(file, ("hoard_draw",), "1")
    return give(file, ("hoard_draw", rng.choice(("first", "second"))), "1")


def _plant_about(keys: tuple[str, ...], values: tuple[str, ...]) -> Plant:
    """Something beside the value of a parameter."""

    def plant(project: Project, rng: random.Random) -> Place:
        file = _ruleset(project, rng)
        key = (*rng.choice(SEATS), "hoard_draw")
        give(file, key, "1")
        give(file, (*key, "value"), "1")
        return give(file, (*key, rng.choice(keys)), rng.choice(values))

    return plant


RULESETS.add("an unknown key beside a value", _plant_about(("note", "sattus"), ('"x"', "1")))
RULESETS.add(
    "a status or reason that is no text", _plant_about(("status", "reason"), ("1", "true", "[]"))
)


@RULESETS.kind("a status of what does not exist")
def _status_of_nothing(project: Project, rng: random.Random) -> Place:
    key = (*rng.choice(SEATS), mistyped(rng, rng.choice(PARAMETERS).name), "status")
    return give(_ruleset(project, rng), key, '"assumed"')


@RULESETS.kind("a value twice, once in quotes")
def _value_twice(project: Project, rng: random.Random) -> Place:
    file = _ruleset(project, rng)
    give(file, ("first", "fp_cap"), "7")
    return Place(give(file, ("first.fp_cap",), "8").path)


def _plant_value(key: str, values: tuple[str, ...]) -> Plant:
    return lambda project, rng: give(_ruleset(project, rng), (key,), rng.choice(values))


LONG = "x" * 300
for _what, _values in {
    "name: of another kind or over two lines": ("1", "true", "[]", '"a\\nb"'),
    "title: of another kind or over two lines": ("1", "true", "[]", '"a\\u001bb"'),
    "parent: of another kind": ("1", "true", '["v0.1w"]'),
    "parent: unknown": ('"v0.1"', '"zzz"', '"own"', f'"{LONG}"', '""'),
    "parent: a file that is not there": ('"./none.toml"', f'"./{LONG}"', '"a\\u0000/b"'),
    "parent: a folder": ('"./"', '"../rules"'),
    "reference: no table": ("1", '"x"', "[]", "true"),
}.items():
    RULESETS.add(_what, _plant_value(_what.split(":")[0], _values))


@RULESETS.kind("parent: a circle")
def _circle(project: Project, rng: random.Random) -> Place:
    files = project.of(TomlText, "rules/")
    parent = text_literal(rng, f"../{pick(rng, files).path}")
    return Place(give(files[0], ("parent",), parent).path, None, tuple(f.path for f in files))


@RULESETS.kind("a parameter without value")
def _incomplete(project: Project, rng: random.Random) -> Place:
    file = _ruleset(project, rng)
    if ("parent",) in file.values:
        raise NotHereError
    name = rng.choice(PARAMETERS).name
    file.values = {key: value for key, value in file.values.items() if name not in key}
    return Place(file.path)
