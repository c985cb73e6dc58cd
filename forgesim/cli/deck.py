"""`forgesim deck`."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from forgesim.arena.crew import check_pilots
from forgesim.arena.random_decks import random_deck
from forgesim.cards.decklists import write_list
from forgesim.cards.decks import LIST, Deck, deck_toml
from forgesim.cards.files import did_you_mean
from forgesim.cards.model import Card
from forgesim.cards.shipped import ENDINGS
from forgesim.cli.notes import counted, output_console, print_table
from forgesim.cli.output import (
    print_data,
    violations_listed,
    write_new_folder,
    write_output,
)
from forgesim.cli.project import Bench
from forgesim.errors import UsageError

Flags = dict[str, Any]
MAX_DEALT = 10_000
_ENDINGS = {"list": LIST, "toml": ".toml"}
"""By form of a deck, the ending by which it is told when it is read."""


def check(flags: Flags) -> None:
    """Carry out `deck check`."""
    bench = Bench(flags)
    cards = bench.roster.cards  # what is wrong with these is not what was asked
    with violations_listed():
        decks = bench.decks
        check_pilots(bench.entries, bench.game)
    groups = Counter(deck.group for deck in decks)
    words = ", ".join(f"{group} {count}" for group, count in sorted(groups.items()))
    about = f"{counted(len(decks), 'deck')} from a list of {counted(len(cards), bench.card_noun)}"
    print(f"{about}, nothing wrong: {words}")


def show(flags: Flags, format_: str) -> None:
    """Carry out `deck show`."""
    if format_ not in ("text", "json"):
        raise UsageError(f"--format {format_}: expected text or json")
    for place, deck in enumerate(Bench(flags).decks):
        if format_ == "json":
            print_data(json.dumps(_facts(deck), ensure_ascii=False) + "\n")
        else:
            if place:
                print()
            _print_deck(deck)


def _facts(deck: Deck) -> dict[str, Any]:
    keys = ("name", "title", "plan", "pilot", "description", "group")
    return {key: getattr(deck, key) for key in keys} | {"cards": deck.counts}


def _print_deck(deck: Deck) -> None:
    console = output_console()
    console.print(Text.assemble((deck.name, "bold"), f": {deck.title or deck.group}"))
    about = {"plan": deck.plan, "pilot": deck.pilot}
    words = [deck.group, *(f"{key} {value}" for key, value in about.items() if value)]
    console.print(", ".join(words))
    if deck.description:
        console.print(deck.description)
    console.print()
    copies = Counter(deck.cards)
    table = Table(box=None, pad_edge=False, show_header=True)
    facts = list(deck.cards[0].facts)
    for heading in ("", "card", *facts):
        table.add_column(heading, no_wrap=True)
    for card in sorted(copies, key=lambda c: (c.facts.get("cost") or 0, c.name)):
        cells = ["" if card.facts[f] is None else str(card.facts[f]) for f in facts]
        table.add_row(str(copies[card]), card.name, *cells)
    print_table(table)
    costs = Counter(card.facts.get("cost") or 0 for card in deck.cards)
    curve = ", ".join(f"{cost}: {costs[cost]}" for cost in sorted(costs, key=int))
    console.print(f"\n{counted(len(deck.cards), 'card')}; by cost {curve}")


def deal(flags: Flags, group: str | None, count: int, seed: int, out: Path | None) -> None:
    """Carry out `deck random`."""
    if not 1 <= count <= MAX_DEALT:
        raise UsageError(f"--count {count}: expected a number from 1 to {MAX_DEALT:,}")
    if not 0 <= seed < 2**63:
        raise UsageError(f"--seed {seed}: expected a whole number from 0 to 2**63 - 1")
    if count > 1 and out is None:
        raise UsageError("more than one deck needs --out, the folder to put them in")
    if out is not None and out.suffix.lower() in ENDINGS:
        raise UsageError(f"--out {out}: expected a folder, for a file for each deck")
    bench = Bench(flags)
    cards = _of_group(bench, group)
    prefix = f"{group.lower()}-random" if group else "random"
    rng = random.Random(seed)
    texts: dict[str, str] = {}
    for number in range(1, count + 1):
        dealt = random_deck(bench.game, bench.rules, cards, rng)
        deck = Deck(f"{prefix}-{seed}-{number}", dealt, title="Dealt at random")
        texts[f"{deck.name}.toml"] = deck_toml(deck, bench.game.name)
    if out is None:
        print_data("".join(texts.values()))
        return
    write_new_folder(out, texts, counted(count, "deck"))


def _of_group(bench: Bench, group: str | None) -> list[Card]:
    cards = list(bench.roster.cards.values())
    if group is None:
        return cards
    chosen = [card for card in cards if card.group.casefold() == group.casefold()]
    if not chosen:
        groups = sorted({card.group for card in cards})
        raise UsageError(
            f"no card is of {bench.game.group} {group!r}{did_you_mean(group, groups)}"
            f" (there are {', '.join(groups)})"
        )
    return chosen


def export(flags: Flags, format_: str, out: Path | None, force: bool) -> None:
    """Carry out `deck export`."""
    if format_ not in _ENDINGS:
        raise UsageError(f"--format {format_}: expected list or toml")
    if out is not None and out.suffix.lower() in {*_ENDINGS.values()} - {_ENDINGS[format_]}:
        other = "list" if format_ == "toml" else "toml"
        raise UsageError(
            f"--out {out}: with --format {format_} its name ends in {_ENDINGS[format_]}; else add"
            f" --format {other}"
        )
    bench = Bench(flags)
    deck = bench.decks[0]
    if format_ == "list":
        title = f"{deck.name}: {deck.title}" if deck.title else deck.name
        text = f"# {title}\n{write_list(deck.cards, bench.roster.cards.values())}"
    else:
        text = deck_toml(deck, bench.game.name)
    write_output(text.encode(), out, force, deck.name)
