"""Rosters: CSV files as spreadsheets write them."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from forgesim.cards.roster import Roster, change_cards, load_roster
from forgesim.cards.settings import parse_settings
from forgesim.cards.shipped import shipped
from forgesim.errors import DataError, ForgesimError
from forgesim.rulesets.forge.cards import ForgeCard, card_problems
from forgesim.rulesets.forge.names import CardType, Keyword, Rarity

COLUMNS = "id,name,faction,type,cost,power,toughness,keyword,rarity"
HOUND = "hound,Hound,Wilds,creature,2,2,1,SWIFT,common"
SPEAR = "spear,Spear,Wilds,weapon,2,,,,uncommon"


def load(folder: Path, *rows: str, columns: str = COLUMNS, end: str = "\n") -> Roster:
    path = folder / "cards.csv"
    path.write_bytes((end.join([columns, *rows]) + end).encode())
    return load_roster([path], ForgeCard, card_problems)


def problems(folder: Path, *rows: str, columns: str = COLUMNS) -> list[str]:
    with pytest.raises(DataError) as error:
        load(folder, *rows, columns=columns)
    return [f"{violation.line}: {violation.problem}" for violation in error.value.violations]


def test_a_row_is_a_card(tmp_path: Path) -> None:
    card = load(tmp_path, HOUND).cards["hound"]
    assert isinstance(card, ForgeCard)
    assert (card.name, card.type, card.cost) == ("Hound", CardType.CREATURE, 2)
    assert (card.power, card.toughness) == (2, 1)
    assert (card.keyword, card.rarity) == (Keyword.SWIFT, Rarity.COMMON)
    assert card.group == "Wilds"


def test_an_empty_cell_is_no_value(tmp_path: Path) -> None:
    card = load(tmp_path, SPEAR).cards["spear"]
    assert isinstance(card, ForgeCard)
    assert (card.power, card.toughness, card.keyword) == (None, None, Keyword.NONE)


@pytest.mark.parametrize(
    "row",
    [
        "hound,Hound,wilds,Creature,2,2,1,swift,COMMON",
        " hound , Hound ,Wilds,creature, 2 ,2,1,SWIFT,common ",
        '"hound","Hound","Wilds","creature","2","2","1","SWIFT","common"',
    ],
    ids=["case", "blanks", "quotes"],
)
def test_case_blanks_and_quotes_do_not_matter(row: str, tmp_path: Path) -> None:
    assert load(tmp_path, row) == load(tmp_path, HOUND)


def test_line_ends_of_any_system_are_read(tmp_path: Path) -> None:
    assert load(tmp_path, HOUND, SPEAR, end="\r\n") == load(tmp_path, HOUND, SPEAR)


def test_columns_may_stand_in_any_order_and_case(tmp_path: Path) -> None:
    turned = [",".join(reversed(row.split(","))) for row in (COLUMNS.upper(), HOUND)]
    assert load(tmp_path, turned[1], columns=turned[0]) == load(tmp_path, HOUND)


def test_blank_rows_are_left_out_and_still_counted_as_lines(tmp_path: Path) -> None:
    assert load(tmp_path, "", HOUND, ",,,,,,,,") == load(tmp_path, HOUND)
    assert problems(tmp_path, "", HOUND.replace("2,2,1", "x,2,1"))[0].startswith("3: ")


def test_comments_at_the_head_are_what_the_roster_says_about_itself(tmp_path: Path) -> None:
    roster = load(tmp_path, COLUMNS, HOUND, columns="# A sample.\n#\n# Not printed.")
    assert [note for note in roster.notes if note] == ["A sample.", "Not printed."]


def test_a_folder_means_all_its_csv_files(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"# sample\n{COLUMNS}\n{HOUND}\n")
    (tmp_path / "b.csv").write_text(f"# sample\n{COLUMNS}\n{SPEAR}\n")
    (tmp_path / "notes.txt").write_text("not a roster")
    roster = load_roster([tmp_path], ForgeCard, card_problems)
    assert set(roster.cards) == {"hound", "spear"}
    assert roster.notes == ("sample",)


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (HOUND.replace(",2,2,1", ",ten,2,1"), "cost 'ten', expected a whole number from 0 to 9"),
        (HOUND.replace(",2,2,1", ",10,2,1"), "cost '10', expected a whole number from 0 to 9"),
        (HOUND.replace(",2,2,1", ",2.5,2,1"), "cost '2.5', expected a whole number from 0 to 9"),
        (HOUND.replace(",2,2,1", ",,2,1"), "cost is missing, expected a whole number from 0 to 9"),
        (HOUND.replace(",2,2,1", ",2,100,1"), "power '100', expected a whole number from 0 to 99"),
        (HOUND.replace(",2,2,1", ",2,2,0"), "toughness '0', expected a whole number from 1 to 99"),
        (HOUND.replace("SWIFT", "FAST"), "keyword 'FAST', expected one of GUARD, SWIFT"),
        (HOUND.replace("Wilds", "Woods"), "faction 'Woods', expected Occult, Wilds"),
        (HOUND.replace("common", "epic"), "rarity 'epic', expected common, uncommon, rare"),
        (HOUND.replace("hound,", "a hound,"), "id 'a hound', expected up to 64 letters"),
        (HOUND.replace("SWIFT", "KEEN"), "keyword KEEN on a card of type creature: only weapons"),
        (HOUND.replace("2,2,1", "2,,1"), "power is empty: a creature needs a number"),
        (SPEAR.replace("2,,", "2,1,"), "power 1: only creatures have one, leave it empty"),
        (HOUND + ",x", "10 cells, expected 9"),
        (HOUND.removesuffix(",common"), "8 cells, expected 9"),
    ],
)
def test_a_wrong_cell_is_refused_with_value_and_remedy(
    row: str, problem: str, tmp_path: Path
) -> None:
    (found,) = problems(tmp_path, row)
    assert found.startswith("2: ")
    assert problem in found


@pytest.mark.parametrize("keyword", Keyword)
@pytest.mark.parametrize("kind", CardType)
def test_a_keyword_is_borne_by_its_types_only(
    keyword: Keyword, kind: CardType, tmp_path: Path
) -> None:  # D3
    creature, weapon, artifact = CardType
    bearers = {
        Keyword.GUARD: {creature}, Keyword.VENOM: {creature}, Keyword.SWIFT: {creature, weapon},
        Keyword.HEAVY: {weapon}, Keyword.KEEN: {weapon}, Keyword.BLESSED: {artifact},
        Keyword.CURSED: {artifact}, Keyword.STURDY: {artifact},
    }.get(keyword, set(CardType))  # fmt: skip
    body = "2,1" if kind is creature else ","
    word = "" if keyword is Keyword.NONE else keyword.name
    row = f"x,X,Wilds,{kind.name.lower()},2,{body},{word},common"
    if kind in bearers:
        assert "x" in load(tmp_path, row).cards
    else:
        assert len(problems(tmp_path, row)) == 1


def test_all_wrong_cells_of_all_rows_are_reported_together(tmp_path: Path) -> None:
    found = problems(tmp_path, HOUND.replace("Wilds", "Woods").replace("common", "epic"),
                     SPEAR.replace(",2,", ",x,"))  # fmt: skip
    assert [text.split(":")[0] for text in found] == ["2", "2", "3"]


@pytest.mark.parametrize("second", ["hound", "Hound"])
def test_an_id_is_taken_whatever_its_case(second: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, HOUND, HOUND.replace("hound", second, 1))
    assert "is taken already at" in found
    assert found.endswith("cards.csv:2")


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        (COLUMNS.removesuffix(",rarity"), "column 'rarity' is missing"),
        (COLUMNS + ",art", "unknown column 'art'"),
        (COLUMNS.replace("rarity", "rarety"), "unknown column 'rarety'; did you mean 'rarity'?"),
        (COLUMNS + ",cost", "column 'cost' stands twice"),
    ],
)
def test_a_wrong_header_is_refused_with_the_right_one(
    columns: str, problem: str, tmp_path: Path
) -> None:
    found = problems(tmp_path, HOUND, columns=columns)
    assert any(problem in text and text.endswith(COLUMNS.replace(",", ", ")) for text in found)


# `card.ID.FIELD=VALUE`


def changed(folder: Path, *settings: str) -> ForgeCard:
    roster = change_cards(load(folder, HOUND, SPEAR), parse_settings(settings), card_problems)
    card = roster.cards["hound"]
    assert isinstance(card, ForgeCard)
    return card


@pytest.mark.parametrize(
    ("setting", "field", "value"),
    [
        ("cost=+1", "cost", 3),
        ("cost=-2", "cost", 0),
        ("cost=4", "cost", 4),
        ("power=+3", "power", 5),
        ("keyword=VENOM", "keyword", Keyword.VENOM),
        ("rarity=mythic", "rarity", Rarity.MYTHIC),
        ("name=Old Hound", "name", "Old Hound"),
    ],
)
def test_a_card_s_field_is_set_or_moved(
    setting: str, field: str, value: object, tmp_path: Path
) -> None:
    assert getattr(changed(tmp_path, f"card.hound.{setting}"), field) == value


def test_several_settings_of_a_card_add_up(tmp_path: Path) -> None:
    assert changed(tmp_path, "card.hound.cost=+1", "card.hound.cost=+1").cost == 4


def test_a_keyword_can_be_taken_away(tmp_path: Path) -> None:
    assert changed(tmp_path, "card.hound.keyword=").keyword is Keyword.NONE


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("card.hund.cost=1", "unknown card 'hund'; did you mean 'hound'"),
        ("card.hound.price=1", "unknown field 'price'"),
        ("card.hound.id=cat", "unknown field 'id'"),
        ("card.hound=1", "expected card.ID.FIELD=VALUE"),
        ("card.hound.cost=+8", "cost 10, expected a whole number from 0 to 9"),
        ("card.hound.keyword=KEEN", "keyword KEEN on a card of type creature"),
        ("card.hound.type=weapon", "power 2: only creatures have one"),
    ],
)
def test_a_change_that_makes_no_card_is_refused(setting: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match=problem):
        changed(tmp_path, setting)


# The shipped roster


@pytest.fixture(scope="module")
def cards() -> Sequence[ForgeCard]:
    roster = load_roster([shipped("forge") / "cards"], ForgeCard, card_problems)
    assert any("NOT the printed set" in note for note in roster.notes)
    return [card for card in roster.cards.values() if isinstance(card, ForgeCard)]


@pytest.mark.parametrize("faction", ["Occult", "Wilds", "Sundries", "Armory", "Arcana"])
def test_a_shipped_faction_has_cards_enough_and_one_or_two_mythics(
    faction: str, cards: Sequence[ForgeCard]
) -> None:
    own = [card for card in cards if card.group == faction]
    assert len(own) >= 16
    assert 1 <= len([card for card in own if card.rarity is Rarity.MYTHIC]) <= 2
    assert {card.cost for card in own} <= set(range(1, 8))
