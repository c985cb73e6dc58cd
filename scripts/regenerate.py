#!/usr/bin/env python3
"""Write the golden playthroughs anew: read the difference before you commit it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.golden.playthrough import HERE, matches, playthrough


def main() -> None:
    for name, arguments in matches().items():
        (HERE / f"{name}.txt").write_text(playthrough(arguments), encoding="utf-8")
        print(f"tests/golden/{name}.txt")


if __name__ == "__main__":
    main()
