"""`forgesim init`: a project that runs at once."""

import re
from pathlib import Path

import pytest

from tests.cli.program import call_forgesim, call_well, tree
from tests.docs.pages import DOCS, blocks_of


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("init")
    text = call_well("init", "my game", cwd=folder)
    assert text == (
        "my game is ready: README.md, cards.csv, decks/, experiment.toml, gate.toml, pilots/,"
        " rulesets/\n"
        "Next: cd 'my game' && forgesim batch\n"
    )
    return folder / "my game"


def test_a_batch_runs_in_it_at_once(project: Path) -> None:
    result = call_forgesim("batch", "--games", "42", "--quiet", cwd=project)
    assert result.code == 0, result.err
    assert "First-player advantage" in result.out
    assert "\nmy-game: 42 games in " in result.out
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-my-game", next((project / "runs").iterdir()).name)


@pytest.mark.parametrize(
    "command",
    ["roster check", "roster show", "roster export", "deck check", "deck show", "deck random",
     "roster diff cards.csv", "rules --ruleset rulesets/mine.toml",
     "batch --games 10 --pilot pilots/mine.toml --out runs/mine",
     "replay --deck-a decks/mixed-rush.toml --deck-b decks/wilds-midrange.toml"],
)  # fmt: skip
def test_all_commands_about_data_use_it(command: str, project: Path) -> None:
    result = call_forgesim(*command.split(), cwd=project)
    assert result.code == 0, result.err
    uses = "using experiment.toml of this folder\n"
    assert uses in result.err


def test_the_commands_of_its_readme_can_be_carried_out(project: Path, tmp_path: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    forgesim (.*)$", text, re.MULTILINE)
    assert len(commands) > 5
    call_well("init", "game", cwd=tmp_path)
    (tmp_path / "game" / "old-cards.csv").write_bytes((project / "cards.csv").read_bytes())
    for command in commands:
        few = ["--games", "2"] if command.startswith("batch") else []
        result = call_forgesim(*command.split(), *few, cwd=tmp_path / "game")
        assert result.code == 0, f"{command}: {result.err}"


def test_the_files_that_its_readme_names_are_there(project: Path) -> None:
    text = (project / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)
    assert set(named) == {"cards.csv", "decks/", "rulesets/mine.toml", "pilots/mine.toml",
                          "experiment.toml", "gate.toml"}  # fmt: skip
    assert [name for name in named if not (project / name).exists()] == []


def test_the_folder_itself_can_be_made_a_project(tmp_path: Path) -> None:
    assert call_well("init", ".", cwd=tmp_path).endswith("Next: forgesim batch\n")
    assert call_forgesim("deck", "check", cwd=tmp_path).code == 0


def test_what_the_experiment_file_offers_can_be_switched_on(tmp_path: Path) -> None:
    """Its commented lines are examples; whoever takes the # away must get what they say."""
    call_well("init", "game", cwd=tmp_path)
    path = tmp_path / "game" / "experiment.toml"
    text = path.read_text(encoding="utf-8")
    settings = re.sub(r"^# (?=\[set\]|second\.|card\.|pilot = )", "", text, flags=re.MULTILINE)
    assert settings != text
    path.write_text(settings, encoding="utf-8")
    result = call_forgesim("batch", "--games", "2", "--out", "run", cwd=tmp_path / "game")
    assert result.code == 0, result.err
    assert "changed from" in result.out
    cards = tmp_path / "game" / "cards.csv"
    own = cards.read_text(encoding="utf-8").replace(",name,", ",Card,")
    cards.write_text(own.replace(",cost,", ",Forge Points,"), encoding="utf-8")
    assert call_forgesim("roster", "check", cwd=tmp_path / "game").code == 1
    columns = re.sub(r"^# (?=\[columns\]|name = |cost = )", "", text, flags=re.MULTILINE)
    path.write_text(columns, encoding="utf-8")
    assert call_forgesim("roster", "check", cwd=tmp_path / "game").code == 0
    cards.write_text(cards.read_text(encoding="utf-8").replace(",Wilds,", ",Tide,"))
    assert call_forgesim("roster", "check", cwd=tmp_path / "game").code == 1
    values = re.sub(r"^# (?=\[values|Tide = )", "", columns, flags=re.MULTILINE)
    path.write_text(values, encoding="utf-8")
    assert call_forgesim("roster", "check", cwd=tmp_path / "game").code == 0


def test_a_second_project_is_no_other(project: Path, tmp_path: Path) -> None:
    call_well("init", "game", cwd=tmp_path)
    made = tree(tmp_path / "game")
    mine = {name: content for name, content in tree(project).items() if name in made}
    assert mine == made


def test_the_gate_of_a_project_knows_the_words_of_its_author(tmp_path: Path) -> None:
    """The project of `own-cards.md`: headings and words are said in experiment.toml alone."""
    call_well("init", "game", cwd=tmp_path)
    game = tmp_path / "game"
    for path in (game / "decks").iterdir():
        path.unlink()
    page = (DOCS / "how-to" / "own-cards.md").read_text(encoding="utf-8")
    for block in blocks_of(page):
        if block.file:
            (game / block.file).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
    call_well("deck", "random", "--count", "2", "--out", "decks", cwd=game)
    call_well("baseline", "create", "gate.toml", "--pairs", "300", "--out", "b.json", cwd=game)
    assert "UNCHANGED" in call_well("gate", "b.json", cwd=game)
    with (game / "gate.toml").open("a", encoding="utf-8") as file:
        file.write('[[target]]\nkind = "deck"\nname = "first"\nlow = 5\n')
    assert "MET: all of 2 targets" in call_well("gate", "--targets", "gate.toml", cwd=game)
