"""A small part of scripts/evidence/interval_coverage.py: intervals hold the truth as they say."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "evidence" / "interval_coverage.py"


def _load():
    place = importlib.util.spec_from_file_location("coverage_of_intervals", SCRIPT)
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module
    place.loader.exec_module(module)
    return module


evidence = _load()
REPLICATES = 2_000
SLACK = 4 * (0.95 * 0.05 / REPLICATES) ** 0.5


@pytest.mark.parametrize("pairs", [100, 1_000])
@pytest.mark.parametrize("case", evidence.CASES, ids=lambda case: f"{case.kind}, {case.name}")
def test_an_interval_covers_what_it_should(case, pairs: int) -> None:
    found = evidence.cover(case, pairs, REPLICATES)
    assert found.share > evidence.LEAST - SLACK
    assert found.off < evidence.ENOUGH or found.share < evidence.MOST + SLACK


def test_pseudo_pairs_in_each_matchup_would_not() -> None:
    names = ("20 matchups, even, alike", "20 matchups, 2 %")
    few, onesided = (next(case for case in evidence.CASES if case.name == name) for name in names)
    assert evidence.cover(few, 100, REPLICATES, evidence.in_each_matchup).share < 0.91
    assert evidence.cover(onesided, 1_000, REPLICATES, evidence.in_each_matchup).share > 0.975
