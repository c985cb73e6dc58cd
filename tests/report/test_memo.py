"""The decision memo: the same bytes each time, everything in it, nothing that its page asks for."""

import re
from pathlib import Path

import pandas as pd
import pytest

from forgesim.report.memo import headline, line_of, memo_files, write_memo
from forgesim.report.memo.tables import memo_tables
from forgesim.studies.decision.course import run_study
from forgesim.studies.decision.outcome import Outcome
from forgesim.studies.decision.steps import Steps
from tests.docs.pages import DOCS, plain, table_of
from tests.studies.decision.toys import BREAKS, NOTHING, STUDY, synergy, toy_study

CANDIDATES = {
    "nothing": synergy("nothing", "any", NOTHING),
    "breaks": synergy("breaks", "Wilds", BREAKS),
}


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    text = STUDY.replace("count = 0", "count = 1")
    text = text.replace("seed = 3", 'seed = 3\nquestion = "Is <b>this</b> & that *flat*?"')
    return run_study(toy_study(tmp_path_factory.mktemp("memo"), CANDIDATES, text=text), Steps())


@pytest.fixture(scope="module")
def files(outcome: Outcome) -> dict[str, bytes]:
    return memo_files(outcome)


def test_a_memo_is_the_same_bytes_each_time(outcome: Outcome, files: dict[str, bytes]) -> None:
    assert memo_files(outcome) == files
    assert {"index.html", "memo.md", "tables/verdicts.csv", "figures/flatness.svg"} <= set(files)


def test_both_forms_say_what_was_decided_and_why(outcome: Outcome, files: dict[str, bytes]) -> None:
    page, text = files["index.html"].decode(), files["memo.md"].decode()
    for tested in outcome.tested:
        assert tested.variant.name in page
        assert tested.variant.name in text
    assert "Decision: none; keep small." in page
    assert "Decision: none; keep small." in text
    assert "no effect: its games are the very same as the baseline" in line_of(
        outcome, outcome.of("nothing")
    )
    assert re.search(
        r"rejected: .*Wilds [\d.]+ \([\d.]+ to [\d.]+\), target at most 70",
        line_of(outcome, outcome.of("breaks")),
    )
    for heading in ("What was stated before", "Is the game flat?", "The candidates",
                    "What it costs", "What would change the verdict", "What is uncertain",
                    "Do it again"):  # fmt: skip
        assert heading in page
        assert heading in text
    assert outcome.digest in page
    assert outcome.digest in text


def test_texts_of_the_file_are_shown_as_they_stand(files: dict[str, bytes]) -> None:
    assert "Is &lt;b&gt;this&lt;/b&gt; &amp; that *flat*?" in files["index.html"].decode()
    assert "Is \\<b\\>this\\</b\\> \\& that \\*flat\\*?" in files["memo.md"].decode()


def test_the_page_stands_alone(files: dict[str, bytes]) -> None:
    page = files["index.html"].decode()
    assert "default-src 'none'" in page
    links = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert [link for link in links if not link.startswith(("#", "data:"))] == []
    for target in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{target}"' in page


def test_links_of_the_text_lead_to_files(files: dict[str, bytes]) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", files["memo.md"].decode())
    assert "figures/flatness.png" in targets
    assert [target for target in targets if target not in files] == []


@pytest.mark.parametrize(
    "name",
    ["verdicts", "numbers", "checks", "groups", "matches", "changes", "again", "decks"],
)
def test_columns_of_the_tables_are_those_of_the_reference(name: str, outcome: Outcome) -> None:
    text = (DOCS / "reference" / "tables.md").read_text(encoding="utf-8")
    shown = [word for row in table_of(text, f"memo-{name}") for word in plain(row[0]).split(", ")]
    table = memo_tables(outcome)[name]
    assert list(table.columns) == shown
    assert len(table) > 0


def test_tables_hold_what_the_verdicts_rest_on(outcome: Outcome) -> None:
    tables = memo_tables(outcome)
    verdicts = tables["verdicts"]
    assert list(verdicts["tier"].unique()) == ["greedy", "aggro", "all"]
    overall = verdicts[verdicts["tier"] == "all"].set_index("variant")["verdict"]
    assert overall["breaks"] == "rejected"
    checks = tables["checks"]
    broken = checks[(checks["variant"] == "breaks") & (checks["number"] == "Wilds")]
    assert list(broken["state"]) == ["missed", "missed"]
    assert (broken["low"] > 70).all()
    decks = tables["decks"].groupby(["variant", "deck"])["copies"].sum()
    assert (decks == 16).all()
    numbers = tables["numbers"]
    ends = numbers[numbers["number"].str.startswith("end: ")]
    assert ends.groupby(["variant", "tier"])["value"].sum().round(6).eq(100).all()


def test_a_memo_says_that_cards_are_a_sample_and_a_study_quick(outcome: Outcome) -> None:
    from dataclasses import replace  # noqa: PLC0415

    roster = replace(outcome.study.roster, notes=("Sample roster made for a test.",))
    quick = replace(outcome, study=replace(outcome.study, roster=roster, is_quick=True))
    said = " ".join(headline(quick))
    assert "Sample roster made for a test." in said
    assert "does not decide a game that is printed with others" in said
    assert "This was a quick study" in said
    assert "quick" not in " ".join(headline(outcome))


def test_a_memo_gives_way_to_a_new_one_and_other_files_stay(
    outcome: Outcome, files: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "old.csv").write_text("x")
    (tmp_path / "notes.txt").write_text("mine")
    write_memo(outcome, tmp_path)
    found = {p.relative_to(tmp_path).as_posix(): p.read_bytes()
             for p in tmp_path.rglob("*") if p.is_file()}  # fmt: skip
    assert found == files | {"notes.txt": b"mine"}
    assert len(pd.read_csv(tmp_path / "tables" / "groups.csv")) == 3 * 2 * 3
