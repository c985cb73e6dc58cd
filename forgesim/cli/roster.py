"""`forgesim roster`."""

import io
import json
from pathlib import Path
from typing import Any

from rich.table import Table

from forgesim.cards.roster import Roster, roster_csv, roster_rows
from forgesim.cards.sheets import OTHER_SPREADSHEETS, WORKBOOK
from forgesim.cli.notes import counted, print_table
from forgesim.cli.output import print_data, violations_listed, write_output
from forgesim.cli.project import Bench
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.workshop.patch_notes import patch_notes, roster_changes

Flags = dict[str, Any]
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t"}


def check(flags: Flags) -> None:
    """Carry out `roster check`."""
    bench = Bench(flags)
    with violations_listed():
        roster = bench.roster_as_written
    print(f"{counted(len(roster.cards), bench.card_noun)}, nothing wrong: {_groups(roster)}")


def _groups(roster: Roster) -> str:
    groups = sorted({card.group for card in roster.cards.values()})
    counts = {g: sum(card.group == g for card in roster.cards.values()) for g in groups}
    return ", ".join(f"{group} {count}" for group, count in counts.items())


def show(flags: Flags, format_: str) -> None:
    """Carry out `roster show`."""
    bench = Bench(flags)
    if format_ == "csv":
        print_data(roster_csv(bench.roster_as_written, bench.game.card_model))
    elif format_ == "json":
        cards = bench.roster_as_written.cards.values()
        facts = [{"id": card.id, "name": card.name, **card.facts} for card in cards]
        print_data(json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
    elif format_ == "table":
        _print_table(bench.roster_as_written, bench.game)
    else:
        raise UsageError(f"--format {format_}: expected table, csv or json")


def _print_table(roster: Roster, game: Game) -> None:
    header, *rows = roster_rows(roster, game.card_model)
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(header):
        is_text = any(isinstance(row[place], str) for row in rows)
        table.add_column(str(heading), justify="left" if is_text else "right", no_wrap=True)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    print_table(table)
    print(f"\n{counted(len(rows), 'card')}: {_groups(roster)}")


def diff(old: str, new: str | None, flags: Flags) -> None:
    """Carry out `roster diff`."""
    before = Bench(flags | {"roster": [old]})
    after = Bench(flags | {"roster": [new] if new else None}, quiet=True)
    if not after.has_own_cards:
        raise UsageError("outside a project name both card lists: forgesim roster diff OLD NEW")
    changes = roster_changes(before.roster_as_written.cards, after.roster_as_written.cards)
    for line in patch_notes(changes, after.game.group):
        print(line)
    if not changes:
        print("No card has changed.")


def export(flags: Flags, out: Path | None, separator: str, force: bool) -> None:
    """Carry out `roster import` and `roster export`."""
    if separator not in SEPARATORS:
        raise UsageError(f"--separator {separator}: expected comma, semicolon or tab")
    suffix = "" if out is None else out.suffix.lower()
    if suffix in OTHER_SPREADSHEETS:
        raise UsageError(f"--out {out}: {suffix} files are not written, name it .csv or .xlsx")
    bench = Bench(flags)
    roster, game = bench.roster_as_written, bench.game
    if suffix == WORKBOOK:
        data = _workbook(roster, game)
    else:
        # With a byte-order mark Excel takes such a file for UTF-8.
        mark = "" if separator == "comma" or out is None else "\ufeff"
        data = (mark + roster_csv(roster, game.card_model, SEPARATORS[separator])).encode()
    write_output(data, out, force, counted(len(roster.cards), "card"))


def _workbook(roster: Roster, game: Game) -> bytes:
    try:
        import openpyxl  # noqa: PLC0415 (optional, and slow to import)
    except ImportError:
        raise UsageError(
            "writing .xlsx needs a package: pip install 'forgesim[xlsx]', or export .csv"
        ) from None
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for note in roster.notes:
        sheet.append([f"# {note}"])
    for row in roster_rows(roster, game.card_model):
        sheet.append(row)
        for cell in sheet[sheet.max_row]:
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name that begins with = is no formula
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
