"""Sheets: rows of text cells from CSV files and workbooks, as spreadsheets write them.

What could be read in two ways is refused, never guessed.
"""

import csv
import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forgesim.cards.files import MAX_BYTES, failure, is_file, read_bytes, read_text
from forgesim.errors import DataError

WORKBOOK = ".xlsx"
SUFFIXES = (".csv", ".tsv", WORKBOOK)
"""Endings of the files that are read from a folder."""

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
OTHER_SPREADSHEETS = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers")
_BLANKS = " \t\r\n,;"
"""Blank cells, as they stand behind a comment that a spreadsheet has saved."""
_CONTROLS = dict.fromkeys((*range(32), *range(127, 160)), " ")
"""What a terminal would act on instead of showing it."""
_UNPACKED = 2 * MAX_BYTES


class Unusable(str):
    """A cell whose content is no text and no number; it is a fault where the cell is needed."""

    __slots__ = ()


@dataclass(frozen=True)
class Row:
    """The cells of a row without blanks around them, and the line on which it begins."""

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    """A table as it was written.

    Attributes
    ----------
    file : Path
        As messages name it; for a workbook with the name of the sheet.
    notes : tuple of str
        The comment lines at its head, which begin with `#`.
    header : Row
        Without blank cells at its end.
    rows : tuple of Row
        Those that are not blank, each with a cell for every heading.
    """

    file: Path
    notes: tuple[str, ...]
    header: Row
    rows: tuple[Row, ...]


def read_sheets(path: Path) -> list[Sheet]:
    """Read all the sheets of a file: one of a CSV file, each that is not blank of a workbook.

    Raises
    ------
    DataError
        If the file cannot be read, or could be read in more than one way.
    """
    suffix = path.suffix.lower()
    if suffix in OTHER_SPREADSHEETS:
        raise failure(path, f"{suffix} files are not read: save it as CSV (UTF-8) or as .xlsx")
    if suffix == WORKBOOK:
        return [_sheet(file, rows) for file, rows in _workbook(path) if rows]
    return [_sheet(path, list(_csv_rows(path)))]


def _sheet(file: Path, rows: Sequence[Row]) -> Sheet:
    notes = []
    rows = [row for row in rows if any(row.cells)]
    while rows and _is_comment(",".join(rows[0].cells)):
        text = ", ".join(cell for cell in rows[0].cells if cell).lstrip("# ")
        notes.append(" ".join(text.translate(_CONTROLS).split()))
        rows = rows[1:]
    if not rows:
        raise failure(file, "has no header row, expected one with the names of the columns")
    filled = [place for place, cell in enumerate(rows[0].cells) if cell]
    header = Row(rows[0].line, rows[0].cells[: filled[-1] + 1])
    # Spreadsheets may leave out the blank cells at the end of a row.
    blank = ("",) * len(header.cells)
    filled_up = (replace(row, cells=row.cells + blank[len(row.cells) :]) for row in rows[1:])
    return Sheet(file, tuple(note for note in notes if note), header, tuple(filled_up))


def _csv_rows(path: Path) -> Iterator[Row]:
    if is_file(path) and zipfile.is_zipfile(path):
        raise failure(path, "is a workbook, not text: save it as CSV (UTF-8), or name it .xlsx")
    lines = list(io.StringIO(read_text(path), newline=""))
    begin, separator = 0, ""
    while begin < len(lines):
        line = lines[begin].strip(_BLANKS + '"')
        if line.lower().startswith("sep="):  # how Excel notes its separator
            separator = _noted_separator(path, lines[begin], begin + 1)
        elif _is_comment(line):
            yield Row(begin + 1, (_comment(lines[begin]),))
        elif line:
            break
        begin += 1
    if not separator and begin < len(lines):
        separator = _separator(path, _record(lines[begin:]), begin + 1)
    reader = csv.reader(lines[begin:], delimiter=separator or ",", strict=True)
    ended = begin
    try:
        for cells in reader:
            yield Row(ended + 1, tuple(cell.strip() for cell in cells))
            ended = begin + reader.line_num
    except csv.Error as error:
        problem = f"is not valid CSV: {error}"
        if "end of data" in problem:
            problem = "is not valid CSV: a quote that begins in this row is never closed"
        remedy = "write a quote within a text twice, and the text between quotes"
        raise failure(path, f"{problem}; {remedy}", ended + 1) from None


def _is_comment(line: str) -> bool:
    """Whether a line begins with `#`, and not with a heading that is `#` alone."""
    return re.match(r"#(?![\s\"]*[,;\t].)", line) is not None


def _record(lines: Sequence[str]) -> str:
    """The first record of some lines: a cell in quotes may go on in the next line."""
    quotes = 0
    for end, line in enumerate(lines, start=1):
        quotes += line.count('"')
        if quotes % 2 == 0:
            return "".join(lines[:end])
    return lines[0]


def _comment(line: str) -> str:
    """The text of a comment, which a spreadsheet may have put between quotes."""
    text = line.strip()
    if text.startswith('"'):
        text = next(csv.reader([text]))[0]
    return text.rstrip(_BLANKS)


def _noted_separator(path: Path, line: str, number: int) -> str:
    """What a line as `sep=;` says, which Excel itself does not show."""
    mark = line.strip("\r\n").strip('"')[len("sep=") :]
    if mark not in (*_SEPARATORS, "|"):
        expected = "expected a comma, a semicolon or a tab behind ="
        raise failure(path, f"{line.strip()!r} names no separator, {expected}", number)
    return mark


def _separator(path: Path, header: str, line: int) -> str:
    """What stands between the cells of a header, if it is one thing only."""
    outside_quotes = "".join(header.split('"')[::2])
    found = [mark for mark in _SEPARATORS if mark in outside_quotes]
    if len(found) > 1:
        words = " and ".join(_SEPARATORS[mark] for mark in found)
        raise failure(
            path,
            f"the header has {words}, expected one of them between its cells: put quotes around a"
            " heading that holds one",
            line,
        )
    return found[0] if found else ","


def _workbook(path: Path) -> list[tuple[Path, list[Row]]]:
    try:
        import openpyxl  # noqa: PLC0415 (optional, and slow to import)
    except ImportError:
        raise failure(
            path, "needs a package to be read: pip install 'forgesim[xlsx]', or save it as CSV"
        ) from None
    data = read_bytes(path)
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise failure(
            path,
            "is no .xlsx workbook: save it anew as .xlsx, without a password, or as CSV; if it is"
            " CSV already, name it .csv",
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > _UNPACKED:
            raise failure(
                path,
                f"unpacks to {unpacked / 1e6:,.0f} MB, which no card list needs: save its sheet of"
                " cards as CSV",
            )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what it leaves out, which are no cells
            books = [
                openpyxl.load_workbook(io.BytesIO(data), data_only=values, read_only=True)
                for values in (True, False)
            ]
            return [
                (Path(f"{path}[{values.title}]"), list(_workbook_rows(values, formulas)))
                for values, formulas in zip(*(book.worksheets for book in books), strict=True)
            ]
    except DataError:
        raise
    except Exception as error:  # the library's own errors for damaged files are of many kinds
        raise failure(
            path, f"is damaged ({error}): open and save it in a spreadsheet, or save it as CSV"
        ) from None


def _workbook_rows(values: Any, formulas: Any) -> Iterator[Row]:
    for sheet in (values, formulas):
        sheet.reset_dimensions()  # what it says of its size may be a million blank rows
    pairs = zip(values.iter_rows(), formulas.iter_rows(), strict=True)
    for number, (shown, written) in enumerate(pairs, start=1):
        cells = tuple(_cell(a, b) for a, b in zip(shown, written, strict=True))
        if any(cells):
            yield Row(number, cells)


def _cell(shown: Any, written: Any) -> str:
    """A cell of a workbook as text: what a formula has led to, whole numbers without a point."""
    value = shown.value
    if value is None:
        if written.value is None or shown.data_type == "str":  # a formula that has led to no text
            return ""
        return Unusable("a formula whose value is not stored: open and save it in a spreadsheet")
    if shown.data_type == "e":
        return Unusable(f"the error {value}: mend its formula")
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return Unusable(
            f"the date or time {value}, as spreadsheets make of what looks like one: format the"
            " cell as text, and type it anew"
        )
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


def unusable(row: Row, places: Mapping[str, int]) -> list[str]:
    """What is wrong with the cells that are needed, by field and place."""
    found = {name: row.cells[place] for name, place in places.items()}
    return [f"{name} is {cell}" for name, cell in found.items() if isinstance(cell, Unusable)]
