#!/usr/bin/env python3
"""Print a digest of seeded games: the same on every machine, Python, and with the JIT off.

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
    rows = hashlib.sha256()
    for index in sorted(blocks):
        for field in ("seed", "winner", "reason", "turns", "decisions", "vitality"):
            rows.update(blocks[index][field].tobytes())
    return rows.hexdigest()[:16]


def main() -> None:
    found = digest()
    print(f"Python {sys.version.split()[0]}: {found}")
    if "--write" in sys.argv:
        EXPECTED.write_text(found + "\n", encoding="utf-8")
    elif found != EXPECTED.read_text(encoding="utf-8").strip():
        sys.exit(f"differs from {EXPECTED.name}: {EXPECTED.read_text(encoding='utf-8').strip()}")


if __name__ == "__main__":
    main()
