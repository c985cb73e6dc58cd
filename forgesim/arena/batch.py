"""Running a plan: blocks through joblib, results stored as they come."""

import gc
import os
import warnings
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from forgesim.arena.blocks import PackedPlan, pack_plan, play_block
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.store import (
    make_run_directory,
    open_run,
    stored_blocks,
    write_block,
    write_manifest,
    write_tallies,
)
from forgesim.arena.tally import Tally

Progress = Callable[[int], None]
"""Told the number of games that have been added."""


def available_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def warm_up(plan: Plan) -> None:
    """Compile the engine, or load it from the cache, before any worker needs it."""
    packed = pack_plan(plan)
    gc.disable()  # compiling makes millions of objects and hardly any garbage: a tenth quicker
    try:
        play_block(packed, [Segment(0, 0, 1)])
    finally:
        gc.enable()


def _numbered_block(
    packed: PackedPlan, index: int, segments: list[Segment]
) -> tuple[int, np.ndarray[Any, Any]]:
    return index, play_block(packed, segments)


def play_blocks(
    plan: Plan, jobs: int, backend: str, done: Collection[int] = ()
) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Play the blocks of a plan that are not done, in whatever order they finish."""
    packed = pack_plan(plan)
    wanted = [index for index in range(plan.n_blocks) if index not in done]
    if jobs == 1:
        for index in wanted:
            yield index, play_block(packed, plan.block(index))
        return
    # An interrupted run has blocks under way; that they are dropped is no news to the user.
    warnings.filterwarnings("ignore", message=r"\d+ tasks .* have been cancelled")
    parallel = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    yield from parallel(
        delayed(_numbered_block)(packed, index, plan.block(index)) for index in wanted
    )


def run_batch(
    plan: Plan,
    out: Path | None,
    jobs: int = 1,
    backend: str = "threading",
    force: bool = False,
    resume: bool = False,
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
    resume : bool
        Whether a run of this plan at `out` that was stopped is completed: to the same bytes.
    progress : callable, optional
        Told the number of games after each block.

    Returns
    -------
    Tally
        The exact counts.
    """
    tally = Tally.empty(len(plan.matchups))
    done = set()

    def count(index: int, rows: np.ndarray[Any, Any]) -> None:
        tally.add(plan.block(index), rows)
        done.add(index)
        if progress is not None:
            progress(len(rows))

    if out is not None and resume:
        open_run(out, plan)
        for index, rows in stored_blocks(out, plan):
            count(index, rows)
    elif out is not None:
        make_run_directory(out, force)
        write_manifest(out, plan)
    for index, rows in play_blocks(plan, jobs, backend, frozenset(done)):
        if out is not None:
            write_block(out, plan, index, rows)
        count(index, rows)
    if out is not None:
        write_tallies(out, plan, tally)
    return tally
