"""Tables of a toy run: their columns, the numbers in them, and fields that are hardly any."""

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO

import numpy as np
import pandas as pd
import pytest

from forgesim.cards.decks import MIXED
from forgesim.stats.card_tables import REPLACEMENT
from forgesim.stats.counts import Counts
from forgesim.stats.restrictions import ProbeCounts
from forgesim.stats.robustness import CHECK_TABLES, CheckCounts
from forgesim.stats.summary import deck_score, first_player_score, group_score, reason_shares
from forgesim.stats.tables import all_tables, pilot_table
from tests.docs.pages import DOCS, table_of
from tests.docs.pages import plain as unmarked
from tests.stats.fields import CHECKS, REASONS, make_counts, plain

DECKS = [
    plain("ash", "Red", 0.30, prefix="red"),
    plain("blaze", "Red", 0.20, prefix="red"),
    plain("brook", "Blue", 0.25),
    plain("blend", MIXED, 0.28),
]
LISTS = [deck.cards for deck in DECKS]
UNEVEN = "greedy : random"


@pytest.fixture(scope="module")
def counts() -> Mapping[str, Counts]:
    return {
        "greedy": make_counts(DECKS, 300),
        "minimax": make_counts(DECKS, 100, seed=1, pilots=("minimax", "minimax")),
        UNEVEN: make_counts(DECKS, 50, seed=2, pilots=("greedy", "random")),
    }


@pytest.fixture(scope="module")
def tables(counts: Mapping[str, Counts]) -> Mapping[str, pd.DataFrame]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return all_tables(counts, LISTS)


def rows(table: pd.DataFrame, **wanted: object) -> pd.DataFrame:
    for column, value in wanted.items():
        table = table[table[column] == value]
    return table


def row(table: pd.DataFrame, **wanted: object) -> pd.Series:
    found = rows(table, **wanted)
    assert len(found) == 1
    return found.iloc[0]


# Columns


def documented(name: str) -> list[str]:
    text = (DOCS / "reference" / "tables.md").read_text(encoding="utf-8")
    cells = [unmarked(cells[0]) for cells in table_of(text, name)]
    names = [column for cell in cells for column in cell.split(", ")]
    return [one for column in names for one in expanded(column)]


def expanded(column: str) -> Iterator[str]:
    """The columns that a name on the page stands for: one for each reason, or one."""
    if column == "by_REASON":
        yield from (f"by_{reason}" for reason in REASONS)
    else:
        yield column


TABLES = [
    "matchups", "decks", "factions", "seats", "cards", "deck_cards", "positions", "tempo",
    "pilots", *CHECK_TABLES, "health", "metagame",
]  # fmt: skip


def test_there_are_the_tables_that_are_documented(tables: Mapping[str, pd.DataFrame]) -> None:
    assert list(tables) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_columns_are_the_documented_ones(name: str, tables: Mapping[str, pd.DataFrame]) -> None:
    assert documented(name) == list(tables[name].columns)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_can_be_stored_and_read_again(
    name: str, tables: Mapping[str, pd.DataFrame]
) -> None:
    file = BytesIO()
    tables[name].to_parquet(file)
    again = pd.read_parquet(file)
    assert list(again.columns) == list(tables[name].columns)
    assert len(again) == len(tables[name])


@pytest.mark.parametrize("name", TABLES)
def test_an_empty_table_has_the_columns_of_a_full_one(
    name: str, tables: Mapping[str, pd.DataFrame]
) -> None:
    empty = all_tables({}, [])[name]
    assert len(empty) == 0
    assert list(empty.columns) == [c for c in tables[name].columns if not c.startswith("by_")]
    assert (empty.dtypes == tables[name].dtypes[list(empty.columns)]).all()


def test_the_same_counts_give_the_same_tables(
    counts: Mapping[str, Counts], tables: Mapping[str, pd.DataFrame]
) -> None:
    again = all_tables(counts, LISTS)
    for name in TABLES:
        pd.testing.assert_frame_equal(again[name], tables[name], check_exact=True)


@pytest.mark.parametrize(
    ("table", "value", "low", "high"),
    [
        ("matchups", "score", "low", "high"),
        ("matchups", "first_player", "first_low", "first_high"),
        ("decks", "score", "low", "high"),
        ("decks", "weighted", "weighted_low", "weighted_high"),
        ("decks", "rating", "rating_low", "rating_high"),
        ("decks", "share", "share_low", "share_high"),
        ("factions", "score", "low", "high"),
        ("seats", "advantage", "low", "high"),
        *[("cards", name, f"{name}_low", f"{name}_high")
          for name in ("gp", "oh", "gd", "gih", "gns", "iwd", "played", "top")],
        ("tempo", "share", "low", "high"),
        ("pilots", "score", "low", "high"),
        ("health", "rate", "low", "high"),
    ],
)  # fmt: skip
def test_intervals_hold_what_they_are_of(
    table: str, value: str, low: str, high: str, tables: Mapping[str, pd.DataFrame]
) -> None:
    known = tables[table].dropna(subset=[value])
    assert len(known)
    assert (known[low] <= known[value] + 1e-9).all()
    assert (known[value] <= known[high] + 1e-9).all()
    assert (known[high] - known[low] > 0).all()


# Numbers


def test_scores_are_those_of_the_summary_in_points(
    counts: Mapping[str, Counts], tables: Mapping[str, pd.DataFrame]
) -> None:
    field, pairs = counts["greedy"].field, counts["greedy"].pairs
    deck = row(tables["decks"], tier="greedy", deck="brook")
    found = deck_score(field, pairs, 2)
    assert found is not None
    assert deck[["score", "low", "high"]].tolist() == pytest.approx(
        [100 * found.mean, 100 * found.low, 100 * found.high]
    )
    red = group_score(field, pairs, "Red")
    assert red is not None
    assert row(tables["factions"], tier="greedy", group="Red").score == pytest.approx(
        100 * red.mean
    )
    seats = row(tables["seats"], tier="greedy", scope="overall")
    assert seats.advantage == pytest.approx(100 * first_player_score(pairs).mean - 50)


def test_a_mirror_has_a_first_player_but_no_score(tables: Mapping[str, pd.DataFrame]) -> None:
    mirrors = tables["matchups"][tables["matchups"]["is_mirror"]]
    assert len(mirrors) == 3 * len(DECKS)
    assert mirrors[["score", "low", "high", "p", "p_adjusted"]].isna().all(axis=None)
    assert mirrors["verdict"].isna().all()
    assert mirrors["first_player"].between(50, 80).all()


def test_matchups_have_the_turns_draws_and_reasons_of_their_games(
    counts: Mapping[str, Counts], tables: Mapping[str, pd.DataFrame]
) -> None:
    games = counts["greedy"].games
    own = {name: column[games["matchup"] == 1] for name, column in games.items()}
    found = row(tables["matchups"], tier="greedy", deck_a="ash", deck_b="blaze")
    shares = reason_shares(own, REASONS)
    assert found.by_heat == pytest.approx(100 * shares["heat"])
    assert found.turns == pytest.approx(np.average(own["turns"], weights=own["games"]))
    drawn = own["games"][own["outcome"] == 1].sum() / own["games"].sum()
    assert found.draws == pytest.approx(100 * drawn)


def test_p_is_below_5_percent_where_the_interval_leaves_50_out(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    for name in ("matchups", "decks", "factions"):
        known = tables[name].dropna(subset=["p"])
        out = (known["low"] > 50) | (known["high"] < 50)
        assert ((known["p"] < 0.05) == out).all()
        assert (known["p_adjusted"] >= known["p"]).all()


def test_decks_and_factions_come_best_first(tables: Mapping[str, pd.DataFrame]) -> None:
    for name in ("decks", "factions"):
        for tier in ("greedy", "minimax"):
            assert rows(tables[name], tier=tier)["score"].is_monotonic_decreasing


def test_shares_add_up_and_ratings_have_mean_0(tables: Mapping[str, pd.DataFrame]) -> None:
    for tier in ("greedy", "minimax"):
        decks = rows(tables["decks"], tier=tier)
        assert decks["share"].sum() == pytest.approx(100)
        assert decks["rating"].mean() == pytest.approx(0, abs=1e-6)
        assert decks["rating"].is_monotonic_decreasing


def test_what_matters_depends_on_the_threshold(counts: Mapping[str, Counts]) -> None:
    strict, lax = (all_tables({"greedy": counts["greedy"]}, LISTS, matters=m) for m in (0.1, 40.0))
    assert set(lax["decks"]["verdict"]) == {"small"}
    assert row(strict["seats"], scope="overall").verdict == "matters"
    assert (strict["decks"]["needed_pairs"] > 100 * lax["decks"]["needed_pairs"]).all()
    assert (strict["decks"]["detectable"] == lax["decks"]["detectable"]).all()


def test_no_threshold_needs_endless_pairs(counts: Mapping[str, Counts]) -> None:
    found = all_tables({"greedy": counts["greedy"]}, LISTS, matters=0.0)
    assert found["decks"]["needed_pairs"].isna().all()


def test_uneven_tiers_have_matchups_and_seats_but_no_decks(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    there = [name for name in TABLES if UNEVEN in set(tables[name]["tier"])]
    assert there == ["matchups", "seats", "tempo", "health"]


def test_each_deck_s_own_pilot_is_an_even_tier(counts: Mapping[str, Counts]) -> None:
    even = counts["greedy"]
    names = np.array(["fast", "fast", "slow", "other"])
    pilots = np.stack([names[even.field.deck_a], names[even.field.deck_b]], axis=1)
    own = replace(even, health=replace(even.health, pilots=pilots))
    assert len(all_tables({"own": own}, LISTS)["decks"]) == len(DECKS)


# Seats


def test_seats_by_group_take_in_all_matchups_of_its_decks(
    counts: Mapping[str, Counts], tables: Mapping[str, pd.DataFrame]
) -> None:
    field, pairs = counts["greedy"].field, counts["greedy"].pairs
    chosen = (field.deck_a == 2) | (field.deck_b == 2)
    blue = row(tables["seats"], tier="greedy", scope="group", name="Blue")
    expected = first_player_score(pairs[chosen])
    assert (blue.advantage, blue.pairs) == (
        pytest.approx(100 * expected.mean - 50),
        expected.pairs,
    )


def test_lengths_are_told_apart_in_bins_of_about_the_same_size(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    bins = rows(tables["seats"], tier="greedy", scope="length")
    assert bins["name"].iloc[0].startswith("5")
    assert bins["name"].iloc[-1].endswith("16 turns")
    assert 5 <= len(bins) <= 7
    assert bins["pairs"].sum() == 2 * 300 * 10
    overall = row(tables["seats"], tier="greedy", scope="overall").advantage
    assert np.average(bins["advantage"], weights=bins["pairs"]) == pytest.approx(overall)


# Cards


def test_observed_rates_fit_together(tables: Mapping[str, pd.DataFrame]) -> None:
    for name in ("cards", "deck_cards"):
        known = tables[name]
        assert known["iwd"].tolist() == pytest.approx((known["gih"] - known["gns"]).tolist())
        assert (known["play_rate"] == 100).all()  # the toy game plays all that is drawn


def test_gp_of_a_deck_s_card_is_the_deck_s_score(tables: Mapping[str, pd.DataFrame]) -> None:
    card = row(tables["deck_cards"], tier="greedy", deck="brook", card="brook-0")
    score = row(tables["decks"], tier="greedy", deck="brook").score
    assert card.gp == pytest.approx(score)
    assert card.copies == 2


def test_a_card_of_two_decks_is_their_mean(tables: Mapping[str, pd.DataFrame]) -> None:
    card = row(tables["cards"], tier="greedy", card="red-3")
    parts = rows(tables["deck_cards"], tier="greedy", card="red-3")
    assert card.decks == len(parts) == 2
    for name in ("gp", "gih", "top"):
        assert card[name] == pytest.approx(parts[name].mean())
    assert card.gih_copies == parts["gih_copies"].sum()
    assert card.top_matchups == 6
    assert card.top_high - card.top_low < (parts["top_high"] - parts["top_low"]).min()


def test_positions_count_every_copy_of_every_pair(tables: Mapping[str, pd.DataFrame]) -> None:
    found = rows(tables["positions"], tier="greedy", deck="ash")
    assert found["position"].min() == 1
    assert found["copies"].sum() == 12 * 3 * 300
    average = np.average(found["score"], weights=found["copies"])
    assert average == pytest.approx(row(tables["decks"], tier="greedy", deck="ash").score)


def test_replacement_impact_comes_in_by_tier_card_and_deck(counts: Mapping[str, Counts]) -> None:
    numbers = dict(zip(REPLACEMENT, range(1, 8), strict=True))
    impact = pd.DataFrame(
        [
            {"tier": "greedy", "card": "red-3", "deck": None} | numbers,
            {"tier": "greedy", "card": "red-3", "deck": "blaze", "replacement": -4.0},
        ]
    )
    found = all_tables({"greedy": counts["greedy"]}, LISTS, replacement=impact)
    assert found["cards"]["card"].iloc[0] == "red-3"
    assert found["cards"][list(REPLACEMENT)].iloc[0].tolist() == list(range(1, 8))
    assert found["cards"]["replacement"].notna().sum() == 1
    assert row(found["deck_cards"], deck="blaze", card="red-3").replacement == -4
    assert found["deck_cards"]["replacement"].notna().sum() == 1


# Tempo


def test_tempo_shares_are_of_all_games(tables: Mapping[str, pd.DataFrame]) -> None:
    found = rows(tables["tempo"], tier="greedy")
    for measure in ("length", "reason", "lead_changes"):
        some = rows(found, measure=measure)
        assert some["share"].sum() == pytest.approx(100)
        assert set(some["games"]) == {2 * 300 * 10}
    assert rows(found, measure="length")["key"].tolist() == [str(n) for n in range(5, 17)]


def test_in_the_toy_game_nobody_comes_back_and_draws_alone_stay_open(
    counts: Mapping[str, Counts], tables: Mapping[str, pd.DataFrame]
) -> None:
    # Whoever wins is ahead from the first turn on, by 4; a game that is drawn is even.
    found = rows(tables["tempo"], tier="greedy")
    comebacks = rows(found, measure="comeback")
    assert comebacks["key"].tolist() == ["1", "3"]
    assert (comebacks["share"] == 0).all()
    games = counts["greedy"].games
    drawn = games["games"][games["outcome"] == 1].sum() / games["games"].sum()
    decided = rows(found, measure="decided").set_index("key")["share"]
    assert decided["1"] == pytest.approx(100 * (1 - drawn))
    assert decided.is_monotonic_increasing


# Pilots


def pilots_of(*said: tuple[str, float, float]) -> pd.DataFrame:
    """The table of pilots for one deck: tier, score and adjusted p."""
    decks = pd.DataFrame(
        [
            {"tier": t, "deck": "ash", "score": s, "low": s - 1, "high": s + 1, "p_adjusted": p}
            for t, s, p in said
        ]
    )
    none = decks.iloc[:0].rename(columns={"deck": "group"})
    seats = pd.DataFrame(columns=["tier", "scope", "name", "advantage", "low", "high"])
    return pilot_table(decks, none, seats, [tier for tier, _, _ in said])


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ([("x", 60, 0.01)], "one tier"),
        ([("x", 60, 0.01), ("y", 55, 0.04)], "all tiers"),
        ([("x", 60, 0.01), ("y", 55, 0.06)], "some: x"),
        ([("x", 60, 0.01), ("y", 40, 0.01)], "reversed: above in x; below in y"),
        ([("x", 51, 0.50), ("y", 49, 0.50)], "none"),
    ],
)
def test_a_conclusion_is_said_to_hold_where_it_does(
    said: list[tuple[str, float, float]], holds: str
) -> None:
    assert set(pilots_of(*said)["holds"]) == {holds}


def test_pilots_repeat_the_headlines_with_what_is_clear(
    tables: Mapping[str, pd.DataFrame],
) -> None:
    found = tables["pilots"]
    assert found["kind"].drop_duplicates().tolist() == ["faction", "deck", "first player"]
    first = row(found, kind="first player", tier="greedy")
    seats = row(tables["seats"], tier="greedy", scope="overall")
    assert first.score == pytest.approx(50 + seats.advantage)
    assert (first.verdict, first.holds) == ("above", "all tiers")
    weak = row(found, kind="deck", name="blaze", tier="greedy")
    assert weak.verdict == "below"


# Health


def test_checks_are_counted_by_pilot_and_have_an_example(counts: Mapping[str, Counts]) -> None:
    found = all_tables(counts, LISTS)["health"]
    random = row(found, tier=UNEVEN, pilot="random", check=CHECKS[0])
    assert (random.chances, random.events) == (400, 3)
    assert random.rate == pytest.approx(0.75)
    assert (random.example, random.turn) == (5, 7)
    greedy = row(found, tier=UNEVEN, pilot="greedy", check=CHECKS[0])
    assert greedy.events == 0
    assert greedy.example is pd.NA
    assert greedy.high > 0


def test_what_could_not_happen_has_no_rate(counts: Mapping[str, Counts]) -> None:
    health = counts["greedy"].health
    never = replace(health, chances=0 * health.chances, events=0 * health.events)
    found = all_tables({"greedy": replace(counts["greedy"], health=never)}, LISTS)["health"]
    assert found[["rate", "low", "high"]].isna().all(axis=None)


# Fields that are hardly any


@pytest.mark.parametrize("pairs", [1, 10])
@pytest.mark.parametrize("decks", [1, 2])
def test_small_fields_have_what_they_can(decks: int, pairs: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = all_tables({"greedy": make_counts(DECKS[:decks], pairs)}, LISTS[:decks])
    assert len(found["matchups"]) == decks * (decks + 1) / 2
    assert len(found["decks"]) == (0 if decks == 1 else decks)
    assert len(found["metagame"]) == (0 if decks == 1 else 7)
    assert len(found["factions"]) == 0
    assert len(found["seats"]) > decks


def test_mixed_decks_alone_have_no_factions() -> None:
    decks = [replace(deck, group=MIXED) for deck in DECKS[:3]]
    found = all_tables({"greedy": make_counts(decks, 20)}, LISTS[:3])
    assert len(found["factions"]) == 0
    assert len(found["decks"]) == 3


def test_decks_without_card_counts_have_all_but_card_tables(counts: Mapping[str, Counts]) -> None:
    found = all_tables({"greedy": replace(counts["greedy"], cards=())}, LISTS)
    empty = [name for name in TABLES if not len(found[name])]
    assert empty == ["cards", "deck_cards", "positions", *CHECK_TABLES]


def test_tiers_of_a_pilot_check_stand_beside_those_of_the_run(
    counts: Mapping[str, Counts],
) -> None:
    field = counts["greedy"].field
    shape = (2, 2, len(field.deck_a), 40)
    none = np.zeros(0, int)
    probes = ProbeCounts(
        "greedy", [], copies=np.zeros((0, 4), int), free=np.zeros((shape[2], 1), int), word=none,
        matchup=none, is_b=none == 1, bound=np.zeros((0, 1), int),
    )  # fmt: skip
    check = CheckCounts(field, ["greedy", "deep"], 0, np.full(shape, 8, np.uint8), probes)
    even = {"greedy": counts["greedy"], UNEVEN: counts[UNEVEN]}
    table = all_tables(even, LISTS, check=check)["pilots"]
    assert dict(zip(table["tier"], table["source"], strict=True)) == {
        "greedy": "run", "deep": "check",
    }  # fmt: skip
    # Whoever is deck a wins in the check: ash is a against all, brook b against three.
    ash = rows(table, kind="deck", name="ash").set_index("tier")
    assert (ash.loc["deep", "score"], ash.loc["deep", "verdict"]) == (100, "above")
    assert ash.loc["greedy", "score"] < 100
    assert ash["holds"].nunique() == 1
    assert set(rows(table, kind="first player")["tier"]) == {"greedy", "deep"}
    alone = all_tables(even, LISTS)["pilots"]
    assert (
        rows(table, source="run")
        .drop(columns="holds")
        .equals(alone.drop(columns="holds").set_axis(rows(table, source="run").index))
    )


def test_a_field_with_a_gap_has_scores_but_no_metagame(counts: Mapping[str, Counts]) -> None:
    # An unfinished run: the last two matchups were not reached.
    whole = counts["greedy"]
    field = replace(whole.field, deck_a=whole.field.deck_a[:-2], deck_b=whole.field.deck_b[:-2])
    early = whole.games["matchup"] < 8
    health = {
        name: getattr(whole.health, name)[:-2]
        for name in ("chances", "events", "example", "pilots")
    }
    part = replace(
        whole,
        field=field,
        pairs=whole.pairs[:-2],
        games={name: column[early] for name, column in whole.games.items()},
        cards=(),
        health=replace(whole.health, **health),
    )
    found = all_tables({"greedy": part}, LISTS)
    assert len(found["metagame"]) == 0
    assert found["decks"]["share"].isna().all()
    assert found["decks"]["rating"].notna().all()


def test_headlines_that_hold_at_many_looks_are_wider_and_claim_less(
    counts: Mapping[str, Counts],
) -> None:
    once, often = (all_tables(counts, LISTS, looks=looks) for looks in (1, 20))
    for name in ("decks", "factions"):
        widths = [table[name]["high"] - table[name]["low"] for table in (once, often)]
        # The normal quantiles of 95 % and of 1 - 5 % / 20 are 1.960 and 3.023.
        assert (widths[1] / widths[0]).between(1.45, 1.56).all()
        both = once[name].merge(often[name], on=["tier", name[:-1].replace("faction", "group")])
        assert np.allclose(both["p_y"], np.minimum(20 * both["p_x"], 1))
    seats = [table["seats"].query("scope == 'matchup'") for table in (once, often)]
    assert seats[0].equals(seats[1])
