"""Names and paths: which is which, and where a relative path begins."""

from pathlib import Path

import pytest

from forgesim.cards.shipped import find, shipped, shipped_names
from forgesim.errors import UsageError


@pytest.mark.parametrize("kind", ["decks", "rulesets", "pilots"])
def test_every_shipped_name_is_found(kind: str) -> None:
    names = shipped_names("forge", kind)
    assert names
    assert all(find(name, "forge", kind, Path()).is_file() for name in names)


@pytest.mark.parametrize("name", ["mine.toml", "./mine", "sub/mine", "sub\\mine"])
def test_what_looks_like_a_path_is_one_relative_to_the_folder(name: str) -> None:
    assert find(name, "forge", "decks", Path("here")) == Path("here") / name


def test_an_absolute_path_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert find(str(path), "forge", "decks", Path("elsewhere")) == path


def test_any_other_word_is_a_shipped_name(tmp_path: Path) -> None:
    (tmp_path / "wilds-fast.toml").write_text("a file of that name does not matter")
    found = find("wilds-fast", "forge", "decks", tmp_path)
    assert found == shipped("forge") / "decks" / "wilds-fast.toml"


def test_an_unknown_name_is_refused_with_the_known_ones_and_how_to_name_a_file() -> None:
    with pytest.raises(UsageError, match=r"unknown deck 'wild-fast'; did you mean 'wilds-fast'"):
        find("wild-fast", "forge", "decks", Path())
    with pytest.raises(UsageError, match=r"shipped: aggro, .*, random, .*; .* as \./zzz\.toml"):
        find("zzz", "forge", "pilots", Path())


def make_project(folder: Path) -> None:
    """A project with a deck that is called like a shipped one, and a pilot."""
    (folder / "experiment.toml").write_text("games = 20\n")
    for place in ("decks/wilds-fast.toml", "decks/brew.txt", "pilots/mine.toml"):
        (folder / place).parent.mkdir(exist_ok=True)
        (folder / place).write_text("x")


def test_a_name_is_first_looked_for_in_the_project(tmp_path: Path) -> None:
    make_project(tmp_path)
    assert find("wilds-fast", "forge", "decks", tmp_path) == tmp_path / "decks/wilds-fast.toml"
    assert find("brew", "forge", "decks", tmp_path) == tmp_path / "decks/brew.txt"
    assert find("wilds-slow", "forge", "decks", tmp_path).is_relative_to(shipped("forge"))
    with pytest.raises(UsageError, match=r"unknown deck 'brow'; did you mean 'brew'.*of this proj"):
        find("brow", "forge", "decks", tmp_path)


def test_a_deck_may_name_a_pilot_of_its_project(tmp_path: Path) -> None:
    make_project(tmp_path)
    assert find("mine", "forge", "pilots", tmp_path / "decks") == tmp_path / "pilots/mine.toml"


def test_a_folder_without_an_experiment_is_no_project(tmp_path: Path) -> None:
    make_project(tmp_path)
    (tmp_path / "experiment.toml").unlink()
    assert find("wilds-fast", "forge", "decks", tmp_path).is_relative_to(shipped("forge"))
