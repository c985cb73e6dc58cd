"""Exchanges: exactly even where the pilots are one, and what is played is what is scored."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from forgesim.arena.batch import play_blocks
from forgesim.arena.plan import Matchup, Plan
from forgesim.arena.tally import outcome_of
from forgesim.studies.exchanges import Contest, Meeting, make_contest, play_contest
from forgesim.studies.how import How
from tests.studies.plans import plan_of

PILOTS = ["greedy", "aggro", "control"]
ALL = [Meeting(0, 1), Meeting(0, 2), Meeting(1, 2), Meeting(0, 0)]


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(pilot=PILOTS)


def played(contest: Contest, pairs: Sequence[int], jobs: int = 1) -> list[np.ndarray]:
    scores = [np.full((len(contest.decks), count), -1, np.int8) for count in pairs]
    games: list[int] = []
    play_contest(contest, scores, [0] * len(pairs), How(jobs), games.append)
    assert sum(games) == 4 * sum(each.size for each in scores)
    return scores


def by_hand(plan: Plan, matchup: Matchup, pairs: int) -> np.ndarray:
    """Strength of deck a in each pair of a matchup, in quarters."""
    alone = replace(plan, matchups=(matchup,), pairs=pairs)
    blocks = sorted(play_blocks(alone, 1, "threading"), key=lambda block: block[0])
    winner = np.concatenate([b.rows.view(np.ndarray)["winner"] for _, b in blocks]).reshape(-1, 2)
    return np.asarray(outcome_of(winner[:, 0], 0) + outcome_of(winner[:, 1], 1))


def test_a_pilot_that_meets_itself_is_even_in_every_exchange(plan: Plan) -> None:
    for is_whole_field in (False, True):
        contest = make_contest(plan, plan.pilots, [Meeting(1, 1)], is_whole_field)
        assert (played(contest, [30])[0] == 4).all()


def test_so_are_two_pilots_that_weigh_alike(plan: Plan) -> None:
    twin = replace(plan.pilots[0], name="twin")
    contest = make_contest(plan, (plan.pilots[0], twin), [Meeting(0, 1)])
    assert (played(contest, [30])[0] == 4).all()


@pytest.mark.parametrize("is_whole_field", [False, True])
def test_scores_are_those_of_pairs_played_by_hand(plan: Plan, is_whole_field: bool) -> None:
    contest = make_contest(plan, plan.pilots, ALL, is_whole_field)
    scores = played(contest, [12, 9, 5, 2])
    for meeting, found in zip(ALL, scores, strict=True):
        for (deck_a, deck_b), row in zip(contest.decks, found, strict=True):
            as_is = Matchup(deck_a, deck_b, meeting.pilot, meeting.opponent)
            exchanged = Matchup(deck_a, deck_b, meeting.opponent, meeting.pilot)
            strengths = [by_hand(plan, each, len(row)) for each in (as_is, exchanged)]
            assert (row == strengths[0] + 4 - strengths[1]).all()


def test_every_deck_meets_itself_or_every_deck(plan: Plan) -> None:
    itself = make_contest(plan, plan.pilots, ALL)
    assert [plan.decks[a].name for a, b in itself.decks if a == b] == [d.name for d in plan.decks]
    field = make_contest(plan, plan.pilots, ALL, is_whole_field=True)
    assert len(set(field.decks)) == 6
    assert all(plan.decks[a].name <= plan.decks[b].name for a, b in field.decks)


def test_the_other_side_of_a_meeting_scores_the_rest(plan: Plan) -> None:
    contest = make_contest(plan, plan.pilots, [Meeting(0, 1), Meeting(1, 0)])
    one, other = played(contest, [40, 40])
    assert (one == 8 - other).all()


def test_more_exchanges_leave_the_earlier_ones_as_they_are(plan: Plan) -> None:
    contest = make_contest(plan, plan.pilots, ALL[:2])
    whole = played(contest, [25, 10])
    scores = [np.zeros((3, 25), np.int8), np.zeros((3, 10), np.int8)]
    for each, known in zip(scores, whole, strict=True):
        each[:, :7] = known[:, :7]
    play_contest(contest, scores, [7, 7], How())
    assert all((a == b).all() for a, b in zip(scores, whole, strict=True))


def test_neither_workers_nor_blocks_change_a_score(
    plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = make_contest(plan, plan.pilots, ALL)
    expected = played(contest, [20, 8, 3, 1])
    monkeypatch.setattr("forgesim.studies.exchanges.pairs_of_block", lambda _: 7)
    for jobs in (1, 2):
        found = played(contest, [20, 8, 3, 1], jobs)
        assert all((a == b).all() for a, b in zip(found, expected, strict=True))
