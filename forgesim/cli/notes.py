"""What several commands say alike: notes on standard error, tables, numbers of things."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from forgesim.arena.plan import Plan
from forgesim.kernel.jit import cache_directory, must_compile
from forgesim.pilots.contract import Engine


def notes_console(quiet: bool = False) -> Console:
    """Standard error, for notes in which words stand as they are: `[x]` or `:x:` is no markup."""
    return Console(stderr=True, quiet=quiet, highlight=False, markup=False, emoji=False)


def output_console() -> Console:
    """Standard output, for words as they are."""
    return Console(highlight=False, markup=False, emoji=False)


def announce_compilation(notes: Console, plan: Plan) -> None:
    """Say what is going on before the engine is compiled that plays a plan."""
    for is_ahead in sorted({plan.looks_ahead(matchup) for matchup in plan.matchups}):
        if must_compile("play_pairs_ahead" if is_ahead else "play_pairs"):
            what, seconds = ("the pilots that look ahead", 40) if is_ahead else ("the engine", 20)
            notes.print(f"Compiling {what}, once for this version (about {seconds} seconds) ...")


def announce_steps(notes: Console, engine: Engine, entries: Sequence[str]) -> None:
    """Say what is going on before any of an engine's entries for single matches is compiled."""
    if any(_must_compile(getattr(engine, entry)) for entry in entries):
        what = "what a pilot thinks" if "consider" in entries else "what single matches need"
        notes.print(f"Compiling {what}, once for this version (up to a minute) ...")


def _must_compile(entry: Any) -> bool:
    """Whether an entry will be compiled when it is called, not loaded."""
    if not hasattr(entry, "py_func"):
        return False
    source = Path(entry.py_func.__code__.co_filename)
    stored = f"{source.parent.name}_*/{source.stem}.{entry.__name__}-*.nbi"
    return not any(cache_directory().glob(stored))


def print_table(table: Table) -> None:
    """Print a table with all that is in its cells, even where the terminal is narrower."""
    console = output_console()
    needed = console.measure(table, options=console.options.update(max_width=1000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
