"""RULES.md and what cites it: every ruling is cited in the engine and in a test, and exists."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import forgesim
from forgesim.rulesets.forge.params import PARAMETERS
from forgesim.rulesets.forge.state import CREATURE, PLAYER, STATE

PACKAGE = Path(forgesim.__file__).parent
ENGINE = PACKAGE / "rulesets" / "forge"
PILOTS = PACKAGE / "pilots" / "forge"
HERE = Path(__file__).parent
RULES = (ENGINE / "RULES.md").read_text("utf-8")

DEFINITION = re.compile(r"^- \*\*([RDS]\d+)\*\* ", re.MULTILINE)
CITATION = re.compile(r"\b[RDS]\d+\b")
DEFINED = DEFINITION.findall(RULES)
RULINGS = [f"{of}{i}" for of, last in (("R", 18), ("D", 7), ("S", 6)) for i in range(1, last + 1)]


def comments(source: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each comment of a file."""
    with tokenize.open(source) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def functions(source: Path) -> Iterator[tuple[str, set[str]]]:
    """Name of each function of a file, and the rulings that comments in it cite."""
    noted = [(line, set(CITATION.findall(text))) for line, text in comments(source)]
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            lines = range(node.lineno, node.end_lineno + 1)
            yield node.name, {ruling for line, cited in noted if line in lines for ruling in cited}


def engine_functions() -> Iterator[tuple[str, set[str]]]:
    for source in sorted(ENGINE.glob("*.py")):
        yield from functions(source)


def ruling_tests() -> Iterator[tuple[str, set[str]]]:
    for source in sorted(HERE.glob("test_*.py")):
        if source.name not in ("test_citations.py", "test_mutations.py"):
            for name, cited in functions(source):
                if name.startswith("test_"):
                    yield f"{source.name}::{name}", cited


def citing_texts() -> Iterator[tuple[str, str]]:
    """Everything that may cite a ruling."""
    yield "params.py", " ".join(parameter.ruling for parameter in PARAMETERS)
    for folder in (ENGINE, PILOTS, HERE):
        for source in sorted(folder.glob("*.py")):
            yield source.name, source.read_text("utf-8")
    for source in (ENGINE / "RULES.md", HERE / "mutations.toml"):
        yield source.name, source.read_text("utf-8")


def test_rules_define_each_ruling_once():
    assert DEFINED == RULINGS


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_cited_by_the_engine(ruling):
    assert any(ruling in cited for _, cited in engine_functions())


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_is_cited_by_a_test(ruling):
    assert any(ruling in cited for _, cited in ruling_tests())


def test_every_ruling_test_cites_a_ruling():
    assert [name for name, cited in ruling_tests() if not cited] == []


def test_what_is_cited_is_defined():
    unknown = {
        (name, ruling)
        for name, text in citing_texts()
        for ruling in CITATION.findall(text)
        if ruling not in DEFINED
    }
    assert unknown == set()


@pytest.mark.parametrize("parameter", [p for p in PARAMETERS if p.is_switch], ids=lambda p: p.name)
def test_every_switch_is_an_open_ruling(parameter):
    assert f"| `{parameter.name}` | {parameter.ruling} |" in RULES


@pytest.mark.parametrize("record", [STATE, PLAYER, CREATURE], ids=["state", "player", "creature"])
def test_every_field_of_the_state_is_described(record):
    first_cells = re.findall(r"^\| (`.*?`) \|", RULES, re.MULTILINE)
    described = set(re.findall(r"`(\w+)`", " ".join(first_cells)))
    assert set(record.names) - described == set()


def test_every_random_draw_is_listed():
    listed = set(re.findall(r"^\| `\S*?(\w+)` \| purpose", RULES, re.MULTILINE))
    drawing = {
        node.name
        for folder in (ENGINE, PILOTS)
        for source in folder.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
        and any(
            isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("stream", "draw")
            for call in ast.walk(node)
        )
    }
    assert drawing == listed
