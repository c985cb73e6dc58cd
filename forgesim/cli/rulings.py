"""`forgesim rulings`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forgesim.cli.compare import check_matters, folder_name
from forgesim.cli.notes import counted
from forgesim.cli.studying import (
    Output,
    Told,
    announce,
    load_base,
    plain,
    playing,
    print_notes,
    print_sheet,
    put_out,
)
from forgesim.studies.compare import check_pairs
from forgesim.studies.rulings import Rulings, list_choices, measure_rulings
from forgesim.studies.versions import games_of


@dataclass(frozen=True)
class Call:
    """What the command was told besides the base.

    Attributes
    ----------
    matters : float or None
        Points from which on a change matters.
    output : Output
    """

    matters: float | None
    output: Output


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    call.output.check()
    check_matters(call.matters)
    notes = call.output.console
    base = load_base(path, flags, notes)
    check_pairs(base.plan.pairs)
    choices, unmeasured = list_choices(base)
    if not choices:
        _tell_nothing(base.plan.rules.name, [f"{each.key}: {each.reason}" for each in unmeasured])
        return
    games = games_of([each.version for each in choices], base.plan.pairs)
    announce(base, games, f"the base and {counted(len(choices), 'other choice')}", notes)
    matters = base.plan.matters if call.matters is None else call.matters
    with playing(base, notes) as how:
        found = measure_rulings(base, choices, unmeasured, base.plan.pairs, how, matters)
    put_out(_told(found), call.output, sys.argv[1:])


def _tell_nothing(rules: str, unmeasured: list[str]) -> None:
    if not unmeasured:
        print(f"{rules} has no open ruling: its file calls no value assumed")
        return
    print(f"{rules} has open rulings, but none that can be measured:")
    for line in unmeasured:
        print(f"  - {line}")


def _told(found: Rulings) -> Told:
    from forgesim.report.rulings import page  # noqa: PLC0415 (slow to import)

    about = {
        "base": found.base.name, "ruleset": found.base.rules.name, "seed": found.base.seed,
        "pairs": found.pairs, "games": found.games, "matters": found.matters,
        "not_measured": {each.key: each.reason for each in found.unmeasured},
    }  # fmt: skip
    return Told(
        what=f"{counted(len(found.choices), 'choice')} of open rulings",
        name=folder_name(found.base, ["rulings"]),
        table=lambda: found.table,
        about=about,
        page=lambda again: page(found, again),
        show=lambda: _show(found),
    )


def _show(found: Rulings) -> None:
    from forgesim.report.rulings import findings, sheet  # noqa: PLC0415 (slow to import)

    print(f"\nOpen rulings of {found.base.rules.name} on common seeds: {found.games:,} games,"
          f" seed {found.base.seed}")  # fmt: skip
    print_sheet(sheet(found))
    print()
    for said in findings(found):
        print(f"{plain(said.label)}: {plain(said.text)}")
    print_notes([*found.base.notes, *_care(found)])
    first = found.rows[0]
    print(f"\nNext: forgesim compare --set {first['key']}={first['choice']}; what each ruling says:"
          " forgesim rules")  # fmt: skip


def _care(found: Rulings) -> list[str]:
    return [
        "a change is the other choice less what is assumed; bounds hold at 95 % for all choices"
        " together",
        f"matters: some bound is more than {found.matters:g} points (0.5 turns) from none, wholly;"
        " with other decks, cards or pilots another ruling may matter",
    ]
