"""`forgesim batch`."""

import os
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from forgesim.arena.batch import Progress as Report
from forgesim.arena.batch import available_cores, run_batch, warm_up
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import check_run_directory, free_name, is_run, read_plan
from forgesim.cli.notes import announce_compilation, counted
from forgesim.cli.project import project_file
from forgesim.cli.summary import print_summary
from forgesim.errors import Interrupted, OutputError, UsageError

LARGE = 200_000_000
"""From this many games on, a batch asks first."""
_NOT_OF_THE_PLAN = {"out", "jobs", "backend"}
"""Flags that do not say what is played."""
_GAMES_PER_SECOND = 150_000
_BYTES_PER_GAME = 12


@dataclass(frozen=True)
class Call:
    """What the command was told besides the experiment."""

    force: bool
    resume: bool
    quiet: bool
    yes: bool


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    notes = Console(stderr=True, quiet=call.quiet, highlight=False)
    if call.resume and call.force:
        raise UsageError("--resume completes a run, --force overwrites it: leave out one of them")
    if path is None and not call.resume:
        path = project_file(notes)
    experiment = load_experiment(path, flags)
    plan = _plan(experiment, path, flags, call, notes)
    jobs = experiment.jobs or available_cores()
    if plan.games >= LARGE and not call.yes:
        _ask(plan, jobs, notes)
    out = (
        Path(experiment.out)
        if experiment.out is not None
        else free_name(Path("runs"), f"{date.today().isoformat()}-{plan.name}")
    )
    is_resumed = call.resume and is_run(out)
    if not is_resumed:
        check_run_directory(out, call.force)
    rounds = f"{counted(len(plan.matchups), 'matchup')} x {counted(plan.pairs, 'pair')}"
    notes.print(f"{plan.games:,} games: {rounds}, seed {plan.seed}, {counted(jobs, 'worker')}")
    announce_compilation("play_pairs", notes)
    warm_up(plan)
    started = time.perf_counter()
    with _progress(notes, plan.games) as report, _resumable(out):
        how = (jobs, experiment.backend, call.force, is_resumed)
        tally = run_batch(plan, out, *how, report)
    seconds = time.perf_counter() - started
    print_summary(plan, tally, out, seconds)


def _plan(
    experiment: Experiment, path: Path | None, flags: dict[str, Any], call: Call, notes: Console
) -> Plan:
    """The plan that is asked for; when a run is resumed and nothing else is named, its own."""
    if not call.resume:
        return make_plan(experiment, notes.print)
    if experiment.out is None:
        raise UsageError("--resume wants --out: the directory of the run to complete")
    named = {key for key, value in flags.items() if value is not None} - _NOT_OF_THE_PLAN
    if path is not None or named:
        return make_plan(experiment, notes.print)
    return read_plan(Path(experiment.out))


@contextmanager
def _resumable(out: Path) -> Iterator[None]:
    """Say how to go on where a run is stopped."""
    command = f"forgesim batch --resume --out {shlex.quote(str(out))}"
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; the games so far are kept. Go on: {command}") from None
    except OutputError as error:
        raise OutputError(f"{error}. When it can, go on: {command}") from None


def _ask(plan: Plan, jobs: int, notes: Console) -> None:
    hours = plan.games / (_GAMES_PER_SECOND * jobs) / 3600
    size = plan.games * _BYTES_PER_GAME / 1e9
    cost = f"{plan.games:,} games take about {hours:,.1f} hours and {size:,.1f} GB"
    if not notes.is_terminal or not os.isatty(0):
        raise UsageError(f"{cost}; add --yes if that is meant")
    if notes.input(f"{cost}. Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise UsageError("not started")


class _Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f} games/s" if speed else "")


@contextmanager
def _progress(notes: Console, games: int) -> Iterator[Report | None]:
    """A progress bar on standard error, where that is a terminal."""
    if not notes.is_terminal or notes.quiet:
        yield None
        return
    columns = (
        TextColumn("playing"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        _Rate(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=notes, transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda played: bar.advance(task, played)
