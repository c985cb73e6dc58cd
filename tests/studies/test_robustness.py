"""The pilot check: who plays whom, on which seeds, and what is made of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from forgesim.arena.batch import play_listed, run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import COSTS, Plan, Segment
from forgesim.arena.resolve import make_plan
from forgesim.cards.pilots import LOOKING_AHEAD, PILOT_KINDS, Pilot
from forgesim.errors import MissingError, UsageError
from forgesim.pilots.registry import load_game
from forgesim.studies import check_crew, robustness
from forgesim.studies.robustness import (
    Check,
    CheckPlan,
    copies_concerned,
    plan_check,
    play_check,
)
from tests.studies.plans import FIELD, plan_of

SMALL = [*FIELD[:2], "mixed-burn"]
QUICK = ["greedy", "control"]
"""Pilots that are quick, for tests."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(*SMALL, pairs=30)


@pytest.fixture(scope="module")
def planned(plan: Plan) -> CheckPlan:
    return plan_check(plan, QUICK, 6)


@pytest.fixture(scope="module")
def check(planned: CheckPlan) -> Check:
    return Check(planned, play_check(planned))


# Who plays


def names_of(check: CheckPlan) -> list[str]:
    return [member.name for member in check.crew]


def test_the_crew_is_the_run_s_tiers_the_default_pilot_and_the_one_that_looks_ahead() -> None:
    assert names_of(plan_check(plan_of(*SMALL, "arcana-slow"))) == ["own", "greedy", "planner"]
    tiers = plan_of(*SMALL, pilot=["control", "greedy"])
    assert names_of(plan_check(tiers)) == ["control", "greedy", "planner"]
    assert names_of(plan_check(tiers, ["aggro"])) == ["control", "greedy", "aggro"]


def test_of_two_that_play_alike_one_plays() -> None:
    plan = plan_of(*SMALL, pilot=["own", "greedy"])
    greedy = plan.pilots.index(next(p for p in plan.pilots if p.name == "greedy"))
    same = tuple(replace(m, pilot_a=greedy, pilot_b=greedy) for m in plan.matchups)
    assert names_of(plan_check(replace(plan, matchups=same), ["aggro"])) == ["own", "aggro"]


def test_each_deck_s_own_is_found_by_the_names_of_the_decks() -> None:
    check = plan_check(plan_of("wilds-slow", "occult-fast", pilot=["greedy"]), ["own"])
    own = check.crew[1]
    assert own.name == "own"
    decks = [deck.pilot for deck in check.plan.decks]
    assert [pilot.name for pilot in own.pilots] == decks
    assert check.reference == 0


def test_a_pilot_whose_file_is_not_here_is_taken_by_its_name() -> None:
    plan = plan_of(*SMALL, pilot=["greedy"], set=["pilot.greedy.face=77"])
    paths = ("../pilots/greedy.toml", "pilots/control.toml", "aggro")
    decks = tuple(replace(d, pilot=p) for d, p in zip(plan.decks, paths, strict=True))
    own = plan_check(replace(plan, decks=decks), ["own"]).crew[1]
    assert [pilot.name for pilot in own.pilots] == ["greedy", "control", "aggro"]
    assert own.pilots[0].weights["face"] == 77
    lost = (replace(decks[0], pilot="pilots/mine.toml"), *decks[1:])
    with pytest.raises(MissingError, match=r"mine\.toml: there is no such file"):
        plan_check(replace(plan, decks=lost), ["own"])


def test_a_pilot_of_the_run_is_meant_by_its_name_with_its_changes() -> None:
    plan = plan_of(*SMALL, pilot=["greedy"], set=["pilot.greedy.face=77"])
    greedy = plan_check(plan, ["aggro"]).crew[0].pilots[0]
    assert greedy.weights["face"] == 77


def test_without_a_pilot_that_looks_ahead_the_quick_ones_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = ["aggro", "control", "greedy", "random"]
    monkeypatch.setattr(check_crew, "shipped_names", lambda *_: quick)
    crew = names_of(plan_check(plan_of(*SMALL, pilot=["greedy"])))
    assert crew == ["greedy", "aggro", "control"]


@pytest.mark.parametrize(
    ("flags", "names", "pairs", "message"),
    [
        ({"pilot_a": "greedy", "pilot_b": "aggro"}, None, None, "different pilots in this run"),
        ({}, ["random"], None, "'random' plays by chance"),
        ({"pilot": ["greedy"]}, ["greedy"], None, "nobody plays otherwise than greedy"),
        ({}, ["no-such"], None, "unknown pilot 'no-such'"),
        ({}, None, 1, "pairs of the pilot check: 1, expected 2 to 100,000"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    flags: dict[str, object], names: list[str] | None, pairs: int | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        plan_check(plan_of(*SMALL, **flags), names, pairs)


def test_two_pilots_of_one_name_are_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "aggro"\ngame = "forge"\nkind = "weights"\n[weights]\nface = 1\n')
    with pytest.raises(UsageError, match="two pilots of the pilot check are called 'aggro'"):
        plan_check(plan_of(*SMALL, pilot=["greedy"]), ["aggro", str(mine)])


# How much


def shipped_plan(pairs: int) -> Plan:
    return make_plan(load_experiment(None, {"pairs": pairs}))


def test_a_small_field_has_more_pairs_for_the_same_work_and_never_more_than_the_run() -> None:
    large, small = plan_check(shipped_plan(5000)), plan_check(plan_of(*SMALL, pairs=5000))
    assert 30 <= large.pairs <= 60
    assert small.pairs == 1000
    assert plan_check(plan_of(*SMALL, pairs=7)).pairs == 7
    assert plan_check(plan_of(*SMALL, pairs=1)).pairs == 2


def test_every_kind_of_pilot_has_a_cost() -> None:
    assert set(COSTS) == set(PILOT_KINDS)


def test_more_tiers_have_fewer_pairs() -> None:
    plan = shipped_plan(5000)
    few, many = plan_check(plan, ["greedy"]), plan_check(plan, ["greedy", "aggro", "control"])
    assert many.pairs < few.pairs


def test_blocks_hold_every_pair_once_and_about_the_same_work(
    planned: CheckPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(robustness, "BLOCK_WORK", 100)
    blocks = list(robustness._blocks(planned))
    played = [(s.matchup, s.first + at) for block in blocks for s in block for at in range(s.count)]
    cells = planned.cells
    assert sorted(played) == [(c, p) for c in range(len(cells)) for p in range(cells[c].pairs)]
    assert len(planned.study.matchups) == len(cells)
    assert all(4 * sum(s.count for s in block) <= 100 for block in blocks)
    assert 2 * len(played) == planned.games


# What is played


def test_the_run_s_tier_plays_the_run_s_own_games(plan: Plan, check: Check) -> None:
    tally = run_batch(replace(plan, pairs=check.plan.pairs), None)
    own = check.counts.tables[0, 0]
    assert np.array_equal(own, tally.pairs)


def test_a_cell_is_what_these_two_pilots_play(check: Check) -> None:
    greedy, control = (check.counts.tiers.index(name) for name in QUICK)
    by_name = plan_of(*SMALL, pairs=6, pilot_a="greedy", pilot_b="control")
    tally = run_batch(by_name, None)
    assert np.array_equal(check.counts.tables[greedy, control], tally.pairs)


def test_workers_change_nothing(check: Check) -> None:
    assert np.array_equal(play_check(check.plan, jobs=2), check.codes)


def test_fewer_pairs_are_the_first_of_more(check: Check) -> None:
    few = replace(check.plan, pairs=3, probe_pairs=2)
    part = Check(few, play_check(few)).counts
    assert np.array_equal(part.outcomes, check.counts.outcomes[..., :3])
    assert np.array_equal(part.probes.bound, check.counts.probes.bound[:, :2])


def test_what_is_forbidden_is_what_a_pilot_forbidden_it_plays(plan: Plan, check: Check) -> None:
    probes = check.counts.probes
    at = next(
        place for place, word in enumerate(probes.word)
        if probes.words[word] == "EMBER" and probes.is_b[place]
    )  # fmt: skip
    a, b = check.plan.meetings[probes.matchup[at]]
    matchup = next(m for m in plan.matchups if (m.deck_a, m.deck_b) == (a, b))
    pilots = list(plan.pilots)
    pilots.append(replace(pilots[matchup.pilot_b], forbid=("EMBER",)))
    bound = replace(matchup, pilot_b=len(pilots) - 1)
    alone = replace(plan, pilots=tuple(pilots), matchups=(bound,))
    ((_, block),) = play_listed(alone, [(0, [Segment(0, 0, 6)])], 1, "threading", False)
    winner = np.asarray(block.rows["winner"]).reshape(-1, 2)
    strength = np.where(winner[:, 0] == 0, 2, 0) + np.where(winner[:, 1] == 1, 2, 0)
    assert probes.bound[at].tolist() == strength.tolist()
    assert not np.array_equal(probes.bound[at], probes.free[probes.matchup[at]])


def test_restrictions_are_tried_on_decks_that_they_concern(check: Check) -> None:
    probes, decks = check.counts.probes, check.plan.plan.decks
    tried = {(probes.words[w], decks[check.plan.meetings[m][int(b)]].name)
             for w, m, b in zip(probes.word, probes.matchup, probes.is_b, strict=True)}  # fmt: skip
    with_ember = {d.name for d in decks if any("EMBER" in c.facts.values() for c in d.cards)}
    assert {deck for word, deck in tried if word == "EMBER"} == with_ember
    assert {deck for word, deck in tried if word == "strike creatures"} == {d.name for d in decks}
    assert "HEAVY" not in {word for word, _ in tried}


def test_copies_that_a_restriction_is_about_are_counted(plan: Plan) -> None:
    game, deck = load_game("forge"), plan.decks[0]
    creatures = sum(card.facts["type"] == "creature" for card in deck.cards)
    assert copies_concerned(game, "creature", deck) == creatures
    assert copies_concerned(game, "strike creatures", deck) is None


def test_what_a_pilot_may_not_do_anyway_is_not_tried() -> None:
    plan = plan_of(*SMALL, pairs=4, pilot=["greedy"])
    tied = tuple(replace(pilot, forbid=("EMBER",)) for pilot in plan.pilots)
    check = plan_check(replace(plan, pilots=tied), ["aggro"], 4)
    words = {check.words[max(cell.word_a, cell.word_b)] for cell in check.cells
             if max(cell.word_a, cell.word_b) >= 0}  # fmt: skip
    assert "EMBER" not in words
    assert "strike creatures" in words


@pytest.mark.parametrize("kind", ["random", *LOOKING_AHEAD])
def test_restrictions_are_tried_by_a_quick_pilot_that_obeys(kind: str) -> None:
    plan = plan_of(*SMALL, pairs=4, pilot=["greedy"])
    slow = replace(plan, pilots=(Pilot("slow", kind, {}),))
    slow = replace(slow, tiers=(replace(plan.tiers[0], name="slow"),))
    check = plan_check(slow, ["aggro"], 4)
    assert (names_of(check), check.prober.name) == (["slow", "aggro"], "greedy")
    assert {cell.tier_a for cell in check.cells} == {0, 1, 2}


def test_a_deck_alone_is_checked_in_its_mirror() -> None:
    check = plan_check(plan_of("wilds-fast", pairs=5), QUICK)
    counts = Check(check, play_check(check)).counts
    assert counts.outcomes.shape == (3, 3, 1, 5)
    assert len(counts.probes.word) == 0
