"""What random projects and planted faults have brought to light, each once and small."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import openpyxl
import pytest

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.errors import ForgesimError
from tests.properties.writing import repacked

HEADER = "name,faction,type,cost,power,toughness,rarity,keyword"
CARDS = [f"Card {i},Wilds,creature,{i % 10},1,2,common," for i in range(10)]
ROSTER = "\n".join([HEADER, *CARDS]) + "\n"
DECK = 'name = "mine"\n[cards]\n' + "".join(f"card_{i} = 2\n" for i in range(10))
LIST = "".join(f"2 Card {i}\n" for i in range(10))
EXPERIMENT = 'roster = ["cards.csv"]\ndeck = ["deck.toml"]\npairs = 1\n'


def plan(folder: Path, **files: str | bytes) -> Plan:
    """Plan the experiment of a project; `deck_toml` stands for deck.toml."""
    texts: dict[str, str | bytes] = {
        "cards_csv": ROSTER,
        "deck_toml": DECK,
        "experiment_toml": EXPERIMENT,
    }
    for name, content in (texts | files).items():
        stem, _, ending = name.rpartition("_")
        raw = content.encode() if isinstance(content, str) else content
        (folder / f"{stem}.{ending}").write_bytes(raw)
    return make_plan(load_experiment(folder / "experiment.toml", {}))


def refusal(folder: Path, **files: str | bytes) -> str:
    """What is said about a project; paths without the folder."""
    with pytest.raises(ForgesimError) as caught:
        plan(folder, **files)
    return str(caught.value).replace(f"{folder}/", "")


# --- rosters ----------------------------------------------------------------------------------


def test_excel_s_note_of_its_separator_may_name_a_tab(tmp_path: Path) -> None:
    assert plan(tmp_path, cards_csv="sep=\t\n" + ROSTER.replace(",", "\t"))


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_first_heading_may_go_on_in_the_next_line(separator: str, tmp_path: Path) -> None:
    heading = '"Card\nname"' + HEADER.removeprefix("name")
    cards = "\n".join([heading, *CARDS]).replace(",", separator)
    assert plan(
        tmp_path, cards_csv=cards, experiment_toml=f'{EXPERIMENT}columns.name = "Card name"\n'
    )


def workbook(size: bytes) -> bytes:
    """The roster as a workbook that says this about its size."""
    book = openpyxl.Workbook()
    for line in ROSTER.splitlines():
        book.active.append([cell or None for cell in line.split(",")])  # type: ignore[union-attr]
    packed = io.BytesIO()
    book.save(packed)
    note = b'<dimension ref="A1:H11"/>'
    assert note in zipfile.ZipFile(packed).read("xl/worksheets/sheet1.xml").replace(b" />", b"/>")
    return repacked(packed.getvalue(), lambda xml: xml.replace(b" />", b"/>").replace(note, size))


@pytest.mark.parametrize("size", ["", "A1", "A1:H5", "A1:XFD1048576"])
def test_a_workbook_is_read_whole_whatever_it_says_of_its_size(size: str, tmp_path: Path) -> None:
    experiment = EXPERIMENT.replace("cards.csv", "cards.xlsx")
    note = f'<dimension ref="{size}"/>' if size else ""
    read = plan(tmp_path, cards_xlsx=workbook(note.encode()), experiment_toml=experiment)
    assert len(set(read.decks[0].ids)) == 10


# --- decks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deck.TOML", "deck.Txt"])
def test_the_ending_of_a_deck_file_may_be_in_capitals(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / name).write_text(DECK if name.endswith("L") else LIST)
    (folder / "._deck.toml").write_bytes(b"\0")  # as macOS leaves it beside a file
    for decks in ('decks = "decks"', f'deck = ["decks/{name}"]'):
        experiment = f'roster = ["cards.csv"]\n{decks}\n'
        assert len(plan(tmp_path, experiment_toml=experiment).decks) == 1


def test_a_deck_s_pilot_that_does_not_exist_is_named_with_its_line(tmp_path: Path) -> None:
    text = refusal(tmp_path, deck_toml='pilot = "gredy"\n' + DECK)
    assert text.startswith("deck.toml:1: pilot: unknown pilot 'gredy'; did you mean 'greedy'?")


def test_an_experiment_that_names_a_deck_twice_is_told_so(tmp_path: Path) -> None:
    experiment = EXPERIMENT.replace('"deck.toml"', '"deck.toml", "./deck.toml"')
    assert refusal(tmp_path, experiment_toml=experiment).startswith("experiment.toml:2: deck: ")


# --- lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before",
    ["# two\u2028lines, says Unicode", "# it's '''odd", 'title = \'three """\''],
)
def test_no_remark_or_text_moves_a_line(before: str, tmp_path: Path) -> None:
    text = refusal(tmp_path, deck_toml=f"# first\n{before}\nplan = 'quick'\n{DECK}")
    assert text.startswith("deck.toml:3: plan 'quick'")


def test_a_remark_in_a_deck_list_moves_no_line(tmp_path: Path) -> None:
    experiment = EXPERIMENT.replace("deck.toml", "deck.txt")
    text = refusal(tmp_path, deck_txt="# a\u2028b\n2 Nobody\n", experiment_toml=experiment)
    assert text.startswith("deck.txt:2: unknown card 'Nobody'")


def test_a_setting_in_quotes_has_its_own_line(tmp_path: Path) -> None:
    text = refusal(tmp_path, experiment_toml=f'{EXPERIMENT}[set]\n"second.fp_cap" = 100\n')
    assert text.startswith("experiment.toml:5: second.fp_cap=100")


# --- TOML that no message could show ----------------------------------------------------------


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "9" * 5000, "-1" + "0" * 100])
def test_an_endless_number_is_refused(number: str, tmp_path: Path) -> None:
    for text in (f"pairs = {number}", f"[set]\nfp_cap = {number}"):
        experiment = EXPERIMENT.replace("pairs = 1", text)
        assert "too large to be read" in refusal(tmp_path, experiment_toml=experiment)


@pytest.mark.parametrize(
    "value", ["[" * 3000, "[" * 90 + "]" * 90, "{ a." + "a." * 3000 + "a = 1 }"]
)
def test_an_endless_nest_is_refused(value: str, tmp_path: Path) -> None:
    text = refusal(tmp_path, experiment_toml=f"{EXPERIMENT}set.x = {value}\n")
    assert "nested too deeply" in text


# --- names that no file can have --------------------------------------------------------------


@pytest.mark.parametrize("name", ["x" * 300, "./" + "x" * 300, "./a\\u0000", "x" * 300 + "/greedy"])
@pytest.mark.parametrize("key", ["ruleset", "pilot_a", "decks", "roster", "deck"])
def test_a_name_that_no_file_can_have_is_refused(key: str, name: str, tmp_path: Path) -> None:
    keys = {"roster": '["cards.csv"]', "deck": '["deck.toml"]'}
    keys |= {"pilot_a": '"random"', "pilot_b": '"random"'} if key == "pilot_a" else {}
    keys |= {key: f'["{name}"]' if key in ("roster", "deck") else f'"{name}"'}
    if key == "decks":
        del keys["deck"]
    experiment = "".join(f"{k} = {v}\n" for k, v in keys.items())
    assert refusal(tmp_path, experiment_toml=experiment)


@pytest.mark.parametrize("name", ["x" * 300, "./" + "x" * 300, "a\\u0000/b", "./"])
def test_a_parent_that_no_file_can_be_is_refused_where_it_is_named(
    name: str, tmp_path: Path
) -> None:
    text = refusal(
        tmp_path,
        rules_toml=f'parent = "{name}"\n',
        experiment_toml=f'{EXPERIMENT}ruleset = "./rules.toml"\n',
    )
    assert text.startswith("rules.toml:1: parent")


def test_a_pilot_that_is_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "me.toml").symlink_to(tmp_path / "me.toml")
    experiment = f'{EXPERIMENT}pilot = ["./me.toml"]\n'
    assert refusal(tmp_path, experiment_toml=experiment).startswith("me.toml: ")


# --- rulesets and settings --------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    ["first.fp_cap = 3\nfp_cap = 8", "fp_cap = 8\nfirst.fp_cap = 3"],
    ids=["before", "after"],
)
def test_what_is_said_of_one_player_holds_wherever_it_stands(lines: str, tmp_path: Path) -> None:
    rules = f'parent = "v0.1w"\n{lines}\n'
    experiment = f'{EXPERIMENT}ruleset = "./rules.toml"\n'
    by_file = plan(tmp_path, rules_toml=rules, experiment_toml=experiment)
    by_set = plan(tmp_path, experiment_toml=f"{EXPERIMENT}[set]\n{lines}\n")
    for read in (by_file, by_set):
        assert [seat["fp_cap"] for seat in read.rules.seats] == [3, 8]


def test_a_status_may_be_that_of_one_player_s_value(tmp_path: Path) -> None:
    rules = 'parent = "v0.1w"\n[first.fp_cap]\nvalue = 8\nstatus = "assumed"\n'
    read = plan(
        tmp_path, rules_toml=rules, experiment_toml=f'{EXPERIMENT}ruleset = "./rules.toml"\n'
    )
    assert read.rules.assumptions["fp_cap"].status == "assumed"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('fp_cap = "8"', "without quotation marks"),
        ('switch.late_attach = "on"', "without quotation marks"),
        ("fp_cap = {}", "is not a whole number"),
        ("colours = {}", "unknown parameter 'colours'"),
        ('fp_cpa.status = "assumed"', "unknown parameter 'fp_cpa'"),
        ("fp_cap.status = 1", "expected text"),
        ('first.fp_cap = 8\n"first.fp_cap" = 9', "stands twice"),
        ('name = "a\\nb"', "expected text, one line"),
    ],
)
def test_a_ruleset_says_what_it_means(line: str, problem: str, tmp_path: Path) -> None:
    text = refusal(
        tmp_path,
        rules_toml=f'parent = "v0.1w"\n{line}\n',
        experiment_toml=f'{EXPERIMENT}ruleset = "./rules.toml"\n',
    )
    assert text.startswith("rules.toml:")
    assert problem in text


@pytest.mark.parametrize("table", ["switch", "first", "set.card", "set.second.switch"])
def test_a_table_of_settings_may_be_empty(table: str, tmp_path: Path) -> None:
    assert plan(
        tmp_path,
        rules_toml='parent = "v0.1w"\n[switch]\n[first]\n',
        experiment_toml=f'{EXPERIMENT}ruleset = "./rules.toml"\n'
        + (f"[{table}]\n" if table.startswith("set") else ""),
    )


@pytest.mark.parametrize(
    "setting",
    ['cost = "1_0"', 'cost = "\u0662"', 'name = ["a"]', "rarity = 1", "cost = {}"],
)
def test_a_setting_of_a_card_is_a_number_or_text(setting: str, tmp_path: Path) -> None:
    text = refusal(tmp_path, experiment_toml=f"{EXPERIMENT}[set.card.card_1]\n{setting}\n")
    assert text.startswith("experiment.toml:5: card.card_1.")


# --- what an experiment says --------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        'game = "froge"',
        'columns = { mana = "Cost" }',
        'columns = { cost = " " }',
        'columns = { cost = "Power" }',
        'pilot = ["random", "random"]',
    ],
)
def test_what_an_experiment_says_wrongly_is_placed_in_it(line: str, tmp_path: Path) -> None:
    text = refusal(tmp_path, experiment_toml=f"{EXPERIMENT}{line}\n")
    assert text.startswith("experiment.toml:4: ")


def test_pilots_of_one_name_are_placed_in_a_file(tmp_path: Path) -> None:
    pilot = 'name = "twin"\nkind = "random"\n'
    experiment = f'{EXPERIMENT}pilot = ["./a.toml", "./b.toml"]\n'
    text = refusal(tmp_path, a_toml=pilot, b_toml=pilot, experiment_toml=experiment)
    assert text.startswith("b.toml: the name 'twin' is taken")


@pytest.mark.parametrize("title", ['"a\\nb"', '"a\\u001bb"'])
def test_titles_hold_nothing_that_a_terminal_acts_on(title: str, tmp_path: Path) -> None:
    pilot = f'name = "one"\nkind = "random"\ntitle = {title}\n'
    experiment = f'{EXPERIMENT}pilot = ["./a.toml"]\n'
    text = refusal(tmp_path, a_toml=pilot, experiment_toml=experiment)
    assert text.startswith("a.toml:3: title ")
