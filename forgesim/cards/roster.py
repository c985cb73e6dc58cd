"""Rosters: cards from CSV files, one card a line."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forgesim.cards.files import check, did_you_mean, failure, read_text
from forgesim.cards.model import Card
from forgesim.cards.settings import Setting, as_number
from forgesim.errors import DataError, Violation

Problems = Callable[[Any], list[str]]


@dataclass(frozen=True)
class Roster:
    """All cards by id, and what the files say about themselves.

    Attributes
    ----------
    cards : dict
        Cards by id.
    notes : tuple of str
        The comment lines at the head of the files, without doubles: where a roster is a sample, it
        says so there, and every result made with it repeats it.
    """

    cards: Mapping[str, Card]
    notes: tuple[str, ...] = ()


@dataclass
class _Reader:
    model: type[Card]
    problems: Problems
    cards: dict[str, Card] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    seen: dict[str, str] = field(default_factory=dict)
    violations: list[Violation] = field(default_factory=list)

    def read(self, path: Path) -> None:
        """Read one file."""
        lines = read_text(path).splitlines(keepends=True)
        skipped = 0
        while skipped < len(lines) and lines[skipped].startswith("#"):
            self.notes.append(lines[skipped].lstrip("# ").strip())
            skipped += 1
        reader = csv.reader(lines[skipped:], strict=True)
        try:
            header = next(reader, [])
            columns = self._columns(path, header, skipped + 1)
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    self._row(path, skipped + reader.line_num, columns, cells)
        except csv.Error as error:
            raise failure(path, f"is not valid CSV: {error}", skipped + reader.line_num) from None

    def _columns(self, path: Path, header: Sequence[str], line: int) -> list[str]:
        columns = [cell.strip().lower() for cell in header]
        known = list(self.model.model_fields)
        for mark, word in ((";", "semicolons"), ("\t", "tabs")):
            if len(columns) == 1 and mark in columns[0]:
                raise failure(path, f"has {word}, expected cells separated by commas", line)
        problems = [
            f"unknown column {column!r}{did_you_mean(column, known)}"
            for column in columns
            if column not in known
        ]
        problems += [f"column {name!r} is missing" for name in known if name not in columns]
        problems += [f"column {c!r} stands twice" for c in set(columns) if columns.count(c) > 1]
        if problems:
            expected = ", ".join(known)
            raise DataError([Violation(path, line, f"{p}; expected {expected}") for p in problems])
        return columns

    def _row(self, path: Path, line: int, columns: Sequence[str], cells: Sequence[str]) -> None:
        def place(_: str) -> tuple[Path, int]:
            return path, line

        if len(cells) != len(columns):
            problem = f"{len(cells)} cells, expected {len(columns)} ({', '.join(columns)})"
            self.violations.append(Violation(path, line, problem))
            return
        values = {c: cell.strip() or None for c, cell in zip(columns, cells, strict=True)}
        subject = values.get("name") or values.get("id") or ""
        card, violations = check(self.model, values, place, subject, "column")
        if card is not None:
            violations = [Violation(path, line, f"{subject!r}: {p}") for p in self.problems(card)]
            earlier = self.seen.setdefault(card.id.casefold(), f"{path}:{line}")
            if earlier != f"{path}:{line}":
                problem = f"{subject!r}: id {card.id!r} is taken already at {earlier}"
                violations.append(Violation(path, line, problem))
            self.cards[card.id] = card
        self.violations += violations


def roster_files(paths: Iterable[Path]) -> list[Path]:
    """CSV files of a roster: files as given, folders as all the CSV files in them."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.glob("*.csv"))
            if not inside:
                raise failure(path, "holds no .csv file")
            files += inside
        else:
            files.append(path)
    return files


def load_roster(paths: Iterable[Path], model: type[Card], problems: Problems) -> Roster:
    """Load a roster.

    Parameters
    ----------
    paths : iterable of Path
        CSV files, or folders of them. Lines that begin with `#` at the head are comments.
    model : type
        The ruleset's card model: its fields are the columns.
    problems : callable
        What is wrong with a card whose single values are valid.

    Raises
    ------
    DataError
        With every violation of every file.
    """
    reader = _Reader(model, problems)
    for path in roster_files(paths):
        reader.read(path)
    if reader.violations:
        raise DataError(reader.violations)
    return Roster(reader.cards, tuple(dict.fromkeys(reader.notes)))


def change_cards(roster: Roster, settings: Iterable[Setting], problems: Problems) -> Roster:
    """Apply `card.ID.FIELD=VALUE` settings to a roster."""
    cards = dict(roster.cards)
    for setting in settings:
        if len(setting.name) != 3:
            raise setting.wrong("expected card.ID.FIELD=VALUE, as in card.bramble_hound.cost=+1")
        _, card_id, column = setting.name
        if card_id not in cards:
            raise setting.wrong(f"unknown card {card_id!r}{did_you_mean(card_id, cards)}")
        cards[card_id] = _changed(cards[card_id], column, setting, problems)
    return Roster(cards, roster.notes)


def _changed(card: Card, column: str, setting: Setting, problems: Problems) -> Card:
    fields = [name for name in type(card).model_fields if name != "id"]
    if column not in fields:
        raise setting.wrong(f"unknown field {column!r}, expected one of {', '.join(fields)}")
    values: dict[str, Any] = card.model_dump()
    old = values[column]
    if type(old) is int:
        values[column] = as_number(setting, old)
    else:
        values[column] = str(setting.value).removeprefix("=") or None
    changed, violations = check(type(card), values, lambda _: (Path(), None))
    if changed is None:
        raise setting.wrong(violations[0].problem)
    for problem in problems(changed):
        raise setting.wrong(problem)
    return changed
