"""Reports made once for all tests of this folder."""

from pathlib import Path

import pytest

from forgesim.report.write import make_report
from tests.report.sample import Sample, Wish, make_results

EVIL = {
    0: "<script>alert(1)</script>",
    1: 'a"onload=alert(1)&b',
    2: "$x^2$|`_*",
    3: "=cmd|'/C calc'!A0",
    4: "鍛冶屋-кузнец-מפוחית-" + "long" * 10,
}
"""Deck names that would do harm where they are not taken as plain text."""


@pytest.fixture(scope="session")
def results() -> Sample:
    """Five decks with ordinary names, two tiers."""
    return make_results(Wish(decks=5, tiers=("own", "greedy"), notes=("the run is not complete",)))


@pytest.fixture(scope="session")
def report(results: Sample, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of their report."""
    out = tmp_path_factory.mktemp("reports") / "ordinary"
    make_report(results, out)
    return out


@pytest.fixture(scope="session")
def evil_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of decks with evil names."""
    out = tmp_path_factory.mktemp("reports") / "evil"
    make_report(make_results(Wish(decks=6, names=EVIL, has_replacement=False)), out)
    return out
