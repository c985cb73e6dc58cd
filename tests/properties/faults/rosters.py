"""Faults of rosters: in cells, rows and headers, in CSV files and in workbooks."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from typing import Any

from tests.oracle.forge import BEARERS
from tests.properties.faults.kinds import Kinds, NotHereError, Place, Plant, edit, mistyped, pick
from tests.properties.files import FIELDS, Project
from tests.properties.writing import (
    HEADER,
    Raw,
    SheetText,
    Table,
    Workbook,
    literal,
    repacked,
)

CELLS = Kinds("roster, cell")
TABLES = Kinds("roster, table")
TEXTS = Kinds("roster, CSV")
WORKBOOKS = Kinds("roster, workbook")

TYPES = ("creature", "weapon", "artifact")
Spot = tuple[Any, Table, int]
"""A file, one of its tables, and the number of a row."""


def _spots(project: Project, kinds: tuple[type, ...] = (SheetText, Workbook)) -> Iterator[Spot]:
    for file in project.sheets:
        for table in file.tables if isinstance(file, kinds) else ():
            for row in range(len(table.rows)):
                yield file, table, row


def _spots_of(project: Project, types: tuple[str, ...]) -> Iterator[Spot]:
    """Rows of cards of some types."""
    for file, table, row in _spots(project):
        if table.rows[row][table.place("type")].lower() in types:
            yield file, table, row


def _write(spot: Spot, name: str, cell: Any) -> Place:
    file, table, row = spot
    table.rows[row][table.place(name)] = cell
    return Place(file.path, (table.title, row))


# --- cells ------------------------------------------------------------------------------------

NO_NUMBERS = (
    "2.0",
    "2,0",
    "two",
    "+2",
    "1_0",
    "2 3",
    "0x1",
    "1e0",
    "\uff12",
    "\u00b2",
    "NaN",
    "#N",
)
SINGLE_CELLS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "cost: below its range": (TYPES, ("-1", "-9")),
    "cost: above its range": (TYPES, ("10", "99", "9" * 9, "9" * 40)),
    "cost: no whole number": (TYPES, NO_NUMBERS),
    "cost: empty": (TYPES, ("",)),
    "power: below its range": (("creature",), ("-1",)),
    "power: above its range": (("creature",), ("100", "9" * 20)),
    "power: no whole number": (("creature",), NO_NUMBERS),
    "power: empty on a creature": (("creature",), ("",)),
    "power: on a card that is no creature": (("weapon", "artifact"), ("1", "99", "x")),
    "toughness: below its range": (("creature",), ("0", "-1")),
    "toughness: above its range": (("creature",), ("100", "9" * 20)),
    "toughness: no whole number": (("creature",), NO_NUMBERS),
    "toughness: empty on a creature": (("creature",), ("",)),
    "toughness: on a card that is no creature": (("weapon", "artifact"), ("1", "99", "x")),
    "type: unknown": (TYPES, ("creatures", "spell", "1", "creature weapon")),
    "type: empty": (TYPES, ("",)),
    "faction: unknown": (TYPES, ("Woods", "Wild", "Wilds/Arcana", "0")),
    "faction: empty": (TYPES, ("",)),
    "rarity: unknown": (TYPES, ("epic", "commn", "3", "mythic rare")),
    "rarity: empty": (TYPES, ("",)),
    "keyword: unknown": (TYPES, ("FLYING", "GAURD", "0", "-")),
    "keyword: two of them": (TYPES, ("EMBER, HOARD", "EMBER HOARD", "EMBER/HOARD", "EMBER;HOARD")),
    "id: with characters that it may not have": (TYPES, ("a b", "a.b", "a/b", "\u00e9", "a\nb")),
    "id: too long": (TYPES, ("x" * 65,)),
    "id: empty": (TYPES, ("",)),
    "name: empty": (TYPES, ("", " ")),
    "name: too long": (TYPES, ("N" * 101,)),
    "name: over two lines": (TYPES, ("Two\nLines", "Two\u2028Lines")),
    "name: with control characters": (TYPES, ("Tab\there", "Next\u0085Line")),
}


def _plant_cell(name: str, types: tuple[str, ...], cells: tuple[str, ...]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        if name == "id" and not project.has_ids:
            raise NotHereError
        return _write(pick(rng, _spots_of(project, types)), name, rng.choice(cells))

    return plant


for _what, (_types, _cells) in SINGLE_CELLS.items():
    CELLS.add(_what, _plant_cell(_what.split(":")[0], _types, _cells))


@CELLS.kind("keyword: on a type that may not bear it")
def _keyword(project: Project, rng: random.Random) -> Place:
    keyword = rng.choice([k for k, types in BEARERS.items() if len(types) < 3])
    others = tuple(kind for kind in TYPES if kind not in BEARERS[keyword])
    return _write(pick(rng, _spots_of(project, others)), "keyword", keyword)


def _plant_same_id(change: Callable[[str], str]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        spots = [*_spots(project)]
        if not project.has_ids or len(spots) < 2:
            raise NotHereError
        first, second = rng.sample(spots, 2)
        taken = first[1].rows[first[2]][first[1].place("id")]
        if change(taken) == taken and change is not str:
            raise NotHereError
        _write(second, "id", change(taken))
        # The one that is read later is at fault, and names the other one.
        return Place(first[0].path, None, (second[0].path,))

    return plant


CELLS.add("id: that of another card", _plant_same_id(str))
CELLS.add("id: that of another card but for its case", _plant_same_id(str.swapcase))


@CELLS.kind("name: the same but for its signs, where ids are made of it")
def _same_name(project: Project, rng: random.Random) -> Place:
    spot = _, table, row = pick(rng, _spots(project))
    if project.has_ids or row == 0:
        raise NotHereError
    name = table.rows[0][table.place("name")]
    return _write(spot, "name", rng.choice((f"{name}!", f"({name})"))[:100])


@CELLS.kind("name: no letter, where ids are made of it")
def _no_letters(project: Project, rng: random.Random) -> Place:
    if project.has_ids:
        raise NotHereError
    return _write(pick(rng, _spots(project)), "name", rng.choice(("\U0001f525", "\u706b", "!?")))


# --- rows and headers -------------------------------------------------------------------------


@TABLES.kind("row: a cell too many")
def _cell_too_many(project: Project, rng: random.Random) -> Place:
    file, table, row = pick(rng, _spots(project))
    table.rows[row].append("x")
    return Place(file.path, (table.title, row))


@TABLES.kind("row: cells too few")
def _cell_too_few(project: Project, rng: random.Random) -> Place:
    file, table, row = pick(rng, _spots(project, (SheetText,)))
    cells = table.rows[row]
    needed = [place for place, name in enumerate(table.fields) if name not in ("", "keyword")]
    last = max(place for place in needed if cells[place])
    if last == 0:
        raise NotHereError
    del cells[rng.randint(1, last) :]
    return Place(file.path, (table.title, row))


def _any_table(project: Project, rng: random.Random) -> tuple[Any, Table]:
    file = rng.choice(project.sheets)
    return file, rng.choice(file.tables)


@TABLES.kind("column: missing")
def _column_missing(project: Project, rng: random.Random) -> Place:
    file, table = _any_table(project, rng)
    place = table.place(rng.choice(FIELDS[1:]))
    for cells in (table.fields, table.headings, *table.rows):
        del cells[place]
    return Place(file.path, (HEADER, table.title))


def _add_column(file: Any, table: Table, heading: str, cells: list[Any]) -> Place:
    table.headings.append(heading)
    for row, cell in zip(table.rows, cells, strict=True):
        row.append(cell)
    return Place(file.path, (HEADER, table.title))


@TABLES.kind("column: twice")
def _column_twice(project: Project, rng: random.Random) -> Place:
    file, table = _any_table(project, rng)
    place = table.place(rng.choice(FIELDS[1:]))
    change = rng.choice((str, str.upper, " {} ".format))
    cells = [row[place] for row in table.rows]
    return _add_column(file, table, change(table.headings[place]), cells)


@TABLES.kind("column: nearly the right name")
def _column_mistyped(project: Project, rng: random.Random) -> Place:
    file, table = _any_table(project, rng)
    name = pick(rng, [n for n in FIELDS[1:] if len(project.headings.get(n, n)) > 3])
    table.headings[table.place(name)] = mistyped(rng, project.headings.get(name, name))
    return Place(file.path, (HEADER, table.title))


@TABLES.kind("column: nearly the name of one that is there")
def _column_nearly_twice(project: Project, rng: random.Random) -> Place:
    file, table = _any_table(project, rng)
    name = pick(rng, [name for name in FIELDS[1:] if name not in project.headings])
    return _add_column(file, table, mistyped(rng, name), ["1"] * len(table.rows))


@TABLES.kind("column: called something else")
def _column_renamed(project: Project, rng: random.Random) -> Place:
    file, table = _any_table(project, rng)
    table.headings[table.place(rng.choice(FIELDS[1:]))] = "Zzyzx"
    return Place(file.path, (HEADER, table.title))


@TABLES.kind("header: missing")
def _header_missing(project: Project, rng: random.Random) -> Place:
    file, table, row = pick(rng, _spots(project, (SheetText,)))
    table.headings = table.rows.pop(row)
    return Place(file.path)


# --- CSV --------------------------------------------------------------------------------------


def _sheet(project: Project, rng: random.Random, kind: type) -> Any:
    return pick(rng, project.of(kind, "cards/"))


def _plant_text(*texts: str) -> Plant:
    """Add something at the end of a CSV file."""

    def plant(project: Project, rng: random.Random) -> Place:
        text = rng.choice(texts)
        path = _sheet(project, rng, SheetText).path
        return edit(project, path, lambda content: content + text.encode())

    return plant


TEXTS.add("a quotation mark that is not closed", _plant_text('\n"a card,', '\n"'))
TEXTS.add("something behind a closed quotation mark", _plant_text('\n"a"b\n', '\n"a" ,"b"\n'))


@TEXTS.kind("a header with two kinds of separators")
def _two_separators(project: Project, rng: random.Random) -> Place:
    text = b"id;name,faction;type;cost;power;toughness;keyword;rarity\n"
    return edit(project, _sheet(project, rng, SheetText).path, lambda _: text)


@TEXTS.kind("a header of one cell")
def _one_cell(project: Project, rng: random.Random) -> Place:
    text = rng.choice((b"id|name|faction|type|cost|power|toughness|keyword|rarity\n", b"name\nA\n"))
    return edit(project, _sheet(project, rng, SheetText).path, lambda _: text)


@TEXTS.kind("a workbook in its place")
def _workbook_as_text(project: Project, rng: random.Random) -> Place:
    file = _sheet(project, rng, SheetText)
    file.table.title = "Cards"
    content, _ = Workbook("", [file.table]).write(rng)
    return edit(project, file.path, lambda _: content)


@TEXTS.kind("the ending of a spreadsheet that is not read")
def _other_ending(project: Project, rng: random.Random) -> Place:
    path = f"cards/other{rng.choice(('.xls', '.ods', '.XLSB', '.numbers'))}"
    project.others[path] = b"id,name\n"
    project.experiment.values["roster",] = literal(rng, [path])
    return Place(path)


# --- workbooks --------------------------------------------------------------------------------


@WORKBOOKS.kind("cut off")
def _workbook_cut_off(project: Project, rng: random.Random) -> Place:
    share = rng.random()
    path = _sheet(project, rng, Workbook).path
    return edit(project, path, lambda content: content[: int(share * len(content))])


@WORKBOOKS.kind("text in its place")
def _text_as_workbook(project: Project, rng: random.Random) -> Place:
    return edit(project, _sheet(project, rng, Workbook).path, lambda _: b"id,name,faction\n")


@WORKBOOKS.kind("damaged inside")
def _workbook_damaged(project: Project, rng: random.Random) -> Place:
    damage = rng.choice((lambda xml: xml[: len(xml) // 2], lambda _: b"<x/>", lambda _: b"\0"))
    path = _sheet(project, rng, Workbook).path
    return edit(project, path, lambda content: repacked(content, damage))


def _plant_raw(values: tuple[Any, ...]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        creatures = [s for s in _spots_of(project, ("creature",)) if isinstance(s[0], Workbook)]
        return _write(pick(rng, creatures), rng.choice(FIELDS[4:7]), Raw(rng.choice(values)))

    return plant


for _what, _values in {
    "a fraction for a number": (1.5, 0.1, 2.0000001),
    "a switch for a number": (True, False),
    "a date for a number": (datetime.date(2026, 2, 3), datetime.time(1, 2)),
    "a formula whose value is not stored": ("=1+1",),
    "an error": ("#REF!", "#DIV/0!"),
}.items():
    WORKBOOKS.add(_what, _plant_raw(_values))
