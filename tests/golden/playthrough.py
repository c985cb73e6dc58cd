"""Making a golden playthrough: shared by the test and by `scripts/regenerate.py`."""

import hashlib
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent


def matches() -> dict[str, list[str]]:
    """The arguments of `forgesim replay` for each golden playthrough."""
    listed = tomllib.loads((HERE / "matches.toml").read_text(encoding="utf-8"))["match"]
    return {match["name"]: match["arguments"] for match in listed}


def replay(*arguments: str) -> str:
    """What `forgesim replay` prints."""
    program = Path(sys.executable).parent / "forgesim"
    run = subprocess.run(
        [program, "replay", *arguments], capture_output=True, check=True, encoding="utf-8"
    )
    return run.stdout


def playthrough(arguments: list[str]) -> str:
    """The text of a match, and the digest of its trace."""
    trace = replay(*arguments, "--format", "jsonl")
    decisions = trace.count('"kind":"decision"')
    digest = hashlib.sha256(trace.encode()).hexdigest()[:16]
    command = f"forgesim replay {' '.join(arguments)}"
    return f"{command}\n\n{replay(*arguments)}\n{decisions} decisions, trace digest {digest}\n"
