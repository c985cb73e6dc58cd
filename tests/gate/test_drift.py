"""The gate on real play: what cannot matter is unchanged, what matters is found."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forgesim.arena import batch
from forgesim.errors import DataError, UsageError
from forgesim.gate.baseline import read_baseline
from forgesim.gate.drift import fresh_seed
from forgesim.gate.result import MOVED, NONDETERMINISM, OPEN, PASSED, UNCHANGED, UNSTABLE
from forgesim.gate.telling import gate_page
from forgesim.stats.drift import DRIFT, INCONCLUSIVE, JOINT_DRIFT, PASS
from tests.gate.project import change, judge, with_data, write_baseline

HOUND = "Bramble Hound,Wilds,creature,2,2,1,SWIFT"


def turn_rows(folder: Path) -> None:
    path = folder / "cards" / "wilds.csv"
    note, header, *rows = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([note, header, *rows[::-1]]) + "\n", encoding="utf-8")


def add_comment(folder: Path) -> None:
    path = folder / "cards" / "wilds.csv"
    path.write_text("# Reviewed.\n" + path.read_text(encoding="utf-8"), encoding="utf-8")


def add_card(folder: Path) -> None:
    with (folder / "cards" / "wilds.csv").open("a", encoding="utf-8") as file:
        file.write("new_hound,New Hound,Wilds,creature,2,9,9,SWIFT,common\n")


def turn_deck(folder: Path) -> None:
    path = folder / "decks" / "wilds-fast.toml"
    head, cards = path.read_text(encoding="utf-8").split("[cards]\n")
    lines = "\n".join(reversed(cards.splitlines()))
    path.write_text(f"{head}[cards]\n{lines}\n", encoding="utf-8")


def move_file(folder: Path) -> None:
    (folder / "decks" / "wilds-fast.toml").rename(folder / "decks" / "a.toml")


@pytest.mark.parametrize("alter", [turn_rows, add_comment, add_card, turn_deck, move_file])
def test_what_cannot_matter_is_unchanged(folder: Path, alter: Callable[[Path], None]) -> None:
    alter(folder)
    found = judge(folder)
    assert (found.verdict, found.exit_code) == (UNCHANGED, 0)
    assert not found.changes
    assert [each.status for each in found.tested] == [UNCHANGED] * 6


def set_card(new: str) -> Callable[[Path], None]:
    return lambda folder: change(folder / "cards" / "wilds.csv", HOUND, new)


def raise_cap(folder: Path) -> None:
    change(folder / "rulesets" / "v0.1w.toml", "fp_cap = 7", "fp_cap = 8")


def spare_the_forge(folder: Path) -> None:
    path = folder / "pilots" / "aggro.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^face = .*", "face = 1", text, flags=re.MULTILINE), encoding="utf-8")


CHANGES = {
    "power": (set_card("Bramble Hound,Wilds,creature,2,3,1,SWIFT"), "cards", "power 2 → 3", 3),
    "cost": (set_card("Bramble Hound,Wilds,creature,3,2,1,SWIFT"), "cards", "cost 2 → 3", 3),
    "keyword": (set_card("Bramble Hound,Wilds,creature,2,2,1,"), "cards", "keyword SWIFT → none",
                3),
    "fp_cap": (raise_cap, "rules", "- **fp_cap**: 7 → 8", 6),
    "weight": (spare_the_forge, "pilots", "face ", 6),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_real_changes_come_to_a_verdict(folder: Path, name: str) -> None:
    alter, kind, words, many = CHANGES[name]
    alter(folder)
    found = judge(folder)
    assert found.verdict in (PASS, DRIFT, JOINT_DRIFT)
    assert found.exit_code == (found.verdict != PASS)
    assert [bool(lines) for lines in found.changes.lines.values()].count(True) == 1
    assert words in found.changes.lines[kind][0]
    compared = found.of(MOVED, PASSED, OPEN)
    assert len(compared) == many
    assert all(each.low <= each.change <= each.high for each in compared)


def test_a_large_change_is_drift_and_told(folder: Path) -> None:
    set_card("Bramble Hound,Wilds,creature,2,6,6,SWIFT")(folder)
    found = judge(folder)
    assert found.verdict == DRIFT
    culprits = found.of(MOVED)
    assert culprits
    assert all("wilds-fast" in each.key for each in culprits)
    (place,) = found.places
    assert place.file == folder / "cards" / "wilds.csv"
    lines = place.file.read_text(encoding="utf-8").splitlines()
    assert lines[place.line - 1].startswith("bramble_hound,")
    assert place.text == "Bramble Hound: power 2 → 6, toughness 1 → 6"
    assert found.most_pairs <= 400


def test_a_row_without_an_id_is_found_by_its_name(folder: Path) -> None:
    for path in (folder / "cards").glob("*.csv"):
        note, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([note, *(row.split(",", 1)[1] for row in rows)]),
                        encoding="utf-8")  # fmt: skip
    set_card("Bramble Hound,Wilds,creature,2,6,6,SWIFT")(folder)
    found = judge(folder)
    (place,) = found.places
    assert "Bramble Hound" in place.file.read_text(encoding="utf-8").splitlines()[place.line - 1]


@pytest.mark.parametrize("jobs", [2, 3])
def test_workers_change_nothing(folder: Path, jobs: int) -> None:
    raise_cap(folder)
    assert judge(folder, jobs=jobs) == judge(folder)


def test_a_new_engine_that_plays_alike_passes_at_once(folder: Path) -> None:
    old = read_baseline(folder / "b.json")
    plan = {**old.plan, "matchups": [m | {"fingerprint": "0"} for m in old.plan["matchups"]]}
    found = judge(folder, with_data(old, engine="0" * 16, plan=plan))
    assert found.verdict == PASS
    assert found.changes.lines["engine"][0].startswith("- **engine**: 0000000000000000 → ")
    assert found.most_pairs == 250
    assert {each.change for each in found.tested} == {0.0}


def test_rules_that_a_later_version_knows_are_no_reason_to_stop(folder: Path) -> None:
    old = read_baseline(folder / "b.json")
    seats = [{k: v for k, v in seat.items() if k != "fp_cap"} for seat in
             old.plan["ruleset"]["seats"]]  # fmt: skip
    plan = {
        **old.plan,
        "ruleset": old.plan["ruleset"] | {"seats": seats},
        "matchups": [m | {"fingerprint": "0"} for m in old.plan["matchups"]],
    }
    found = judge(folder, with_data(old, engine="0" * 16, plan=plan))
    assert found.verdict == PASS
    assert found.changes.lines["rules"] == ["- **fp_cap**: unknown → 7"]


# At the cap


def test_at_the_cap_the_policy_decides(folder: Path) -> None:
    set_card("Bramble Hound,Wilds,creature,2,2,2,SWIFT")(folder)
    limits = {"tolerated": 1.0, "caught": 3.0, "cap": 300}
    found = judge(folder, **limits)
    assert (found.verdict, found.exit_code) == (INCONCLUSIVE, 4)
    assert judge(folder, inconclusive="pass", **limits).exit_code == 0
    assert judge(folder, inconclusive="fail", **limits).exit_code == 1
    assert found.needs is not None
    assert found.needs.to_decide is None or found.needs.to_decide > 300
    text = gate_page(found).sections[-2].lines[0]
    assert text.startswith(("A cap of about ", "No cap would do: "))


def test_a_cap_beyond_the_baseline_is_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"--cap 2,001, but the baseline holds 2,000 pairs"):
        judge(folder, cap=2001)


def test_a_cap_of_the_file_is_cut_to_the_baseline(folder: Path) -> None:
    change(folder / "gate.toml", "caught = 8", "caught = 8\ncap = 5000")
    assert judge(folder).limits.cap == 2000


def test_a_cap_at_which_nothing_can_pass_is_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"--cap 50, but no matchup can pass before \d+ pairs"):
        judge(folder, cap=50)
    change(folder / "gate.toml", "caught = 8", "caught = 8\ncap = 50")
    with pytest.raises(DataError, match=r"gate.toml:7: gate: cap 50, but .* raise it to \d+"):
        judge(folder)


def test_a_baseline_with_which_nothing_can_pass_is_refused(folder: Path) -> None:
    write_baseline(folder, 30)
    with pytest.raises(UsageError, match=r"holds 30 pairs .* make it again with --pairs \d+"):
        judge(folder)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"caught": 3.0}, r"--caught 3, expected at least twice what is tolerated, 4"),
        ({"alpha": 0.0}, r"--alpha 0, expected above 0 and below 1"),
        ({"beta": 1.0}, r"--beta 1, expected above 0 and below 1"),
        ({"tolerated": -1.0}, r"--tolerated -1, expected a number of points above 0"),
        ({"tolerated": 5.0}, r"gate.toml:6: gate: caught 8, expected at least twice"),
        ({"inconclusive": "maybe"}, r"--inconclusive maybe: expected pass, fail, report"),
    ],
)
def test_limits_that_cannot_be_are_refused(folder: Path, limits: Any, words: str) -> None:
    with pytest.raises((UsageError, DataError), match=words):
        judge(folder, **limits)


# Decks that come and go


def test_decks_that_came_or_went_are_told_and_the_rest_is_tested(folder: Path) -> None:
    decks = folder / "decks"
    change(decks / "mixed-burn.toml", 'name = "mixed-burn"', 'name = "mixed-fire"')
    set_card("Bramble Hound,Wilds,creature,2,6,6,SWIFT")(folder)
    found = judge(folder)
    assert (found.removed, found.added) == (("mixed-burn",), ("mixed-fire",))
    assert len(found.tested) == 3
    assert found.verdict == DRIFT
    assert list(found.changes.lines["cards"]) == [
        "- **Bramble Hound**: power 2 → 6, toughness 1 → 6"
    ]


def test_a_tier_that_came_is_told(folder: Path) -> None:
    change(folder / "gate.toml", "[gate]", 'pilot = ["own", "greedy"]\n[gate]')
    found = judge(folder)
    assert found.added == ("pilot greedy",)
    assert found.verdict == UNCHANGED


def test_where_no_deck_is_left_there_is_nothing_to_compare(folder: Path) -> None:
    for path in (folder / "decks").iterdir():
        change(path, 'name = "', 'name = "new-')
    with pytest.raises(UsageError, match="none of its matchups is left to compare"):
        judge(folder)


def test_a_deck_that_is_changed_is_tested(folder: Path) -> None:
    change(folder / "decks" / "wilds-fast.toml", "bramble_hound = 2", "bramble_hound = 1\n"
           "fen_recluse = 1")  # fmt: skip
    found = judge(folder)
    assert found.changes.lines["decks"] == ["- **wilds-fast**: -1 Bramble Hound, +1 Fen Recluse"]
    assert len(found.of(UNCHANGED)) == 3


def test_another_pilot_is_told(folder: Path) -> None:
    change(folder / "decks" / "wilds-fast.toml", "pilots/aggro.toml", "pilots/greedy.toml")
    found = judge(folder)
    assert found.changes.lines["pilots"] == ["- **wilds-fast**: played by aggro → greedy"]


# Fresh seeds


def test_fresh_seeds_play_both_versions_anew(folder: Path) -> None:
    set_card("Bramble Hound,Wilds,creature,2,6,6,SWIFT")(folder)
    old = read_baseline(folder / "b.json")
    seed = fresh_seed(old, 1)
    fresh, stored = judge(folder, seed=seed), judge(folder)
    assert seed != fresh_seed(old, 2)
    assert (fresh.verdict, fresh.seed, fresh.is_fresh) == (DRIFT, seed, True)
    assert {each.change for each in fresh.of(MOVED)}.isdisjoint(
        each.change for each in stored.of(MOVED)
    )


def test_on_the_old_seed_fresh_play_is_what_is_stored(folder: Path) -> None:
    raise_cap(folder)
    fresh, stored = judge(folder, seed=1), judge(folder)
    assert fresh.tested == stored.tested


def test_fresh_seeds_want_the_engine_of_the_baseline(folder: Path) -> None:
    old = with_data(read_baseline(folder / "b.json"), engine="0" * 16)
    with pytest.raises(UsageError, match="another version of the engine"):
        judge(folder, old, seed=5)


# Games that do not repeat


def plant(monkeypatch: pytest.MonkeyPatch, is_constant: bool) -> None:
    """Have blocks go otherwise: always, or in every second block."""
    play, calls = batch.play_block, []

    def faulty(*arguments: Any, **more: Any) -> Any:
        block = play(*arguments, **more)
        calls.append(1)
        if is_constant or len(calls) % 2:
            block.rows["decisions"] += 1
        return block

    monkeypatch.setattr(batch, "play_block", faulty)


@pytest.mark.parametrize("alter", [lambda _: None, raise_cap])
def test_games_that_go_otherwise_the_second_time_are_no_drift(
    folder: Path, alter: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    alter(folder)
    plant(monkeypatch, is_constant=False)
    found = judge(folder)
    assert (found.verdict, found.exit_code) == (NONDETERMINISM, 3)
    assert found.of(UNSTABLE)[0].why.startswith("the same pairs, played twice")


def test_unchanged_games_that_are_not_the_baseline_s_are_no_drift(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, is_constant=True)
    found = judge(folder)
    assert (found.verdict, found.exit_code) == (NONDETERMINISM, 3)
    assert {each.why for each in found.tested} == {
        "nothing has changed, and yet games are not those of the baseline"
    }
