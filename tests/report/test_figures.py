"""Figures: what they show, that names do no harm, that they are the same each time."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from forgesim.report.figures import FIGURES, draw_all
from forgesim.report.figures.heatmap import heatmap, matrix, ordered, shade_of, step_of
from forgesim.report.figures.style import (
    HEAT,
    HEAT_DARK,
    ROLES,
    TIERS,
    TIERS_DARK,
    Drawing,
    Picture,
    looks,
    shorten,
)
from forgesim.report.scope import Scope, body, group_of
from tests.report.conftest import EVIL
from tests.report.sample import Sample, Wish, make_results

SVG = "{http://www.w3.org/2000/svg}"


def drawings(scope: Scope) -> list[Drawing]:
    with looks():
        drawn = [draw(scope) for draws in FIGURES.values() for draw in draws]
    return [drawing for drawing in drawn if drawing is not None]


def names_of(results: Sample) -> list[str]:
    return [drawing.name for drawing in drawings(body(results))]


def test_all_figures_are_there(results: Sample) -> None:
    assert names_of(results) == [
        "matchups", "factions", "decks", "first-player", "first-player-matchups",
        "first-player-length", "cards", "length", "swings", "robustness", "robustness-decks",
        "metagame",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("wish", "missing"),
    [
        (Wish(decks=5), {"robustness", "robustness-decks"}),
        (Wish(decks=1), {"matchups", "factions", "decks", "cards", "metagame",
                         "first-player-matchups", "robustness", "robustness-decks"}),
        (Wish(decks=4, tiers=("greedy : random",)),
         {"matchups", "factions", "decks", "cards", "length", "swings", "metagame", "robustness",
          "robustness-decks"}),
    ],
)  # fmt: skip
def test_what_has_nothing_to_show_is_left_out(
    results: Sample, wish: Wish, missing: set[str]
) -> None:
    assert set(names_of(results)) - set(names_of(make_results(wish))) == missing


def test_captions_say_how_to_read_and_alternatives_what_is_shown(results: Sample) -> None:
    for drawing in drawings(body(results)):
        assert len(drawing.caption) > 80
        assert len(drawing.alt) > 30
        assert "nan" not in drawing.alt


def test_empty_tables_draw_nothing() -> None:
    results = make_results(Wish(decks=3))
    empty = replace(results, made=dict.fromkeys(results.tables, pd.DataFrame()))
    assert drawings(body(empty)) == []


def test_columns_without_a_number_draw_nothing() -> None:
    results = make_results(Wish(decks=4))
    blank = {
        name: table.assign(**dict.fromkeys(table.select_dtypes("float").columns, np.nan))
        for name, table in results.tables.items()
    }
    draw_all(body(replace(results, made=blank)))


@pytest.fixture(scope="module")
def pictures(results: Sample) -> list[Picture]:
    return [picture for drawn in draw_all(body(results)).values() for picture in drawn]


@pytest.fixture(scope="module")
def evil_pictures() -> list[Picture]:
    drawn = draw_all(body(make_results(Wish(decks=6, names=EVIL))))
    return [picture for some in drawn.values() for picture in some]


def test_the_same_results_give_the_same_bytes(results: Sample, pictures: list[Picture]) -> None:
    again = draw_all(body(results))
    assert [picture for drawn in again.values() for picture in drawn] == pictures


def test_names_are_plain_text_in_pictures(evil_pictures: list[Picture]) -> None:
    for picture in evil_pictures:
        for text in (picture.svg.decode(), picture.inline):
            root = ET.fromstring(text[text.index("<svg") :])
            assert not list(root.iter(f"{SVG}script"))
            assert not any("onload" in each.attrib for each in root.iter())


def test_a_dollar_sign_is_a_dollar_sign(evil_pictures: list[Picture]) -> None:
    (decks,) = [picture for picture in evil_pictures if picture.name == "decks"]
    texts = [each.text for each in ET.fromstring(decks.svg).iter(f"{SVG}text")]
    assert EVIL[0] in texts
    assert EVIL[2] in texts


def test_inline_pictures_take_all_colours_from_the_page(pictures: list[Picture]) -> None:
    for picture in pictures:
        assert "#" not in picture.inline.replace("(#", "(").replace('href="#', 'href="')
        assert picture.svg.count(b"var(") == 0


def test_ids_differ_between_pictures(pictures: list[Picture]) -> None:
    seen: set[str] = set()
    for picture in pictures:
        root = ET.fromstring(picture.inline)
        own = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
        assert not own & seen
        seen |= own


def test_each_role_has_a_colour_of_its_own() -> None:
    assert len(set(ROLES.values())) == len(ROLES)
    assert len(ROLES) == 12 + len(HEAT) + len(TIERS)
    assert len(HEAT) == len(HEAT_DARK)
    assert len(TIERS) == len(TIERS_DARK)


def luminance(color: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return float(np.dot((0.2126, 0.7152, 0.0722), linear))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("shades", "pale", "strong"), [(HEAT, "#23262b", "#fdfdfd"), (HEAT_DARK, "#e8e6e1", "#101214")]
)
def test_numbers_stand_out_from_their_cells(
    shades: tuple[str, ...], pale: str, strong: str
) -> None:
    middle = len(shades) // 2
    for at, shade in enumerate(shades):
        assert contrast(shade, strong if abs(at - middle) > 4 else pale) >= 4.5


def test_the_heatmap_is_ordered_by_group_and_then_score(results: Sample) -> None:
    order = ordered(body(results))
    groups = [group_of(results)[deck] for deck in order]
    assert len(order) == 5
    changes = sum(a != b for a, b in pairwise(groups))
    assert changes == len(set(groups)) - 1


def test_the_matrix_mirrors_itself_about_even() -> None:
    table = pd.DataFrame({"deck_a": ["a", "a"], "deck_b": ["a", "b"], "score": [np.nan, 70.0]})
    scores = matrix(table, ["b", "a"])
    assert scores[0, 1] == 30
    assert scores[1, 0] == 70
    assert np.isnan(np.diag(scores)).all()


def test_shades_are_centred_at_even() -> None:
    scores = np.array([[np.nan, 50.4], [49.6, np.nan]])
    assert step_of(scores) == 1
    assert (shade_of(scores, 1) == len(HEAT) // 2).all()
    assert shade_of(np.array([100.0, 0.0, 53.0]), 2).tolist() == [len(HEAT) - 1, 0, 9]


def test_long_names_lose_their_middle() -> None:
    assert shorten("arcana-midrange", 20) == "arcana-midrange"
    assert shorten("arcana-midrange-number-12", 12) == "arcana-\u2026r-12"
    assert len(shorten("x" * 99, 30)) == 30


def test_sixty_decks_are_drawn_with_names_and_whole_numbers() -> None:
    with looks():
        drawing = heatmap(body(make_results(Wish(decks=60, has_replacement=False))))
    assert drawing is not None
    axes = drawing.figure.axes[0]
    numbers = [each.get_text() for each in axes.texts if each.get_text().isdigit()]
    assert len(numbers) == 60 * 59
    assert all(label.get_text() for label in axes.get_yticklabels())
    assert min(each.get_fontsize() for each in axes.texts) >= 6
