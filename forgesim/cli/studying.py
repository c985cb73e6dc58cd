"""What commands do alike that play variants on common seeds: base, cost, play, output."""

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import Experiment
from forgesim.arena.plan import Plan
from forgesim.arena.store import free_name
from forgesim.cli.notes import announce_compilation, counted, notes_console, print_table
from forgesim.cli.output import check_output, write_output
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.cli.project import named_file, project_file, say_sample
from forgesim.cli.report import REPORTS
from forgesim.errors import ForgesimError, Interrupted, UsageError
from forgesim.interrupts import at_stake
from forgesim.studies.how import How
from forgesim.studies.pace import games_per_second, in_words
from forgesim.studies.variants import Base, make_base

if TYPE_CHECKING:
    import pandas as pd

    from forgesim.report.sheets import Sheet
    from forgesim.report.study_page import StudyPage

WORTH_SAYING = 60
"""Seconds from which on it is said beforehand how long it takes."""
FORMATS = ("table", "csv", "json", "md")
_ASCII = str.maketrans({"\u2212": "-", "\u00a0": " ", "\u2013": "-"})
_OF_THE_PAGE = {"--jobs", "--backend"}


@dataclass(frozen=True)
class Output:
    """How what is found is to be put out.

    Attributes
    ----------
    format_ : str
        One of `FORMATS`.
    is_report : bool
        Whether a folder with a page is written.
    out : Path or None
        That folder; or the file for another format than `table`.
    force, quiet : bool
    """

    format_: str
    is_report: bool
    out: Path | None
    force: bool
    quiet: bool

    def check(self) -> None:
        """Raise UsageError where this cannot be."""
        if self.format_ not in FORMATS:
            raise UsageError(f"--format {self.format_}: expected table, csv, json or md")
        if self.out is None:
            return
        if self.is_report:
            from forgesim.report.write import check_report_folder  # noqa: PLC0415 (slow to import)

            check_report_folder(self.out, self.force)
        elif self.format_ == "table":
            raise UsageError("--out wants --report, or a file's format: --format csv, json or md")
        else:
            check_output(self.out, self.force)

    @property
    def console(self) -> Console:
        """Where notes go."""
        return notes_console(self.quiet)


@dataclass(frozen=True)
class Told:
    """What was found, in the forms in which it may be wanted.

    Attributes
    ----------
    what : str
        What it is, for the line that says where it was written.
    name : str
        Of its report's folder.
    table : callable
        Makes the table for programs.
    about : mapping
        What JSON says besides the rows.
    page : callable
        Makes the page from the command that makes it again.
    show : callable
        Prints it for people.
    """

    what: str
    name: str
    table: "Callable[[], pd.DataFrame]"
    about: Mapping[str, Any]
    page: "Callable[[str], StudyPage]"
    show: Callable[[], None]


def load_base(path: Path | None, flags: dict[str, Any], notes: Console) -> Base:
    """The base: an experiment file that is named, that of this folder, or the default field."""
    path = project_file(notes) if path is None else named_file(path, flags)
    base = make_base(path, flags, notes.print)
    asked = base.experiment
    if path is None and not (asked.roster or asked.deck or asked.decks):
        say_sample(notes)
    return base


def jobs_of(experiment: Experiment) -> int:
    """Workers that play."""
    return experiment.jobs or available_cores()


def seconds_of(plan: Plan, games: int, jobs: int) -> float:
    """About how long so many games of a plan take, from how quickly its pilots play here."""
    paces = [games_per_second(plan, pilot) for pilot in plan.pilots]
    share = [0.0] * len(paces)
    for matchup in plan.matchups:
        for pilot in (matchup.pilot_a, matchup.pilot_b):
            share[pilot] += 0.5 / len(plan.matchups)
    each = sum(part / pace for part, pace in zip(share, paces, strict=True))
    return games * each / min(jobs, available_cores())


def compile_engine(base: Base, notes: Console) -> None:
    """Compile what plays the base, or load it."""
    announce_compilation(notes, base.plan)
    warm_up(base.plan)


def announce(
    base: Base, games: int, what: str, notes: Console, seconds: float | None = None
) -> None:
    """Say what will be played, and for how long where that is long.

    The engine is compiled before, and how long it takes is found out where that is not known.
    """
    plan, jobs = base.plan, jobs_of(base.experiment)
    compile_engine(base, notes)
    seconds = seconds_of(plan, games, jobs) if seconds is None else seconds
    notes.print(
        f"{what}: {games:,} games, {counted(plan.pairs, 'pair')} of each matchup, seed {plan.seed},"
        f" {counted(jobs, 'worker')}",
        soft_wrap=True,
    )
    if seconds > WORTH_SAYING:
        notes.print(f"this takes {in_words(seconds)}; fewer --pairs take less")


@contextmanager
def playing(base: Base, notes: Console) -> Iterator[How]:
    """By which means to play, with a bar; what stops it is told in a line."""

    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    try:
        with at_stake():
            yield How(jobs_of(base.experiment), base.experiment.backend, bar)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; nothing is stored") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; nothing is stored") from None


def put_out(told: Told, output: Output, again: Sequence[str]) -> None:
    """Put out what was found, in the format that is asked for, and as a report if it is."""
    report = output.out if output.is_report else None
    if output.is_report:
        from forgesim.report.study_page import study_files  # noqa: PLC0415 (slow to import)
        from forgesim.report.write import PAGE, write_report  # noqa: PLC0415

        folder = free_name(REPORTS, told.name) if report is None else report
        output.console.print("drawing the figures ...")
        write_report(folder, study_files(told.page(command(again))))
    _put(told, output, again)
    if output.is_report:
        print(f"\nReport written to {folder}\nOpen: {shlex.quote(str(folder / PAGE))}")


def _put(told: Told, output: Output, again: Sequence[str]) -> None:
    out = None if output.is_report else output.out
    if output.format_ == "table":
        told.show()
    elif output.format_ == "md":
        from forgesim.report.study_page import markdown  # noqa: PLC0415 (slow to import)

        page = told.page(command(again))
        write_output(markdown(page, has_files=False), out, output.force, told.what)
    else:
        write_output(_data(told, output.format_).encode(), out, output.force, told.what)


def _data(told: Told, format_: str) -> str:
    table = told.table()
    if format_ == "csv":
        return table.to_csv(index=False, lineterminator="\n")
    rows = json.loads(table.to_json(orient="records", double_precision=10))
    return json.dumps({**told.about, "rows": rows}, indent=1, ensure_ascii=False) + "\n"


def command(words: Sequence[str]) -> str:
    """The command that was given, without what changes no result."""
    kept: list[str] = []
    skipped = False
    for word in words:
        if skipped:
            skipped = False
        elif word in _OF_THE_PAGE:
            skipped = True
        elif not word.startswith(tuple(f"{each}=" for each in _OF_THE_PAGE)):
            kept.append(word)
    return " ".join(shlex.quote(word) for word in ("forgesim", *kept))


def print_sheet(sheet: "Sheet", most: int | None = None) -> None:
    """Print a table for people; of a long one the first rows, and how many more there are."""
    rows = sheet.rows if most is None else sheet.rows[:most]
    table = Table(box=None, pad_edge=False)
    for column in sheet.columns:
        is_number = column.is_number
        table.add_column(plain(column.heading), justify="right" if is_number else "left",
                         no_wrap=True)  # fmt: skip
    for row in rows:
        table.add_row(*(plain(cell.text) for cell in row))
    print(f"\n{plain(sheet.title)}\n")
    print_table(table)
    if len(rows) < len(sheet.rows):
        print(f"... and {counted(len(sheet.rows) - len(rows), 'more row')}")


def plain(text: str) -> str:
    """A text of the report as a terminal and a log can show it."""
    return text.translate(_ASCII)


def print_notes(lines: Sequence[str]) -> None:
    """Print what has to be known with the numbers."""
    print("\nRead with care:")
    for line in lines:
        print(f"  - {plain(line)}")
