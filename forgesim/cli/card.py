"""`forgesim card`."""

import json
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console
from rich.table import Table

from forgesim.arena.batch import available_cores, warm_up
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan, resolve_roster
from forgesim.arena.store import check_engine, is_run, read_plan, run_hint
from forgesim.cards.files import did_you_mean, is_file, is_folder, named
from forgesim.cards.model import Card
from forgesim.cards.roster import cards_named
from forgesim.cards.shipped import PROJECT_FILE
from forgesim.cli.notes import announce_compilation, counted, notes_console, print_table
from forgesim.cli.output import print_data
from forgesim.cli.progress import WORKER_KILLED, progress_bar
from forgesim.cli.project import named_file, project_file, say_sample
from forgesim.errors import ForgesimError, Interrupted, UsageError
from forgesim.interrupts import at_stake
from forgesim.stats.multiple import LEVEL
from forgesim.studies.replacement import (
    COARSEST,
    DEFAULT_PRECISION,
    FINEST,
    Replacement,
    replacement_impact,
    tiers_to_measure,
)
from forgesim.studies.replacement_files import FOLDER, write_replacement

_NAMED = 8
"""Cards that a note names, at most."""


@dataclass(frozen=True)
class Call:
    """What the command was told besides where the decks come from."""

    precision: float
    cards: list[str] | None
    tiers: list[str] | None
    format_: str
    quiet: bool


@dataclass(frozen=True)
class Source:
    """Where the decks come from: a stored run, or an experiment.

    Attributes
    ----------
    plan : Plan
    cards : mapping of str to Card
        All cards by id, as far as they are known: a run knows those that its decks play.
    run : Path or None
        The stored run.
    """

    plan: Plan
    cards: Mapping[str, Card]
    run: Path | None


def impact(target: Path | None, jobs: int | None, call: Call) -> None:
    """Carry out `card impact`."""
    if call.format_ not in ("table", "csv", "json"):
        raise UsageError(f"--format {call.format_}: expected table, csv or json")
    if not FINEST <= call.precision <= COARSEST:
        raise UsageError(
            f"--precision {call.precision:g}: expected {FINEST:g} to {COARSEST:g} points"
        )
    notes = notes_console(call.quiet)
    run = target if target is not None and _is_meant_as_run(target) else None
    path = _experiment_file(target, notes) if run is None else None
    experiment = load_experiment(path, {"jobs": jobs})
    source = _resolved(experiment, notes) if run is None else _stored(run)
    tiers_to_measure(source.plan, call.tiers)
    chosen = [_find(name, source) for name in call.cards] if call.cards else None
    found = _measure(source.plan, chosen, call, experiment, notes)
    if source.run is not None and chosen is None:
        write_replacement(source.run, found)
    if call.format_ == "table":
        _print(found, source, call)
    else:
        print_data(_data(found.cards, call.format_))


def measure_run(run: Path, experiment: Experiment, quiet: bool) -> None:
    """Measure all cards of a run, and store it there; say why where they cannot be measured."""
    notes = notes_console(quiet)
    call = Call(DEFAULT_PRECISION, None, None, "table", quiet)
    notes.print("\nmeasuring the cards ...")
    try:
        write_replacement(run, _measure(read_plan(run), None, call, experiment, notes))
    except UsageError as error:
        notes.print(f"not measured: {error}")


def _is_meant_as_run(target: Path) -> bool:
    is_own_folder = is_folder(target) and not is_file(target / PROJECT_FILE)
    return is_run(target) or is_own_folder or bool(run_hint(target) and not is_file(target))


def _experiment_file(target: Path | None, notes: Console) -> Path | None:
    if target is not None:
        return named_file(target, {})
    path = project_file(notes)
    if path is None:
        say_sample(notes)
    return path


def _stored(run: Path) -> Source:
    check_engine(run)
    plan = read_plan(run)
    return Source(plan, {card.id: card for deck in plan.decks for card in deck.cards}, run)


def _resolved(experiment: Experiment, notes: Console) -> Source:
    plan = make_plan(experiment, notes.print)
    return Source(plan, resolve_roster(experiment, plan.game).cards, None)


def _find(name: str, source: Source) -> str:
    """The id of a card that is named by id or name, and that a deck plays."""
    ids = cards_named(name, source.cards)
    if not ids:
        known = [word for card in source.cards.values() for word in (card.name, card.id)]
        hint = did_you_mean(name, known)
        raise UsageError(f"--card {name}: {_no_such_card(source)}{hint}")
    if len(ids) > 1:
        raise UsageError(f"--card {name}: several are called so, name the id: {named(ids)}")
    card_id = ids[0]
    if not any(card_id in deck.ids for deck in source.plan.decks):
        raise UsageError(f"--card {name}: no deck plays it, so it cannot be measured")
    return card_id


def _no_such_card(source: Source) -> str:
    return (
        "there is no such card" if source.run is None else "no deck of this run plays such a card"
    )


def _measure(
    plan: Plan, cards: list[str] | None, call: Call, experiment: Experiment, notes: Console
) -> Replacement:
    """Play, and say what is played."""
    jobs = experiment.jobs or available_cores()
    width = f"95 % intervals of +/- {call.precision:g} points"
    decks = counted(len(plan.decks), "deck")
    notes.print(f"{decks}, {width}, seed {plan.seed}, {counted(jobs, 'worker')}")
    announce_compilation(notes, plan)
    warm_up(plan)

    def bar(name: str, games: int) -> Any:
        return progress_bar(notes, games, name=name)

    measure = partial(replacement_impact, plan, call.precision, cards, call.tiers)
    try:
        with at_stake():
            return measure(jobs, experiment.backend, bar)
    except KeyboardInterrupt:
        raise Interrupted("interrupted; nothing is stored") from None
    except BrokenExecutor:
        raise ForgesimError(f"{WORKER_KILLED}; nothing is stored") from None


def _data(cards: pd.DataFrame, format_: str) -> str:
    if format_ == "csv":
        return cards.to_csv(index=False, lineterminator="\n")
    rows = cards.astype(object).where(cards.notna(), None).to_dict("records")
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def _print(found: Replacement, source: Source, call: Call) -> None:
    """Print the tables, what they mean, and what to do next."""
    for tier, cards in found.cards.groupby("tier", sort=False):
        print(f"\nReplacement impact of {counted(len(cards), 'card')}, pilot {tier}\n")
        _print_tier(cards, source.cards)
    print("\nRead with care:")
    for line in _notes(found, source, call):
        print(f"  - {line}")
    print(f"\n{_next(source, call)}")


def _print_tier(cards: pd.DataFrame, known: Mapping[str, Card]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("card", no_wrap=True)
    table.add_column("decks", justify="right")
    table.add_column("impact in points [95 % interval]", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column("own type", justify="right", no_wrap=True)
    for row in cards.to_dict("records"):
        mark = "*" if row["replacement_p_adjusted"] < LEVEL else ""
        cells = known[row["card"]].name, str(row["decks"]), _points(row, "replacement"), mark
        table.add_row(*cells, _own(row))
    print_table(table)


def _points(row: Mapping[Any, Any], name: str) -> str:
    return f"{row[name]:+.2f} [{row[f'{name}_low']:+.2f}, {row[f'{name}_high']:+.2f}]"


def _own(row: Mapping[Any, Any]) -> str:
    """The second number, where it is another one: empty for creatures, `-` where there is none."""
    names = [f"replacement_own{end}" for end in ("", "_low", "_high")]
    if pd.isna(row["replacement_own"]):
        return "-"
    is_same = all(row[name] == row[name.replace("_own", "")] for name in names)
    return "" if is_same else _points(row, "replacement_own")


def _notes(found: Replacement, source: Source, call: Call) -> list[str]:
    plan = source.plan
    notes = [*plan.notes]
    if plan.changed:
        notes.append(f"changed from {plan.rules.name}: {', '.join(plan.changed)}")
    notes += [
        "impact: points of its score that a deck gains by playing the card and not, in its place, a"
        " plain creature of its cost; mean over the decks that play it, each against every other",
        "own type: against a card of the same type and cost without a keyword, where that is"
        " another (-: there is none)",
        f"*: p below {LEVEL:g} when all are tested together (Holm); each interval is for itself",
    ]
    if not found.cards["pairs"].all():
        notes.append("+0.00 [+0.00, +0.00]: the card is its stand-in, so this is exact")
    unplayed = _unplayed(source) if call.cards is None else []
    if unplayed:
        notes.append(f"in no deck, so not measured: {named(unplayed, _NAMED)}")
    wide = (found.cards["replacement_high"] - found.cards["replacement_low"]) / 2
    missed = found.cards["card"][wide > call.precision]
    if len(missed):
        names = [source.cards[card].name for card in dict.fromkeys(missed)]
        notes.append(f"less precise than asked for: {named(names, _NAMED)}")
    return notes


def _unplayed(source: Source) -> list[str]:
    played = {card_id for deck in source.plan.decks for card_id in deck.ids}
    return [card.name for card in source.cards.values() if card.id not in played]


def _next(source: Source, call: Call) -> str:
    if source.run is None:
        return "Next: forgesim batch, and card impact of its run, to have this in a report"
    if call.cards is not None:
        return f"Not stored, since not of all cards. Next: forgesim card impact {source.run}"
    return f"Stored in {source.run / FOLDER}\nNext: forgesim report {source.run}"
