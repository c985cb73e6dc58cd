"""Ctrl-C: a command leaves at once, except where something must be put in order first.

Python answers Ctrl-C by raising KeyboardInterrupt wherever it happens to be. Most of what a command
does cannot be trusted with that: an import turns it into another error, and a callback of the
compiler drops it, so that the command goes on.
"""

import atexit
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

EXIT_CODE = 130
SETTLING = 2.0
"""Seconds for which Ctrl-C, pressed again, does not disturb the putting in order."""


class _Handler:
    """What Ctrl-C does, from `heed` on."""

    def __init__(self) -> None:
        self.stakes = 0
        self.deaf_until = 0.0

    def __call__(self, *_: Any) -> None:
        now = time.monotonic()
        if now < self.deaf_until:
            return
        if not self.stakes:
            with suppress(OSError):
                os.write(2, b"interrupted\n")  # printing may be what is interrupted
            os._exit(EXIT_CODE)
        self.deaf_until = now + SETTLING
        raise KeyboardInterrupt


_handler = _Handler()


def heed() -> None:
    """Answer Ctrl-C as a command does, unless whoever started it wants it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _handler)


@contextmanager
def at_stake() -> Iterator[None]:
    """Have Ctrl-C raise KeyboardInterrupt while something must not be left as it is."""
    _handler.stakes += 1
    try:
        yield
    finally:
        _handler.stakes -= 1


@contextmanager
def unreached() -> Iterator[None]:
    """Start threads and processes that Ctrl-C does not reach: it is for this one to end them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave() -> NoReturn:
    """End as interrupted, without waiting for threads that are in the engine or the compiler."""
    atexit._run_exitfuncs()
    os._exit(EXIT_CODE)
