"""Reading text that people write: failures name the file, the line and the remedy."""

from pathlib import Path

import pytest

from forgesim.cards.files import did_you_mean, named, read_text
from forgesim.cards.toml import Toml
from forgesim.errors import DataError

TOML = """\
# a comment with = in it
name = "mine"
first.start_heat = 21

[switch]
late_attach = false

[ strikes_per_turn ]
value = 1
text = '''
name = "inside a text"
'''
[set]
card.bramble_hound.cost = "+1"
"fp_cap" = 8
"""


@pytest.fixture
def toml(tmp_path: Path) -> Toml:
    path = tmp_path / "mine.toml"
    path.write_text(TOML)
    return Toml(path)


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("name",), 2),
        (("first", "start_heat"), 3),
        (("switch",), 5),
        (("switch", "late_attach"), 6),
        (("strikes_per_turn", "value"), 9),
        (("set", "card", "bramble_hound", "cost"), 14),
        (("set", "fp_cap"), 15),
    ],
)
def test_a_key_is_found_on_its_line(toml: Toml, keys: tuple[str, ...], line: int) -> None:
    assert toml.line(*keys) == line


def test_a_key_that_is_not_there_is_placed_at_the_table_around_it(toml: Toml) -> None:
    assert toml.line("switch", "nowhere") == 5
    assert toml.line("nowhere") is None


def test_a_text_of_several_lines_holds_no_keys(toml: Toml) -> None:
    assert toml.line("strikes_per_turn", "name") == 8


def test_broken_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("games = 20\nseed = = 1\n")
    with pytest.raises(DataError, match=r"mine\.toml:2: is not valid TOML: "):
        Toml(path)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"a\nb\xff\n", r":2: is not UTF-8 text; save it as UTF-8"),
        (b"PK\x03\x04\0\0", "holds binary data, expected text"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(content)
    with pytest.raises(DataError, match=problem):
        read_text(path)


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes(b"\xef\xbb\xbfid,name\n")
    assert read_text(path) == "id,name\n"


def test_a_missing_file_suggests_a_near_name_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mydeck.toml").write_text("x")
    with pytest.raises(DataError, match=r"there is no such file; did you mean 'mydeck\.toml'"):
        read_text(tmp_path / "mydek.toml")


def test_nothing_is_suggested_where_nothing_is_near() -> None:
    assert did_you_mean("zzz", ["wilds-fast", "occult-fast"]) == ""
    assert did_you_mean("Aggressive", ["greedy", "aggro"]) == "; did you mean 'aggro'?"
    assert did_you_mean("wild-fast", ["wilds-fast", "occult-fast"]) == (
        "; did you mean 'wilds-fast'?"
    )


def test_of_many_names_a_few_are_told() -> None:
    assert named([]) == ""
    assert named(["a", "b"], 2) == "a, b"
    assert named(["a", "b", "c"], 2, ";") == "a; b and 1 more"
