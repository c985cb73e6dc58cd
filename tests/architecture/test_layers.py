"""Imports point down: the contracts of pyproject.toml hold, and each has been seen to fail."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent.parent
LINTER = Path(sys.executable).parent / "lint-imports"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of a checkout."""
    environment = os.environ | {"NO_COLOR": "1", "COLUMNS": "200", "PYTHONPATH": str(folder)}
    return subprocess.run(
        [LINTER, "--no-cache"], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def broken(done: subprocess.CompletedProcess[str]) -> list[str]:
    return re.findall(r"^(.+) BROKEN", done.stdout, re.MULTILINE)


def test_the_contracts_hold() -> None:
    done = lint(CHECKOUT)
    assert (done.returncode, broken(done)) == (0, []), done.stdout + done.stderr


DOWN = "Imports point down"
APART = "Rulesets never import each other"
UNKNOWN = "Above the pilots no ruleset is known; games come from the registry"
LIGHT = "Files are read without numba"

VIOLATIONS = [
    ("errors.py", "import forgesim.cards.files", DOWN),
    ("cards/files.py", "import forgesim.kernel.random", DOWN),
    ("kernel/random.py", "import forgesim.cards.files", DOWN),
    ("kernel/match.py", "import forgesim.rulesets.forge.names", DOWN),
    ("rulesets/forge/turn.py", "import forgesim.pilots.contract", DOWN),
    ("pilots/contract.py", "import forgesim.arena.plan", DOWN),
    ("pilots/registry.py", "import forgesim.stats.pairs", DOWN),
    ("arena/plan.py", "import forgesim.stats.pairs", DOWN),
    ("stats/pairs.py", "import forgesim.arena.tally", DOWN),
    ("arena/batch.py", "import forgesim.workshop.starter", DOWN),
    ("workshop/starter.py", "import forgesim.cli.summary", DOWN),
    ("interrupts.py", "import forgesim.cards.files", DOWN),
    ("rulesets/forge/turn.py", "import forgesim.rulesets.other.turn", APART),
    ("arena/plan.py", "import forgesim.rulesets.forge.names", UNKNOWN),
    ("stats/summary.py", "import forgesim.rulesets.forge.names", UNKNOWN),
    ("cli/rules.py", "import forgesim.pilots.forge.game", UNKNOWN),
    ("workshop/starter.py", "import forgesim.rulesets.forge.cards", UNKNOWN),
    ("cards/files.py", "import numba", LIGHT),
    ("pilots/contract.py", "import numba", LIGHT),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package and its contracts, and a second ruleset."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copy(CHECKOUT / "pyproject.toml", folder)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "forgesim", folder / "forgesim", ignore=ignored)
    other = folder / "forgesim" / "rulesets" / "other"
    other.mkdir()
    for name in ("__init__.py", "turn.py"):
        (other / name).write_text("")
    assert lint(folder).returncode == 0
    return folder


@pytest.mark.parametrize(
    ("file", "statement", "contract"),
    VIOLATIONS,
    ids=[f"{file}: {statement.split('.', 1)[-1]}" for file, statement, _ in VIOLATIONS],
)
def test_a_planted_violation_is_seen(file: str, statement: str, contract: str, copy: Path) -> None:
    path = copy / "forgesim" / file
    text = path.read_text(encoding="utf-8")
    try:
        path.write_text(f"{text}\n{statement}\n", encoding="utf-8")
        done = lint(copy)
    finally:
        path.write_text(text, encoding="utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert contract in broken(done)


def test_every_contract_was_seen_to_fail() -> None:
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = re.findall(r'\[\[tool\.importlinter\.contracts\]\]\nname = "(.+)"', text)
    assert set(contracts) == {contract for *_, contract in VIOLATIONS}


def test_above_the_pilots_no_source_names_a_module_of_a_ruleset() -> None:
    # An import in a string would pass the linter.
    named = re.compile(r"forgesim\.(rulesets|pilots)\.(?!contract|registry)\w")
    files = [path for layer in ("cli", "arena", "stats")
             for path in (CHECKOUT / "forgesim" / layer).rglob("*.py")]  # fmt: skip
    assert files
    assert [path.name for path in files if named.search(path.read_text(encoding="utf-8"))] == []
