"""`forgesim meta`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.arena.resolve import resolve_roster
from forgesim.cards.decks import deck_toml
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cards.shipped import shipped_names
from forgesim.cli.notes import counted
from forgesim.cli.output import check_new_folder, write_new_folder
from forgesim.cli.studying import (
    Output,
    Told,
    compile_engine,
    load_base,
    plain,
    playing,
    print_notes,
    print_sheet,
    put_out,
)
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.studies.meta import CLOSED, MetaFound, MetaQuest, find_metagame
from forgesim.studies.variants import Base

FAST = "tuned"
"""The pilot that plays where none is named, if it ships."""
NOT_CLOSED = 4
"""Exit code where a deck that gains more may still be found."""
PAIRS = 1000
LEAST_GAMES, LEAST_PAIRS = 5_000, 500
MOST = 10**9
_SAVED = 0.5
"""Percent of the mix from which on a deck is written."""


@dataclass(frozen=True)
class Effort:
    """How much is spent: as the options say."""

    epsilon: float
    steps: int
    games: int
    held_out: int

    def check(self) -> None:
        """Raise UsageError where it makes no sense."""
        if not 0.1 <= self.epsilon <= 25:
            raise UsageError(f"--epsilon {self.epsilon:g}: expected points from 0.1 to 25")
        for name, value, least, most in (
            ("steps", self.steps, 1, 1000),
            ("search-games", self.games, LEAST_GAMES, MOST),
            ("held-out", self.held_out, LEAST_PAIRS, MOST),
        ):
            if not least <= value <= most:
                raise UsageError(
                    f"--{name} {value}: expected a whole number from {least:,} to {most:,}"
                )


@dataclass(frozen=True)
class Call:
    """What the command was told besides the field."""

    pilot: str | None
    from_scratch: bool
    effort: Effort
    save: Path | None
    output: Output


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    call.output.check()
    call.effort.check()
    if call.save is not None:
        check_new_folder(call.save)
    notes = call.output.console
    base = load_base(path, {**flags, "pairs": flags["pairs"] or PAIRS}, notes)
    quest = _quest(base, call)
    notes.print(
        f"{counted(len(quest.starts), 'deck')} to begin with, {quest.games:,} games a search,"
        f" {counted(quest.steps, 'round')} at most, pilot {quest.pilot.name}, seed {quest.seed}",
        soft_wrap=True,
    )
    compile_engine(base, notes)
    with playing(base, notes) as how:
        found = find_metagame(quest, how, lambda step: notes.print(
            f"{counted(step.known, 'deck')} known: best response"
            f" {100 * step.answers[0].gain.mean:+.1f} points, {step.added} added"
        ))  # fmt: skip
    put_out(_told(found, base), call.output, sys.argv[1:])
    if call.save is not None:
        _save(found, call.save)
    if found.course.end != CLOSED:
        raise typer.Exit(NOT_CLOSED)


def _quest(base: Base, call: Call) -> MetaQuest:
    plan, effort = base.plan, call.effort
    cards = resolve_roster(base.experiment, plan.game).cards
    return MetaQuest(
        game=plan.game,
        rules=plan.rules,
        cards=tuple(cards[card] for card in sorted(cards)),
        pilot=fast_pilot(plan.game, call.pilot),
        starts=() if call.from_scratch else plan.decks,
        epsilon=effort.epsilon,
        steps=effort.steps,
        games=effort.games,
        pairs=plan.pairs,
        held_out=effort.held_out,
        seed=plan.seed,
    )


def fast_pilot(game: Game, name: str | None) -> Pilot:
    """The pilot that is named, else the shipped one that plays best without looking ahead."""
    usual = FAST if FAST in shipped_names(game.name, "pilots") else DEFAULT_PILOT
    return load_pilot(name or usual, game)


def _told(found: MetaFound, base: Base) -> Told:
    from forgesim.report.meta import deck_table, page  # noqa: PLC0415 (slow to import)

    gain = found.course.exploitability
    about = {
        "end": found.course.end, "games": found.games, "seed": found.quest.seed,
        "epsilon": found.quest.epsilon,
        "exploitability": {
            "value": 100 * gain.mean, "low": 100 * gain.low, "high": 100 * gain.high,
        },
    }  # fmt: skip
    return Told(
        what=f"metagame of {counted(len(found.course.strategies), 'deck')}",
        name=f"{base.plan.name}-meta",
        table=lambda: deck_table(found),
        about=about,
        page=lambda again: page(found, base.plan, again),
        show=lambda: _show(found, base),
    )


def _show(found: MetaFound, base: Base) -> None:
    from forgesim.report.meta import (  # noqa: PLC0415 (slow to import)
        care,
        deck_table,
        findings,
        share_sheet,
        step_sheet,
    )

    print(f"\n{base.plan.name}, searched metagame: {found.games:,} games, seed {found.quest.seed}")
    for sheet in (step_sheet(found), share_sheet(found)):
        print_sheet(sheet)
    print("\nDecks by share\n")
    for row in deck_table(found).to_dict("records"):
        if row["share"] >= _SAVED:
            print(f"  {row['deck']}: {row['share']:.1f} % [{row['low']:.1f}, {row['high']:.1f}]")
            print(f"    {row['cards']}")
    print()
    for said in findings(found):
        print(f"{plain(said.label)}: {plain(said.text)}")
    print_notes([*base.plan.notes, *care(found)])
    print("\nNext: --save decks/meta writes these decks; forgesim batch --decks decks/meta")


def _save(found: MetaFound, folder: Path) -> None:
    decks = [
        deck
        for deck, share in zip(found.course.strategies, found.variety.decks, strict=True)
        if share.mean >= _SAVED
    ]
    texts = {f"{deck.name}.toml": deck_toml(deck, found.quest.game.name) for deck in decks}
    write_new_folder(folder, texts, counted(len(decks), "deck"))
