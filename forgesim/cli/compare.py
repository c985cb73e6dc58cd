"""`forgesim compare`."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forgesim.arena.plan import Plan
from forgesim.cards.settings import parse_settings
from forgesim.cli.notes import counted
from forgesim.cli.studying import (
    Output,
    Told,
    announce,
    load_base,
    playing,
    print_notes,
    print_sheet,
    put_out,
)
from forgesim.errors import UsageError
from forgesim.studies.compare import Comparison, check_pairs, hold_all
from forgesim.studies.variants import Base, list_variants, split_base, why_unchanged
from forgesim.studies.versions import Version, games_of, play_versions

_SHOWN = {"headline": None, "group": None, "deck": 12, "matchup": 10}
"""Tables on the terminal, and how many rows of each are shown."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides what is compared.

    Attributes
    ----------
    set_ : list of str
        The settings of one more variant.
    matters : float or None
        Points from which on a difference matters.
    output : Output
    """

    set_: list[str]
    matters: float | None
    output: Output


def run(files: Sequence[str], flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    call.output.check()
    check_matters(call.matters)
    game = str(flags.get("game") or "forge")
    path, sources = split_base(files, bool(call.set_), game)
    if not sources and not call.set_:
        raise UsageError(
            "there is nothing to compare: name a variant (an experiment, ruleset, roster, deck or"
            " pilot), or a change, as --set card.bramble_hound.cost=+1"
        )
    notes = call.output.console
    base = load_base(path, flags, notes)
    versions = hold_all(base.plan, list_variants(base, sources, call.set_))
    check_pairs(base.plan.pairs)
    _tell_unchanged(base, versions, call)
    if all(each.is_unchanged for each in versions) and _is_for_the_terminal(call.output):
        return
    games = games_of(versions, base.plan.pairs)
    announce(base, games, f"the base and {counted(len(versions), 'variant')}", notes)
    with playing(base, notes) as how:
        contest = play_versions(base.plan, versions, base.plan.pairs, how)
    found = Comparison(contest, base.plan.matters if call.matters is None else call.matters)
    put_out(_told(found), call.output, sys.argv[1:])


def check_matters(matters: float | None) -> None:
    """Raise UsageError where a threshold is none."""
    if matters is not None and not 0.01 <= matters <= 50:
        raise UsageError(f"--matters {matters:g}: expected a number of points, 0.01 to 50")


def _is_for_the_terminal(output: Output) -> bool:
    return output.format_ == "table" and not output.is_report


def _tell_unchanged(base: Base, versions: Sequence[Version], call: Call) -> None:
    """Say of each variant that changes nothing that it does, and why."""
    for version in versions:
        if version.is_unchanged:
            texts = call.set_ if version.name == ", ".join(call.set_) else []
            why = why_unchanged(base.plan, version.plan, parse_settings(texts))
            text = f"{version.name} changes nothing: {why}"
            if _is_for_the_terminal(call.output):
                print(text)
            else:
                call.output.console.print(text, soft_wrap=True)


def _told(found: Comparison) -> Told:
    from forgesim.report.comparison import page  # noqa: PLC0415 (slow to import)

    contest = found.contest
    about = {
        "base": found.base.name, "variants": [each.name for each in found.versions],
        "seed": found.base.seed, "pairs": contest.pairs, "games": contest.games,
        "matters": found.matters,
    }  # fmt: skip
    return Told(
        what=f"comparison with {counted(len(found.versions), 'variant')}",
        name=folder_name(found.base, [version.name for version in found.versions]),
        table=lambda: found.differences,
        about=about,
        page=lambda again: page(found, again),
        show=lambda: _show(found),
    )


def folder_name(plan: Plan, names: Sequence[str]) -> str:
    """A name for a report's folder."""
    text = re.sub(r"[^A-Za-z0-9_.-]+", "-", "-".join((plan.name, *names)))
    return text[:64].strip("-.") or "comparison"


def _show(found: Comparison) -> None:
    from forgesim.report.comparison import notes, sheet_of  # noqa: PLC0415 (slow to import)

    contest, plan = found.contest, found.base
    print(f"\n{plan.name} and {counted(len(found.versions), 'variant')} on common seeds:"
          f" {contest.games:,} games, seed {plan.seed}")  # fmt: skip
    for place, version in enumerate(found.versions):
        print(f"\n== {version.name} ==")
        if version.is_unchanged:
            print("\nthe same games as the base")
            continue
        for scope, most in _SHOWN.items():
            sheet = sheet_of(found, place, scope)
            if sheet is not None:
                print_sheet(sheet, most)
    print_notes([*plan.notes, *notes(found), *_care(found)])
    print(f"\nNext: {_next(found)}")


def _care(found: Comparison) -> list[str]:
    return [
        "a difference is variant less base, in points or turns; each interval is for itself, the"
        " verdict is adjusted for looking at many (Holm, in each table)",
        f"matters: the whole interval is more than {found.matters:g} points from none (0.5 turns);"
        " undecided: with how many pairs of each matchup it would be decided, if it stays as it is",
    ]


def _next(found: Comparison) -> str:
    open_ones = [row for row in found.rows if row["verdict"] == "undecided"
                 and row["scope"] in ("headline", "group") and not row["seat"]
                 and row["needed_pairs"] < 1e9]  # fmt: skip
    if open_ones:
        pairs = int(max(row["needed_pairs"] for row in open_ones))
        return f"the same with --pairs {pairs}, which would decide; with --report for a page"
    return "the same with --report for a page with figures, by seat and all matchups"
