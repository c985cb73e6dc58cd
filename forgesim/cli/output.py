"""What commands about data put out: files, and what is wrong with those that they look at."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import typer

from forgesim.cards.files import write_atomically
from forgesim.errors import DataError, MissingError, OutputError, UsageError

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
        files = len({violation.file for violation in error.violations})
        print(f"\n{len(error.violations)} wrong, in {files} of the files")
        raise typer.Exit(VIOLATIONS_FOUND) from None


def write_output(data: bytes, out: Path | None, force: bool, what: str) -> None:
    """Write to a new file and say so, or to standard output."""
    if out is None:
        sys.stdout.write(data.decode())
        return
    if out.exists() and not force:
        raise UsageError(f"{out} exists already: name another --out, or add --force")
    if not out.parent.is_dir():
        raise UsageError(f"{out}: there is no folder {out.parent}")
    write_atomically(out, data)
    print(f"{what} written to {out}")


def write_new_folder(out: Path, texts: Mapping[str, str], what: str) -> None:
    """Write files by name into a folder in which none of them is yet."""
    taken = [name for name in texts if (out / name).exists()]
    if taken:
        raise UsageError(f"{out / taken[0]} exists already: name another --out")
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{out} cannot be made: {error.strerror}") from None
    for name, text in texts.items():
        write_atomically(out / name, text.encode())
    print(f"{what} written to {out}")
