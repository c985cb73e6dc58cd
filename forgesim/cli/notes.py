"""Notes on standard error that several commands give."""

from rich.console import Console

from forgesim.kernel.jit import must_compile


def announce_compilation(entry: str, notes: Console) -> None:
    """Say what is going on before an entry of the engine is compiled."""
    if must_compile(entry):
        notes.print("Compiling the engine, once for this version (about 20 seconds) ...")


def counted(number: int, word: str) -> str:
    """A number with its word, in the plural where it is not 1."""
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
