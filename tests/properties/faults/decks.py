"""Faults of decks: TOML files and lists."""

from __future__ import annotations

import random
import re
from typing import Any

from tests.properties.faults.kinds import Kinds, NotHereError, Place, Plant, edit, give, pick
from tests.properties.files import Project, fold, most_copies
from tests.properties.writing import HEADER, ListText, TomlText

DECKS = Kinds("deck")
LISTS = Kinds("deck list")


def _deck(project: Project, rng: random.Random, kind: type = TomlText) -> Any:
    return pick(rng, project.of(kind, "decks/"))


def _plant_value(key: str, values: tuple[str, ...]) -> Plant:
    return lambda project, rng: give(_deck(project, rng), (key,), rng.choice(values))


TOO_LONG = f'"{"x" * 2001}"'
for _what, _values in {
    "name: not as a name may be": ('"a b"', '"a/b"', r'"a\\b"', '""', '"a\\u001bb"', TOO_LONG),
    "name: of another kind": ("1", "true", "[]", '["x"]'),
    "title: of another kind, too long or over two lines": ("1", "[]", '"a\\nb"', TOO_LONG),
    "plan: unknown": ('"quick"', '"Fast"', "1", '["fast"]'),
    "description: of another kind or too long": ("1", TOO_LONG),
    "pilot: of another kind or empty": ("1", '""', "[]", '["greedy"]'),
}.items():
    DECKS.add(_what, _plant_value(_what.split(":")[0], _values))


@DECKS.kind("name: missing")
def _name_missing(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng)
    del file.values["name",]
    return Place(file.path)


@DECKS.kind("name: that of another deck")
def _name_taken(project: Project, rng: random.Random) -> Place:
    files = project.of(TomlText, "decks/")
    if len(files) < 2:
        raise NotHereError
    first, second = rng.sample(files, 2)
    second.values["name",] = first.values["name",]
    return Place(first.path, None, (second.path,))


def _plays_its_own(project: Project, rng: random.Random) -> TomlText:
    """A deck whose own pilot plays."""
    if (None, None) not in project.facts.tiers:
        raise NotHereError
    return _deck(project, rng)  # type: ignore[no-any-return]


@DECKS.kind("pilot: unknown")
def _pilot_unknown(project: Project, rng: random.Random) -> Place:
    name = rng.choice(("gredy", "zzz", "own", "x" * 300, "greedy.toml", "./a\\u0000.toml"))
    return give(_plays_its_own(project, rng), ("pilot",), f'"{name}"')


@DECKS.kind("pilot: a file that is not there")
def _pilot_missing(project: Project, rng: random.Random) -> Place:
    name = rng.choice(("nobody.toml", "x" * 300))
    file = _plays_its_own(project, rng)
    give(file, ("pilot",), f'"./{name}"')
    return Place(name, None, (file.path,))


# --- cards and copies -------------------------------------------------------------------------


def _plant_copies(values: tuple[str, ...]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        file = _deck(project, rng)
        key = pick(rng, [key for key in file.values if key[0] == "cards"])
        return give(file, key, rng.choice(values))

    return plant


for _what, _values in {
    "none or fewer": ("0", "-1"),
    "a fraction": ("1.5", "2.0", "nan", "inf"),
    "of another kind": ('"2"', "true", "[2]", "1979-05-27", "{ n = 2 }", "{}"),
    "more than any": ("1000", "9" * 30),
}.items():
    DECKS.add(f"copies: {_what}", _plant_copies(_values))


@DECKS.kind("cards: an unknown one")
def _unknown_card(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng)
    key = pick(rng, [key for key in file.values if key[0] == "cards"])
    name = rng.choice((f"{key[1]}x", "nothing", key[1].swapcase()))
    if name in project.facts.cards:
        raise NotHereError
    file.values = {(k if k != key else ("cards", name)): v for k, v in file.values.items()}
    return Place(file.path, ("cards", name))


@DECKS.kind("cards: none at all, or no table")
def _no_cards(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng)
    place = give(file, ("cards",), rng.choice(("{}", "[]", '"2 Hounds"', "20")))
    if rng.random() < 0.3:
        del file.values["cards",]
        return Place(file.path)
    return place


def _some_deck(project: Project, rng: random.Random) -> tuple[Any, dict[str, int]]:
    deck = rng.choice([*project.facts.decks.values()])
    return project.files[deck.path], deck.counts


def _change_copies(file: Any, card: str, copies: int) -> Place:
    """Write another number of copies, 0 for none."""
    key: Any = ("cards", card) if isinstance(file, TomlText) else card
    entries = file.values if isinstance(file, TomlText) else file.entries
    rest = "" if isinstance(file, TomlText) else entries[key].lstrip("0123456789")
    if copies:
        entries[key] = f"{copies}{rest}"
    else:
        del entries[key]
    return Place(file.path, key if copies else None)


@DECKS.kind("size: one card too few")
def _too_few(project: Project, rng: random.Random) -> Place:
    file, counts = _some_deck(project, rng)
    card = rng.choice([*counts])
    if sum(counts.values()) == 1:
        raise NotHereError  # no card at all is another fault
    return Place(_change_copies(file, card, counts[card] - 1).path)


@DECKS.kind("size: one card too many")
def _too_many(project: Project, rng: random.Random) -> Place:
    file, counts = _some_deck(project, rng)
    cards, seats = project.facts.cards, project.facts.seats
    card = pick(rng, [c for c in counts if counts[c] < most_copies(cards[c], seats)])
    return Place(_change_copies(file, card, counts[card] + 1).path)


def _plant_crowd(is_mythic: bool) -> Plant:
    """One copy too many of a card, for which others give way."""

    def plant(project: Project, rng: random.Random) -> Place:
        file, counts = _some_deck(project, rng)
        cards, seats = project.facts.cards, project.facts.seats
        fit = [c for c in counts if (cards[c]["rarity"] == "mythic") == is_mythic]
        size = seats[0]["deck_size"]
        card = pick(rng, [c for c in fit if most_copies(cards[c], seats) < size])
        wanted = most_copies(cards[card], seats) + 1
        missing = wanted - counts[card]
        for other in [c for c in counts if c != card]:
            taken = min(missing, counts[other])
            missing -= taken
            if taken:
                _change_copies(file, other, counts[other] - taken)
        return _change_copies(file, card, wanted)

    return plant


DECKS.add("copies: one too many of a card", _plant_crowd(is_mythic=False))
DECKS.add("copies: one too many of a mythic", _plant_crowd(is_mythic=True))


# --- lists ------------------------------------------------------------------------------------


def _plant_entry(form: str) -> Plant:
    """Write a card of a list in another form."""

    def plant(project: Project, rng: random.Random) -> Place:
        file = _deck(project, rng, ListText)
        card = rng.choice([*file.entries])
        entry = re.fullmatch(r"([0-9]+)[xX]?\s+(.*)", file.entries[card])
        assert entry is not None
        file.entries[card] = form.format(copies=entry[1], card=entry[2])
        return Place(file.path, card)

    return plant


for _what, _form in {
    "copies: none": "0 {card}",
    "copies: fewer than none": "-1 {card}",
    "copies: a fraction": "1.5 {card}",
    "copies: more than any": "1000 {card}",
    "copies: missing": "q{card}q",
    "copies: behind the card": "q{card} {copies}",
    "copies: in digits of another script": "\u0662 {card}",
    "card: unknown": "{copies} {card} the Unknown",
    "card: missing": "{copies}",
}.items():
    LISTS.add(_what, _plant_entry(_form))


@LISTS.kind("card: twice")
def _entry_twice(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng, ListText)
    file.entries[HEADER] = file.entries[rng.choice([*file.entries])]
    return Place(file.path, HEADER)


@LISTS.kind("card: a name that two cards have")
def _entry_ambiguous(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng, ListText)
    cards = project.facts.cards
    if not project.has_ids:
        raise NotHereError
    card = rng.choice([*file.entries])
    other = pick(rng, [i for i in cards if i != card])
    name, old = cards[card]["name"], cards[other]["name"]
    lists = [entry for deck in project.of(ListText) for entry in deck.entries.values()]
    file.entries[card] = re.sub(r"\s.*", "", file.entries[card]) + f" {name}"
    if any(fold(i) == fold(name) for i in cards) or any(fold(old) in fold(e) for e in lists):
        raise NotHereError
    for table in (table for sheet in project.sheets for table in sheet.tables):
        for row in table.rows:
            if row[table.place("id")] == other:
                row[table.place("name")] = name
    return Place(file.path, card)


@LISTS.kind("no card at all")
def _no_entries(project: Project, rng: random.Random) -> Place:
    path = _deck(project, rng, ListText).path
    return edit(project, path, lambda _: b"# nothing yet\n\nCreatures:\n")


@LISTS.kind("a file name that is no name of a deck")
def _no_deck_name(project: Project, rng: random.Random) -> Place:
    file = _deck(project, rng, ListText)
    del project.files[file.path]
    file.path = f"decks/{rng.choice(('x' * 65, 'a' + chr(92) + 'b'))}.txt"
    project.files[file.path] = file
    if ("deck",) in project.experiment.values:
        give(project.experiment, ("deck",), f"['{file.path}']")
    return Place(file.path)
