"""What several commands say alike: notes on standard error, tables, numbers of things."""

from rich.console import Console
from rich.table import Table

from forgesim.kernel.jit import must_compile


def announce_compilation(entry: str, notes: Console) -> None:
    """Say what is going on before an entry of the engine is compiled."""
    if must_compile(entry):
        notes.print("Compiling the engine, once for this version (about 20 seconds) ...")


def print_table(table: Table) -> None:
    """Print a table with all that is in its cells, even where the terminal is narrower."""
    console = Console(highlight=False)
    needed = console.measure(table, options=console.options.update(max_width=1000)).maximum
    console.width = max(console.width, needed)
    console.print(table)


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
