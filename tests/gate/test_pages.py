"""What is told: the same on a terminal, in Markdown, and to programs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from forgesim.gate.files import annotations, as_json, as_junit
from forgesim.gate.pages import Case, Page, Section, Table, as_markdown, as_text
from forgesim.gate.result import Place

PAGE = Page(
    verdict="drift",
    headline="1 of 2: moved, 100 % sure.",
    is_failure=True,
    sections=[
        Section("", ["`a.toml` against `b.json`."]),
        Section("What has changed", ["- **Hound**: power 2 → 3", "- **fp_cap**: 7 → 8"]),
        Section("Scores", ["All of them."], Table(["matchup", "n"], [["a|b", "10"], ["c", "9"]])),
    ],
    cases=[
        Case("matchup", "a - b", "failed", "+3 <points>"),
        Case("matchup", "c - d", "skipped", "open"),
        Case("matchup", "e - f", "error", "fault"),
        Case("matchup", "g - h", "passed"),
    ],
    data={"verdict": "drift", "name": "Ä"},
)


def test_text_is_for_a_terminal() -> None:
    assert as_text(PAGE) == (
        "DRIFT: 1 of 2: moved, 100 % sure.\n"
        "\n"
        "a.toml against b.json.\n"
        "\n"
        "What has changed:\n"
        "  - Hound: power 2 → 3\n"
        "  - fp_cap: 7 → 8\n"
        "\n"
        "Scores:\n"
        "All of them.\n"
        "matchup   n\n"
        "a|b      10\n"
        "c         9\n"
    )


def test_markdown_is_for_a_summary() -> None:
    assert as_markdown(PAGE) == (
        "### Drift\n\n1 of 2: moved, 100 % sure.\n\n`a.toml` against `b.json`.\n\n"
        "**What has changed**\n\n- **Hound**: power 2 → 3\n- **fp_cap**: 7 → 8\n\n"
        "**Scores**\n\nAll of them.\n\n"
        "| matchup | n |\n| --- | ---: |\n| a\\|b | 10 |\n| c | 9 |\n"
    )


def test_names_are_no_html_in_markdown() -> None:
    lines = ["`<a>.toml` & `b`", "- **<!-- x**: power 2 → 3"]
    table = Table(["matchup"], [["<i>a|b"]])
    page = Page("drift", "a & b", True, [Section("", lines, table)], [])
    assert as_markdown(page) == (
        "### Drift\n\na &amp; b\n\n`<a>.toml` &amp; `b`\n\n- **&lt;!-- x**: power 2 → 3\n\n"
        "| matchup |\n| --- |\n| &lt;i&gt;a\\|b |\n"
    )


def test_junit_has_a_case_for_each() -> None:
    suite = ElementTree.fromstring(as_junit(PAGE))
    assert suite.attrib == {
        "name": "forgesim gate", "tests": "4", "failures": "1", "errors": "1", "skipped": "1",
    }  # fmt: skip
    tags = [[child.tag for child in case] for case in suite]
    assert tags == [["failure"], ["skipped"], ["error"], []]
    assert suite[0][0].attrib["message"] == "+3 <points>"
    assert suite[3].attrib == {"classname": "gate.matchup", "name": "g - h"}


def test_json_is_the_data() -> None:
    assert json.loads(as_json(PAGE)) == PAGE.data
    assert "Ä" in as_json(PAGE)


def test_annotations_stand_at_the_lines_that_are_to_blame(tmp_path: Path) -> None:
    place = Place(tmp_path / "cards,1" / "a.csv", 12, "Hound: power 2 → 3\nand more")
    assert list(annotations(PAGE, [place], tmp_path)) == [
        "::error title=forgesim gate%3A drift::1 of 2: moved, 100 %25 sure.",
        "::error file=cards%2C1/a.csv,line=12,title=forgesim gate%3A drift::Hound: power 2 → 3"
        "%0Aand more",
    ]


@pytest.mark.parametrize("places", [[], [Place(Path("a.csv"), 1, "")]])
def test_a_good_verdict_is_not_annotated(places: list[Place]) -> None:
    good = Page("pass", "fine.", False, [], [])
    assert list(annotations(good, places, Path())) == []
