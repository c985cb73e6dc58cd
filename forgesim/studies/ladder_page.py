"""A ladder as tables for people: on a terminal, or in Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from forgesim.stats.multiple import LEVEL
from forgesim.studies.ladder import Ladder

_SCORE = "score [95 % interval]"


@dataclass(frozen=True)
class Section:
    """A table with its title; columns from `n_texts` on hold numbers."""

    title: str
    columns: tuple[str, ...]
    n_texts: int
    rows: tuple[tuple[str, ...], ...]


def sections(
    found: Ladder, paces: Mapping[str, float] | None = None, is_by_deck: bool = False
) -> Iterator[Section]:
    """The tables of a ladder.

    Parameters
    ----------
    found : Ladder
    paces : mapping of str to float, optional
        Games in a second by pilot, to be told as well.
    is_by_deck : bool
        Whether the table by deck is wanted.
    """
    yield _ratings(found, paces)
    yield _meetings("Each two pilots", found.meetings, ("pilot", "opponent"))
    if is_by_deck:
        yield _meetings("By deck", found.by_deck, ("deck", "pilot", "opponent"))


def _ratings(found: Ladder, paces: Mapping[str, float] | None) -> Section:
    rating = f"rating over {found.anchor} [95 % interval]"
    cost = () if paces is None else ("games/s",)
    rows = []
    for row in found.ratings.to_dict("records"):
        cells = row["pilot"], _rank(row), _rating(row, found.anchor), _interval(row)
        rows.append(cells if paces is None else (*cells, f"{paces[row['pilot']]:,.0f}"))
    columns = "pilot", "rank", rating, f"mean {_SCORE}", *cost
    return Section("Ladder", columns, 1, tuple(rows))


def _rank(row: Mapping[Any, Any]) -> str:
    best, worst = row["best_rank"], row["worst_rank"]
    return f"{best}" if best == worst else f"{best} to {worst}"


def _rating(row: Mapping[Any, Any], anchor: str) -> str:
    if row["pilot"] == anchor:
        return "0"
    bounds = (f"{row[name]:+.0f}" for name in ("rating_low", "rating_high"))
    return f"{row['rating']:+.0f} [{', '.join(bounds)}]"


def _interval(row: Mapping[Any, Any]) -> str:
    return f"{row['score']:.1f} [{row['low']:.1f}, {row['high']:.1f}]"


def _meetings(title: str, table: pd.DataFrame, names: Sequence[str]) -> Section:
    rows = tuple(
        (
            *(row[name] for name in names),
            _interval(row) + ("*" if row["p_adjusted"] < LEVEL else " "),
            f"{row['pairs']:,}",
        )
        for row in table.to_dict("records")
    )
    return Section(title, (*names, f"{_SCORE} ", "pair seeds"), len(names), rows)


def notes(found: Ladder, has_paces: bool, is_whole_field: bool) -> Iterator[str]:
    """How the tables are to be read."""
    decks = "every deck against every deck" if is_whole_field else "each deck against itself"
    yield (
        f"score: the first pilot's, mean over the field, {decks}; a pair seed is played with the"
        " pilots in both places, each going first: 4 games"
    )
    yield (
        "rank: from 1; 'a to b' where the order is not certain (all ratings compared with each"
        f" other, Holm, p below {LEVEL:g})"
    )
    yield (
        f"rating: points of Elo above {found.anchor}; of two pilots 100 apart the better one scores"
        f" about 64; no score of two is more than {found.misfit:.1f} points from what ratings say"
    )
    yield (
        f"*: p below {LEVEL:g} when all lines of its table are tested together (Holm); each"
        " interval is for itself"
    )
    if has_paces:
        yield (
            "games/s: a pilot against itself, measured on one core of this machine: another figure"
            " each time"
        )


def markdown(parts: Sequence[Section], lines: Sequence[str]) -> str:
    """Tables and notes as Markdown."""
    return "\n".join([*(line for part in parts for line in _table(part)), *_listed(lines)]) + "\n"


def _table(section: Section) -> Iterator[str]:
    n_numbers = len(section.columns) - section.n_texts
    yield from (f"## {section.title}", "")
    yield _line(section.columns)
    yield "|" + "---|" * section.n_texts + "---:|" * n_numbers
    yield from (_line(row) for row in section.rows)
    yield ""


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_plain(cell) for cell in cells)} |"


def _listed(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"- {_plain(line)}" for line in lines)


def _plain(text: str) -> str:
    """Text whose asterisks Markdown leaves alone."""
    return text.strip().replace("*", r"\*")
