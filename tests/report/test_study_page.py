"""The pages of studies: what they say is what the tables say, and never more."""

import re

import pytest

from forgesim.report import comparison as comparison_page
from forgesim.report import sweep as sweep_page
from forgesim.report.figures.differences import side_by_side
from forgesim.report.figures.grid import target_plot
from forgesim.report.study_page import StudyPage, html, markdown, study_files
from forgesim.report.study_words import first_rows, needed_words
from forgesim.studies.compare import Comparison, compare_plans
from forgesim.studies.grid import read_axes
from forgesim.studies.how import How
from forgesim.studies.sweep import Sweep, default_targets, play_sweep
from forgesim.studies.variants import make_base
from tests.studies.plans import plan_of

DECKS = ["wilds-fast", "occult-fast", "armory-slow"]


@pytest.fixture(scope="module")
def compared() -> Comparison:
    changes = ["card.bramble_hound.cost=+1", "fp_cap=4", "fp_cap=7"]
    base = plan_of(*DECKS)
    return compare_plans(base, [(each, plan_of(*DECKS, set=[each])) for each in changes], 80)


@pytest.fixture(scope="module")
def page(compared: Comparison) -> StudyPage:
    return comparison_page.page(compared, "forgesim compare ...")


def swept(*ranges: str) -> Sweep:
    base = make_base(None, {"deck": DECKS, "pairs": 20})
    targets = default_targets(base.plan)
    return play_sweep(base, read_axes(ranges), targets, 20, How(), True)


def test_every_variant_has_a_section_with_its_tables(page: StudyPage) -> None:
    titles = [part.title for part in page.parts]
    assert titles == ["card.bramble_hound.cost=+1", "fp_cap=4", "fp_cap=7"]
    assert [sheet.title for sheet in page.parts[0].sheets] == [
        "Headline numbers", "Factions", "Decks", "Factions and decks by seat", "Matchups",
    ]  # fmt: skip
    names = [picture.name for picture in page.pictures]
    assert len(names) == len(set(names)) == 6


def test_what_plays_the_same_games_is_said_to_be_no_change(page: StudyPage) -> None:
    (said,) = page.topics[2].findings
    assert said.label == "no change"


def test_findings_count_what_the_table_has(compared: Comparison, page: StudyPage) -> None:
    rows = [row for row in compared.rows if row["variant"] == "fp_cap=4" and not row["seat"]]
    for scope, word in (("group", "faction"), ("deck", "deck"), ("matchup", "matchup")):
        of_scope = [row for row in rows if row["scope"] == scope]
        for said in page.topics[1].findings:
            found = re.match(rf"(\d+)\u00a0{word}s? of (\d+)\b", said.text)
            if found:
                label = {"too small to matter": "small"}.get(said.label, said.label)
                many = sum(row["verdict"] == label for row in of_scope)
                assert (int(found[1]), int(found[2])) == (many, len(of_scope))


def test_all_that_is_judged_is_found(page: StudyPage) -> None:
    text = " ".join(said.text for said in page.topics[1].findings)
    for scope in ("faction", "deck", "matchup"):
        counts = re.findall(rf"(\d+)\u00a0{scope}s? of (\d+)\b", text)
        assert sum(int(many) for many, _ in counts) == int(counts[0][1])


def test_the_page_and_its_files_are_the_same_each_time(compared: Comparison) -> None:
    one, two = (study_files(comparison_page.page(compared, "x")) for _ in range(2))
    assert one == two
    assert {"index.html", "report.md", "tables/differences.csv"} <= set(one)


def test_words_of_files_are_no_markup(page: StudyPage) -> None:
    from dataclasses import replace  # noqa: PLC0415

    evil = replace(page, title="<script>alert(1)</script>", notes=["*a* | <b>"])
    assert b"<script>alert" not in html(evil)
    assert b"<b>" not in markdown(evil).replace(b"\\<", b"")


def test_a_figure_needs_something_to_show(compared: Comparison) -> None:
    assert side_by_side("x", "decks", [], 2.0) is None
    rows = comparison_page.rows_of(compared, 0, "deck")
    drawing = side_by_side("x", "decks", rows, 2.0)
    assert drawing is not None
    assert drawing.figure.axes[0].get_xlabel() == "games won, in percent"
    assert drawing.figure.axes[1].get_xlabel() == "difference in points"


@pytest.mark.parametrize(
    ("ranges", "is_drawn"),
    [
        (("fp_cap=5,6",), True), (("fp_cap=5,6", "second.start_heat=20,21"), True),
        (("fp_cap=5,6", "second.start_heat=20,21", "heat_cap=21"), False),
    ],
)  # fmt: skip
def test_up_to_two_ranges_have_a_plot(ranges: tuple[str, ...], is_drawn: bool) -> None:
    found = swept(*ranges)
    assert (target_plot(found, 0) is not None) == is_drawn
    made = sweep_page.page(found, "x")
    assert len(made.pictures) == is_drawn
    assert "no targets are stated" in made.notes[0].lower()
    assert len(made.parts[0].sheets[0].rows) == len(found.tried)


def test_what_no_pairs_would_decide_is_at_the_threshold() -> None:
    assert needed_words(float("inf")) == "at the threshold"
    assert needed_words(1234.0) == "about 1,300 pairs"


def test_a_long_table_is_cut(compared: Comparison) -> None:
    sheet = comparison_page.sheet_of(compared, 1, "matchup")
    assert sheet is not None
    short, left = first_rows(sheet, 2)
    assert (len(short.rows), left) == (2, len(sheet.rows) - 2)
