#!/usr/bin/env python3
"""Print a digest of seeded games and counts: the same on every machine, Python, with the JIT off.

`python scripts/parity.py` compares it with `scripts/parity.txt`; with `--write` it is written anew,
after an intended change.
"""

import hashlib
import sys
from pathlib import Path

from forgesim.arena.batch import play_blocks
from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan

EXPECTED = Path(__file__).with_suffix(".txt")


def digest() -> str:
    """Digest of a few pairs of every shipped matchup, played by every shipped pilot."""
    plan = make_plan(load_experiment(None, {"pilot": ["greedy", "random"], "pairs": 2}))
    blocks = dict(play_blocks(plan, jobs=1, backend="threading"))
    played = hashlib.sha256()
    for _, block in sorted(blocks.items()):
        for field in ("seed", "winner", "reason", "turns", "decisions", "vitality"):
            played.update(block.rows[field].tobytes())
        played.update(block.places.tobytes())
        played.update(block.values.tobytes())
    return played.hexdigest()[:16]


def main() -> None:
    found = digest()
    print(f"Python {sys.version.split()[0]}: {found}")
    if "--write" in sys.argv:
        EXPECTED.write_text(found + "\n", encoding="utf-8")
    elif found != EXPECTED.read_text(encoding="utf-8").strip():
        sys.exit(f"differs from {EXPECTED.name}: {EXPECTED.read_text(encoding='utf-8').strip()}")


if __name__ == "__main__":
    main()
