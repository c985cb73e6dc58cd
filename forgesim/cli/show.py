"""`forgesim show`."""

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
from rich.markup import escape
from rich.table import Table

from forgesim.cards.files import did_you_mean
from forgesim.cli.notes import notes_console, output_console, print_table
from forgesim.cli.output import write_output
from forgesim.errors import UsageError
from forgesim.results import open_run

FORMATS = ("table", "csv", "json", "parquet")


def run(
    run_dir: Path, name: str | None, tier: str | None, format_: str, out: Path | None, force: bool
) -> None:
    """Carry out the command."""
    if format_ not in FORMATS:
        raise UsageError(f"--format {format_}: expected table, csv, json or parquet")
    if format_ == "parquet" and out is None:
        raise UsageError("--format parquet is no text: name a file with --out")
    results = open_run(run_dir)
    notes = notes_console()
    for note in results.notes:
        notes.print(note)
    if name is None:
        _list(results, run_dir)
        return
    if name not in results:
        raise UsageError(
            f"no table {name!r}, expected one of {', '.join(results)}{did_you_mean(name, results)}"
        )
    table = results[name]
    if tier is not None:
        table = _of_tier(table, tier, list(results.counts))
    if format_ == "table" and out is None:
        _print(table)
    else:
        write_output(_data(table, format_), out, force, f"{name} ({len(table):,} rows)")


def _list(results: Mapping[str, pd.DataFrame], run_dir: Path) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("table", "rows", "columns"):
        table.add_column(heading, justify="right" if heading == "rows" else "left")
    for name, frame in results.items():
        first = ", ".join(frame.columns[:6]) + (", ..." if len(frame.columns) > 6 else "")
        table.add_row(name, f"{len(frame):,}", first)
    print_table(table)
    output_console().print(f"\nNext: forgesim show {run_dir} decks", soft_wrap=True)


def _of_tier(table: pd.DataFrame, tier: str, tiers: list[str]) -> pd.DataFrame:
    if tier not in tiers:
        raise UsageError(f"--tier {tier}: this run has {', '.join(tiers)}")
    return table[table["tier"] == tier]


def _print(frame: pd.DataFrame) -> None:
    table = Table(box=None, pad_edge=False)
    for column in frame.columns:
        is_number = pd.api.types.is_numeric_dtype(frame[column])
        table.add_column(escape(str(column)), justify="right" if is_number else "left")
    for row in frame.itertuples(index=False):
        table.add_row(*(_cell(value) for value in row))
    print_table(table)


def _cell(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, float):
        return f"{value:.3g}" if 0 < abs(value) < 0.01 else f"{value:.2f}"
    return escape(str(value))


def _data(table: pd.DataFrame, format_: str) -> bytes:
    if format_ == "parquet":
        buffer = io.BytesIO()
        table.to_parquet(buffer, index=False)
        return buffer.getvalue()
    if format_ == "json":
        return (table.to_json(orient="records", indent=1, force_ascii=False) + "\n").encode()
    return table.to_csv(index=False, lineterminator="\n").encode()
