"""`forgesim study`."""

import shlex
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.store import free_name
from forgesim.cli.notes import announce_compilation, counted, notes_console, output_console
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.cli.project import named_file
from forgesim.cli.report import REPORTS
from forgesim.errors import ForgesimError, Interrupted
from forgesim.interrupts import at_stake
from forgesim.studies.decision.course import run_study
from forgesim.studies.decision.estimate import loads, seconds_for
from forgesim.studies.decision.fields import make_plan
from forgesim.studies.decision.folder import open_folder
from forgesim.studies.decision.hunt import dealt
from forgesim.studies.decision.outcome import OPEN, Outcome
from forgesim.studies.decision.stated import stated, stated_digest
from forgesim.studies.decision.steps import Steps
from forgesim.studies.decision.study import Study
from forgesim.studies.decision.study_file import load_study
from forgesim.studies.how import How
from forgesim.studies.pace import in_words

NOT_DECIDABLE = 4
_SAID = 4
"""Paragraphs of the memo that are printed; the page has them all."""


@dataclass(frozen=True)
class Call:
    """How a study is wanted: the options of the command."""

    quick: bool
    out: Path | None
    resume: bool
    force: bool
    jobs: int | None
    quiet: bool


def run(path: Path, call: Call) -> None:
    """Carry out the command."""
    notes = notes_console(call.quiet)
    study = load_study(named_file(path, {}), call.quick)
    for notice in study.notes:
        notes.print(notice, soft_wrap=True)
    folder = _folder(study, call)
    open_folder(folder, study, call.resume, call.force)
    jobs = call.jobs or available_cores()
    _announce(study, jobs, notes)
    outcome = _play(study, folder, jobs, notes, path)
    from forgesim.report.memo import PAGE, write_memo  # noqa: PLC0415 (slow to import)

    notes.print("writing the memo ...")
    write_memo(outcome, folder)
    _tell(outcome, folder / PAGE)
    if outcome.decision.word == OPEN:
        raise typer.Exit(NOT_DECIDABLE)


def _folder(study: Study, call: Call) -> Path:
    if call.out is not None:
        return call.out
    return REPORTS / study.name if call.resume else free_name(REPORTS, study.name)


def _announce(study: Study, jobs: int, notes: Console) -> None:
    """Say what was stated, how much is played, and how long that takes."""
    notes.print(f"{study.name}: {study.question}", soft_wrap=True)
    if study.is_quick:
        notes.print("a quick study: small budgets, few pilots; for a first look", soft_wrap=True)
    for line in stated(study):
        notes.print(f"  - {line}", soft_wrap=True)
    decks = dealt(study)
    plan = make_plan(study.game, study.baseline.rules, decks, study.hunter, study.seed)
    for pilot in (study.hunter, *study.tiers):
        each = make_plan(study.game, study.baseline.rules, decks, pilot, study.seed)
        announce_compilation(notes, each)
        warm_up(each)
    seconds = seconds_for(study, tuple(plan.decks), jobs)
    games = sum(load.games for load in loads(study))
    notes.print(
        f"stated, digest {stated_digest(study)[:12]}; at most {games:,} games,"
        f" {in_words(seconds)} with {counted(jobs, 'worker')}",
        soft_wrap=True,
    )


def _play(study: Study, folder: Path, jobs: int, notes: Console, path: Path) -> Outcome:
    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    again = f"forgesim study {shlex.quote(str(path))} --out {shlex.quote(str(folder))} --resume"
    again += " --quick" if study.is_quick else ""
    try:
        with at_stake():
            return run_study(study, Steps(folder), How(jobs, "threading", bar))
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; what is done is kept, and this goes on: {again}") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; this goes on: {again}") from None


def _tell(outcome: Outcome, page: Path) -> None:
    """Print the decision, a line for each variant, and where the memo is."""
    from forgesim.report.memo import headline, line_of  # noqa: PLC0415 (slow to import)

    console = output_console()
    for paragraph in headline(outcome)[:_SAID]:
        console.print(paragraph, soft_wrap=True)
    console.print()
    for tested in outcome.tested:
        console.print(f"  {line_of(outcome, tested)}", soft_wrap=True)
    console.print(f"\nMemo: {shlex.quote(str(page))}", soft_wrap=True)
