"""The statistics of a pilot check, on outcomes that are made up so that the truth is known."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from forgesim.stats.counts import Field
from forgesim.stats.differences import paired_difference, pooled_difference
from forgesim.stats.pairs import Z95
from forgesim.stats.restrictions import ProbeCounts
from forgesim.stats.robustness import (
    ALL,
    CHECK_TABLES,
    CheckCounts,
    _gap_rows,
    best_but_reference,
    check_tables,
    strongest,
)

Array = np.ndarray

FIELD = Field(
    decks=["ash", "elm", "oak"],
    groups=["Red", "Red", "mixed"],
    deck_a=np.array([0, 0, 0, 1, 1, 2]),
    deck_b=np.array([0, 1, 2, 1, 2, 2]),
)
LISTS = [[f"{deck}-{n}" for n in range(20)] for deck in FIELD.decks]
LOST, SPLIT, WON = 0, 4, 8
"""Codes of pairs: both games lost by deck a, drawn, and won."""


def no_probes(pairs: int = 2) -> ProbeCounts:
    nothing = np.zeros(0, int)
    return ProbeCounts(
        tier="weak", words=["EMBER"], copies=np.zeros((1, 3), int),
        free=np.full((6, pairs), 2, np.int8), word=nothing, matchup=nothing,
        is_b=np.zeros(0, bool), bound=np.zeros((0, pairs), np.int8),
    )  # fmt: skip


def check_of(outcomes: Array, probes: ProbeCounts | None = None) -> CheckCounts:
    """A check by `weak`, `strong` …, the first being the reference."""
    tiers = ["weak", "strong", "third"][: len(outcomes)]
    return CheckCounts(FIELD, tiers, 0, outcomes.astype(np.uint8), probes or no_probes())


def constant(codes: list[list[int]], pairs: int = 40) -> Array:
    """The same outcome in all pairs of all matchups, by who plays deck a and who deck b."""
    return np.broadcast_to(np.array(codes)[:, :, None, None], (*np.shape(codes), 6, pairs)).copy()


def rows(table: pd.DataFrame, **wanted: object) -> pd.DataFrame:
    for column, value in wanted.items():
        table = table[table[column] == value]
    return table


# Pooled differences


def test_pooled_differences_are_paired_ones_where_these_are_quarters() -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(-2, 3, (5, 30)) / 4
    weights = np.array([0.1, 0.3, 0.2, 0.2, 0.2])
    quarters = np.arange(-4, 5) / 4
    counts = np.stack([[(row == value).sum() for value in quarters] for row in values])
    pooled, paired = (
        pooled_difference(values, weights),
        paired_difference(counts, quarters, weights),
    )
    for name in ("mean", "low", "high", "p", "pairs"):
        assert getattr(pooled, name) == pytest.approx(getattr(paired, name), rel=1e-9)


def test_a_pooled_difference_by_hand() -> None:
    found = pooled_difference(
        np.array([[0.5, 0.0], [0.0, 0.0], [9.0, 9.0]]), np.array([0.5, 0.5, 0])
    )
    # means 1/4 and 0; s**2 = 1/8 and 0; d**2 = (1 + 1/4) / 2
    error = math.sqrt(0.25 * (1 / 8) / 2 + 2 * 0.625 * (0.5 / 2) ** 2)
    assert found.mean == 0.125
    assert found.high - found.mean == pytest.approx(Z95 * error)
    assert found.pairs == 4


@pytest.mark.parametrize(("cells", "pairs"), [(5, 40), (40, 5)])
def test_pooled_intervals_cover_what_they_should(cells: int, pairs: int) -> None:
    rng = np.random.default_rng(3)
    truth = rng.uniform(-0.3, 0.3, cells)
    weights = rng.dirichlet(np.ones(cells) * 5)
    covered = []
    for _ in range(2000):
        values = np.clip(rng.normal(truth[:, None], 0.3, (cells, pairs)), -1, 1)
        found = pooled_difference(values, weights)
        covered.append(found.low <= weights @ truth <= found.high)
    assert 0.93 <= np.mean(covered) <= 0.975


# Who plays best


def test_the_strongest_is_who_wins_with_the_same_decks() -> None:
    # Whoever is strong wins as deck a, and does not lose as deck b.
    check = check_of(constant([[SPLIT, LOST], [WON, SPLIT]]))
    assert strongest(check) == 1
    table = check_tables(check, 2.0)["pilot_strengths"]
    strong = rows(table, tier="strong", against="weak").iloc[0]
    assert strong["score"] == 100
    assert 0 < strong["low"] < 100
    assert strong["high"] == 100
    assert strong["is_strongest"]
    weak = rows(table, tier="weak", against=ALL).iloc[0]
    assert (weak["score"], weak["is_strongest"]) == (pytest.approx(0), False)


def test_decks_do_not_count_where_pilots_are_compared() -> None:
    # Deck a wins whoever plays it.
    check = check_of(constant([[WON, WON], [WON, WON]]))
    table = check_tables(check, 2.0)["pilot_strengths"]
    assert set(table["score"]) == {50.0}


def test_the_reference_is_never_what_it_is_compared_with() -> None:
    check = check_of(constant([[SPLIT, WON, WON], [LOST, SPLIT, LOST], [LOST, WON, SPLIT]]))
    assert strongest(check) == 0
    assert best_but_reference(check) == 2
    tables = check_tables(check, 2.0)
    assert set(tables["pilot_gaps"]["tier"]) == {"third"}
    assert set(rows(tables["pilot_strengths"], is_strongest=True)["tier"]) == {"weak"}


# Scores by who plays


def test_scores_are_those_of_the_named_decks_in_the_hands_of_the_tier() -> None:
    outcomes = constant([[SPLIT, SPLIT], [SPLIT, SPLIT]])
    outcomes[1, 0, 1] = WON  # ash by strong against elm by weak
    outcomes[0, 1, 4] = LOST  # elm by weak against oak by strong
    table = check_tables(check_of(outcomes), 2.0)["pilot_scores"]
    cell = rows(table, tier="strong", against="weak")
    assert rows(cell, kind="deck").set_index("name")["score"].to_dict() == {
        "ash": 75, "elm": 50, "oak": 75,
    }  # fmt: skip
    assert rows(cell, kind="faction").set_index("name")["score"].to_dict() == {
        "Red": 50, "mixed": 75,
    }  # fmt: skip
    other = rows(table, tier="weak", against="strong", kind="deck").set_index("name")["score"]
    assert other.to_dict() == {"ash": 50, "elm": 0, "oak": 50}
    assert set(cell["kind"]) == {"deck", "faction"}
    assert cell["verdict"].isna().all()
    assert cell["p_adjusted"].isna().all()


def test_only_even_sides_say_something_of_decks_alone() -> None:
    table = check_tables(check_of(constant([[WON, SPLIT], [SPLIT, SPLIT]])), 2.0)["pilot_scores"]
    even = rows(table, tier="weak", against="weak")
    assert set(even["kind"]) == {"deck", "faction", "first player", "matchup"}
    ash = rows(even, kind="deck", name="ash").iloc[0]
    assert (ash["score"], ash["verdict"], ash["p_adjusted"] < 0.05) == (100, "matters", True)
    assert set(rows(even, kind="matchup")["name"]) == {"ash - elm", "ash - oak", "elm - oak"}
    assert rows(even, kind="first player")["score"].tolist() == [pytest.approx(50)]


def test_shares_are_told_of_tiers_that_the_run_has_not() -> None:
    check = check_of(constant([[WON, SPLIT], [SPLIT, SPLIT]]))
    table = check_tables(check, 2.0, LISTS, ["strong"])["pilot_scores"]
    shares = rows(table, kind="share")
    assert set(shares["tier"]) == {"weak"}
    assert shares.set_index("name")["score"]["ash"] == pytest.approx(100, abs=2)


# Gaps


def gain(deck: int, points: float, pairs: int, rng: np.random.Generator) -> Array:
    """Outcomes in which one deck gains so many points by the strong pilot, and others half."""
    outcomes = np.full((2, 2, 6, pairs), SPLIT)
    for at, (a, b) in enumerate(zip(FIELD.deck_a, FIELD.deck_b, strict=True)):
        for side, own in enumerate((a, b)):
            chance = points / 50 * (1 if own == deck else 0.5)
            wins = rng.random(pairs) < chance
            cell = outcomes[1, 0, at] if side == 0 else outcomes[0, 1, at]
            cell[wins] = WON if side == 0 else LOST
    return outcomes


def test_a_deck_that_needs_skill_is_seen_as_such() -> None:
    rng = np.random.default_rng(5)
    table = check_tables(check_of(gain(1, 20, 400, rng)), 2.0)["pilot_gaps"]
    assert table["deck"].iloc[0] == "elm"
    first = table.iloc[0]
    assert first["low"] < 20 < first["high"]
    assert first["score_against"] == 50
    assert first["gap"] == pytest.approx(first["score"] - first["score_against"])
    assert (first["verdict"], first["beyond_p_adjusted"] < 0.05) == ("matters", True)
    mean = table["gap"].mean()
    assert table["beyond"].to_numpy() == pytest.approx((table["gap"] - mean).to_numpy())
    assert (table["beyond"] > 0).sum() == 1


def test_gaps_cover_their_truth() -> None:
    rng = np.random.default_rng(7)
    gaps, beyond = [], []
    for _ in range(400):
        found = {row["deck"]: row for row in _gap_rows(check_of(gain(0, 20, 30, rng)), 2.0)}
        ash, far = found["ash"], 20 - (20 + 10 + 10) / 3
        gaps.append(ash["low"] <= 20 <= ash["high"])
        beyond.append(ash["beyond_low"] <= far <= ash["beyond_high"])
    assert 0.92 <= np.mean(gaps) <= 0.98
    assert 0.92 <= np.mean(beyond) <= 0.98


# Restrictions


def probes(losses: dict[tuple[int, int], int], pairs: int = 50) -> ProbeCounts:
    """Two words, of which the second is about no card; quarters lost by word and deck."""
    cells = [
        (word, matchup, is_b, losses[word, deck])
        for word in range(2)
        for matchup, decks in enumerate(zip(FIELD.deck_a, FIELD.deck_b, strict=True))
        for is_b, deck in enumerate(decks)
        if decks[0] != decks[1] and (word, deck) in losses
    ]
    word, matchup, is_b, lost = (np.array(part) for part in zip(*cells, strict=True))
    bound = 2 - np.where(is_b == 1, -lost, lost)
    copies = np.array([[8, 4, 0], [-1, -1, -1]])
    return replace(
        no_probes(pairs), words=["EMBER", "to strike"], copies=copies, word=word, matchup=matchup,
        is_b=is_b.astype(bool), bound=np.repeat(bound[:, None], pairs, axis=1).astype(np.int8),
    )  # fmt: skip


LOSSES = {(0, 0): 2, (0, 1): 1, (1, 0): 0, (1, 1): 0, (1, 2): -1}


def test_what_a_restriction_costs_is_a_deck_s_loss_on_either_side() -> None:
    check = check_of(constant([[SPLIT]], 2), probes(LOSSES))
    table = check_tables(check, 2.0)["deck_restrictions"]
    assert table[["deck", "forbidden", "worth", "score"]].values.tolist() == [
        ["ash", "EMBER", 50, 0], ["ash", "to strike", 0, 50], ["elm", "EMBER", 25, 25],
        ["elm", "to strike", 0, 50], ["oak", "to strike", -25, 75],
    ]  # fmt: skip
    assert table["copies"].tolist() == [8, pd.NA, 4, pd.NA, pd.NA]
    assert set(table["tier"]) == {"weak"}


def test_over_the_field_each_deck_that_is_concerned_counts_alike() -> None:
    check = check_of(constant([[SPLIT]], 2), probes(LOSSES))
    table = check_tables(check, 2.0)["restrictions"]
    field = rows(table, scope="field").set_index("forbidden")
    assert field["worth"].to_dict() == pytest.approx({"EMBER": 37.5, "to strike": -25 / 3})
    assert field["decks"].to_dict() == {"EMBER": 2, "to strike": 3}
    assert field.loc["EMBER", "copies"] == 6
    assert math.isnan(field.loc["to strike", "copies"])
    red = rows(table, scope="group", name="Red").set_index("forbidden")
    assert red["worth"].to_dict() == {"EMBER": 37.5, "to strike": 0}
    assert rows(table, name="mixed")["forbidden"].tolist() == ["to strike"]


def test_losses_of_both_decks_of_a_matchup_are_not_taken_for_independent() -> None:
    # Both lose what the unrestricted games happened to give them: the same pairs, twice.
    pairs = 200
    known = probes({(0, 0): 0, (0, 1): 0}, pairs)
    rng = np.random.default_rng(2)
    free = np.full((6, pairs), 2, np.int8)
    free[1] = rng.integers(0, 5, pairs)  # ash against elm
    check = check_of(constant([[SPLIT]], 2), replace(known, free=free))
    both = rows(check_tables(check, 2.0)["restrictions"], scope="field").iloc[0]
    assert both["worth"] == pytest.approx(0, abs=1e-9)  # what the one loses the other gains
    assert both["high"] - both["low"] < 1.5


# Without


def test_without_a_check_the_tables_are_empty() -> None:
    tables = check_tables(None, 2.0)
    assert tuple(tables) == CHECK_TABLES
    assert all(len(table) == 0 for table in tables.values())


def test_a_deck_alone_and_a_pilot_alone_have_what_can_be_had() -> None:
    alone = replace(
        check_of(constant([[SPLIT, LOST], [WON, SPLIT]])),
        field=Field(["ash"], ["Red"], np.array([0]), np.array([0])),
        outcomes=np.full((2, 2, 1, 5), SPLIT, np.uint8),
        probes=replace(
            no_probes(5), free=np.full((1, 5), 2, np.int8), copies=np.zeros((1, 1), int)
        ),
    )
    tables = check_tables(alone, 2.0, [LISTS[0]])
    assert set(tables["pilot_scores"]["kind"]) == {"first player"}
    assert not len(tables["pilot_gaps"])
    assert len(tables["pilot_strengths"]) == 4
    one = check_tables(check_of(constant([[SPLIT]])), 2.0)
    assert not len(one["pilot_strengths"])
    assert not len(one["pilot_gaps"])
