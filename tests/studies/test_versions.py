"""Versions on common seeds: what is matched, what is the same, and what is played."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.plan import Plan
from forgesim.cards.pilots import Pilot
from forgesim.errors import UsageError
from forgesim.stats.paired_tables import DRAWS, REASONS, STRENGTH, TURNS
from forgesim.stats.pairs import STRENGTH as STRENGTHS
from forgesim.studies import versions
from forgesim.studies.compare import compare_plans
from forgesim.studies.how import How
from forgesim.studies.versions import Contest, aligned, hold_against, play_versions
from tests.studies.plans import FIELD, plan_of

HOUND = "card.bramble_hound.cost=+1"
PAIRS = 12


def contest(*changes: str, pairs: int = PAIRS, jobs: int = 1, **flags: object) -> Contest:
    base = plan_of(**flags)
    held = [hold_against(base, text, plan_of(set=[text], **flags)) for text in changes]
    return play_versions(base, held, pairs, How(jobs))


def same(one: Contest, other: Contest) -> bool:
    pairs = [(one.base_sums, other.base_sums), *zip(one.sums, other.sums, strict=True)]
    return all(
        np.array_equal(getattr(a, name), getattr(b, name))
        for a, b in pairs for name in ("outcomes", "totals", "square", "moved")
    )  # fmt: skip


@pytest.mark.parametrize(
    "changes", [[HOUND], ["fp_cap=8"], ["second.start_heat=21"], ["pilot.greedy.face=12"], []]
)
def test_the_same_matchups_are_those_of_equal_fingerprints(changes: list[str]) -> None:
    base, plan = plan_of(pilot=["greedy"]), plan_of(pilot=["greedy"], set=changes)
    held = hold_against(base, "variant", plan)
    prints = [
        base.fingerprint(base.matchups[old]) == held.plan.fingerprint(held.plan.matchups[new])
        for old, new in zip(held.base_at, held.at, strict=True)
    ]
    assert held.is_same.tolist() == prints
    assert held.is_unchanged == (not changes)


def test_what_is_played_is_what_a_batch_plays() -> None:
    found = contest("fp_cap=5")
    for plan, sums in ((found.base, found.base_sums), (found.versions[0].plan, found.sums[0])):
        tally = run_batch(replace(plan, pairs=PAIRS), None)
        assert np.array_equal(sums.outcomes, tally.pairs)
        games = tally.game_counts()
        for column, part in ((TURNS, games["turns"]), (DRAWS, games["outcome"] == 1),
                             (REASONS, games["reason"] == 0)):  # fmt: skip
            expected = np.bincount(games["matchup"], games["games"] * part)
            assert sums.totals[:, column].tolist() == expected.tolist()


def test_what_is_the_same_is_not_played_again() -> None:
    found = contest(HOUND)
    matchups = len(found.base.matchups)
    touched = 3  # wilds-fast against the two others, and itself
    assert (~found.versions[0].is_same).sum() == touched
    assert found.games == 2 * PAIRS * (matchups + touched)
    at = np.flatnonzero(found.versions[0].is_same)
    assert np.array_equal(found.sums[0].totals[at], found.base_sums.totals[at])
    assert not found.sums[0].moved[at].any()


def test_neither_workers_nor_chunks_change_a_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contest(HOUND, "fp_cap=8")
    assert same(whole, contest(HOUND, "fp_cap=8", jobs=2))
    monkeypatch.setattr(versions, "CHUNK", 30)
    assert same(whole, contest(HOUND, "fp_cap=8"))


def test_sums_of_parts_are_those_of_the_whole() -> None:
    # A longer contest begins with the pairs of a shorter one.
    short, long = contest("fp_cap=8", pairs=5), contest("fp_cap=8", pairs=PAIRS)
    assert (long.sums[0].square >= short.sums[0].square).all()
    assert (long.sums[0].outcomes >= short.sums[0].outcomes).all()


def test_a_variant_s_own_seed_and_pairs_do_not_count() -> None:
    base = plan_of()
    plans = [plan_of(set=["fp_cap=8"], seed=seed, pairs=seed) for seed in (1, 7)]
    one, other = (compare_plans(base, [("v", plan)], PAIRS) for plan in plans)
    assert one.rows == other.rows


def test_a_deck_keeps_the_slots_of_what_it_leaves_alone() -> None:
    deck = plan_of().decks[0]
    other = next(card for card in plan_of().decks[1].cards if card.id not in deck.counts)
    swapped = sorted([*deck.cards[1:], other], key=lambda card: card.id)
    kept = aligned(deck.cards, swapped)
    moved = [new for old, new in zip(deck.cards, kept, strict=True) if old.id != new.id]
    assert moved == [other]
    assert sorted(card.id for card in kept) == [card.id for card in swapped]
    assert aligned(deck.cards, deck.cards) == deck.cards
    assert aligned(deck.cards, swapped[1:]) == tuple(swapped[1:])


def test_a_swap_in_place_stays_coupled() -> None:
    # As good as the same deck: one card of forty gives way to one with the same numbers.
    base = plan_of("wilds-fast", "occult-fast")
    deck = base.decks[0]
    twin = deck.cards[0].model_copy(update={"id": "zz_twin", "name": "Twin"})
    cards = tuple(sorted([*deck.cards[1:], twin], key=lambda card: card.id))
    plan = replace(base, decks=(replace(deck, cards=cards), *base.decks[1:]))
    found = compare_plans(base, [("twin", plan)], 60)
    assert all(row["difference"] == 0 and row["moved"] == 0 for row in found.rows)
    assert not found.versions[0].is_unchanged


def test_decks_of_one_version_only_are_named_and_left_out() -> None:
    base, other = plan_of(*FIELD), plan_of("occult-fast", "wilds-fast", "mixed-burn")
    held = hold_against(base, "other", other)
    assert (held.only_here, held.only_in_base) == (("mixed-burn",), ("armory-slow",))
    assert len(held.at) == 3
    found = compare_plans(base, [("other", other)], 4)
    assert {row["name"] for row in found.rows if row["scope"] == "deck"} == {
        "wilds-fast", "occult-fast",
    }  # fmt: skip
    assert held.is_unchanged


def test_common_seeds_save_most_of_the_games() -> None:
    # As scripts/evidence/common_seeds.py measures it, on more changes and pairs.
    found = contest(HOUND, "second.start_heat=21", pairs=300)
    for version, sums in zip(found.versions, found.sums, strict=True):
        at = np.flatnonzero(~version.is_same)
        old = found.base_sums.totals[version.base_at[at], STRENGTH]
        change = (sums.totals[at, STRENGTH] - old) / 300
        common = (sums.square[at, STRENGTH] / 300 - change**2) / 16
        both = sum(variance(each) for each in (found.base_sums.outcomes[version.base_at[at]],
                                               sums.outcomes[at]))  # fmt: skip
        assert common.mean() < both.mean() / 2


def variance(outcomes: np.ndarray) -> np.ndarray:
    """Variance of a pair's strength in each matchup."""
    share = outcomes / outcomes.sum(axis=(1, 2), keepdims=True)
    mean, square = ((share * STRENGTHS**power).sum(axis=(1, 2)) for power in (1, 2))
    return np.asarray(square - mean**2)


def with_pilot(plan: Plan, name: str) -> Plan:
    return replace(plan, pilots=(Pilot(name, "random", {}),))


def test_tiers_are_matched_by_their_place() -> None:
    base = plan_of(pilot=["greedy"])
    held = hold_against(base, "random", with_pilot(base, "random"))
    assert not held.is_same.any()
    with pytest.raises(UsageError, match="as many pilots are expected"):
        hold_against(base, "two", plan_of(pilot=["greedy", "random"]))


def test_what_cannot_be_compared_is_refused() -> None:
    base = plan_of()
    with pytest.raises(UsageError, match="no deck in common"):
        hold_against(base, "other", plan_of("mixed-burn"))
    with pytest.raises(UsageError, match="no variant"):
        compare_plans(base, [])
    with pytest.raises(UsageError, match="two variants are called 'v'"):
        compare_plans(base, [("v", base), ("v", base)])
    with pytest.raises(UsageError, match="no spread"):
        compare_plans(base, [("v", base)], 1)


def test_the_frame_has_every_row_and_names_the_variant(tmp_path: Path) -> None:
    found = compare_plans(plan_of(), [("cap", plan_of(set=["fp_cap=8"]))], 6, matters=5.0)
    table = found.differences
    assert len(table) == len(found.rows)
    assert set(table["variant"]) == {"cap"}
    assert found.matters == 5.0
    table.to_parquet(tmp_path / "t.parquet")
