"""Deck lists as people write them, in and out."""

from pathlib import Path

import pytest

from forgesim.cards.decklists import read_list, write_list
from forgesim.cards.decks import Deck, deck_toml, load_deck
from forgesim.cards.model import Card
from forgesim.cards.roster import load_roster
from forgesim.cards.shipped import shipped, shipped_names
from forgesim.errors import DataError, UsageError
from forgesim.rulesets.forge.cards import ForgeCard, card_problems

SHIPPED = load_roster([shipped("forge") / "cards"], ForgeCard, card_problems).cards


def cards(**names: str) -> dict[str, Card]:
    """Cards by id, with these names."""
    facts = {"faction": "Wilds", "type": "artifact", "cost": 1, "rarity": "common"}
    return {i: ForgeCard.model_validate({"id": i, "name": n, **facts}) for i, n in names.items()}


FEW = cards(hound="Bramble Hound", wren="Wren's Fox", foxes="2 Foxes", hope="Hope:", x="x Ray")


def write(folder: Path, *lines: str) -> Path:
    path = folder / "d.txt"
    path.write_bytes("".join(lines).encode() if len(lines) == 1 else "\n".join(lines).encode())
    return path


def counts(folder: Path, *lines: str) -> dict[str, int]:
    return {card: copies for card, (copies, _) in read_list(write(folder, *lines), FEW).items()}


def problems(folder: Path, *lines: str, known: dict[str, Card] = FEW) -> list[str]:
    with pytest.raises(DataError) as error:
        read_list(write(folder, *lines), known)
    return [f"{violation.line}: {violation.problem}" for violation in error.value.violations]


@pytest.mark.parametrize(
    "line",
    ["2 Bramble Hound", "2x Bramble Hound", "2X  bramble   HOUND ", "\t2\tBramble\u00a0Hound",
     "002 hound", "2 HOUND"],
)  # fmt: skip
def test_a_line_is_a_number_and_a_card_by_name_or_id(line: str, tmp_path: Path) -> None:
    assert counts(tmp_path, line) == {"hound": 2}


def test_headings_remarks_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    lines = ["# My deck", "// of old", "", "Creatures:", "1 hound", "Best (10):", "  ", "1 wren"]
    assert counts(tmp_path, *lines) == {"hound": 1, "wren": 1}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_of_any_system_are_read_and_lines_counted(end: str, tmp_path: Path) -> None:
    text = f"\ufeff1 hound{end}{end}Rest:{end}2 wren{end}"
    assert read_list(write(tmp_path, text), FEW) == {"hound": (1, 1), "wren": (2, 4)}


@pytest.mark.parametrize(
    ("line", "card"),
    [("1 Wren\u2019s Fox", "wren"), ("3 2 Foxes", "foxes"), ("1 Hope:", "hope"), ("2 x Ray", "x"),
     ("2x x Ray", "x"), ("2 \uff42ramble hound", "hound")],
    ids=["curly apostrophe", "number", "colon", "x", "2x x", "full width"],
)  # fmt: skip
def test_names_that_look_like_something_else_are_found(
    line: str, card: str, tmp_path: Path
) -> None:
    assert list(counts(tmp_path, line)) == [card]


EXPECTED = (
    "expected a number of copies and a card, as 2 Bramble Hound (a heading ends with a colon)"
)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Bramble Hound", f"'Bramble Hound', {EXPECTED}"),
        ("Bramble Hound x2", f"'Bramble Hound x2', {EXPECTED}"),
        ("2", f"'2', {EXPECTED}"),
        ("2x", f"'2x', {EXPECTED}"),
        ("-1 hound", f"'-1 hound', {EXPECTED}"),
        ("1.5 hound", f"'1.5 hound', {EXPECTED}"),
        ("1,5 hound", f"'1,5 hound', {EXPECTED}"),
        ("\u0662 hound", f"'\u0662 hound', {EXPECTED}"),
        ("0 hound", "0 copies of 'hound', expected a number from 1 to 999"),
        ("1000 hound", "1000 copies of 'hound', expected a number from 1 to 999"),
        ("2 Bramble Hond", "unknown card 'Bramble Hond'; did you mean 'Bramble Hound'?"),
        ("2 BRAMBEL", "unknown card 'BRAMBEL'; did you mean 'Bramble Hound'?"),
        ("2 zzzz", "unknown card 'zzzz'"),
        ("10 Creatures:", "unknown card 'Creatures:'"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, problem: str, tmp_path: Path) -> None:
    assert problems(tmp_path, "# mine", line) == [f"2: {problem}"]


def test_every_wrong_line_is_named_at_once(tmp_path: Path) -> None:
    lines = ["0 hound", "1 wren", "1 Wren's Fox", "foxes"]
    assert [text.split(":")[0] for text in problems(tmp_path, *lines)] == ["1", "3", "4"]
    assert "3: 'wren' stands on line 2 already" in problems(tmp_path, *lines)


@pytest.mark.parametrize("text", ["# nothing\n", "Creatures:\n"])
def test_a_list_without_cards_is_refused(text: str, tmp_path: Path) -> None:
    assert problems(tmp_path, text) == ["None: holds no card; expected lines as 2 Bramble Hound"]


def test_a_word_that_could_mean_two_cards_is_refused(tmp_path: Path) -> None:
    known = cards(a1="Twin", a2="TWIN", b1="a1")
    remedy = "write the id, or a deck file (.toml) with ids"
    assert problems(tmp_path, "1 twin", "1 A1", "1 a2", known=known) == [
        f"1: 'twin' can mean a1 or a2: {remedy}",
        f"2: 'A1' can mean a1 or b1: {remedy}",
    ]
    assert list(read_list(write(tmp_path, "1 a2"), known)) == ["a2"]


def test_a_name_that_is_the_card_s_own_id_is_clear(tmp_path: Path) -> None:
    known = cards(wolf="Wolf")
    assert read_list(write(tmp_path, "1 wolf"), known) == {"wolf": (1, 1)}


# A list as a deck


def test_a_list_is_a_deck_that_is_called_like_its_file(tmp_path: Path) -> None:
    path = tmp_path / "my first  deck.TXT"
    path.write_text("# x\n2 Wick Imp\n1 Ash Moth\n")
    deck, line = load_deck(path, "forge", SHIPPED)
    assert deck.name == "my-first-deck"
    assert deck.ids == ["ash_moth", "wick_imp", "wick_imp"]
    assert (line("cards", "ash_moth"), line("cards"), line("name")) == (3, None, None)


def test_a_file_name_that_makes_no_deck_name_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / f"{'a' * 65}.txt"
    path.write_text("2 Wick Imp\n")
    with pytest.raises(DataError, match=r"up to 64 characters .*: a list is called like its file"):
        load_deck(path, "forge", SHIPPED)


# Written, and read back


def test_a_card_is_written_by_its_id_where_its_name_could_mean_another(tmp_path: Path) -> None:
    known = cards(a1="Twin", a2="TWIN", c1="Solo", d1="c2", c2="Duo", a3="twin ")
    text = write_list([*known.values(), known["c1"]], known.values())
    assert text == "1 d1\n1 Duo\n2 Solo\n1 a1\n1 a2\n1 a3\n"
    entries = read_list(write(tmp_path, text), known)
    assert {card: copies for card, (copies, _) in entries.items()} == dict.fromkeys(known, 1) | {
        "c1": 2
    }


def test_a_card_that_no_word_means_alone_is_not_written() -> None:
    known = cards(c1="Twin", c2="Twin", x="c1")
    with pytest.raises(UsageError, match=r"^'c1': in a list neither .*: --format toml"):
        write_list([known["c1"]], known.values())


@pytest.mark.parametrize("name", shipped_names("forge", "decks"))
def test_a_shipped_deck_is_the_same_after_writing_it_and_reading_it(
    name: str, tmp_path: Path
) -> None:
    deck, _ = load_deck(shipped("forge") / "decks" / f"{name}.toml", "forge", SHIPPED)
    (tmp_path / f"{name}.toml").write_text(deck_toml(deck, "forge"), encoding="utf-8")
    assert load_deck(tmp_path / f"{name}.toml", "forge", SHIPPED)[0] == deck
    list_ = tmp_path / f"{name}.txt"
    list_.write_text(write_list(deck.cards, SHIPPED.values()), encoding="utf-8")
    assert load_deck(list_, "forge", SHIPPED)[0] == Deck(deck.name, deck.cards)
