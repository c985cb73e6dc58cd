"""Carry out the shipped study of version 0.2, and put its memo into the documentation.

    python scripts/evidence/synergy_study.py --out DIR            half an hour on 2 free cores
    python scripts/evidence/synergy_study.py --out DIR --resume   go on with one that was stopped

Writes docs/studies/v0.2/: the memo, its figures and its tables. The study's folder DIR keeps all
steps, so that it can be taken up again.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
STUDY = "rosters/forge/studies/v0.2.toml"
DOCS = ROOT / "docs" / "studies" / "v0.2"
OTHERS = "All tables are in"
"""With which the memo begins to speak of the files beside it."""
ENDING = """\
All tables are in `tables/`, with more digits. What a designer should take from this, and how to
ask the same of other cards: [Decide about a synergy](../../how-to/decide-about-a-synergy.md). This
page is made by `scripts/evidence/synergy_study.py`.
"""
NOT_DECIDED = 4


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--resume", action="store_true")
    asked = parser.parse_args()
    words = ["study", STUDY, "--out", str(asked.out), *(["--resume"] if asked.resume else [])]
    done = subprocess.run([sys.executable, "-m", "forgesim", *words], cwd=ROOT, check=False)
    if done.returncode not in (0, NOT_DECIDED):
        return done.returncode
    out = ROOT / asked.out
    shutil.rmtree(DOCS, ignore_errors=True)
    (DOCS / "figures").mkdir(parents=True)
    for picture in sorted((out / "figures").glob("*.png")):
        shutil.copy(picture, DOCS / "figures")
    shutil.copytree(out / "tables", DOCS / "tables")
    memo = (out / "memo.md").read_text()
    (DOCS / "memo.md").write_text(memo[: memo.index(OTHERS)] + ENDING)
    print(f"wrote {DOCS}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
