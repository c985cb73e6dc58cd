"""Ruleset files: values for every parameter, variants by parent, and what is assumed."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forgesim.cards.checks import ONE_LINE
from forgesim.cards.files import did_you_mean, failure, is_file
from forgesim.cards.model import Card
from forgesim.cards.parameters import SEATS, Parameter, by_key
from forgesim.cards.settings import Setting, as_number, as_switch, table_settings
from forgesim.cards.shipped import find
from forgesim.cards.synergies import TABLE, Synergy, check_range, read_synergies, with_synergies
from forgesim.cards.toml import Toml
from forgesim.errors import UsageError

_META = ("name", "game", "parent", "title", "reference", TABLE)
_ABOUT = ("status", "reason", "choices", "probe")
STATUSES = ("assumed", "decided")
"""What a value can be: `assumed` where the source rules do not give it, and summaries say so."""


Values = Mapping[str, int]
"""Value of every parameter for one seat, by its name; switches as 0 and 1."""


@dataclass(frozen=True)
class Assumption:
    """A value that the source rules do not give: where it stands, and why it is what it is.

    Attributes
    ----------
    key : str
        The parameter's.
    status, reason : str
    choices : tuple of int
        Values that it might have as well: both positions of a switch; of a number those that its
        file names as `choices`, or the two ends of its `probe`.
    """

    key: str
    status: str
    reason: str
    choices: tuple[int, ...] = ()


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
    synergies : tuple of Synergy
        What decks earn by the groups of their cards.
    """

    name: str
    title: str
    game: str
    seats: tuple[Values, Values]
    assumptions: Mapping[str, Assumption]
    reference: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    synergies: tuple[Synergy, ...] = ()

    def seats_for(self, cards: Sequence[Card]) -> tuple[Values, Values]:
        """Values for the player of a deck, in either seat, with the synergies that it has."""
        return with_synergies(self.seats, self.synergies, cards)


def load_rules(
    name: str,
    game: str,
    parameters: Iterable[Parameter],
    settings: Iterable[Setting] = (),
    folder: Path = Path(),
    noun: str = "group",
) -> Rules:
    """Load a ruleset by name or path, with its parents, and apply settings.

    `noun` is the game's word for a group of cards: the key that names one in a synergy.

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
    synergies: dict[str, Synergy] = {}
    for toml in reversed(chain):
        stand_ins = toml.data.get("reference", {})
        if not isinstance(stand_ins, dict):
            problem = f"reference {stand_ins!r}, expected a table"
            raise failure(toml.path, problem, toml.line("reference"))
        body = {key: value for key, value in toml.data.items() if key not in _META}
        for setting in _read_abouts(toml, body, assumptions, known):
            _set_parameter(values, setting, known)
        reference |= stand_ins
        synergies |= {synergy.name: synergy for synergy in read_synergies(toml, known, noun)}
    for setting in settings:  # trials: what they set stays listed as assumed
        _set_parameter(values, setting, known)
    own = chain[0]
    missing = [key for key in known if (0, key) not in values or (1, key) not in values]
    if missing:
        raise failure(own.path, f"no value for {', '.join(missing)}; name a parent that has them")
    first, second = ({p.name: values[seat, p.key] for p in known.values()} for seat in (0, 1))
    out_of_range = check_range([*synergies.values()], (first, second), known.values())
    if out_of_range is not None:
        raise failure(own.path, out_of_range, own.line(TABLE))
    return Rules(
        name=str(own.data.get("name", own.path.stem)),
        title=str(own.data.get("title", "")),
        game=game,
        seats=(first, second),
        assumptions=assumptions,
        reference=reference,
        synergies=tuple(synergies.values()),
    )


def differences(
    rules: Rules, default: Rules, parameters: Sequence[Parameter], noun: str = "group"
) -> list[str]:
    """What a ruleset has otherwise than another, as `fp_cap 3, not 7` or `first.start_heat ...`.

    Synergies that the other has not come last.

    Parameters
    ----------
    rules, default : Rules
        The ruleset, and the one that it is held against; settings count as part of either.
    parameters : sequence of Parameter
        What is compared, in this order.
    noun : str
        The game's word for a group of cards.
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
    new = (each for each in rules.synergies if each not in default.synergies)
    return found + [f"synergy {each.name} ({each.told(noun, parameters)})" for each in new]


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
            elif last in ("choices", "probe"):
                _check_choices(setting, known[key])
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
            choices = (0, 1) if known[key].is_switch else _choices(about)
            assumptions[key] = Assumption(key, about["status"], about.get("reason", ""), choices)
    return settings


def _choices(about: Mapping[str, Any]) -> tuple[int, ...]:
    return tuple(about.get("choices", about.get("probe", ())))


def _check_choices(setting: Setting, parameter: Parameter) -> None:
    """Raise unless a ruling's `choices` or `probe` are values that it can have."""
    value: Any = setting.value
    if parameter.is_switch:
        raise setting.wrong("a switch has two choices as it is; leave this out")
    is_list = isinstance(value, list) and all(parameter.accepts(each) for each in value)
    if not is_list or len(set(value)) != len(value) or len(value) < 2:
        raise setting.wrong(f"expected two values or more, each {parameter.expectation}")
    if setting.name[-1] == "probe" and (len(value) != 2 or value[0] > value[1]):
        raise setting.wrong("expected the least and the most it might be, as [1, 3]")


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
