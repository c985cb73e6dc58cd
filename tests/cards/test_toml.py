"""TOML files: what is told where a line is none."""

from pathlib import Path

import pytest

from forgesim.cards.toml import Toml, entry
from forgesim.errors import DataError


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("name = Card Name", 'put text between quotation marks: name = "Card Name"'),
        ("Tide = Wilds  # sea", 'put text between quotation marks: Tide = "Wilds"'),
        ("games = \u00c9lan", 'put text between quotation marks: games = "\u00c9lan"'),
        ("name = \u201cCard\u201d", 'write straight quotation marks (") in the place of curly'),
        ("name = \u2018Card\u2019", 'write straight quotation marks (") in the place of curly'),
        ("\u201eTide\u201c = 'Wilds'", 'write straight quotation marks (") in the place of curly'),
        ('First Strike = "SWIFT"', 'put what stands before = between quotation marks: "First Stri'),
        ('F\u00e4 = "x"', 'put what stands before = between quotation marks: "F\u00e4" = "..."'),
        ('Tide: "Wilds"', 'expected KEY = "VALUE", with = between them'),
        ("[values faction]", "the name of a table stands between [ and ]"),
        ('a = "x"\na = "y"', "it stands in this file already: put both together"),
        ("[columns]\n[columns]", "it stands in this file already: put both together"),
        ('deck = [\nwilds-fast,\n]', "put text between quotation marks"),
        ("deck = [wilds-fast]", "put text between quotation marks"),
        ("deck = [\n=", ""),
        ("games = 2,5", ""),
        ("games = -", ""),
    ],
)  # fmt: skip
def test_a_line_that_is_no_toml_is_answered_with_what_to_do(
    line: str, remedy: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"seed = 1\n{line}\n", encoding="utf-8")
    with pytest.raises(DataError) as error:
        Toml(path)
    place, problem = str(error.value).split(": is not valid TOML: ")
    assert place.startswith(f"{path}:")
    assert remedy in problem
    assert (";" in problem) == bool(remedy)


def test_a_key_with_a_point_and_a_blank_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[values.faction]\nTide = "Wilds"\n"St. Elmo" = "Wilds"\n', encoding="utf-8")
    assert Toml(path).line("values", "faction", "St. Elmo") == 3


@pytest.mark.parametrize("key", ["Haste", "-", "two words", "F\u00e4", 'a "b"', "a.b", "", "a\\b"])
def test_an_entry_is_read_back_as_it_was(key: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(entry(key, key), encoding="utf-8")
    assert Toml(path).data == {key: key}
