"""The pages of the documentation: their code blocks, and how they are run.

A page works as a whole. Its blocks are taken in order, in a folder of the page's own that holds the
shipped rosters, as a checkout does:

    ```toml file=PATH     (csv, text) is written to PATH; the text before it must name the file
    ```diff file=PATH     lines of PATH that begin with `-` here give way to those with `+`
    ```sh                 its `forgesim`, `cd`, `cp`, `rm` and `mkdir` lines are run
    ```console            `$ COMMAND` and what it prints; a line `[...]` stands for lines left out
    ```console code=1     the same for a command that ends with that code
    ```python             is run

With FORGESIM_UPDATE_SNAPSHOTS=1 what stands behind `$ COMMAND` is written anew, cut as before: the
part before the first `[...]` keeps its number of lines, so does the one after the last; parts
between are found by the words of their first line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent.parent
DOCS = CHECKOUT / "docs"
PAGES = [CHECKOUT / "README.md", *sorted(DOCS.rglob("*.md"))]
LEFT_OUT = "[...]"


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the file it is saved as, its lines, and the line it is on.

    `info` is what stands behind the language: the file, or the exit code of its command.
    """

    language: str
    info: str
    lines: tuple[str, ...]
    number: int

    @property
    def file(self) -> str:
        return self.info.removeprefix("file=") if self.info.startswith("file=") else ""

    @property
    def code(self) -> int:
        return int(self.info.removeprefix("code=")) if self.info.startswith("code=") else 0

    @property
    def fence(self) -> str:
        return f"```{self.language} {self.info}".rstrip()


def name_of(page: Path) -> str:
    return page.relative_to(CHECKOUT).as_posix()


def blocks_of(text: str) -> Iterator[Block]:
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opening = re.fullmatch(r"```(\w+)?(?: (file=\S+|code=\d+))?", lines[at])
        if opening is None:
            assert not lines[at].startswith("```"), f"line {at + 1}: {lines[at]}"
            at += 1
            continue
        end = lines.index("```", at + 1)
        yield Block(opening[1] or "", opening[2] or "", tuple(lines[at + 1 : end]), at + 1)
        at = end + 1


def prose_of(text: str) -> str:
    """A page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def steady(line: str) -> str:
    """A printed line without what differs from run to run."""
    line = re.sub(r"in [\d.]+ s \([\d,]+ games/s\)", "in ... s (... games/s)", line.rstrip())
    line = re.sub(r"\d{4}-\d\d-\d\d-", "DATE-", line)
    line = re.sub(r"(\]| 0) +[\d,]+$", r"\1 ... games/s", line)  # the last column of a ladder
    return re.sub(r"\d+ workers", "... workers", line)


def parts_of(shown: Sequence[str]) -> list[list[str]]:
    """The lines that a page shows, divided where some are left out."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == LEFT_OUT:
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def without_figures(line: str) -> str:
    return re.sub(r"[+-]?\d+([,.]\d+)*", "N", line)


def places_of(parts: Sequence[Sequence[str]], printed: Sequence[str]) -> list[int]:
    """Where each part begins: the first at the beginning, the last so that it ends with the end.

    Those between begin at the next line that is theirs but for the figures.
    """
    places = [0]
    for part in parts[1:-1]:
        wanted = without_figures(part[0])
        after = range(places[-1] + 1, len(printed))
        same = (i for i in after if without_figures(printed[i]) == wanted)
        places.append(next(same, len(printed)))
    if len(parts) > 1:
        places.append(len(printed) - len(parts[-1]))
    return places


def excerpt(shown: Sequence[str], printed: Sequence[str]) -> list[str]:
    """What was printed, cut as the page shows it."""
    printed = [line.rstrip() for line in printed]
    parts = parts_of(shown)
    if len(parts) == 1:
        return printed
    lines: list[str] = []
    for part, place in zip(parts, places_of(parts, printed), strict=True):
        lines += [*printed[place : place + len(part)], LEFT_OUT]
    return lines[:-1]


def agrees(shown: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether the lines that a page shows are those that were printed."""
    wanted = excerpt(shown, printed)
    return [steady(line) for line in shown] == [steady(line) for line in wanted]


def table_of(text: str, name: str) -> list[list[str]]:
    """The rows of the table between `<!-- NAME -->` and `<!-- /NAME -->`, without its head."""
    inside = text.split(f"<!-- {name} -->\n")[1].split(f"<!-- /{name} -->", maxsplit=1)[0]
    rows = [re.split(r"(?<!\\)\|", line.strip("|")) for line in inside.strip().splitlines()]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def with_table(text: str, name: str, table: str) -> str:
    """The text with the table of that name replaced."""
    before, rest = text.split(f"<!-- {name} -->\n")
    _, after = rest.split(f"<!-- /{name} -->")
    return f"{before}<!-- {name} -->\n{table}<!-- /{name} -->{after}"


def plain(cell: str) -> str:
    """A cell without the marks around code."""
    return cell.replace("`", "")
