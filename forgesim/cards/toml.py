"""TOML files, with the lines on which their keys stand."""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from forgesim.cards.checks import Model, check
from forgesim.cards.files import did_you_mean, failure, read_text
from forgesim.errors import DataError, Violation

MAX_DEPTH = 20
"""The deepest table in a table that a person may be expected to have written."""

_TEXT = r"""\"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
_PART = rf"(?:[A-Za-z0-9_-]+|{_TEXT})"
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_NO_KEYS = re.compile(
    rf"""\"{{3}}(?:\\.|[^\\])*?\"{{3,5}}|'{{3}}.*?'{{3,5}}|({_TEXT})|\#[^\n]*""", re.DOTALL
)
"""What in a TOML file may only look like keys: texts over several lines, and comments."""


_CURLY = re.compile("[\u201c\u201d\u201e\u201f\u2018\u2019\u00ab\u00bb]")
_BARE_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def entry(key: str, value: str) -> str:
    """A key and a text as a line of a TOML file."""
    name = key if _BARE_KEY.fullmatch(key) else json.dumps(key, ensure_ascii=False)
    return f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _remedy(problem: str, line: str) -> str:
    """What to do about a line that is no TOML, as a phrase to append; empty where nobody knows."""
    key, equals, value = (part.strip() for part in line.partition("="))
    if _CURLY.search(line):
        return '; write straight quotation marks (") in the place of curly ones'
    if problem.startswith(("Cannot overwrite", "Cannot declare")):
        return "; it stands in this file already: put both together"
    if key.startswith("["):
        return '; the name of a table stands between [ and ], as [columns] or [values."My Word"]'
    if problem.startswith("Expected '='") and not equals:
        return f"; expected {entry('KEY', 'VALUE')}, with = between them"
    if equals and key and not re.fullmatch(_KEY, key):
        return f"; put what stands before = between quotation marks: {entry(key, '...')}"
    text = re.sub(r"\s+#.*", "", value if equals else key)
    if not re.match(r"[\[{\s]*[^\W\d_]", text):
        return ""
    is_alone = equals and text[0] not in "[{"
    return "; put text between quotation marks" + (f": {entry(key, text)}" if is_alone else "")


class Toml:
    """A TOML file with its contents and the lines on which its keys stand."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = read_text(path)
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            problem = re.sub(r" \(at .*\)", "", str(error))
            line = int(found.group(1)) if found else None
            remedy = _remedy(problem, self.text.split("\n")[line - 1]) if line else ""
            raise failure(path, f"is not valid TOML: {problem}{remedy}", line) from None
        except RecursionError:
            raise failure(path, "is nested too deeply to be read") from None
        except ValueError:  # of int(), which refuses thousands of digits
            raise failure(path, "holds a number that is too large to be read") from None
        self._refuse_monsters()

    def _refuse_monsters(self) -> None:
        """Raise for what TOML allows, and what no message could show."""
        inside: list[tuple[Any, int]] = [(self.data, 0)]
        while inside:
            value, depth = inside.pop()
            if depth > MAX_DEPTH:
                raise failure(self.path, "is nested too deeply to be read")
            if isinstance(value, int) and abs(value) >= 10**100:
                raise failure(self.path, "holds a number that is too large to be read")
            if isinstance(value, dict | list):
                inner = value.values() if isinstance(value, dict) else value
                inside += [(item, depth + 1) for item in inner]

    def line(self, *keys: str | int) -> int | None:
        """Line of a key, or of the nearest table around it that has one.

        Of several tables below lines `[[name]]`, the one with number n has the key n: 0 is the
        first.
        """
        wanted = [part.strip() for key in keys for part in str(key).split(".")]
        while wanted:
            if tuple(wanted) in self._lines:
                return self._lines[tuple(wanted)]
            wanted.pop()
        return None

    @cached_property
    def _lines(self) -> dict[tuple[str, ...], int]:
        """Line of each table and key."""
        lines: dict[tuple[str, ...], int] = {}
        table: list[str] = []
        counts: dict[tuple[str, ...], int] = {}  # of the tables of each array so far
        text = _NO_KEYS.sub(lambda match: match[1] or "\n" * match[0].count("\n"), self.text)
        for number, line in enumerate(text.split("\n"), start=1):
            header = re.match(rf"\s*(\[+)\s*({_KEY})\s*\]", line)
            entry = re.match(rf"\s*({_KEY})\s*=", line)
            if header:
                table = self._split(header.group(2))
                if header.group(1) == "[[":
                    counts[tuple(table)] = counts.get(tuple(table), -1) + 1
                key = tuple(table)
            elif entry:
                key = (*table, *self._split(entry.group(1)))
            else:
                continue
            lines.setdefault(key, number)
            for array, count in counts.items():
                if key[: len(array)] == array:
                    lines.setdefault((*array, str(count), *key[len(array) :]), number)
        return lines

    @staticmethod
    def _split(key: str) -> list[str]:
        return [part.strip().strip("\"'") for part in key.split(".")]


def load_file(path: Path, model: type[Model], game: str) -> tuple[Model, Toml]:
    """Read a TOML file that holds what a model says, for a game.

    Raises
    ------
    DataError
        With every violation of the file, or if its `game` is another one.
    """
    toml = Toml(path)
    file, violations = check(model, toml.data, lambda key: (path, toml.line(key)))
    if file is None:
        raise DataError(violations)
    if toml.data.get("game", game) != game:
        raise failure(path, f"game {toml.data['game']!r}, expected {game!r}", toml.line("game"))
    return file, toml


class Span(NamedTuple):
    """The whole numbers that a name may have, and how a message says so."""

    allowed: range
    expected: str


def table_violations(
    toml: Toml, table: str, known: Mapping[str, Span], noun: str
) -> list[Violation]:
    """What is wrong with a table of names and whole numbers.

    Parameters
    ----------
    toml, table : Toml, str
        The file, and the table's key.
    known, noun : the names that exist, with their numbers, and what one of them is called
    """
    violations = []
    for name, value in toml.data.get(table, {}).items():
        line = toml.line(table, name)
        if name not in known:
            problem = f"unknown {noun} {name!r}{did_you_mean(name, known)}"
            violations.append(Violation(toml.path, line, problem))
            continue
        if type(value) is not int or value not in known[name].allowed:
            problem = f"{name} = {value!r}, expected {known[name].expected}"
            violations.append(Violation(toml.path, line, problem))
    return violations
