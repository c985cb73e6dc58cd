"""`forgesim deck search`."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.table import Table

from forgesim.arena.resolve import resolve_roster
from forgesim.cards.decks import MIXED, Deck, deck_toml, load_deck
from forgesim.cards.files import did_you_mean
from forgesim.cards.model import Card
from forgesim.cards.pilots import LOOKING_AHEAD, Pilot, load_pilot
from forgesim.cards.shipped import find, shipped_names
from forgesim.cli.meta import LEAST_GAMES, MOST, fast_pilot
from forgesim.cli.notes import counted, notes_console, print_table
from forgesim.cli.output import check_new_folder, print_data, write_new_folder
from forgesim.cli.studying import compile_engine, load_base, playing, print_notes
from forgesim.errors import UsageError
from forgesim.stats.differences import Difference
from forgesim.stats.pairs import Z95, Estimate
from forgesim.studies.how import How
from forgesim.studies.search import (
    Constraint,
    Finds,
    Quest,
    Rival,
    lead,
    scored,
    search_decks,
    seed_of,
)
from forgesim.studies.search.quest import Cards, in_order
from forgesim.studies.variants import Base

NONE = "none"
FORMATS = ("table", "csv", "json")
MOST_KEPT = 50
HELD_OUT, HELD_OUT_AHEAD = 4000, 400
"""Pairs by which a deck is scored, against all opponents together; by pilots that look ahead."""


@dataclass(frozen=True)
class Wanted:
    """What decks are wanted, as the options say."""

    group: str | None
    contains: Sequence[str]
    without: Sequence[str]
    starts: Sequence[str]
    keep: int
    distance: int


@dataclass(frozen=True)
class Call:
    """What the command was told besides the field."""

    wanted: Wanted
    games: int
    pilot: str | None
    finalists: str | None
    format_: str
    out: Path | None
    quiet: bool


@dataclass(frozen=True)
class Report:
    """What was found, and what it is held against.

    Attributes
    ----------
    quest, finds : Quest, Finds
    decks : tuple of Deck
        The decks that were found, with names.
    again : tuple of Estimate
        Their scores by the finalists' pilot; empty without one.
    finalist : Pilot or None
    best : Deck
        The best deck of the field, on the same seeds.
    best_score : Estimate
    lead : Difference
        The best deck that was found, less that one.
    seconds : float
        That the search took.
    """

    quest: Quest
    finds: Finds
    decks: tuple[Deck, ...]
    again: tuple[Estimate, ...]
    finalist: Pilot | None
    best: Deck
    best_score: Estimate
    lead: Difference
    seconds: float


def run(path: Path | None, flags: dict[str, Any], call: Call) -> None:
    """Carry out the command."""
    _check(call)
    notes = notes_console(call.quiet)
    base = load_base(path, {**flags, "pairs": 1}, notes)
    quest = _quest(base, call)
    finalist = _finalist(base, call.finalists)
    notes.print(
        f"{quest.games:,} games to search with {quest.pilot.name}, against"
        f" {counted(len(quest.rivals), 'deck')}, seed {quest.seed}",
        soft_wrap=True,
    )
    compile_engine(base, notes)
    with playing(base, notes) as how:
        found = _search(quest, finalist, how)
    _put(found, base, call)


def _check(call: Call) -> None:
    wanted = call.wanted
    if call.format_ not in FORMATS:
        raise UsageError(f"--format {call.format_}: expected {', '.join(FORMATS)}")
    for name, value, least, most in (
        ("keep", wanted.keep, 1, MOST_KEPT),
        ("distance", wanted.distance, 1, 1000),
        ("search-games", call.games, LEAST_GAMES, MOST),
    ):
        if not least <= value <= most:
            raise UsageError(
                f"--{name} {value}: expected a whole number from {least:,} to {most:,}"
            )
    if call.out is not None:
        check_new_folder(call.out)


# What is looked for


def _quest(base: Base, call: Call) -> Quest:
    plan, wanted = base.plan, call.wanted
    roster = resolve_roster(base.experiment, plan.game).cards
    cards = tuple(roster[card] for card in sorted(roster))
    by_deck = {m.deck_a: m.pilot_a for m in plan.matchups if m.deck_a == m.deck_b}
    pilot = fast_pilot(plan.game, call.pilot)
    return Quest(
        game=plan.game,
        rules=plan.rules,
        cards=cards,
        rivals=tuple(
            Rival(deck, 1.0, pilot if call.pilot else plan.pilots[by_deck[place]])
            for place, deck in enumerate(plan.decks)
        ),
        pilot=pilot,
        constraint=_constraint(wanted, cards, plan.game.group),
        games=call.games,
        seed=plan.seed,
        keep=wanted.keep,
        distance=wanted.distance,
        starts=tuple(_starts(wanted.starts, base, roster)),
    )


def _constraint(wanted: Wanted, cards: Sequence[Card], noun: str) -> Constraint:
    known = {card.id for card in cards}
    contains = tuple(_copies(text, known) for text in wanted.contains)
    names = [card for card, _ in contains]
    for card in (*names, *wanted.without):
        if card not in known:
            raise UsageError(f"unknown card {card!r}{did_you_mean(card, known)}")
    both = set(names) & set(wanted.without)
    if both:
        raise UsageError(f"--contains and --without both name {sorted(both)[0]}: leave out one")
    return Constraint(_group(wanted.group, cards, noun), contains, frozenset(wanted.without))


def _copies(text: str, known: set[str]) -> tuple[str, int]:
    card, equals, copies = text.partition("=")
    if equals and not (copies.isdecimal() and 0 < int(copies) < 100):
        raise UsageError(f"--contains {text}: expected CARD or CARD=N, as bramble_hound=2")
    if card not in known:
        raise UsageError(f"--contains {text}: unknown card {card!r}{did_you_mean(card, known)}")
    return card, int(copies or 1)


def _group(name: str | None, cards: Sequence[Card], noun: str) -> str | None:
    if name is None or name == "any":
        return None
    groups = sorted({card.group for card in cards})
    found = {group.casefold(): group for group in (*groups, MIXED)}
    if name.casefold() not in found:
        hint = did_you_mean(name, groups)
        raise UsageError(
            f"--group {name}: no card is of the {noun} {name!r}{hint}"
            f" (expected {', '.join(groups)}, {MIXED} or any)"
        )
    return found[name.casefold()]


def _starts(names: Sequence[str], base: Base, roster: Mapping[str, Card]) -> Iterator[Cards]:
    for name in names:
        path = find(name, base.plan.game.name, "decks", Path())
        yield load_deck(path, base.plan.game.name, roster)[0].cards


def _finalist(base: Base, name: str | None) -> Pilot | None:
    """Who plays the decks again that were found: a pilot that looks ahead, if one ships."""
    game = base.plan.game
    if name == NONE:
        return None
    if name is not None:
        return load_pilot(name, game)
    usual = LOOKING_AHEAD[0]
    return load_pilot(usual, game) if usual in shipped_names(game.name, "pilots") else None


# Searching


def _search(quest: Quest, finalist: Pilot | None, how: How) -> Report:
    began = time.monotonic()
    finds = search_decks(quest, how, HELD_OUT)
    took = time.monotonic() - began
    seed = seed_of(quest.seed, "held out")
    each = max(1, -(-HELD_OUT // len(quest.rivals)))
    field = [rival.deck.cards for rival in quest.rivals]
    scores = scored(quest, field, seed, each, how, Z95)
    at = max(range(len(field)), key=lambda place: (scores[place].mean, -place))
    again: list[Estimate] = []
    if finalist is not None:
        rivals = tuple(replace(rival, pilot=finalist) for rival in quest.rivals)
        careful = replace(quest, pilot=finalist, rivals=rivals)
        few = HELD_OUT_AHEAD if finalist.kind in LOOKING_AHEAD else HELD_OUT
        each_again = max(2, -(-few // len(rivals)))
        decks = [found.cards for found in finds.decks]
        again = scored(careful, decks, seed_of(quest.seed, "finalists"), each_again, how, Z95)
    best = finds.decks[0].cards
    return Report(
        quest=quest,
        finds=finds,
        decks=tuple(_named(quest, [found.cards for found in finds.decks])),
        again=tuple(again),
        finalist=finalist,
        best=quest.rivals[at].deck,
        best_score=scores[at],
        lead=lead(quest, best, in_order(field[at]), seed, each, how),
        seconds=took,
    )


def _named(quest: Quest, found: Sequence[Cards]) -> Iterator[Deck]:
    """Decks with names that tell their group."""
    counts: Counter[str] = Counter()
    for cards in found:
        group = Deck("", cards).group
        counts[group] += 1
        title = f"Found by search, seed {quest.seed}"
        yield Deck(f"{group.lower()}-found-{quest.seed}-{counts[group]}", cards, title=title)


# Putting out


def _rows(found: Report) -> list[dict[str, Any]]:
    rows = []
    for place, (deck, each) in enumerate(zip(found.decks, found.finds.decks, strict=True)):
        again = found.again[place] if found.again else None
        rows.append({
            "deck": deck.name, "group": deck.group,
            "score": 100 * each.score.mean, "low": 100 * each.score.low,
            "high": 100 * each.score.high,
            "again": None if again is None else 100 * again.mean,
            "again_low": None if again is None else 100 * again.low,
            "again_high": None if again is None else 100 * again.high,
            "cards": _list(deck),
        })  # fmt: skip
    return rows


def _list(deck: Deck) -> str:
    return ", ".join(f"{copies} {card}" for card, copies in deck.counts.items())


def _put(found: Report, base: Base, call: Call) -> None:
    if call.format_ == "table":
        _show(found, base, call)
    elif call.format_ == "csv":
        import pandas as pd  # noqa: PLC0415 (slow to import)

        print_data(pd.DataFrame(_rows(found)).to_csv(index=False, lineterminator="\n"))
    else:
        about = {
            "seed": found.quest.seed, "games": found.finds.games, "judged": found.finds.judged,
            "pilot": found.quest.pilot.name,
            "finalists": None if found.finalist is None else found.finalist.name,
            "best_of_field": {"deck": found.best.name, "score": 100 * found.best_score.mean},
            "lead": {"points": 100 * found.lead.mean, "low": 100 * found.lead.low,
                     "high": 100 * found.lead.high},
        }  # fmt: skip
        print_data(json.dumps({**about, "decks": _rows(found)}, indent=1) + "\n")
    if call.out is not None:
        texts = {f"{deck.name}.toml": deck_toml(deck, found.quest.game.name)
                 for deck in found.decks}  # fmt: skip
        write_new_folder(call.out, texts, counted(len(found.decks), "deck"))


def _show(found: Report, base: Base, call: Call) -> None:
    quest, finds = found.quest, found.finds
    print(
        f"\n{counted(len(found.decks), 'deck')} found for {base.plan.name}: {finds.games:,} games,"
        f" {finds.judged:,} decks judged, seed {quest.seed}\n"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("deck", no_wrap=True)
    table.add_column(f"score with {quest.pilot.name}", justify="right", no_wrap=True)
    if found.finalist is not None:
        table.add_column(f"with {found.finalist.name}", justify="right", no_wrap=True)
    for place, deck in enumerate(found.decks):
        again = [_points(found.again[place])] if found.again else []
        table.add_row(deck.name, _points(finds.decks[place].score), *again)
    table.add_row(f"best of the field: {found.best.name}", _points(found.best_score))
    print_table(table)
    gap = found.lead
    print(
        f"\n{found.decks[0].name} leads {found.best.name} by {100 * gap.mean:+.1f}"
        f" [{100 * gap.low:+.1f}, {100 * gap.high:+.1f}] points on the same seeds."
    )
    print(f"Its cards: {_list(found.decks[0])}")
    if not call.quiet:
        notes_console(False).print(
            f"{60 * finds.judged / found.seconds:,.0f} decks judged a minute"
        )
    print_notes([*base.plan.notes, *_care(found)])
    folder = call.out or "decks/found"
    saved = "" if call.out else f"--out {folder} keeps these decks; "
    print(f"\nNext: {saved}forgesim batch --decks {folder}")


def _points(score: Estimate) -> str:
    return f"{100 * score.mean:.1f} [{100 * score.low:.1f}, {100 * score.high:.1f}]"


def _care(found: Report) -> list[str]:
    many = "all of them together" if len(found.decks) > 1 else "it"
    lines = [
        "scores are percent against this field, each deck of it with the same weight; against"
        " others they say nothing",
        "the best decks that were found, not the best there are; they were picked on other seeds"
        f" than those of their scores, whose 95 % intervals hold for {many}",
        f"searched with the pilot {found.quest.pilot.name}",
    ]
    if found.finalist is not None:
        lines.append(
            f"with {found.finalist.name} on both sides the same decks score as its column says"
        )
    return lines
