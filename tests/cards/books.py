"""Workbooks for tests: sheets of values, and cells as spreadsheet programs write them."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import openpyxl

Rows = Sequence[Sequence[Any]]


def book(**sheets: Rows) -> bytes:
    """A workbook with these sheets."""
    written = openpyxl.Workbook()
    written.remove(written.worksheets[0])
    for title, rows in sheets.items():
        sheet = written.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    file = io.BytesIO()
    written.save(file)
    return file.getvalue()


def with_parts(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A workbook each of whose files is changed."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            target.writestr(name, change(name, source.read(name)))
    return file.getvalue()


def with_cells(data: bytes, cells: Mapping[str, str]) -> bytes:
    """A workbook with other XML for cells of its first sheet, as `{"E2": '<v>2</v>'}`.

    What stands before a bar is the cell's type, as in `str|<f>A1</f><v>x</v>`.
    """

    def change(name: str, text: bytes) -> bytes:
        if not name.endswith("sheet1.xml"):
            return text
        for place, xml in cells.items():
            kind, _, inside = xml.rpartition("|")
            of_kind = f' t="{kind}"' if kind else ""
            cell = f'<c r="{place}"{of_kind}>{inside}</c>'
            old = rf'<c r="{place}"(?: [^>]*)?(?:/>|>.*?</c>)'
            text, count = re.subn(old.encode(), cell.encode(), text)
            assert count == 1, place
        return text

    return with_parts(data, change)
