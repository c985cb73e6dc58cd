"""`forgesim baseline`."""

from dataclasses import dataclass
from pathlib import Path

from rich.table import Table as Grid

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan
from forgesim.cli.notes import announce_compilation, counted, notes_console, print_table
from forgesim.cli.output import check_output, write_output
from forgesim.cli.progress import progress_bar
from forgesim.cli.project import named_file
from forgesim.errors import Interrupted, UsageError
from forgesim.gate.baseline import (
    DEFAULT_PAIRS,
    Baseline,
    Key,
    baseline_plan,
    make_baseline,
    read_baseline,
)
from forgesim.gate.comparing import Comparison, compare
from forgesim.gate.play import CHECKED_PAIRS, Table
from forgesim.gate.telling import change_lines
from forgesim.interrupts import at_stake

MOST_PAIRS = 10_000_000


@dataclass(frozen=True)
class Call:
    """What `baseline create` was told besides what to play."""

    force: bool
    quiet: bool


def create(path: Path, out: Path, pairs: int | None, jobs: int | None, call: Call) -> None:
    """Carry out `baseline create`."""
    notes = notes_console(call.quiet)
    if pairs is not None and not 1 <= pairs <= MOST_PAIRS:
        raise UsageError(f"--pairs {pairs}: expected a whole number from 1 to {MOST_PAIRS:,}")
    path = named_file(path, {})
    experiment = load_experiment(path, {"jobs": jobs})
    check_output(out, call.force)
    many = pairs or experiment.gate.get("cap", DEFAULT_PAIRS)
    plan = baseline_plan(make_plan(experiment, notes.print), many)
    rounds = f"{counted(len(plan.matchups), 'matchup')} x {counted(plan.pairs, 'pair')}"
    notes.print(f"{plan.games:,} games: {rounds}, seed {plan.seed}")
    announce_compilation(notes, plan)
    checked = 2 * len(plan.matchups) * min(plan.pairs, CHECKED_PAIRS)
    try:
        with at_stake():
            warm_up(plan)
            with progress_bar(notes, plan.games + checked) as played:
                workers = experiment.jobs or available_cores()
                told = played or (lambda _: None)
                table = Table(plan, workers, experiment.backend, told)
                data = make_baseline(plan, path, out, table)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; nothing is written") from None
    write_output(data, out, call.force, f"baseline of {rounds} ({len(data):,} bytes)")
    print(f"Next: commit it, then forgesim gate {out}")


def show(path: Path) -> None:
    """Carry out `baseline show`."""
    baseline = read_baseline(path)
    for line in _about(baseline):
        print(line)
    print()
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("matchup", no_wrap=True)
    for heading in ("score in % [95 % interval]", "first player", "fingerprint"):
        grid.add_column(heading, justify="right", no_wrap=True)
    many = len(baseline.plan["tiers"]) > 1
    for place, (key, row) in enumerate(zip(baseline.places, baseline.data["summary"], strict=True)):
        score = f"{row['score']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"
        first = f"{row['first_player']:.2f}"
        grid.add_row(_title(key, many), score, first, baseline.fingerprint(place))
    print_table(grid)


def _title(key: Key, has_tiers: bool) -> str:
    return f"{key[1]} - {key[2]}" + (f" ({key[0]})" if has_tiers else "")


def _about(baseline: Baseline) -> list[str]:
    data, plan = baseline.data, baseline.plan
    versions = ", ".join(f"{name} {number}" for name, number in data["versions"].items())
    engine = data["engine"] + ("" if baseline.is_of_this_engine else " (another than this one)")
    changed = f", changed: {', '.join(plan['changed'])}" if plan["changed"] else ""
    return [
        f"experiment: {data['experiment']} ({plan['name']}), run seed {baseline.seed}",
        f"played: {counted(len(plan['decks']), 'deck')}, {counted(len(baseline.places), 'matchup')}"
        f" x {counted(baseline.pairs, 'pair')}",
        f"ruleset: {plan['ruleset']['name']}{changed}",
        f"pilots: {', '.join(tier['name'] for tier in plan['tiers'])}",
        f"made with: forgesim {data['forgesim']}, engine {engine}, {versions}",
    ]


def diff(old: Path, new: Path) -> None:
    """Carry out `baseline diff`."""
    before, after = read_baseline(old), read_baseline(new)
    found = compare(before, after)
    for names, where in ((found.removed, old), (found.added, new)):
        if names:
            print(f"only in {where}: {', '.join(names)}")
    for line in change_lines(found.changes):
        print(line)
    if not found.changes:
        print("No input has changed.")
    _print_steps(found, len(before.plan["tiers"]) > 1)


def _print_steps(found: Comparison, has_tiers: bool) -> None:
    moved = [step for step in found.steps if not step.is_same]
    if not moved:
        print(f"\nNo score of {counted(len(found.steps), 'matchup')} has changed.")
        return
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("matchup", no_wrap=True)
    for heading in ("score", "now", "change in points [95 % interval]"):
        grid.add_column(heading, justify="right", no_wrap=True)
    for step in moved:
        change = f"{step.change:+.2f} [{step.low:+.2f}, {step.high:+.2f}]"
        grid.add_row(_title(step.key, has_tiers), f"{step.before:.2f}", f"{step.after:.2f}", change)
    seeds = "on the same seeds" if found.is_paired else "on different seeds"
    print(f"\nScores of the deck named first, {seeds}")
    print_table(grid)
    same = len(found.steps) - len(moved)
    if same:
        print(f"{counted(same, 'other matchup')}: no pair went otherwise")
