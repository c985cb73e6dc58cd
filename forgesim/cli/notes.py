"""What several commands say alike: notes on standard error, tables, numbers of things."""

from rich.console import Console
from rich.table import Table

from forgesim.kernel.jit import must_compile


def notes_console(quiet: bool = False) -> Console:
    """Standard error, for notes in which words stand as they are: `[x]` or `:x:` is no markup."""
    return Console(stderr=True, quiet=quiet, highlight=False, markup=False, emoji=False)


def output_console() -> Console:
    """Standard output, for words as they are."""
    return Console(highlight=False, markup=False, emoji=False)


def announce_compilation(entry: str, notes: Console) -> None:
    """Say what is going on before an entry of the engine is compiled."""
    if must_compile(entry):
        part = "the engine" if entry == "play_pairs" else "what single matches need"
        notes.print(f"Compiling {part}, once for this version (about 20 seconds) ...")


def print_table(table: Table) -> None:
    """Print a table with all that is in its cells, even where the terminal is narrower."""
    console = output_console()
    needed = console.measure(table, options=console.options.update(max_width=1000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
