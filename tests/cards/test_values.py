"""Values: what the words of an author's own stand for."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from forgesim.cards.roster import Roster, load_roster
from forgesim.cards.values import check_values, folded, together, value_problems
from forgesim.errors import DataError, UsageError
from forgesim.rulesets.forge.cards import ForgeCard, card_problems
from forgesim.rulesets.forge.names import CardType, Faction, Keyword, Rarity
from forgesim.rulesets.forge.words import COLUMN_WORDS, VALUE_WORDS

COLUMNS = "name,faction,type,cost,power,toughness,keyword,rarity"
VALUES = {
    "faction": {"The Tide": "Wilds"},
    "type": {"Minion": "creature", "Relic": "artifact"},
    "cost": {"free": "0"},
    "keyword": {"Haste": "swift", "-": ""},
    "rarity": {"C": "COMMON"},
}


def load(folder: Path, *rows: str, values: Mapping[str, Mapping[str, str]] = VALUES) -> Roster:
    path = folder / "cards.csv"
    path.write_text("\n".join([COLUMNS, *rows]) + "\n", encoding="utf-8")
    return load_roster([path], ForgeCard, card_problems, values=values)


def problems(values: Mapping[str, Mapping[str, str]], **headings: str) -> list[tuple[str, str]]:
    found = value_problems(values, ForgeCard, headings)
    return [(".".join(place), problem) for place, problem in found]


def test_words_stand_for_what_they_are_said_to(tmp_path: Path) -> None:
    row = "Fox,The Tide,Minion,free,1,1,Haste,C"
    card = load(tmp_path, row).cards["fox"]
    assert isinstance(card, ForgeCard)
    assert (card.faction, card.type, card.cost) == (Faction.WILDS, CardType.CREATURE, 0)
    assert (card.keyword, card.rarity) == (Keyword.SWIFT, Rarity.COMMON)


@pytest.mark.parametrize("row", ["Fox,the tide,MINION,FREE,1,1,haste,c",
                                 "Fox,The  Tide, Minion ,0,1,1,SWIFT,common"])  # fmt: skip
def test_case_and_blanks_of_a_word_do_not_matter_and_the_game_s_own_still_count(
    row: str, tmp_path: Path
) -> None:
    assert load(tmp_path, row) == load(tmp_path, "Fox,Wilds,creature,0,1,1,SWIFT,common", values={})


def test_a_word_can_stand_for_nothing(tmp_path: Path) -> None:
    card = load(tmp_path, "Bell,Wilds,Relic,1,,,-,C").cards["bell"]
    assert isinstance(card, ForgeCard)
    assert card.keyword is Keyword.NONE


@pytest.mark.parametrize(
    "keyword", ["Haste; Guard", "haste/Taunt", "Poison and Haste", "poison haste"]
)
def test_several_words_in_a_cell_are_told_whoever_s_they_are(keyword: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a card has one keyword at most"):
        load(tmp_path, f"Fox,Wilds,creature,0,1,1,{keyword},C")


@pytest.mark.parametrize("keyword", ["First Strike", "Haste when played", "Guard, sometimes"])
def test_one_word_of_several_parts_is_no_second_keyword(keyword: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="if it means one of these, say so under"):
        load(tmp_path, f'Fox,Wilds,creature,0,1,1,"{keyword}",C')


def test_what_a_word_stands_for_is_not_looked_up_again(tmp_path: Path) -> None:
    values = {"faction": {"Wilds": "Occult", "Occult": "Wilds"}}
    roster = load(tmp_path, "A,Wilds,weapon,1,,,,rare", "B,Occult,weapon,1,,,,rare", values=values)
    assert [card.group for card in roster.cards.values()] == ["Occult", "Wilds"]


def test_words_that_fit_are_accepted() -> None:
    assert problems(VALUES | {"power": {"X": "", "none": "0"}}) == []
    assert problems({"faction": {"Tide": "Wilds", "TIDE": "wilds", "Sun": "Wilds"}}) == []


@pytest.mark.parametrize(
    ("values", "place", "problem"),
    [
        ({"faction": {"Tide": "Wids"}}, "faction.Tide", "faction 'Wids', expected Occult, Wilds,"),
        ({"faction": {"Tide": "Wids"}}, "faction.Tide", "did you mean 'Wilds'?"),
        ({"faction": {"Tide": ""}}, "faction.Tide", "faction is missing, expected Occult"),
        ({"cost": {"X": "10"}}, "cost.X", "cost '10', expected a whole number from 0 to 9"),
        ({"toughness": {"X": "100"}}, "toughness.X", "toughness '100', expected a whole number fr"),
        ({"keyword": {"x": "SWIFT GUARD"}}, "keyword.x", "keyword 'SWIFT GUARD', expected one of"),
        ({"type": {"creature": "Minion"}}, "type.creature",
         '; the other way round: Minion = "creature"'),
        ({"keyword": {"SWIFT": "First Strike"}}, "keyword.SWIFT",
         '; the other way round: "First Strike" = "SWIFT"'),
        ({"faction": {"Tide": "Wilds", " tide": "Occult"}}, "faction. tide",
         "' tide' stands for 'Wilds' already"),
        ({"color": {"Red": "Wilds"}}, "color", "'color' holds no words to map; did you mean 'fact"),
        ({"facton": {"Red": "Wilds"}}, "facton", "; did you mean 'faction'? (expected faction, ty"),
        ({"name": {"Fox": "Vixen"}}, "name", "'name' holds no words to map (expected faction, "),
    ],
)  # fmt: skip
def test_a_word_that_cannot_be_used_is_refused_in_its_place(
    values: Mapping[str, Mapping[str, str]], place: str, problem: str
) -> None:
    ((found, text),) = problems(values)
    assert found == place
    assert problem in text


def test_a_heading_in_the_place_of_its_column_is_known() -> None:
    ((_, text),) = problems({"Clan": {"Tide": "Wilds"}}, faction="clan")
    assert "did you mean 'faction'?" in text


def test_all_that_is_wrong_is_told_at_once_as_of_the_command_line() -> None:
    values = {"faction": {"Tide": "x"}, "kind": {}, "rarity": {"C": "y"}}
    with pytest.raises(UsageError) as error:
        check_values(values, ForgeCard, {})
    assert [line.split(":")[0] for line in str(error.value).splitlines()] == [
        "--value faction.Tide", "--value kind", "--value rarity.C",
    ]  # fmt: skip


def test_of_two_sources_the_later_one_counts_word_by_word() -> None:
    earlier = {"faction": {"Tide": "Wilds", "Sun": "Armory"}, "type": {"Relic": "artifact"}}
    later = {"faction": {"TIDE": "Occult"}, "rarity": {"C": "common"}}
    assert together(earlier, later) == {
        "faction": {"tide": "Occult", "sun": "Armory"}, "type": {"relic": "artifact"},
        "rarity": {"c": "common"},
    }  # fmt: skip
    assert folded({"faction": {" The  Tide": "Wilds"}}) == {"faction": {"the tide": "Wilds"}}


# What is offered where a word is unknown


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("Haste", '; if it means SWIFT, say so under [values.keyword]: Haste = "SWIFT"'),
        ("Swfit", "; did you mean 'SWIFT'?"),
        ("-", '; if it means nothing, say so under [values.keyword]: "-" = ""'),
        ("First Strike", '; if it means one of these, say so under [values.keyword]: "First Strike"'
                         ' = "..."'),
    ],
)  # fmt: skip
def test_an_unknown_word_is_answered_with_the_line_to_write(
    word: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(DataError) as error:
        load(tmp_path, f"Fox,Wilds,creature,1,1,1,{word},rare", values={})
    assert str(error.value).endswith(hint)


def test_what_is_offered_exists() -> None:
    assert problems(VALUE_WORDS) == []
    assert set(COLUMN_WORDS.values()) <= set(ForgeCard.model_fields)
    assert all(word == word.casefold() for words in (COLUMN_WORDS, *VALUE_WORDS.values())
               for word in words)  # fmt: skip
