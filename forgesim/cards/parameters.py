"""Parameters of a ruleset: what exists, and how `NAME=VALUE` settings address it."""

from collections.abc import Iterable
from dataclasses import dataclass

SEATS = ("first", "second")
"""Prefixes of a parameter name that bind it to one seat: who goes first, who goes second."""


@dataclass(frozen=True)
class Parameter:
    """One number or switch of a ruleset.

    Attributes
    ----------
    name : str
        Its name in files and in `--set`; a switch is addressed as `switch.NAME`.
    low, high : int
        Inclusive range of a number; 0 and 1 for a switch.
    unit : str
        What is counted; "switch" marks a switch.
    ruling : str
        The ruling it belongs to.
    meaning : str
        One line for people.
    builds : bool
        Whether it says how decks are built: a synergy cannot change it.
    """

    name: str
    low: int
    high: int
    unit: str
    ruling: str
    meaning: str
    builds: bool = False

    @property
    def is_switch(self) -> bool:
        """Whether this is an on/off choice."""
        return self.unit == "switch"

    @property
    def key(self) -> str:
        """The name as settings and files write it."""
        return f"switch.{self.name}" if self.is_switch else self.name

    @property
    def expectation(self) -> str:
        """What a value must look like, for messages."""
        if self.is_switch:
            return "on or off"
        return f"a whole number from {self.low} to {self.high} ({self.unit})"

    def told(self, value: int) -> str:
        """A value as people write it."""
        return ("off", "on")[value] if self.is_switch else str(value)

    def accepts(self, value: object) -> bool:
        """Whether `value` is one that this parameter can take."""
        if self.is_switch:
            return isinstance(value, bool)
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
        )


def number(
    name: str, low: int, high: int, unit: str, ruling: str, meaning: str, *, builds: bool = False
) -> Parameter:
    """Declare a number."""
    return Parameter(name, low, high, unit, ruling, meaning, builds)


def switch(name: str, ruling: str, meaning: str) -> Parameter:
    """Declare a switch."""
    return Parameter(name, 0, 1, "switch", ruling, meaning)


def by_key(parameters: Iterable[Parameter]) -> dict[str, Parameter]:
    """Index parameters by the name that settings use."""
    return {parameter.key: parameter for parameter in parameters}
