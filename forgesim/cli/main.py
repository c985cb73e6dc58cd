"""The `forgesim` command: runs the command line and says how it went."""

import os
import sys

import typer

from forgesim.cli.app import ReaderGone, app
from forgesim.errors import ForgesimError

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code."""
    try:
        code = int(app(standalone_mode=False) or 0)
        if code == INTERRUPTED:
            print("interrupted", file=sys.stderr)
    except ForgesimError as error:
        print(error, file=sys.stderr)
        code = error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        code = INTERRUPTED
    except ReaderGone:
        # Keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        code = _unexpected(error)
    sys.exit(code)


def _unexpected(error: Exception) -> int:
    """Print an error of the option parser, or ask for a report of an internal one."""
    if hasattr(error, "exit_code") and hasattr(error, "show"):
        error.show()
        return int(error.exit_code)
    import traceback  # noqa: PLC0415

    traceback.print_exc()
    print(
        "\nforgesim failed in a way that it should not: please report this, with the lines above"
        " and the command that you ran.",
        file=sys.stderr,
    )
    return 70
