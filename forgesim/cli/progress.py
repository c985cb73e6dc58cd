"""Games that are being played: a progress bar on standard error, where that is a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

Played = Callable[[int], None]
"""Told the number of games that have been added."""

WORKER_KILLED = "a worker process was killed, by hand or for want of memory"
"""Why a pool of workers broke."""


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "")


@contextmanager
def progress_bar(
    notes: Console, games: int, stored: int = 0, name: str = "playing"
) -> Iterator[Played | None]:
    """Show how many of the games are played, of which some are stored already."""
    if not notes.is_terminal or notes.quiet:
        yield None
        return
    columns = (
        TextColumn(name),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        _Rate(),
        TimeRemainingColumn(compact=True),
    )
    bar = Progress(
        *columns, console=notes, transient=True, redirect_stdout=False, redirect_stderr=False
    )
    task = bar.add_task("", total=games, completed=stored)
    bar.start()
    try:
        yield lambda played: bar.advance(task, played)
    finally:
        with suppress(OSError):  # the terminal may be gone
            bar.stop()
