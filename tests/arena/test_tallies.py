"""The tallies of a run: read back as they were written, or not at all."""

import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.arena.tallies import COUNTED, read_tallies, write_tallies
from forgesim.arena.tally import Tally
from tests.arena.counting import are_same

NUMBER = COUNTED | {"games": "games"}
"""The column of what is counted, by file."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Two tiers of three matchups."""
    flags = {"deck": ["wilds-fast", "mixed-burn"], "pairs": 12, "pilot": ["greedy", "random"]}
    return make_plan(load_experiment(None, flags))


@pytest.fixture(scope="module")
def tally(plan: Plan) -> Tally:
    return run_batch(plan, None)


@pytest.fixture(scope="module")
def written(tally: Tally, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("written")
    (path / "tallies").mkdir()
    write_tallies(path, tally)
    return path


@pytest.fixture
def run(written: Path, tmp_path: Path) -> Path:
    """A copy, to be spoilt."""
    return Path(shutil.copytree(written, tmp_path / "run"))


def file(run: Path, name: str) -> Path:
    return run / "tallies" / f"{name}.parquet"


def test_what_was_written_is_read_back(plan: Plan, tally: Tally, written: Path) -> None:
    back = read_tallies(written, plan)
    assert back is not None
    assert are_same(back, tally)
    assert back.plan == plan


def test_there_is_a_file_for_each_array(written: Path) -> None:
    assert {path.stem for path in (written / "tallies").iterdir()} == set(NUMBER)


@pytest.mark.parametrize("name", NUMBER)
def test_a_file_has_a_row_for_each_number_but_0(tally: Tally, written: Path, name: str) -> None:
    numbers = pq.read_table(file(written, name))[NUMBER[name]].to_numpy()
    array = np.array([*tally.games.values()]) if name == "games" else getattr(tally, name)
    assert sorted(numbers.tolist()) == sorted(array[array != 0].tolist())


def test_the_checks_are_named_and_their_first_examples_are_matches_of_the_matchup(
    plan: Plan, tally: Tally, written: Path
) -> None:
    table = pq.read_table(file(written, "checks")).to_pylist()
    assert {row["check"] for row in table} == {check.name for check in plan.game.checks}
    names = [check.name for check in plan.game.checks]
    for row in table:
        at = row["matchup"], "ab".index(row["side"]), names.index(row["check"])
        what = ("chances", "events", "match", "turn").index(row["what"])
        assert row["number"] == tally.checks[*at, what]
        assert row["what"] != "match" or row["number"] <= 2 * plan.pairs


def test_an_unfinished_run_has_none(plan: Plan, tmp_path: Path) -> None:
    assert read_tallies(tmp_path, plan) is None


def test_the_pairs_are_written_last(
    tally: Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setattr(
        "forgesim.arena.tallies.write_table", lambda path, _: order.append(path.stem)
    )
    write_tallies(tmp_path, tally)
    assert sorted(order) == sorted(NUMBER)
    assert order[-1] == "pairs"


# Damage.


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


def cut_in_half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def scramble(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(path.stat().st_size))


def put_another(path: Path) -> None:
    name = "games" if path.stem != "games" else "pairs"
    shutil.copy(path.with_stem(name), path)


def rewrite(path: Path, change: Callable[[np.ndarray], np.ndarray]) -> None:
    """Put other numbers, or other rows, into a file that is sound."""
    table = pq.read_table(path)
    column = NUMBER[path.stem]
    rows = change(np.arange(len(table)))
    numbers = table[column].to_numpy()[rows]
    changed = table.take(rows)
    place = table.column_names.index(column)
    pq.write_table(changed.set_column(place, column, pa.array(numbers)), path)


def lose_a_row(path: Path) -> None:
    rewrite(path, lambda rows: rows[:-1])


def turn_the_rows(path: Path) -> None:
    rewrite(path, lambda rows: rows[::-1])


def repeat_a_row(path: Path) -> None:
    rewrite(path, lambda rows: np.append(rows, rows[-1]))


def lose_a_column(path: Path) -> None:
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(table.column_names[:1]), path)


def narrow_the_numbers(path: Path) -> None:
    table = pq.read_table(path)
    place = len(table.column_names) - 1
    numbers = table.column(place).cast("int32")
    pq.write_table(table.set_column(place, table.column_names[place], numbers), path)


@pytest.mark.parametrize("name", NUMBER)
@pytest.mark.parametrize(
    "damage",
    [Path.unlink, cut_off, cut_in_half, empty, scramble, put_another, turn_the_rows, repeat_a_row,
     lose_a_column, narrow_the_numbers],
)  # fmt: skip
def test_a_damaged_file_is_noticed(
    damage: Callable[[Path], None], name: str, plan: Plan, run: Path
) -> None:
    damage(file(run, name))
    assert read_tallies(run, plan) is None


def edit(path: Path) -> None:
    """Make the first number one more."""
    table = pq.read_table(path)
    numbers = table[NUMBER[path.stem]].to_numpy().copy()
    numbers[0] += 1
    place = len(table.column_names) - 1
    pq.write_table(table.set_column(place, NUMBER[path.stem], pa.array(numbers)), path)


@pytest.mark.parametrize("name", NUMBER)
@pytest.mark.parametrize("damage", [edit, lose_a_row])
def test_a_sound_file_with_other_numbers_is_noticed(
    damage: Callable[[Path], None], name: str, plan: Plan, run: Path
) -> None:
    damage(file(run, name))
    assert read_tallies(run, plan) is None


@pytest.mark.parametrize("name", NUMBER)
def test_a_file_of_a_run_with_another_seed_is_noticed(
    name: str, plan: Plan, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "tallies").mkdir()
    write_tallies(tmp_path, run_batch(replace(plan, seed=2), None))
    shutil.copy(file(tmp_path, name), file(run, name))
    assert read_tallies(run, plan) is None


@pytest.mark.parametrize("name", NUMBER)
@pytest.mark.parametrize("pairs", [11, 13])
def test_a_file_of_a_run_of_other_length_is_noticed(
    pairs: int, name: str, plan: Plan, run: Path, tmp_path: Path
) -> None:
    (tmp_path / "tallies").mkdir()
    write_tallies(tmp_path, run_batch(replace(plan, pairs=pairs), None))
    shutil.copy(file(tmp_path, name), file(run, name))
    assert read_tallies(run, plan) is None


def test_tallies_of_fewer_decks_are_not_taken(run: Path) -> None:
    flags = {"deck": ["wilds-fast", "mixed-burn", "occult-fast"], "pairs": 12,
             "pilot": ["greedy", "random"]}  # fmt: skip
    assert read_tallies(run, make_plan(load_experiment(None, flags))) is None
