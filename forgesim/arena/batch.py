"""Running a plan: blocks through joblib, results stored as they come."""

import gc
import os
import time
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import resource_tracker
from pathlib import Path
from threading import Thread
from typing import TypeVar

from joblib import Parallel, delayed
from joblib.externals.loky.backend import resource_tracker as loky_tracker

from forgesim.arena.blocks import Block, pack_plan, play_block
from forgesim.arena.games import stored_blocks, write_block
from forgesim.arena.plan import Plan, Segment
from forgesim.arena.store import make_run_directory, open_run, write_manifest
from forgesim.arena.tallies import write_tallies
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
    # One pair for each engine that plays in it.
    firsts = {id(packed.engine(m)): place for place, m in reversed([*enumerate(plan.matchups)])}
    segments = [Segment(place, 0, 1) for place in firsts.values()]
    gc.disable()  # compiling makes millions of objects and hardly any garbage: a tenth quicker
    try:
        _aside(partial(play_block, packed, segments))
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
    index: int, play: Callable[[Sequence[Segment]], Block], segments: Sequence[Segment], boss: int
) -> tuple[int, Block]:
    if os.getpid() != boss:
        _end_with(boss)
    return index, play(segments)


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
    plan: Plan, jobs: int, backend: str, wanted: Iterable[int] | None = None
) -> Generator[tuple[int, Block], None, None]:
    """Play blocks of a plan, all where none are named, in whatever order they finish."""
    numbers = range(plan.n_blocks) if wanted is None else wanted
    return play_listed(plan, ((index, plan.block(index)) for index in numbers), jobs, backend)


def play_listed(
    plan: Plan,
    listed: Iterable[tuple[int, Sequence[Segment]]],
    jobs: int,
    backend: str,
    is_counting: bool = True,
) -> Generator[tuple[int, Block], None, None]:
    """Play numbered lists of segments of a plan, in whatever order they finish."""
    play = partial(play_block, pack_plan(plan), is_counting=is_counting)
    if jobs == 1:
        for index, segments in listed:
            yield index, _aside(partial(play, segments))
        return
    # An interrupted run has blocks under way; that they are dropped is no news to the user.
    warnings.filterwarnings("ignore", message=r"\d+ tasks .* have been cancelled")
    parallel = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", batch_size=1)
    if backend == "loky" and os.name == "posix":
        _start_trackers()
    with ExitStack() as stack:
        with held():
            blocks = parallel(
                delayed(_numbered_block)(index, play, segments, os.getpid())
                for index, segments in listed
            )
            stack.enter_context(closing(blocks))
        yield from blocks


def do_apart(
    works: Sequence[Callable[[], Outcome]], jobs: int
) -> Generator[tuple[int, Outcome], None, None]:
    """Do pieces of work in processes of their own: numbers and outcomes, in whatever order.

    For work that holds Python up as much as the engine; each takes a second or more.

    Parameters
    ----------
    works : sequence of callables
        They and their outcomes can be sent to another process.
    jobs : int
        Processes.
    """
    warnings.filterwarnings("ignore", message=r"\d+ tasks .* have been cancelled")
    parallel = Parallel(n_jobs=jobs, backend="loky", return_as="generator_unordered", batch_size=1)
    if os.name == "posix":
        _start_trackers()
    with ExitStack() as stack:
        with held():
            done = parallel(
                delayed(_numbered)(index, work, os.getpid()) for index, work in enumerate(works)
            )
            stack.enter_context(closing(done))
        yield from done


def _numbered(index: int, work: Callable[[], Outcome], boss: int) -> tuple[int, Outcome]:
    if os.getpid() != boss:
        _end_with(boss)
    return index, work()


@dataclass(frozen=True)
class Begun:
    """What is stored of a run that was begun.

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


def begin(out: Path, plan: Plan, force: bool = False) -> Begun:
    """Begin a new run of a plan; with `force` an earlier run in its place is removed.

    Raises
    ------
    ForgesimError
        If it cannot be put there.
    """
    make_run_directory(out, force)
    write_manifest(out, plan)
    return Begun(frozenset(), Tally.empty(plan), 0)


def take_up(out: Path, plan: Plan) -> Begun:
    """Take up a stopped run of a plan: clear what is half written, and count what is stored.

    Raises
    ------
    ForgesimError
        If the run is of another plan or engine, or cannot be read.
    """
    open_run(out, plan)
    tally = Tally.empty(plan)
    games: dict[int, int] = {}
    for index, block in stored_blocks(out, plan):
        tally.add(plan.block(index), block)
        games[index] = len(block.rows)
    return Begun(frozenset(games), tally, sum(games.values()))


def run_batch(
    plan: Plan,
    out: Path | None,
    jobs: int = 1,
    backend: str = "threading",
    begun: Begun | None = None,
    progress: Progress | None = None,
    is_enough: Callable[[Tally], bool] = lambda _: False,
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
    begun : Begun, optional
        What `begin` or `take_up` have made of `out`; without it, a new run is begun there. What was
        stopped is completed to the bytes of a run that never was.
    progress : callable, optional
        Told the number of games after each block that was played.
    is_enough : callable, optional
        Asked at each look that the plan has before its end whether the run may stop there.

    Returns
    -------
    Tally
        The exact counts; `begun.tally`, filled up, where there is one.
    """
    if begun is None:
        begun = Begun(frozenset(), Tally.empty(plan), 0) if out is None else begin(out, plan)
    tally = begun.tally
    for number in range(len(plan.rounds)):
        wanted = [index for index in plan.blocks_of(number) if index not in begun.blocks]
        with closing(play_blocks(plan, jobs, backend, wanted)) as blocks:
            for index, block in blocks:
                if out is not None:
                    write_block(out, plan, index, block)
                tally.add(plan.block(index), block)
                if progress is not None:
                    progress(len(block.rows))
        played = plan.up_to(number)
        # A run that is taken up may have gone on beyond this look already.
        if tally.n_games == played.games and (played == plan or is_enough(tally)):
            break
    tally.plan = played
    if out is not None:
        if played != plan:
            write_manifest(out, played)
        write_tallies(out, tally)
    return tally
