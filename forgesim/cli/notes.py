"""What several commands say alike: notes on standard error, tables, numbers of things."""

from rich.console import Console
from rich.table import Table

from forgesim.arena.plan import Plan
from forgesim.kernel.jit import must_compile


def notes_console(quiet: bool = False) -> Console:
    """Standard error, for notes in which words stand as they are: `[x]` or `:x:` is no markup."""
    return Console(stderr=True, quiet=quiet, highlight=False, markup=False, emoji=False)


def output_console() -> Console:
    """Standard output, for words as they are."""
    return Console(highlight=False, markup=False, emoji=False)


def announce_compilation(notes: Console, plan: Plan, is_single: bool = False) -> None:
    """Say what is going on before the engine is compiled, for many matches or for single ones."""
    entry, part = (
        ("choose", "what single matches need") if is_single else ("play_pairs", "the engine")
    )
    for is_ahead in sorted({plan.looks_ahead(matchup) for matchup in plan.matchups}):
        if must_compile(f"{entry}_ahead" if is_ahead else entry):
            what = "the pilots that look ahead" if is_ahead else part
            seconds = 40 if is_ahead else 20
            notes.print(f"Compiling {what}, once for this version (about {seconds} seconds) ...")


def print_table(table: Table) -> None:
    """Print a table with all that is in its cells, even where the terminal is narrower."""
    console = output_console()
    needed = console.measure(table, options=console.options.update(max_width=1000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
