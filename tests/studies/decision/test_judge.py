import math
from dataclasses import replace

import numpy as np
import pytest

from forgesim.stats.field_games import FIRST, PULL, TURNS
from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED, Flatness
from forgesim.stats.metagame import Part
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.judge import (
    MET,
    MISSED,
    NO_EFFECT,
    OPEN,
    PASSES,
    REJECTED,
    judge_baseline,
    judge_candidate,
    over_tiers,
    pairs_needed,
)
from forgesim.studies.decision.tables import Flat, Targets

FLAT_TABLE = Flat(identity=3, pull=0)
TARGETS = Targets(
    ceiling=58, floor=42, pull_most=12, first_player=[-10, 10], turns=[10, 30],
    first_player_change=3, turns_change=2,
)  # fmt: skip


def near(mean: float, half: float = 1.0) -> Estimate:
    return Estimate(mean, mean - half, mean + half, 1000, half / 1.96)


def part(value: float, half: float = 1.0) -> Part:
    return Part(value, max(0.0, value - half), value + half)


def numbers(identity: float = 6.0, pull: float = 5.0, **scores: float) -> Flatness:
    found = {"Red": 52.0, "Blue": 48.0} | scores
    return Flatness(
        identity=part(identity), rating=part(identity), cyclic=part(0), between=np.zeros((2, 2)),
        pull=near(pull), pull_of={}, scores={name: near(score) for name, score in found.items()},
        first_player=near(4), turns=near(20), mono_share=near(50), effective_decks=near(5),
        effective_groups=near(2), shares={}, reasons=np.zeros(2), draws=0,
    )  # fmt: skip


def changes(size: float = 5.0, **others: Estimate) -> dict[str, Estimate]:
    found = {"Red": near(size), PULL: near(size), FIRST: near(0), TURNS: near(0)}
    return found | others


def judged(found: Flatness, **others: Estimate) -> tuple[str, list[str]]:
    verdict = judge_candidate(found, changes(**others), FLAT_TABLE, TARGETS, 1.0)
    return verdict.word, [reason.number for reason in verdict.reasons]


@pytest.mark.parametrize(
    ("identity", "pull", "word", "by"),
    [
        (1.5, 9, FLAT, ["identity"]),  # one of the two suffices
        (9, -2, FLAT, ["pull"]),
        (1.5, -2, FLAT, ["identity", "pull"]),
        (9, 2, NOT_FLAT, ["identity", "pull"]),
        (9, 0.5, UNDECIDED, ["pull"]),
        (2.5, 2, UNDECIDED, ["identity"]),
        (2.5, 0.5, UNDECIDED, ["identity", "pull"]),
    ],
)
def test_a_game_is_flat_by_either_number_and_not_flat_by_both(
    identity: float, pull: float, word: str, by: list[str]
) -> None:
    verdict = judge_baseline(numbers(identity, pull), FLAT_TABLE, TARGETS)
    assert verdict.word == word
    assert [reason.number for reason in verdict.reasons] == by


def test_a_candidate_passes_where_every_number_is_on_the_right_side() -> None:
    assert judged(numbers())[0] == PASSES


@pytest.mark.parametrize(
    ("found", "number"),
    [
        (numbers(Red=60), "Red"),
        (numbers(Blue=40), "Blue"),
        (numbers(pull=15), "pull"),
        (numbers(pull=-3), "pull"),
        (numbers(identity=1), "identity"),
        (replace(numbers(), first_player=near(12)), "first player"),
        (replace(numbers(), first_player=near(-12)), "first player"),
        (replace(numbers(), turns=near(8)), "turns"),
        (replace(numbers(), turns=near(32)), "turns"),
    ],
)
def test_a_candidate_is_rejected_by_the_number_that_is_wrong_for_certain(
    found: Flatness, number: str
) -> None:
    assert judged(found) == (REJECTED, [number])


def test_changes_against_the_baseline_are_targets_as_well() -> None:
    moved = {FIRST: near(5), TURNS: near(-4)}
    verdict = judge_candidate(numbers(), changes(**moved), FLAT_TABLE, TARGETS, 1.0)
    assert [c.number for c in verdict.reasons] == ["first player, change", "turns, change"]


def test_what_an_interval_leaves_open_is_undecided_and_says_how_many_pairs_it_takes() -> None:
    verdict = judge_candidate(numbers(Red=57.5), changes(), FLAT_TABLE, TARGETS, 1.0)
    assert verdict.word == UNDECIDED
    (reason,) = verdict.reasons
    assert (reason.number, reason.state, reason.target) == ("Red", OPEN, "at most 58")
    assert reason.factor == pytest.approx(1.1 * (1 / 0.5) ** 2)  # half the width it is away
    assert pairs_needed(verdict, 100) == 440
    exact = judge_candidate(numbers(Red=58), changes(), FLAT_TABLE, TARGETS, 1.0)
    assert exact.reasons[0].factor == math.inf
    assert pairs_needed(exact, 100) is None


def test_certain_faults_count_though_other_numbers_are_open() -> None:
    assert judged(numbers(Red=57.5, Blue=39)) == (REJECTED, ["Blue"])


def test_no_effect_is_what_lies_within_the_band_whatever_the_targets_say() -> None:
    small = {name: near(0.2, 0.5) for name in ("Red", PULL, FIRST)} | {TURNS: near(0.1, 0.2)}
    verdict = judge_candidate(numbers(identity=1), small, FLAT_TABLE, TARGETS, 1.0)
    assert (verdict.word, verdict.is_same) == (NO_EFFECT, False)
    same = {name: Estimate(0, 0, 0, 10, 0.0, 0.0) for name in small}
    assert judge_candidate(numbers(), same, FLAT_TABLE, TARGETS, 1.0).is_same
    wide = small | {"Red": near(0.2, 1.5)}
    assert judge_candidate(numbers(identity=1), wide, FLAT_TABLE, TARGETS, 1.0).word == REJECTED
    longer = small | {TURNS: near(0.6, 0.2)}
    assert judge_candidate(numbers(identity=1), longer, FLAT_TABLE, TARGETS, 1.0).word == REJECTED


def test_targets_that_are_not_stated_are_not_asked_for() -> None:
    targets = Targets(ceiling=58)
    found = replace(numbers(Blue=20, pull=40), first_player=near(40))
    verdict = judge_candidate(found, changes(), FLAT_TABLE, targets, 1.0)
    assert verdict.word == PASSES
    assert {check.state for check in verdict.checks} == {MET}


# Over tiers

GOOD, BAD = numbers(), numbers(Red=70)
SURE, BROKEN, VAGUE = (
    judge_candidate(found, changes(), FLAT_TABLE, TARGETS, 1.0)
    for found in (GOOD, BAD, numbers(Red=57.5))
)


def test_any_tier_rejects_but_only_some_have_to_pass() -> None:
    rejected = over_tiers({"a": SURE, "b": BROKEN}, ["a"])
    assert rejected.word == REJECTED
    assert [(reason.number, reason.tier) for reason in rejected.reasons] == [("Red", "b")]
    assert over_tiers({"a": SURE, "b": VAGUE}, ["a"]).word == PASSES
    vague = over_tiers({"a": SURE, "b": VAGUE}, ["a", "b"])
    assert (vague.word, vague.reasons[0].tier) == (UNDECIDED, "b")


def test_a_baseline_is_called_something_only_where_the_tiers_agree() -> None:
    flat, not_flat = (judge_baseline(numbers(i), FLAT_TABLE, TARGETS) for i in (1, 6))
    assert over_tiers({"a": flat, "b": flat}, ["a", "b"]).word == FLAT
    assert over_tiers({"a": not_flat, "b": not_flat}, ["a", "b"]).word == NOT_FLAT
    assert over_tiers({"a": flat, "b": not_flat}, ["a", "b"]).word == UNDECIDED
    assert over_tiers({"a": flat, "b": not_flat}, ["a"]).word == FLAT
    assert flat.checks[0].state == MISSED


def test_a_baseline_is_held_against_the_targets_of_the_candidates_as_well() -> None:
    verdict = judge_baseline(numbers(identity=1, Red=70), FLAT_TABLE, TARGETS)
    assert verdict.word == FLAT
    assert [c.number for c in verdict.checks if c.state == MISSED] == ["identity", "Red"]
    assert [reason.number for reason in verdict.reasons] == ["identity"]
    assert "first player, change" not in [check.number for check in verdict.checks]
