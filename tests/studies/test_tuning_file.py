"""Tuning files: what moves and by how much, and what is wrong with a file, with its lines."""

from pathlib import Path

import pytest

from forgesim.errors import DataError, ForgesimError
from forgesim.studies.tuning_file import RULES_FROM, Tuning, load_tuning, usual_population

LEAST = 'name = "tuned"\nstart = "greedy"\nopponents = ["midrange"]\n'


def tuning_of(folder: Path, text: str) -> Tuning:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return load_tuning(folder / "mine.toml")


def moved(tuning: Tuning) -> list[str]:
    return [mover.feature.name for mover in tuning.movers]


def test_what_is_left_out_has_its_default(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, LEAST)
    assert tuning.title == "greedy, tuned"
    assert (tuning.seed, tuning.generations, tuning.pairs, tuning.sigma) == (1, 100, 8, 0.3)
    assert tuning.population == usual_population(len(tuning.movers)) == 15
    assert len(tuning.plan.decks) == 21
    assert not tuning.is_whole_field
    assert tuning.out is None


def test_all_weights_move_but_those_that_are_rules(tmp_path: Path) -> None:
    tuning = tuning_of(tmp_path, LEAST)
    assert {"face", "end", "hoard", "own_face"} <= set(moved(tuning))
    assert not {"win", "lose", "spoil"} & set(moved(tuning))
    assert all(abs(tuning.start.weights.get(name, 0)) < RULES_FROM for name in moved(tuning))


def test_tables_and_features_are_named_alike(tmp_path: Path) -> None:
    some = tuning_of(tmp_path, LEAST + 'move = ["hoard", "face", "spoil"]\n')
    assert moved(some) == ["spoil", "face", "hoard"]
    fewer = tuning_of(tmp_path, LEAST + 'keep = ["face"]\n')
    assert "face" not in moved(fewer)
    ahead = LEAST.replace("greedy", "planner")
    position = tuning_of(tmp_path, ahead + 'move = ["position"]\n')
    assert {mover.feature.table for mover in position.movers} == {"position"}
    both = tuning_of(tmp_path, ahead + 'move = ["position", "weights"]\n')
    assert {mover.feature.table for mover in both.movers} == {"position", "weights"}


def test_a_step_is_as_large_as_its_weight_but_not_too_small(tmp_path: Path) -> None:
    """Of greedy's weights half are smaller than 12, so none is taken for less than 4."""
    scales = {m.feature.name: m.scale for m in tuning_of(tmp_path, LEAST).movers}
    assert (scales["attach"], scales["own_face"], scales["cost"]) == (100, 100, 40)
    assert scales["end"] == scales["artifact_blessed"] == min(scales.values())
    named = tuning_of(tmp_path, LEAST + "[scale]\nend = 50\n")
    assert {m.feature.name: m.scale for m in named.movers}["end"] == 50


def test_paths_begin_at_the_file_s_folder(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    pilot = 'name = "mine"\nkind = "weights"\n[weights]\nface = 3\n'
    (tmp_path / "own" / "mine.toml").write_text(pilot, encoding="utf-8")
    (tmp_path / "field.toml").write_text(
        'deck = ["wilds-fast", "armory-slow"]\n[set]\nfp_cap = 6\n'
    )
    text = LEAST.replace('"greedy"', '"own/mine.toml"')
    tuning = tuning_of(tmp_path, text + 'experiment = "field.toml"\nout = "own/tuned.toml"\n')
    assert tuning.start.weights["face"] == 3
    assert [deck.name for deck in tuning.plan.decks] == ["wilds-fast", "armory-slow"]
    assert tuning.plan.changed == ("fp_cap=6",)
    assert tuning.out == tmp_path / "own" / "tuned.toml"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LEAST + "pears = 3\n", r"mine\.toml:4: unknown key 'pears'; did you mean 'pairs'\?"),
        (LEAST + "pairs = 0\n", r"mine\.toml:4: pairs 0, expected a whole number from 1 to"),
        (LEAST + "sigma = 0\n", r"mine\.toml:4: sigma 0, expected a number from 0\.01 to 10"),
        ('name = "x"\n', r"start is missing, expected the name or path of a pilot"),
        (LEAST.replace("greedy", "greedyy"), r":2: start: unknown pilot 'greedyy'; did you mean"),
        (LEAST.replace("midrange", "./x.toml"), r":3: opponents: .*there is no such file"),
        (LEAST.replace("greedy", "random"), r":2: start: random is of kind random, which has noth"),
        (LEAST.replace('"tuned"', '"greedy"'), r":1: name 'greedy' is taken"),
        (LEAST.replace('"tuned"', '"own"'), r":1: name 'own' stands for each deck's own pilot"),
        (
            LEAST.replace('"midrange"', '"midrange", "midrange"'),
            r":3: opponents: 'midrange' is named twice",
        ),
        (
            LEAST + 'move = ["fase"]\n',
            r":4: move: 'fase', expected weights, or a feature of greedy",
        ),
        (LEAST + 'move = ["position"]\n', r":4: move: 'position', expected weights, or a feature"),
        (
            LEAST.replace("greedy", "planner") + 'move = ["nodes"]\n',
            r":4: move: 'nodes', expected w",
        ),
        (LEAST + 'keep = ["weights"]\n', r":4: keep: 'weights', expected a feature of greedy"),
        (LEAST + 'move = ["face"]\nkeep = ["face"]\n', r":5: no weight is left that may move"),
        (
            LEAST + 'move = ["face"]\n[scale]\nhoard = 3\n',
            r":6: unknown feature that moves 'hoard'",
        ),
        (LEAST + "[scale]\nface = 0\n", r":5: face = 0, expected a whole number from 1 to"),
        (LEAST + 'deck = ["wilds-fat"]\n', r":4: deck: unknown deck 'wilds-fat'; did you mean"),
        (LEAST + 'deck = ["wilds-fast"]\ndecks = "x"\n', r":5: deck and decks: leave out one"),
        (LEAST + 'game = "chess"\n', r":4: unknown game 'chess'"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=problem):
        tuning_of(tmp_path, text)


def test_an_experiment_with_weights_of_pilots_is_refused(tmp_path: Path) -> None:
    text = 'deck = ["wilds-fast"]\npilot = ["greedy"]\n[set]\npilot.greedy.face = 3\n'
    (tmp_path / "field.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ForgesimError, match=r"mine\.toml:4: experiment: .* sets weights of pilots"):
        tuning_of(tmp_path, LEAST + 'experiment = "field.toml"\n')


def test_an_experiment_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ForgesimError, match=r"nowhere\.toml: there is no such file"):
        tuning_of(tmp_path, LEAST + 'experiment = "nowhere.toml"\n')
