"""The ladder: the weak below the strong, as precise as asked for, the same whoever plays it."""

from dataclasses import replace

import pandas as pd
import pytest

from forgesim.arena.plan import Plan
from forgesim.errors import UsageError
from forgesim.studies import ladder
from forgesim.studies.exchanges import Contest
from forgesim.studies.how import How
from forgesim.studies.ladder import Budget, Ladder, ladder_contest, play_ladder
from forgesim.studies.ladder_page import markdown, notes, sections
from tests.studies.plans import FIELD, plan_of

PILOTS = ["random", "greedy", "midrange"]
FEW = Budget(pairs=20)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(pilot=PILOTS)


@pytest.fixture(scope="module")
def contest(plan: Plan) -> Contest:
    return ladder_contest(plan, plan.pilots)


@pytest.fixture(scope="module")
def found(contest: Contest) -> Ladder:
    return play_ladder(contest, FEW)


def same(one: Ladder, other: Ladder) -> bool:
    tables = ("ratings", "meetings", "by_deck")
    return all(getattr(one, name).equals(getattr(other, name)) for name in tables)


def test_who_chooses_by_chance_comes_last(found: Ladder) -> None:
    assert found.ratings["pilot"].iloc[-1] == "random"
    assert found.ratings["best_rank"].tolist()[-1] == 3
    assert found.ratings["rating"].is_monotonic_decreasing
    assert found.ratings["kind"].tolist() == ["weights", "weights", "random"]


def test_greedy_is_what_ratings_are_measured_from(found: Ladder, plan: Plan) -> None:
    by_pilot = found.ratings.set_index("pilot")
    assert found.anchor == "greedy"
    assert by_pilot.loc["greedy", ["rating", "rating_low", "rating_high"]].tolist() == [0, 0, 0]
    others = tuple(pilot for pilot in plan.pilots if pilot.name != "greedy")
    assert play_ladder(ladder_contest(plan, others), FEW).anchor == "random"


def test_the_order_in_which_pilots_are_named_does_not_matter(plan: Plan, found: Ladder) -> None:
    turned = play_ladder(ladder_contest(plan, plan.pilots[::-1]), FEW)
    for name in ("ratings", "meetings", "by_deck"):
        pd.testing.assert_frame_equal(getattr(turned, name), getattr(found, name))


def test_nor_do_workers(contest: Contest, found: Ladder) -> None:
    assert same(play_ladder(contest, FEW, How(2)), found)


def test_every_two_pilots_meet_with_every_deck(found: Ladder) -> None:
    assert len(found.meetings) == 3
    assert found.meetings["pairs"].tolist() == [60, 60, 60]
    assert sorted(set(found.by_deck["deck"])) == sorted(FIELD)
    assert (found.by_deck["pairs"] == 20).all()
    assert found.games == 3 * 60 * 4
    whole = found.meetings.set_index(["pilot", "opponent"])["score"]
    decks = found.by_deck.groupby(["pilot", "opponent"])["score"].mean()
    assert decks[whole.index].tolist() == pytest.approx(whole.tolist())


def test_the_mean_score_is_that_of_a_pilot_s_meetings(found: Ladder) -> None:
    scores = found.ratings.set_index("pilot")["score"]
    of_first = found.meetings[found.meetings["pilot"] == scores.index[0]]["score"]
    assert scores.iloc[0] == pytest.approx(of_first.mean())
    assert scores.mean() == pytest.approx(50)


def test_more_pair_seeds_are_played_where_a_precision_needs_them(
    contest: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "FIRST_IN_ALL", 24)
    found = play_ladder(contest, Budget(precision=2))
    meetings = found.meetings.set_index(["pilot", "opponent"])
    even, uneven = meetings.loc["midrange", "greedy"], meetings.loc["greedy", "random"]
    assert (even["high"] - even["low"]) / 2 <= 2
    assert uneven["pairs"] < even["pairs"]
    again = play_ladder(contest, Budget(pairs=int(even["pairs"]) // len(FIELD)))
    assert (
        again.meetings.set_index(["pilot", "opponent"])["score"]["midrange", "greedy"]
        == even["score"]
    )


def test_pilots_that_weigh_alike_are_exactly_even(plan: Plan) -> None:
    twins = tuple(replace(plan.pilots[1], name=name) for name in ("one", "two"))
    found = play_ladder(ladder_contest(plan, twins, is_whole_field=True), Budget(pairs=5))
    row = found.meetings.iloc[0]
    assert (row["score"], row["p"]) == pytest.approx((50, 1))
    assert row["low"] < 50 < row["high"]
    assert found.ratings["worst_rank"].tolist() == [2, 2]
    assert found.ratings["best_rank"].tolist() == [1, 1]


@pytest.mark.parametrize("budget", [{"pairs": 1}, {"pairs": 10**9}, {"precision": 0.01}])
def test_a_budget_that_nobody_can_mean_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="expected"):
        Budget(**budget)  # type: ignore[arg-type]


def test_a_single_pilot_has_nobody_to_meet(plan: Plan) -> None:
    with pytest.raises(UsageError, match="two pilots"):
        ladder_contest(plan, plan.pilots[:1])


# The page


def test_markdown_has_a_row_for_each_pilot_and_each_two(found: Ladder) -> None:
    paces = dict.fromkeys(PILOTS, 1234.4)
    parts = list(sections(found, paces, is_by_deck=True))
    text = markdown(parts, list(notes(found, True, False)))
    assert [part.title for part in parts] == ["Ladder", "Each two pilots", "By deck"]
    assert text.count(" | 1,234 |") == 3
    assert "| greedy | 2 | 0 | " in text or "| greedy | 1 to 2 | 0 | " in text
    assert text.count("\n| wilds-fast |") == 3
    assert "\n- \\*: p below 0.05" in text


def test_the_cost_is_told_only_where_it_was_measured(found: Ladder) -> None:
    text = markdown(list(sections(found)), list(notes(found, False, False)))
    assert "games/s" not in text
