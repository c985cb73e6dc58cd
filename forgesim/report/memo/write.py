"""Writing a memo: a page, the same as Markdown, tables and figures."""

import shutil
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from forgesim.cards.files import write_atomically
from forgesim.errors import OutputError
from forgesim.report.figures.style import HEAT, HEAT_DARK, TIERS, TIERS_DARK
from forgesim.report.markdown import Raw, escaped
from forgesim.report.memo.content import Grid, content
from forgesim.report.memo.figures import draw_memo
from forgesim.report.memo.tables import memo_tables
from forgesim.report.sheets import as_csv
from forgesim.report.templating import environment
from forgesim.studies.decision.outcome import Outcome

PAGE = "index.html"
TEXT = "memo.md"
GENERATOR = "forgesim study"


def memo_files(outcome: Outcome) -> dict[str, bytes]:
    """The files of a memo, by their paths in its folder; the same outcome gives the same bytes."""
    pictures = draw_memo(outcome)
    filling = content(outcome, pictures)
    files = {PAGE: _page(filling), TEXT: _markdown(filling)}
    tables = memo_tables(outcome)
    files |= {f"tables/{name}.csv": as_csv(table) for name, table in tables.items()}
    for picture in (each for drawn in pictures.values() for each in drawn):
        files[f"figures/{picture.name}.svg"] = picture.svg
        files[f"figures/{picture.name}.png"] = picture.png
    return files


def write_memo(outcome: Outcome, folder: Path) -> None:
    """Write a memo into the folder of its study; an earlier one gives way, the page last.

    Raises
    ------
    OutputError
        If it cannot be written.
    """
    files = memo_files(outcome)
    try:
        for part in ("tables", "figures"):
            shutil.rmtree(folder / part, ignore_errors=True)
            (folder / part).mkdir(parents=True, exist_ok=True)
        for name in sorted(files, key=lambda name: name == PAGE):
            write_atomically(folder / name, files[name])
    except OSError as error:
        raise OutputError(f"{folder} cannot be written: {error.strerror}") from None


def _page(filling: dict[str, Any]) -> bytes:
    template = _environment().get_template("memo.html.j2")
    return template.render(
        filling,
        generator=GENERATOR,
        heat_light=HEAT,
        heat_dark=HEAT_DARK,
        tiers_light=TIERS,
        tiers_dark=TIERS_DARK,
        inline=lambda picture: Markup(picture.inline),
    ).encode()


def _markdown(filling: dict[str, Any]) -> bytes:
    template = environment(finalize=escaped).get_template("memo.md.j2")
    return template.render(filling, grid=_piped).encode()


def _piped(grid: Grid) -> Raw:
    """A small table as Markdown."""
    rules = ["---"] * grid.texts + ["---:"] * (len(grid.headings) - grid.texts)
    rows = [[escaped(cell) for cell in row] for row in (grid.headings, *grid.rows)]
    lines = [rows[0], rules, *rows[1:]]
    return Raw("\n".join(f"| {' | '.join(line)} |" for line in lines))


@cache
def _environment() -> Environment:
    return environment(autoescape=True)
