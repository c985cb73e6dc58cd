"""`forgesim pilot tune`."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.cards.files import is_folder, write_atomically
from forgesim.cards.shipped import PROJECT_FILE, shipped_names
from forgesim.cli.notes import announce_compilation, counted, notes_console, print_table
from forgesim.cli.output import check_output
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.errors import ForgesimError, Interrupted, UsageError
from forgesim.interrupts import at_stake
from forgesim.stats.multiple import LEVEL
from forgesim.studies.exchanges import Contest
from forgesim.studies.how import How
from forgesim.studies.pace import games_per_second, in_words, seconds_for
from forgesim.studies.tuned_file import points, score, tuned_text
from forgesim.studies.tuning import HeldOut, Tuned, held_out_contest, training_contest, tune
from forgesim.studies.tuning_file import Tuning, load_tuning
from forgesim.studies.tuning_journal import ENDING, TuningJournal

NOT_PROVEN = 4
"""Exit code where no gain is proven, and no pilot written."""
MOST_JOBS = 1024
WORTH_SAYING = 60
"""Seconds from which on it is said beforehand how long it takes."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides the file."""

    out: Path | None
    always: bool
    force: bool
    resume: bool
    quiet: bool


def run(path: Path, jobs: int | None, call: Call) -> None:
    """Carry out the command."""
    if call.resume and call.force:
        raise UsageError("--resume goes on, --force begins anew: leave out one of them")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"--jobs {jobs}, expected a whole number from 1 to {MOST_JOBS}")
    notes = notes_console(call.quiet)
    tuning = load_tuning(path, notes.print)
    out = call.out or tuning.out or _usual_place(tuning)
    if out.resolve() == path.resolve():
        raise UsageError(f"{out} is the tuning file itself: name another --out")
    check_output(out, call.force)
    journal = _journal(out, tuning, call)
    workers = jobs or available_cores()
    _announce(tuning, journal, workers, notes)

    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    with _resumable(path, journal, call):
        tuned = tune(tuning, How(workers, bar=bar), journal)
    _print(tuning, tuned)
    _finish(tuning, tuned, out, journal, call)


def _usual_place(tuning: Tuning) -> Path:
    """Where a pilot is written if nobody says so: among the pilots of the project, if it is one."""
    folder = Path("pilots")
    is_project = PROJECT_FILE.is_file() and is_folder(folder)
    return (folder if is_project else Path()) / f"{tuning.name}.toml"


def _journal(out: Path, tuning: Tuning, call: Call) -> TuningJournal:
    """What is kept of a tuning that was stopped; a new one where nothing is."""
    path = out.with_name(out.name + ENDING)
    if call.force:
        path.unlink(missing_ok=True)
    journal = TuningJournal(path, tuning.digest())
    if journal.generations and not call.resume:
        kept = counted(len(journal.generations), "generation")
        raise UsageError(
            f"{path} holds {kept} of this tuning: go on with --resume, or begin anew with --force"
        )
    return journal


def _announce(tuning: Tuning, journal: TuningJournal, jobs: int, notes: Console) -> None:
    """Say what will be played, and how long it takes where that is long."""
    against = ", ".join(pilot.name for pilot in tuning.opponents)
    notes.print(
        f"{counted(len(tuning.movers), 'weight')} of {tuning.start.name} against {against}, with"
        f" {counted(len(tuning.plan.decks), 'deck')}: {counted(tuning.generations, 'generation')}"
        f" of {tuning.population}, {counted(jobs, 'worker')}",
        soft_wrap=True,
    )
    kept = min(len(journal.generations), tuning.generations)
    if kept:
        notes.print(f"{counted(kept, 'generation')} kept from before")
    plan = held_out_contest(tuning, tuning.start).plan
    announce_compilation(notes, plan)
    warm_up(plan)
    seconds = _seconds(tuning, tuning.generations - kept, jobs)
    if seconds > WORTH_SAYING:
        notes.print(f"this takes {in_words(seconds)}")


def _seconds(tuning: Tuning, generations: int, jobs: int) -> float:
    """How long it will take, from how quickly the pilots play here."""
    start, *others = (
        games_per_second(tuning.plan, pilot) for pilot in (tuning.start, *tuning.opponents)
    )
    training = training_contest(tuning, [tuning.start] * tuning.population, 0)
    held_out = held_out_contest(tuning, tuning.start)

    def seconds(contest: Contest, pairs: int, paces: list[float]) -> float:
        return seconds_for(contest, [pairs] * len(contest.meetings), paces, jobs)

    one = seconds(training, tuning.pairs, [start] * tuning.population + others)
    return generations * one + seconds(held_out, tuning.held_out, [start, start, *others])


@contextmanager
def _resumable(path: Path, journal: TuningJournal, call: Call) -> Iterator[None]:
    """Say how to go on where a tuning is stopped."""
    to = "" if call.out is None else f" --out {quote(str(call.out))}"
    go_on = f"Go on: forgesim pilot tune {quote(str(path))}{to} --resume"
    try:
        with at_stake():
            yield
    except KeyboardInterrupt:
        if not journal.generations:
            raise Interrupted("interrupted; nothing is kept") from None
        kept = f"{counted(len(journal.generations), 'generation')} kept in {journal.path}"
        raise Interrupted(f"interrupted; {kept}. {go_on}") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}. {go_on}") from None


def _print(tuning: Tuning, tuned: Tuned) -> None:
    """Print what was measured on the held-out seeds."""
    held_out, start = tuned.held_out, tuning.start.name
    print(
        f"\n{tuning.name}: {start} with {counted(len(tuning.movers), 'weight')} fitted, measured on"
        f" seeds held out ({counted(tuning.held_out, 'pair seed')} for each opponent and"
        f" {'pair of decks' if tuning.is_whole_field else 'deck'})\n"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("opponent", no_wrap=True)
    for name in (start, tuning.name):
        table.add_column(name, justify="right")
    table.add_column("gain in points [95 % interval]", justify="right", no_wrap=True)
    table.add_column("")
    for place, opponent in enumerate(tuning.opponents):
        before, after = (f"{100 * mean:.1f}" for mean in held_out.scores[place])
        gain = held_out.by_opponent[place]
        table.add_row(
            opponent.name, before, after, points(gain), _mark(held_out.p_opponents[place])
        )
    before, after = (f"{100 * mean:.1f}" for mean in held_out.scores.mean(axis=0))
    table.add_row("all of them", before, after, points(held_out.gain), "")
    print_table(table)
    _print_decks(tuning, held_out)
    print(f"\n{tuning.name} against {start} itself scores {score(held_out.direct)}.")
    print(f"*: p below {LEVEL:g} when all lines of its table are tested together (Holm)")


def _print_decks(tuning: Tuning, held_out: HeldOut) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("deck", no_wrap=True)
    table.add_column("gain in points [95 % interval]", justify="right", no_wrap=True)
    table.add_column("")
    for place, deck in enumerate(tuning.plan.decks):
        mark = _mark(held_out.p_decks[place])
        table.add_row(deck.name, points(held_out.by_deck[place]), mark)
    print()
    print_table(table)


def _mark(p_adjusted: float) -> str:
    return "*" if p_adjusted < LEVEL else ""


def _finish(tuning: Tuning, tuned: Tuned, out: Path, journal: TuningJournal, call: Call) -> None:
    """Write the pilot, or say why not."""
    gain = points(tuned.held_out.gain)
    is_proven = tuned.held_out.is_proven
    if is_proven:
        print(f"\nGain proven: {gain} points against the opponents.")
    else:
        print(f"\nNo gain is proven: {gain} points against the opponents.")
    if not is_proven and not call.always:
        print(
            "No pilot is written. More generations, more pairs or more held-out seeds may show one;"
            " or there is none to be had from these weights."
        )
        print(f"Its course is kept in {journal.path}: --resume --always writes the pilot.")
        raise typer.Exit(NOT_PROVEN)
    write_atomically(out, tuned_text(tuning, tuned).encode())
    journal.remove()
    print(f"Written to {out}\nNext: forgesim pilot ladder {quote(str(out))} {_shipped_one(tuning)}")


def _shipped_one(tuning: Tuning) -> str:
    """A pilot that can be named wherever one is: the start, an opponent, or the usual one."""
    names = [pilot.name for pilot in (tuning.start, *tuning.opponents)]
    shipped = shipped_names(tuning.plan.game.name, "pilots")
    return next((name for name in names if name in shipped), DEFAULT_PILOT)
