"""Runs the installed `forgesim`, and compares what it prints with stored text."""

import io
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from unittest import mock

from forgesim import interrupts
from forgesim.cli.main import main

PROGRAM = Path(sys.executable).parent / "forgesim"
CHECKOUT = Path(__file__).parent.parent.parent
SNAPSHOTS = Path(__file__).parent / "snapshots"
IS_UPDATING = bool(os.environ.get("FORGESIM_UPDATE_SNAPSHOTS"))
"""Whether stored text is rewritten instead of compared."""

# What may reach the program from outside; a terminal's or a CI's habits must not.
_KEPT = ("PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "XDG_CACHE_HOME", "FORGESIM_CACHE_DIR",
         "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")  # fmt: skip
_PLAIN = {"NO_COLOR": "1", "TERM": "dumb", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Result:
    """What a run of the program left behind."""

    code: int
    out: str
    err: str

    @property
    def has_traceback(self) -> bool:
        """Whether a user was shown the program's insides."""
        return "Traceback (most recent call last)" in self.out + self.err


def run_forgesim(*arguments: str | Path, cwd: Path, columns: int = 100) -> Result:
    """Run the console script in a folder, without a terminal."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ} | _PLAIN
    environment["COLUMNS"] = str(columns)
    done = subprocess.run(
        [PROGRAM, *arguments], cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", timeout=600, check=False,
    )  # fmt: skip
    return Result(done.returncode, done.stdout, done.stderr)


def call_forgesim(*arguments: str | Path, cwd: Path, columns: int = 100, typed: str = "") -> Result:
    """Do what the console script does, in this process: much quicker, and the same to a user.

    `typed` comes through a pipe.
    """
    out, err, before = io.StringIO(), io.StringIO(), Path.cwd()
    environment = {"COLUMNS": str(columns)} | _PLAIN
    os.chdir(cwd)
    try:
        with (
            mock.patch.dict(os.environ, environment),
            mock.patch.object(sys, "argv", ["forgesim", *map(str, arguments)]),
            mock.patch.object(interrupts, "heed"),  # Ctrl-C is for the tests
            mock.patch.object(interrupts, "leave"),
            mock.patch.object(sys.modules["__main__"], "__package__", None),  # `python -m pytest`
            mock.patch.object(sys, "stdin", io.StringIO(typed)),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            main()
        code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 1
    finally:
        os.chdir(before)
    return Result(code, out.getvalue(), err.getvalue())


def run_well(*arguments: str | Path, cwd: Path) -> str:
    """Run the console script, expect it to succeed, and return what it printed."""
    result = run_forgesim(*arguments, cwd=cwd)
    assert result.code == 0, result.err
    return result.out


def call_well(*arguments: str | Path, cwd: Path, typed: str = "") -> str:
    """`run_well` in this process."""
    result = call_forgesim(*arguments, cwd=cwd, typed=typed)
    assert result.code == 0, result.err
    return result.out


def normal(text: str) -> str:
    """Text without what differs from machine to machine: shipped paths and trailing blanks."""
    text = re.sub(r"[^\s'\"]*?[/\\]rosters[/\\]forge[/\\]", "<shipped>/", text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def matches_snapshot(name: str, text: str) -> bool:
    """Whether text equals `snapshots/NAME.txt`; in update mode it is written there."""
    path = SNAPSHOTS / f"{name}.txt"
    if IS_UPDATING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(normal(text), encoding="utf-8")
    return path.exists() and path.read_text(encoding="utf-8") == normal(text)


def has_the_parser_of_the_snapshots() -> bool:
    """Whether help pages and the parser's own messages can be expected word for word.

    They are laid out by typer and rich, which are not pinned: `snapshots/parser.txt` says with
    which versions the snapshots were made.
    """
    here = f"typer {version('typer')}, rich {version('rich')}"
    return matches_snapshot("parser", here)


def tree(folder: Path) -> dict[str, bytes | None]:
    """Every file below a folder with its bytes, and every folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
