"""Whole projects of designers on disk: what one counter stands for.

A project is a roster, decks, a ruleset, pilots and an experiment that names them, written in any of
the ways that the documents allow, and what a reader of it must find.
"""

from __future__ import annotations

import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forgesim.cards.parameters import Parameter
from forgesim.rulesets.forge.params import PARAMETERS
from tests.driver import FEATURE_NAMES
from tests.oracle.forge import FACTIONS, RARITIES, default_params
from tests.oracle.generate import KINDS
from tests.properties.writing import (
    Lines,
    ListText,
    SheetText,
    Table,
    TomlText,
    Workbook,
    literal,
    roll,
    text_literal,
)

FIELDS = ("id", "name", "faction", "type", "cost", "power", "toughness", "keyword", "rarity")
OWN_HEADINGS = {
    "id": ("Key", "Card No.", "#"),
    "name": ("Karte", "What it says", "Card\nTitle"),
    "faction": ("House", "Fraktion"),
    "type": ("Kind", "Was"),
    "cost": ("Mana", "Kosten, FP", "Price; in FP"),
    "power": ("Atk", "Angriff"),
    "toughness": ("HP", "\u2764"),
    "keyword": ("Ability", "F\u00e4higkeit"),
    "rarity": ("Symbol", "How often"),
}
"""What designers call the columns."""
UNUSED = ("Artwork", "Notes", "Flavour text", "Illustrator", "Done?", "Preis (\u20ac)", "Wie, wo")
"""Columns of their own."""
JUNK = ("", "", "x", "1,5", "ok; later", 'a "dark" wood', "two\nlines", "=A1", "#NAME?")
TEXTS = (
    "Two of each.",
    'three """ quotes',
    "''' too #",
    'A "plan", maybe',
    "name = 'no'",
    "\u0646\u0627\u0631 \U0001f525",
)

# A word of a name, and what an id makes of it.
WORDS = (
    ("Bramble", "bramble"), ("Hound", "hound"), ("of", "of"), ("THE", "the"), ("Wren's", "wrens"),
    ("Fox\u2019s", "foxs"), ("Ash-Born", "ash_born"), ("\u00c9p\u00e9e", "epee"),
    ("cre\u0300me", "creme"), ('"Old"', "old"), ("<b>Bold</b>", "b_bold_b"), ("Fire,", "fire"),
    ("a;b", "a_b"), ("\U0001f525", ""), ("\U0001f469\u200d\U0001f692", ""),
    ("\u0634\u0639\u0644\u0629", ""), ("\u202ertl\u202c", "rtl"), ("\u706b", ""), ("50%", "50"),
    ("=SUM(A1)", "sum_a1"), ("+1", "1"), ("-5", "5"), ("@home", "home"), ("#2", "2"),
    ("1e3", "1e3"), ("007", "007"), ("TRUE", "true"), ("null", "null"), ("{x}", "x"),
    ("\\n", "n"), ("$HOME", "home"), ("x", "x"), ("2x", "2x"), ("3", "3"), ("//", ""),
    ("Hope:", "hope"), ("[set]", "set"), ("\uff21\uff22", "ab"), ("\u2167", "viii"),
    ("a\u00a0b", "a_b"), ("&amp;", "amp"), ("'tis", "tis"), ("..", ""), ("\u200b", ""),
)  # fmt: skip
IDS = ("-", "_", "0", "007", "true", "value", "name", "own", "first", "card", "A" * 64, "e-1")
FEATURES = tuple(sorted(FEATURE_NAMES))
EXTREME = (-(10**9), -1, 0, 1, 10**9)

CardFacts = dict[str, Any]
Seats = tuple[dict[str, int], dict[str, int]]
Text = TomlText | ListText | SheetText | Workbook


@dataclass
class DeckFacts:
    """What a deck file says: copies by card id, and the pilot that it names."""

    path: str
    counts: dict[str, int]
    title: str = ""
    plan: str = ""
    pilot: str | None = None


@dataclass
class PilotFacts:
    """What a pilot file says; weights of 0 are left out."""

    kind: str
    weights: dict[str, int]


@dataclass
class Facts:
    """What must be found in a project's files.

    Attributes
    ----------
    cards, decks, pilots : dict
        By id, and by name.
    seats : tuple of dict
        Parameters of who goes first, and of who goes second.
    tiers : list of pairs
        Names of the pilots of deck a and of deck b; None for each deck's own.
    notes : list of str
        What the roster says about itself.
    """

    cards: dict[str, CardFacts] = field(default_factory=dict)
    decks: dict[str, DeckFacts] = field(default_factory=dict)
    pilots: dict[str, PilotFacts] = field(default_factory=dict)
    seats: Seats = field(default_factory=default_params)
    tiers: list[tuple[str | None, str | None]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    pairs: int | None = None
    games: int | None = None
    seed: int = 1


@dataclass
class Project:
    """A designer's folder: files by path, what they say, and what kinds of files they are."""

    counter: int
    facts: Facts
    headings: dict[str, str] = field(default_factory=dict)
    files: dict[str, Text] = field(default_factory=dict)
    others: dict[str, bytes | None] = field(default_factory=dict)
    edits: dict[str, Callable[[bytes], bytes]] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    experiment: TomlText = field(default_factory=lambda: TomlText("experiment.toml"))

    def add(self, file: Text, kind: str) -> None:
        """Put a file into the folder."""
        assert file.path not in self.files
        self.files[file.path] = file
        self.kinds[kind] += 1

    def of(self, kind: type, folder: str = "") -> list[Any]:
        """Files of a kind in a folder, in order."""
        return [
            file
            for path, file in self.files.items()
            if isinstance(file, kind) and path.startswith(folder)
        ]

    @property
    def sheets(self) -> list[Any]:
        """Files of the roster."""
        return self.of(SheetText) + self.of(Workbook)

    @property
    def has_ids(self) -> bool:
        """Whether the roster has a column for the ids."""
        return "id" in self.sheets[0].tables[0].fields

    def write(self, folder: Path) -> dict[str, Lines]:
        """Write all files; return the lines of what each says."""
        lines = {}
        for path, file in self.files.items():
            content, lines[path] = file.write(random.Random(f"{self.counter} {path}"))
            _put(folder / path, self.edits.get(path, bytes)(content))
        for path, other in self.others.items():
            _put(folder / path, other)
        return lines


def _put(path: Path, content: bytes | None) -> None:
    """Write a file, or make a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)


def make_project(counter: int) -> Project:
    """Make the project of a counter: the same one always, whatever was made before."""
    rng = random.Random(f"project {counter}")
    project = Project(counter, Facts())
    _add_rules(project, rng)
    _add_roster(project, rng)
    _add_decks(project, rng)
    _add_pilots(project, rng)
    _add_settings(project, rng)
    _add_experiment(project, rng)
    project.add(project.experiment, "experiment")
    return project


# --- rules ------------------------------------------------------------------------------------

Layer = dict[tuple[str, ...], int]
"""Values by the key under which a ruleset file, or an experiment, sets them."""


def _spot(rng: random.Random, low: int, high: int) -> int:
    """A number of a range, often at one of its ends."""
    return rng.choice((low, high, min(high, low + rng.randint(0, 4)), rng.randint(low, high)))


def _key(parameter: Parameter) -> tuple[str, ...]:
    return ("switch", parameter.name) if parameter.is_switch else (parameter.name,)


def _layer(rng: random.Random, chance: float) -> Layer:
    """Some parameters, for both players or for one or each of them."""
    layer: Layer = {}
    for parameter in PARAMETERS:
        if not roll(rng, chance):
            continue
        low, high, key = parameter.low, parameter.high, _key(parameter)
        ways = [(), (), ("first", "second")]
        if parameter.name != "deck_size":  # of which there can be one only
            ways += [("first",), ("second",), ("", "second")]
        same = _spot(rng, low, high)
        for seat in rng.choice(ways) or ("",):
            value = same if parameter.name == "deck_size" else _spot(rng, low, high)
            layer[(seat, *key) if seat else key] = value
    return layer


def _apply(seats: Seats, layer: Layer) -> None:
    """Set what a layer says: what it says of one player goes before what it says of both."""
    for key, value in sorted(layer.items(), key=lambda entry: entry[0][0] in ("first", "second")):
        for seat, name in enumerate(("first", "second")):
            if key[0] not in ("first", "second") or key[0] == name:
                seats[seat][key[-1]] = value


def _add_rules(project: Project, rng: random.Random) -> None:
    form = rng.choice(("none", "variant", "variant", "chain", "complete"))
    seats = project.facts.seats
    if form == "complete":
        _apply(seats, _layer(rng, 0.35))
        layer = {_key(parameter): seats[0][parameter.name] for parameter in PARAMETERS}
        layer |= {("second", *_key(p)): seats[1][p.name] for p in PARAMETERS}
        _add_ruleset(project, rng, "whole", layer, None)
    elif form == "variant":
        _add_layer(project, rng, rng.choice(("variant", "My Rules")), "v0.1w")
    elif form == "chain":
        _add_layer(project, rng, "base", "v0.1w")
        _add_layer(project, rng, "variant", rng.choice(("base.toml", "./base.toml")))
    project.kinds[f"ruleset: {form}"] += 1


def _add_layer(project: Project, rng: random.Random, stem: str, parent: str) -> None:
    layer = _layer(rng, rng.choice((0.05, 0.35, 0.9)))
    _apply(project.facts.seats, layer)
    _add_ruleset(project, rng, stem, layer, parent)


def _add_ruleset(
    project: Project, rng: random.Random, stem: str, layer: Layer, parent: str | None
) -> None:
    file = TomlText(f"rules/{stem}.toml")
    about = {"name": stem, "game": "forge", "title": rng.choice(TEXTS), "parent": parent}
    for key, text in about.items():
        if text is not None and (key == "parent" or roll(rng, 0.5)):
            file.values[key,] = text_literal(rng, text)
    entries = [*layer.items()]
    rng.shuffle(entries)
    for key, value in entries:
        written = literal(rng, bool(value) if "switch" in key else value)
        if roll(rng, 0.1):
            file.values[*key, "value"] = written
            file.values[*key, "status"] = '"assumed"'
            file.values[*key, "reason"] = text_literal(rng, rng.choice(TEXTS))
        else:
            file.values[key] = written
    project.add(file, "ruleset file")
    project.experiment.values["ruleset",] = text_literal(rng, file.path)


# --- cards ------------------------------------------------------------------------------------


def _card(rng: random.Random) -> CardFacts:
    kind, keyword = rng.choice(KINDS)
    body = kind == "creature"
    top = rng.choice((3, 9, 99))
    return {
        "faction": rng.choice(FACTIONS),
        "type": kind,
        "cost": rng.randint(0, min(9, top)),
        "power": rng.choice((0, top, rng.randint(0, top))) if body else None,
        "toughness": rng.choice((1, top, rng.randint(1, top))) if body else None,
        "keyword": keyword,
        "rarity": rng.choice(RARITIES),
    }


def most_copies(card: CardFacts, seats: Seats) -> int:
    """Copies of a card that both players may have in a deck."""
    names = ("max_copies", "max_mythic_copies") if card["rarity"] == "mythic" else ("max_copies",)
    return min(own[name] for own in seats for name in names)


def _cards(rng: random.Random, seats: Seats) -> Iterator[CardFacts]:
    """Cards enough for a deck."""
    wanted = rng.randint(1, 24)
    room = 0
    while wanted > 0 or room < seats[0]["deck_size"]:
        card = _card(rng)
        if wanted <= 0:
            card["rarity"] = "rare"
        room += most_copies(card, seats)
        wanted -= 1
        yield card


def _name(rng: random.Random) -> tuple[str, str]:
    """A name, and the id that is made from it."""
    while True:
        words = rng.choices(WORDS, k=rng.choice((1, 2, 2, 3, 4, 12)))
        name = " ".join(word for word, _ in words).strip()
        made = "_".join(part for _, part in words if part)
        if 1 <= len(name) <= 100 and made and len(made) <= 64:
            return name, made


def _id(rng: random.Random) -> str:
    letters = "abcXYZ0189_-"
    own = "".join(rng.choices(letters, k=rng.choice((1, 5, 8, 64))))
    return rng.choice((own, own, own, rng.choice(IDS)))


def _add_roster(project: Project, rng: random.Random) -> None:
    has_ids = roll(rng, 0.7)
    cards = project.facts.cards
    taken: set[str] = set()
    for card in _cards(rng, project.facts.seats):
        while True:
            name, card_id = _name(rng)
            card_id = _id(rng) if has_ids else card_id
            if card_id.casefold() not in taken:
                break
        taken.add(card_id.casefold())
        cards[card_id] = {"name": name, **card}
    fields = FIELDS if has_ids else FIELDS[1:]
    project.kinds["roster: with ids" if has_ids else "roster: without ids"] += 1
    if roll(rng, 0.3):
        for name in rng.sample(fields, rng.randint(1, len(fields))):
            project.headings[name] = rng.choice(OWN_HEADINGS[name])
        project.kinds["roster: headings of their own"] += 1
    _add_sheets(project, rng, fields)


def _add_sheets(project: Project, rng: random.Random, fields: tuple[str, ...]) -> None:
    ids = [*project.facts.cards]
    rng.shuffle(ids)
    parts = min(rng.choice((1, 1, 1, 2, 3)), len(ids))
    for part in range(parts):
        path = "cards/" + rng.choice(("cards", "My Cards", "k\u00e4rtchen")) + f" {part}"
        if roll(rng, 0.15):
            sheets = min(rng.choice((1, 2)), len(ids[part::parts]))
            tables = [
                _table(project, rng, f"Cards {sheet}", fields, ids[part::parts][sheet::sheets])
                for sheet in range(sheets)
            ]
            project.add(Workbook(f"{path}.xlsx", tables), "roster: workbook")
        else:
            table = _table(project, rng, "", fields, ids[part::parts])
            ending = rng.choice((".csv", ".csv", ".csv", ".CSV", ".tsv"))
            project.add(SheetText(path + ending, table), "roster: text")
    paths = [file.path for file in project.sheets]
    if roll(rng, 0.3):
        paths = [rng.choice(("cards", "./cards/"))]
        project.others |= {"cards/notes.md": b"none", "cards/.x.csv": b"\0", "cards/~$c.xlsx": b""}
        project.kinds["roster: folder"] += 1
    rng.shuffle(paths)
    project.experiment.values["roster",] = literal(rng, paths)


def _table(
    project: Project, rng: random.Random, title: str, fields: tuple[str, ...], ids: list[str]
) -> Table:
    columns = [(name, project.headings.get(name, _cased(rng, name))) for name in fields]
    if roll(rng, 0.5):
        columns += [("", heading) for heading in rng.sample(UNUSED, rng.randint(1, 4))]
    if roll(rng, 0.1):
        columns.insert(0, ("", ""))
    if roll(rng, 0.6):
        rng.shuffle(columns)
    while not columns[-1][1]:
        columns.pop()
    rows = []
    for card_id in ids:
        card = {"id": card_id, **project.facts.cards[card_id]}
        rows.append([_cell(rng, name, card) if name else _junk(rng, h) for name, h in columns])
    notes = [f"Sample {rng.randint(1, 3)}: made up, for tests"] if roll(rng, 0.3) else []
    project.facts.notes += notes
    return Table(title, [c[0] for c in columns], [c[1] for c in columns], rows, notes)


def _cased(rng: random.Random, word: str) -> str:
    return rng.choice((word, word, word.capitalize(), word.upper()))


def _cell(rng: random.Random, name: str, card: CardFacts) -> str:
    value = card[name]
    if value is None:
        return ""
    return _cased(rng, value) if name in ("faction", "type", "keyword", "rarity") else str(value)


def _junk(rng: random.Random, heading: str) -> str:
    return rng.choice(JUNK) if heading else ""


# --- decks ------------------------------------------------------------------------------------


def _add_decks(project: Project, rng: random.Random) -> None:
    names = rng.sample(
        ("alpha", "beta-2", "\u017barr", "D\u00e9ck", "v1.2", "own", "\U0001f525x"), 3
    )
    in_folder = roll(rng, 0.3)
    decks = project.facts.decks
    for name in names[: rng.choice((1, 2, 2, 3))]:
        counts = _deal(rng, project.facts)
        entries = _list_entries(project.facts.cards, rng, counts)
        if entries is not None and roll(rng, 0.4):
            decks[name] = DeckFacts(f"decks/{name}{rng.choice(('.txt', '.txt', '.TXT'))}", counts)
            project.add(ListText(decks[name].path, entries), "deck: list")
        else:
            decks[name] = DeckFacts(f"decks/{rng.choice(('my ', ''))}{name}.toml", counts)
            project.add(_deck_toml(rng, name, decks[name]), "deck: TOML")
    if in_folder:
        project.others["decks/notes.md"] = b"none"
        project.experiment.values["decks",] = text_literal(rng, rng.choice(("decks", "./decks/")))
    else:
        paths = [deck.path for deck in decks.values()]
        project.experiment.values["deck",] = literal(rng, paths)
    project.kinds["decks: folder" if in_folder else "decks: named"] += 1


def _deal(rng: random.Random, facts: Facts) -> dict[str, int]:
    slots = [
        card_id
        for card_id, card in facts.cards.items()
        for _ in range(most_copies(card, facts.seats))
    ]
    taste = {card_id: rng.random() for card_id in facts.cards}
    slots.sort(key=lambda card_id: taste[card_id] + rng.random())
    return dict(Counter(slots[: facts.seats[0]["deck_size"]]))


def _deck_toml(rng: random.Random, name: str, deck: DeckFacts) -> TomlText:
    file = TomlText(deck.path)
    values = file.values
    values["name",] = text_literal(rng, name)
    if roll(rng, 0.5):
        values["game",] = '"forge"'
    if roll(rng, 0.4):
        deck.title = rng.choice(TEXTS)
        values["title",] = text_literal(rng, deck.title)
    if roll(rng, 0.4):
        deck.plan = rng.choice(("fast", "midrange", "slow"))
        values["plan",] = text_literal(rng, deck.plan)
    if roll(rng, 0.3):
        values["description",] = text_literal(rng, "Two of each.\nname = 'none'\n[cards]\nx = 3")
    for card_id, copies in deck.counts.items():
        values["cards", card_id] = literal(rng, copies)
    return file


def _list_entries(
    cards: dict[str, CardFacts], rng: random.Random, counts: dict[str, int]
) -> dict[str, str] | None:
    """Entries of a deck list by card id; None if a card has no word that means it alone."""
    meanings = Counter(word for i, card in cards.items() for word in {fold(i), fold(card["name"])})
    entries = {}
    for card_id, copies in counts.items():
        words = [w for w in (card_id, cards[card_id]["name"]) if meanings[fold(w)] == 1]
        if not words:
            return None
        word = rng.choice(words)
        ways = [w for w in (word.upper(), word.replace("'", "\u2019")) if fold(w) == fold(word)]
        mark = rng.choice(("", "", "x", "X"))
        entries[card_id] = f"{copies}{mark}{_gap(rng)}{rng.choice([word, *ways])}"
    return entries


def _gap(rng: random.Random) -> str:
    return rng.choice((" ", " ", "  ", "\t"))


def fold(name: str) -> str:
    """A name as a deck list compares it: without regard to case, blanks and kinds of quotes."""
    return " ".join(unicodedata.normalize("NFKC", name).replace("\u2019", "'").casefold().split())


# --- pilots -----------------------------------------------------------------------------------


def _weight(rng: random.Random) -> int:
    return rng.choice((rng.choice(EXTREME), rng.randint(-100, 100), rng.randint(-(10**9), 10**9)))


def _add_pilots(project: Project, rng: random.Random) -> None:
    """Pilot files, and who plays: each deck its own pilot, one after the other, or side by side."""
    names = rng.sample(("my-brute", "A" * 64, "cautious-2", "_", "all"), rng.randint(0, 3))
    for name in names:
        _add_pilot(project, rng, name)
    playable = [*names, "greedy", "random"]
    _name_deck_pilots(project, rng, playable)
    _name_tiers(project, rng, playable)


def _add_pilot(project: Project, rng: random.Random, name: str) -> None:
    kind = rng.choice(("random", "weights", "weights", "weights"))
    chance = rng.choice((0.1, 0.5, 1.0))
    weights = {f: _weight(rng) for f in FEATURES if kind == "weights" and roll(rng, chance)}
    file = TomlText(f"pilots/{name}.toml")
    file.values["name",] = text_literal(rng, name)
    file.values["kind",] = text_literal(rng, kind)
    if roll(rng, 0.5):
        file.values["game",] = '"forge"'
        file.values["title",] = text_literal(rng, rng.choice(TEXTS))
    for feature, weight in weights.items():
        file.values["weights", feature] = literal(rng, weight)
    project.facts.pilots[name] = PilotFacts(kind, {f: w for f, w in weights.items() if w})
    project.add(file, f"pilot: {kind}")


def _pilot_word(project: Project, rng: random.Random, name: str, from_deck: bool = False) -> str:
    """How a file names a pilot: by a path that begins at its own folder, or by its name."""
    if name not in project.facts.pilots:
        return text_literal(rng, name)
    start = "../" if from_deck else rng.choice(("", "./"))
    return text_literal(rng, f"{start}pilots/{name}.toml")


def _name_deck_pilots(project: Project, rng: random.Random, playable: list[str]) -> None:
    for deck in project.facts.decks.values():
        file = project.files[deck.path]
        if isinstance(file, TomlText) and roll(rng, 0.4):
            deck.pilot = rng.choice(playable)
            file.values["pilot",] = _pilot_word(project, rng, deck.pilot, from_deck=True)


def _name_tiers(project: Project, rng: random.Random, playable: list[str]) -> None:
    values, tiers = project.experiment.values, project.facts.tiers
    form = rng.choice(("own", "list", "list", "sides"))
    if form == "own":
        tiers.append((None, None))
    elif form == "list":
        names = rng.sample([*playable, None], rng.randint(1, min(3, len(playable))))
        tiers += [(name, name) for name in names]
        words = ['"own"' if name is None else _pilot_word(project, rng, name) for name in names]
        values["pilot",] = f"[{', '.join(words)}]"
    else:
        tiers.append((rng.choice(playable), rng.choice(playable)))
        for key, name in zip(("pilot_a", "pilot_b"), tiers[0], strict=True):
            assert name is not None
            values[key,] = _pilot_word(project, rng, name)
    project.kinds[f"pilots: {form}"] += 1


# --- the experiment ---------------------------------------------------------------------------


def playing(facts: Facts) -> set[str]:
    """Names of the pilots that play."""
    named = {name for tier in facts.tiers for name in tier if name}
    if (None, None) in facts.tiers:
        named |= {deck.pilot or "greedy" for deck in facts.decks.values()}
    return named


def is_played(project: Project, path: str) -> bool:
    """Whether a file is read: a pilot is not, unless it plays."""
    name = path.removeprefix("pilots/").removesuffix(".toml")
    return not path.startswith("pilots/") or name in playing(project.facts)


def _add_settings(project: Project, rng: random.Random) -> None:
    """Changes under [set] that leave all decks legal."""
    if not roll(rng, 0.4):
        return
    facts, values = project.facts, project.experiment.values
    layer = {
        key: value
        for key, value in _layer(rng, 0.1).items()
        if key[-1] not in ("deck_size", "max_copies", "max_mythic_copies")
    }
    _apply(facts.seats, layer)
    for key, value in layer.items():
        values["set", *key] = literal(rng, bool(value) if "switch" in key else value)
    _set_cards(rng, facts, values)
    _set_weights(rng, facts, values)
    project.kinds["experiment: settings"] += 1


def _change(rng: random.Random, old: int, new: int) -> str:
    """A new number as TOML: itself, or how far it is from the old one."""
    return rng.choice((literal(rng, new), f'"{new - old:+}"'))


def _set_cards(rng: random.Random, facts: Facts, values: dict[tuple[str, ...], str]) -> None:
    for card_id, card in facts.cards.items():
        for name, low, high in (("cost", 0, 9), ("power", 0, 99), ("toughness", 1, 99)):
            if card[name] is not None and roll(rng, 0.05):
                new = _spot(rng, low, high)
                values["set", "card", card_id, name] = _change(rng, card[name], new)
                card[name] = new


def _set_weights(rng: random.Random, facts: Facts, values: dict[tuple[str, ...], str]) -> None:
    for name in sorted(playing(facts) & facts.pilots.keys()):
        if facts.pilots[name].kind == "random":
            continue
        weights = facts.pilots[name].weights
        for feature in FEATURES:
            if roll(rng, 0.05):
                new = _weight(rng)
                values["set", "pilot", name, feature] = _change(rng, weights.get(feature, 0), new)
                weights[feature] = new
        facts.pilots[name].weights = {f: w for f, w in weights.items() if w}


def _add_experiment(project: Project, rng: random.Random) -> None:
    facts, values = project.facts, project.experiment.values
    if roll(rng, 0.5):
        values["name",] = text_literal(rng, rng.choice(("run-1", ".", "v1.2_x", "A" * 64)))
    if roll(rng, 0.5):
        values["game",] = '"forge"'
    if roll(rng, 0.7):
        facts.pairs = rng.choice((1, 2, 3, 10**12))
        values["pairs",] = literal(rng, facts.pairs)
    else:
        facts.games = rng.choice((1, 2, 37, 10**12))
        values["games",] = literal(rng, facts.games)
    if roll(rng, 0.7):
        facts.seed = rng.choice((0, rng.getrandbits(63), 2**63 - 1))
        values["seed",] = literal(rng, facts.seed)
    if roll(rng, 0.3):
        values["jobs",] = literal(rng, rng.choice((1, 2, 1024)))
        values["backend",] = text_literal(rng, rng.choice(("threading", "loky")))
    if roll(rng, 0.3):
        values["out",] = text_literal(rng, "runs/mine")
    for name, heading in project.headings.items():
        values["columns", name] = text_literal(rng, heading)
    entries = [*values.items()]
    rng.shuffle(entries)
    project.experiment.values = dict(entries)
