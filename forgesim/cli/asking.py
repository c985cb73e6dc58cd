"""A person who types: what is asked, and what the answer means."""

import sys
from collections.abc import Mapping
from contextlib import suppress

from forgesim.cards.files import named
from forgesim.interrupts import at_stake

COMMANDS = {
    "hint": "what a pilot would do here, and what it thinks of your acts",
    "undo": "back to your previous act, as often as you like",
    "board": "show the table again",
    "log": "tell again what has happened",
    "help": "how the game is played, and what can be typed",
    "quit": "leave; what was played is kept",
}
"""What can be typed instead of an act."""
_ALSO = {"?": "help", "exit": "quit"}


class Asking:
    """Asks whoever types, at a terminal or through a pipe."""

    def __init__(self) -> None:
        streams = (sys.stdin, sys.stdout)
        self.is_terminal = all(stream is not None and stream.isatty() for stream in streams)
        if self.is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415 (so that a line can be mended)

    def ask(self, prompt: str) -> str | None:
        """What is typed, or None where nothing more comes.

        Raises
        ------
        KeyboardInterrupt
            By Ctrl-C.
        """
        with at_stake():
            return self._read(prompt)

    def _read(self, prompt: str) -> str | None:
        if self.is_terminal:
            try:
                return input(prompt)
            except EOFError:
                print()
                return None
        sys.stdout.write(prompt)
        sys.stdout.flush()
        typed = sys.stdin.readline() if sys.stdin is not None else ""
        print(typed.rstrip("\n"))  # a terminal would show it
        return typed or None


class Unclear(Exception):  # noqa: N818 (no error of the program: it asks again)
    """What was typed stands for nothing, or for several things."""


def understand(typed: str, acts: Mapping[str, str]) -> str:
    """The act or the command that is meant.

    Parameters
    ----------
    typed : str
        The number of an act; or an act or a command, or a beginning that nothing else has.
    acts : mapping
        The legal acts as the trace writes them, with their words.

    Raises
    ------
    Unclear
        With what to type instead.
    """
    word = " ".join(typed.split()).casefold()
    numbers = f"a number from 1 to {len(acts)}" if len(acts) > 1 else "1"
    expected = f"type {numbers}, or help"
    if word.isdecimal():
        if 1 <= int(word) <= len(acts):
            return list(acts)[int(word) - 1]
        raise Unclear(f"{word} is not in the list: {expected}")
    forms = {command: command for command in COMMANDS}
    for act, words in acts.items():
        forms |= {act.casefold(): act, words.casefold(): act}
    if word in forms | _ALSO:
        return (forms | _ALSO)[word]
    meant = dict.fromkeys(what for form, what in forms.items() if word and form.startswith(word))
    if len(meant) == 1:
        return next(iter(meant))
    if not meant:
        raise Unclear(f"{typed.strip()!r} is none of these: {expected}" if word else expected)
    several = named([acts.get(what, what) for what in meant], comma=";")
    raise Unclear(f"{typed.strip()!r} could be: {several}")
