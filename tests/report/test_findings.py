"""Findings: words that say as much as the numbers, and no more."""

import re
from dataclasses import replace

import pandas as pd
import pytest

from forgesim.kernel.jit import engine_digest
from forgesim.report.findings import Finding, Verdict, headline
from forgesim.report.findings.cards import about_cards
from forgesim.report.findings.limits import few_games, many_games
from forgesim.report.findings.pilots import (
    about_health,
    about_pilots,
    about_restrictions,
    about_skill,
    rate,
)
from forgesim.report.findings.play import about_metagame, about_tempo, going_on
from forgesim.report.findings.scores import (
    about_decks,
    about_factions,
    about_matchups,
    about_seats,
)
from forgesim.report.scope import Scope, body, cards_of, headlines
from tests.report.conftest import FIELD
from tests.report.sample import Sample, Wish, make_results


def scope_of(**tables: pd.DataFrame) -> Scope:
    """A scope with just these tables; a run of 1,200 games."""
    results = make_results(Wish(decks=2, pairs=200))
    return body(replace(results, made={"matchups": pd.DataFrame(), **tables}))


def deck_rows(*rows: tuple[str, float, float, float]) -> pd.DataFrame:
    """Decks by name, score, half width, adjusted p."""
    return pd.DataFrame(
        [
            {"tier": "own", "deck": name, "score": score, "low": score - half,
             "high": score + half, "p_adjusted": p}
            for name, score, half, p in rows
        ]
    )  # fmt: skip


def text_of(findings: list[Finding], verdict: Verdict) -> str:
    (found,) = [finding.text for finding in findings if finding.verdict is verdict]
    return found.replace("\u00a0", " ")


DECKS = deck_rows(
    ("strong", 60, 1, 0.0001), ("weak", 40, 1, 0.0001), ("even", 50.5, 1, 0.9),
    ("slightly", 51, 0.5, 0.01), ("open", 53, 2, 0.04), ("lucky", 56, 3, 0.2),
)  # fmt: skip


def test_each_verdict_has_its_own_finding() -> None:
    findings = about_decks(scope_of(decks=DECKS))
    assert [finding.verdict for finding in findings] == [
        Verdict.MATTERS, Verdict.SMALL, Verdict.UNDECIDED,
    ]  # fmt: skip


def test_what_matters_is_said_with_its_interval_and_direction() -> None:
    assert text_of(about_decks(scope_of(decks=DECKS)), Verdict.MATTERS) == (
        "2 of 6 decks are for certain more than 2 points away from even, the farthest by 10 points."
        " Above: strong 60.0 % (59.0 to 61.0). Below: weak 40.0 % (39.0 to 41.0)."
    )


def test_certain_and_small_are_kept_apart() -> None:
    assert text_of(about_decks(scope_of(decks=DECKS)), Verdict.SMALL) == (
        "2 of 6 decks are within 2 points of even, too little to matter:"
        " slightly 51.0 % (50.5 to 51.5) and even 50.5 % (49.5 to 51.5)."
        " That slightly differs from even is no luck, but it is little."
    )


def test_what_is_open_says_how_many_games_would_decide() -> None:
    text = text_of(about_decks(scope_of(decks=DECKS)), Verdict.UNDECIDED)
    assert "lucky" in text  # beyond the threshold by its interval, but not among six decks
    assert "about 1,800 games in all would decide 1 of them, about 4,800 all." in text


def test_at_the_threshold_no_number_of_games_is_promised() -> None:
    text = text_of(about_decks(scope_of(decks=deck_rows(("edge", 52, 1, 0.01)))), Verdict.UNDECIDED)
    assert "no practical number of games will decide" in text


def test_a_tenth_of_a_point_never_matters_however_certain() -> None:
    tiny = deck_rows(("a", 50.1, 0.01, 1e-60), ("b", 49.9, 0.01, 1e-60))
    findings = about_decks(scope_of(decks=tiny))
    assert [finding.verdict for finding in findings] == [Verdict.SMALL]
    assert "That a and b differ from even is no luck, but it is little." in findings[0].text


@pytest.mark.parametrize("pairs", [5, 50])
def test_few_games_say_what_cannot_be_found_and_how_many_would_do(pairs: int) -> None:
    results = make_results(Wish(decks=4, pairs=pairs))
    (finding,) = few_games(body(results))
    text = finding.text.replace("\u00a0", " ")
    assert finding.verdict is Verdict.UNDECIDED
    assert text.startswith(f"{results.games:,} games are too few to find every difference of 2")
    assert "To find 2 points four times in five, play about" in text
    assert not many_games(body(results))


def test_the_games_that_few_games_ask_for_are_enough() -> None:
    few = make_results(Wish(decks=4, pairs=50))
    said = few_games(body(few))[0].text.replace("\u00a0", " ")
    needed = int(said.split("play about ")[1].split(" games")[0].replace(",", ""))
    enough = make_results(Wish(decks=4, pairs=int(1.1 * 50 * needed / few.games)))
    assert not few_games(body(enough))


def test_ten_million_games_say_that_certain_is_not_important() -> None:
    results = make_results(Wish(chosen=FIELD, pairs=330_000, spread=0.05, has_replacement=False))
    findings = headline(body(results))
    scores = [f for f in findings if f.topic in ("decks", "factions", "matchups")]
    assert {finding.verdict for finding in scores} == {Verdict.SMALL}
    assert "That does not make it important" in findings[-1].text


def test_a_hundred_games_conclude_nothing_about_decks() -> None:
    results = make_results(Wish(decks=5, pairs=3, spread=1))
    topics = {f.topic: f.verdict for f in headline(body(results)) if f.topic in ("decks", "cards")}
    assert topics == {"decks": Verdict.UNDECIDED, "cards": Verdict.UNDECIDED}


@pytest.mark.parametrize(
    ("gap", "half", "verdict", "part"),
    [
        (
            12,
            0.5,
            Verdict.MATTERS,
            "62.0 % (61.5 to 62.5) of the games, 12 points above even, far more than the 2 points",
        ),
        (0.5, 0.2, Verdict.SMALL, "too little to matter; that it differs at all is no luck."),
        (-4, 0.2, Verdict.MATTERS, "4.0 points below even, more than the 2 points"),
        (0.1, 0.2, Verdict.SMALL, "too little to matter."),
        (3, 4, Verdict.UNDECIDED, "games in all would decide."),
    ],
)
def test_going_first(gap: float, half: float, verdict: Verdict, part: str) -> None:
    row = {"tier": "own", "scope": "overall", "name": "all", "advantage": gap, "low": gap - half,
           "high": gap + half}  # fmt: skip
    (finding,) = about_seats(scope_of(seats=pd.DataFrame([row])))
    assert finding.verdict is verdict
    assert part in finding.text.replace("\u00a0", " ")


def test_the_most_one_sided_matchup_is_told_from_the_winners_side() -> None:
    table = pd.DataFrame(
        [
            {"tier": "own", "deck_a": "a", "deck_b": b, "score": score, "low": score - 1,
             "high": score + 1, "p_adjusted": 0.001}
            for b, score in (("b", 45.0), ("c", 10.0), ("d", 60.0))
        ]
    )  # fmt: skip
    (finding,) = about_matchups(scope_of(matchups=table))
    assert finding.text.replace("\u00a0", " ") == (
        "Of 3 matchups, all are for certain more than 2 points away from even."
        " The most one-sided: c scores 90.0 % (89.0 to 91.0) against a."
    )


def test_without_replacement_impact_the_findings_say_so(results: Sample) -> None:
    with_it = [f for f in headline(body(results)) if f.topic == "cards"]
    assert len(with_it) == 1
    assert with_it[0].text.startswith("In place of a plain stand-in")
    bare = make_results(Wish(decks=5, has_replacement=False))
    found = [f.text for f in headline(body(bare)) if f.topic == "cards"]
    assert found[0].startswith("Having it early")
    assert "is not computed for this run" in found[1]
    last = [f for f in headline(body(bare)) if f.topic == "cards"][1]
    assert last.commands == ("forgesim card impact runs/2026-11-30-sample",)


def test_circles_that_cannot_be_told_from_noise_are_not_told() -> None:
    row = {"tier": "own", "measure": "effective_decks", "value": 3.0, "low": 2.0, "high": 4.0}
    table = pd.DataFrame([row])
    results = make_results(Wish(decks=3))
    (finding,) = about_metagame(body(replace(results, made={**results.made, "metagame": table})))
    assert finding.text.endswith("cannot be told from noise.")
    (finding,) = about_metagame(scope_of(metagame=table))
    assert "circles" not in finding.text  # two decks cannot


def test_tempo_tells_what_there_is() -> None:
    rows = [{"tier": "own", "measure": "length", "key": str(turn), "share": 25.0}
            for turn in (9, 10, 11, 12)]  # fmt: skip
    (finding,) = about_tempo(scope_of(tempo=pd.DataFrame(rows)))
    assert finding.text == "Half of the games are over by turn 10, nine of ten last 9 to 12 turns."


def test_one_tier_is_no_proof(results: Sample) -> None:
    (alone,) = about_pilots(body(make_results(Wish(decks=3))))
    assert alone.verdict is Verdict.PILOTS
    assert "hold for one way of playing, own: each deck by its own pilot" in alone.text
    assert "Not tested: control, greedy, planner" in alone.text
    assert alone.commands[0].endswith("--pilot own --pilot aggro --pilot control"
                                      " --pairs 2000 --seed 1 --report")  # fmt: skip
    (two,) = about_pilots(body(results))
    assert "with all 3 pilot tiers" in two.text


def test_numbers_that_turn_round_with_the_pilot_are_named(results: Sample) -> None:
    table = results.tables["pilots"].assign(holds="all tiers")
    table.loc[table["name"] == "Armory", "holds"] = "reversed: above in own; below in greedy"
    turned = replace(results, made={**results.made, "pilots": table})
    (finding,) = about_pilots(body(turned))
    assert finding.verdict is Verdict.PILOTS
    assert "1 turns round with the pilot: Armory." in finding.text


def test_one_way_of_playing_is_said_before_all_that_hangs_on_it() -> None:
    topics = [finding.topic for finding in headline(body(make_results(Wish(decks=3))))]
    assert topics.index("pilots") < topics.index("decks")
    assert topics.count("pilots") == 1


def said(findings: list[Finding]) -> str:
    return " ".join(finding.text for finding in findings).replace("\u00a0", " ")


def test_mixed_decks_are_no_faction(results: Sample) -> None:
    text = said(about_factions(body(results)))
    assert "2 factions" in text or "Both factions" in text
    assert "mixed" not in text


def test_a_faction_of_one_deck_is_that_deck() -> None:
    findings = about_factions(body(make_results(Wish(chosen=(0, 1, 3, 4, 18)))))
    text = said(findings[-1:])
    assert text == "Wilds: one deck, wilds-fast: no statement about the faction."
    assert "Wilds" not in said(findings[:-1])


@pytest.mark.parametrize("chosen", [(0, 3), (0, 1, 3), (0, 1, 6), (0, 3, 18)])
def test_factions_are_not_judged_without_two_of_two_decks(chosen: tuple[int, ...]) -> None:
    (finding,) = about_factions(body(make_results(Wish(chosen=chosen))))
    assert finding.verdict is Verdict.NOTE
    assert finding.text.startswith("Factions cannot be judged here: that takes two of them")


def test_two_numbers_of_the_same_games_are_one_result() -> None:
    scope = body(make_results(Wish(chosen=(0, 3), pairs=9000)))
    (deck,) = about_decks(scope)
    assert deck.text.count("%") == 1
    assert " against " in deck.text
    assert about_matchups(scope) == []
    (factions,) = about_factions(body(make_results(Wish(chosen=(0, 1, 3, 4), pairs=9000))))
    assert factions.text.count("%") == 1


def test_headline_numbers_are_those_of_which_something_is_said() -> None:
    table = headlines(make_results(Wish(chosen=(0, 1, 3, 4, 18, 6))))
    assert set(table.loc[table["kind"] == "faction", "name"]) == {"Arcana", "Armory"}
    two = headlines(make_results(Wish(chosen=(0, 3))))
    assert two["kind"].tolist() == ["deck", "first player"]


def tempo_rows(
    measure: str, shares: dict[object, float], games: int = 1000
) -> list[dict[str, object]]:
    return [
        {"tier": "own", "measure": measure, "key": str(key), "games": games, "share": share,
         "low": share - 1, "high": share + 1}
        for key, share in shares.items()
    ]  # fmt: skip


def test_games_that_are_over_are_no_evidence_for_who_is_ahead() -> None:
    # All of them level until they end: who is ahead in those going on never wins.
    rows = tempo_rows("length", {3: 50.0, 5: 30.0, 9: 20.0})
    rows += tempo_rows("decided", {1: 0.0, 2: 50.0, 3: 80.0, 4: 80.0, 5: 100.0})
    scope = scope_of(tempo=pd.DataFrame(rows))
    table = going_on(scope)
    assert table["turn"].tolist() == [1, 2, 3, 4]
    assert table["share"].tolist() == [0, 0, 0, 0]
    assert table["games"].tolist() == [1000, 500, 200, 200]
    assert "four of five" not in said(about_tempo(scope))


def test_who_is_ahead_is_told_of_games_going_on() -> None:
    rows = tempo_rows("length", {3: 50.0, 9: 50.0})
    rows += tempo_rows("decided", {1: 30.0, 2: 70.0, 3: 95.0, 4: 95.0})
    text = said(about_tempo(scope_of(tempo=pd.DataFrame(rows))))
    assert text.endswith(
        "Of the games still going on after the first player's turn 3, 50 % of all, four of five or"
        " more are won by the side that is ahead in heat."
    )


def test_comebacks_are_told_with_the_number_of_games() -> None:
    rows = tempo_rows("comeback", {1: 30.0, 5: 20.0, 8: 40.0}, games=1234)
    text = said(about_tempo(scope_of(tempo=pd.DataFrame(rows))))
    assert "still wins 20.0 % (19.0 to 21.0) of 1,234 such games" in text
    assert "heat alone does not tell who is winning" in text


def test_endings_that_never_happened_are_left_out() -> None:
    rows = tempo_rows("reason", {"heat": 100.0, "deckout": 0.0})
    assert said(about_tempo(scope_of(tempo=pd.DataFrame(rows)))) == "All ended by heat."
    rows = tempo_rows("reason", {"heat": 99.99, "deckout": 0.01})
    assert "deckout below 0.1 %" in said(about_tempo(scope_of(tempo=pd.DataFrame(rows))))


def test_health_says_what_is_not_checked() -> None:
    rows = [{"tier": "own", "check": check, "chances": 100, "events": events}
            for check, events in (("lethal missed", 0), ("FP unspent", 7))]  # fmt: skip
    text = said(about_health(scope_of(health=pd.DataFrame(rows))))
    assert "FP unspent 7.0 % of the times when it could happen; lethal missed never." in text
    assert "A zero says that this slip was not seen" in text
    assert "whether they plan ahead" in text


def test_the_ends_of_the_ranking_can_be_tried(results: Sample) -> None:
    cards = cards_of(results)
    costs = {name: cards[name].facts["cost"] for name in sorted(cards)}
    strong, weak = (next(name for name, cost in costs.items() if cost == want) for want in (2, 3))
    table = pd.DataFrame(
        {"tier": "own", "card": card, "replacement": gap, "replacement_low": gap - 1,
         "replacement_high": gap + 1, "replacement_p_adjusted": 0.001}
        for card, gap in ((strong, 9.0), (weak, -9.0))
    )  # fmt: skip
    one_tier = make_results(Wish(chosen=FIELD))
    scope = body(replace(one_tier, made={**one_tier.made, "cards": table}))
    (finding,) = about_cards(scope)
    assert [command.split("--set ")[1] for command in finding.commands] == [
        f"card.{strong}.cost=+1", f"card.{weak}.cost=-1",
    ]  # fmt: skip
    assert f"{cards[strong].name} at cost 3 or with {cards[weak].name} at cost 2:" in finding.text


def test_a_cost_that_no_card_can_have_is_not_tried() -> None:
    results = make_results(Wish(chosen=FIELD))
    card = min(cards_of(results).values(), key=lambda each: (each.facts["cost"], each.id))
    free = card.model_copy(update={"cost": 0})
    decks = tuple(
        replace(deck, cards=tuple(free if c.id == card.id else c for c in deck.cards))
        for deck in results.plan.decks
    )
    table = pd.DataFrame(
        [{"tier": "own", "card": card.id, "replacement": -9.0, "replacement_low": -10.0,
          "replacement_high": -8.0, "replacement_p_adjusted": 0.001}]
    )  # fmt: skip
    changed = replace(results, plan=replace(results.plan, decks=decks))
    (finding,) = about_cards(body(replace(changed, made={**results.made, "cards": table})))
    assert finding.commands == ()


def test_rates_of_what_pilots_did() -> None:
    shown = [rate(*each) for each in ((0, 9), (1, 10**6), (3, 10**4), (1, 8))]
    assert shown == ["never", "below 0.01\u00a0%", "0.03\u00a0%", "12.5\u00a0%"]


@pytest.mark.parametrize(
    "wish",
    [
        Wish(decks=1),
        Wish(decks=2, pairs=1),
        Wish(decks=4, tiers=("greedy : random",)),
        Wish(decks=3, tiers=("own", "greedy : random")),
    ],
)
def test_there_is_always_something_to_say(wish: Wish) -> None:
    findings = headline(body(make_results(wish)))
    assert findings
    assert all("nan" not in finding.text and "inf" not in finding.text for finding in findings)


def test_nothing_to_go_by_is_no_failure() -> None:
    assert [f.topic for f in headline(scope_of())] == ["pilots"]


# The pilot check


@pytest.fixture(scope="module")
def checked() -> Sample:
    return make_results(Wish(chosen=FIELD, crew=("greedy", "planner")))


def test_with_a_check_it_is_said_what_holds_with_all_pilots(checked: Sample) -> None:
    (finding,) = about_pilots(body(checked))
    text = finding.text.replace("\u00a0", " ")
    assert "with all 3 pilot tiers" in text
    assert "greedy and planner played in a pilot check, 60 pairs of each matchup;" in text
    assert "cards and tempo are not checked" in text
    assert "Not tested: searcher" in text
    assert finding.commands == ()
    assert "one way of playing" not in said(headline(body(checked)))


def test_every_score_that_matters_says_with_whom_it_holds(checked: Sample) -> None:
    scope = body(checked)
    for part in (about_factions, about_decks, about_seats, about_matchups):
        text = said([finding for finding in part(scope) if finding.verdict is Verdict.MATTERS])
        assert not text or "own, greedy and planner" in text, text


def test_a_run_that_can_be_checked_says_how() -> None:
    one = make_results(Wish(decks=3))
    versions = {**(one.versions or {}), "engine": engine_digest()}
    (finding,) = about_pilots(body(replace(one, versions=versions)))
    assert finding.commands == ("forgesim report runs/2026-11-30-sample",)
    assert "on the same seeds" in finding.text


def test_decks_that_need_skill_are_named(checked: Sample) -> None:
    (finding,) = about_skill(body(checked))
    text = finding.text.replace("\u00a0", " ")
    gaps = checked.tables["pilot_gaps"]
    most = gaps[(gaps["verdict"] == "matters") & (gaps["beyond"] > 0)]["deck"].iloc[0]
    assert finding.verdict is Verdict.MATTERS
    assert f"Clearly more, so these need skill: {most} +" in text
    assert text.startswith("Of own, greedy and planner, planner is the strongest pilot: with the")
    assert about_skill(body(make_results(Wish(decks=3)))) == []


def test_where_all_gain_alike_no_deck_is_said_to_need_skill(checked: Sample) -> None:
    table = checked.tables["pilot_gaps"].assign(beyond=0.1, beyond_low=-0.5, beyond_high=0.7)
    alike = replace(checked, made={**checked.tables, "pilot_gaps": table})
    (finding,) = about_skill(body(alike))
    assert finding.verdict is Verdict.NOTE
    assert finding.text.endswith("No deck is shown to gain clearly more than others.")


def test_what_restrictions_cost_is_told_from_the_dearest(checked: Sample) -> None:
    (finding,) = about_restrictions(body(checked))
    text = finding.text.replace("\u00a0", " ")
    table = checked.tables["restrictions"]
    field = table[table["scope"] == "field"].sort_values("worth", ascending=False)
    first, last = field["forbidden"].iloc[0], field["forbidden"].iloc[-1]
    assert text.startswith(f"Forbidden to its pilot (own), these cost a deck most points: {first} ")
    assert f"{last} " in text.split("these least: ")[1]
    assert "not what they would be without" in text
    assert about_restrictions(body(make_results(Wish(decks=3)))) == []


def test_the_metagame_of_other_pilots_is_told(checked: Sample) -> None:
    text = said(about_metagame(body(checked)))
    assert re.search(r"With greedy [\w-]+ \d+ % \(\d+ to \d+\) and with planner [\w-]+ \d+ %", text)


def test_cards_say_that_they_are_not_checked(checked: Sample) -> None:
    last = about_cards(body(checked))[-1]
    assert last.text.startswith("What cards do with other pilots than own is not checked")
    assert last.commands[0].startswith("forgesim batch ")
