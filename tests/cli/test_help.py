"""The help pages: every command and option is on them, laid out as stored."""

from pathlib import Path

import pytest
import typer

from forgesim.cli.main import app
from tests.cli.program import has_the_parser_of_the_snapshots, matches_snapshot, run_well

COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
PAGES = ["", *COMMANDS]


def page(command: str, folder: Path) -> str:
    return run_well(*([command] if command else []), "--help", cwd=folder)


def test_the_main_page_names_every_command(tmp_path: Path) -> None:
    text = page("", tmp_path)
    assert [name for name in COMMANDS if name not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_s_page_names_all_its_options(command: str, tmp_path: Path) -> None:
    text = page(command, tmp_path)
    parameters = typer.main.get_command(app).commands[command].params  # type: ignore[attr-defined]
    options = [name for each in parameters for name in each.opts if name.startswith("-")]
    assert [name for name in options if name not in text] == []


@pytest.mark.parametrize("command", PAGES, ids=lambda name: name or "forgesim")
def test_the_page_is_laid_out_as_stored(command: str, tmp_path: Path) -> None:
    if not has_the_parser_of_the_snapshots():
        pytest.skip("another version of typer or rich than the snapshots were made with")
    name = f"help-{command}" if command else "help"
    assert matches_snapshot(name, page(command, tmp_path))


def test_version_prints_the_package_s_version(tmp_path: Path) -> None:
    import forgesim  # noqa: PLC0415

    assert run_well("--version", cwd=tmp_path) == f"forgesim {forgesim.__version__}\n"


def test_help_writes_nothing(tmp_path: Path) -> None:
    page("batch", tmp_path)
    assert list(tmp_path.iterdir()) == []
