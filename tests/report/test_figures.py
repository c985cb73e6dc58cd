"""Figures: what they show, that names do no harm, that they are the same each time."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from forgesim.cards.decks import MIXED
from forgesim.report.figures import FIGURES, Draw, draw_all
from forgesim.report.figures.cards import card_impact, other_measures
from forgesim.report.figures.checked import by_pilots, pilot_gaps, restrictions
from forgesim.report.figures.forest import deck_forest
from forgesim.report.figures.heatmap import heatmap, matrix, ordered, shade_of, step_of
from forgesim.report.figures.seats import seats_lengths, seats_matchups
from forgesim.report.figures.style import (
    HEAT,
    HEAT_DARK,
    ROLES,
    TIERS,
    TIERS_DARK,
    WIDTH,
    Drawing,
    Picture,
    looks,
    shorten,
)
from forgesim.report.figures.tempo import tempo_swings
from forgesim.report.scope import Scope, body, group_of, judged_groups
from forgesim.report.words import number
from tests.report.conftest import EVIL, Drawn
from tests.report.sample import Sample, Wish, make_results

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"


def drawings(scope: Scope) -> list[Drawing]:
    with looks():
        drawn = [draw(scope) for draws in FIGURES.values() for draw in draws]
    return [drawing for drawing in drawn if drawing is not None]


def names_of(results: Sample) -> list[str]:
    return [drawing.name for drawing in drawings(body(results))]


ALL = [
    "matchups", "factions", "decks", "first-player", "first-player-matchups",
    "first-player-length", "cards", "cards-other", "length", "swings", "robustness",
    "robustness-decks", "pilots-by-pilots", "pilot-gaps", "restrictions", "metagame",
]  # fmt: skip
CHECKED = {"pilots-by-pilots", "pilot-gaps", "restrictions"}
"""What a pilot check has to show."""


def test_all_figures_are_there(pictures: Drawn) -> None:
    assert [picture.name for picture in flat(pictures)] == ALL


@pytest.mark.parametrize(
    ("wish", "missing"),
    [
        (Wish(decks=1), {"matchups", "factions", "decks", "cards", "cards-other", "metagame",
                         "first-player-matchups", "robustness", "robustness-decks", *CHECKED}),
        (Wish(decks=4, tiers=("greedy : random",)),
         {"matchups", "factions", "decks", "cards", "cards-other", "length", "swings", "metagame",
          "robustness", "robustness-decks", *CHECKED}),
        (Wish(decks=2), {"factions", "robustness", "robustness-decks", *CHECKED}),
        (Wish(decks=2, crew=("greedy",)), {"factions"}),
        (Wish(decks=1, crew=("greedy",)),
         {"matchups", "factions", "decks", "cards", "cards-other", "metagame",
          "first-player-matchups", "robustness", "robustness-decks", *CHECKED}),
    ],
)  # fmt: skip
def test_what_has_nothing_to_show_is_left_out(wish: Wish, missing: set[str]) -> None:
    assert set(ALL) - set(names_of(make_results(wish))) == missing


def test_captions_say_how_to_read_and_alternatives_what_is_shown(pictures: Drawn) -> None:
    for drawing in flat(pictures):
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


def flat(drawn: Drawn) -> list[Picture]:
    return [picture for some in drawn.values() for picture in some]


def test_names_are_plain_text_in_pictures(evil_pictures: Drawn) -> None:
    for picture in flat(evil_pictures):
        for text in (picture.svg.decode(), picture.inline):
            root = ET.fromstring(text[text.index("<svg") :])
            assert not list(root.iter(f"{SVG}script"))
            assert not any("onload" in each.attrib for each in root.iter())


def test_a_dollar_sign_is_a_dollar_sign(evil_pictures: Drawn) -> None:
    (decks,) = [picture for picture in flat(evil_pictures) if picture.name == "decks"]
    texts = [each.text for each in ET.fromstring(decks.svg).iter(f"{SVG}text")]
    assert EVIL[0] in texts
    assert EVIL[2] in texts


def test_inline_pictures_take_all_colours_from_the_page(pictures: Drawn) -> None:
    for picture in flat(pictures):
        assert "#" not in picture.inline.replace("(#", "(").replace('href="#', 'href="')
        assert picture.svg.count(b"var(") == 0


def test_ids_differ_between_pictures(pictures: Drawn) -> None:
    seen: set[str] = set()
    for picture in flat(pictures):
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


def drawing_of(draw: Draw, results: Sample) -> Drawing:
    with looks():
        drawing = draw(body(results))
    assert drawing is not None
    return drawing


def test_cards_stand_with_what_they_are_and_the_best_measure_alone(results: Sample) -> None:
    first, other = drawing_of(card_impact, results), drawing_of(other_measures, results)
    (axes,) = first.figure.axes
    assert len(other.figure.axes) == 2
    assert (first.is_folded, other.is_folded) == (False, True)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == [label.get_text() for label in other.figure.axes[0].get_yticklabels()]
    assert all(re.search(r" \(\d, [^)]+\)$", label) for label in labels)


def test_a_card_that_is_its_stand_in_is_said_to_be(results: Sample) -> None:
    table = results.tables["cards"].copy()
    table.loc[:2, ["replacement", "replacement_low", "replacement_high"]] = 0.0
    changed = replace(results, made={**results.made, "cards": table})
    drawing = drawing_of(card_impact, changed)
    texts = [each.get_text() for each in drawing.figure.axes[0].texts]
    assert texts.count("stand-in") == 3


def changed_tempo(results: Sample, measure: str, shares: list[float]) -> Sample:
    """Results with other shares of one measure of tempo, each known to one point."""
    table = results.tables["tempo"]
    rest = table[table["measure"] != measure]
    rows = [
        {"tier": "own", "measure": measure, "key": str(key), "games": 1000, "share": share,
         "low": share - 1, "high": share + 1}
        for key, share in zip((1, 3, 5, 8), shares, strict=False)
    ]  # fmt: skip
    made = pd.concat([rest, pd.DataFrame(rows)], ignore_index=True)
    return replace(results, made={**results.made, "tempo": made})


@pytest.mark.parametrize(("shares", "told"), [([30, 20, 10], False), ([30, 20, 40], True)])
def test_comebacks_are_explained_where_they_rise(
    results: Sample, shares: list[float], told: bool
) -> None:
    swings = drawing_of(tempo_swings, changed_tempo(results, "comeback", shares))
    assert ("That the share rises with the deficit is no error" in swings.caption) is told
    ticks = [label.get_text() for label in swings.figure.axes[1].get_xticklabels()]
    assert ticks[0] == "1+\n1,000"


def test_the_last_bin_of_lead_changes_is_named_where_it_is_seen(results: Sample) -> None:
    assert "15 or more" not in drawing_of(tempo_swings, results).caption
    table = results.tables["tempo"]
    row = {"tier": "own", "measure": "lead_changes", "key": "15", "games": 9, "share": 1.0,
           "low": 0.9, "high": 1.1}  # fmt: skip
    made = {**results.made, "tempo": pd.concat([table, pd.DataFrame([row])], ignore_index=True)}
    assert (
        "15 stands for 15 or more" in drawing_of(tempo_swings, replace(results, made=made)).caption
    )


@pytest.mark.parametrize(
    ("advantages", "told"),
    [
        ([20, 10, 0], "It falls with the length throughout"),
        ([0, 10, 20], "It rises with the length throughout"),
        ([20, 0, 30], "highest at 22-32 turns, lowest at 10-21 turns"),
    ],
)
def test_what_length_does_is_told_as_it_is(
    results: Sample, advantages: list[float], told: str
) -> None:
    names = ("1-9 turns", "10-21 turns", "22-32 turns")
    rows = [
        {"tier": "own", "scope": "length", "name": name, "pairs": 9, "advantage": float(value),
         "low": value - 1.0, "high": value + 1.0}
        for name, value in zip(names, advantages, strict=True)
    ]  # fmt: skip
    seats = results.tables["seats"]
    kept = seats[seats["scope"] != "length"]
    made = {**results.made, "seats": pd.concat([kept, pd.DataFrame(rows)], ignore_index=True)}
    drawing = drawing_of(seats_lengths, replace(results, made=made))
    assert told in drawing.caption


def test_what_does_not_hold_with_all_pilots_is_marked(results: Sample) -> None:
    table = results.tables["decks"].copy()
    name = table.loc[table["tier"] == "own", "deck"].iloc[0]
    is_there = (table["tier"] == "greedy") & (table["deck"] == name)
    table.loc[is_there, ["score", "low", "high", "p_adjusted"]] = [30.0, 29.0, 31.0, 0.001]
    drawing = drawing_of(deck_forest, replace(results, made={**results.made, "decks": table}))
    labels = [label.get_text() for label in drawing.figure.axes[0].get_yticklabels()]
    assert f"{name} \u2020" in labels
    assert "\u2020 marks what does not hold" in drawing.caption


def test_matchups_are_named_without_a_hyphen_between_decks(results: Sample) -> None:
    drawing = drawing_of(seats_matchups, results)
    labels = [label.get_text() for label in drawing.figure.axes[0].get_yticklabels()]
    assert "arcana-fast against itself" in labels
    assert not any(" - " in label for label in labels)


def test_a_group_has_a_small_table_with_a_cell_for_each_two_pilots(results: Sample) -> None:
    drawing = by_pilots(body(results))
    assert drawing is not None
    assert len(drawing.figure.axes) == 3  # two factions that are judged, and mixed decks
    cells = [text.get_text() for axes in drawing.figure.axes for text in axes.texts]
    assert len(cells) == 3 * 9
    table = results.tables["pilot_scores"]
    is_shown = table["name"].isin([*judged_groups(results), MIXED])
    shown = table[(table["kind"] == "faction") & is_shown]
    assert sorted(cells) == sorted(number(score, 0) for score in shown["score"])


def test_without_groups_the_decks_have_small_tables() -> None:
    drawing = by_pilots(body(make_results(Wish(decks=2, crew=("greedy", "planner")))))
    assert drawing is not None
    assert len(drawing.figure.axes) == 2
    assert drawing.caption.startswith("One small table for each deck.")


@pytest.mark.parametrize("crew", [("greedy",), ("greedy", "planner", "aggro", "control")])
def test_small_tables_fit_whatever_the_crew_is(crew: tuple[str, ...]) -> None:
    drawing = by_pilots(body(make_results(Wish(decks=21, crew=crew))))
    assert drawing is not None
    assert drawing.figure.get_figwidth() <= WIDTH + 0.2
    for axes in drawing.figure.axes:
        box = axes.get_position()
        assert box.x0 >= 0
        assert box.x1 <= 1
        assert box.y0 >= 0


def test_gaps_stand_where_they_are(results: Sample) -> None:
    drawing = pilot_gaps(body(results))
    assert drawing is not None
    (axes,) = drawing.figure.axes
    dots = axes.collections[-1].get_offsets()[:, 0]
    assert list(dots) == pytest.approx(sorted(results.tables["pilot_gaps"]["gap"], reverse=True))


def test_restrictions_are_shown_from_the_dearest_over_the_field(results: Sample) -> None:
    drawing = restrictions(body(results))
    assert drawing is not None
    (axes,) = drawing.figure.axes
    table = results.tables["restrictions"]
    field = table[table["scope"] == "field"].sort_values("worth", ascending=False)
    assert [label.get_text() for label in axes.get_yticklabels()] == field["forbidden"].tolist()
    assert axes.get_xticklabels()[0].get_text() == "all decks"
    assert len(axes.texts) == len(table)
