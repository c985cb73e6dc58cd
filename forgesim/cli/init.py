"""`forgesim init`."""

import shlex
from pathlib import Path

from forgesim.pilots.registry import load_game
from forgesim.workshop.starter import make_project


def run(folder: Path, game: str) -> None:
    """Carry out the command."""
    made = make_project(folder, load_game(game))
    tops = sorted({path.parts[0] + ("/" if len(path.parts) > 1 else "") for path in made})
    print(f"{folder} is ready: {', '.join(tops)}")
    print(f"Next: cd {shlex.quote(str(folder))} && forgesim batch")
