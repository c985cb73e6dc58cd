"""A result depends on rules, cards, pilots, pair seed and seat order, and on nothing else."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan
from forgesim.cards.shipped import shipped

FIELD = ["wilds-fast", "occult-fast", "arcana-slow"]


def plan_of(**flags: Any) -> Plan:
    return make_plan(load_experiment(None, {"pairs": 20} | flags))


def results(plan: Plan, folder: Path) -> pd.DataFrame:
    """What happened in each game, whatever the numbers of the matchups."""
    run_batch(plan, folder)
    games = pd.concat(pd.read_parquet(file) for file in sorted(folder.glob("games/*.parquet")))
    games = games.drop(columns="matchup")
    names = games.select_dtypes("category").columns
    keys = ["deck_a", "deck_b", "pair", "first"]
    return games.astype(dict.fromkeys(names, str)).sort_values(keys).reset_index(drop=True)


def compared(folder: Path, one: Plan, other: Plan) -> tuple[pd.DataFrame, pd.DataFrame]:
    return results(one, folder / "one"), results(other, folder / "other")


def test_a_further_deck_leaves_the_other_matchups_as_they_were(tmp_path: Path) -> None:
    before, after = compared(tmp_path, plan_of(deck=FIELD[:2]), plan_of(deck=FIELD[::-1]))
    old = after[(after["deck_a"] != FIELD[2]) & (after["deck_b"] != FIELD[2])]
    assert len(after) == 2 * len(before)
    assert old.reset_index(drop=True).equals(before)


def test_more_pairs_begin_with_the_same_pairs(tmp_path: Path) -> None:
    few, many = compared(tmp_path, plan_of(deck=FIELD), plan_of(deck=FIELD, pairs=50))
    assert many[many["pair"] < 20].reset_index(drop=True).equals(few)


def test_the_order_of_decks_in_an_experiment_does_not_change_results(tmp_path: Path) -> None:
    plans = []
    for name, decks in (("one", FIELD), ("other", FIELD[::-1])):
        file = tmp_path / f"{name}.toml"
        file.write_text(f"pairs = 20\ndeck = {json.dumps(decks)}\n")
        plans.append(make_plan(load_experiment(file, {})))
    one, other = compared(tmp_path, *plans)
    assert one.equals(other)


def test_the_order_of_a_deck_s_lines_does_not_change_results(tmp_path: Path) -> None:
    text = (shipped("forge") / "decks" / "wilds-fast.toml").read_text(encoding="utf-8")
    head, _, cards = text.partition("[cards]\n")
    turned = tmp_path / "turned.toml"
    turned.write_text("\n".join([head, "[cards]", *cards.splitlines()[::-1]]))
    one, other = compared(
        tmp_path, plan_of(deck=["wilds-fast", "occult-fast"]),
        plan_of(deck=[str(turned), "occult-fast"]),
    )  # fmt: skip
    assert one.equals(other)


@pytest.fixture(scope="module")
def rows() -> list[str]:
    """The shipped cards of all factions in one file: header first."""
    rows: list[str] = []
    for path in sorted((shipped("forge") / "cards").glob("*.csv")):
        lines = path.read_text(encoding="utf-8").splitlines()
        header, *cards = [line for line in lines if line and not line.startswith("#")]
        rows = [*(rows or [header]), *cards]
    return rows


def turned(rows: list[str]) -> list[str]:
    return [rows[0], *rows[:0:-1]]


def with_a_further_card(rows: list[str]) -> list[str]:
    return [rows[0], "aaa,Aaa,Arcana,creature,1,1,1,GUARD,mythic", *rows[1:]]


def with_columns_turned(rows: list[str]) -> list[str]:
    return [",".join(reversed(row.split(","))) for row in rows]


@pytest.mark.parametrize("change", [turned, with_a_further_card, with_columns_turned])
def test_a_roster_may_be_ordered_in_any_way_and_hold_further_cards(
    change: Any, rows: list[str], tmp_path: Path
) -> None:
    plans = []
    for name, lines in (("one.csv", rows), ("other.csv", change(rows))):
        file = tmp_path / name
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        plans.append(plan_of(deck=FIELD, roster=[str(file)]))
    one, other = compared(tmp_path, *plans)
    assert one.equals(other)
    manifests = [(tmp_path / name / "manifest.json").read_bytes() for name in ("one", "other")]
    assert manifests[0] == manifests[1]


def concerned(games: pd.DataFrame, deck: str) -> "pd.Series[bool]":
    return (games["deck_a"] == deck) | (games["deck_b"] == deck)


def test_a_changed_card_changes_only_matchups_with_it_and_no_seed(tmp_path: Path) -> None:
    before, after = compared(
        tmp_path, plan_of(deck=FIELD), plan_of(deck=FIELD, set=["card.bramble_hound.cost=+2"])
    )
    has_it = concerned(before, "wilds-fast")
    assert after[~has_it].equals(before[~has_it])
    assert not after[has_it].equals(before[has_it])
    assert after["seed"].equals(before["seed"])


@pytest.mark.parametrize(
    "change",
    [{"set": ["fp_cap=3"]}, {"pilot": ["random"]}, {"pilot_a": "random", "pilot_b": "greedy"}],
    ids=["rules", "pilot", "pilots"],
)
def test_rules_and_pilots_change_results_but_no_seed(
    change: Mapping[str, Any], tmp_path: Path
) -> None:
    before, after = compared(tmp_path, plan_of(deck=FIELD), plan_of(deck=FIELD, **change))
    assert after["seed"].equals(before["seed"])
    assert not after["turns"].equals(before["turns"])


def fingerprints(plan: Plan) -> dict[tuple[str, str], str]:
    names = [deck.name for deck in plan.decks]
    return {(names[m.deck_a], names[m.deck_b]): plan.fingerprint(m) for m in plan.matchups}


@pytest.mark.parametrize(
    "change",
    [{"seed": 2}, {"pairs": 40}, {"deck": FIELD[::-1]}, {"name": "other"}],
    ids=["seed", "pairs", "order", "name"],
)
def test_a_fingerprint_leaves_out_seed_pairs_and_names(change: Mapping[str, Any]) -> None:
    assert fingerprints(plan_of(**({"deck": FIELD} | change))) == fingerprints(plan_of(deck=FIELD))


@pytest.mark.parametrize(
    "change",
    [{"set": ["fp_cap=3"]}, {"set": ["second.fp_cap=3"]}, {"set": ["pilot.greedy.face=9"]},
     {"pilot": ["random"]}, {"pilot": ["own"]}],
    ids=["rules", "rules-of-a-seat", "weight", "pilot", "own-pilots"],
)  # fmt: skip
def test_a_fingerprint_takes_in_rules_and_pilots(change: Mapping[str, Any]) -> None:
    plain = {"deck": FIELD, "pilot": ["greedy"]}
    before, after = fingerprints(plan_of(**plain)), fingerprints(plan_of(**(plain | change)))
    assert not set(before.values()) & set(after.values())


def test_a_fingerprint_takes_in_the_cards_of_both_decks_only() -> None:
    before = fingerprints(plan_of(deck=FIELD))
    after = fingerprints(plan_of(deck=FIELD, set=["card.bramble_hound.cost=+2"]))
    changed = {pair for pair in before if before[pair] != after[pair]}
    assert changed == {pair for pair in before if "wilds-fast" in pair}
