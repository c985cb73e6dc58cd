"""Sheets: rows of cells from CSV files and workbooks, as spreadsheets write them."""

import datetime
import io
import re
import sys
import warnings
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from forgesim.cards.files import MAX_BYTES
from forgesim.cards.sheets import Sheet, Unusable, read_sheets
from forgesim.errors import DataError, MissingError
from tests.cards.books import book, with_cells, with_parts

Table = list[tuple[str, ...]]


def read(folder: Path, content: str | bytes, name: str = "c.csv") -> Sheet:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (sheet,) = read_sheets(path)
    return sheet


def cells(sheet: Sheet) -> Table:
    return [row.cells for row in (sheet.header, *sheet.rows)]


def lines(sheet: Sheet) -> list[int]:
    return [row.line for row in (sheet.header, *sheet.rows)]


def problem(folder: Path, content: str | bytes, name: str = "c.csv") -> str:
    """What is wrong with a file, from its name on."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError) as error:
        read_sheets(path)
    (violation,) = error.value.violations
    return f"{violation.file.name}:{violation.line}: {violation.problem}"


# Text


@pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte-order-mark"])
def test_text_of_any_system_is_read(separator: str, end: str, mark: str, tmp_path: Path) -> None:
    rows = [["name", "cost"], ["Ash Moth", "1"], ["Wick Imp", "2"]]
    text = mark + "".join(separator.join(row) + end for row in rows)
    sheet = read(tmp_path, text)
    assert cells(sheet) == [tuple(row) for row in rows]
    assert lines(sheet) == [1, 2, 3]


def test_quotes_hold_separators_quotes_and_line_breaks_and_lines_are_counted_on(
    tmp_path: Path,
) -> None:
    text = 'name,cost\r\n"Hound, the ""Old""\r\nOne\r\n",1\r\n\r\n"Imp",2\r\nElk,3\r\n'
    sheet = read(tmp_path, text)
    assert cells(sheet)[1:] == [('Hound, the "Old"\r\nOne', "1"), ("Imp", "2"), ("Elk", "3")]
    assert lines(sheet) == [1, 2, 6, 7]


def test_a_separator_within_a_cell_is_none(tmp_path: Path) -> None:
    assert cells(read(tmp_path, "name;cost\nHound, the Old;1,5\n"))[1] == ("Hound, the Old", "1,5")


def test_a_heading_may_have_the_other_separator_and_a_line_break_between_quotes(
    tmp_path: Path,
) -> None:
    sheet = read(tmp_path, '"Forge\nPoints, now";name\n2;Imp\n')
    assert cells(sheet) == [("Forge\nPoints, now", "name"), ("2", "Imp")]
    assert lines(sheet) == [1, 3]


def test_a_single_column_needs_no_separator(tmp_path: Path) -> None:
    assert cells(read(tmp_path, "name\nImp\n")) == [("name",), ("Imp",)]


def test_blanks_around_cells_are_left_out_and_blank_rows_and_columns_do_not_count(
    tmp_path: Path,
) -> None:
    sheet = read(tmp_path, "\n,,,\n name , cost,,\u00a0\n,,\nImp,  2\u00a0,,\n\n , ,,\n")
    assert sheet.header.cells == ("name", "cost")
    assert [row.cells[:2] for row in sheet.rows] == [("Imp", "2")]
    assert lines(sheet) == [3, 5]


@pytest.mark.parametrize(
    ("text", "problem_"),
    [
        ("id,name;cost\n", "c.csv:1: the header has commas and semicolons, expected one of them"),
        ("id\tname;cost\n", "c.csv:1: the header has semicolons and tabs, expected one of them"),
        ("# note\n\nid,name;cost\n", "c.csv:3: the header has commas and semicolons"),
        ('id,name\n1,"Imp\n2,Elk\n', "c.csv:2: is not valid CSV: a quote that begins in this row"),
        ('id,name\n1,"Imp" x\n', "c.csv:2: is not valid CSV: ',' expected after '\"'; write a"),
        ("\n , ,\n", "c.csv:None: has no header row, expected one with the names of the columns"),
        ("# a\n#,,,\n", "c.csv:None: has no header row"),
    ],
    ids=["two", "other two", "after a note", "quote open", "quote closed early", "blank", "notes"],
)
def test_text_that_can_be_read_in_two_ways_or_none_is_refused(
    text: str, problem_: str, tmp_path: Path
) -> None:
    assert problem(tmp_path, text).startswith(problem_)


@pytest.mark.parametrize(
    ("content", "problem_"),
    [
        ("id,name\n1,Imp\n".encode("utf-16"), "c.csv:None: is UTF-16 text; save it as UTF-8"),
        ("id,name\n".encode("utf-16-le"), "c.csv:None: holds binary data, expected text in UTF-8"),
        ("id\r1\rÉ\r".encode("latin-1"), "c.csv:3: is not UTF-8 text; save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "c.csv:1: is not UTF-8 text; save it as UTF-8"),
        (b"", "c.csv:None: is empty"),
        (b"\xef\xbb\xbf", "c.csv:None: is empty"),
        (b"x" * (MAX_BYTES + 1), "c.csv:None: has 32 MB, expected at most 32 MB"),
        (b"x" * 33_000_000, "c.csv:None: has 33 MB, expected at most 32 MB"),
    ],
    ids=["utf-16", "utf-16-no-mark", "latin-1", "binary", "empty", "only-mark", "large", "huge"],
)
def test_what_is_no_text_is_refused(content: bytes, problem_: str, tmp_path: Path) -> None:
    assert problem(tmp_path, content) == problem_


@pytest.mark.parametrize("name", ["c.csv", "c.xlsx", "c.tsv"])
def test_a_folder_and_nothing_at_all_are_missing_files(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(MissingError, match="is a directory, expected a file"):
        read_sheets(tmp_path / name)
    with pytest.raises(MissingError, match=f"no such file; did you mean '{name}'"):
        read_sheets(tmp_path / name.replace("c.", "d."))
    with pytest.raises(MissingError, match="cannot be read: File name too long"):
        read_sheets(tmp_path / ("d" * 300 + name))


# Comments, and how Excel notes its separator


@pytest.mark.parametrize(
    ("head", "notes"),
    [
        ("# a, b\n#\n##  c\n", ("a, b", "c")),
        ('"# a, b",,,\n#,,,\n"## c",,,\n', ("a, b", "c")),
        ("# a, b;;;\n;;;\n#;;;\n", ("a, b",)),
        ('"# he said ""no"", twice",,\n# "x"\n', ('he said "no", twice', '"x"')),
        ("# tab\there, \x07bell\n", ("tab here, bell",)),
    ],
    ids=["as written", "saved by Excel", "with semicolons", "quotes", "control characters"],
)
def test_lines_with_a_hash_at_the_head_are_notes(
    head: str, notes: Sequence[str], tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"{head}id,name\n1,Imp\n")
    assert sheet.notes == tuple(notes)
    assert cells(sheet) == [("id", "name"), ("1", "Imp")]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("heading", ["#", '"#"', " # "])
def test_a_heading_that_is_a_hash_is_no_comment(
    heading: str, separator: str, tmp_path: Path
) -> None:
    sheet = read(tmp_path, f"{heading},id,name\n7,1,Imp\n".replace(",", separator))
    assert (sheet.notes, sheet.header.cells) == ((), ("#", "id", "name"))


def test_a_row_below_the_header_is_no_comment(tmp_path: Path) -> None:
    sheet = read(tmp_path, "id,name\n#1,Imp\n# Elk\n")
    assert cells(sheet)[1:] == [("#1", "Imp"), ("# Elk", "")]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line", ["sep={}", "SEP={}", '"sep={}"'])
def test_a_noted_separator_is_taken(line: str, mark: str, tmp_path: Path) -> None:
    rows = f"a,b{mark}c\n1;2{mark}3\n" if mark == "|" else f"a{mark}c\n1{mark}3\n"
    sheet = read(tmp_path, line.format(mark) + "\r\n" + rows)
    assert [row[-1] for row in cells(sheet)] == ["c", "3"]
    assert lines(sheet) == [2, 3]


@pytest.mark.parametrize("line", ["sep=", "sep=x", "sep=;,", 'sep="'])
def test_a_note_of_no_separator_is_refused(line: str, tmp_path: Path) -> None:
    assert problem(tmp_path, f"{line}\nid,name\n") == (
        f"c.csv:1: {line!r} names no separator, expected a comma, a semicolon or a tab behind ="
    )


# Workbooks

HEAD = ["name", "cost"]


def test_a_workbook_s_numbers_are_whole_where_they_are(tmp_path: Path) -> None:
    rows = [HEAD, ["Imp", 2], ["Elk", 2.0], ["Ox", 2.5], ["Cub", "2,0"], ["Fox", True], ["Owl"]]
    sheet = read(tmp_path, book(Cards=rows), "c.xlsx")
    assert [row[1] for row in cells(sheet)[1:]] == ["2", "2", "2.5", "2,0", "True", ""]
    assert sheet.file == tmp_path / "c.xlsx[Cards]"


def test_blank_rows_and_columns_of_a_workbook_do_not_count(tmp_path: Path) -> None:
    rows = [[], ["# note, of sorts"], [None, "name", "cost", " "], [], [None, "Imp", 2], [" "]]
    sheet = read(tmp_path, book(Cards=rows), "c.xlsx")
    assert sheet.notes == ("note, of sorts",)
    assert sheet.header.cells == ("", "name", "cost")
    assert [row.cells for row in sheet.rows] == [("", "Imp", "2")]
    assert lines(sheet) == [3, 5]


def test_of_a_formula_the_stored_value_counts(tmp_path: Path) -> None:
    stored = {
        "B2": "<f>1+1</f><v>2</v>",
        "A2": 'str|<f>"Im"&amp;"p"</f><v>Imp</v>',
        "B3": 'str|<f>IF(A3="","",1)</f><v></v>',
    }
    data = with_cells(book(Cards=[HEAD, ["a", 1], ["b", 1]]), stored)
    assert cells(read(tmp_path, data, "c.xlsx"))[1:] == [("Imp", "2"), ("b", "")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("=1+1", "a formula whose value is not stored: open and save it in a spreadsheet"),
        ("#DIV/0!", "the error #DIV/0!"),
        (datetime.date(2024, 2, 1), "the date or time 2024-02-01"),
        (datetime.datetime(2024, 2, 1, 3), "the date or time 2024-02-01 03:00:00"),
        (datetime.time(2, 1), "the date or time 02:01:00"),
    ],
    ids=["formula", "error", "date", "date and time", "time"],
)
def test_a_cell_that_is_no_text_and_no_number_is_kept_as_unusable(
    value: object, words: str, tmp_path: Path
) -> None:
    cell = cells(read(tmp_path, book(Cards=[HEAD, ["Imp", value]]), "c.xlsx"))[1][1]
    assert isinstance(cell, Unusable)
    assert cell.startswith(words)


def test_every_sheet_that_is_not_blank_is_read(tmp_path: Path) -> None:
    path = tmp_path / "c.XLSX"
    path.write_bytes(book(Wilds=[HEAD, ["Imp", 2]], Empty=[], Notes=[["x"]]))
    assert [sheet.file.name for sheet in read_sheets(path)] == ["c.XLSX[Wilds]", "c.XLSX[Notes]"]


@pytest.mark.parametrize("size", ["A1", "A1:XFD400"])
def test_what_a_workbook_says_of_its_size_does_not_count(size: str, tmp_path: Path) -> None:
    """Some programs note too little, and a format on whole rows and columns makes it a million."""

    def noted(name: str, text: bytes) -> bytes:
        if not name.endswith("sheet1.xml"):
            return text
        text, count = re.subn(rb'<dimension ref="[^"]*"', f'<dimension ref="{size}"'.encode(), text)
        assert count == 1
        end = b'<row r="400"><c r="XFD400" s="0"/></row></sheetData>'
        return text.replace(b"</sheetData>", end)

    data = with_parts(book(Cards=[HEAD, ["Imp", 2], ["Elk", 3]]), noted)
    sheet = read(tmp_path, data, "c.xlsx")
    assert cells(sheet) == [("name", "cost"), ("Imp", "2"), ("Elk", "3")]


def test_what_a_workbook_holds_besides_cells_is_passed_over_in_silence(tmp_path: Path) -> None:
    """Excel writes data validation as an extension of which openpyxl warns that it drops it."""

    def extended(name: str, text: bytes) -> bytes:
        if not name.endswith("sheet1.xml"):
            return text
        end = b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"/></extLst></worksheet>'
        return text.replace(b"</worksheet>", end)

    data = with_parts(book(Cards=[HEAD, ["Imp", 2]]), extended)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cells(read(tmp_path, data, "c.xlsx"))[1] == ("Imp", "2")


GOOD = book(Cards=[HEAD, ["Imp", 2]])


def without_end(name: str, text: bytes) -> bytes:
    return text[: len(text) // 2] if name.endswith(("sheet1.xml", "styles.xml")) else text


def bomb() -> bytes:
    """A small workbook that unpacks to much."""
    file = io.BytesIO(GOOD)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3):
            archive.writestr(f"xl/{number}.xml", bytes(MAX_BYTES))
    return file.getvalue()


NO_WORKBOOK = "c.xlsx:None: is no .xlsx workbook: save it anew as .xlsx, without a password"


@pytest.mark.parametrize(
    ("content", "problem_"),
    [
        (b"id,name\n1,Imp\n", NO_WORKBOOK),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), NO_WORKBOOK),
        (GOOD[: len(GOOD) // 2], NO_WORKBOOK),
        (with_parts(GOOD, without_end), "c.xlsx:None: is damaged ("),
        (with_parts(GOOD, lambda *_: b""), "c.xlsx:None: is damaged ("),
        (b"", "c.xlsx:None: is empty"),
    ],
    ids=["text", "password", "cut off", "broken inside", "hollow", "empty"],
)
def test_what_is_no_sound_workbook_is_refused(
    content: bytes, problem_: str, tmp_path: Path
) -> None:
    assert problem(tmp_path, content, "c.xlsx").startswith(problem_)


def test_a_workbook_that_unpacks_to_far_too_much_is_refused(tmp_path: Path) -> None:
    data = bomb()
    assert len(data) < 1_000_000
    assert problem(tmp_path, data, "c.xlsx").startswith("c.xlsx:None: unpacks to 96 MB, which no")


def test_a_workbook_called_csv_is_recognized(tmp_path: Path) -> None:
    assert problem(tmp_path, GOOD) == (
        "c.csv:None: is a workbook, not text: save it as CSV (UTF-8), or name it .xlsx"
    )


@pytest.mark.parametrize("suffix", [".xls", ".ods", ".numbers", ".XLSM", ".xlsb"])
def test_files_of_other_programs_are_refused_with_a_remedy(suffix: str, tmp_path: Path) -> None:
    name = f"c{suffix}"
    assert problem(tmp_path, GOOD, name) == (
        f"{name}:None: {suffix.lower()} files are not read: save it as CSV (UTF-8) or as .xlsx"
    )


def test_without_the_package_for_workbooks_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert problem(tmp_path, GOOD, "c.xlsx") == (
        "c.xlsx:None: needs a package to be read: pip install 'forgesim[xlsx]', or save it as CSV"
    )
