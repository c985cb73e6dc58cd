"""Baselines: the same whenever they are made, and found out where they were changed."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forgesim.arena.experiment import load_experiment
from forgesim.arena.resolve import make_plan
from forgesim.errors import DataError, UsageError
from forgesim.gate.baseline import baseline_plan, read_baseline
from forgesim.gate.comparing import compare
from tests.gate.project import DECKS, PAIRS, change, plan_of, with_data, write_baseline

HEAD = ("kind", "format", "checksum")
HOUND = "Bramble Hound,Wilds,creature,2"


@pytest.mark.parametrize("jobs", [1, 3])
def test_it_is_the_same_when_it_is_made_again(folder: Path, jobs: int) -> None:
    before = (folder / "b.json").read_bytes()
    assert write_baseline(folder, jobs=jobs, name="again.json").read_bytes() == before


def test_it_holds_all_that_is_needed_to_play_it_again(folder: Path) -> None:
    baseline = read_baseline(folder / "b.json")
    assert baseline.resolved() == baseline_plan(plan_of(folder), PAIRS)
    assert len(baseline.places) == 6
    assert baseline.is_of_this_engine
    for place in range(6):
        mean = 25 * baseline.outcomes(place).sum(axis=1).mean()
        assert baseline.data["summary"][place]["score"] == pytest.approx(mean, abs=0.001)


def test_a_changed_card_is_a_line_of_difference(folder: Path) -> None:
    change(folder / "cards" / "wilds.csv", f"{HOUND},2", f"{HOUND},3")
    lines = [path.read_text(encoding="utf-8").splitlines() for path in
             (folder / "b.json", write_baseline(folder, name="new.json"))]  # fmt: skip
    new = [line.strip() for line in set(lines[1]) - set(lines[0])]
    assert sum(line.startswith('"bramble_hound"') for line in new) == 1
    assert max(map(len, lines[0][:200])) < 500
    # checksum, card, and for three matchups fingerprint, summary, outcomes
    assert len(new) == 2 + 3 * 3


def test_the_experiment_is_named_from_the_baseline_s_folder_on(folder: Path) -> None:
    (folder / "kept").mkdir()
    out = write_baseline(folder, 10, name="kept/b.json")
    baseline = read_baseline(out)
    assert baseline.data["experiment"] == "../gate.toml"
    assert baseline.file == folder / "gate.toml"
    os.chdir(folder)
    assert read_baseline(Path("kept/b.json")).file == Path("gate.toml")


def test_a_single_deck_has_nothing_to_watch() -> None:
    with pytest.raises(UsageError, match="two decks or more"):
        baseline_plan(make_plan(load_experiment(None, {"deck": ["wilds-fast"]})), 10)


def edited(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


def signed(data: dict[str, Any]) -> dict[str, Any]:
    """Content with the checksum that it should have."""
    content = {key: value for key, value in data.items() if key not in HEAD}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return {**data, "checksum": hashlib.sha256(text.encode()).hexdigest()[:32]}


def test_the_checksum_is_of_the_content(folder: Path) -> None:
    data = json.loads((folder / "b.json").read_text(encoding="utf-8"))
    assert signed(data) == data


def test_a_score_that_was_changed_by_hand_is_found_out(folder: Path) -> None:
    edited(folder / "b.json", '"score": ', '"score": 1')
    with pytest.raises(DataError, match="has been changed since it was made"):
        read_baseline(folder / "b.json")


def test_so_is_an_outcome(folder: Path) -> None:
    text = json.loads((folder / "b.json").read_text(encoding="utf-8"))["outcomes"][0]
    edited(folder / "b.json", text, text[::-1])
    with pytest.raises(DataError, match="has been changed since it was made"):
        read_baseline(folder / "b.json")


def test_layout_is_not_content(folder: Path) -> None:
    data = json.loads((folder / "b.json").read_text(encoding="utf-8"))
    (folder / "b.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_baseline(folder / "b.json").pairs == PAIRS


@pytest.mark.parametrize("part", [0.01, 0.5, 0.99])
def test_what_was_cut_short_is_refused(folder: Path, part: float) -> None:
    data = (folder / "b.json").read_bytes()
    (folder / "b.json").write_bytes(data[: int(len(data) * part)])
    with pytest.raises(DataError, match=r"is cut short or damaged; make it again"):
        read_baseline(folder / "b.json")


def test_the_middle_of_a_merge_is_told(folder: Path) -> None:
    edited(folder / "b.json", ' "engine"', '<<<<<<< HEAD\n "engine"')
    with pytest.raises(DataError, match=r"b.json:\d+: is left in the middle of a merge"):
        read_baseline(folder / "b.json")


def test_another_format_is_refused(folder: Path) -> None:
    edited(folder / "b.json", '"format": 3', '"format": 4')
    with pytest.raises(DataError, match="has format 4, this forgesim reads format 3"):
        read_baseline(folder / "b.json")


@pytest.mark.parametrize("text", ["[]", "3", '{"format": 1}', '"forgesim baseline"'])
def test_what_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "b.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="is no baseline"):
        read_baseline(folder / "b.json")


def test_a_file_that_tells_of_baselines_is_none(folder: Path) -> None:
    edited(folder / "gate.toml", "roster", "# See forgesim baseline create.\nroster")
    with pytest.raises(DataError, match="is no baseline"):
        read_baseline(folder / "gate.toml")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("versions", None),
        ("engine", 5),
        ("experiment", 5),
        ("outcomes", []),
        ("outcomes", ["é"] * 6),
        ("summary", None),
        ("summary", []),
        ("plan", []),
        ("plan/seed", "1"),
        ("plan/seed", 2**80),
        ("plan/pairs", 0),
        ("plan/pairs", 10**18),
        ("plan/game", []),
        ("plan/matchups", []),
        ("plan/ruleset/seats", [{}]),
        ("plan/roster/cards", {}),
        ("plan/pilots", None),
    ],
)
def test_a_new_checksum_does_not_make_a_baseline(folder: Path, place: str, value: Any) -> None:
    data = json.loads((folder / "b.json").read_text(encoding="utf-8"))
    *parents, key = place.split("/")
    part = data
    for parent in parents:
        part = part[parent]
    part[key] = value
    (folder / "b.json").write_text(json.dumps(signed(data)), encoding="utf-8")
    with pytest.raises(DataError, match="does not hold together; make it again"):
        read_baseline(folder / "b.json")


def test_what_could_not_have_been_played_is_not_played_anew(folder: Path) -> None:
    baseline = read_baseline(folder / "b.json")
    plan = {**baseline.plan, "tiers": [{"name": "other", "is_even": True}]}
    with pytest.raises(DataError, match="does not hold together"):
        with_data(baseline, plan=plan).resolved()


@pytest.mark.parametrize("depth", [100, 900, 960, 990, 100_000])
def test_a_nest_is_no_baseline(folder: Path, depth: int) -> None:
    text = (folder / "b.json").read_text(encoding="utf-8")
    nest = "[" * depth + "]" * depth
    text = text.replace('"looks": 1', f'"looks": {nest}', 1)
    (folder / "b.json").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match="make it again"):
        read_baseline(folder / "b.json")


def test_one_of_another_engine_is_not_played_anew(folder: Path) -> None:
    baseline = with_data(read_baseline(folder / "b.json"), engine="0" * 16)
    with pytest.raises(UsageError, match="another version of the engine"):
        baseline.resolved()


# Two of them


def test_a_baseline_is_like_itself(folder: Path) -> None:
    baseline = read_baseline(folder / "b.json")
    found = compare(baseline, baseline)
    assert not found.changes
    assert all(step.is_same and step.change == 0 for step in found.steps)


def test_common_seeds_make_differences_of_the_same_pairs(folder: Path) -> None:
    change(folder / "cards" / "wilds.csv", f"{HOUND},2", f"{HOUND},4")
    new = write_baseline(folder, 500, name="new.json")
    old, later = read_baseline(folder / "b.json"), read_baseline(new)
    found = compare(old, later)
    assert found.is_paired
    assert found.changes.lines["cards"] == ["- **Bramble Hound**: power 2 → 4"]
    moved = [step for step in found.steps if not step.is_same]
    assert {deck for step in moved for deck in step.key[1:]} == set(DECKS)
    assert len(moved) == 3
    for step in moved:
        place = old.places[step.key]
        before = old.outcomes(place)[:500].sum(axis=1).mean()
        after = later.outcomes(later.places[step.key]).sum(axis=1).mean()
        assert step.change == pytest.approx(25 * (after - before))
        assert step.low < step.change < step.high


def test_other_seeds_make_wider_intervals(folder: Path) -> None:
    change(folder / "gate.toml", "[gate]", "seed = 2\n[gate]")
    other = read_baseline(write_baseline(folder, name="new.json"))
    found = compare(read_baseline(folder / "b.json"), other)
    assert not found.is_paired
    assert not found.changes
    widths = np.array([step.high - step.low for step in found.steps])
    assert (widths > 1.5).all()
    assert all(step.low < 0 < step.high for step in found.steps)
