"""Ruleset files: values for every parameter, variants by parent, and what is assumed."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forgesim.cards.checks import ONE_LINE
from forgesim.cards.files import did_you_mean, failure, is_file
from forgesim.cards.parameters import SEATS, Parameter, by_key
from forgesim.cards.settings import Setting, as_number, as_switch, table_settings
from forgesim.cards.shipped import find
from forgesim.cards.toml import Toml
from forgesim.errors import UsageError

_META = ("name", "game", "parent", "title", "reference")
_ABOUT = ("status", "reason")
STATUSES = ("assumed", "decided")
"""What a value can be: `assumed` where the source rules do not give it, and summaries say so."""


@dataclass(frozen=True)
class Assumption:
    """A value that the source rules do not give: where it stands, and why it is what it is."""

    key: str
    status: str
    reason: str


@dataclass(frozen=True)
class Rules:
    """A resolved ruleset.

    Attributes
    ----------
    name, title, game : str
        What the file says about itself.
    seats : tuple of dict
        Value of every parameter for who goes first and for who goes second; switches as 0 and 1.
    assumptions : dict
        What is assumed, by the parameter's key.
    reference : dict
        The plain stand-ins of card impact: by cost, a card's fields.
    """

    name: str
    title: str
    game: str
    seats: tuple[Mapping[str, int], Mapping[str, int]]
    assumptions: Mapping[str, Assumption]
    reference: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def load_rules(
    name: str,
    game: str,
    parameters: Iterable[Parameter],
    settings: Iterable[Setting] = (),
    folder: Path = Path(),
) -> Rules:
    """Load a ruleset by name or path, with its parents, and apply settings.

    Raises
    ------
    ForgesimError
        If a file or a setting cannot be used: unknown or missing parameters, values out of range,
        parents that are missing or go in a circle.
    """
    known = by_key(parameters)
    chain = _chain(find(name, game, "rulesets", folder), game)
    values: dict[tuple[int, str], int] = {}
    assumptions: dict[str, Assumption] = {}
    reference: dict[str, Mapping[str, int]] = {}
    for toml in reversed(chain):
        stand_ins = toml.data.get("reference", {})
        if not isinstance(stand_ins, dict):
            problem = f"reference {stand_ins!r}, expected a table"
            raise failure(toml.path, problem, toml.line("reference"))
        body = {key: value for key, value in toml.data.items() if key not in _META}
        for setting in _read_abouts(toml, body, assumptions, known):
            _set_parameter(values, setting, known)
        reference |= stand_ins
    for setting in settings:  # trials: what they set stays listed as assumed
        _set_parameter(values, setting, known)
    own = chain[0]
    missing = [key for key in known if (0, key) not in values or (1, key) not in values]
    if missing:
        raise failure(own.path, f"no value for {', '.join(missing)}; name a parent that has them")
    first, second = ({p.name: values[seat, p.key] for p in known.values()} for seat in (0, 1))
    return Rules(
        name=str(own.data.get("name", own.path.stem)),
        title=str(own.data.get("title", "")),
        game=game,
        seats=(first, second),
        assumptions=assumptions,
        reference=reference,
    )


def differences(rules: Rules, default: Rules, parameters: Iterable[Parameter]) -> list[str]:
    """What a ruleset has otherwise than another, as `fp_cap 3, not 7` or `first.start_heat ...`.

    Parameters
    ----------
    rules, default : Rules
        The ruleset, and the one that it is held against; settings count as part of either.
    parameters : iterable of Parameter
        What is compared, in this order.
    """
    found = []
    for parameter in parameters:
        pairs = zip(rules.seats, default.seats, strict=True)
        steps = [(own[parameter.name], other[parameter.name]) for own, other in pairs]
        titles = [f"{seat}.{parameter.key}" for seat in SEATS]
        if steps[0] == steps[1]:
            titles = [parameter.key]
        found += [
            f"{title} {parameter.told(own)}, not {parameter.told(other)}"
            for title, (own, other) in zip(titles, steps, strict=False)
            if own != other
        ]
    return found


def _chain(path: Path, game: str) -> list[Toml]:
    chain: list[Toml] = []
    while True:
        if any(toml.path.resolve() == path.resolve() for toml in chain):
            names = " -> ".join(toml.path.name for toml in chain) + f" -> {path.name}"
            raise failure(chain[-1].path, f"parents go in a circle: {names}")
        toml = Toml(path)
        chain.append(toml)
        if toml.data.get("game", game) != game:
            problem = f"game {toml.data['game']!r}, expected {game!r}"
            raise failure(path, problem, toml.line("game"))
        for key in ("name", "title", "parent"):
            text = toml.data.get(key, "")
            if not isinstance(text, str) or not re.match(ONE_LINE, text):
                problem = f"{key} {text!r}, expected text, one line"
                raise failure(path, problem, toml.line(key))
        if "parent" not in toml.data:
            return chain
        path = _parent(toml, game)


def _parent(toml: Toml, game: str) -> Path:
    name = toml.data["parent"]
    try:
        path = find(name, game, "rulesets", toml.path.parent)
    except UsageError as error:
        raise failure(toml.path, f"parent: {error}", toml.line("parent")) from None
    if not is_file(path):
        raise failure(toml.path, f"parent {name!r}: there is no such file", toml.line("parent"))
    return path


def _read_abouts(
    toml: Toml,
    body: dict[str, Any],
    assumptions: dict[str, Assumption],
    known: Mapping[str, Parameter],
) -> list[Setting]:
    """Note statuses and reasons; return plain settings.

    A parameter may be written as a bare value, or as a table with `value`, `status`, `reason`.
    """
    settings = []
    abouts: dict[str, dict[str, Any]] = {}
    for setting in table_settings(toml, body, ()):
        *path, last = setting.name
        if path and last in (*_ABOUT, "value"):
            own = Setting(tuple(path), setting.value, setting.file, setting.line)
            _, key = _seats_and_key(own)
            _check_known(own, key, known)
            abouts.setdefault(key, {})[last] = setting.value
            if last == "value":
                settings.append(own)
            elif not isinstance(setting.value, str):
                raise setting.wrong("expected text")
            elif last == "status" and setting.value not in STATUSES:
                raise setting.wrong(f"expected {' or '.join(STATUSES)}")
        else:
            settings.append(setting)
    for key in _settled(settings):
        assumptions.pop(key, None)  # unless this file says otherwise
    for key, about in abouts.items():
        if "status" in about:
            assumptions[key] = Assumption(key, about["status"], about.get("reason", ""))
    return settings


def _seats_and_key(setting: Setting) -> tuple[tuple[int, ...], str]:
    name = setting.name
    if name[0] in SEATS:
        return (SEATS.index(name[0]),), ".".join(name[1:])
    return (0, 1), ".".join(name)


def _settled(settings: Iterable[Setting]) -> set[str]:
    """Parameters to which settings give a value in both seats."""
    given = {(seat, key) for s in settings for seats, key in [_seats_and_key(s)] for seat in seats}
    return {key for seat, key in given if seat == 0 and (1, key) in given}


def _check_known(setting: Setting, key: str, known: Mapping[str, Parameter]) -> None:
    if key not in known:
        hint = did_you_mean(key, known) or "; forgesim rules --names lists them"
        raise setting.wrong(f"unknown parameter {key!r}{hint}")


def _set_parameter(
    values: dict[tuple[int, str], int], setting: Setting, known: Mapping[str, Parameter]
) -> None:
    seats, key = _seats_and_key(setting)
    _check_known(setting, key, known)
    parameter = known[key]
    if setting.file is not None and isinstance(setting.value, str):
        raise setting.wrong(f"expected {parameter.expectation}, without quotation marks")
    if str(setting.value).startswith("+"):
        raise setting.wrong("a parameter is set to a value, not changed by one; leave out the +")
    value = as_switch(setting) if parameter.is_switch else as_number(setting)
    if not parameter.accepts(value):
        raise setting.wrong(f"expected {parameter.expectation}")
    for seat in seats:
        values[seat, key] = int(value)
