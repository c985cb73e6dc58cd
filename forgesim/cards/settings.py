"""Settings: `NAME=VALUE` as `--set` takes them, and the same names in files.

A name is a parameter (`fp_cap`, `switch.late_attach`), alone or bound to a seat
(`first.start_heat`), a card's field (`card.bramble_hound.cost`), or a pilot's weight
(`pilot.greedy.face`). A value that begins with + or - and follows a card's or a pilot's name is
relative to what stands there; `==-3` sets -3 itself.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forgesim.cards.parameters import SEATS
from forgesim.cards.toml import Toml
from forgesim.errors import DataError, ForgesimError, UsageError, Violation

Value = int | str | bool
_GROUPS = (*SEATS, "switch", "card", "pilot")
"""Tables of settings that may be empty; where any other is, there is no value."""


@dataclass(frozen=True)
class Setting:
    """One value to set, and where it was asked for.

    Attributes
    ----------
    name : tuple of str
        The dotted name, split.
    value : int, str or bool
        As written; a string where it came from the command line.
    file : Path or None
        The file that says so; None for the command line.
    line : int or None
        Its line.
    """

    name: tuple[str, ...]
    value: Value
    file: Path | None = None
    line: int | None = None

    @property
    def text(self) -> str:
        """The setting as one would write it for `--set`."""
        value = self.value
        if isinstance(value, bool):
            value = "on" if value else "off"
        return f"{'.'.join(self.name)}={value}"

    def wrong(self, problem: str) -> ForgesimError:
        """An error about this setting."""
        if self.file is None:
            return UsageError(f"--set {self.text}: {problem}")
        return DataError([Violation(self.file, self.line, f"{self.text}: {problem}")])


def parse_settings(texts: Iterable[str]) -> list[Setting]:
    """Read `NAME=VALUE` settings from the command line."""
    settings = []
    for text in texts:
        name, equals, value = text.partition("=")
        parts = tuple(part.strip() for part in name.split("."))
        if not equals or not all(parts):
            raise UsageError(f"--set {text}: expected NAME=VALUE, as in --set fp_cap=8")
        settings.append(Setting(parts, value.strip()))
    return settings


def table_settings(toml: Toml, table: Mapping[str, Any], at: tuple[str, ...]) -> list[Setting]:
    """Flatten a table of a TOML file into settings; `at` is where in the file it stands.

    The order of keys means nothing in TOML: what is bound to a seat always follows what is not.

    Raises
    ------
    DataError
        If one setting is written in two ways, as `fp_cap` and `"fp_cap"` in a table.
    """
    settings = _flatten(toml, table, at)
    times = Counter(setting.name for setting in settings)
    for setting in settings:
        if times[setting.name] > 1:
            raise setting.wrong("stands twice in this file: once in quotes, once in a table")
    return sorted(settings, key=lambda setting: setting.name[0] in SEATS)


def _flatten(toml: Toml, table: Mapping[str, Any], at: tuple[str, ...]) -> list[Setting]:
    settings = []
    for key, value in table.items():
        place = (*at, key)
        name = tuple(key.split("."))  # a dotted name may stand in quotes
        if isinstance(value, Mapping) and (value or key in _GROUPS):
            for inner in _flatten(toml, value, place):
                settings.append(Setting((*name, *inner.name), inner.value, inner.file, inner.line))
        else:
            settings.append(Setting(name, value, toml.path, toml.line(*place)))
    return settings


def as_number(setting: Setting, base: int | None = None) -> int:
    """The whole number that a setting asks for, relative to `base` where it has a sign."""
    text = str(setting.value).strip()
    if isinstance(setting.value, bool):
        raise setting.wrong("expected a whole number")
    is_relative = base is not None and isinstance(setting.value, str) and text[:1] in "+-"
    if not re.fullmatch(r"=?[+-]?[0-9]{1,100}", text):
        raise setting.wrong(f"{text!r} is not a whole number")
    number = int(text.removeprefix("="))
    return number + base if is_relative and base is not None else number


def as_switch(setting: Setting) -> bool:
    """The position of a switch that a setting asks for."""
    if isinstance(setting.value, bool):
        return setting.value
    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    text = str(setting.value).lower()
    if text not in words:
        raise setting.wrong("expected on or off")
    return words[text]
