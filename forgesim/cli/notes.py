"""Notes on standard error that several commands give."""

from rich.console import Console

from forgesim.kernel.jit import must_compile


def announce_compilation(entry: str, notes: Console) -> None:
    """Say what is going on before an entry of the engine is compiled."""
    if must_compile(entry):
        notes.print("Compiling the engine, once for this version (about 20 seconds) ...")
