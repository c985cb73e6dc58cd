"""How often the drift gate errs, and how many pairs it needs.

    python scripts/evidence/gate.py                        synthetic outcomes, 5 minutes
    python scripts/evidence/gate.py synthetic --gates 400  fewer
    python scripts/evidence/gate.py play                   real play, 4 minutes
    python scripts/evidence/gate.py play --write           writes its part of results/gate.md

results/gate.md has one part for each name in `PARTS`; what is written replaces its own part only.
Ends with code 1 if anything misses what it should be.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parent))

import gate_play
import gate_synthetic

RESULTS = Path(__file__).parent / "results" / "gate.md"
TITLE = "# The drift gate: errors and pairs\n\n"
PARTS: dict[str, Callable[[int], Iterator[str]]] = {
    "synthetic": gate_synthetic.page,
    "play": gate_play.page,
}
"""Lines of each part, given the number of gates; in the order of the page."""


def mark(part: str) -> str:
    """What stands above a part in the file."""
    return f"<!-- {part} -->\n"


def written() -> dict[str, str]:
    """Parts as they are in the file."""
    text = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
    pieces = re.split(r"^<!-- (\w+) -->\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def write(part: str, text: str) -> None:
    """Put a part in its place."""
    parts = written() | {part: text}
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    whole = "\n".join(
        mark(name) + parts[name].rstrip("\n") + "\n" for name in PARTS if name in parts
    )
    RESULTS.write_text(TITLE + whole, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("part", nargs="?", choices=PARTS, default="synthetic")
    parser.add_argument("--gates", type=int, default=4_000, help="where errors are counted")
    parser.add_argument("--write", action="store_true", help=f"to {RESULTS.name}")
    options = parser.parse_args()
    lines = []
    for line in PARTS[options.part](options.gates):
        print(line, flush=True)
        lines.append(line)
    command = " ".join(["scripts/evidence/gate.py", *sys.argv[1:]])
    text = "\n".join([lines[0], "", f"Made by `{command}`.", *lines[1:]])
    if options.write:
        write(options.part, text)
    return 1 if any("(!)" in line for line in lines if line.startswith("|")) else 0


if __name__ == "__main__":
    sys.exit(main())
