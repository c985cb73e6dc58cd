"""Rosters: CSV files as spreadsheets write them."""

import csv
import datetime
from collections.abc import Sequence
from pathlib import Path

import pytest

from forgesim.cards.roster import Roster, change_cards, load_roster, roster_csv
from forgesim.cards.settings import parse_settings
from forgesim.cards.shipped import shipped
from forgesim.errors import DataError, ForgesimError
from forgesim.rulesets.forge.cards import ForgeCard, card_problems
from forgesim.rulesets.forge.names import CardType, Keyword, Rarity
from tests.cards.books import Rows, book

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
        (SPEAR.replace("2,,", "2,1,"), "power '1': only creatures have one, leave it empty"),
        (SPEAR.replace("2,,,", "2,,x,"), "toughness 'x': only creatures have one, leave it empty"),
        (SPEAR.replace("2,,", "2,00,"), "power '00': only creatures have one, leave it empty"),
        (HOUND + ",x", "cell 'x' stands in a column without heading"),
        (HOUND + ",,,x", "cell 'x' stands in a column without heading"),
        (HOUND.removesuffix(",common"), "rarity is missing, expected common, uncommon"),
        ("Wilds cards", "nothing but 'Wilds cards' stands in this row, expected a card"),
        (",,,,# Armory,,,,", "nothing but '# Armory' stands in this row, expected a card"),
    ],
)
def test_a_wrong_cell_is_refused_with_value_and_remedy(
    row: str, problem: str, tmp_path: Path
) -> None:
    (found,) = problems(tmp_path, row)
    assert found.startswith("2: ")
    assert problem in found


def test_blank_cells_at_the_end_of_a_row_may_be_left_out(tmp_path: Path) -> None:
    columns = "id,name,faction,type,cost,power,toughness,rarity,keyword,art"
    row = "ox,Ox,Wilds,creature,2,2,1,common"
    assert load(tmp_path, row, columns=columns) == load(tmp_path, row + ",,", columns=columns)


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


@pytest.mark.parametrize("kind", ["weapon", "artifact"])
@pytest.mark.parametrize("cells", ["0,0", "-,-", "0,", "\u2013,\u2014"])
def test_where_a_card_can_have_no_numbers_a_nought_and_a_dash_mean_nothing(
    kind: str, cells: str, tmp_path: Path
) -> None:  # D3
    row = SPEAR.replace("weapon", kind)
    assert load(tmp_path, row.replace("2,,", f"2,{cells}")) == load(tmp_path, row)


@pytest.mark.parametrize("cells", ["2,0", "-,1", "2,\u2013"])
def test_a_creature_s_noughts_and_dashes_are_not_taken_for_nothing(
    cells: str, tmp_path: Path
) -> None:
    (found,) = problems(tmp_path, HOUND.replace("2,2,1", f"2,{cells}"))
    assert "for creatures only" in found


def test_both_numbers_of_a_card_that_can_have_none_are_refused_alike(tmp_path: Path) -> None:
    found = problems(tmp_path, SPEAR.replace("2,,", "2,two,3"))
    assert found == [
        "2: 'Spear': power 'two': only creatures have one, leave it empty",
        "2: 'Spear': toughness '3': only creatures have one, leave it empty",
    ]  # fmt: skip


# The same fault in many rows


def told(folder: Path, *rows: str) -> list[str]:
    with pytest.raises(DataError) as error:
        load(folder, *rows)
    return [str(violation).replace(f"{folder}/", "") for violation in error.value.violations]


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        (1, "cards.csv:2: 'Card 2': "),
        (2, "cards.csv:2, 3: "),
        (3, "cards.csv:2, 3, 4: "),
        (4, "cards.csv:2, 3, 4 and 1 more row: "),
        (9, "cards.csv:2, 3, 4 and 6 more rows: "),
    ],
)
def test_the_same_fault_in_many_rows_is_told_once(rows: int, place: str, tmp_path: Path) -> None:
    lines = [f"c{n},Card {n},Tide,weapon,1,,,,rare" for n in range(2, rows + 2)]
    (found,) = told(tmp_path, *lines)
    assert found.startswith(f"{place}faction 'Tide', expected Occult, Wilds, Sundries,")


def test_other_values_other_columns_and_other_files_are_other_faults(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{COLUMNS}\n{SPEAR.replace('Wilds', 'Tide')}\n")
    rows = [HOUND.replace("Wilds", word).replace("hound", word + "e") for word in ("Tide", "sun")]
    (tmp_path / "b.csv").write_text("\n".join([COLUMNS, *rows]) + "\n")
    with pytest.raises(DataError) as error:
        load_roster([tmp_path], ForgeCard, card_problems)
    assert [(v.file.name, v.line, v.more) for v in error.value.violations] == [
        ("a.csv", 2, ()), ("b.csv", 2, ()), ("b.csv", 3, ()),
    ]  # fmt: skip


NUMBERS = ("1,5", "1.5", "2,0", "2.0", "+2", "--2", "1_000", "1 0", "\u0663", "\uff12", "\u00b2",
           "\u00bd", "1e1", "0x2", "inf", "nan", "TRUE", "#N/A", "9" * 30, "")  # fmt: skip


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("field", ["cost", "power", "toughness"])
def test_a_number_is_plain_digits(field: str, number: str, tmp_path: Path) -> None:
    values = HOUND.split(",")
    values[COLUMNS.split(",").index(field)] = number
    (found,) = problems(tmp_path, ";".join(values), columns=COLUMNS.replace(",", ";"))
    missing = "is missing" if field == "cost" else "is empty"
    shown = repr(number) if number else missing
    assert found.startswith(f"2: 'Hound': {field} {shown}")


@pytest.mark.parametrize("number", ["2", " 2 ", "02", "\u00a02", "2\u3000"])
def test_blanks_and_zeros_around_a_number_do_not_matter(number: str, tmp_path: Path) -> None:
    row = HOUND.replace(",2,2,1", f",{number},2,1")
    assert load(tmp_path, row) == load(tmp_path, HOUND)


@pytest.mark.parametrize("keyword", ["SWIFT GUARD", '"SWIFT, GUARD"', "SWIFT/GUARD", "SWIFT;GUARD"])
def test_two_keywords_are_refused(keyword: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, HOUND.replace("SWIFT", keyword))
    assert f"keyword {keyword.strip(chr(34))!r}, expected one of GUARD" in found
    assert "; a card has one keyword at most: choose one, here or under [values.keyword]" in found


@pytest.mark.parametrize("second", ["hound", "Hound", "HOUND"])
def test_an_id_is_taken_whatever_its_case(second: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, HOUND, HOUND.replace("hound", second, 1))
    assert found == f"3: 'Hound': id {second!r} is taken already at {tmp_path / 'cards.csv'}:2"


def test_an_id_that_is_taken_is_named_beside_what_else_is_wrong(tmp_path: Path) -> None:
    found = problems(tmp_path, HOUND, HOUND.replace("Wilds", "Woods"))
    assert [text.split(" ")[2] for text in found] == ["faction", "id"]


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        (COLUMNS.removesuffix(",rarity"), "column missing: 'rarity'; expected id, name"),
        (COLUMNS.replace("rarity", "rarety"), "unknown column 'rarety'; did you mean 'rarity'?"),
        (COLUMNS + ",cost", "column 'cost' stands twice"),
        (COLUMNS.replace(",", "|"), "the header is the one cell 'id|name"),
    ],
)
def test_a_wrong_header_is_refused(columns: str, problem: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, HOUND, columns=columns)
    assert found.startswith(f"1: {problem}")


def test_a_roster_without_a_card_is_refused(tmp_path: Path) -> None:
    assert problems(tmp_path) == ["None: holds a header and no card, expected one a row"]


def test_rows_may_be_longer_by_blank_cells(tmp_path: Path) -> None:
    assert load(tmp_path, HOUND + ", ,,,", SPEAR) == load(tmp_path, HOUND, SPEAR)


# Columns of the author's own


def test_columns_that_are_not_used_are_told_once_for_all_files(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{COLUMNS},art,notes\n{HOUND},x,\n")
    (tmp_path / "b.csv").write_text(f"{COLUMNS},Art,notes\n{SPEAR},1,5\n")
    roster = load_roster([tmp_path], ForgeCard, card_problems)
    assert roster.notices == ("columns that are not used: 'art', 'notes', 'Art'",)
    assert roster.cards == load(tmp_path, HOUND, SPEAR).cards


def test_the_author_s_headings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    columns = COLUMNS.replace("cost", "Mana").replace("name", "Card Name")
    path.write_text(f"{columns}\n{HOUND}\n")
    headings = {"cost": "mana", "name": "card  name"}
    roster = load_roster([path], ForgeCard, card_problems, headings)
    assert roster.cards == load(tmp_path, HOUND).cards


# Ids made from names

NO_ID = COLUMNS.removeprefix("id,")


def named(folder: Path, *names: str) -> Roster:
    return load(folder, *(f"{name},Wilds,weapon,2,,,,common" for name in names), columns=NO_ID)


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Bramble Hound", "bramble_hound"),
        ("\u00c9lan  Vital!", "elan_vital"),
        ("Wren's Fox", "wrens_fox"),
        ("Wren\u2019s Fox", "wrens_fox"),
        ("Stra\u00dfe nach \u0141\u00f3d\u017a", "strasse_nach_lodz"),
        ("\u00c6sir & \u00d8re", "aesir_ore"),
        ('"""Old"", #2 (x)"', "old_2_x"),
        ("\u706b Fire", "fire"),
        ("A" * 100, "a" * 64),
    ],
)
def test_without_a_column_id_ids_are_made_from_the_names(
    name: str, made: str, tmp_path: Path
) -> None:
    roster = named(tmp_path, name)
    assert list(roster.cards) == [made]
    notice = f"no column 'id': ids are made from the names, as in {made}"
    assert roster.notices == (notice,)


def problems_of_names(folder: Path, *names: str) -> list[str]:
    with pytest.raises(DataError) as error:
        named(folder, *names)
    return [f"{violation.line}: {violation.problem}" for violation in error.value.violations]


@pytest.mark.parametrize("name", ["\u706b", "\U0001f525", "\u2026"])
def test_a_name_of_which_no_id_can_be_made_is_refused(name: str, tmp_path: Path) -> None:
    assert problems_of_names(tmp_path, name) == [
        f"2: {name!r}: no id can be made from this name: add a column 'id'"
    ]


def test_two_names_that_give_one_id_are_refused_with_the_remedy(tmp_path: Path) -> None:
    assert problems_of_names(tmp_path, "Fire!", "Ice", "fire?") == [
        "4: 'fire?': id 'fire', made from this name, is taken already at"
        f" {tmp_path / 'cards.csv'}:2: add a column 'id'"
    ]


def test_of_nameless_cards_the_names_are_missing_and_nothing_else(tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        named(tmp_path, "", "")
    assert str(error.value).endswith(
        "cards.csv:2, 3: name is missing, expected the printed name, up to 100 characters, one line"
    )


# Names

ODD_NAMES = (
    "Hound, the Old", 'The "Old" Hound', "6\" Nail", "=1+1", "+1 Sword", "-1 Sword", "@home", "007",
    "1e5", "TRUE", "null", "#1", "# Hash", "sep=;", "a;b", "a|b", "'quoted", "a\\", "2x Hound",
    "Hope:", "// x", "[red]x[/red]", "[/red]", "[bold", ":fire:", "%s {x} $HOME",
    "<b>bold</b><script>alert(1)</script>", "\U0001f525\U0001f525 Emoji",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Fam",
    "\u0643\u0644\u0628 \u0627\u0644\u0646\u0627\u0631",
    "\u05e9\u05dc\u05d5\u05dd", "\u202bboth\u202c ways", "\u9f8d\u9f8d", "e\u0301", "A" * 100,
)  # fmt: skip
"""Names that are accepted, and must come out as they went in."""


def odd_cards(folder: Path, separator: str = ",") -> Path:
    """A roster of cards with odd names."""
    path = folder / "odd.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=separator)
        writer.writerow(COLUMNS.split(","))
        for number, name in enumerate(ODD_NAMES):
            writer.writerow([f"c{number}", name, *SPEAR.split(",")[2:]])
    return path


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_names_come_out_as_they_went_in(separator: str, tmp_path: Path) -> None:
    roster = load_roster([odd_cards(tmp_path, separator)], ForgeCard, card_problems)
    assert tuple(card.name for card in roster.cards.values()) == ODD_NAMES
    (tmp_path / "again.csv").write_text(roster_csv(roster, ForgeCard, separator), encoding="utf-8")
    again = load_roster([tmp_path / "again.csv"], ForgeCard, card_problems)
    assert again.cards == roster.cards


@pytest.mark.parametrize(
    "name",
    ["\x1b[31mred", "bell\x07", '"two\nlines"', "tab\there", "del\x7f", "next\x85line",
     "line\u2028sep", "A" * 101],
)  # fmt: skip
def test_names_that_a_terminal_would_act_on_are_refused(name: str, tmp_path: Path) -> None:
    (found,) = problems(tmp_path, f"spear,{name},Wilds,weapon,2,,,,common")
    assert found.startswith("2: ")
    assert found.endswith("expected the printed name, up to 100 characters, one line")


# Workbooks

HEAD = COLUMNS.split(",")
CARD = ["hound", "Hound", "Wilds", "creature", 2, 2.0, 1, "SWIFT", "common"]


def of_book(folder: Path, **sheets: Rows) -> Roster:
    (folder / "cards.xlsx").write_bytes(book(**sheets))
    return load_roster([folder / "cards.xlsx"], ForgeCard, card_problems)


def problems_of_book(folder: Path, **sheets: Rows) -> list[str]:
    with pytest.raises(DataError) as error:
        of_book(folder, **sheets)
    return [str(violation).replace(f"{folder}/", "") for violation in error.value.violations]


def test_a_workbook_gives_the_same_cards(tmp_path: Path) -> None:
    assert of_book(tmp_path, Cards=[HEAD, CARD]).cards == load(tmp_path, HOUND).cards


def test_all_sheets_of_cards_are_read_and_the_others_named(tmp_path: Path) -> None:
    spear = ["spear", "Spear", "Wilds", "weapon", 2, None, None, None, "uncommon"]
    roster = of_book(
        tmp_path,
        Notes=[["Things to do"], ["Draw a hound"]],
        Wilds=[HEAD, CARD],
        People=[["Name", "Address"], ["Ann", "Here"]],
        More=[HEAD, spear],
    )
    assert roster.cards == load(tmp_path, HOUND, SPEAR).cards
    book_ = tmp_path / "cards.xlsx"
    assert roster.notices == (
        f"sheets without cards, passed over: {book_}[Notes], {book_}[People]",
    )  # fmt: skip


@pytest.mark.parametrize("sheets", [{"A": [["x"], ["y"]], "B": [["z"]]}, {"A": []}])
def test_a_workbook_without_cards_is_refused(sheets: dict[str, Rows], tmp_path: Path) -> None:
    (found,) = problems_of_book(tmp_path, **sheets)
    assert found == (
        f"cards.xlsx: holds no sheet of cards; expected one with the columns {', '.join(HEAD)}"
    )


def test_what_is_wrong_in_a_workbook_names_sheet_and_row(tmp_path: Path) -> None:
    rows = [HEAD, CARD, [], ["b", "Bee", *CARD[2:4], "=1+1", *CARD[5:]], ["c", "=A2", *CARD[2:]]]
    dated = ["d", "Dee", *CARD[2:5], datetime.date(2024, 2, 3), *CARD[6:]]
    more = [HEAD, [*CARD[:4], 2.5, *CARD[5:]], dated]
    assert problems_of_book(tmp_path, Cards=rows, More=more) == [
        "cards.xlsx[Cards]:4: 'Bee': cost is a formula whose value is not stored: open and save it"
        " in a spreadsheet",
        "cards.xlsx[Cards]:5: name is a formula whose value is not stored: open and save it in a"
        " spreadsheet",
        "cards.xlsx[More]:2: 'Hound': cost '2.5', expected a whole number from 0 to 9",
        "cards.xlsx[More]:2: 'Hound': id 'hound' is taken already at cards.xlsx[Cards]:2",
        "cards.xlsx[More]:3: 'Dee': power is the date or time 2024-02-03 00:00:00, as spreadsheets"
        " make of what looks like one: format the cell as text, and type it anew",
    ]  # fmt: skip


def test_a_formula_where_it_is_not_needed_does_no_harm(tmp_path: Path) -> None:
    roster = of_book(tmp_path, Cards=[[*HEAD, "Sum", "Made"], [*CARD, "=E2+F2", "=TODAY()"]])
    assert list(roster.cards) == ["hound"]


# Several files


def test_what_is_wrong_is_listed_for_all_files_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{COLUMNS}\n{HOUND.replace('2,2,1', 'x,2,1')}\n")
    (tmp_path / "b.csv").write_bytes(b"\xff")
    (tmp_path / "c.xlsx").write_bytes(book(A=[["x"]], B=[["y"]]))
    (tmp_path / "d.csv").write_text(f"{COLUMNS}\n{SPEAR.replace('weapon', 'wepon')}\n")
    with pytest.raises(DataError) as error:
        load_roster([tmp_path], ForgeCard, card_problems)
    assert [violation.file.name for violation in error.value.violations] == [
        "a.csv", "b.csv", "c.xlsx", "d.csv",
    ]  # fmt: skip


def test_of_a_folder_all_kinds_of_lists_are_read_and_what_programs_leave_there_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.CSV").write_text(f"{COLUMNS}\n{HOUND}\n")
    (tmp_path / "b.tsv").write_text(f"{COLUMNS}\n{SPEAR}\n".replace(",", "\t"))
    (tmp_path / "c.xlsx").write_bytes(book(A=[HEAD, ["bee", "Bee", *CARD[2:]]]))
    for name in ("~$c.xlsx", ".~lock.a.csv", ".hidden.csv", "notes.txt"):
        (tmp_path / name).write_bytes(b"\xff")
    (tmp_path / "older").mkdir()
    (tmp_path / "older" / "d.csv").write_text("no cards")
    assert set(load_roster([tmp_path], ForgeCard, card_problems).cards) == {"hound", "spear", "bee"}


def test_a_folder_without_lists_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("none")
    with pytest.raises(DataError, match=r"holds no card list \(\.csv, \.tsv, \.xlsx\)"):
        load_roster([tmp_path], ForgeCard, card_problems)


# `card.ID.FIELD=VALUE`


def changed(folder: Path, *settings: str) -> ForgeCard:
    others = (HOUND.replace("hound,Hound", each) for each in
              ("other,Old Hound", "twin_a,Twin", "twin_b,Twin"))  # fmt: skip
    cards = load(folder, HOUND, SPEAR, *others)
    roster = change_cards(cards, parse_settings(settings), card_problems)
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


@pytest.mark.parametrize("word", ["Old Hound", "old  hound", "OTHER"])
def test_a_card_may_be_named_by_its_name(word: str, tmp_path: Path) -> None:
    roster = load(tmp_path, HOUND, HOUND.replace("hound,Hound", "other,Old Hound"))
    settings = parse_settings([f"card.{word}.cost=+1"])
    cards = change_cards(roster, settings, card_problems).cards
    assert [card.facts["cost"] for card in cards.values()] == [2, 3]


def test_several_settings_of_a_card_add_up(tmp_path: Path) -> None:
    assert changed(tmp_path, "card.hound.cost=+1", "card.hound.cost=+1").cost == 4


def test_a_keyword_can_be_taken_away(tmp_path: Path) -> None:
    assert changed(tmp_path, "card.hound.keyword=").keyword is Keyword.NONE


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("card.hund.cost=1", "unknown card 'hund'; did you mean 'hound'"),
        ("card.hound.price=1", "unknown field 'price', expected .*; did you mean 'cost'"),
        ("card.hound.zzz=1", "unknown field 'zzz', expected one of name, .*, rarity$"),
        ("card.spear.power=0", "card.spear.power=0: this card has no power"),
        ("card.spear.power=3", "power '3': only creatures have one"),
        ("card.hound.id=cat", "unknown field 'id'"),
        ("card.hound=1", "expected card.ID.FIELD=VALUE"),
        ("card.Old Hund.cost=1", "unknown card 'Old Hund'; did you mean 'Old Hound'"),
        ("card.Twin.cost=1", "several cards are called 'Twin', name the id: twin_a, twin_b"),
        ("card.hound.cost=+8", "cost 10, expected a whole number from 0 to 9"),
        ("card.hound.keyword=KEEN", "keyword KEEN on a card of type creature"),
        ("card.hound.type=weapon", "power 2: only creatures have one"),
    ],
)
def test_a_change_that_makes_no_card_is_refused(setting: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match=problem):
        changed(tmp_path, setting)


def test_a_heading_in_the_place_of_its_field_is_known(tmp_path: Path) -> None:
    roster = load(tmp_path, HOUND)
    settings = parse_settings(["card.hound.wucht=3"])
    with pytest.raises(ForgesimError, match=r"unknown field 'wucht'.*; did you mean 'power'\?"):
        change_cards(roster, settings, card_problems, {"power": "Wucht"})


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
