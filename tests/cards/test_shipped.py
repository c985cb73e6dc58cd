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
    with pytest.raises(UsageError, match=r"shipped: greedy, random; .* as \./zzz\.toml"):
        find("zzz", "forge", "pilots", Path())
