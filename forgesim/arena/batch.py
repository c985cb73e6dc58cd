"""Running a plan: blocks through joblib, results stored as they come."""

import gc
import os
import time
import warnings
from collections.abc import Callable, Collection, Generator
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed
from joblib.externals.loky.backend import resource_tracker as loky_tracker

from forgesim.arena.blocks import PackedPlan, pack_plan, play_block
from forgesim.arena.games import stored_blocks, write_block, write_tallies
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.store import make_run_directory, open_run, write_manifest
from forgesim.arena.tally import Tally
from forgesim.interrupts import held

Outcome = TypeVar("Outcome")
Progress = Callable[[int], None]
"""Told the number of games that have been added."""


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _aside(work: Callable[[], Outcome]) -> Outcome:
    """Do work in a thread: while this one is in the engine or the compiler it hears no Ctrl-C."""
    outcome: Future[Outcome] = Future()

    def do() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    Thread(target=do, daemon=True).start()
    return outcome.result()


def warm_up(plan: Plan) -> None:
    """Compile the engine, or load it from the cache, before any worker needs it."""
    packed = pack_plan(plan)
    gc.disable()  # compiling makes millions of objects and hardly any garbage: a tenth quicker
    try:
        _aside(partial(play_block, packed, [Segment(0, 0, 1)]))
    finally:
        gc.enable()


@cache
def _end_with(boss: int) -> None:
    """Have this worker process end when the one that it works for was killed: nobody tells it."""

    def watch() -> None:
        while os.getppid() == boss:
            time.sleep(1)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def _numbered_block(
    packed: PackedPlan, index: int, segments: list[Segment], boss: int
) -> tuple[int, np.ndarray[Any, Any]]:
    if os.getpid() != boss:
        _end_with(boss)
    return index, play_block(packed, segments)


def _start_trackers() -> None:
    """Start the processes that clear up after workers.

    Else the first worker starts them, and they unblock Ctrl-C, which is to be held then. They keep
    quiet: what they find after a run that was broken off is no news to the user.
    """
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = "ignore"
    try:
        loky_tracker.ensure_running()
        resource_tracker.ensure_running()
    finally:
        del os.environ["PYTHONWARNINGS"]
        if before is not None:
            os.environ["PYTHONWARNINGS"] = before


def play_blocks(
    plan: Plan, jobs: int, backend: str, done: Collection[int] = ()
) -> Generator[tuple[int, np.ndarray[Any, Any]], None, None]:
    """Play the blocks of a plan that are not done, in whatever order they finish."""
    packed = pack_plan(plan)
    wanted = (index for index in range(plan.n_blocks) if index not in done)
    if jobs == 1:
        for index in wanted:
            yield index, _aside(partial(play_block, packed, plan.block(index)))
        return
    # An interrupted run has blocks under way; that they are dropped is no news to the user.
    warnings.filterwarnings("ignore", message=r"\d+ tasks .* have been cancelled")
    parallel = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    if backend == "loky" and os.name == "posix":
        _start_trackers()
    with ExitStack() as stack:
        with held():
            blocks = parallel(
                delayed(_numbered_block)(packed, index, plan.block(index), os.getpid())
                for index in wanted
            )
            stack.enter_context(closing(blocks))
        yield from blocks


@dataclass(frozen=True)
class Begun:
    """What is stored of a run that was stopped.

    Attributes
    ----------
    blocks : frozenset of int
        Blocks that need not be played again.
    tally : Tally
        Counts of their games.
    games : int
        How many these are.
    """

    blocks: frozenset[int]
    tally: Tally
    games: int


def take_up(out: Path, plan: Plan) -> Begun:
    """Take up a stopped run of a plan: clear what is half written, and count what is stored.

    Raises
    ------
    ForgesimError
        If the run is of another plan or engine, or cannot be read.
    """
    open_run(out, plan)
    tally = Tally.empty(len(plan.matchups))
    games: dict[int, int] = {}
    for index, rows in stored_blocks(out, plan):
        tally.add(plan.block(index), rows)
        games[index] = len(rows)
    return Begun(frozenset(games), tally, sum(games.values()))


def run_batch(
    plan: Plan,
    out: Path | None,
    jobs: int = 1,
    backend: str = "threading",
    force: bool = False,
    begun: Begun | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play a plan and store the run.

    Parameters
    ----------
    plan : Plan
    out : Path or None
        The run directory to make; None to keep nothing but the counts.
    jobs : int
        Workers.
    backend : str
        `threading` or `loky`; neither changes a result.
    force : bool
        Whether an earlier run at `out` is overwritten.
    begun : Begun, optional
        What `take_up` found at `out`; it is completed, to the bytes of a run that never stopped.
    progress : callable, optional
        Told the number of games after each block that was played.

    Returns
    -------
    Tally
        The exact counts; `begun.tally`, filled up, where there is one.
    """
    if begun is None:
        begun = Begun(frozenset(), Tally.empty(len(plan.matchups)), 0)
        if out is not None:
            make_run_directory(out, force)
            write_manifest(out, plan)
    tally = begun.tally
    with closing(play_blocks(plan, jobs, backend, begun.blocks)) as blocks:
        for index, rows in blocks:
            if out is not None:
                write_block(out, plan, index, rows)
            tally.add(plan.block(index), rows)
            if progress is not None:
                progress(len(rows))
    if out is not None:
        write_tallies(out, plan, tally)
    return tally
