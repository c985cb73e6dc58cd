"""Faults of experiment files, and of the settings in them."""

from __future__ import annotations

import random

from tests.properties.faults.kinds import EXPERIMENT, Kinds, NotHereError, Place, Plant, give, pick
from tests.properties.files import Project, playing
from tests.properties.writing import text_literal

EXPERIMENTS = Kinds("experiment")
SETTINGS = Kinds("experiment, settings")


def _plant_value(key: str, values: tuple[str, ...]) -> Plant:
    return lambda project, rng: give(project.experiment, (key,), rng.choice(values))


LONG = "x" * 300
NO_TEXT = ("1", "true", "[]", '["x"]', '""', "{}")
NO_LIST = ('"greedy"', "1", "[]", "[1]", '[""]', "[[]]", "{}", "true")
NO_NUMBER = ("1.0", "0.5", '"1"', "true", "[1]", "nan", "{}", "1979-05-27")
NO_COLUMNS = ("1", "[]", '"cost"', "{ cost = 1 }", '{ cost = "" }')
TWO_ALIKE = ('{ cost = "X", power = "x" }', '{ cost = "Power" }', '{ id = "name" }')
for _what, _values in {
    "name: not as a name may be": ('"a b"', '"a/b"', '""', f'"{LONG}"', "1"),
    "game: of another kind or unknown": (*NO_TEXT, '"froge"'),
    "ruleset: of another kind": NO_TEXT,
    "ruleset: unknown": ('"v0.1"', '"zzz"', '"."', f'"{LONG}"', '"../a\\u0000"'),
    "roster: of another kind": NO_LIST,
    "deck: of another kind": NO_LIST,
    "decks: of another kind": NO_TEXT,
    "pilot: of another kind": NO_LIST,
    "pilot_a: of another kind": NO_TEXT,
    "pairs: no whole number": NO_NUMBER,
    "pairs: out of range": ("0", "-1", "1_000_000_000_001", "9" * 40),
    "games: no whole number": NO_NUMBER,
    "games: out of range": ("0", "-1", "1_000_000_000_001", "9" * 40),
    "seed: no whole number": NO_NUMBER,
    "seed: out of range": ("-1", str(2**63), "9" * 40),
    "jobs: no whole number": NO_NUMBER,
    "jobs: out of range": ("0", "-1", "1025"),
    "backend: unknown": ('"dask"', '"Loky"', "1", '""'),
    "out: of another kind": NO_TEXT,
    "columns: no table of texts": NO_COLUMNS,
    "columns: an unknown field": ('{ mana = "Cost" }', '{ Cost = "Mana" }', '{ "" = "x" }'),
    "columns: a blank heading": ('{ cost = " " }', '{ cost = "\\n" }'),
    "columns: one heading for two": TWO_ALIKE,
}.items():
    EXPERIMENTS.add(_what, _plant_value(_what.split(":")[0], _values))


@EXPERIMENTS.kind("columns: a heading that no sheet has")
def _heading_nowhere(project: Project, rng: random.Random) -> Place:
    name = pick(rng, [name for name in project.headings if name != "id"])
    give(project.experiment, ("columns", name), '"Zzyzx"')
    return Place(project.sheets[0].path, None, tuple(sheet.path for sheet in project.sheets))


# --- names and paths --------------------------------------------------------------------------


def _longer(items: str, item: str) -> str:
    """A list in TOML with one item more."""
    comma = "" if "\n" in items else ", "
    return f"{items.removesuffix(']')}{comma}{item}]"


def _add_item(project: Project, key: str, item: str) -> Place:
    return give(project.experiment, (key,), _longer(project.experiment.values[key,], item))


def _lists(project: Project) -> list[str]:
    return [key for key in ("deck", "pilot") if (key,) in project.experiment.values]


@EXPERIMENTS.kind("deck or pilot: an unknown name")
def _unknown_name(project: Project, rng: random.Random) -> Place:
    name = rng.choice(("zzz", "wild-fast", "gredy", "..", LONG, "\\u0000", "./\\u0000"))
    return _add_item(project, pick(rng, _lists(project)), f'"{name}"')


@EXPERIMENTS.kind("deck or pilot: named twice")
def _named_twice(project: Project, rng: random.Random) -> Place:
    key = pick(rng, _lists(project))
    paths = [deck.path for deck in project.facts.decks.values()]
    if key == "pilot":
        own = project.facts.pilots
        paths = [f"pilots/{n}.toml" if n in own else n or "own" for n, _ in project.facts.tiers]
    path = rng.choice(paths)
    dots = rng.choice(("", "./")) if "/" in path else ""
    return _add_item(project, key, text_literal(rng, dots + path))


def _plant_path(key: str) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        if (key,) not in project.experiment.values:
            raise NotHereError
        path = rng.choice(("./gone.toml", f"./{LONG}", "gone/x.toml", "./gone.txt/x.toml"))
        is_list = key in ("roster", "deck", "pilot")
        give(project.experiment, (key,), f'["{path}"]' if is_list else f'"{path}"')
        return Place(path)

    return plant


for _field in ("ruleset", "roster", "deck", "decks", "pilot", "pilot_a"):
    EXPERIMENTS.add(f"{_field}: a file that is not there", _plant_path(_field))


def _plant_folder(key: str, form: str) -> Plant:
    """A folder in which there is nothing of the kind."""

    def plant(project: Project, rng: random.Random) -> Place:
        if (key,) not in project.experiment.values:
            raise NotHereError
        project.others |= {"rest/notes.md": b"none", "rest/empty": None, "rest/x.json": b"{}"}
        folder = rng.choice(("rest", "rest/empty"))
        give(project.experiment, (key,), form.format(folder))
        return Place(folder)

    return plant


EXPERIMENTS.add("decks: a folder without decks", _plant_folder("decks", '"{}"'))
EXPERIMENTS.add("roster: a folder without rosters", _plant_folder("roster", '["{}"]'))


def _plant_together(**values: str) -> Plant:
    """Keys that exclude each other."""

    def plant(project: Project, _: random.Random) -> Place:
        for key, value in values.items():
            project.experiment.values.setdefault((key,), value)
        return Place(EXPERIMENT)

    return plant


EXPERIMENTS.add("games and pairs", _plant_together(games="10", pairs="5"))
EXPERIMENTS.add("deck and decks", _plant_together(deck='["x"]', decks='"decks"'))
EXPERIMENTS.add(
    "pilot and pilot_a, pilot_b",
    _plant_together(pilot='["greedy"]', pilot_a='"greedy"', pilot_b='"random"'),
)


@EXPERIMENTS.kind("pilot_a without pilot_b")
def _one_side(project: Project, rng: random.Random) -> Place:
    values = project.experiment.values
    project.experiment.values = {k: v for k, v in values.items() if not k[0].startswith("pilot")}
    return Place(give(project.experiment, (rng.choice(("pilot_a", "pilot_b")),), '"greedy"').path)


# --- settings ---------------------------------------------------------------------------------

for _what, _values in {
    "no table": ("1", "[]", '"fp_cap"'),
    "an unknown name": ("{ fp_cpa = 7 }", "{ set.fp_cap = 7 }", '{ "" = 7 }', "{ colours = {} }"),
    "no number": ("{ fp_cap = [7] }", '{ fp_cap = "7" }', "{ fp_cap = 7.0 }", "{ fp_cap = {} }"),
    "out of range": ("{ fp_cap = 100 }", "{ second.fp_cap = -1 }", '{ fp_cap = "+1" }'),
    "twice, once in quotes": ('{ first.fp_cap = 1, "first.fp_cap" = 1 }',),
    "a card that does not exist": ("{ card.nothing_like_it.cost = 1 }", "{ card.cost = 1 }"),
    "a pilot that does not play": ("{ pilot.nobody.face = 1 }", "{ pilot.face = 1 }"),
}.items():
    SETTINGS.add(_what, _plant_value("set", _values))


def _plant_card(fields: tuple[str, ...], values: tuple[str, ...]) -> Plant:
    def plant(project: Project, rng: random.Random) -> Place:
        card = rng.choice([*project.facts.cards])
        key = ("set", "card", card, rng.choice(fields))
        if project.facts.cards[card].get(key[-1], "") is None:
            raise NotHereError
        return give(project.experiment, key, rng.choice(values))

    return plant


NUMBERS = ("cost", "power", "toughness")
WORDS = ("faction", "type", "rarity", "keyword")
for _what, _fields, _values in (
    ("a number out of range", NUMBERS, ("100", "-1", '"=100"')),
    ("a change beyond the range", NUMBERS, ('"+100"', '"-100"')),
    ("no whole number", NUMBERS, ("1.5", '"1_0"', '"two"', '"1.0"', "[1]", "{}", '"\u0662"')),
    ("a switch for a number", NUMBERS, ("true",)),
    ("an unknown word", WORDS, ('"Wods"',)),
    ("something else for a word", (*WORDS, "name"), ("1", "true", '["common"]', "1.5")),
    ("nothing for a word", ("faction", "type", "rarity", "name"), ('""',)),
    ("a name over two lines", ("name",), ('"a\\nb"',)),
    ("a field that cannot be set", ("id", "price"), ('"x"',)),
):
    SETTINGS.add(f"card: {_what}", _plant_card(_fields, _values))


@SETTINGS.kind("card: a type that cannot have its power, or its keyword")
def _other_type(project: Project, rng: random.Random) -> Place:
    cards = project.facts.cards
    card = pick(rng, [i for i in cards if cards[i]["type"] == "creature"])
    return give(project.experiment, ("set", "card", card, "type"), '"artifact"')


@SETTINGS.kind("pilot: an unknown feature, or no weight")
def _set_pilot(project: Project, rng: random.Random) -> Place:
    name = pick(rng, sorted(playing(project.facts)))
    wrong = (("fase", "1"), ("face", "1.5"), ("face", str(10**9 + 1)), ("face", "true"))
    feature, value = rng.choice(wrong)
    return give(project.experiment, ("set", "pilot", name, feature), value)
