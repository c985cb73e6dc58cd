"""`forgesim sweep`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forgesim.cards.shipped import PROJECT_FILE
from forgesim.cli.compare import folder_name
from forgesim.cli.notes import counted
from forgesim.cli.studying import (
    Output,
    Told,
    announce,
    compile_engine,
    jobs_of,
    load_base,
    plain,
    playing,
    print_notes,
    print_sheet,
    put_out,
    seconds_of,
)
from forgesim.errors import UsageError
from forgesim.studies.compare import check_pairs
from forgesim.studies.grid import MOST_POINTS, Axis, count_points, read_axes
from forgesim.studies.pace import in_words
from forgesim.studies.sweep import Sweep, check_grid, default_targets, play_sweep
from forgesim.studies.targets import Target, list_targets
from forgesim.studies.variants import Base

BUDGET = 30.0
"""Minutes that a sweep may take unless more is granted."""
_SECONDS_OF_POINT = 0.05
"""Seconds, about, in which a point is resolved and its matchups are prepared."""
_SHOWN = 60


@dataclass(frozen=True)
class Call:
    """What the command was told besides the grid.

    Attributes
    ----------
    budget : float or None
        Minutes that it may take.
    output : Output
    """

    budget: float | None
    output: Output


def run(words: Sequence[str], flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    call.output.check()
    if call.budget is not None and not call.budget > 0:
        raise UsageError(f"--budget {call.budget:g}: expected a number of minutes above 0")
    path, texts = _split(words)
    axes = read_axes(texts)
    notes = call.output.console
    base = load_base(path, flags, notes)
    check_pairs(base.plan.pairs)
    targets, is_default = _targets(base, path)
    if is_default:
        from forgesim.report.sweep import declared  # noqa: PLC0415 (slow to import)

        notes.print(plain(declared()), soft_wrap=True)
    check_grid(base, axes)
    points = count_points(axes)
    games = 2 * base.plan.pairs * len(base.plan.matchups) * (points + 1)
    compile_engine(base, notes)
    seconds = _check_budget(base, axes, games, call.budget)
    announce(base, games, f"{counted(points, 'point')} and the base", notes, seconds)
    with playing(base, notes) as how:
        found = play_sweep(base, axes, targets, base.plan.pairs, how, is_default)
    put_out(_told(found), call.output, sys.argv[1:])


def _split(words: Sequence[str]) -> tuple[Path | None, list[str]]:
    """The base's file, where the first word is one, and the ranges."""
    if words and "=" not in words[0]:
        return Path(words[0]), list(words[1:])
    return None, list(words)


def _targets(base: Base, path: Path | None) -> tuple[list[Target], bool]:
    """The targets of the base, or the one that counts where none is stated."""
    if not all(tier.is_even for tier in base.plan.tiers):
        raise UsageError("targets want the same pilots on both sides, not --pilot-a and --pilot-b")
    if not base.experiment.target:
        return default_targets(base.plan), True
    return list_targets(base.experiment, path or PROJECT_FILE, base.plan), False


def _check_budget(base: Base, axes: Sequence[Axis], games: int, budget: float | None) -> float:
    """Refuse what would take too long; seconds, about."""
    points = count_points(axes)
    seconds = seconds_of(base.plan, games, jobs_of(base.experiment)) + points * _SECONDS_OF_POINT
    allowed = BUDGET if budget is None else budget
    if seconds > 60 * allowed:
        more = f", or --budget {-(-int(seconds) // 60) + 1}" if points <= MOST_POINTS else (
            f"; a grid has {MOST_POINTS:,} points at most")  # fmt: skip
        raise UsageError(
            f"{points:,} points x {base.plan.pairs:,} pairs of {len(base.plan.matchups):,} matchups"
            f" take {in_words(seconds)}, more than the {allowed:g} minutes that are granted: name"
            f" coarser ranges (a..b..step), fewer --pairs{more}"
        )
    return seconds


def _told(found: Sweep) -> Told:
    from forgesim.report.sweep import page  # noqa: PLC0415 (slow to import)

    about = {
        "base": found.base.name, "axes": {axis.name: list(axis.values) for axis in found.axes},
        "seed": found.base.seed, "pairs": found.pairs, "games": found.games,
        "is_default_target": found.is_default,
    }  # fmt: skip
    return Told(
        what=f"sweep of {counted(len(found.points), 'point')}",
        name=folder_name(found.base, [axis.name for axis in found.axes]),
        table=lambda: found.table,
        about=about,
        page=lambda again: page(found, again),
        show=lambda: _show(found),
    )


def _show(found: Sweep) -> None:
    from forgesim.report.sweep import findings, sheet  # noqa: PLC0415 (slow to import)

    print(f"\n{found.base.name}, {counted(len(found.points), 'point')} on common seeds:"
          f" {found.games:,} games, seed {found.base.seed}")  # fmt: skip
    print_sheet(sheet(found), _SHOWN)
    print()
    for said in findings(found):
        print(f"{plain(said.label)}: {plain(said.text)}")
    print_notes([*found.base.notes, *_care()])
    print(f"\nNext: {_next(found)}")


def _care() -> list[str]:
    return [
        "intervals are at 95 % for all points and targets together (Bonferroni)",
        "met: the interval lies within the band; missed: outside; undecided: with how many pairs of"
        " each matchup it would be decided, if the score stays as it is",
    ]


def _next(found: Sweep) -> str:
    met = next((tried for tried in found.points if tried.verdict == "met"), None)
    if met is not None and met.point is not None:
        changes = " ".join(f"--set {axis.name}={value}"
                           for axis, value in zip(found.axes, met.point, strict=True))  # fmt: skip
        return f"what else such a point changes: forgesim compare {changes}"
    return "other ranges; or more --pairs where points are undecided"
