"""Columns: which heading stands for which field."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from forgesim.cards.columns import Columns, check_headings, match_columns
from forgesim.cards.sheets import Row, Sheet
from forgesim.errors import UsageError
from forgesim.rulesets.forge.cards import ForgeCard

FIELDS = ("id", "name", "faction", "type", "cost", "power", "toughness", "keyword", "rarity")


def match(headings: Sequence[str], **columns: str) -> Columns:
    return match_columns(Sheet(Path("c.csv"), (), Row(1, tuple(headings)), ()), ForgeCard, columns)


def instead(**headings: str) -> list[str]:
    """The fields, some of them under another heading."""
    return [headings.get(field, field) for field in FIELDS]


@pytest.mark.parametrize(
    "headings",
    [FIELDS, [field.upper() for field in FIELDS], [f" {field.title()}\n" for field in FIELDS]],
    ids=["plain", "upper case", "blanks"],
)
def test_headings_are_found_in_any_case_and_order(headings: Sequence[str]) -> None:
    columns = match(headings[::-1])
    assert columns.places == {field: 8 - place for place, field in enumerate(FIELDS)}
    assert (columns.unused, columns.problems) == ([], [])
    assert columns.is_of_cards


def test_a_column_id_may_be_missing() -> None:
    columns = match(FIELDS[1:])
    assert "id" not in columns.places
    assert columns.problems == []


def test_what_is_unlike_all_columns_is_not_used() -> None:
    others = ["Art", "No.", "", "Flavour text", "#", "Total cost of a deck", "Set", "Subtype"]
    columns = match([*others, *FIELDS])
    assert columns.problems == []
    assert columns.unused == [heading for heading in others if heading]


@pytest.mark.parametrize(
    ("field", "heading"),
    [
        ("cost", "costs"), ("keyword", "Keywords"), ("faction", "facton"), ("rarity", "Rarety"),
        ("toughness", "toughnes"), ("type", "types"), ("name", "names"), ("id", "ids"),
    ],
)  # fmt: skip
def test_a_near_miss_is_refused_with_what_settles_it(field: str, heading: str) -> None:
    (problem,) = match(instead(**{field: heading})).problems
    assert problem == (
        f"unknown column {heading!r}; did you mean {field!r}? Rename it, or say what is meant:"
        f" --column {field}={heading}, or under [columns] of the experiment file"
    )
    settled = match(instead(**{field: heading}), **{field: heading})
    assert settled.problems == []
    assert settled.places[field] == FIELDS.index(field)


def test_a_near_miss_beside_the_column_itself_is_refused_until_the_column_is_named() -> None:
    (problem,) = match([*FIELDS, "keywords"]).problems
    assert "did you mean 'keyword'?" in problem
    assert "--column keyword=keyword, or" in problem
    settled = match([*FIELDS, "keywords"], keyword="Keyword")
    assert (settled.problems, settled.unused) == ([], ["keywords"])


def test_what_settles_a_near_miss_can_be_typed_into_a_shell() -> None:
    (problem,) = match(instead(toughness="tough ness")).problems
    assert "--column 'toughness=tough ness', or" in problem


def test_a_heading_twice_is_refused() -> None:
    assert match([*FIELDS, "Cost"]).problems == ["column 'Cost' stands twice"]


def test_missing_columns_are_named_with_what_might_stand_for_them() -> None:
    (problem,) = match(instead(cost="Mana", power="Attack")).problems
    assert problem == (
        "columns missing: 'cost', 'power'; expected id, name, faction, type, cost, power,"
        " toughness, keyword, rarity. Not used: 'Mana', 'Attack'; say which is meant under"
        ' [columns] of the experiment file, as cost = "Mana", power = "Attack", or by --column'
        " cost=HEADING"
    )


def test_where_no_heading_is_a_likely_one_the_form_of_the_line_is_shown() -> None:
    (problem,) = match(instead(cost="Geld", power="Wucht")).problems
    assert ', as cost = "HEADING", or by' in problem


def test_a_missing_column_is_called_as_its_author_calls_it() -> None:
    (problem,) = match(FIELDS[:-1], rarity="Gem Colour", cost="cost").problems
    assert problem.startswith("column missing: 'Gem Colour'; expected id, name")
    assert problem.endswith("keyword, Gem Colour")


def test_a_header_of_one_cell_is_told_what_separates_cells() -> None:
    (problem,) = match(["|".join(FIELDS)]).problems
    assert problem.startswith("the header is the one cell 'id|name|")
    assert problem.endswith("separated by commas, semicolons or tabs")


def test_a_sheet_with_one_of_the_columns_is_none_of_cards() -> None:
    assert not match(["Name", "Address", "Telephone"]).is_of_cards


# The author's own headings


def test_columns_are_found_under_the_author_s_headings() -> None:
    own = {"name": "Card", "cost": "Forge  Points", "power": "ATK"}
    columns = match(["card", "forge points", "atk", "faction", "type", "toughness", "keyword",
                     "rarity", "cost per power"], **own)  # fmt: skip
    assert columns.problems == []
    assert [columns.places[field] for field in own] == [0, 1, 2]
    assert columns.unused == ["cost per power"]


def test_two_columns_can_change_places() -> None:
    columns = match(FIELDS, cost="power", power="cost")
    assert columns.problems == []
    assert (columns.places["cost"], columns.places["power"]) == (5, 4)


def test_a_field_s_own_name_counts_where_the_author_s_heading_is_not_there() -> None:
    """What forgesim has written itself is read in a project whose lists are headed otherwise."""
    columns = match(instead(cost="Mana"), cost="Mana", power="Attack")
    assert columns.problems == []
    assert (columns.places["cost"], columns.places["power"]) == (4, 5)
    both = match([*FIELDS, "Mana"], cost="Mana")
    assert (both.places["cost"], both.unused) == (9, ["cost"])


def test_a_field_s_own_name_does_not_count_where_it_heads_another_field() -> None:
    (problem,) = match(FIELDS, power="cost", cost="Mana").problems
    assert problem.startswith("column missing: 'Mana'; expected id")


@pytest.mark.parametrize(
    ("headings", "problem"),
    [
        ({"cots": "Mana"}, r"a card has no 'cots'; did you mean 'cost'\? \(it has id, name, fac"),
        ({"zzz": "Mana"}, r"a card has no 'zzz' \(it has id, name, faction"),
        ({"attack": "ATK"}, r"a card has no 'attack'; did you mean 'power'\?"),
        ({"Health": "HP"}, r"a card has no 'Health'; did you mean 'toughness'\?"),
        ({"hp": "HP"}, r"a card has no 'hp'; did you mean 'toughness'\?"),
        ({"mana": "M"}, r"a card has no 'mana'; did you mean 'cost'\?"),
        ({"colour": "House"}, r"a card has no 'colour'; did you mean 'faction'\?"),
        ({"Mana": "cost"}, "a card has no 'Mana'; the other way round: cost = \"Mana\""),
        ({"cost": " "}, "cost has no heading"),
        ({"cost": "Power"}, "'power' is the heading of both cost and power"),
        ({"cost": "Mana", "power": " mana"}, "' mana' is the heading of both cost and power"),
        ({"name": "ID"}, "'ID' is the heading of both id and name"),
    ],
)
def test_headings_that_do_not_fit_a_card_are_refused(
    headings: Mapping[str, str], problem: str
) -> None:
    with pytest.raises(UsageError, match=f"^columns: {problem}"):
        check_headings(headings, ForgeCard)


def test_all_wrong_headings_are_told_at_once() -> None:
    with pytest.raises(UsageError) as error:
        check_headings({"cots": "Mana", "power": " ", "name": "ID"}, ForgeCard)
    assert [line.split(": ")[1][:12] for line in str(error.value).splitlines()] == [
        "a card has n", "power has no", "'ID' is the ",
    ]  # fmt: skip


def test_headings_that_fit_are_accepted() -> None:
    check_headings({"cost": "power", "power": "cost", "id": "No."}, ForgeCard)
