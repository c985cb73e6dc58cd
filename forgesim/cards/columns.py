"""Columns: which heading of a sheet stands for which field of a card."""

import difflib
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from forgesim.cards.files import did_you_mean, shown
from forgesim.cards.model import Card
from forgesim.cards.sheets import Sheet
from forgesim.cards.toml import entry
from forgesim.errors import UsageError

_FOR_GOOD = "under [columns] of the experiment file"
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
    def is_of_cards(self) -> bool:
        """Whether this looks like a list of cards rather than of something else."""
        return len(self.places) > 1


def plain(word: str) -> str:
    """A word of a sheet, as it is compared: without regard to case and blanks."""
    return " ".join(word.split()).casefold()


def named_field(word: str, model: type[Card], headings: Mapping[str, str]) -> str | None:
    """The field that a word names: itself, by its author's heading, or as designers call it."""
    own = {plain(heading): field for field, heading in headings.items()}
    itself = {field: field for field in model.model_fields}
    return {**model.column_words, **own, **itself}.get(plain(word))


def field_hint(word: str, model: type[Card], headings: Mapping[str, str]) -> str:
    """Suggest the field that a word may mean, as a phrase to append; empty where none is near."""
    field = named_field(word, model, headings)
    return f"; did you mean {field!r}?" if field else did_you_mean(word, model.model_fields)


def heading_problems(headings: Mapping[str, str], model: type[Card]) -> Iterator[tuple[str, str]]:
    """What is wrong with the headings that fields are given: the field's name, and why."""
    fields = list(model.model_fields)
    for name, heading in headings.items():
        if name not in fields:
            turned = f"; the other way round: {entry(plain(heading), name)}"
            is_turned = plain(heading) in fields
            hint = turned if is_turned else field_hint(name, model, {})
            yield name, f"a card has no {name!r}{hint} (it has {', '.join(fields)})"
        elif not heading.strip():
            yield name, f"{name} has no heading"
    named: dict[str, str] = {}
    for name in fields:
        heading = headings.get(name, name)
        other = named.setdefault(plain(heading), name)
        if other != name:
            said = name if name in headings else other
            yield said, f"{heading!r} is the heading of both {other} and {name}"


def check_headings(headings: Mapping[str, str], model: type[Card]) -> None:
    """Raise UsageError unless each field that is given a heading exists, and has its own."""
    problems = [f"columns: {problem}" for _, problem in heading_problems(headings, model)]
    if problems:
        raise UsageError("\n".join(problems))


def match_columns(sheet: Sheet, model: type[Card], headings: Mapping[str, str]) -> Columns:
    """Find the fields of a card among the headings of a sheet.

    Headings are compared without regard to case and blanks. One that is nearly that of a field is
    a problem; one unlike all of them is not used. A column `id` may be missing. Where an author's
    heading is not there, the field's own name will do: so forgesim writes it.
    """
    present = {plain(heading) for heading in sheet.header.cells}
    titles = {name: headings.get(name, name) for name in model.model_fields}
    own = {n for n, t in titles.items() if plain(t) not in present and plain(n) in present}
    taken = {plain(title) for title in titles.values()}
    titles |= {name: name for name in own if name not in taken}
    wanted = {plain(title): name for name, title in titles.items()}
    places: dict[str, int] = {}
    unused, problems, guessed = [], [], set()
    settled = {h for h, name in wanted.items() if name in headings and h in present}
    for place, heading in enumerate(sheet.header.cells):
        name = wanted.get(plain(heading))
        near = _near(plain(heading), wanted.keys() - settled)
        if name in places:
            problems.append(f"column {heading!r} stands twice")
        elif name is not None:
            places[name] = place
        elif near:
            guessed.add(wanted[near])
            title = titles[wanted[near]]
            settling = f"{wanted[near]}={title if near in present else heading}"
            problems.append(
                f"unknown column {heading!r}; did you mean {title!r}? Rename it, or say what is"
                f" meant: --column {shlex.quote(settling)}, or {_FOR_GOOD}"
            )
        elif heading:
            unused.append(heading)
    missing = [name for name in titles if name not in {*places, *guessed, "id"}]
    if missing:
        problems.append(_missing(missing, titles, sheet, unused, model))
    return Columns(places, unused, problems)


def _near(heading: str, wanted: Iterable[str]) -> str | None:
    near = difflib.get_close_matches(heading, sorted(wanted), n=1, cutoff=_NEAR)
    return near[0] if near else None


def _missing(
    names: Sequence[str],
    titles: Mapping[str, str],
    sheet: Sheet,
    unused: Sequence[str],
    model: type[Card],
) -> str:
    expected = ", ".join(titles.values())
    cells = [cell for cell in sheet.header.cells if cell]
    if len(cells) == 1:
        return (
            f"the header is the one cell {shown(cells[0])}; expected {expected}, in text files"
            " separated by commas, semicolons or tabs"
        )
    noun = "column" if len(names) == 1 else "columns"
    problem = f"{noun} missing: {_quoted(titles[name] for name in names)}; expected {expected}"
    if not unused:
        return problem
    called = {model.column_words.get(plain(heading)): heading for heading in reversed(unused)}
    likely = {name: called[name] for name in names if name in called} or {names[0]: "HEADING"}
    lines = ", ".join(entry(name, heading) for name, heading in likely.items())
    return (
        f"{problem}. Not used: {_quoted(unused)}; say which is meant {_FOR_GOOD}, as {lines}, or by"
        f" --column {names[0]}=HEADING"
    )


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(shown(word) for word in words)
