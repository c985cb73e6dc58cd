"""`forgesim roster`: card lists checked, shown, compared, and turned from one form to another."""

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pytest

from forgesim.rulesets.forge.names import Faction
from tests.cards.books import book
from tests.cards.test_roster import ODD_NAMES, odd_cards
from tests.cli.mistakes import COLUMNS, HOUND, deck
from tests.cli.program import PROGRAM, call_forgesim, call_well, tree

SPEAR = "spear,Spear,Wilds,weapon,2,,,,uncommon"
PROJECT = 'roster = ["cards.csv"]\ndecks = "decks"\n'


def write(path: Path, *rows: str, columns: str = COLUMNS) -> str:
    """Write a card list; its name."""
    path.write_text("\n".join([columns, *rows]) + "\n", encoding="utf-8")
    return path.name


def facts(folder: Path, *arguments: str) -> list[dict[str, object]]:
    """The cards that a call of `roster show` knows."""
    text = call_well("roster", "show", *arguments, "--format", "json", cwd=folder)
    cards: list[dict[str, object]] = json.loads(text)
    return cards


# check


def test_check_counts_the_shipped_cards_where_there_is_no_project(tmp_path: Path) -> None:
    text = call_well("roster", "check", cwd=tmp_path)
    assert text.startswith("100 sample cards, nothing wrong: ")
    assert [name.name.capitalize() in text for name in Faction] == [True] * 5


def test_check_looks_at_what_is_named_or_else_at_the_project(tmp_path: Path) -> None:
    write(tmp_path / "cards.csv", HOUND, SPEAR)
    (tmp_path / "experiment.toml").write_text(PROJECT)
    other = write(tmp_path / "other.csv", HOUND)
    project = call_forgesim("roster", "check", cwd=tmp_path)
    assert (project.code, project.out) == (0, "2 cards, nothing wrong: Wilds 2\n")
    assert project.err == "using experiment.toml of this folder\n"
    named = call_forgesim("roster", "check", other, cwd=tmp_path)
    assert (named.code, named.out) == (0, "1 card, nothing wrong: Wilds 1\n")


def test_what_the_author_should_know_is_told_once_and_does_not_fail(tmp_path: Path) -> None:
    columns = COLUMNS.removeprefix("id,") + ",art,[/x],:fire:"
    for name in ("a.csv", "b.csv"):
        write(tmp_path / name, f"{name} card,Wilds,weapon,2,,,,common,x,y,z", columns=columns)
    result = call_forgesim("roster", "check", ".", cwd=tmp_path)
    assert (result.code, result.err) == (
        0,
        "columns that are not used: 'art', '[/x]', ':fire:'\n"
        "no column 'id': ids are made from the names, as in a_csv_card\n",
    )


@pytest.mark.parametrize("column", ["cost=costs", "cost = costs"])
def test_a_column_map_on_the_command_line_settles_a_near_miss(column: str, tmp_path: Path) -> None:
    name = write(tmp_path / "c.csv", HOUND, columns=COLUMNS.replace("cost", "costs"))
    assert call_forgesim("roster", "check", name, cwd=tmp_path).code == 1
    assert call_forgesim("roster", "check", name, "--column", column, cwd=tmp_path).code == 0


def test_the_column_map_of_a_project_holds_and_options_go_before_it(tmp_path: Path) -> None:
    columns = COLUMNS.replace("cost", "Forge Points").replace("power", "Attack")
    write(tmp_path / "cards.csv", HOUND, columns=columns)
    (tmp_path / "experiment.toml").write_text(
        PROJECT + '[columns]\ncost = "forge points"\npower = "atk"\n'
    )
    assert call_forgesim("roster", "check", cwd=tmp_path).code == 1
    assert facts(tmp_path, "--column", "power=Attack")[0]["cost"] == 2


def test_words_of_the_project_hold_and_options_go_before_them(tmp_path: Path) -> None:
    write(tmp_path / "cards.csv", HOUND.replace("Wilds", "Tide").replace("SWIFT", "Haste"))
    (tmp_path / "experiment.toml").write_text(
        PROJECT + '[values.faction]\nTide = "Wilds"\n[values.keyword]\nhaste = "SWIFT"\n'
    )
    (card,) = facts(tmp_path)
    assert (card["faction"], card["keyword"]) == ("Wilds", "SWIFT")
    (card,) = facts(tmp_path, "--value", "faction.tide=Occult", "--value", "keyword.Haste=")
    assert (card["faction"], card["keyword"]) == ("Occult", None)


def test_faults_and_the_rows_that_have_them_are_counted(tmp_path: Path) -> None:
    rows = [f"c{n},Card,Tide,weapon,1,,,,rare" for n in range(5)]
    name = write(tmp_path / "c.csv", *rows, HOUND.replace("2,2", "x,2"))
    result = call_forgesim("roster", "check", name, cwd=tmp_path)
    assert result.out.splitlines()[-1] == "2 faults in 6 rows"


# show


def test_the_table_shows_names_unharmed(tmp_path: Path) -> None:
    odd_cards(tmp_path)
    lines = call_well("roster", "show", "odd.csv", cwd=tmp_path).splitlines()
    rows = [line.partition("  ")[2].rpartition("  Wilds")[0].strip() for line in lines[1:-2]]
    assert rows == list(ODD_NAMES)
    assert lines[-1] == f"{len(ODD_NAMES)} cards: Wilds {len(ODD_NAMES)}"


def test_the_table_is_not_cut_where_the_terminal_is_narrow(tmp_path: Path) -> None:
    odd_cards(tmp_path)
    narrow = call_forgesim("roster", "show", "odd.csv", cwd=tmp_path, columns=40)
    assert narrow.out == call_well("roster", "show", "odd.csv", cwd=tmp_path)


def test_json_and_csv_hold_the_same_cards(tmp_path: Path) -> None:
    odd_cards(tmp_path)
    assert [card["name"] for card in facts(tmp_path, "odd.csv")] == list(ODD_NAMES)
    again = call_well("roster", "show", "odd.csv", "--format", "csv", cwd=tmp_path)
    (tmp_path / "again.csv").write_text(again, encoding="utf-8", newline="")
    assert facts(tmp_path, "again.csv") == facts(tmp_path, "odd.csv")


def test_cards_are_shown_and_written_as_their_files_have_them(tmp_path: Path) -> None:
    """`[set]` is for a run; a list that has gone through it would no longer be the author's."""
    write(tmp_path / "cards.csv", HOUND)
    old = write(tmp_path / "old.csv", SPEAR)
    (tmp_path / "experiment.toml").write_text(PROJECT + "[set]\ncard.hound.cost = 5\n")
    assert facts(tmp_path)[0]["cost"] == 2
    assert HOUND in call_well("roster", "export", cwd=tmp_path)
    assert call_well("roster", "check", old, cwd=tmp_path).startswith("1 card")
    assert "(new): type creature, cost 2" in call_well("roster", "diff", old, cwd=tmp_path)


# import and export


@pytest.mark.parametrize(
    "arguments",
    [("o.csv",), ("o.csv", "--separator", "semicolon"), ("o.csv", "--separator", "tab"),
     ("o.tsv", "--separator", "tab"), ("o.xlsx",), ("O.XLSX",)],
    ids=" ".join,
)  # fmt: skip
def test_what_is_exported_is_read_back_as_the_same_cards(
    arguments: Sequence[str], tmp_path: Path
) -> None:
    path = odd_cards(tmp_path)
    path.write_text(f'# A sample, "not" printed.\n{path.read_text("utf-8")}', encoding="utf-8")
    text = call_well("roster", "export", "odd.csv", "--out", *arguments, cwd=tmp_path)
    assert text == f"{len(ODD_NAMES)} cards written to {arguments[0]}\n"
    assert facts(tmp_path, arguments[0]) == facts(tmp_path, "odd.csv")
    notes = call_well("roster", "export", arguments[0], cwd=tmp_path).splitlines()[0]
    assert notes == '# A sample, "not" printed.'


def test_a_workbook_holds_numbers_as_numbers_and_no_name_as_a_formula(tmp_path: Path) -> None:
    odd_cards(tmp_path)
    call_well("roster", "export", "odd.csv", "--out", "o.xlsx", cwd=tmp_path)
    sheet = openpyxl.load_workbook(tmp_path / "o.xlsx").worksheets[0]
    rows = list(sheet.iter_rows(min_row=2))
    assert [row[1].value for row in rows] == list(ODD_NAMES)
    assert {(row[1].data_type, row[4].data_type, row[4].value) for row in rows} == {("s", "n", 2)}


def test_ids_and_numbers_keep_their_zeros_in_a_workbook(tmp_path: Path) -> None:
    name = write(tmp_path / "c.csv", *(f"{i},007,Wilds,weapon,2,,,,common" for i in ("01", "1")))
    call_well("roster", "export", name, "--out", "o.xlsx", cwd=tmp_path)
    assert [(card["id"], card["name"]) for card in facts(tmp_path, "o.xlsx")] == [
        ("01", "007"), ("1", "007"),
    ]  # fmt: skip


def test_import_makes_one_list_of_all_kinds_with_ids(tmp_path: Path) -> None:
    columns = "Card;Faction;Type;Mana;Power;Toughness;Keyword;Rarity;Art"
    write(tmp_path / "a.csv", '"Ash; Moth";Occult;Creature;1;1;1;ember;Common;x', columns=columns)
    head = ["rarity", "card", "faction", "type", "mana", "power", "toughness", "keyword"]
    rows = [head, ["rare", "Élan", "wilds", "WEAPON", 3.0]]
    (tmp_path / "b.xlsx").write_bytes(book(Notes=[["x"]], Cards=rows))
    own = ("--column", "name=Card", "--column", "cost=Mana")
    result = call_forgesim("roster", "import", "a.csv", "b.xlsx", *own, "--out", "c.csv",
                           cwd=tmp_path)  # fmt: skip
    assert (result.code, result.out) == (0, "2 cards written to c.csv\n"), result.err
    assert (tmp_path / "c.csv").read_text(encoding="utf-8") == (
        f"{COLUMNS}\nash_moth,Ash; Moth,Occult,creature,1,1,1,EMBER,common\n"
        "elan,Élan,Wilds,weapon,3,,,,rare\n"
    )
    again = call_forgesim("roster", "check", "c.csv", cwd=tmp_path)
    assert (again.code, again.err) == (0, "")


def test_without_out_the_list_goes_to_standard_output(tmp_path: Path) -> None:
    name = write(tmp_path / "c.csv", HOUND)
    assert call_well("roster", "import", name, cwd=tmp_path) == f"{COLUMNS}\n{HOUND}\n"
    semicolons = call_well("roster", "export", name, "--separator", "semicolon", cwd=tmp_path)
    assert semicolons == f"{COLUMNS}\n{HOUND}\n".replace(",", ";")


def test_force_overwrites_a_file(tmp_path: Path) -> None:
    name = write(tmp_path / "c.csv", HOUND)
    call_well("roster", "export", name, "--separator", "tab", "--out", name, "--force",
              cwd=tmp_path)  # fmt: skip
    assert tree(tmp_path) == {name: f"{COLUMNS}\n{HOUND}\n".replace(",", "\t").encode("utf-8-sig")}


def test_without_the_package_for_workbooks_its_name_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    result = call_forgesim("roster", "export", "--out", "o.xlsx", cwd=tmp_path)
    assert (result.code, result.err) == (
        2, "writing .xlsx needs a package: pip install 'forgesim[xlsx]', or export .csv\n",
    )  # fmt: skip
    assert tree(tmp_path) == {}


# What cannot be written


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write(tmp_path / "c.csv", HOUND)
    before = tree(tmp_path)

    class Full(io.BytesIO):
        def write(self, _: object) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def full(handle: int, *_: object) -> Full:
        os.close(handle)
        return Full()

    monkeypatch.setattr(os, "fdopen", full)
    result = call_forgesim("roster", "export", "--out", name, "--force", cwd=tmp_path)
    assert (result.code, result.err) == (
        2, f"{name} cannot be written: No space left on device\n",
    )  # fmt: skip
    assert tree(tmp_path) == before


def test_a_link_to_nowhere_and_a_device_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to("nowhere")
    for out in ("link.csv", "/dev/null"):
        result = call_forgesim("roster", "export", "--out", out, "--force", cwd=tmp_path)
        assert (result.code, result.err) == (
            2, f"{out} exists, and is no file: name another --out\n",
        )  # fmt: skip
    assert Path("/dev/null").is_char_device()


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, capture_output=True, check=False, timeout=60
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", ["pilot list", "roster show --format csv"])
def test_standard_output_that_is_full_is_told_in_words(arguments: str, tmp_path: Path) -> None:
    done = shell(f"'{PROGRAM}' {arguments} > /dev/full", tmp_path)
    assert (done.returncode, done.stderr.decode()) == (
        2, "standard output cannot be written: No space left on device\n",
    )  # fmt: skip


def test_a_terminal_that_lacks_letters_is_no_failure_and_data_stay_utf_8(tmp_path: Path) -> None:
    """Windows writes to files in an encoding of its own, which has no emoji."""
    write(tmp_path / "c.csv", "f,\U0001f525 Café,Wilds,weapon,1,,,,common")
    shown = shell(f"PYTHONIOENCODING=cp1252 '{PROGRAM}' roster show c.csv", tmp_path)
    assert (shown.returncode, rb"\U0001f525 Caf" + b"\xe9" in shown.stdout) == (0, True)
    data = shell(f"PYTHONIOENCODING=cp1252 '{PROGRAM}' roster export c.csv", tmp_path)
    assert (data.returncode, "\U0001f525 Café".encode() in data.stdout) == (0, True)


# diff


def test_diff_reads_like_patch_notes(tmp_path: Path) -> None:
    old = write(tmp_path / "old.csv", HOUND, SPEAR)
    new = write(
        tmp_path / "new.csv",
        "axe,[red]Axe[/red] :fire:,Armory,weapon,1,,,KEEN,rare",
        HOUND.replace("2,2,1", "3,2,1").replace("Hound", "Old Hound"),
    )
    assert call_well("roster", "diff", old, new, cwd=tmp_path) == (
        "## Armory\n"
        "\n"
        "- **[red]Axe[/red] :fire:** (new): type weapon, cost 1, keyword KEEN, rarity rare\n"
        "\n"
        "## Wilds\n"
        "\n"
        "- **Old Hound**: name Hound \u2192 Old Hound, cost 2 \u2192 3\n"
        "- **Spear** (removed): type weapon, cost 2, rarity uncommon\n"
    )


def test_diff_compares_with_the_project_and_says_where_nothing_has_changed(tmp_path: Path) -> None:
    write(tmp_path / "cards.csv", HOUND, SPEAR)
    (tmp_path / "experiment.toml").write_text(PROJECT)
    old = write(tmp_path / "old.csv", SPEAR, HOUND)
    result = call_forgesim("roster", "diff", old, cwd=tmp_path)
    assert (result.code, result.out) == (0, "No card has changed.\n")
    assert result.err == "using experiment.toml of this folder\n"


def test_a_list_of_the_author_s_is_compared_with_one_that_forgesim_has_written(
    tmp_path: Path,
) -> None:
    write(tmp_path / "cards.csv", HOUND, columns=COLUMNS.replace("cost", "Mana"))
    (tmp_path / "experiment.toml").write_text(PROJECT + '[columns]\ncost = "Mana"\n')
    call_well("roster", "export", "--out", "old.csv", cwd=tmp_path)
    assert COLUMNS in (tmp_path / "old.csv").read_text()
    assert call_well("roster", "diff", "old.csv", cwd=tmp_path) == "No card has changed.\n"


# Elsewhere


@pytest.mark.parametrize("command", ["batch", "replay"])
def test_games_are_played_whatever_columns_are_called(command: str, tmp_path: Path) -> None:
    """A heading that looks like markup once ended both."""
    shipped = call_well("roster", "export", cwd=tmp_path).splitlines()
    (head,) = [number for number, line in enumerate(shipped) if line == COLUMNS]
    columns = COLUMNS + ",[/x],:fire:,[red]a[/red]"
    write(tmp_path / "c.csv", *(f"{line},,," for line in shipped[head + 1 :]), columns=columns)
    (tmp_path / "d.toml").write_text(deck("[red]d[x]:fire:"), encoding="utf-8")
    decks = {"batch": ("--deck", "d.toml", "--games", "2", "--out", "run"),
             "replay": ("--deck-a", "d.toml", "--deck-b", "d.toml")}  # fmt: skip
    result = call_forgesim(command, *decks[command], "--roster", "c.csv", cwd=tmp_path)
    assert result.code == 0, result.err
    assert "columns that are not used: '[/x]', ':fire:', '[red]a[/red]'\n" in result.err
    assert ("[red]d[x]:fire:" in result.out) == (command == "replay")


# Cards that do nothing


def test_cards_that_do_nothing_are_named_wherever_cards_are_read(tmp_path: Path) -> None:
    write(tmp_path / "cards.csv", HOUND, "volcano,Heart of the Volcano,Wilds,artifact,3,,,,rare")
    told = "1 artifact without a keyword does nothing in play: Heart of the Volcano\n"
    result = call_forgesim("roster", "check", "cards.csv", cwd=tmp_path)
    assert (result.code, told in result.err) == (0, True)
    batch = ("batch", "--roster", "cards.csv", "--games", "2")
    assert told in call_forgesim(*batch, cwd=tmp_path).err
    mended = call_forgesim(*batch, "--set", "card.volcano.keyword=EMBER", cwd=tmp_path)
    assert "does nothing in play" not in mended.err


def test_every_shipped_card_does_something(tmp_path: Path) -> None:
    assert "nothing in play" not in call_forgesim("roster", "check", cwd=tmp_path).err
