"""`forgesim batch`."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.store import check_run_directory, free_name
from forgesim.cli.notes import announce_compilation, counted
from forgesim.cli.summary import print_summary
from forgesim.errors import UsageError

LARGE = 200_000_000
"""From this many games on, a batch asks first."""
_GAMES_PER_SECOND = 150_000
_BYTES_PER_GAME = 12


def run(path: Path | None, flags: dict[str, Any], *, force: bool, quiet: bool, yes: bool) -> None:
    """Carry out the command."""
    experiment = load_experiment(path, flags)
    plan = make_plan(experiment)
    jobs = experiment.jobs or available_cores()
    notes = Console(stderr=True, quiet=quiet, highlight=False)
    if plan.games >= LARGE and not yes:
        _ask(plan, jobs, notes)
    out = (
        Path(experiment.out)
        if experiment.out is not None
        else free_name(Path("runs"), f"{date.today().isoformat()}-{plan.name}")
    )
    check_run_directory(out, force)
    rounds = f"{counted(len(plan.matchups), 'matchup')} x {counted(plan.pairs, 'pair')}"
    notes.print(f"{plan.games:,} games: {rounds}, seed {plan.seed}, {counted(jobs, 'worker')}")
    announce_compilation("play_pairs", notes)
    warm_up(plan)
    started = time.perf_counter()
    with _progress(notes, plan.games) as report:
        tally = run_batch(plan, out, jobs, experiment.backend, force, report)
    seconds = time.perf_counter() - started
    print_summary(plan, tally, out, seconds)


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
