"""Files: text that people write, where every failure names file, line and remedy; and output."""

import codecs
import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

from pydantic import BaseModel, ValidationError

from forgesim.errors import DataError, MissingError, OutputError, Violation

MAX_BYTES = 32_000_000
"""The largest file that a person may be expected to have written."""

Place = tuple[Path, int | None]
Model = TypeVar("Model", bound=BaseModel)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word, as a phrase to append; empty where none is near."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def failure(path: Path, problem: str, line: int | None = None) -> DataError:
    """An error about one place of one file."""
    return DataError([Violation(path, line, problem)])


def _missing(path: Path, problem: str) -> MissingError:
    return MissingError([Violation(path, None, problem)])


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
        line = data[: error.start].count(b"\n") + 1
        raise failure(path, "is not UTF-8 text; save it as UTF-8", line) from None
    if "\0" in text:
        raise failure(path, "holds binary data, expected text")
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
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                if isinstance(content, bytes):
                    file.write(content)
                else:
                    content(file)
            Path(name).chmod(0o666 & ~_umask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None


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

    def line(self, *keys: str | int) -> int | None:
        """Line of a key, or of the nearest table around it that has one."""
        wanted = [str(key) for key in keys]
        while wanted:
            for number, path in self._keys():
                if path == wanted:
                    return number
            wanted.pop()
        return None

    def _keys(self) -> Iterable[tuple[int, list[str]]]:
        table: list[str] = []
        is_inside_text = False
        for number, line in enumerate(self.text.splitlines(), start=1):
            was_inside_text = is_inside_text
            is_inside_text ^= (line.count('"""') + line.count("'''")) % 2 == 1
            if was_inside_text:
                continue
            header = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
            entry = re.match(r"\s*([A-Za-z0-9_.\"'-]+(?:\s*\.\s*[A-Za-z0-9_\"'-]+)*)\s*=", line)
            if header:
                table = self._split(header.group(1))
                yield number, table
            elif entry:
                yield number, table + self._split(entry.group(1))

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
    return f"{field} {_shown(values[field])}, expected {expected}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
