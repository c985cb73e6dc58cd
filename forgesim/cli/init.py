"""`forgesim init`."""

import shlex
from pathlib import Path

from forgesim.errors import UsageError
from forgesim.pilots.registry import load_game
from forgesim.workshop.starter import make_project


def run(name: str, game: str) -> None:
    """Carry out the command."""
    if not name:
        raise UsageError("the folder has no name: name a new one, or . for this one")
    folder = Path(name)
    made = make_project(folder, load_game(game))
    tops = sorted({path.parts[0] + ("/" if len(path.parts) > 1 else "") for path in made})
    print(f"{folder} is ready: {', '.join(tops)}")
    there = "" if folder == Path() else f"cd {shlex.quote(str(folder))} && "
    print(f"Next: {there}forgesim batch")
