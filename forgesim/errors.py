"""The one exception family of forgesim: every expected failure says what to do about it."""

from dataclasses import dataclass
from pathlib import Path

_LINES = 3
"""How many lines a message names before it counts the others."""


class ForgesimError(Exception):
    """An expected failure: its text is for the user, its `exit_code` for the shell."""

    exit_code = 2


class UsageError(ForgesimError):
    """The call cannot be carried out as written."""


class OutputError(ForgesimError):
    """What was to be written could not be: no room, no permission, no such place."""


class Interrupted(ForgesimError):  # noqa: N818 (no error: the user wanted it)
    """The user stopped a command; the text says what is kept and how to go on."""

    exit_code = 130


class EngineError(ForgesimError):
    """A kernel gave up on a match: a fault of forgesim, never of the input."""

    exit_code = 70


@dataclass(frozen=True)
class Violation:
    """One thing wrong in one place of a file.

    Attributes
    ----------
    file : Path
        The file as the user named it.
    line : int or None
        Line of the file, from 1; None where the whole file is meant.
    problem : str
        What is wrong, with the value, what was expected, and what to do.
    more : tuple of int
        Further lines of the file of which the same is true.
    """

    file: Path
    line: int | None
    problem: str
    more: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self._place()}: {self.problem}"

    def _place(self) -> str:
        if not self.line:
            return f"{self.file}"
        lines = [str(line) for line in (self.line, *self.more)]
        place = f"{self.file}:{', '.join(lines[:_LINES])}"
        left = len(lines) - _LINES
        return f"{place} and {left} more row{'s' if left > 1 else ''}" if left > 0 else place


class DataError(ForgesimError):
    """Unusable input files, with every violation found."""

    def __init__(self, violations: list[Violation]) -> None:
        self.violations = violations
        super().__init__("\n".join(str(violation) for violation in violations))


class MissingError(DataError):
    """A file that was named is not there, or cannot be opened."""
