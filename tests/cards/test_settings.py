"""Settings: `NAME=VALUE` on the command line, and the same names in files."""

from pathlib import Path

import pytest

from forgesim.cards.settings import (
    Setting,
    as_number,
    as_switch,
    parse_settings,
    table_settings,
)
from forgesim.cards.toml import Toml
from forgesim.errors import ForgesimError, UsageError


def one(text: str) -> Setting:
    (setting,) = parse_settings([text])
    return setting


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("fp_cap=8", ("fp_cap",), "8"),
        ("first.start_heat = 21", ("first", "start_heat"), "21"),
        ("card.bramble_hound.cost=+1", ("card", "bramble_hound", "cost"), "+1"),
        ("card.bramble_hound.cost==3", ("card", "bramble_hound", "cost"), "=3"),
        ("card.soup_pot.name=Pot = Lid", ("card", "soup_pot", "name"), "Pot = Lid"),
    ],
)
def test_a_setting_is_split_at_its_first_equals_sign_and_its_dots(
    text: str, name: tuple[str, ...], value: str
) -> None:
    assert (one(text).name, one(text).value) == (name, value)


@pytest.mark.parametrize("text", ["", "fp_cap", "=8", "first.=8", ".fp_cap=8"])
def test_what_is_no_setting_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="expected NAME=VALUE, as in --set fp_cap=8"):
        one(text)


@pytest.mark.parametrize(
    ("value", "base", "number"),
    [
        ("8", None, 8), ("8", 3, 8), ("=8", 3, 8), ("+1", 3, 4), ("-1", 3, 2), ("=-1", 3, -1),
        (8, 3, 8), (-1, 3, -1),
    ],
)  # fmt: skip
def test_a_sign_is_relative_where_there_is_something_to_be_relative_to(
    value: int | str, base: int | None, number: int
) -> None:
    assert as_number(Setting(("x",), value), base) == number


@pytest.mark.parametrize("value", ["", "eight", "7.5", "1e3", "+", True, 7.5])
def test_what_is_no_whole_number_is_refused(value: int | str) -> None:
    with pytest.raises(ForgesimError, match="whole number"):
        as_number(Setting(("x",), value))


@pytest.mark.parametrize(
    ("value", "position"),
    [(True, True), ("on", True), ("ON", True), ("yes", True), ("true", True),
     (False, False), ("off", False), ("no", False), ("False", False)],
)  # fmt: skip
def test_a_switch_takes_words_and_truth_values(value: str | bool, position: bool) -> None:
    assert as_switch(Setting(("switch", "x"), value)) is position


@pytest.mark.parametrize("value", [1, 0, "1", "maybe"])
def test_a_switch_takes_nothing_else(value: int | str) -> None:
    with pytest.raises(ForgesimError, match="expected on or off"):
        as_switch(Setting(("switch", "x"), value))


def test_tables_of_a_file_are_the_same_settings_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(
        '[set]\nfp_cap = 8\nfirst.start_heat = 21\n[set.card.soup_pot]\ncost = "+1"\n'
        "[set.switch]\nlate_attach = false\n"
    )
    toml = Toml(path)
    settings = table_settings(toml, toml.data["set"], ("set",))
    assert [(setting.text, setting.line) for setting in settings] == [
        ("fp_cap=8", 2), ("card.soup_pot.cost=+1", 5), ("switch.late_attach=off", 7),
        ("first.start_heat=21", 3),
    ]  # fmt: skip


def test_settings_of_one_seat_come_after_those_of_both_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text("[set]\nsecond.fp_cap = 8\nfirst.fp_cap = 9\nfp_cap = 7\n")
    toml = Toml(path)
    settings = table_settings(toml, toml.data["set"], ("set",))
    assert [setting.text for setting in settings] == [
        "fp_cap=7",
        "second.fp_cap=8",
        "first.fp_cap=9",
    ]


def test_an_error_names_the_flag_or_the_file_and_line() -> None:
    assert str(one("fp_cap=x").wrong("no")) == "--set fp_cap=x: no"
    placed = Setting(("fp_cap",), 3, Path("e.toml"), 4)
    assert str(placed.wrong("no")) == "e.toml:4: fp_cap=3: no"
