"""Columns: which heading of a sheet stands for which field of a card."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from forgesim.cards.files import did_you_mean
from forgesim.cards.model import Card
from forgesim.cards.sheets import Sheet
from forgesim.errors import UsageError

_NEAR = 0.75
"""From this likeness on (difflib's ratio) a heading looks like a misspelt one."""


@dataclass(frozen=True)
class Columns:
    """How the columns of a sheet are to be read.

    Attributes
    ----------
    places : dict
        Place of each field that has a column.
    unused : list of str
        Headings that stand for no field.
    problems : list of str
        What is wrong with the header.
    """

    places: Mapping[str, int]
    unused: Sequence[str]
    problems: Sequence[str]

    @property
    def width(self) -> int:
        """Cells that a row needs."""
        return 1 + max(self.places.values(), default=-1)

    @property
    def is_of_cards(self) -> bool:
        """Whether this looks like a list of cards rather than of something else."""
        return len(self.places) > 1


def _plain(heading: str) -> str:
    return " ".join(heading.split()).casefold()


def check_headings(headings: Mapping[str, str], model: type[Card]) -> None:
    """Raise UsageError unless each field that is given a heading exists, and has its own."""
    fields = list(model.model_fields)
    for name, heading in headings.items():
        if name not in fields:
            hint = did_you_mean(name, fields)
            raise UsageError(f"columns: unknown column {name!r}{hint}; {_expected(fields)}")
        if not heading.strip():
            raise UsageError(f"columns: {name} has no heading")
    plain = [_plain(headings.get(name, name)) for name in fields]
    for name, heading in zip(fields, plain, strict=True):
        if plain.count(heading) > 1:
            raise UsageError(f"columns: {heading!r} would be the heading of {name} and of another")


def _expected(fields: Iterable[str]) -> str:
    return f"expected {', '.join(fields)}"


def match_columns(sheet: Sheet, model: type[Card], headings: Mapping[str, str]) -> Columns:
    """Find the fields of a card among the headings of a sheet.

    Headings are compared without regard to case and blanks. One that is nearly that of a field is
    a problem; one unlike all of them is not used. A column `id` may be missing.
    """
    wanted = {_plain(headings.get(name, name)): name for name in model.model_fields}
    places: dict[str, int] = {}
    unused, problems, guessed = [], [], set()
    present = {_plain(heading) for heading in sheet.header.cells}
    settled = {h for h, name in wanted.items() if name in headings and h in present}
    for place, heading in enumerate(sheet.header.cells):
        name = wanted.get(_plain(heading))
        near = _near(_plain(heading), wanted.keys() - settled)
        if name in places:
            problems.append(f"column {heading!r} stands twice")
        elif name is not None:
            places[name] = place
        elif near:
            guessed.add(wanted[near])
            problems.append(
                f"unknown column {heading!r}; did you mean {near!r}? Rename it, or say under"
                f" [columns] of the experiment what {near} is called"
            )
        elif heading:
            unused.append(heading)
    for heading, name in wanted.items():
        if name not in places and name not in guessed and name != "id":
            problems.append(_missing(heading, wanted, sheet))
    return Columns(places, unused, problems)


def _near(heading: str, wanted: Iterable[str]) -> str | None:
    near = difflib.get_close_matches(heading, sorted(wanted), n=1, cutoff=_NEAR)
    return near[0] if near else None


def _missing(heading: str, wanted: Iterable[str], sheet: Sheet) -> str:
    cells = [cell for cell in sheet.header.cells if cell]
    if len(cells) == 1:
        return (
            f"column {heading!r} is missing: the header is the one cell {cells[0]!r}; expected"
            " cells separated by commas, semicolons or tabs"
        )
    return f"column {heading!r} is missing; {_expected(wanted)}"
