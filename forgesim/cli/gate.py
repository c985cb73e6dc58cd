"""`forgesim gate`."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.files import is_file, is_folder, write_atomically
from forgesim.cli.notes import announce_compilation, notes_console
from forgesim.cli.output import print_data
from forgesim.cli.progress import WORKER_KILLED
from forgesim.cli.project import named_file
from forgesim.errors import ForgesimError, Interrupted, OutputError, UsageError
from forgesim.gate.baseline import Baseline, read_baseline
from forgesim.gate.drift import fresh_seed, match, run_gate
from forgesim.gate.files import annotations, as_json, as_junit
from forgesim.gate.pages import Page, as_markdown, as_text
from forgesim.gate.play import Table
from forgesim.gate.result import Place
from forgesim.gate.settings import gate_settings, with_cap
from forgesim.gate.target_telling import targets_page
from forgesim.gate.targets import run_targets
from forgesim.gate.telling import gate_page
from forgesim.interrupts import at_stake
from forgesim.studies.targets import list_targets

_OF_A_BASELINE = ("tolerated", "caught")
"""Limits that mean nothing to targets."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides what is to be tested.

    Attributes
    ----------
    limits : mapping
        Options for limits and policy; None for what was not given.
    is_fresh : bool
    seed, jobs : int or None
    format_ : str
    files : mapping
        Where to write, by kind: `junit`, `json`, `markdown`.
    quiet : bool
    """

    limits: Mapping[str, Any]
    is_fresh: bool
    seed: int | None
    jobs: int | None
    format_: str
    files: Mapping[str, Path | None]
    quiet: bool


def run(baseline: Path | None, experiment: Path | None, targets: Path | None, call: Call) -> None:
    """Carry out the command; its exit code is the verdict's."""
    _check(baseline, experiment, targets, call)
    notes = notes_console(call.quiet)
    if targets is not None:
        page, code, places = _targets(targets, call, notes)
    else:
        assert baseline is not None
        page, code, places = _drift(read_baseline(baseline), experiment, call, notes)
    _hand_out(page, places, call)
    if code:
        sys.stdout.flush()
        raise typer.Exit(code)


def _check(
    baseline: Path | None, experiment: Path | None, targets: Path | None, call: Call
) -> None:
    """Raise UsageError for a call that contradicts itself, before anything is played."""
    if (baseline is None) == (targets is None):
        raise UsageError("name a baseline, as in forgesim gate BASELINE, or --targets EXPERIMENT")
    if call.format_ not in ("text", "json"):
        raise UsageError(f"--format {call.format_}: expected text or json")
    _check_files({"baseline": baseline, "experiment": experiment or targets}, call)
    if call.seed is not None and not 0 <= call.seed < 2**63:
        raise UsageError(f"--seed {call.seed}: expected a whole number from 0 to 2**63 - 1")
    if targets is not None:
        given = [f"--{name}" for name in _OF_A_BASELINE if call.limits[name] is not None]
        given += ["--experiment"] * (experiment is not None) + ["--fresh-seeds"] * call.is_fresh
        if given:
            raise UsageError(f"{given[0]} belongs to a baseline, and means nothing to --targets")
    elif call.is_fresh != (call.seed is not None):
        raise UsageError("--fresh-seeds and --seed go together: name a number not used before")


def _check_files(read: Mapping[str, Path | None], call: Call) -> None:
    """Raise UsageError where a file to be written cannot be, or is one that is wanted for more."""
    wanted = {
        os.path.realpath(path): f"the {name}" for name, path in read.items() if path is not None
    }
    for kind, path in call.files.items():
        if path is None:
            continue
        _check_file(kind, path)
        other = wanted.setdefault(os.path.realpath(path), f"--{kind}")
        if other != f"--{kind}":
            raise UsageError(f"--{kind} {path}: this is the file of {other}, name another one")


def _check_file(kind: str, path: Path) -> None:
    if is_folder(path):
        raise UsageError(f"--{kind} {path}: this is a folder, expected a file")
    if not is_folder(path.parent):
        raise UsageError(f"--{kind} {path}: there is no folder {path.parent}")
    if os.path.lexists(path) and not is_file(path):
        raise UsageError(f"--{kind} {path}: this is no file, name another one")


Judgement = tuple[Page, int, Sequence[Place]]
"""A page, its exit code, and the lines that are to blame."""


def _drift(old: Baseline, experiment: Path | None, call: Call, notes: Console) -> Judgement:
    path = _file_of(old, experiment)
    _check_files({"baseline": old.path, "experiment": path}, call)
    told = load_experiment(path, {"jobs": call.jobs})
    settings = with_cap(
        gate_settings(told, path, call.limits), None if call.is_fresh else old.pairs
    )
    matched = match(old, make_plan(told, notes.print))
    seed = None if call.seed is None else fresh_seed(old, call.seed)
    with _playing(told, matched.plan, notes) as table:
        found = run_gate(matched, told, settings, table, seed, partial(_note, notes))
    return gate_page(found), found.exit_code, found.places


def _file_of(old: Baseline, experiment: Path | None) -> Path:
    """The experiment as it is now: the one that is named, or the one that the baseline is of."""
    if experiment is not None:
        return named_file(experiment, {})
    path = old.file
    if path is None or not is_file(path):
        where = "" if path is None else f", {path}, is not there"
        raise UsageError(f"the experiment of {old.path}{where}: name its file with --experiment")
    return path


def _targets(path: Path, call: Call, notes: Console) -> Judgement:
    path = named_file(path, {})
    told = load_experiment(path, {"jobs": call.jobs, "seed": call.seed})
    settings = gate_settings(told, path, call.limits)
    plan = make_plan(told, notes.print)
    targets = list_targets(told, path, plan)
    with _playing(told, plan, notes) as table:
        found = run_targets(plan, targets, settings, table, partial(_note, notes))
    return targets_page(found), found.exit_code, []


def _note(notes: Console, text: str) -> None:
    notes.print(text, soft_wrap=True)


@contextmanager
def _playing(experiment: Experiment, plan: Plan, notes: Console) -> Iterator[Table]:
    """Make ready to play, and answer for what can happen meanwhile."""
    announce_compilation(notes, plan)
    try:
        with at_stake():
            warm_up(plan)
            yield Table(plan, experiment.jobs or available_cores(), experiment.backend)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; there is no verdict") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; there is no verdict") from None


def _append(path: Path, text: str) -> None:
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}") from None


def _hand_out(page: Page, places: Sequence[Place], call: Call) -> None:
    """Print the page, and write it to all the places where it is wanted."""
    print_data(as_json(page) if call.format_ == "json" else as_text(page))
    writers = {"junit": as_junit, "json": as_json, "markdown": as_markdown}
    for kind, path in call.files.items():
        if path is not None:
            write_atomically(path, writers[kind](page).encode())
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        _append(Path(summary), as_markdown(page) + "\n")
    if os.environ.get("GITHUB_ACTIONS"):
        root = Path(os.environ.get("GITHUB_WORKSPACE") or Path())
        stream = sys.stderr if call.format_ == "json" else sys.stdout
        for line in annotations(page, places, root):
            print(line, file=stream)
