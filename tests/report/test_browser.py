"""The page in a browser, from disk: no error, no request; tables sort and filter; dark and light.

Skipped where no Chromium is installed, unless FORGESIM_REQUIRE_BROWSER=1 asks for it.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip


def chromium() -> str | None:
    return shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    is_required = os.environ.get("FORGESIM_REQUIRE_BROWSER") == "1"
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415
    except ImportError:
        if is_required:
            raise
        pytest.skip("playwright is not installed")
    if chromium() is None and not is_required:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield started
        started.close()


class Visit:
    """A page that is open, and all that it said and asked for."""

    def __init__(self, browser: Any, folder: Path, **context: Any) -> None:
        self.page = browser.new_context(**context).new_page()
        self.said: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = (folder / "index.html").as_uri()
        self.page.goto(self.address)

    def column(self, table: str, number: int) -> list[str]:
        """Texts of a column's cells, in the order shown."""
        cells = f"#table-{table} tbody tr:not([hidden]) > :nth-child({number})"
        return [str(text).strip() for text in self.page.locator(cells).all_inner_texts()]

    def color(self, what: str, of: str = "backgroundColor") -> str:
        script = f"getComputedStyle(document.querySelector({what!r})).{of}"
        return str(self.page.evaluate(script))


@pytest.fixture
def visit(browser: Any, report: Path) -> Visit:
    return Visit(browser, report, color_scheme="light", viewport={"width": 1300, "height": 900})


def test_it_opens_from_disk_without_an_error_or_a_request(visit: Visit) -> None:
    visit.page.wait_for_timeout(200)
    assert visit.said == []
    assert visit.requests == [visit.address]


def test_evil_names_do_nothing(browser: Any, evil_report: Path) -> None:
    evil = Visit(browser, evil_report)
    dialogs: list[str] = []
    evil.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    evil.page.wait_for_timeout(200)
    assert (evil.said, dialogs) == ([], [])
    assert "<script>alert(1)</script>" in evil.page.inner_text("#table-decks")


def test_a_click_on_a_heading_sorts_and_another_turns_it_round(visit: Visit) -> None:
    heading = visit.page.locator("#table-decks th[scope=col]", has_text="Elo points")
    place = heading.evaluate("heading => heading.cellIndex") + 1
    orders = []
    for expected in ("descending", "ascending"):
        heading.locator("button").click()
        assert heading.get_attribute("aria-sort") == expected
        texts = visit.column("decks", place)
        orders.append([float(each.replace("\u2212", "-")) for each in texts])
    assert orders[0] == sorted(orders[0], reverse=True)
    assert orders[1] == sorted(orders[1])
    assert visit.page.locator("#table-decks th[aria-sort]").count() == 1


def test_numbers_sort_as_numbers_and_unknown_ones_last(visit: Visit) -> None:
    heading = visit.page.locator("#table-matchups th[scope=col]", has_text="Score of A")
    place = heading.evaluate("heading => heading.cellIndex") + 1
    for _ in range(2):
        heading.locator("button").click()
        texts = visit.column("matchups", place)
        known = [text for text in texts if text != "\u2013"]
        assert texts == known + ["\u2013"] * (len(texts) - len(known))
        assert len(texts) - len(known) == 5  # mirrors


def test_words_sort_by_the_keyboard(visit: Visit) -> None:
    button = visit.page.locator("#table-decks th[scope=col] button", has_text="Deck")
    button.focus()
    visit.page.keyboard.press("Enter")
    names = visit.column("decks", 2)
    assert names == sorted(names)


def test_a_filter_keeps_rows_with_all_its_words(visit: Visit) -> None:
    sheet = visit.page.locator("#table-matchups")
    sheet.locator("select").select_option("")
    both = len(visit.column("matchups", 1))
    sheet.locator("input[type=search]").fill("ARCANA armory")
    shown = visit.page.locator("#table-matchups tbody tr:not([hidden])").all_inner_texts()
    assert 0 < len(shown) < both
    assert all("arcana" in row and "armory" in row for row in shown)
    assert sheet.locator("output").inner_text() == f"{len(shown)} of {both} rows"


def test_a_table_of_several_tiers_begins_with_the_first(visit: Visit) -> None:
    assert set(visit.column("decks", 1)) == {"own"}
    visit.page.locator("#table-decks select").select_option("greedy")
    assert set(visit.column("decks", 1)) == {"greedy"}


def test_the_button_turns_the_page_dark_and_it_stays_so(visit: Visit) -> None:
    light = visit.color("body"), visit.color("#figure-decks svg path", "fill")
    button = visit.page.locator("#theme")
    assert button.inner_text() == "Dark"
    button.click()
    dark = visit.color("body"), visit.color("#figure-decks svg path", "fill")
    assert all(a != b for a, b in zip(light, dark, strict=True))
    assert button.inner_text() == "Light"
    visit.page.reload()
    assert visit.color("body") == dark[0]
    visit.page.locator("#theme").click()
    assert visit.color("body") == light[0]


def test_the_page_follows_the_system(browser: Any, report: Path, visit: Visit) -> None:
    dark = Visit(browser, report, color_scheme="dark")
    assert dark.color("body") != visit.color("body")
    assert dark.page.locator("#theme").inner_text() == "Light"


def test_print_is_light_whatever_the_screen_is(browser: Any, report: Path) -> None:
    dark = Visit(browser, report, color_scheme="dark")
    dark.page.emulate_media(media="print")
    assert dark.color("body") == "rgb(255, 255, 255)"
    assert dark.color(".contents", "display") == "none"


def test_nothing_is_wider_than_the_screen(visit: Visit) -> None:
    for width in (360, 800, 1920):
        visit.page.set_viewport_size({"width": width, "height": 800})
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_tables_fit_a_usual_screen_until_all_columns_are_asked_for(visit: Visit) -> None:
    page = visit.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    script = """() => [...document.querySelectorAll('.sheet .frame')]
        .filter(frame => frame.scrollWidth > frame.clientWidth).map(frame => frame.ariaLabel)"""
    assert page.evaluate(script) == []
    cards = page.locator("#table-cards")
    heading = cards.locator("th", has_text="Randomised").first
    assert not heading.is_visible()
    cards.locator(".all-columns").check()
    assert heading.is_visible()
    assert page.evaluate(script) == ["All cards"]


def test_other_measures_of_cards_are_folded(visit: Visit) -> None:
    figure = visit.page.locator("#figure-cards-other")
    assert not figure.is_visible()
    visit.page.locator("details.more summary").click()
    assert figure.is_visible()


def test_the_contents_say_where_one_is(visit: Visit) -> None:
    visit.page.locator(".contents a", has_text="Tempo").click()
    visit.page.locator(".contents a[aria-current][href='#tempo']").wait_for()
    assert visit.page.locator("#tempo").is_visible()
