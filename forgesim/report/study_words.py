"""What the pages of studies say alike: about inputs, method, and how to make them again."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from forgesim.arena.plan import Plan
from forgesim.report.account import assumed
from forgesim.report.sheets import Cell, Sheet
from forgesim.report.words import (
    about,
    counted,
    decimals_for,
    interval,
    number,
    signed,
    threshold,
)
from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED
from forgesim.stats.paired_tables import MATTERS_TURNS, SAME

NBSP = "\u00a0"
UNITS = {"points": f"{NBSP}points", "turns": f"{NBSP}turns", "percent": f"{NBSP}points"}
LABELS = {
    MATTERS: "matters", SMALL: "too small to matter", UNDECIDED: "undecided", SAME: "the same",
}  # fmt: skip
"""Verdicts as people read them."""
MARKS = {MATTERS: "matters", SMALL: "small", UNDECIDED: "undecided", SAME: "note"}
ORDER = (MATTERS, UNDECIDED, SMALL, SAME)
"""Verdicts, those first that ask for most attention."""


def assumptions(plan: Plan) -> list[str]:
    """What the numbers of a study rest on."""
    found = list(plan.notes)
    found += [f"changed in the base: {change}" for change in plan.changed]
    found += [f"{each.status}: {each.key}. {each.reason}" for each in assumed(plan)]
    found += [f"pilot {pilot.name}{f': {pilot.title}' if pilot.title else ''}"
              for pilot in plan.pilots]  # fmt: skip
    return found


def size_facts(plan: Plan, games: int, pairs: int, matters: float | None) -> list[tuple[str, str]]:
    """The size of a study, in a few numbers."""
    found = [
        ("games", f"{games:,}"),
        ("decks", f"{len(plan.decks)}"),
        ("pairs for each matchup", f"{pairs:,}"),
        ("seed", f"{plan.seed}"),
        ("pilot tiers", ", ".join(tier.name for tier in plan.tiers)),
        ("rules", plan.rules.name),
    ]
    return found if matters is None else [*found, ("matters from", threshold(matters))]


def common_seeds() -> tuple[str, str]:
    """Why a difference is more certain than either number."""
    return (
        "Common seeds.",
        "Every version meets the same shuffles, pair by pair, seats exchanged. A difference is the"
        " mean over pairs of a number in the one less the same number in the other, so most of the"
        " luck of the shuffles cancels. Its interval is about these differences; it is no matter"
        " whether the intervals of two scores overlap.",
    )


def thresholds(matters: float) -> tuple[str, str]:
    """What the verdicts mean."""
    return (
        "Certain, and important.",
        f"A difference matters when its whole interval is more than {threshold(matters)} away from"
        f" none (of the mean length: {MATTERS_TURNS:g} turns) and its adjusted p-value is below"
        " 0.05; it is too small to matter when the whole interval is within; else it is undecided.",
    )


def no_interval() -> tuple[str, str]:
    """What remains uncertain however much is played."""
    return (
        "What no interval covers.",
        "Whether the cards, the rulings and the pilots are those of the real game, and which decks"
        " players would build for a changed one: here the decks stay as they are.",
    )


def change_words(row: Mapping[str, Any]) -> str:
    """A difference with its interval: -2.7 points (-3.0 to -2.5)."""
    if row["verdict"] == SAME:
        return "none"
    decimals = max(1, decimals_for(row["low"], row["high"]))
    bounds = interval(row["low"], row["high"], decimals, is_signed=True)
    return f"{signed(row['difference'], decimals)}{UNITS[row['unit']]} ({bounds})"


def level_words(row: Mapping[str, Any], key: str) -> str:
    """A value of one version: percent, points above even, or turns."""
    if row["measure"] == "first-player advantage":
        return f"{signed(row[key])}{NBSP}points"
    return f"{number(row[key])}{'' if row['unit'] == 'turns' else f'{NBSP}%'}"


def verdict_cell(row: Mapping[str, Any]) -> str:
    """A verdict, and how many pairs would decide what is undecided."""
    label = LABELS[row["verdict"]]
    if row["verdict"] == MATTERS:
        return f"{label}: {'up' if row['difference'] > 0 else 'down'}"
    if row["verdict"] == UNDECIDED:
        return f"{label} ({needed_words(row['needed_pairs'])})"
    return label


def needed_words(pairs: float) -> str:
    """Pairs of each matchup that would decide."""
    if not pairs < 1e9:
        return "at the threshold"
    return f"about {about(pairs)} pairs"


def weightiest_first(row: Mapping[str, Any]) -> tuple[int, float, str]:
    """Order of rows: what matters first, then by size."""
    return ORDER.index(row["verdict"]), -abs(row["difference"]), row["name"]


def first_rows(sheet: Sheet, most: int) -> tuple[Sheet, int]:
    """A sheet with its first rows, and how many are left out."""
    if len(sheet.rows) <= most:
        return sheet, 0
    short = Sheet(sheet.name, sheet.title, sheet.columns, sheet.rows[:most], sheet.source)
    return short, len(sheet.rows) - most


def tier_cell(plan: Plan, row: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The tier of a row, where there are several."""
    return (Cell(str(row["tier"])),) if len(plan.tiers) > 1 else ()


def quoted(words: Sequence[str]) -> str:
    """A command as it is typed."""
    return " ".join(shlex.quote(word) for word in words)


def decks_words(plan: Plan) -> str:
    """How large a field is."""
    return f"{counted(len(plan.decks), 'deck')}, each against every other and itself"
