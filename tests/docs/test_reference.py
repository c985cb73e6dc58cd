"""The reference is that of the code: commands, parameters, features, keys, columns, events."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import typer

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.replay import replay
from forgesim.arena.resolve import make_plan
from forgesim.cards.decks import DeckFile
from forgesim.cards.pilots import LOOKING_AHEAD, Feature, Pilot, PilotFile, load_pilot
from forgesim.cards.rules import Rules, load_rules
from forgesim.cards.shipped import shipped, shipped_names
from forgesim.cli.app import app
from forgesim.pilots.forge.features import ACTS, BOUNDS, POSITIONS, RESTRICTIONS
from forgesim.pilots.forge.game import GAME
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import BEARERS, CardType, Event, Keyword
from forgesim.rulesets.forge.params import PARAMETERS
from forgesim.rulesets.forge.words import VALUE_WORDS
from forgesim.studies.decision.tables import TABLES, Candidate, Head
from forgesim.studies.robustness import Check, plan_check, play_check
from forgesim.studies.robustness_files import write_check
from forgesim.studies.tuning_file import TuningFile
from tests.cli.program import IS_UPDATING
from tests.docs.pages import DOCS, plain, table_of, with_table

REFERENCE = DOCS / "reference"
STUDY_TABLES = [Head, *TABLES.values(), Candidate]


def page(name: str) -> str:
    return (REFERENCE / f"{name}.md").read_text(encoding="utf-8")


def names_in(text: str, name: str) -> list[str]:
    """First cells of a table."""
    return [plain(row[0]) for row in table_of(text, name)]


# Commands


def section(text: str, heading: str) -> str:
    return text.split(f"\n## {heading}\n")[1].split("\n## ", maxsplit=1)[0]


def commands_of(app: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Commands by what one types, as `roster check`."""
    for word, command in app.commands.items():
        full = f"{name} {word}".strip()
        if hasattr(command, "commands"):
            yield from commands_of(command, full)
        else:
            yield full, command


COMMANDS = dict(commands_of(typer.main.get_command(app)))


def own_text(command: str) -> str:
    """What the page says about a command alone."""
    if " " not in command:
        return section(page("commands"), command)
    return shared_and_own(command)[1]


def shared_and_own(command: str) -> tuple[str, str]:
    """What the page says about all commands of a group, and about one of them."""
    text = section(page("commands"), command.split(maxsplit=1)[0])
    shared, *parts = text.split("\n### ")
    (own,) = (part for part in parts if part.startswith(f"{command}\n"))
    return shared, own


def options_in(text: str) -> set[str]:
    """Options in the first cells of a text's tables."""
    cells = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `-")]
    words = (word for cell in cells for word in cell.split("`") if word.startswith("-"))
    return {word.split()[0] for word in words}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_documented(command: str) -> None:
    shared = shared_and_own(command)[0] if " " in command else ""
    text = own_text(command)
    for parameter in COMMANDS[command].params:
        for name in [*parameter.opts, *parameter.secondary_opts]:
            if name in ("--help", "-h"):
                continue
            if name.startswith("-"):
                assert name in options_in(shared) | options_in(text)
            else:
                assert parameter.metavar.strip("[].") in text, name


@pytest.mark.parametrize("command", COMMANDS)
def test_every_documented_option_is_one_of_the_command(command: str) -> None:
    known = {name for parameter in COMMANDS[command].params for name in parameter.opts}
    shared = shared_and_own(command)[0] if " " in command else ""
    assert options_in(shared) | options_in(own_text(command)) <= known


def test_every_command_is_listed() -> None:
    rows = [line for line in page("commands").splitlines() if line.startswith("| [`forgesim ")]
    listed = [row.split("`")[1].removeprefix("forgesim ") for row in rows]
    assert sorted(listed) == sorted(COMMANDS)
    for row, command in zip(rows, listed, strict=True):
        assert f"](#{command.replace(' ', '-')})" in row


# Tables that are written from the code


def values_of(rules: Rules, name: str, is_switch: bool) -> str:
    values = [("off", "on")[seat[name]] if is_switch else str(seat[name]) for seat in rules.seats]
    return " / ".join(dict.fromkeys(values))


def parameters_table() -> str:
    rules = load_rules("v0.1w", "forge", PARAMETERS)
    lines = ["| name | value | range | unit | ruling | meaning |", "|---|---|---|---|---|---|"]
    for p in PARAMETERS:
        span = "on, off" if p.is_switch else f"{p.low} to {p.high}"
        value = values_of(rules, p.name, p.is_switch)
        lines.append(f"| `{p.key}` | {value} | {span} | {p.unit} | {p.ruling} | {p.meaning} |")
    return "\n".join(lines) + "\n"


def shipped_pilots() -> list[Pilot]:
    """The shipped pilots, `greedy` before all others."""
    names = sorted(shipped_names("forge", "pilots"), key=lambda name: (name != "greedy", name))
    return [load_pilot(name, GAME) for name in names]


def pilots_table() -> str:
    folder = shipped("forge") / "decks"
    named: dict[str, list[str]] = {}
    for deck in shipped_names("forge", "decks"):
        data = tomllib.loads((folder / f"{deck}.toml").read_text(encoding="utf-8"))
        named.setdefault(data.get("pilot", ""), []).append(deck)
    lines = ["| pilot | what it does | shipped decks that name it |", "|---|---|---|"]
    for pilot in shipped_pilots():
        decks = ", ".join(named.get(pilot.name, [])) or "—"
        lines.append(f"| `{pilot.name}` | {pilot.title} | {decks} |")
    return "\n".join(lines) + "\n"


def positions_table() -> str:
    pilots = [pilot for pilot in shipped_pilots() if pilot.kind in LOOKING_AHEAD]
    return weights_table(POSITIONS, pilots)


def bounds_table() -> str:
    pilots = [pilot for pilot in shipped_pilots() if pilot.kind in LOOKING_AHEAD]
    headings = ["bound", "what it bounds", "range", "default", *(f"`{p.name}`" for p in pilots)]
    lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
    for bound in BOUNDS:
        span = f"{bound.low:,} to {bound.high:,}"
        values = " | ".join(f"{pilot.weights[bound.name]:,}" for pilot in pilots)
        lines.append(
            f"| `{bound.name}` | {bound.meaning} | {span} | {bound.default:,} | {values} |"
        )
    return "\n".join(lines) + "\n"


def restrictions_table() -> str:
    lines = ["| word | what the pilot may not do |", "|---|---|"]
    lines += [f"| `{each.name}` | {each.meaning} |" for each in RESTRICTIONS]
    return "\n".join(lines) + "\n"


def features_table() -> str:
    pilots = [pilot for pilot in shipped_pilots() if pilot.kind == "weights"]
    return weights_table(ACTS, pilots)


def weights_table(features: Sequence[Feature], pilots: Sequence[Pilot]) -> str:
    headings = ["feature", "one unit of it", *(f"`{pilot.name}`" for pilot in pilots)]
    lines = [f"| {' | '.join(headings)} |", "|---" * len(headings) + "|"]
    for feature in features:
        weights = [pilot.weights.get(feature.name, 0) for pilot in pilots]
        shown = " | ".join(f"{weight:,}" if weight else "—" for weight in weights)
        lines.append(f"| `{feature.name}` | {feature.meaning} | {shown} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("table", ["type", "keyword"])
def test_words_that_are_offered_are_those_of_the_code(table: str) -> None:
    text = (DOCS / "how-to" / "own-cards.md").read_text(encoding="utf-8")
    shown = {plain(row[0]): row[-1].split(", ") for row in table_of(text, table)}
    offered: dict[str, list[str]] = {}
    for word, name in VALUE_WORDS[table].items():
        offered.setdefault(name, []).append(word)
    offered.pop("", None)
    assert shown == offered


def test_the_keywords_of_the_how_to_stand_where_the_code_lets_them() -> None:
    text = (DOCS / "how-to" / "own-cards.md").read_text(encoding="utf-8")
    shown = {plain(row[0]): row[2] for row in table_of(text, "keyword")}
    names = {kind: f"{kind.name.lower()}s" for kind in CardType}
    assert shown == {
        keyword.name: "any" if len(kinds) == 3 else ", ".join(names[k] for k in sorted(kinds))
        for keyword, kinds in BEARERS.items()
        if keyword is not Keyword.NONE
    }


@pytest.mark.parametrize(
    ("name", "table", "make"),
    [
        ("ruleset-file", "parameters", parameters_table),
        ("pilot-files", "shipped", pilots_table),
        ("pilot-files", "features", features_table),
        ("pilot-files", "positions", positions_table),
        ("pilot-files", "bounds", bounds_table),
        ("pilot-files", "restrictions", restrictions_table),
    ],
)
def test_a_table_is_that_of_the_code(name: str, table: str, make: Callable[[], str]) -> None:
    text = page(name)
    wanted = with_table(text, table, make())
    if IS_UPDATING:
        (REFERENCE / f"{name}.md").write_text(wanted, encoding="utf-8")
    else:
        assert text == wanted


# Keys and words


def documented(text: str, names: Iterable[str]) -> list[str]:
    """Names that no table row of a page begins with, alone or in company."""
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    return [name for name in names if not any(f"`{name}`" in row for row in rows)]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("experiment-file", list(Experiment.model_fields)),
        ("roster-and-deck-files", [*ForgeCard.model_fields, *DeckFile.model_fields]),
        ("pilot-files", list(PilotFile.model_fields)),
        ("tuning-file", list(TuningFile.model_fields)),
        ("study-file", [key for table in STUDY_TABLES for key in table.model_fields]),
        ("ruleset-file", [parameter.key for parameter in PARAMETERS]),
    ],
)
def test_every_key_of_a_file_is_documented(name: str, fields: list[str]) -> None:
    assert documented(page(name), fields) == []


def test_the_experiment_page_has_no_key_that_is_none() -> None:
    text = section(page("experiment-file"), "Keys")
    rows = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `")]
    shown = {plain(name) for row in rows for name in row.strip("| ").split(", ")}
    assert shown == set(Experiment.model_fields)


def test_every_keyword_is_documented_with_its_bearers() -> None:
    rows = [line for line in page("roster-and-deck-files").splitlines() if line.startswith("| `")]
    for keyword in Keyword:
        if keyword is Keyword.NONE:
            continue
        (row,) = (row for row in rows if f"`{keyword.name}`" in row)
        kinds = [f"{kind.name.lower()}s" for kind in BEARERS[keyword]]
        assert "any card" in row if len(kinds) == 3 else all(kind in row for kind in kinds)


# The run directory


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reference") / "run"
    flags = {"deck": ["wilds-fast", "occult-fast"], "pairs": 5, "set": ["fp_cap=8"]}
    plan = make_plan(load_experiment(None, flags))
    run_batch(plan, folder)
    check = plan_check(plan, ["greedy"], 2)
    write_check(folder, Check(check, play_check(check)))
    return folder


@pytest.mark.parametrize(
    ("table", "file"),
    [
        ("games", "games/00000.parquet"),
        ("pairs", "tallies/pairs.parquet"),
        ("counts", "tallies/games.parquet"),
        ("check", "check/pairs.parquet"),
    ],
)
def test_columns_and_their_types_are_those_of_the_files(table: str, file: str, run: Path) -> None:
    schema = pq.read_schema(run / file)
    types = [
        "text" if str(field.type).startswith("dictionary") else str(field.type) for field in schema
    ]
    rows = [[plain(row[0]), row[1]] for row in table_of(page("run-directory"), table)]
    assert rows == [[name, kind] for name, kind in zip(schema.names, types, strict=True)]


def keys_of(value: Any, known: set[str], path: str = "") -> Iterator[str]:
    """Dotted keys of nested objects, down to those that are documented as a whole."""
    if path in known or not isinstance(value, Mapping):
        yield path
        return
    for key, inner in value.items():
        yield from keys_of(inner, known, f"{path}.{key}" if path else key)


def test_keys_of_the_manifest_are_those_of_the_file(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    shown = names_in(page("run-directory"), "manifest")
    assert sorted(keys_of(manifest, set(shown))) == sorted(shown)


@pytest.mark.parametrize("key", ["decks", "pilots", "tiers", "matchups"])
def test_keys_of_a_list_in_the_manifest_are_named(key: str, run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    (row,) = (r for r in table_of(page("run-directory"), "manifest") if r[0] == f"`plan.{key}`")
    assert [name for name in manifest["plan"][key][0] if f"`{name}`" not in row[1]] == []


# The trace


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    """Lines of matches in which everything happens that can."""
    names = ["mixed-drain", "arcana-slow", "occult-fast", "sundries-fast"]
    flags = {"deck": names, "pilot": ["greedy", "random"], "pairs": 1}
    plan = make_plan(load_experiment(None, flags))
    made: list[dict[str, Any]] = []
    for matchup in range(len(plan.matchups)):
        for seed in range(3):
            made += replay(plan, matchup, seed, "a")
    return made


def test_every_event_is_documented() -> None:
    assert names_in(page("trace"), "events") == [event.name.lower() for event in Event]


def test_events_have_the_documented_keys(lines: list[dict[str, Any]]) -> None:
    found: dict[str, set[str]] = {}
    for line in lines:
        if line["kind"] == "event":
            keys = set(line) - {"kind", "event", "player"}
            assert found.setdefault(line["event"], keys) == keys
    shown = {plain(row[0]): set(plain(row[1]).split(", ")) - {""}
             for row in table_of(page("trace"), "events")}  # fmt: skip
    assert found == shown


@pytest.mark.parametrize("kind", ["setup", "decision", "end"])
def test_lines_have_the_documented_keys(kind: str, lines: list[dict[str, Any]]) -> None:
    line = next(line for line in lines if line["kind"] == kind)
    assert first_cells(section(page("trace"), kind)) == [name for name in line if name != "kind"]


def first_cells(text: str) -> list[str]:
    return [plain(line.split("|")[1].strip()) for line in text.splitlines() if "| `" in line[:3]]


def test_a_state_has_the_documented_keys(lines: list[dict[str, Any]]) -> None:
    text = section(page("trace"), "state")
    state, creature = text.split("\nA creature:\n")
    assert first_cells(state) == list(lines[-1]["state"])
    creatures = (each for line in lines if "state" in line for side in line["state"]["creatures"]
                 for each in side)  # fmt: skip
    assert first_cells(creature) == list(next(creatures))


def test_every_kind_of_line_is_documented(lines: list[dict[str, Any]]) -> None:
    shown = first_cells(page("trace").split("\n## setup")[0])
    assert set(shown) == {line["kind"] for line in lines}


def test_every_form_of_act_is_documented(lines: list[dict[str, Any]]) -> None:
    shown = {name.split()[0] for name in first_cells(section(page("trace"), "Acts"))}
    legal = {act.split()[0] for line in lines if line["kind"] == "decision"
             for act in line["legal"]}  # fmt: skip
    assert shown == legal


def test_struck_is_true_only_in_the_turn_of_the_strike(lines: list[dict[str, Any]]) -> None:
    # As the page says: a creature that struck shows it until its turn is over.
    struck: set[str] = set()
    for line in lines:
        if line["kind"] == "setup" or (line["kind"] == "event" and line["event"] == "stoke"):
            struck = set()
        elif line["kind"] == "event" and line["event"] == "strike":
            struck.add(line["id"])
        elif line["kind"] == "decision":
            shown = {each["id"] for side in line["state"]["creatures"] for each in side
                     if each["struck"]}  # fmt: skip
            alive = {each["id"] for side in line["state"]["creatures"] for each in side}
            assert shown == struck & alive
