"""Files: text that people write, where every failure names file, line and remedy; and output."""

import codecs
import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import IO, Any, TypeVar

from pydantic import BaseModel, ValidationError

from forgesim.errors import DataError, MissingError, OutputError, Violation
from forgesim.interrupts import at_stake

MAX_BYTES = 32_000_000
"""The largest file that a person may be expected to have written."""
MAX_DEPTH = 20
"""The deepest table in a table that a person may be expected to have written."""
HALF_WRITTEN = ".half"
"""How the name of a file ends that is being written."""

ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""What a text must be that is shown within a line: nothing that a terminal would act on."""

_TEXT = r"""\"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
_PART = rf"(?:[A-Za-z0-9_-]+|{_TEXT})"
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_NO_KEYS = re.compile(
    rf"""\"{{3}}(?:\\.|[^\\])*?\"{{3,5}}|'{{3}}.*?'{{3,5}}|({_TEXT})|\#[^\n]*""", re.DOTALL
)
"""What in a TOML file may only look like keys: texts over several lines, and comments."""

Place = tuple[Path, int | None]
Model = TypeVar("Model", bound=BaseModel)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word, as a phrase to append; empty where none is near."""
    words = {each.casefold(): each for each in known}
    near = difflib.get_close_matches(word.casefold(), list(words), n=1)
    return f"; did you mean {words[near[0]]!r}?" if near else ""


def failure(path: Path, problem: str, line: int | None = None) -> DataError:
    """An error about one place of one file."""
    return DataError([Violation(path, line, problem)])


def _missing(path: Path, problem: str) -> MissingError:
    return MissingError([Violation(path, None, problem)])


def is_file(path: Path) -> bool:
    """Whether there is such a file; there is none where no file could be called so."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; there is none where no folder could be called so."""
    try:
        return path.is_dir()
    except OSError:
        return False


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises
    ------
    MissingError
        If there is no such file, or it is a directory, or unreadable.
    DataError
        If it is empty, or far too large.
    """
    try:
        if path.is_dir():
            raise _missing(path, "is a directory, expected a file")
        if not path.exists():
            siblings = [p.name for p in path.parent.iterdir()] if path.parent.is_dir() else []
            raise _missing(path, f"there is no such file{did_you_mean(path.name, siblings)}")
        size = path.stat().st_size
        if size > MAX_BYTES:
            problem = f"has {size / 1e6:,.0f} MB, expected at most {MAX_BYTES / 1e6:,.0f} MB"
            raise failure(path, problem)
        data = path.read_bytes()
    except OSError as error:
        raise _missing(path, f"cannot be read: {error.strerror}") from None
    if not data:
        raise failure(path, "is empty")
    return data


def read_text(path: Path) -> str:
    """Read a UTF-8 text file, with or without a byte-order mark.

    Raises
    ------
    DataError
        If it cannot be read, or is not UTF-8 text.
    """
    data = read_bytes(path)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise failure(path, "is UTF-16 text; save it as UTF-8")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len((data[: error.start] + b".").splitlines())
        raise failure(path, "is not UTF-8 text; save it as UTF-8", line) from None
    if "\0" in text:
        raise failure(path, "holds binary data, expected text in UTF-8")
    if not text.strip():
        raise failure(path, "is empty")
    return text


def write_atomically(path: Path, content: bytes | Callable[[IO[bytes]], object]) -> None:
    """Write a file so that it is there whole or not at all.

    Parameters
    ----------
    path : Path
    content : bytes or callable
        What to write, or what writes it into an open file.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    try:
        with at_stake():
            _write_and_move(path, content)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None


def _write_and_move(path: Path, content: bytes | Callable[[IO[bytes]], object]) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=HALF_WRITTEN)
    try:
        with os.fdopen(handle, "wb") as file:
            if isinstance(content, bytes):
                file.write(content)
            else:
                content(file)
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave an empty file in its place
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_half_written(folder: Path) -> None:
    """Remove what `write_atomically` left in a folder when its process was killed."""
    for path in folder.glob(f".*{HALF_WRITTEN}"):
        path.unlink(missing_ok=True)


@cache
def _umask() -> int:
    """What new files of this process may not be (to be asked only by setting it)."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


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
            raise failure(path, f"is not valid TOML: {problem}", line) from None
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
        """Line of a key, or of the nearest table around it that has one."""
        wanted = [part for key in keys for part in str(key).split(".")]
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
        text = _NO_KEYS.sub(lambda match: match[1] or "\n" * match[0].count("\n"), self.text)
        for number, line in enumerate(text.split("\n"), start=1):
            header = re.match(rf"\s*\[+\s*({_KEY})\s*\]", line)
            entry = re.match(rf"\s*({_KEY})\s*=", line)
            if header:
                table = self._split(header.group(1))
                lines.setdefault(tuple(table), number)
            elif entry:
                lines.setdefault((*table, *self._split(entry.group(1))), number)
        return lines

    @staticmethod
    def _split(key: str) -> list[str]:
        return [part.strip().strip("\"'") for part in key.split(".")]


def check(
    model: type[Model],
    values: dict[str, Any],
    place: Callable[[str], Place],
    subject: str = "",
    kind: str = "key",
) -> tuple[Model | None, list[Violation]]:
    """Validate values against a model; every violation names its place and what was expected.

    Parameters
    ----------
    model : type
        A pydantic model whose fields' descriptions say what a valid value looks like.
    values : dict
        What the file says.
    place : callable
        File and line of a field.
    subject : str
        What the values belong to (a card's name), to be named in each message.
    kind : str
        What the file's author calls a field: key, column.
    """
    try:
        return model.model_validate(values), []
    except ValidationError as error:
        violations = []
        for detail in error.errors():
            field = str(detail["loc"][0]) if detail["loc"] else ""
            problem = _problem(model, field, values, detail["type"], detail["msg"], kind)
            about = f"{subject!r}: " if subject else ""
            violations.append(Violation(*place(field), about + problem))
        return None, list(dict.fromkeys(violations))


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


def table_violations(
    toml: Toml, table: str, known: Iterable[str], noun: str, span: range, expected: str
) -> list[Violation]:
    """What is wrong with a table of names and whole numbers.

    Parameters
    ----------
    toml, table : Toml, str
        The file, and the table's key.
    known, noun : names that exist, and what one of them is called
    span, expected : the numbers allowed, and how a message says so
    """
    names = set(known)
    violations = []
    for name, value in toml.data.get(table, {}).items():
        line = toml.line(table, name)
        if name not in names:
            problem = f"unknown {noun} {name!r}{did_you_mean(name, names)}"
            violations.append(Violation(toml.path, line, problem))
        if type(value) is not int or value not in span:
            problem = f"{name} = {value!r}, expected {expected}"
            violations.append(Violation(toml.path, line, problem))
    return violations


def _problem(
    model: type[BaseModel], field: str, values: dict[str, Any], error: str, message: str, kind: str
) -> str:
    if error == "extra_forbidden":
        return f"unknown {kind} {field!r}{did_you_mean(field, model.model_fields)}"
    if field not in model.model_fields:
        return message
    expected = model.model_fields[field].description or message
    if error == "missing" or values.get(field) is None:
        return f"{field} is missing, expected {expected}"
    return f"{field} {shown(values[field])}, expected {expected}"


def shown(value: Any) -> str:
    """A value as messages quote it: not more than a line of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
