"""`forgesim pilot ladder`."""

import json
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.files import files_in, is_folder
from forgesim.cards.pilots import LOOKING_AHEAD, load_pilot
from forgesim.cards.shipped import PROJECT_FILE, shipped_names
from forgesim.cli.notes import announce_compilation, counted, notes_console, print_table
from forgesim.cli.output import check_output, write_output
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.cli.project import named_file, project_file, say_sample
from forgesim.errors import ForgesimError, Interrupted, UsageError
from forgesim.interrupts import at_stake
from forgesim.pilots.registry import load_game
from forgesim.studies.exchanges import Contest
from forgesim.studies.how import How
from forgesim.studies.ladder import Budget, Ladder, ladder_contest, play_ladder
from forgesim.studies.ladder_page import Section, markdown, sections
from forgesim.studies.ladder_page import notes as notes_on
from forgesim.studies.pace import games_per_second, in_words, seconds_for

WORTH_SAYING = 60
"""Seconds from which on it is said beforehand how long it takes."""
FORMATS = ("table", "csv", "json", "md")
_SLOWEST = LOOKING_AHEAD[-1]
"""Kind of the pilots that play only where they are asked for."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides what is played.

    Attributes
    ----------
    pilots : list of str or None
    is_all : bool
        Whether the slowest shipped pilots play as well.
    budget : Budget
    is_whole_field, is_by_deck : bool
    format_, out, force, quiet
        As the options say.
    """

    pilots: list[str] | None
    is_all: bool
    budget: Budget
    is_whole_field: bool
    is_by_deck: bool
    format_: str
    out: Path | None
    force: bool
    quiet: bool


def budget_of(pairs: int | None, precision: float | None) -> Budget:
    """The budget that two options ask for."""
    if pairs is not None and precision is not None:
        raise UsageError("--pairs says how much is played, --precision has it found out: name one")
    try:
        return Budget(pairs) if precision is None else Budget(None, precision)
    except UsageError as error:
        raise UsageError(f"--{error}") from None


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    if call.format_ not in FORMATS:
        raise UsageError(f"--format {call.format_}: expected table, csv, json or md")
    notes = notes_console(call.quiet)
    path = project_file(notes) if path is None else named_file(path, flags)
    experiment = load_experiment(path, flags)
    if call.out is not None:
        if call.format_ == "table":
            raise UsageError("--out wants a file's format: --format csv, json or md")
        check_output(call.out, call.force)
    if call.pilots and call.is_all:
        raise UsageError("--all is for when no pilots are named")
    experiment.pilot = call.pilots or _default_pilots(experiment.game, call.is_all)
    experiment.pilot_a = experiment.pilot_b = None
    plan = make_plan(experiment, notes.print)
    contest = ladder_contest(plan, plan.pilots, call.is_whole_field)
    if path is None and not (experiment.deck or experiment.decks):
        say_sample(notes)
    jobs = experiment.jobs or available_cores()
    paces = _announce(contest, call, jobs, notes)
    found = _play(contest, call.budget, jobs, experiment.backend, notes)
    _tell(plan, found, dict(zip((each.name for each in plan.pilots), paces, strict=True)), call)


def _tell(plan: Plan, found: Ladder, paces: Mapping[str, float], call: Call) -> None:
    """Put out what was found, in the format that is asked for."""
    rows = f"ladder of {counted(len(plan.pilots), 'pilot')}"
    if call.format_ in ("csv", "json"):
        write_output(_data(found, call).encode(), call.out, call.force, rows)
        return
    parts = [*sections(found, paces, call.is_by_deck)]
    lines = [*plan.notes, *_changes(plan), *notes_on(found, True, call.is_whole_field)]
    if call.format_ == "md":
        text = f"# {_title(plan, found)}\n\n{markdown(parts, lines)}"
        write_output(text.encode(), call.out, call.force, rows)
        return
    print(f"\n{_title(plan, found)}")
    for part in parts:
        _print(part)
    print("\nRead with care:")
    for line in lines:
        print(f"  - {line}")
    best = found.ratings["pilot"].iloc[0]
    print(f"\nNext: forgesim batch --pilot {best}; a stronger pilot: forgesim pilot tune")


def _title(plan: Plan, found: Ladder) -> str:
    pilots, decks = counted(len(plan.pilots), "pilot"), counted(len(plan.decks), "deck")
    return f"Ladder of {pilots} with {decks}, seed {plan.seed}: {found.games:,} games"


def _changes(plan: Plan) -> list[str]:
    return [f"changed from {plan.rules.name}: {', '.join(plan.changed)}"] if plan.changed else []


def _print(section: Section) -> None:
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(section.columns):
        is_text = number < section.n_texts
        table.add_column(name, justify="left" if is_text else "right", no_wrap=True)
    for row in section.rows:
        table.add_row(*row)
    print(f"\n{section.title}\n")
    print_table(table)


def _data(found: Ladder, call: Call) -> str:
    """What programs read: the same bytes for the same call, so without the cost."""
    meetings = found.by_deck if call.is_by_deck else found.meetings
    if call.format_ == "csv":
        return meetings.to_csv(index=False, lineterminator="\n")
    tables = {"ratings": found.ratings, "meetings": found.meetings}
    tables |= {"decks": found.by_deck} if call.is_by_deck else {}
    rows = {name: table.to_dict("records") for name, table in tables.items()}
    about = {"anchor": found.anchor, "games": found.games, "misfit": found.misfit}
    return json.dumps({**about, **rows}, indent=1, ensure_ascii=False) + "\n"


def _default_pilots(game_name: str, is_all: bool) -> list[str]:
    """Every shipped pilot, and those of the project whose folder this is."""
    game = load_game(game_name)
    names = shipped_names(game.name, "pilots")
    chosen = [name for name in names if is_all or load_pilot(name, game).kind != _SLOWEST]
    folder = Path("pilots")
    if PROJECT_FILE.is_file() and is_folder(folder):
        own = [path.stem for path in files_in(folder, (".toml",))]
        chosen = [*(name for name in chosen if name not in own), *own]
    return chosen


def _announce(contest: Contest, call: Call, jobs: int, notes: Console) -> list[float]:
    """Say what will be played, and how long it takes where that is long; games a second."""
    plan = contest.plan
    meets = "every deck against every deck" if call.is_whole_field else "each deck against itself"
    notes.print(
        f"{counted(len(plan.pilots), 'pilot')}, {counted(len(plan.decks), 'deck')}: {meets},"
        f" seed {plan.seed}, {counted(jobs, 'worker')}",
        soft_wrap=True,
    )
    announce_compilation(notes, plan)
    warm_up(plan)
    paces = [games_per_second(plan, pilot) for pilot in plan.pilots]
    pairs = call.budget.expected(contest)
    seconds = seconds_for(contest, [pairs] * len(contest.meetings), paces, jobs)
    if seconds > WORTH_SAYING:
        slowest = plan.pilots[paces.index(min(paces))].name
        why = f"mostly for {slowest} ({min(paces):,.0f} games/s on a core)"
        less = (
            "fewer --pairs take less"
            if call.budget.pairs
            else "twice the --precision takes a quarter"
        )
        notes.print(f"this takes {in_words(seconds)}, {why}; {less}", soft_wrap=True)
    return paces


def _play(contest: Contest, budget: Budget, jobs: int, backend: str, notes: Console) -> Ladder:
    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    try:
        with at_stake():
            return play_ladder(contest, budget, How(jobs, backend, bar))
    except KeyboardInterrupt:
        raise Interrupted("interrupted; nothing is stored") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; nothing is stored") from None
