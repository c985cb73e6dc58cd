"""How designers write files: TOML, spreadsheets and deck lists in one of many ways each.

Every file knows what it says, and where: `write` gives the bytes, and the line of each thing said.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
import zipfile
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

import openpyxl

Key = Hashable
Lines = dict[Key, int]
Path = tuple[str, ...]
"""The place of a value in a TOML file: the keys that lead to it."""

HEADER = "header"
BOM = "\ufeff"

REMARKS = (
    "made up",
    "cost = 3",
    "[weights]",
    'it\'s the "first" try; see <notes>',
    "na\u00efve \U0001f525 \u0634\u0639\u0644\u0629",
    "two\u2028lines, says Unicode",
    "'''",
    'a """ b',
)
"""What people note, some of it easily mistaken for something else."""


def roll(rng: random.Random, chance: float) -> bool:
    """Whether something of this chance happens."""
    return rng.random() < chance


def _ends(rng: random.Random, lines: Sequence[str]) -> bytes:
    """Lines as bytes: with any line end, and anything before the first and behind the last."""
    end = rng.choice(("\n", "\n", "\r\n"))
    text = end.join(lines) + (end if roll(rng, 0.8) else "")
    return (BOM * roll(rng, 0.2) + text).encode()


# --- TOML -------------------------------------------------------------------------------------


def text_literal(rng: random.Random, text: str) -> str:
    """A text in TOML: in quotation marks of either kind, or over several lines."""
    if "'" not in text and "\n" not in text and roll(rng, 0.4):
        return f"'{text}'"
    escaped = json.dumps(text, ensure_ascii=False)
    if "\n" in text and roll(rng, 0.7):
        return f'"""\n{escaped[1:-1]}"""'.replace("\\n", "\n")
    return escaped


def literal(rng: random.Random, value: Any) -> str:
    """A value in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return _number_literal(rng, value)
    if isinstance(value, list):
        return _list_literal(rng, [literal(rng, item) for item in value])
    return text_literal(rng, value)


def _number_literal(rng: random.Random, value: int) -> str:
    forms = [str(value)] * 6 + [f"{value:_}"]
    if value >= 0:
        forms += [hex(value), f"+{value}"]
    return rng.choice(forms)


def _list_literal(rng: random.Random, items: Sequence[str]) -> str:
    if roll(rng, 0.6):
        return f"[{', '.join(items)}]"
    remark = f"  # {rng.choice(REMARKS)}" if roll(rng, 0.3) else ""
    return "[\n" + "".join(f"  {item},{remark}\n" for item in items) + "]"


@dataclass
class TomlText:
    """A TOML file in the making: literals by their keys."""

    path: str
    values: dict[Path, str] = field(default_factory=dict)

    def write(self, rng: random.Random) -> tuple[bytes, Lines]:
        """The file, and the line of each value."""
        writer = _TomlWriter(rng, self.values)
        return _ends(rng, writer.text), writer.lines


class _TomlWriter:
    """Writes plain values first, then the tables, each in a way of its own."""

    def __init__(self, rng: random.Random, values: dict[Path, str]) -> None:
        self.rng = rng
        self.text: list[str] = []
        self.lines: Lines = {}
        tables: dict[str, list[tuple[Path, str]]] = {}
        for path, value in values.items():
            tables.setdefault(path[0], []).append((path, value))
        ways = {name: self._way(entries) for name, entries in tables.items()}
        for way in (self._dotted, self._inline, self._headed):
            for name, entries in tables.items():
                if ways[name] == way:
                    way(name, entries)

    def _way(self, entries: list[tuple[Path, str]]) -> Any:
        if len(entries[0][0]) == 1:
            return self._dotted
        ways = [self._headed] * 3 + [self._dotted]
        if all(len(path) == 2 and "\n" not in value for path, value in entries):
            ways.append(self._inline)
        return self.rng.choice(ways)

    def _dotted(self, _: str, entries: list[tuple[Path, str]]) -> None:
        for path, value in entries:
            self._entry(path, self._key(path), value)

    def _inline(self, name: str, entries: list[tuple[Path, str]]) -> None:
        for path, _ in entries:
            self.lines[path] = len(self.text) + 1
        inside = ", ".join(f"{self._part(path[1])} = {value}" for path, value in entries)
        self._put(f"{self._part(name)} = {{ {inside} }}")

    def _headed(self, name: str, entries: list[tuple[Path, str]]) -> None:
        deep = roll(self.rng, 0.4)
        inner: dict[Path, list[tuple[Path, str]]] = {}
        for path, value in entries:
            inner.setdefault(path[:-1] if deep else path[:1], []).append((path, value))
        for header, own in inner.items():
            self._remark()
            self._put(f"[{self._key(header)}]")
            whole = name == "set" and not deep and roll(self.rng, 0.3)
            for path, value in own:
                rest = path[len(header) :]
                key = f'"{".".join(rest)}"' if whole else self._key(rest)
                self._entry(path, key, value)

    def _entry(self, path: Path, key: str, value: str) -> None:
        self._remark()
        self.lines[path] = len(self.text) + 1
        equals = self.rng.choice((" = ", "=", "  =  "))
        behind = f"  # {self.rng.choice(REMARKS)}" if roll(self.rng, 0.1) else ""
        self._put(f"{' ' * self.rng.choice((0, 0, 0, 2))}{key}{equals}{value}{behind}")

    def _remark(self) -> None:
        if roll(self.rng, 0.1):
            self._put(self.rng.choice(("", f"# {self.rng.choice(REMARKS)}", "\t")))

    def _put(self, text: str) -> None:
        self.text += text.split("\n")

    def _key(self, path: Path) -> str:
        return self.rng.choice((".", ".", " . ")).join(self._part(part) for part in path)

    def _part(self, part: str) -> str:
        if not re.fullmatch(r"[A-Za-z0-9_-]+", part):
            return json.dumps(part, ensure_ascii=False)
        return self.rng.choice((part, part, part, f'"{part}"', f"'{part}'"))


# --- deck lists -------------------------------------------------------------------------------


@dataclass
class ListText:
    """A deck list: entries by card id."""

    path: str
    entries: dict[str, str] = field(default_factory=dict)

    def write(self, rng: random.Random) -> tuple[bytes, Lines]:
        """The file, and the line of each card."""
        text: list[str] = []
        lines: Lines = {}
        for card, entry in self.entries.items():
            if roll(rng, 0.15):
                text.append(rng.choice(("", "Creatures:", f"# {REMARKS[0]}", "// 2 Of These", " ")))
            lines[card] = len(text) + 1
            text.append(rng.choice(("", "", "  ")) + entry + rng.choice(("", "", " \t")))
        return _ends(rng, text), lines


# --- spreadsheets -----------------------------------------------------------------------------


@dataclass
class Table:
    """Cards as a table: a heading and a cell for each column, used or not.

    Attributes
    ----------
    title : str
        Of the sheet, where it stands in a workbook.
    fields : list of str
        The card's field that a column holds; empty for an unused one.
    headings, rows : lists
        What is written.
    notes : list of str
        Comments at the head.
    """

    title: str
    fields: list[str]
    headings: list[str]
    rows: list[list[Any]]
    notes: list[str] = field(default_factory=list)

    def place(self, name: str) -> int:
        """Place of a field's column."""
        return self.fields.index(name)


@dataclass
class SheetText:
    """A CSV file in the making."""

    path: str
    table: Table

    @property
    def tables(self) -> list[Table]:
        """Its one table."""
        return [self.table]

    def write(self, rng: random.Random) -> tuple[bytes, Lines]:
        """The file, and the lines of header and rows."""
        separator = "\t" if self.path.lower().endswith(".tsv") else rng.choice(",,,;;\t")
        foreign = any(mark in heading for mark in ",;\t" for heading in self.table.headings)
        writer = _CsvWriter(rng, separator, csv.QUOTE_ALL if foreign else csv.QUOTE_MINIMAL)
        return writer.write(self.table)


class _CsvWriter:
    """Writes a table as some spreadsheet would, or some person in an editor."""

    def __init__(self, rng: random.Random, separator: str, quoting: int) -> None:
        self.rng, self.separator = rng, separator
        self.quoting = csv.QUOTE_ALL if roll(rng, 0.2) else quoting
        self.end = rng.choice(("\n", "\n", "\r\n", "\r\n", "\r"))
        self.padding = roll(rng, 0.2)
        self.is_ragged = roll(rng, 0.15)
        self.blank_columns = rng.choice((0, 0, 0, 1, 3))
        self.text: list[str] = []
        self.lines: Lines = {}

    def write(self, table: Table) -> tuple[bytes, Lines]:
        if roll(self.rng, 0.1):
            self._put(f"sep={self.separator}")
        for note in table.notes:
            self._put(self._note(note))
        self._blank()
        self._row((HEADER, table.title), table.headings)
        for place, row in enumerate(table.rows):
            self._blank()
            self._row((table.title, place), row)
        while roll(self.rng, 0.2):
            self._blank(1)
        text = self.end.join(self.text) + self.end * roll(self.rng, 0.8)
        return (BOM * roll(self.rng, 0.3) + text).encode(), self.lines

    def _note(self, note: str) -> str:
        """A comment, as typed or as a spreadsheet saves it."""
        behind = self.separator * self.rng.choice((0, 0, 4))
        quoted = self.separator in note or roll(self.rng, 0.1)
        return (f'"# {note}"' if quoted else f"# {note}") + behind

    def _blank(self, chance: float = 0.05) -> None:
        if roll(self.rng, chance):
            self._put(self.rng.choice(("", self.separator * 5)))

    def _row(self, key: Key, cells: Sequence[Any]) -> None:
        self.lines[key] = 1 + sum(len(re.findall(r"\r\n|\r|\n", text)) + 1 for text in self.text)
        text = io.StringIO()
        padded = [self._padded(str(cell)) for cell in cells] + [""] * self.blank_columns
        while self.is_ragged and not padded[-1].strip():
            padded.pop()  # as many programs leave out blank cells at the end of a row
        csv.writer(text, delimiter=self.separator, quoting=self.quoting).writerow(padded)
        self._put(text.getvalue().removesuffix("\r\n"))

    def _padded(self, cell: str) -> str:
        if not self.padding:
            return cell
        return " " * self.rng.choice((0, 1, 2)) + cell + " " * self.rng.choice((0, 1))

    def _put(self, text: str) -> None:
        self.text.append(text)


@dataclass
class Workbook:
    """An .xlsx file in the making: sheets of cards, and maybe one of something else."""

    path: str
    tables: list[Table]

    def write(self, rng: random.Random) -> tuple[bytes, Lines]:
        """The file, and the lines of the headers and rows."""
        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        lines: Lines = {}
        for table in self.tables:
            self._sheet(rng, book.create_sheet(table.title), table, lines)
        if len(self.tables) > 1 or roll(rng, 0.3):
            notes = book.create_sheet("To do", rng.randint(0, len(self.tables)))
            notes.append([*rng.sample(REMARKS[:3], 2), "Name"])
        return _saved(rng, book), lines

    @staticmethod
    def _sheet(rng: random.Random, sheet: Any, table: Table, lines: Lines) -> None:
        number = rng.choice((1, 1, 1, 3))
        rows: list[tuple[Key, list[Any]]] = [((HEADER, table.title), [*table.headings])]
        rows += [((table.title, place), row) for place, row in enumerate(table.rows)]
        for note in table.notes:
            sheet.cell(number, 1, f"# {note}")
            number += 1
        for key, cells in rows:
            number += roll(rng, 0.05)
            lines[key] = number
            for column, cell in enumerate(cells, 1):
                if cell != "":
                    _fill(rng, sheet.cell(number, column), cell)
            number += 1


def _fill(rng: random.Random, place: Any, cell: Any) -> None:
    """Set a cell: a number may be one or a text; what begins with = is no formula but a text."""
    if not isinstance(cell, str):
        place.value = cell.value if isinstance(cell, Raw) else cell
    elif re.fullmatch(r"[1-9]?[0-9]", cell):
        place.value = rng.choice((int(cell), float(cell), cell))
    else:
        place.value = cell
        place.data_type = "s"


@dataclass(frozen=True)
class Raw:
    """A cell of a workbook that is no text, such as a date or a formula."""

    value: Any


def _saved(rng: random.Random, book: Any) -> bytes:
    """The bytes of a workbook; other programs note the size of a sheet otherwise, or not at all."""
    packed = io.BytesIO()
    book.save(packed)
    if roll(rng, 0.7):
        return packed.getvalue()
    note = rng.choice((b"", b'<dimension ref="A1"/>'))
    return repacked(packed.getvalue(), lambda xml: re.sub(rb"<dimension [^>]*/>", note, xml))


def repacked(content: bytes, change: Any) -> bytes:
    """A workbook with the text of all its sheets changed."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(result, "w") as new:
        for name in old.namelist():
            is_sheet = name.startswith("xl/worksheets/")
            new.writestr(name, change(old.read(name)) if is_sheet else old.read(name))
    return result.getvalue()
