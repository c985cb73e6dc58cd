"""By which means a study is played, and how its progress is shown."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

Played = Callable[[int], None]
"""Told the number of games that have been added."""
Bar = Callable[[str, int], AbstractContextManager[Played | None]]
"""Begins to show the progress of a part, from its name and number of games."""


def no_bar(*_: Any) -> AbstractContextManager[None]:
    """Show nothing."""
    return nullcontext()


@dataclass(frozen=True)
class How:
    """By which means games are played: of no account for what comes out.

    Attributes
    ----------
    jobs, backend
        As for `run_batch`.
    bar : callable
        Shows progress.
    """

    jobs: int = 1
    backend: str = "threading"
    bar: Bar = no_bar
