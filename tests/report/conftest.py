"""Reports made once for all tests of this folder."""

from pathlib import Path
from unittest import mock

import pytest

from forgesim.report import write
from forgesim.report.figures import FIGURES, draw_all
from forgesim.report.figures.style import Picture, looks, render
from forgesim.report.scope import body
from forgesim.report.write import make_report
from tests.report.sample import Sample, Wish, make_results

Drawn = dict[str, list[Picture]]

EVIL = {
    0: "<script>alert(1)</script>",
    1: 'a"onload=alert(1)&b',
    2: "$x^2$|`_*",
    3: "=cmd|'/C calc'!A0",
    4: "鍛冶屋-кузнец-מפוחית-" + "long" * 10,
}
"""Deck names that would do harm where they are not taken as plain text."""


FIELD = (0, 2, 3, 5, 8)
"""Two decks each of two factions, and a mixed one, by their places among the shipped decks."""


@pytest.fixture(scope="session")
def results() -> Sample:
    """Five decks with ordinary names, two tiers, and a pilot check by a third."""
    return make_results(
        Wish(
            chosen=FIELD,
            tiers=("own", "greedy"),
            notes=("the run is not complete",),
            crew=("planner",),
        )
    )


@pytest.fixture(scope="session")
def pictures(results: Sample) -> Drawn:
    """Their figures, by section."""
    return draw_all(body(results))


@pytest.fixture(scope="session")
def report(results: Sample, pictures: Drawn, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of their report."""
    return _made(results, pictures, tmp_path_factory.mktemp("reports") / "ordinary")


@pytest.fixture(scope="session")
def evil_results() -> Sample:
    """Decks with evil names."""
    return make_results(Wish(decks=6, names=EVIL, has_replacement=False))


@pytest.fixture(scope="session")
def evil_pictures(evil_results: Sample) -> Drawn:
    """Their figures that name decks, by section."""
    with looks():
        return {
            topic: [render(drawing) for draw in FIGURES[topic] if (drawing := draw(scope))]
            for scope in [body(evil_results)]
            for topic in ("matchups", "decks", "seats", "metagame")
        }


@pytest.fixture(scope="session")
def evil_report(
    evil_results: Sample, evil_pictures: Drawn, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of their report."""
    return _made(evil_results, evil_pictures, tmp_path_factory.mktemp("reports") / "evil")


def _made(results: Sample, pictures: Drawn, out: Path) -> Path:
    """A report with figures that are drawn already."""
    with mock.patch.object(write, "draw_all", return_value=pictures):
        make_report(results, out)
    return out


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the figures out: they take time."""
    monkeypatch.setattr(write, "draw_all", lambda _: {})
