"""Writing a report into a folder: all of it or nothing."""

import shutil
import tempfile
from pathlib import Path

from forgesim.cards.files import write_together
from forgesim.errors import OutputError, UsageError
from forgesim.interrupts import at_stake
from forgesim.report.figures import draw_all
from forgesim.report.markdown import markdown
from forgesim.report.page import GENERATOR, content, page
from forgesim.report.scope import body
from forgesim.report.sheets import as_csv
from forgesim.report.study_page import GENERATORS as STUDIES
from forgesim.results import Results

PAGE = "index.html"
GENERATORS = (GENERATOR, *STUDIES)
"""What reports say of themselves; one may be overwritten by another."""
_PARTS = ("tables", "figures", "report.md", PAGE)
"""What a report consists of; the page, by which it is known for one, is replaced last."""


def make_report(results: Results, out: Path) -> None:
    """Write the report of a run: index.html, report.md, tables/ and figures/.

    The same results give the same bytes.

    Parameters
    ----------
    results : Results
    out : Path
        A folder that is new or empty, or holds an earlier report, which is replaced; other files
        in it are left alone.

    Raises
    ------
    UsageError
        If the folder holds something else.
    OutputError
        If it cannot be written; an earlier report then stays as it was.
    """
    check_report_folder(out, force=True)
    write_report(out, report_files(results))


def write_report(out: Path, contents: dict[str, bytes]) -> None:
    """Write the files of a report or study into a folder that may hold an earlier one."""
    check_report_folder(out, force=True)
    if is_report(out):
        _replace(out, contents)
    else:
        write_together(out, contents)


def report_files(results: Results) -> dict[str, bytes]:
    """The files of a report, by their paths in its folder."""
    pictures = draw_all(body(results))
    filling = content(results, pictures)
    files = {PAGE: page(filling), "report.md": markdown(filling)}
    files |= {f"tables/{name}.csv": as_csv(table) for name, table in results.tables.items()}
    for picture in (each for drawn in pictures.values() for each in drawn):
        files[f"figures/{picture.name}.svg"] = picture.svg
        files[f"figures/{picture.name}.png"] = picture.png
    return files


def is_report(out: Path) -> bool:
    """Whether a folder holds a report."""
    try:
        with (out / PAGE).open("rb") as file:
            head = file.read(1000)
            return any(f'content="{each}"'.encode() in head for each in GENERATORS)
    except OSError:
        return False


def check_report_folder(out: Path, force: bool) -> None:
    """See that a report may be put here: only an earlier report is overwritten.

    Raises
    ------
    UsageError
        If it may not.
    OutputError
        If that cannot be seen.
    """
    if "\0" in str(out):
        raise UsageError(f"{str(out)!r} cannot be the name of a report's folder")
    try:
        if not out.exists() or (out.is_dir() and not any(out.iterdir())):
            return
    except OSError as error:
        raise OutputError(f"{out} cannot be made: {error.strerror}") from None
    if not is_report(out):
        raise UsageError(f"{out} exists and holds no report: name another --out")
    if not force:
        raise UsageError(
            f"{out} exists already: name another --out, or add --force to overwrite its report"
        )


def _replace(out: Path, contents: dict[str, bytes]) -> None:
    """Put a new report in the place of an old one, once it is there whole."""
    try:
        fresh = Path(tempfile.mkdtemp(dir=out, prefix=".report."))
    except OSError as error:
        raise OutputError(f"{out} cannot be written: {error.strerror}") from None
    try:
        write_together(fresh, contents)
        with at_stake():
            for part in _PARTS:
                old, new = out / part, fresh / part
                if old.is_dir() and not old.is_symlink():
                    shutil.rmtree(old)
                if new.exists():
                    new.replace(old)
    except OSError as error:
        raise OutputError(f"{out} cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
