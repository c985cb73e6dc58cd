#!/usr/bin/env python3
"""Print a digest of seeded games and counts: the same on every machine, Python, with the JIT off.

`python scripts/parity.py` compares it with `scripts/parity.txt`; with `--write` it is written anew,
after an intended change. With `--search` it is that of a few games of pilots that look ahead, with
small searches: quick with the JIT off, which spares their compilation.
"""

import hashlib
import sys
from pathlib import Path
from typing import Any

from forgesim.arena.batch import play_blocks
from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan

EXPECTED = Path(__file__).with_suffix(".txt")
EVERYWHERE = {"pilot": ["greedy", "random"], "pairs": 2}
BOUNDS = {"nodes": 30, "finish": 30, "lines": 3, "worlds": 3}
SEARCHING = {
    "deck": ["armory-fast", "mixed-burn"], "pilot_a": "planner", "pilot_b": "searcher", "pairs": 1,
    "set": [f"pilot.{pilot}.{bound}={number}" for pilot in ("planner", "searcher")
            for bound, number in BOUNDS.items()],
}  # fmt: skip


def digest(flags: dict[str, Any]) -> str:
    """Digest of the games and counts of a plan."""
    plan = make_plan(load_experiment(None, flags))
    blocks = dict(play_blocks(plan, jobs=1, backend="threading"))
    played = hashlib.sha256()
    for _, block in sorted(blocks.items()):
        for field in ("seed", "winner", "reason", "turns", "decisions", "vitality"):
            played.update(block.rows[field].tobytes())
        played.update(block.places.tobytes())
        played.update(block.values.tobytes())
    return played.hexdigest()[:16]


def main() -> None:
    expected = dict(line.split() for line in EXPECTED.read_text(encoding="utf-8").splitlines())
    name = "search" if "--search" in sys.argv else "games"
    found = digest(SEARCHING if name == "search" else EVERYWHERE)
    print(f"Python {sys.version.split()[0]}: {name} {found}")
    if "--write" in sys.argv:
        lines = (expected | {name: found}).items()
        EXPECTED.write_text("".join(f"{key} {value}\n" for key, value in lines), encoding="utf-8")
    elif found != expected[name]:
        sys.exit(f"differs from {EXPECTED.name}: {expected[name]}")


if __name__ == "__main__":
    main()
