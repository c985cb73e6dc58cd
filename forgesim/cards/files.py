"""Files: reading what people write, and writing whole or not at all; words for what is wrong."""

import codecs
import difflib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from forgesim.errors import DataError, MissingError, OutputError, Violation
from forgesim.interrupts import at_stake

MAX_BYTES = 32_000_000
"""The largest file that a person may be expected to have written."""
_BEGINNING = 4
"""How many letters words share that begin alike."""
HALF_WRITTEN = ".half"
"""How the name of a file ends that is being written."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Suggest the nearest known word, as a phrase to append; empty where none is near.

    Words are near that are spelt alike, or begin alike.
    """
    words = {each.casefold(): each for each in known}
    plain = word.casefold()
    begun = [each for each in words if each[:_BEGINNING] == plain[:_BEGINNING]]
    near = difflib.get_close_matches(plain, list(words), n=1) or begun
    return f"; did you mean {words[near[0]]!r}?" if near else ""


def shown(value: Any) -> str:
    """A value as messages quote it: not more than a line of it."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def named(names: Sequence[str], most: int = 5, comma: str = ",") -> str:
    """Names in a row; beyond a few, how many more there are."""
    rest = len(names) - most
    return f"{comma} ".join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


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


def files_in(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    """Files of a folder by the endings of their names, without those that programs hide there."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in endings and not path.name.startswith(("~$", "."))
    )


def other_files_in(folder: Path, endings: tuple[str, ...]) -> list[Path]:
    """Files of a folder that `files_in` leaves out, but for those that programs hide there."""
    return sorted(
        path
        for path in folder.iterdir()
        if is_file(path)
        and path.suffix.lower() not in endings
        and not path.name.startswith(("~$", "."))
    )


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


def write_together(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write new files below a folder, which is made if need be: all of them or none.

    Raises
    ------
    OutputError
        If they cannot be written; nothing is left behind.
    """
    paths = {folder / name: content for name, content in contents.items()}
    folders = {parent for path in paths for parent in path.parents}
    new = sorted((path for path in folders if not os.path.lexists(path)), reverse=True)
    with at_stake():
        try:
            for path, content in paths.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, content)
        except BaseException as error:
            for path in paths:
                with suppress(OSError):
                    path.unlink()
            for path in new:
                with suppress(OSError):
                    path.rmdir()
            if isinstance(error, OSError):
                raise OutputError(f"{folder} cannot be made: {error.strerror or error}") from None
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
