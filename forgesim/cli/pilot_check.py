"""The pilot check of a run, played for its report unless it is stored already."""

from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from forgesim.arena.batch import available_cores, warm_up
from forgesim.cli.notes import announce_compilation, counted
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.errors import DataError, ForgesimError, Interrupted, OutputError, UsageError
from forgesim.interrupts import at_stake
from forgesim.kernel.jit import engine_digest

if TYPE_CHECKING:
    from forgesim.results import Results
    from forgesim.studies.robustness import Check, CheckPlan


@dataclass(frozen=True)
class Wish:
    """What is asked of a pilot check: who plays beside the run's pilots, how many pairs, or none.

    What is left open, a check that is stored answers as it does.
    """

    pilots: list[str] | None = None
    pairs: int | None = None
    is_left_out: bool = False

    @property
    def is_open(self) -> bool:
        """Whether nothing is asked of it."""
        return not self.pilots and self.pairs is None

    def check(self, is_reported: bool = True) -> None:
        """Raise UsageError where what is asked for does not fit together."""
        if self.is_left_out and not self.is_open:
            raise UsageError("--no-check plays no pilot check: leave it out, or what it should be")
        if not is_reported and (self.is_left_out or not self.is_open):
            raise UsageError("the pilot check belongs to the report: add --report")


@dataclass(frozen=True)
class How:
    """By which means a check is played: of no account for its result."""

    jobs: int | None
    backend: str


def with_check(results: "Results", run: Path, wish: Wish, how: How, notes: Console) -> "Results":
    """The results of a run with its pilot check: the stored one, or else a new one.

    Where none can be played the results say why, unless somebody has asked for what cannot be.

    Raises
    ------
    UsageError
        If what is asked for cannot be played.
    Interrupted
    """
    if wish.is_left_out:
        return results
    from forgesim.studies.robustness import plan_check  # noqa: PLC0415 (slow to import)

    stored = _stored(run, notes)
    try:
        _see_the_engine(results)
        planned = plan_check(results.plan, wish.pilots or None, wish.pairs)
    except ForgesimError as error:
        if not wish.is_open:
            raise
        without = (*results.notes, f"no pilot check: {error}")
        return replace(results, check=stored, notes=results.notes if stored else without)
    if stored is not None and _answers(stored.plan, planned, wish):
        return replace(results, check=stored)
    check = _played(planned, how, notes)
    _store(run, check, notes)
    return replace(results, check=check)


def _stored(run: Path, notes: Console) -> "Check | None":
    """The check that is stored with a run, if it can be used."""
    from forgesim.studies.robustness_files import load_check  # noqa: PLC0415 (slow to import)

    try:
        return load_check(run)
    except DataError as error:
        notes.print(str(error), soft_wrap=True)
        return None


def _answers(stored: "CheckPlan", planned: "CheckPlan", wish: Wish) -> bool:
    """Whether a stored check is what is asked for.

    Where nothing is asked for any crew will do, but for one that has the pilots of today's in name
    alone: they have changed since.
    """
    if wish.pairs is not None and stored.pairs != planned.pairs:
        return False
    names, now = ([member.name for member in check.crew] for check in (stored, planned))
    return stored.crew == planned.crew if wish.pilots or names == now else True


def _see_the_engine(results: "Results") -> None:
    """Raise UsageError unless the games of a run can be played again by other pilots."""
    if results.versions.get("engine") != engine_digest():
        raise UsageError(
            "the run was played by another version of the engine, which would play other games"
        )


def _played(check: "CheckPlan", how: How, notes: Console) -> "Check":
    """Play a check, and say what is played."""
    from forgesim.studies.robustness import Check, play_check  # noqa: PLC0415

    crew = ", ".join(member.name for member in check.crew)
    pairs = counted(check.pairs, "pair")
    said = f"pilot check: {crew}, each against each, {pairs} of every matchup ..."
    notes.print(said, soft_wrap=True)
    announce_compilation(notes, check.study)
    warm_up(check.study)

    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    try:
        with at_stake():
            return Check(check, play_check(check, how.jobs or available_cores(), how.backend, bar))
    except KeyboardInterrupt:
        raise Interrupted("interrupted; the pilot check is not stored") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; the pilot check is not stored") from None


def _store(run: Path, check: "Check", notes: Console) -> None:
    """Store a check with its run; where that cannot be, the report has it all the same."""
    from forgesim.studies.robustness_files import write_check  # noqa: PLC0415

    try:
        write_check(run, check)
    except OutputError as error:
        notes.print(f"the pilot check is not stored: {error}", soft_wrap=True)
