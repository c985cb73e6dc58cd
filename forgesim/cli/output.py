"""What commands about data put out: files, and what is wrong with those that they look at."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from forgesim.cards.files import is_file, is_folder, write_atomically, write_together
from forgesim.cli.notes import counted
from forgesim.errors import DataError, MissingError, UsageError

VIOLATIONS_FOUND = 1


@contextmanager
def violations_listed() -> Iterator[None]:
    """Print the violations of data that are being checked, and end with the code for them."""
    try:
        yield
    except MissingError:
        raise  # a file that is not there is no violation, but a wrong call
    except DataError as error:
        print(error)
        rows = {(v.file, line) for v in error.violations for line in (v.line, *v.more)}
        is_grouped = any(violation.more for violation in error.violations)
        within = f" in {counted(len(rows), 'row')}" if is_grouped else ""
        print(f"\n{counted(len(error.violations), 'fault')}{within}")
        raise typer.Exit(VIOLATIONS_FOUND) from None


def write_output(data: bytes, out: Path | None, force: bool, what: str) -> None:
    """Write to a new file and say so, or to standard output."""
    if out is None:
        print_data(data.decode())
        return
    check_output(out, force)
    write_atomically(out, data)
    print(f"{what} written to {out}")


def check_output(out: Path, force: bool) -> None:
    """Raise UsageError where a new file may not be written."""
    if not is_folder(out.parent):
        raise UsageError(f"--out {out}: there is no folder {out.parent}")
    if is_file(out) and not force:
        raise UsageError(f"{out} exists already: name another --out, or add --force")
    if os.path.lexists(out) and not is_file(out):
        raise UsageError(f"{out} exists, and is no file: name another --out")


def print_data(text: str) -> None:
    """Print what programs read: in UTF-8, whatever a terminal of this system would like."""
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
    else:
        sys.stdout.write(text)


def check_new_folder(out: Path, names: Iterable[str] = ()) -> None:
    """Raise UsageError where new files may not be written into a folder."""
    taken = [out / name for name in names if os.path.lexists(out / name)]
    if taken:
        raise UsageError(f"{taken[0]} exists already: name another --out or --seed")
    if os.path.lexists(out) and not is_folder(out):
        raise UsageError(f"{out} is a file, expected a folder: name another one")


def write_new_folder(out: Path, texts: Mapping[str, str], what: str) -> None:
    """Write files by name into a folder in which none of them is yet: all of them or none."""
    check_new_folder(out, texts)
    write_together(out, {name: text.encode() for name, text in texts.items()})
    print(f"{what} written to {out}")
