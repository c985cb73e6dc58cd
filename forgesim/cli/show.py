"""`forgesim show`."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from rich.markup import escape
from rich.table import Table

from forgesim.cards.files import did_you_mean
from forgesim.cli.notes import notes_console, output_console, print_table
from forgesim.cli.output import write_output
from forgesim.errors import UsageError
from forgesim.kernel.jit import engine_digest
from forgesim.results import Results, open_run
from forgesim.stats.robustness import CHECK_TABLES

FORMATS = ("table", "csv", "json", "parquet")


_EFFECTS = ("replacement", "top")
_RATES = ("gih", "gns", "iwd", "played", "play_rate")
_TELLING = {
    "cards": ("card", "decks", *_EFFECTS, *_RATES),
    "deck_cards": ("deck", "card", "copies", *_EFFECTS, *_RATES),
}
"""Columns of wide tables that a terminal shows; `--all` shows the others, too."""
_MEANINGS = (
    "replacement: points that a deck gains by the card over a plain creature of its cost [95 %]",
    "top: score with a copy among the top cards of the library, less that with one below [95 %]",
    "gih, gns: % of games won, by copies seen and copies not seen; iwd: the first less the other",
    "played: % of games won, by copies played; play_rate: % of the drawn copies that were played",
)
"""What the columns of `_TELLING` mean, for those who have no page at hand."""
_FINEST_P = 0.0001


@dataclass(frozen=True)
class Call:
    """How a table is wanted.

    Attributes
    ----------
    tier : str or None
        Rows of one pilot tier alone.
    is_all : bool
        Whether a terminal shows every column.
    format_ : str
    out : Path or None
    force : bool
    """

    tier: str | None
    is_all: bool
    format_: str
    out: Path | None
    force: bool


def run(run_dir: Path, name: str | None, call: Call) -> None:
    """Carry out the command."""
    format_, out = call.format_, call.out
    if format_ not in FORMATS:
        raise UsageError(f"--format {format_}: expected table, csv, json or parquet")
    if format_ == "parquet" and out is None:
        raise UsageError("--format parquet is no text: name a file with --out")
    results = open_run(run_dir)
    notes = notes_console()
    for note in results.notes:
        notes.print(note)
    is_playable = results.versions.get("engine") == engine_digest()
    if name in CHECK_TABLES and results.check is None and is_playable:
        notes.print(f"no pilot check is stored with this run: forgesim report {run_dir} plays one")
    if name is None:
        _list(results, run_dir)
        return
    if name not in results:
        raise UsageError(
            f"no table {name!r}, expected one of {', '.join(results)}{did_you_mean(name, results)}"
        )
    table = results[name]
    if call.tier is not None:
        table = _of_tier(table, call.tier, _tiers(results))
    if format_ != "table" or out is not None:
        write_output(_data(table, format_), out, call.force, f"{name} ({len(table):,} rows)")
        return
    telling = None if call.is_all else _TELLING.get(name)
    _print(table if telling is None else _cut(table, telling))
    _explain(name, telling is not None)


def _cut(table: pd.DataFrame, columns: tuple[str, ...]) -> pd.DataFrame:
    """Some columns of a table, effects with their intervals; and the tier, where there are more."""
    shown = {column: table[column] for column in columns}
    for name in _EFFECTS:
        rows = zip(*(table[name + end] for end in ("", "_low", "_high")), strict=True)
        shown[name] = pd.Series([_effect(*row) for row in rows], table.index, dtype=object)
    tier = {"tier": table["tier"]} if table["tier"].nunique() > 1 else {}
    return pd.DataFrame(tier | shown)


def _effect(value: float, low: float, high: float) -> str:
    return "" if pd.isna(value) else f"{value:+.2f} [{low:+.2f}, {high:+.2f}]"


def _explain(name: str, is_cut: bool) -> None:
    console = output_console()
    console.print()
    if is_cut:
        for line in _MEANINGS:
            console.print(line, soft_wrap=True)
        console.print("All columns: --all, or --format csv", soft_wrap=True)
    console.print(f"What the columns mean: docs/reference/tables.md#{name}", soft_wrap=True)


def _list(results: Mapping[str, pd.DataFrame], run_dir: Path) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("table", "rows", "columns"):
        table.add_column(heading, justify="right" if heading == "rows" else "left")
    for name, frame in results.items():
        first = ", ".join(frame.columns[:6]) + (", ..." if len(frame.columns) > 6 else "")
        table.add_row(name, f"{len(frame):,}", first)
    print_table(table)
    output_console().print(f"\nNext: forgesim show {run_dir} decks", soft_wrap=True)


def _tiers(results: Results) -> list[str]:
    """The pilot tiers of a run and of its pilot check."""
    crew = () if results.check is None else results.check.plan.crew
    return list(dict.fromkeys([*results.counts, *(member.name for member in crew)]))


def _of_tier(table: pd.DataFrame, tier: str, tiers: list[str]) -> pd.DataFrame:
    if tier not in tiers:
        raise UsageError(f"--tier {tier}: this run has {', '.join(tiers)}")
    return table[table["tier"] == tier]


def _print(frame: pd.DataFrame) -> None:
    table = Table(box=None, pad_edge=False)
    for column in frame.columns:
        is_number = pd.api.types.is_numeric_dtype(frame[column]) or column in _EFFECTS
        table.add_column(escape(str(column)), justify="right" if is_number else "left")
    for row in frame.itertuples(index=False):
        table.add_row(*(_cell(*each) for each in zip(frame.columns, row, strict=True)))
    print_table(table)


def _cell(column: str, value: Any) -> str:
    if pd.isna(value):
        return ""
    if column == "p" or column.endswith("p_adjusted"):
        return f"<{_FINEST_P}" if value < _FINEST_P else f"{value:.4f}"
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
