"""The page: whole, without a request, with names as plain text."""

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pandas as pd
import pytest

from forgesim.report.markdown import markdown
from forgesim.report.page import content, page
from forgesim.report.sheets import all_sheets
from tests.report.conftest import EVIL
from tests.report.sample import Sample, Wish, make_results

VOID = {"meta", "link", "input", "br", "path", "use", "rect"}


class Reader(HTMLParser):
    """Notes elements, their attributes and their text, and that they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for each, attributes in self.elements if each == tag]


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture(scope="module")
def text(report: Path) -> str:
    return (report / "index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def html(text: str) -> Reader:
    return read(text)


def bare(results: Sample) -> str:
    """The page without figures, which take time."""
    return page(content(results, {})).decode()


def test_ids_are_unique_and_links_lead_somewhere(html: Reader) -> None:
    ids = Counter(each["id"] for _, each in html.elements if "id" in each)
    assert max(ids.values()) == 1
    goals = {str(each["href"]) for each in html.attributes("a")}
    assert goals <= {f"#{each}" for each in ids}


def test_the_page_asks_nothing_of_the_network(html: Reader, text: str) -> None:
    assert not any("src" in each for _, each in html.elements)
    assert [each["href"] for each in html.attributes("link")] == ["data:,"]
    assert not re.search(r"url\((?!#)|@import|fetch\(|XMLHttpRequest", text)
    addresses = set(re.findall(r"https?://[^\"' <]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}


def test_only_the_script_of_the_page_may_run(html: Reader) -> None:
    (policy,) = [str(m["content"]) for m in html.attributes("meta") if "http-equiv" in m]
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/=]{44}'", policy)
    assert len(html.attributes("script")) == 1
    assert not any(name.startswith("on") for _, each in html.elements for name in each)


def test_the_parts_come_in_order(html: Reader) -> None:
    sections = [each["id"] for each in html.attributes("section")]
    assert sections == [
        "findings", "matchups", "factions", "decks", "seats", "cards", "tempo", "health", "pilots",
        "restrictions", "metagame", "assumptions", "method", "again",
    ]  # fmt: skip


def test_every_figure_has_a_caption_and_a_text_alternative(html: Reader) -> None:
    pictures = html.attributes("svg")
    assert len(pictures) == len(html.attributes("figcaption")) == len(html.attributes("figure"))
    assert len(pictures) == 16
    for each in pictures:
        assert each["role"] == "img"
        assert len(str(each["aria-label"])) > 40


def test_notes_come_before_the_findings(text: str) -> None:
    assert text.index("the run is not complete") < text.index("What the games show")


def test_tiers_that_were_not_played_are_marked(text: str) -> None:
    assert "<li>greedy: played</li>" in text
    assert "<li>planner: in the pilot check</li>" in text
    assert '<li class="missing">searcher: not tested</li>' in text
    for pilot, decks in {"midrange": 1, "aggro": 1, "control": 3}.items():
        assert f'<li class="missing">{pilot}: plays {decks} of 5\u00a0decks in own</li>' in text
        assert f"{pilot}: not tested" not in text
    assert "random: not tested" not in text


def test_assumptions_and_the_way_to_play_it_again_are_told(text: str, results: Sample) -> None:
    assert "Sample roster made for forgesim" in text
    for assumption in results.plan.rules.assumptions:
        assert f"<code>{assumption}</code>" in text
    assert "--pilot own --pilot greedy --pairs 2000 --seed 1" in text
    assert "forgesim report runs/2026-11-30-sample" in text
    assert "0123456789abcdef" in text


def test_health_has_the_command_of_an_example(text: str) -> None:
    assert "forgesim replay --run runs/2026-11-30-sample --match 17" in text


def test_what_was_not_computed_says_how_it_is(results: Sample) -> None:
    assert "forgesim card impact" not in bare(results)
    text = bare(make_results(Wish(decks=3, has_replacement=False)))
    assert "forgesim card impact runs/2026-11-30-sample" in text


def test_evil_names_are_plain_text(evil_report: Path) -> None:
    text = (evil_report / "index.html").read_text(encoding="utf-8")
    html = read(text)
    assert len(html.attributes("script")) == 1
    assert not any(name.startswith("on") for _, each in html.elements for name in each)
    told = " ".join(html.texts)
    assert all(name in told for name in EVIL.values())


def test_evil_settings_and_notes_are_plain_text(results: Sample) -> None:
    evil = EVIL[0]
    plan = replace(results.plan, changed=(f"x={evil}",), notes=(evil,), name="n")
    text = bare(
        replace(results, plan=plan, notes=(evil,), path=Path(f"runs/{evil}"),
                versions={evil: evil})
    )  # fmt: skip
    assert "<script>alert" not in text
    assert len(read(text).attributes("script")) == 1


def test_unknown_numbers_have_no_key_to_be_sorted_by(text: str) -> None:
    assert 'data-v="">\u2013</td>' in text  # scores of mirrors
    assert "nan" not in re.sub(r"<[^>]*>", "", text).lower().split()


@pytest.mark.parametrize(
    ("wish", "sections"),
    [
        (Wish(decks=1), {"seats", "matchups", "tempo", "health", "pilots"}),
        (Wish(decks=2), {"matchups", "decks", "seats", "cards", "tempo", "health",
                         "pilots", "metagame"}),
        (Wish(decks=4, tiers=("greedy : random",)), {"matchups", "seats", "pilots"}),
    ],
)  # fmt: skip
def test_what_there_is_is_shown(wish: Wish, sections: set[str]) -> None:
    html = read(bare(make_results(wish)))
    always = {"findings", "assumptions", "method", "again"}
    assert {each["id"] for each in html.attributes("section")} == always | sections


def test_unequal_pilots_are_explained() -> None:
    text = bare(make_results(Wish(decks=3, tiers=("greedy : random",))))
    assert "was played by greedy and deck B by random" in text.replace("\n", " ")
    assert "--pilot-a greedy --pilot-b random" in text


def test_empty_tables_leave_a_page(results: Sample) -> None:
    empty = replace(results, made=dict.fromkeys(results.tables, pd.DataFrame()))
    html = read(bare(empty))
    assert "findings" in [each["id"] for each in html.attributes("section")]


def test_a_run_without_a_folder_has_a_report(results: Sample) -> None:
    assert "forgesim report RUN" in bare(replace(results, path=None, versions=None))


def test_commands_quote_what_a_shell_would_read(results: Sample) -> None:
    text = bare(replace(results, path=Path("my runs/a; b")))
    assert "forgesim report &#39;my runs/a; b&#39;" in text


def test_a_finding_without_a_section_has_no_link() -> None:
    html = read(bare(make_results(Wish(decks=2))))
    ids = {attributes["id"] for _, attributes in html.elements if "id" in attributes}
    assert {str(each["href"])[1:] for each in html.attributes("a")} <= ids
    assert "cannot be judged" in " ".join(html.texts)


def test_commands_of_findings_can_be_copied(text: str) -> None:
    assert "<pre><code>forgesim batch --deck" in text
    one_tier = markdown(content(make_results(Wish(decks=2)), {})).decode()
    assert "\n\n      forgesim batch --deck" in one_tier


def test_mixed_decks_are_no_faction_in_tables(text: str) -> None:
    told = " ".join(read(text).texts)
    assert "mixed decks" in told
    assert "4 mono of 2\u00a0factions and 1 mixed" in told


def test_tables_tell_what_a_card_is(results: Sample) -> None:
    sheets = all_sheets(results)["cards"]
    for sheet in sheets:
        headings = [column.heading for column in sheet.columns]
        at = headings.index("Cost")
        assert headings[at - 1 : at + 2] == ["Card", "Cost", "What it is"]
        row = sheet.rows[0]
        assert row[at].value == float(row[at].text)
        assert row[at + 1].text.split()[0] in ("creature", "weapon", "artifact")


def test_a_card_that_is_its_stand_in_has_no_interval(results: Sample) -> None:
    table = results.tables["cards"].copy()
    table.loc[0, ["replacement", "replacement_low", "replacement_high"]] = 0.0
    sheet = all_sheets(replace(results, made={**results.made, "cards": table}))["cards"][0]
    texts = [[cell.text for cell in row] for row in sheet.rows]
    assert "is its stand-in" in texts[0]
    assert "is its stand-in" not in texts[1]


def test_reasons_that_never_occurred_have_no_column(results: Sample) -> None:
    table = results.tables["matchups"].assign(by_deckout=0.0)
    sheet = all_sheets(replace(results, made={**results.made, "matchups": table}))["matchups"][0]
    headings = [column.heading for column in sheet.columns]
    assert "% heat" in headings
    assert "% deckout" not in headings


def test_what_does_not_hold_is_not_plainly_said_to_matter(results: Sample) -> None:
    pilots = results.tables["pilots"].assign(holds="reversed: above in own; below in greedy")
    sheet = all_sheets(replace(results, made={**results.made, "pilots": pilots}))["decks"][0]
    texts = {cell.text for row in sheet.rows for cell in row}
    assert {"above, not with all", "below, not with all", "reversed"} <= texts
    assert not any(text.startswith("matters") for text in texts)
