"""`forgesim deck` and `forgesim pilot`: decks checked, shown, dealt and written."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from forgesim.cards import files
from forgesim.cards.shipped import shipped_names
from forgesim.cli import output
from forgesim.errors import OutputError
from tests.cards.test_roster import ODD_NAMES, odd_cards
from tests.cli.mistakes import deck
from tests.cli.program import call_forgesim, call_well, run_well, tree

PROJECT = 'roster = ["cards.csv"]\ndecks = "decks"\n'
ROW = "{},{},Wilds,weapon,{},,,KEEN,common\n"


def facts(folder: Path, *decks: str, roster: str | None = None) -> list[dict[str, Any]]:
    named = [] if roster is None else ["--roster", roster]
    text = call_well("deck", "show", *decks, *named, "--format", "json", cwd=folder)
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of ten cards and one deck."""
    (tmp_path / "experiment.toml").write_text(PROJECT)
    rows = "".join(ROW.format(f"c{i}", f"Card {i}", i) for i in range(10))
    head = "id,name,faction,type,cost,power,toughness,keyword,rarity\n"
    (tmp_path / "cards.csv").write_text(head + rows)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "mine.txt").write_text("".join(f"2 Card {i}\n" for i in range(10)))
    return tmp_path


# check


def test_check_looks_at_all_shipped_decks_where_there_is_no_project(tmp_path: Path) -> None:
    text = call_well("deck", "check", cwd=tmp_path)
    assert text.startswith("21 decks from a list of 100 sample cards, nothing wrong: ")
    assert "mixed 6" in text


def test_check_looks_at_what_is_named_or_else_at_the_project(project: Path) -> None:
    result = call_forgesim("deck", "check", cwd=project)
    assert (result.code, result.err) == (0, "using experiment.toml of this folder\n")
    assert result.out == "1 deck from a list of 10 cards, nothing wrong: Wilds 1\n"
    (project / "d.toml").write_text('name = "d"\n[cards]\nc1 = 2\n')
    result = call_forgesim("deck", "check", "d.toml", cwd=project)
    assert (result.code, result.out) == (1, "d.toml:2: 2 cards, expected exactly 20\n\n1 fault\n")


def test_check_judges_by_the_rules_and_settings_of_the_project(project: Path) -> None:
    (project / "rules.toml").write_text('parent = "v0.1w"\nmax_copies = 1\n')
    by_rules = call_forgesim("deck", "check", "--ruleset", "rules.toml", cwd=project)
    assert (by_rules.code, by_rules.out.count("2 copies of 'c")) == (1, 10)
    (project / "experiment.toml").write_text(PROJECT + '[set.card.c3]\nrarity = "mythic"\n')
    assert "decks/mine.txt:4: 2 copies of the mythic 'c3'" in (
        call_forgesim("deck", "check", cwd=project).out
    )


def test_of_a_folder_all_kinds_of_decks_are_read(project: Path) -> None:
    call_well("deck", "export", "decks/mine.txt", "--out", "decks/LIST.TXT", cwd=project)
    text = call_well("deck", "export", "decks/mine.txt", "--format", "toml", cwd=project)
    other = text.replace('"mine"', '"third"')
    (project / "decks" / "third.toml").write_text(other)
    (project / "decks" / "notes.md").write_text("none")
    assert call_well("deck", "check", cwd=project).startswith("3 decks from")


def test_files_that_are_no_decks_are_named_once(project: Path) -> None:
    for name in ("notes.md", "Deck 1", ".hidden", "~$lock.txt"):
        (project / "decks" / name).write_text("none")
    (project / "decks" / "old").mkdir()
    result = call_forgesim("deck", "check", cwd=project)
    assert (result.code, result.err) == (
        0,
        "using experiment.toml of this folder\n"
        "decks: no decks (.toml, .txt), passed over: 'Deck 1', 'notes.md'\n",
    )


def test_a_pilot_that_a_deck_names_is_looked_up_beside_the_deck(project: Path) -> None:
    text = call_well("deck", "export", "decks/mine.txt", "--format", "toml", cwd=project)
    (project / "decks" / "mine.txt").unlink()
    (project / "decks" / "mine.toml").write_text(f'pilot = "../me.toml"\n{text}')
    result = call_forgesim("deck", "check", cwd=project)
    assert result.code == 1
    assert result.out.startswith("decks/mine.toml:1: pilot: decks/../me.toml: there is no such")
    (project / "me.toml").write_text('name = "me"\nkind = "random"\n')
    assert call_forgesim("deck", "check", cwd=project).code == 0


# show


def test_show_tells_the_cards_by_cost_with_the_curve(project: Path) -> None:
    lines = call_well("deck", "show", cwd=project).splitlines()
    assert lines[:2] == ["mine: Wilds", "Wilds"]
    assert [line.split()[:3] for line in lines[4:14]] == [["2", "Card", str(i)] for i in range(10)]
    assert lines[-1] == "20 cards; by cost " + ", ".join(f"{i}: 2" for i in range(10))


def test_show_tells_what_a_deck_says_about_itself_unharmed(tmp_path: Path) -> None:
    about = 'title = "[/bold] :fire:"\nplan = "fast"\npilot = "random"\ndescription = "[x] :x:"\n'
    (tmp_path / "d.toml").write_text(about + deck("[red]d[x]"))
    lines = call_well("deck", "show", "d.toml", "wilds-fast", cwd=tmp_path).splitlines()
    assert lines[:3] == [
        "[red]d[x]: [/bold] :fire:", "Occult, plan fast, pilot random", "[x] :x:",
    ]  # fmt: skip
    assert "wilds-fast: Running Pack" in lines
    (first, second) = facts(tmp_path, "d.toml", "wilds-fast")
    assert (first["title"], first["pilot"], second["name"]) == (
        "[/bold] :fire:", "random", "wilds-fast",
    )  # fmt: skip


def odd_decks(folder: Path) -> list[str]:
    """Decks that hold all the cards of `odd_cards`, ten each."""
    odd_cards(folder)
    names = []
    for start in range(0, len(ODD_NAMES), 10):
        chosen = [(start + i) % len(ODD_NAMES) for i in range(10)]
        lines = "".join(f"c{place} = 2\n" for place in chosen)
        names.append(f"d{start}.toml")
        (folder / names[-1]).write_text(f'name = "d{start}"\n[cards]\n{lines}')
    return names


def test_cards_of_any_name_are_shown_and_replayed_unharmed(tmp_path: Path) -> None:
    decks = odd_decks(tmp_path)
    shown = call_well("deck", "show", *decks, "--roster", "odd.csv", cwd=tmp_path).splitlines()
    assert [name for name in ODD_NAMES if not any(f"2  {name} " in line for line in shown)] == []
    told = ""
    for name in decks:
        told += call_well("replay", "--deck-a", name, "--deck-b", name, "--roster", "odd.csv",
                          "--pilot-a", "random", "--pilot-b", "random", cwd=tmp_path)  # fmt: skip
    played = [name for name in ODD_NAMES if f" plays {name} (cost 2, weapon)\n" in told]
    assert len(played) > len(ODD_NAMES) - 5


@pytest.mark.parametrize("format_", ["list", "toml"])
def test_cards_of_any_name_are_written_into_decks_and_read_back(
    format_: str, tmp_path: Path
) -> None:
    for name in odd_decks(tmp_path):
        before = facts(tmp_path, name, roster="odd.csv")[0]["cards"]
        out = f"o{name}" if format_ == "toml" else f"o{name}.txt"
        call_well("deck", "export", name, "--roster", "odd.csv", "--format", format_, "--out", out,
                  cwd=tmp_path)  # fmt: skip
        assert facts(tmp_path, out, roster="odd.csv")[0]["cards"] == before


# export


@pytest.mark.parametrize("name", shipped_names("forge", "decks"))
def test_a_shipped_deck_is_the_same_after_export(name: str, tmp_path: Path) -> None:
    call_well("deck", "export", name, "--out", f"{name}.txt", cwd=tmp_path)
    call_well("deck", "export", name, "--format", "toml", "--out", "o.toml", cwd=tmp_path)
    shipped, whole = facts(tmp_path, name) + facts(tmp_path, "o.toml")
    assert whole == shipped
    (listed,) = facts(tmp_path, f"{name}.txt")
    assert (listed["name"], listed["cards"]) == (name, shipped["cards"])


def test_a_list_reads_as_people_write_it(tmp_path: Path) -> None:
    lines = call_well("deck", "export", "wilds-fast", cwd=tmp_path).splitlines()
    assert lines[:3] == ["# wilds-fast: Running Pack", "2 Bramble Hound", "1 Gale Roc"]


# random


def test_dealt_decks_are_legal_and_the_same_for_the_same_seed(tmp_path: Path) -> None:
    arguments = ("deck", "random", "--count", "4", "--out")
    assert call_well(*arguments, "a", cwd=tmp_path) == "4 decks written to a\n"
    call_well(*arguments, "b", cwd=tmp_path)
    call_well(*arguments, "c", "--seed", "2", cwd=tmp_path)
    assert tree(tmp_path / "a") == tree(tmp_path / "b")
    assert sorted(tree(tmp_path / "a")) == [f"random-1-{n}.toml" for n in range(1, 5)]
    assert call_well("deck", "check", "--decks", "a", cwd=tmp_path).startswith("4 decks")
    one, other = (facts(tmp_path, f"{f}/random-{s}-1.toml") for f, s in (("a", 1), ("c", 2)))
    assert one[0]["cards"] != other[0]["cards"]
    assert len({str(deck["cards"]) for deck in facts(tmp_path, *(
        f"a/random-1-{n}.toml" for n in range(1, 5)))}) == 4  # fmt: skip


@pytest.mark.parametrize("group", ["Wilds", "wilds"])
def test_a_deck_of_one_group_is_dealt(group: str, tmp_path: Path) -> None:
    text = call_well("deck", "random", "--group", group, "--seed", "3", cwd=tmp_path)
    assert text.startswith('name = "wilds-random-3-1"\n')
    (tmp_path / "d.toml").write_text(text)
    assert facts(tmp_path, "d.toml")[0]["group"] == "Wilds"


def test_decks_of_a_project_are_dealt_from_its_cards(project: Path) -> None:
    call_well("deck", "random", "--count", "2", "--out", "decks", cwd=project)
    assert call_well("deck", "check", cwd=project).startswith("3 decks from a list of 10 cards")


@pytest.mark.parametrize("out", ["mine", "new/folder"])
@pytest.mark.parametrize("failure", [OutputError("full"), OSError(28, "full"), KeyboardInterrupt()])
def test_where_not_all_decks_can_be_written_none_is(
    failure: BaseException, out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    before = tree(tmp_path)
    written: list[str] = []

    def write(path: Path, content: bytes) -> None:
        if len(written) == 2:
            raise failure
        path.write_bytes(content)
        written.append(path.name)

    monkeypatch.setattr(files, "_write_and_move", write)
    with pytest.raises((OutputError, KeyboardInterrupt)):
        output.write_new_folder(tmp_path / out, dict.fromkeys("abcd", "text"), "4 decks")
    assert written == ["a", "b"]
    assert tree(tmp_path) == before


# pilot


def test_pilot_list_names_all_that_ship_with_a_title(tmp_path: Path) -> None:
    lines = call_well("pilot", "list", cwd=tmp_path).splitlines()
    names = shipped_names("forge", "pilots")
    assert [line.split()[0] for line in lines[: len(names)]] == names
    assert all(len(line.split()) > 2 for line in lines[: len(names)])


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [("pilot", "list"), ("deck", "show", "wilds-fast"), ("roster", "show")],
    ids=" ".join,
)
def test_the_installed_command_prints_the_same(arguments: Sequence[str], tmp_path: Path) -> None:
    assert run_well(*arguments, cwd=tmp_path) == call_well(*arguments, cwd=tmp_path)
