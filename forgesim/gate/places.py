"""Where a card stands: the file and the line of its row."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from forgesim.arena.experiment import Experiment
from forgesim.cards.columns import match_columns
from forgesim.cards.roster import make_id, roster_files
from forgesim.cards.sheets import WORKBOOK, Sheet, read_sheets
from forgesim.cards.shipped import shipped
from forgesim.gate.result import Place
from forgesim.pilots.contract import Game


def card_places(experiment: Experiment, game: Game, cards: Sequence[str]) -> list[Place]:
    """Lines of cards by id, in the text files of an experiment's roster; it has been read once."""
    paths = [Path(path) for path in experiment.roster or ()] or [shipped(game.name) / "cards"]
    found = []
    for path in roster_files(paths):
        if cards and path.suffix.lower() != WORKBOOK:
            for sheet in read_sheets(path):
                found += [place for place in _rows(sheet, experiment, game) if place.text in cards]
    return found


def _rows(sheet: Sheet, experiment: Experiment, game: Game) -> Iterator[Place]:
    """File and line of each card, with its id."""
    places = match_columns(sheet, game.card_model, experiment.columns).places
    for row in sheet.rows:
        cell = row.cells[places["id"]] if "id" in places else make_id(row.cells[places["name"]])
        yield Place(sheet.file, row.line, cell)
