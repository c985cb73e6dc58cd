"""Sweeps: judged by a fixed number of pairs, all intervals together, on the base's seeds."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forgesim.errors import UsageError
from forgesim.stats.bands import MET, MISSED, Band
from forgesim.stats.effects import UNDECIDED
from forgesim.stats.pairs import Estimate
from forgesim.studies import sweep as module
from forgesim.studies.compare import compare_plans
from forgesim.studies.grid import read_axes
from forgesim.studies.how import How
from forgesim.studies.sweep import (
    Sweep,
    check_grid,
    default_targets,
    judge,
    pairs_to_decide,
    play_sweep,
)
from forgesim.studies.targets import list_targets
from forgesim.studies.variants import Base, make_base
from tests.studies.plans import plan_of

HEAD = 'deck = ["wilds-fast", "occult-fast", "armory-slow"]\npairs = 40\n'
TARGETS = (
    'kind = "first player"\nlow = -20\nhigh = 45\nmargin = 0.5',
    'kind = "deck"\nname = "wilds-fast"\nlow = 30',
    'kind = "matchup"\ndecks = ["wilds-fast", "occult-fast"]\nhigh = 50',
)


def base_of(folder: Path, *targets: str) -> tuple[Base, Path]:
    path = folder / "field.toml"
    path.write_text(HEAD + "".join(f"[[target]]\n{each}\n" for each in targets), encoding="utf-8")
    return make_base(path, {}), path


def swept(folder: Path, *ranges: str, pairs: int = 40, how: How | None = None) -> Sweep:
    base, path = base_of(folder, *TARGETS)
    targets = list_targets(base.experiment, path, base.plan)
    return play_sweep(base, read_axes(ranges), targets, pairs, how or How())


def estimate(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, 100)


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.49, 0.51, MET), (0.48, 0.52, MET), (0.52, 0.54, UNDECIDED), (0.521, 0.54, MISSED),
        (0.40, 0.479, MISSED), (0.47, 0.51, UNDECIDED), (0.3, 0.7, UNDECIDED),
    ],
)  # fmt: skip
def test_a_target_is_judged_by_its_interval(low: float, high: float, verdict: str) -> None:
    assert judge(estimate(low, high), Band(48, 52)) == verdict


def test_a_band_may_be_open() -> None:
    assert judge(estimate(0.1, 0.4), Band(None, 45)) == MET
    assert judge(estimate(0.6, 0.99), Band(55, None)) == MET
    assert judge(estimate(0.1, 0.4), Band(55, None)) == MISSED


def test_what_would_decide_takes_the_interval_off_the_nearest_edge() -> None:
    assert pairs_to_decide(estimate(0.48, 0.52), Band(49, None), 100) == 400
    assert pairs_to_decide(estimate(0.48, 0.52), Band(50, None), 100) == np.inf


def test_each_point_is_that_variant_of_the_base(tmp_path: Path) -> None:
    found = swept(tmp_path, "fp_cap=5,7", "second.start_heat=20,23")
    assert [tried.point for tried in found.tried] == [
        None, ("5", "20"), ("5", "23"), ("7", "20"), ("7", "23"),
    ]  # fmt: skip
    assert [tried.is_base for tried in found.tried] == [True, False, False, True, False]
    plan = plan_of("wilds-fast", "occult-fast", "armory-slow")
    changes = ["fp_cap=5", "second.start_heat=23"]
    rows = compare_plans(
        plan, [("v", plan_of("wilds-fast", "occult-fast", "armory-slow", set=changes))], 40
    ).rows
    for place, (scope, name) in enumerate([
        ("headline", "first-player advantage"), ("deck", "wilds-fast"),
        ("matchup", "occult-fast - wilds-fast"),
    ]):  # fmt: skip
        row = next(r for r in rows if (r["scope"], r["name"], r["seat"]) == (scope, name, ""))
        judged = found.tried[2].judged[place]
        score, change = row["new"], row["difference"]
        if scope == "matchup":  # the target is about the other deck
            score, change = 100 - score, -change
        assert judged.score == pytest.approx(score)
        assert judged.change == pytest.approx(change)


def test_intervals_hold_together_and_so_widen_with_the_grid(tmp_path: Path) -> None:
    one, many = swept(tmp_path, "fp_cap=5"), swept(tmp_path, "fp_cap=5,6,8,9,10,11,12,13")
    small, large = (each.tried[1].judged[0] for each in (one, many))
    assert small.score == large.score
    ratio = (large.high - large.low) / (small.high - small.low)
    assert 1.05 < ratio < 1.3  # 27 numbers instead of 6


def test_the_table_has_every_point_and_target(tmp_path: Path) -> None:
    found = swept(tmp_path, "fp_cap=5,7")
    table = found.table
    assert len(table) == 3 * 3
    assert list(table.columns[:4]) == ["point", "fp_cap", "is_base", "all_targets"]
    base, same = (table[table["point"] == point]["score"].tolist() for point in (-1, 1))
    assert base == same


def test_neither_workers_nor_how_many_at_once_change_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = swept(tmp_path, "fp_cap=5,6,8")
    monkeypatch.setattr(module, "TOGETHER", 2)
    parted = swept(tmp_path, "fp_cap=5,6,8", how=How(2))
    assert repr(whole.tried) == repr(parted.tried)


def test_without_targets_going_first_is_to_be_worth_little() -> None:
    base = make_base(None, {"deck": ["wilds-fast", "occult-fast"], "pairs": 4})
    (target,) = default_targets(base.plan)
    assert (target.band.low, target.band.high, target.offset) == (48, 52, 50)
    assert len(target.entries) == 3


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        (["fp_cp=6,7"], "did you mean 'fp_cap'"),
        (["card.bramble_hond.cost=+1"], "did you mean 'bramble_hound'"),
        (["fp_cap=5..2000"], "expected a whole number from"),
    ],
)
def test_a_grid_that_cannot_be_played_is_refused_before(ranges: list[str], said: str) -> None:
    base: Any = make_base(None, {"deck": ["wilds-fast"], "pairs": 4})
    with pytest.raises(UsageError, match=said):
        check_grid(base, read_axes(ranges))


def test_a_grid_without_end_is_refused() -> None:
    base = make_base(None, {"deck": ["wilds-fast"], "pairs": 4})
    with pytest.raises(UsageError, match="20,000 points, expected 10,000 at most"):
        play_sweep(base, read_axes(["fp_cap=1..20000"]), default_targets(base.plan), 4, How())
