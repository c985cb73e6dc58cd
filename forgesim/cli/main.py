"""The `forgesim` command: runs the command line and says how it went.

Its head imports nothing that takes time: only `main` sees to it that Ctrl-C is answered.
"""

import os
import sys
from contextlib import suppress
from errno import ENOSPC
from io import TextIOWrapper
from typing import TextIO

from forgesim import interrupts


def main() -> None:
    """Run the command line and exit with its code."""
    interrupts.heed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    if sys.stdout is None:
        sys.exit(_failed("standard output is closed: send it to a file, or to /dev/null"))
    code = _run()
    for stream in (sys.stdout, sys.stderr):
        if _is_broken(stream):  # keep Python from complaining about it at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    if code == interrupts.EXIT_CODE:
        interrupts.leave()
    sys.exit(code)


def _run() -> int:
    import typer  # noqa: PLC0415

    from forgesim.cli.app import ReaderGone, app  # noqa: PLC0415
    from forgesim.errors import ForgesimError  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what an encoding lacks is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        code = int(app(standalone_mode=False) or 0)
        if code == interrupts.EXIT_CODE:
            _say("interrupted")
    except ForgesimError as error:
        return _failed(error, error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _failed("interrupted", interrupts.EXIT_CODE)
    except ReaderGone:
        return 0
    except OSError as error:
        if _is_broken(sys.stdout) or error.errno == ENOSPC:  # a large write is not kept
            return _failed(f"standard output cannot be written: {error.strerror}")
        return 2 if _is_broken(sys.stderr) else _unexpected(error)
    except Exception as error:
        return _unexpected(error)
    return code


def _failed(why: object, code: int = 2) -> int:
    _say(why)
    return code


def _say(text: object) -> None:
    with suppress(OSError):  # where nobody can be told, the exit code remains
        print(text, file=sys.stderr, flush=True)


def _is_broken(stream: TextIO) -> bool:
    """Whether a stream has not taken what was written to it."""
    try:
        stream.flush()
    except OSError:
        return True
    return False


def _unexpected(error: Exception) -> int:
    """Print an error of the option parser, or ask for a report of an internal one."""
    if hasattr(error, "exit_code") and hasattr(error, "show"):
        with suppress(OSError):
            error.show()
        return int(error.exit_code)
    import traceback  # noqa: PLC0415

    _say("".join(traceback.format_exception(error)))
    _say(
        "forgesim failed in a way that it should not: please report this, with the lines above and"
        " the command that you ran."
    )
    return 70
