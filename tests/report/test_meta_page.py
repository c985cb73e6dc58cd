"""The page of a searched metagame: its tables and findings; it asks nothing of the network."""

import re
from dataclasses import replace

import pytest

from forgesim.arena.plan import Plan
from forgesim.report.meta import deck_table, findings, page, share_table, step_table
from forgesim.report.study_page import study_files
from forgesim.studies.meta import CLOSED, OPEN, UNSURE, MetaFound, find_metagame
from tests.docs.pages import DOCS, plain, table_of
from tests.studies.meta.test_decks import quest
from tests.studies.plans import plan_of


@pytest.fixture(scope="module")
def found() -> MetaFound:
    return find_metagame(quest())


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of("armory-slow", "occult-slow")


@pytest.mark.parametrize(
    ("name", "make"), [("decks", deck_table), ("rounds", step_table), ("variety", share_table)]
)
def test_columns_of_the_tables_are_those_of_the_reference(
    name: str, make: object, found: MetaFound
) -> None:
    text = (DOCS / "reference" / "tables.md").read_text(encoding="utf-8")
    shown = [word for row in table_of(text, f"meta-{name}") for word in plain(row[0]).split(", ")]
    table = make(found)  # type: ignore[operator]
    assert list(table.columns) == shown
    assert len(table) > 0


def test_the_tables_hold_the_decks_their_shares_and_the_rounds(found: MetaFound) -> None:
    decks = deck_table(found)
    assert len(decks) == len(found.course.strategies)
    assert decks["share"].sum() == pytest.approx(100)
    assert (decks["low"] <= decks["share"]).all()
    mono = decks[decks["group"] != "mixed"]["share"].sum()
    shares = share_table(found).set_index("number")["value"]
    assert shares["mono share"] == pytest.approx(mono)
    steps = step_table(found)
    assert list(steps["round"]) == [1, 2]
    assert steps["gain"].iloc[0] > 5


def test_the_files_are_the_same_each_time_and_ask_nothing_of_the_network(
    found: MetaFound, plan: Plan
) -> None:
    files = study_files(page(found, plan, "forgesim meta"))
    assert files == study_files(page(found, plan, "forgesim meta"))
    html = files["index.html"].decode()
    assert not re.search(r"""(src|href)=["']https?:""", html)
    assert {"tables/decks.csv", "tables/scores.csv", "figures/shares.svg"} <= set(files)
    assert "lower bound of how far the mix can be beaten" in files["report.md"].decode()


@pytest.mark.parametrize(
    ("end", "words"),
    [(CLOSED, "no deck was found that gains as much"), (UNSURE, "could not be said"),
     (OPEN, "the last allowed")],
)  # fmt: skip
def test_how_it_ended_is_said_first(end: str, words: str, found: MetaFound) -> None:
    ended = replace(found, course=replace(found.course, end=end))
    assert words in next(findings(ended)).text


def test_where_the_best_response_is_known_it_asks_for_more_pairs(found: MetaFound) -> None:
    course = found.course
    last = course.steps[-1]
    known = replace(last.answers[0], strategy=course.strategies[0])
    steps = (*course.steps[:-1], replace(last, answers=(known, *last.answers[1:])))
    for now, words in ((steps, "More --pairs decide"), (course.steps, "More --held-out pairs")):
        ended = replace(found, course=replace(course, end=UNSURE, steps=now))
        assert words in next(findings(ended)).text
