"""The report as Markdown: the same findings, small tables, links to the figures."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment

from forgesim.report.sheets import Cell, Sheet
from forgesim.report.templating import environment

_ENDS = 10
"""Rows from either end of a long table."""
_WIDEST = 8
"""Columns of a small table."""
_SHOWN = {
    "factions", "decks", "cards", "health", "pilots", "strengths", "gaps", "restrictions",
    "metagame",
}  # fmt: skip


class Raw(str):
    """Text that is Markdown already."""


def markdown(filling: Mapping[str, Any]) -> bytes:
    """The report as one Markdown file, filled with `page.content`, beside its figures' folder."""
    template = markdown_environment().get_template("report.md.j2")
    return template.render(filling, small=small_table, code=code).encode()


@cache
def markdown_environment() -> Environment:
    """Templates of Markdown."""
    # What is no HTML needs other escapes than autoescape knows: `finalize` sees to them.
    return environment(finalize=escaped)


def escaped(value: Any) -> str:
    """A value as plain text of Markdown, unless it is Markdown already."""
    if isinstance(value, Raw):
        return value
    text = re.sub(r"\s+", lambda blank: blank[0] if blank[0] in " \u00a0" else " ", str(value))
    return re.sub(r"([\\`*_{}\[\]<>|#$~&])", r"\\\1", text)


def code(command: str, indent: int = 4) -> Raw:
    """A command as a block of code; in a list it stands two further in."""
    return Raw(" " * indent + " ".join(command.split("\n")))


def small_table(sheet: Sheet) -> Raw:
    """A table for reading: its first columns, and the ends of what is long; empty for others."""
    return Raw("") if sheet.name not in _SHOWN else table(sheet)


def table(sheet: Sheet) -> Raw:
    """A table for reading, whatever it is about."""
    columns = sheet.columns[:_WIDEST]
    rows = [row[: len(columns)] for row in sheet.rows]
    if len(rows) > 2 * _ENDS + 4:
        rows = [*rows[:_ENDS], tuple(Cell("…") for _ in columns), *rows[-_ENDS:]]
    lines = [
        _line(column.heading for column in columns),
        _line(Raw("---:" if column.is_number else "---") for column in columns),
        *(_line(cell.text for cell in row) for row in rows),
    ]
    return Raw("\n".join(lines))


def _line(cells: Any) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"
