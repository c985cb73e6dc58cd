"""Plans with synergies: who has them in play, in traces, in fingerprints, and when written down."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from forgesim.arena.batch import run_batch
from forgesim.arena.experiment import load_experiment
from forgesim.arena.manifest import plan_from_json, plan_json
from forgesim.arena.plan import Plan
from forgesim.arena.replay import Meeting, replay
from forgesim.arena.resolve import make_plan
from forgesim.errors import ForgesimError

DECKS = ["armory-fast", "wilds-fast", "mixed-rush"]
SYNERGY = '[[synergy]]\nname = "Bellows"\nfaction = "{}"\n[synergy.add]\nstart_heat = 3\n'


def plan_with(folder: Path, faction: str, **flags: object) -> Plan:
    path = folder / "own.toml"
    path.write_text('name = "own"\nparent = "v0.1w"\n' + SYNERGY.format(faction))
    return make_plan(
        load_experiment(None, {"ruleset": str(path), "deck": DECKS, "pairs": 300} | flags)
    )


def plain(**flags: object) -> Plan:
    return make_plan(load_experiment(None, {"deck": DECKS, "pairs": 300} | flags))


def test_only_matchups_of_a_deck_that_has_it_change(tmp_path: Path) -> None:
    base, own = plain(), plan_with(tmp_path, "Armory")
    before, after = run_batch(base, None), run_batch(own, None)
    for place, matchup in enumerate(base.matchups):
        is_touched = DECKS.index("armory-fast") in (matchup.deck_a, matchup.deck_b)
        prints = base.fingerprint(matchup), own.fingerprint(matchup)
        assert (prints[0] != prints[1]) == is_touched
        assert (before.pairs[place] != after.pairs[place]).any() == is_touched


def test_a_synergy_of_all_decks_plays_the_games_of_the_same_numbers_set(tmp_path: Path) -> None:
    decks = ["armory-fast", "wilds-fast"]
    own = plan_with(tmp_path, "any", deck=decks)
    same = plain(deck=decks, set=["start_heat=23"])
    assert (run_batch(own, None).pairs == run_batch(same, None).pairs).all()


def test_a_replay_shows_and_plays_what_each_deck_has(tmp_path: Path) -> None:
    plan = plan_with(tmp_path, "Armory")
    place = next(n for n, m in enumerate(plan.matchups) if (m.deck_a, m.deck_b) == (0, 1))
    for first, heats in (("a", [23, 20]), ("b", [20, 23])):
        setup, *_, end = replay(plan, place, 5, first)
        assert [params["start_heat"] for params in setup["params"]] == heats
        assert end["kind"] == "end"
    assert Meeting(plan, place, 5, "b").seats.names == ["wilds-fast", "armory-fast"]


def test_a_plan_with_synergies_is_written_down_and_read_again(tmp_path: Path) -> None:
    plan = plan_with(tmp_path, "Armory")
    again = plan_from_json(json.loads(json.dumps(plan_json(plan))))
    assert again.rules == plan.rules
    assert [again.fingerprint(m) for m in again.matchups] == [
        plan.fingerprint(m) for m in plan.matchups
    ]


def test_a_plan_whose_synergies_leave_a_range_does_not_hold_together(tmp_path: Path) -> None:
    plan = plan_with(tmp_path, "Armory")
    synergy = plan.rules.synergies[0]
    worse = replace(synergy, changes=tuple(replace(c, amount=-20) for c in synergy.changes))
    broken = replace(plan, rules=replace(plan.rules, synergies=(worse,)))
    with pytest.raises(ValueError, match="does not hold together"):
        plan_from_json(json.loads(json.dumps(plan_json(broken))))


def test_a_synergy_that_no_deck_has_is_said_and_one_of_no_faction_refused(tmp_path: Path) -> None:
    told: list[str] = []
    path = tmp_path / "own.toml"
    path.write_text('name = "own"\nparent = "v0.1w"\n' + SYNERGY.format("Occult"))
    flags = {"ruleset": str(path), "deck": DECKS, "pairs": 1}
    make_plan(load_experiment(None, flags), told.append)
    assert "none of these decks has the synergy 'Bellows' of own" in told
    path.write_text('name = "own"\nparent = "v0.1w"\n' + SYNERGY.format("Ocult"))
    with pytest.raises(ForgesimError, match="unknown faction 'Ocult'; did you mean 'Occult'"):
        make_plan(load_experiment(None, flags))
