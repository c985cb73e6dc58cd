"""Rosters: cards from spreadsheets, one card a row."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from forgesim.cards.checks import check
from forgesim.cards.columns import Columns, field_hint, match_columns, plain
from forgesim.cards.files import did_you_mean, failure, files_in, is_folder, named, shown
from forgesim.cards.model import Card
from forgesim.cards.settings import Setting, as_number
from forgesim.cards.sheets import SUFFIXES, Row, Sheet, Unusable, read_sheets, unusable
from forgesim.cards.toml import entry
from forgesim.cards.values import Values, folded, takes
from forgesim.errors import DataError, MissingError, Violation

Problems = Callable[[Any], list[str]]

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
)
"""Latin letters that are not one of a to z with an accent."""


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
    notices : tuple of str
        What its author should know: columns that were not used, ids that were made.
    """

    cards: Mapping[str, Card]
    notes: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Fault:
    """Something wrong in one place; `about` names the card that it is about."""

    file: Path
    line: int | None
    problem: str
    about: str = ""


def _violations(faults: Iterable[_Fault]) -> list[Violation]:
    """Faults as they are told: the same one in several rows of a file only once."""
    same: dict[tuple[Path, str], list[_Fault]] = {}
    for fault in faults:
        same.setdefault((fault.file, fault.problem), []).append(fault)
    return [_violation(group) for group in same.values()]


def _violation(same: Sequence[_Fault]) -> Violation:
    fault = same[0]
    lines = dict.fromkeys(each.line for each in same if each.line)
    about = fault.about if len(lines) < 2 else ""
    return Violation(fault.file, fault.line, about + fault.problem, tuple(lines)[1:])


@dataclass
class _Reader:
    model: type[Card]
    problems: Problems
    headings: Mapping[str, str]
    values: Values
    cards: dict[str, Card] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    made_ids: bool = False
    seen: dict[str, str] = field(default_factory=dict)
    faults: list[_Fault] = field(default_factory=list)

    def read(self, path: Path) -> None:
        """Read one file."""
        try:
            sheets = read_sheets(path)
        except MissingError:
            raise
        except DataError as error:
            self.faults += [_Fault(v.file, v.line, v.problem) for v in error.violations]
            return
        matched = [(sheet, match_columns(sheet, self.model, self.headings)) for sheet in sheets]
        if len(sheets) > 1:  # a workbook may hold other things than cards
            self.passed_over += [str(s.file) for s, columns in matched if not columns.is_of_cards]
            matched = [(sheet, columns) for sheet, columns in matched if columns.is_of_cards]
        if not matched:
            expected = ", ".join(self.headings.get(f, f) for f in self.model.model_fields)
            problem = f"holds no sheet of cards; expected one with the columns {expected}"
            self.faults.append(_Fault(path, None, problem))
        for sheet, columns in matched:
            self._sheet(sheet, columns)

    def _sheet(self, sheet: Sheet, columns: Columns) -> None:
        self.notes += sheet.notes
        if columns.problems:
            line = sheet.header.line
            self.faults += [_Fault(sheet.file, line, p) for p in columns.problems]
            return
        self.unused += columns.unused
        self.made_ids |= "id" not in columns.places
        for row in sheet.rows:
            self.faults += self._row(sheet, columns, row)

    def _row(self, sheet: Sheet, columns: Columns, row: Row) -> list[_Fault]:
        values: dict[str, Any] = {
            name: self._meant(name, row.cells[place]) or None
            for name, place in columns.places.items()
            if place < len(row.cells)
        }
        subject = values.get("name") or values.get("id")
        about = f"{shown(subject)}: " if subject and not isinstance(subject, Unusable) else ""
        place = f"{sheet.file}:{row.line}"
        problems = _row_problems(sheet, columns, row) or self._card(values, place)
        return [_Fault(sheet.file, row.line, problem, about) for problem in problems]

    def _meant(self, name: str, cell: str) -> str:
        """What a cell stands for."""
        return self.values.get(name, {}).get(plain(cell), cell)

    def _card(self, values: dict[str, Any], place: str) -> list[str]:
        """Take in a card; what is wrong with it."""
        is_id_made = "id" not in values
        if is_id_made:
            # Of a nameless card only its name is missing.
            values["id"] = make_id(values["name"] or f"nameless {len(self.faults)}")
            if not values["id"]:
                return ["no id can be made from this name: add a column 'id'"]
        card, violations = check(
            self.model,
            values,
            lambda _: (Path(place), None),
            "column",
            lambda name: self._mapping(name, values[name]),
        )
        problems = [violation.problem for violation in violations]
        if card is not None:
            problems += self.problems(card)
            self.cards[card.id] = card
        earlier = self.seen.setdefault(str(values["id"]).casefold(), place)
        if values["id"] and earlier != place:
            made = ", made from this name," if is_id_made else ""
            remedy = ": add a column 'id'" if is_id_made else ""
            problems.append(f"id {values['id']!r}{made} is taken already at {earlier}{remedy}")
        return problems

    def _mapping(self, name: str, word: Any) -> str:
        """How to say what a word of the author's own means, as a phrase to append."""
        if not self.model.is_choice(name):
            return ""
        if self._has_several(name, str(word)):
            choice = f"choose one, here or under [values.{name}]: {entry(str(word), '...')}"
            return f"; a card has one {name} at most: {choice}"
        likely = self.model.value_words.get(name, {}).get(plain(word))
        meaning = "one of these" if likely is None else likely or "nothing"
        line = entry(word, "..." if likely is None else likely)
        return f"; if it means {meaning}, say so under [values.{name}]: {line}"

    def _has_several(self, name: str, cell: str) -> bool:
        """Whether a cell holds two words or more of which each would do alone."""
        known = {*self.values.get(name, ()), *self.model.value_words.get(name, ())}
        words = [plain(word) for word in re.split(r"[,;/&+|\n]|\sand\s", cell)]
        words = words if len(words) > 1 else plain(cell).split()
        return len(words) > 1 and all(
            word in known or takes(self.model, name, word) for word in words
        )

    def notices(self) -> tuple[str, ...]:
        """What the author should know."""
        notices = []
        if self.unused:
            names = ", ".join(shown(name) for name in dict.fromkeys(self.unused))
            notices.append(f"columns that are not used: {names}")
        if self.passed_over:
            notices.append(f"sheets without cards, passed over: {', '.join(self.passed_over)}")
        if self.made_ids:
            example = next(iter(self.cards), "bramble_hound")
            notices.append(f"no column 'id': ids are made from the names, as in {example}")
        return tuple(notices)


def _row_problems(sheet: Sheet, columns: Columns, row: Row) -> list[str]:
    """What is wrong with a row, whatever a card is."""
    beyond = [cell for cell in row.cells[len(sheet.header.cells) :] if cell]
    if beyond:
        return [f"cell {shown(beyond[0])} stands in a column without heading"]
    filled = [cell for cell in row.cells if cell]
    if len(filled) == 1:
        return [f"nothing but {shown(filled[0])} stands in this row, expected a card"]
    return unusable(row, columns.places)


def make_id(name: str) -> str:
    """An id from a card's name: its letters and digits without accents, `_` between the words."""
    latin = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    plain = latin.encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain.replace("'", "")).strip("_")[:64]


def roster_files(paths: Iterable[Path]) -> list[Path]:
    """Files of a roster: files as given, folders as all the spreadsheets in them."""
    files: list[Path] = []
    for path in paths:
        if is_folder(path):
            inside = files_in(path, SUFFIXES)
            if not inside:
                raise failure(path, f"holds no card list ({', '.join(SUFFIXES)})")
            files += inside
        else:
            files.append(path)
    return files


def load_roster(
    paths: Iterable[Path],
    model: type[Card],
    problems: Problems,
    headings: Mapping[str, str] | None = None,
    values: Values | None = None,
) -> Roster:
    """Load a roster.

    Parameters
    ----------
    paths : iterable of Path
        CSV files, workbooks, or folders of them. Lines that begin with `#` at the head are
        comments.
    model : type
        The ruleset's card model: its fields are the columns.
    problems : callable
        What is wrong with a card whose single values are valid.
    headings : mapping, optional
        What the author calls a column, by the model's field; fields that are not named are
        headed by their own name.
    values : Values, optional
        What words of the author's own stand for.

    Raises
    ------
    DataError
        With every violation of every file.
    """
    reader = _Reader(model, problems, headings or {}, folded(values or {}))
    files = roster_files(paths)
    for path in files:
        reader.read(path)
    if reader.faults:
        raise DataError(_violations(reader.faults))
    if not reader.cards:
        raise DataError(
            [
                Violation(path, None, "holds a header and no card, expected one a row")
                for path in files
            ]
        )
    return Roster(reader.cards, tuple(dict.fromkeys(reader.notes)), reader.notices())


def roster_rows(roster: Roster, model: type[Card]) -> list[list[str | int | None]]:
    """A roster as rows: the header, then a card each, as `load_roster` reads them."""
    fields = list(model.model_fields)
    cards = [{"id": c.id, "name": c.name, **c.facts} for c in roster.cards.values()]
    return [[*fields], *([card[field] for field in fields] for card in cards)]


def roster_csv(roster: Roster, model: type[Card], separator: str = ",") -> str:
    """A roster as the text of a CSV file, its notes as comments at the head."""
    text = io.StringIO()
    text.writelines(f"# {note}\n" for note in roster.notes)
    csv.writer(text, delimiter=separator, lineterminator="\n").writerows(roster_rows(roster, model))
    return text.getvalue()


def cards_named(word: str, cards: Mapping[str, Card]) -> list[str]:
    """Ids of the cards that a word means: the id itself, or a name, without regard to case."""
    if word in cards:
        return [word]
    ids = [card_id for card_id in cards if plain(card_id) == plain(word)]
    return ids or [card.id for card in cards.values() if plain(card.name) == plain(word)]


def change_cards(
    roster: Roster,
    settings: Iterable[Setting],
    problems: Problems,
    headings: Mapping[str, str] | None = None,
) -> Roster:
    """Apply `card.ID.FIELD=VALUE` settings to a roster; a card's name will do for its id.

    Parameters
    ----------
    roster, settings, problems : Roster, iterable of Setting, callable
    headings : mapping, optional
        What the author calls a column: it may have been taken for the field's name.

    Raises
    ------
    ForgesimError
        For the first setting that cannot be applied.
    """
    cards = dict(roster.cards)
    for setting in settings:
        if len(setting.name) != 3:
            raise setting.wrong("expected card.ID.FIELD=VALUE, as in card.bramble_hound.cost=+1")
        _, word, column = setting.name
        ids = cards_named(word, cards)
        if not ids:
            known = [*(card.name for card in cards.values()), *cards]
            raise setting.wrong(f"unknown card {word!r}{did_you_mean(word, known)}")
        if len(ids) > 1:
            raise setting.wrong(f"several cards are called {word!r}, name the id: {named(ids)}")
        card_id = ids[0]
        card = cards[card_id]
        fields = [name for name in type(card).model_fields if name != "id"]
        if column not in fields:
            hint = field_hint(column, type(card), headings or {})
            expected = f"expected one of {', '.join(fields)}"
            raise setting.wrong(f"unknown field {column!r}, {expected}{hint}")
        cards[card_id] = _changed(card, column, setting, problems)
    return replace(roster, cards=cards)


def _changed(card: Card, column: str, setting: Setting, problems: Problems) -> Card:
    values: dict[str, Any] = card.model_dump()
    old = values[column]
    if type(old) is int:
        values[column] = as_number(setting, old)
    elif setting.file and not isinstance(setting.value, str) and old is not None:
        raise setting.wrong("expected text")
    else:
        values[column] = str(setting.value).removeprefix("=") or None
    changed, violations = check(type(card), values, lambda _: (Path(), None))
    if changed is None:
        raise setting.wrong(violations[0].problem)
    if values[column] is not None and getattr(changed, column) is None:
        raise setting.wrong(f"this card has no {column}")
    for problem in problems(changed):
        raise setting.wrong(problem)
    return changed
