"""The help pages: every command and option is on them, laid out as stored."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from forgesim.cli.app import app
from tests.cli.program import (
    call_well,
    has_the_parser_of_the_snapshots,
    matches_snapshot,
    run_well,
)

SUBCOMMANDS = {
    "roster": {"check", "show", "diff", "import", "export"},
    "deck": {"check", "show", "random", "search", "export"},
    "card": {"impact"},
    "baseline": {"create", "show", "diff"},
    "pilot": {"explain", "ladder", "list", "tune"},
}


def commands_of(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """A command and all below it, by what is typed for it."""
    yield name, command
    for word, inner in getattr(command, "commands", {}).items():
        yield from commands_of(inner, f"{name} {word}".strip())


COMMANDS = dict(commands_of(typer.main.get_command(app)))
GROUPS = [name for name, command in COMMANDS.items() if hasattr(command, "commands")]


def name_of(command: str) -> str:
    return command or "forgesim"


def page(command: str, folder: Path) -> str:
    return call_well(*command.split(), "--help", cwd=folder)


def test_all_commands_about_data_are_there() -> None:
    alone = {"batch", "compare", "gate", "init", "meta", "play", "replay",
             "report", "rules", "rulings", "show", "study", "sweep"}  # fmt: skip
    assert alone | set(SUBCOMMANDS) == set(COMMANDS[""].commands)
    assert {name: set(COMMANDS[name].commands) for name in SUBCOMMANDS} == SUBCOMMANDS


@pytest.mark.parametrize("command", GROUPS, ids=name_of)
def test_the_page_of_a_group_names_its_commands(command: str, tmp_path: Path) -> None:
    text = page(command, tmp_path)
    assert [name for name in COMMANDS[command].commands if f" {name} " not in text] == []


@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
def test_a_command_s_page_names_all_its_options(command: str, tmp_path: Path) -> None:
    text = page(command, tmp_path)
    parameters = COMMANDS[command].params
    options = [name for each in parameters for name in each.opts if name.startswith("-")]
    assert [name for name in options if name not in text] == []


@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
def test_the_page_is_laid_out_as_stored(command: str, tmp_path: Path) -> None:
    if not has_the_parser_of_the_snapshots():
        pytest.skip("another version of typer or rich than the snapshots were made with")
    name = "-".join(["help", *command.split()])
    assert matches_snapshot(name, page(command, tmp_path))


@pytest.mark.parametrize("command", ["", "roster", "deck random"], ids=name_of)
def test_the_installed_command_prints_the_same(command: str, tmp_path: Path) -> None:
    assert run_well(*command.split(), "--help", cwd=tmp_path) == page(command, tmp_path)


def test_version_prints_the_package_s_version(tmp_path: Path) -> None:
    import forgesim  # noqa: PLC0415

    assert run_well("--version", cwd=tmp_path) == f"forgesim {forgesim.__version__}\n"


def test_help_writes_nothing(tmp_path: Path) -> None:
    page("batch", tmp_path)
    page("init", tmp_path)
    assert list(tmp_path.iterdir()) == []
