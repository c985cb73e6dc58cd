import json
from pathlib import Path

import numpy as np
import pytest

from forgesim.errors import DataError
from forgesim.studies.decision.steps import FOLDER, Steps, packed, seed_for, unpacked


def test_a_step_is_made_once_and_then_read(tmp_path: Path) -> None:
    made = []

    def make() -> dict[str, int]:
        made.append(1)
        return {"value": 5}

    assert Steps(tmp_path).get("word", {"a": 1}, make) == {"value": 5}
    again = Steps(tmp_path)
    assert again.has("word", {"a": 1})
    assert again.get("word", {"a": 1}, make) == {"value": 5}
    assert len(made) == 1
    assert not again.has("word", {"a": 2})
    again.get("word", {"a": 2}, make)
    again.get("other", {"a": 1}, make)
    assert len(made) == 3


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    steps = Steps()
    steps.get("word", 1, lambda: {"value": 5})
    assert steps.has("word", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("damage", ["{", '{"data": {"value": 6}, "digest": "0"}', "[]"])
def test_a_damaged_step_is_named(damage: str, tmp_path: Path) -> None:
    Steps(tmp_path).get("word", 1, lambda: {"value": 5})
    (file,) = (tmp_path / FOLDER).iterdir()
    file.write_text(damage)
    with pytest.raises(DataError, match="damaged; delete it") as error:
        Steps(tmp_path).get("word", 1, lambda: {"value": 5})
    assert error.value.violations[0].file == file


def test_what_was_half_written_is_cleared_away(tmp_path: Path) -> None:
    Steps(tmp_path).get("word", 1, lambda: {"value": 5})
    (tmp_path / FOLDER / ".word.json.abc.half").write_text("{")
    Steps(tmp_path)
    assert len(list((tmp_path / FOLDER).iterdir())) == 1


def test_arrays_come_back_as_they_were() -> None:
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    again = unpacked(json.loads(json.dumps(packed(array))))
    assert again.dtype == array.dtype
    assert (again == array).all()


def test_seeds_differ_by_study_and_purpose() -> None:
    seeds = {seed_for(1, "a"), seed_for(2, "a"), seed_for(1, "b"), seed_for(1, "a", 1)}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert seed_for(1, "a") == seed_for(1, "a")
