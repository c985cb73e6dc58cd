"""The starter project: whole, or not there at all."""

import shutil
import stat
from pathlib import Path

import pytest

from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan
from forgesim.cards import files
from forgesim.cards.shipped import shipped
from forgesim.errors import ForgesimError, OutputError, UsageError
from forgesim.pilots.forge.game import GAME
from forgesim.workshop import starter
from forgesim.workshop.starter import make_project
from tests.cli.program import tree

TOPS = {
    "README.md", "cards.csv", "decks", "experiment.toml", "gate.toml", "pilots", "rulesets",
}  # fmt: skip


@pytest.mark.parametrize("name", ["game", "a/b/game", "game/"])
def test_a_project_is_made_with_all_that_a_batch_needs(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    made = make_project(folder, GAME)
    assert {path.name for path in folder.iterdir()} == TOPS
    assert sorted(tree(folder)) == sorted(
        {path.as_posix() for path in made} | {"decks", "pilots", "rulesets"}
    )
    plan = make_plan(load_experiment(folder / "experiment.toml", {"games": 2}))
    assert len(plan.decks) == len(GAME.starter_decks)
    assert [path.name for path in tmp_path.iterdir()] == [Path(name).parts[0]]


def test_an_empty_folder_is_filled_and_stays_the_same_folder(tmp_path: Path) -> None:
    """A shell may stand in it."""
    before = tmp_path.stat().st_ino
    make_project(tmp_path, GAME)
    assert {path.name for path in tmp_path.iterdir()} == TOPS
    assert tmp_path.stat().st_ino == before


def test_a_folder_that_is_reached_by_a_link_is_filled(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there")
    make_project(tmp_path / "link", GAME)
    assert {path.name for path in (tmp_path / "there").iterdir()} == TOPS


def test_a_project_can_be_changed_even_if_what_is_installed_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    shutil.copytree(shipped("forge"), installed)
    for path in sorted(installed.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setattr(starter, "shipped", lambda _: installed)
    make_project(tmp_path / "game", GAME)
    modes = {p.stat().st_mode & stat.S_IWUSR for p in (tmp_path / "game").rglob("*")}
    assert modes == {stat.S_IWUSR}


@pytest.mark.parametrize("content", ["a.txt", ".git/config"])
def test_a_folder_that_holds_anything_is_left_as_it_is(content: str, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    (folder / content).parent.mkdir(parents=True)
    (folder / content).write_text("mine")
    before = tree(tmp_path)
    with pytest.raises(UsageError, match=r"game exists and is no empty folder: name a new one"):
        make_project(folder, GAME)
    assert tree(tmp_path) == before


def test_a_file_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("mine")
    with pytest.raises(UsageError, match="is no empty folder"):
        make_project(tmp_path / "game", GAME)
    with pytest.raises(OutputError, match="cannot be made: Not a directory"):
        make_project(tmp_path / "game" / "below", GAME)
    assert tree(tmp_path) == {"game": b"mine"}


def test_a_name_that_no_folder_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot be made: File name too long"):
        make_project(tmp_path / "new" / ("a" * 300), GAME)
    assert tree(tmp_path) == {}


@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("name", ["a/b/game", "there"])
def test_nothing_is_left_behind_where_it_cannot_be_made(
    name: str, failure: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    written: list[Path] = []

    def write(path: Path, content: bytes) -> None:
        if len(written) == 5:
            raise failure
        path.write_bytes(content)
        written.append(path)

    monkeypatch.setattr(files, "_write_and_move", write)
    with pytest.raises((ForgesimError, KeyboardInterrupt)) as error:
        make_project(tmp_path / name, GAME)
    if isinstance(failure, OSError):
        file, why = str(error.value).split(" cannot be written: ")
        assert why == "No space left on device"
        assert Path(file).is_relative_to(tmp_path / name)
    assert len(written) == 5
    assert tree(tmp_path) == {"there": None}
