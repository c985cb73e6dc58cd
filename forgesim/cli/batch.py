"""`forgesim batch`."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console

from forgesim.arena.batch import Begun, available_cores, begin, run_batch, take_up, warm_up
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import MOST_GAMES, make_plan
from forgesim.arena.store import (
    RUNS,
    changed_versions,
    check_run_directory,
    free_name,
    is_run,
    read_plan,
    resume_command,
    run_hint,
)
from forgesim.arena.tally import Tally
from forgesim.cli.notes import announce_compilation, counted, notes_console
from forgesim.cli.pilot_check import Wish
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.cli.project import named_file, project_file, say_sample
from forgesim.cli.summary import Pace, print_summary
from forgesim.errors import ForgesimError, Interrupted, OutputError, UsageError
from forgesim.interrupts import at_stake
from forgesim.results import is_precise

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
    report: bool
    quiet: bool
    yes: bool
    check: Wish


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    notes = notes_console(call.quiet)
    if call.resume and call.force:
        raise UsageError("--resume completes a run, --force overwrites it: leave out one of them")
    call.check.check(call.report)
    is_named = any(value is not None for key, value in flags.items() if key not in _NOT_OF_THE_PLAN)
    if path is not None:
        path = named_file(path, flags)
    elif is_named or not call.resume:
        path = project_file(notes)
    experiment = load_experiment(path, flags)
    plan = _plan(experiment, call, notes, is_named or path is not None)
    is_sample = not (experiment.roster or experiment.deck or experiment.decks)
    if path is None and is_sample and not call.resume:
        say_sample(notes)
    out = (
        Path(experiment.out)
        if experiment.out is not None
        else free_name(RUNS, f"{date.today().isoformat()}-{plan.name}")
    )
    jobs = experiment.jobs or available_cores()
    taken_up = _prepare(plan, out, jobs, call, notes)
    stored = taken_up.games if taken_up else 0
    if stored < plan.games:
        announce_compilation(notes, plan)
        warm_up(plan)
    started = time.perf_counter()
    with _resumable(out):
        begun = taken_up or begin(out, plan, call.force)
        with progress_bar(notes, plan.games, stored) as report:
            tally = run_batch(
                plan, out, jobs, experiment.backend, begun, report, is_enough=is_precise
            )
        pace = Pace(tally.n_games - stored, time.perf_counter() - started)
        _tell(tally, out, pace, _limit(experiment, flags, path))
    if call.report:
        _report(out, experiment, call)


def _report(out: Path, experiment: Experiment, call: Call) -> None:
    """Measure the cards of a run that is complete, check it by other pilots, and report it."""
    from forgesim.cli import card, report  # noqa: PLC0415 (slow to import)

    card.measure_run(out, experiment, call.quiet)
    how = report.Call(False, call.quiet, call.check, experiment.jobs, experiment.backend)
    report.run(out, None, how)


def _prepare(plan: Plan, out: Path, jobs: int, call: Call, notes: Console) -> Begun | None:
    """See that the run may be played and stored, say so, and take up what there is of it."""
    is_resumed = call.resume and is_run(out)
    if not is_resumed:
        check_run_directory(out, call.force)
        if plan.games >= LARGE and not call.yes:
            _ask(plan, jobs, notes)
    rounds = f"{counted(len(plan.matchups), 'matchup')} x {counted(plan.pairs, 'pair')}"
    most = "" if plan.precision is None else "at most "
    notes.print(
        f"{most}{plan.games:,} games: {rounds}, seed {plan.seed}, {counted(jobs, 'worker')}"
    )
    if not is_resumed:
        return None
    begun = take_up(out, plan)
    for change in changed_versions(out):
        notes.print(f"begun with {change}: games are the same, the bytes of files may not be")
    notes.print(f"{begun.games:,} of them are stored already")
    return begun


def _plan(experiment: Experiment, call: Call, notes: Console, is_named: bool) -> Plan:
    """The plan that is asked for; when a run is resumed and nothing else is named, its own."""
    if not call.resume:
        return make_plan(experiment, notes.print)
    if experiment.out is None:
        raise UsageError("--resume wants --out: the directory of the run to complete")
    if is_named:
        return make_plan(experiment, notes.print)
    out = Path(experiment.out)
    if not is_run(out):
        raise UsageError(
            f"{out} holds no run to complete (no manifest.json): check --out; to begin a run, leave"
            f" out --resume, or name what to play as well{run_hint(out)}"
        )
    return read_plan(out)


@contextmanager
def _resumable(out: Path) -> Iterator[None]:
    """Say how to go on where a run is stopped."""
    try:
        with at_stake():
            yield
    except KeyboardInterrupt:
        kept = f"; the games so far are kept. Go on: {resume_command(out)}" if is_run(out) else ""
        raise Interrupted(f"interrupted{kept}") from None
    except OutputError as error:
        go_on = f"When it can, go on: {resume_command(out)}"
        remedy = go_on if is_run(out) else "Mend that, or name another --out"
        raise OutputError(f"{error}. {remedy}") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}. Go on: {resume_command(out)}") from None


def _limit(experiment: Experiment, flags: Mapping[str, Any], path: Path | None) -> str:
    """What has set the most games that are played: an option, a key of the file, or neither."""
    for key in ("pairs", "games"):
        value = getattr(experiment, key)
        if value is not None and flags[key] is not None:
            return f"--{key} {value}"
        if value is not None:
            return f"{key} = {value:_} of {path}"
    return f"the built-in limit of {MOST_GAMES:,} games"


def _tell(tally: Tally, out: Path, pace: Pace, limit: str) -> None:
    """Print the summary, to its last line."""
    try:
        print_summary(tally, out, pace, limit)
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # its reader has enough
    except OSError as error:
        raise OutputError(f"standard output cannot be written: {error.strerror}") from None


def _ask(plan: Plan, jobs: int, notes: Console) -> None:
    hours = plan.games / (_GAMES_PER_SECOND * jobs) / 3600
    span = f"{hours:,.1f} hours" if hours < 72 else f"{hours / 24:,.0f} days"
    size = plan.games * _BYTES_PER_GAME / 1e9
    cost = f"{plan.games:,} games take about {span} and {size:,.1f} GB"
    if not notes.is_terminal or not os.isatty(0):
        raise UsageError(f"{cost}; add --yes if that is meant")
    if notes.input(f"{cost}. Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise UsageError("not started")
