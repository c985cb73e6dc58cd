"""`forgesim roster`."""

import io
import json
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from forgesim.cards.roster import Roster, roster_csv, roster_rows
from forgesim.cards.sheets import WORKBOOK
from forgesim.cli.notes import counted, print_table
from forgesim.cli.output import violations_listed, write_output
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
        roster = bench.roster
    print(f"{counted(len(roster.cards), 'card')}, nothing wrong: {_groups(roster)}")


def _groups(roster: Roster) -> str:
    groups = sorted({card.group for card in roster.cards.values()})
    counts = {g: sum(card.group == g for card in roster.cards.values()) for g in groups}
    return ", ".join(f"{group} {count}" for group, count in counts.items())


def show(flags: Flags, format_: str) -> None:
    """Carry out `roster show`."""
    bench = Bench(flags)
    if format_ == "csv":
        print(roster_csv(bench.roster, bench.game.card_model), end="")
    elif format_ == "json":
        cards = [{"id": c.id, "name": c.name, **c.facts} for c in bench.roster.cards.values()]
        print(json.dumps(cards, indent=1, ensure_ascii=False))
    elif format_ == "table":
        _print_table(bench)
    else:
        raise UsageError(f"--format {format_}: expected table, csv or json")


def _print_table(bench: Bench) -> None:
    header, *rows = roster_rows(bench.roster, bench.game.card_model)
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(header):
        is_number = all(row[place].isdigit() for row in rows if row[place])
        table.add_column(heading, justify="right" if is_number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    print_table(table)
    print(f"\n{counted(len(rows), 'card')}: {_groups(bench.roster)}")


def diff(old: str, new: str | None, flags: Flags) -> None:
    """Carry out `roster diff`."""
    before = Bench(flags | {"roster": [old]})
    after = Bench(flags | {"roster": [new] if new else None}, quiet=True)
    changes = roster_changes(before.roster.cards, after.roster.cards)
    for line in patch_notes(changes, after.game.group):
        print(line)
    if not changes:
        print("No card has changed.")


def export(flags: Flags, out: Path | None, separator: str, force: bool) -> None:
    """Carry out `roster import` and `roster export`."""
    if separator not in SEPARATORS:
        raise UsageError(f"--separator {separator}: expected {', '.join(SEPARATORS)}")
    bench = Bench(flags)
    if out is not None and out.suffix.lower() == WORKBOOK:
        data = _workbook(bench.roster, bench.game)
    else:
        text = roster_csv(bench.roster, bench.game.card_model, SEPARATORS[separator])
        data = text.encode()
    write_output(data, out, force, counted(len(bench.roster.cards), "card"))


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
        sheet.append([int(cell) if cell.isdigit() else cell or None for cell in row])
        for cell in sheet[sheet.max_row]:
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name that begins with = is no formula
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()
