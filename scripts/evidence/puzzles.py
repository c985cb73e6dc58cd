"""Let every shipped pilot play the tactical puzzles of tests/pilots/puzzles.

    python scripts/evidence/puzzles.py

Writes results/puzzles.md beside this file, and the table of shares in the docs.
tests/pilots/test_puzzles.py proves the answers, and compares the tables with what the pilots do.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from forgesim.cards.pilots import LOOKING_AHEAD
from tests.docs.pages import DOCS, with_table
from tests.pilots.puzzles.data import load_puzzles
from tests.pilots.puzzles.runner import chance_of, shipped, shipped_names, solve_all

RESULTS = Path(__file__).parent / "results" / "puzzles.md"
DOCS_PAGE = DOCS / "reference" / "pilot-files.md"
TRIES = 200
"""Random turns for each puzzle."""
YES, NO = "yes", "—"

PREFACE = f"""\
Made by `python scripts/evidence/puzzles.py`; `tests/pilots/test_puzzles.py` compares it.

Each puzzle is a position in which only some turns are right: they win at once; or they win the
match whatever the enemy does, and all others do not; or they leave a position that is better in
everything. The plain-Python referee proves that, by trying every turn of both players to the end of
the match. Positions, reasons and answers are in `tests/pilots/puzzles/*.toml`. For `random` the
table gives the share of {TRIES} random turns that are right: how hard it is to miss. Most of the
long turns were chosen as positions in which `greedy` and the three styles miss the win, so they say
nothing about these."""

Solved = Mapping[str, Mapping[str, bool]]
"""Whether a puzzle is solved, by pilot and puzzle."""


def write(solved: Solved, chances: Mapping[str, float]) -> str:
    """The page of results."""
    lines = ["# Tactical puzzles", "", PREFACE, "", *_shares(solved, chances)]
    puzzles = load_puzzles()
    for group in dict.fromkeys(puzzle.group for puzzle in puzzles.values()):
        lines += ["", f"## {group.capitalize()}", ""]
        lines += [f"| puzzle | what it probes | {' | '.join(['`random`', *map(_code, solved)])} |"]
        lines += ["|---|---|---:|" + "---|" * len(solved)]
        for name, puzzle in puzzles.items():
            if puzzle.group == group:
                marks = [YES if each[name] else NO for each in solved.values()]
                cells = [name, puzzle.probes, f"{chances[name]:.0%}", *marks]
                lines += [f"| {' | '.join(cells)} |"]
    return "\n".join([*lines, ""])


def _code(name: str) -> str:
    return f"`{name}`"


def _shares(solved: Solved, chances: Mapping[str, float]) -> Iterator[str]:
    """How much each pilot solves, in all and of each kind."""
    groups: dict[str, list[str]] = {}
    for name, puzzle in load_puzzles().items():
        groups.setdefault(puzzle.group, []).append(name)
    heads = [f"{group} ({len(names)})" for group, names in groups.items()]
    yield f"| pilot | solved | share | {' | '.join(heads)} |"
    yield "|---|---:|---:|" + "---:|" * len(groups)
    parts = [f"{sum(chances[n] for n in names) / len(names):.0%}" for names in groups.values()]
    yield f"| `random` | | {sum(chances.values()) / len(chances):.0%} | {' | '.join(parts)} |"
    for pilot, each in solved.items():
        count = sum(each.values())
        parts = [str(sum(each[n] for n in names)) for names in groups.values()]
        share = f"{count / len(each):.0%}"
        yield f"| {_code(pilot)} | {count} of {len(each)} | {share} | {' | '.join(parts)} |"


def read(page: str) -> dict[str, dict[str, bool]]:
    """What a page of results says, by pilot and puzzle."""
    pilots: list[str] = []
    solved: dict[str, dict[str, bool]] = {}
    for line in page.splitlines():
        name, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        if name == "puzzle":
            pilots = [cell.strip("`") for cell in cells[2:]]
        elif name in load_puzzles():
            for pilot, cell in zip(pilots, cells[2:], strict=True):
                solved.setdefault(pilot, {})[name] = cell == YES
    return solved


def main() -> None:
    names = [name for name in shipped_names() if shipped(name).kind != "random"]
    solved = {name: solve_all(shipped(name)) for name in names}
    chances = {name: chance_of(puzzle, TRIES) for name, puzzle in load_puzzles().items()}
    RESULTS.write_text(write(solved, chances), encoding="utf-8")
    shares = "\n".join(_shares(solved, chances)) + "\n"
    page = with_table(DOCS_PAGE.read_text(encoding="utf-8"), "puzzles", shares)
    DOCS_PAGE.write_text(page, encoding="utf-8")
    print(shares)
    for name in names:
        if shipped(name).kind in LOOKING_AHEAD:
            missed = [puzzle for puzzle, is_solved in solved[name].items() if not is_solved]
            print(f"{name} misses: {', '.join(missed) or 'nothing'}")


if __name__ == "__main__":
    main()
