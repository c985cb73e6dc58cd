"""`forgesim report`."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from forgesim.arena.store import free_name, read_manifest
from forgesim.cli.notes import notes_console, output_console
from forgesim.cli.pilot_check import How, Wish, with_check

if TYPE_CHECKING:
    from forgesim.results import Results

REPORTS = Path("reports")
_SHOWN = 6
"""Findings that are printed; the page has them all."""


@dataclass(frozen=True)
class Call:
    """How a report is wanted.

    Attributes
    ----------
    force, quiet : bool
    check : Wish
        What is asked of its pilot check.
    jobs : int or None
        Workers for it; all cores where nothing is said.
    backend : str
    """

    force: bool
    quiet: bool
    check: Wish
    jobs: int | None = None
    backend: str = "threading"


def run(run: Path, out: str | None, call: Call) -> None:
    """Carry out the command."""
    call.check.check()
    notes = notes_console(call.quiet)
    folder = report_folder(_name(run), out, call.force)
    notes.print(f"reading {run} ...")
    from forgesim.results import open_run  # noqa: PLC0415 (slow to import)

    results = open_run(run, is_checked=False)
    checked = with_check(results, run, call.check, How(call.jobs, call.backend), notes)
    write_and_tell(checked, folder, notes)


def _name(run: Path) -> str:
    """The name of a run's experiment; the folder's, where the manifest names none that is one."""
    plan = read_manifest(run)["plan"]
    name = plan.get("name") if isinstance(plan, dict) else None
    is_name = isinstance(name, str) and re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", name)
    return str(name) if is_name else run.resolve().name


def report_folder(name: str, out: str | None, force: bool) -> Path:
    """Where a report goes: to --out if it may, else to a free name in `reports`."""
    if out is None:
        return free_name(REPORTS, name)
    from forgesim.report.write import check_report_folder  # noqa: PLC0415 (slow to import)

    check_report_folder(Path(out), force)
    return Path(out)


def write_and_tell(results: "Results", folder: Path, notes: Console) -> None:
    """Write a report, and print its most important findings and where it is."""
    from forgesim.report.findings import headline  # noqa: PLC0415 (slow to import)
    from forgesim.report.scope import body  # noqa: PLC0415
    from forgesim.report.write import PAGE, make_report  # noqa: PLC0415

    notes.print("computing the tables, drawing the figures ...")
    make_report(results, folder)
    console = output_console()
    for note in results.notes:
        console.print(f"Note: {note}", soft_wrap=True)
    for finding in headline(body(results))[:_SHOWN]:
        console.print(f"- {finding.verdict.label}: {finding.text}", soft_wrap=True)
        for command in finding.commands:
            console.print(f"    {command}", soft_wrap=True)
    console.print(f"\nReport written to {folder}", soft_wrap=True)
    console.print(f"Open: {shlex.quote(str(folder / PAGE))}", soft_wrap=True)
