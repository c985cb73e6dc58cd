"""Open rulings: every other choice, by how much it matters; with bounds that hold together."""

from pathlib import Path

import numpy as np
import pytest

from forgesim.stats.effects import MATTERS, SMALL, UNDECIDED
from forgesim.stats.paired_tables import SAME
from forgesim.studies.compare import compare_plans
from forgesim.studies.how import How
from forgesim.studies.rulings import RULINGS, Rulings, list_choices, measure_rulings
from forgesim.studies.variants import Base, make_base

FIELD = {"deck": ["wilds-fast", "occult-fast", "armory-slow"], "pairs": 60}
OPEN = """
name = "open"
parent = "v0.1w"
[fp_cap]
value = 7
status = "assumed"
choices = [7, 6, 9]
[start_heat]
value = 20
status = "decided"
probe = [20, 24]
[deck_size]
value = 20
status = "assumed"
choices = [20, 40]
[ember_damage]
value = 1
status = "assumed"
reason = "nobody knows what else"
"""


def base_of(folder: Path, text: str = OPEN) -> Base:
    file = folder / "open.toml"
    file.write_text(text, encoding="utf-8")
    return make_base(None, FIELD | {"ruleset": str(file)})


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Rulings:
    base = base_of(tmp_path_factory.mktemp("rules"))
    return measure_rulings(base, *list_choices(base), 60, How(), 2.0)


def test_every_other_choice_of_every_open_ruling_is_tried(tmp_path: Path) -> None:
    choices, unmeasured = list_choices(base_of(tmp_path))
    texts = [choice.text for choice in choices]
    assert {"fp_cap=6", "fp_cap=9", "start_heat=24", "strikes_per_turn=2"} <= set(texts)
    assert "fp_cap=7" not in texts
    assert "start_heat=20" not in texts
    switches = [text for text in texts if text.startswith("switch.")]
    assert len(switches) == len(set(switches)) > 3
    assert "switch.late_attach=off" in switches
    reasons = {each.key: each.reason for each in unmeasured}
    assert set(reasons) == {"ember_damage", "deck_size=40"}
    assert "no choices" in reasons["ember_damage"]


def test_what_is_set_on_top_is_what_counts_as_now(tmp_path: Path) -> None:
    base = base_of(tmp_path)
    base.experiment._settings = []
    other = make_base(None, FIELD | {"set": ["switch.late_attach=off"]})
    texts = [choice.text for choice in list_choices(other)[0]]
    assert "switch.late_attach=on" in texts
    assert "switch.late_attach=off" not in texts


def test_changes_are_those_of_a_comparison(found: Rulings) -> None:
    choice = next(each for each in found.choices if each.text == "strikes_per_turn=2")
    rows = compare_plans(found.base, [("v", choice.version.plan)], 60).rows
    row = next(r for r in found.rows if r["key"] == "strikes_per_turn")
    for measure, name in (("first-player advantage", "first_player"), ("mean turns", "turns")):
        same = next(r for r in rows if r["measure"] == measure)
        assert row[name] == pytest.approx(same["difference"])
        assert row[f"{name}_high"] - row[f"{name}_low"] > same["high"] - same["low"]
    groups = [r for r in rows if r["scope"] == "group" and not r["seat"]]
    largest = max(groups, key=lambda r: abs(r["difference"]))
    assert (row["group"], row["group_change"]) == (
        largest["name"], pytest.approx(largest["difference"]),
    )  # fmt: skip


def test_what_matters_most_stands_first(found: Rulings) -> None:
    order = [(MATTERS, UNDECIDED, SMALL, SAME).index(row["verdict"]) for row in found.rows]
    assert order == sorted(order)
    assert found.rows[0]["verdict"] == MATTERS
    assert {"strikes_per_turn"} <= {r["key"] for r in found.rows if r["verdict"] == MATTERS}


def test_what_is_undecided_says_what_would_decide(found: Rulings) -> None:
    for row in found.rows:
        assert np.isnan(row["needed_pairs"]) == (row["verdict"] != UNDECIDED)
        assert row["verdict"] != UNDECIDED or row["needed_pairs"] > 60


def test_the_table_has_its_columns(found: Rulings) -> None:
    assert list(found.table.columns) == list(RULINGS)
    assert len(found.table) == len(found.choices)
