"""What was played, on which assumptions, and the commands to copy."""

from dataclasses import replace

import pytest

from forgesim.report.account import again, facts, more_pilots, played_by, variations
from forgesim.report.scope import described, in_short, partly_tested, untested, who_plays
from tests.report.conftest import FIELD
from tests.report.sample import Sample, Wish, make_results


def with_values(results: Sample, **values: tuple[int, int]) -> Sample:
    """Results under other rules: a value for each seat."""
    seats = tuple(
        {**seat, **{name: pair[at] for name, pair in values.items()}}
        for at, seat in enumerate(results.plan.rules.seats)
    )
    rules = replace(results.plan.rules, seats=(seats[0], seats[1]), name="mine")
    return replace(results, plan=replace(results.plan, rules=rules))


def test_rules_as_they_ship_have_no_variations(results: Sample) -> None:
    assert variations(results.plan) == []
    assert dict(facts(results))["rules"] == "v0.1w"


def test_values_that_a_file_changes_are_listed_by_name(results: Sample) -> None:
    first, second = (seat["start_heat"] for seat in results.plan.rules.seats)
    cap = results.plan.rules.seats[0]["fp_cap"]
    late = results.plan.rules.seats[0]["late_attach"]
    changed = with_values(
        results, fp_cap=(cap + 1, cap + 1), start_heat=(first, second + 2),
        late_attach=(1 - late, 1 - late),
    )  # fmt: skip
    texts = {each.key: each.text for each in variations(changed.plan)}
    words = ("off", "on")
    assert texts == {
        "fp_cap": f"{cap + 1} instead of {cap}",
        "start_heat": f"{second + 2} instead of {second} for who goes second",
        "switch.late_attach": f"{words[1 - late]} instead of {words[late]}",
    }
    assert dict(facts(changed))["rules"] == "mine, 3\u00a0values changed"
    command = again(changed)
    assert "--ruleset" not in command  # nobody knows where its file lies
    for setting in (f"fp_cap={cap + 1}", f"second.start_heat={second + 2}",
                    f"switch.late_attach={words[1 - late]}"):  # fmt: skip
        assert f"--set {setting}" in command


def test_pilots_that_played_are_not_said_to_be_untested() -> None:
    own = make_results(Wish(decks=21))
    assert untested(own)[:3] == ["greedy", "planner", "searcher"]
    checked = make_results(Wish(chosen=FIELD, crew=("greedy", "planner")))
    assert untested(checked)[0] == "searcher"
    assert partly_tested(own) == {"midrange": 8, "aggro": 7, "control": 6}
    assert who_plays(own, "own").replace("\u00a0", " ") == (
        "each deck by its own pilot (midrange plays 8 decks, aggro plays 7 decks and control plays"
        " 6 decks)"
    )
    both = make_results(Wish(decks=3, tiers=("greedy", "aggro")))
    assert untested(both)[:4] == ["own", "control", "midrange", "planner"]
    assert "greedy (every deck by greedy); aggro (every deck by aggro)" in played_by(both)


@pytest.mark.parametrize(
    ("wish", "pilots"),
    [
        (Wish(decks=21), "--pilot own --pilot aggro --pilot control"),
        (Wish(decks=21, tiers=("greedy",)), "--pilot greedy --pilot own --pilot aggro"),
        (Wish(decks=21, tiers=("greedy : random",)), "--pilot own --pilot aggro --pilot control"),
        (Wish(chosen=(3, 12)), "--deck armory-fast --deck occult-fast --pilot own --pilot control"
         " --pilot greedy"),  # both have aggro for their own pilot
    ],
)  # fmt: skip
def test_the_command_that_plays_more_pilots(wish: Wish, pilots: str) -> None:
    command = more_pilots(make_results(wish))
    assert command == f"forgesim batch {pilots} --pairs 2000 --seed 1 --report"


def test_a_setting_can_be_tried_on_top(results: Sample) -> None:
    plan = replace(results.plan, changed=("fp_cap=8",))
    command = again(replace(results, plan=plan), settings=("card.x.cost=+1",))
    assert command.endswith("--set fp_cap=8 --set card.x.cost=+1")


def test_what_a_card_is_in_a_few_words() -> None:
    known = {
        card.id: card for deck in make_results(Wish(decks=21)).plan.decks for card in deck.cards
    }
    shown = [(described(known[name]), in_short(known[name]))
             for name in ("wick_imp", "tusk_spear", "quiet_font")]  # fmt: skip
    assert shown == [
        ("creature 3/1 EMBER", "2, 3/1 EMBER"),
        ("weapon", "2, weapon"),
        ("artifact BLESSED", "2, artifact BLESSED"),
    ]
