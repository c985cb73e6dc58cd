"""Ctrl-C: a command leaves at once, except where something must be put in order first.

Python answers Ctrl-C by raising KeyboardInterrupt wherever it happens to be. Most of what a command
does cannot be trusted with that: an import turns it into another error, and a callback of the
compiler drops it, so that the command goes on.
"""

import atexit
import os
import signal
import threading
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
        self.is_held = False
        self.was_held = False

    def __call__(self, *_: Any) -> None:
        now = time.monotonic()
        if now < self.deaf_until:
            return
        if self.is_held:
            self.was_held = True
            return
        if not self.stakes:
            with suppress(OSError):
                os.write(2, b"interrupted\n")  # printing may be what is interrupted
            os._exit(EXIT_CODE)
        self.deaf_until = now + SETTLING
        threading.excepthook = lambda _: None  # threads may fail for being broken off
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
def held() -> Iterator[None]:
    """Put Ctrl-C off for a moment in which workers start: it will reach this process alone."""
    _handler.is_held = True
    mask = _block()
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _handler.is_held = False
        if _handler.was_held:
            _handler.was_held = False
            _handler()


def _block() -> set[Any] | None:
    """Block the signal for what this thread starts; the mask before, where there are masks."""
    if not hasattr(signal, "pthread_sigmask"):
        return None
    return signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


def leave() -> NoReturn:
    """End as interrupted, without waiting for threads that are in the engine or the compiler."""
    atexit._run_exitfuncs()
    os._exit(EXIT_CODE)
