"""What a gate tells people: one page, as text for a terminal or as Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape


@dataclass(frozen=True)
class Table:
    """A table: headings, and rows of words; all columns but the first hold numbers or a word."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Section:
    """A part of a page.

    Attributes
    ----------
    title : str
        Empty for what follows the headline.
    lines : sequence of str
        Paragraphs and points, in Markdown that knows bold (`**`), code and points alone.
    table : Table or None
        What stands below the lines.
    """

    title: str
    lines: Sequence[str] = ()
    table: Table | None = None


@dataclass(frozen=True)
class Case:
    """One thing that was judged, for programs that show test results.

    Attributes
    ----------
    group, name : str
    outcome : str
        `passed`, `failed`, `error`, `skipped`.
    text : str
        Why.
    """

    group: str
    name: str
    outcome: str
    text: str = ""


@dataclass(frozen=True)
class Page:
    """A headline and what stands below it.

    Attributes
    ----------
    verdict : str
        A word.
    headline : str
        A sentence.
    is_failure : bool
        Whether the verdict is a bad one.
    sections : sequence of Section
    cases : sequence of Case
    data : dict
        The same for programs, as plain data.
    """

    verdict: str
    headline: str
    is_failure: bool
    sections: Sequence[Section]
    cases: Sequence[Case]
    data: dict[str, object] = field(default_factory=dict)


def as_text(page: Page) -> str:
    """A page as plain text."""
    parts = [f"{page.verdict.upper()}: {page.headline}"]
    for section in page.sections:
        lines = [f"{section.title}:"] if section.title else []
        lines += [_plain(line) for line in section.lines]
        if section.table is not None:
            lines += _aligned(section.table)
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def bare(line: str) -> str:
    """A line without the marks of Markdown."""
    return re.sub(r"^- |\*\*|`", "", line)


def _plain(line: str) -> str:
    return f"  - {bare(line)}" if line.startswith("- ") else bare(line)


def _aligned(table: Table) -> Iterator[str]:
    columns = list(zip(table.headings, *table.rows, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    for row in (table.headings, *table.rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        yield "  ".join([row[0].ljust(widths[0]), *cells[1:]]).rstrip()


def as_markdown(page: Page) -> str:
    """A page as Markdown, as it stands in the summary of a job."""
    parts = [f"### {page.verdict.capitalize()}", _without_html(page.headline)]
    for section in page.sections:
        if section.title:
            parts.append(f"**{section.title}**")
        lines = [_without_html(line) for line in section.lines]
        points = [line for line in lines if line.startswith("- ")]
        parts += [line for line in lines if line not in points]
        if points:
            parts.append("\n".join(points))
        if section.table is not None:
            parts.append("\n".join(_piped(section.table)))
    return "\n\n".join(parts) + "\n"


def _without_html(text: str) -> str:
    """Text in which what would be HTML is shown as it stands; in code it is anyway."""
    pieces = re.split(r"(`[^`]*`)", text)
    pieces[::2] = [escape(piece, quote=False) for piece in pieces[::2]]
    return "".join(pieces)


def _piped(table: Table) -> Iterator[str]:
    rules = ["---", *["---:"] * (len(table.headings) - 1)]
    for row in (table.headings, rules, *table.rows):
        cells = [_without_html(cell).replace("|", "\\|") for cell in row]
        yield f"| {' | '.join(cells)} |"
