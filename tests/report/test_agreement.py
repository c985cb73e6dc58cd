"""Whether a finding holds for each pilot tier, and what is said where it does not."""

from dataclasses import replace

import pandas as pd
import pytest

from forgesim.report.agreement import marks
from forgesim.report.findings import Finding, Verdict
from forgesim.report.findings.cards import about_cards
from forgesim.report.findings.scores import (
    about_decks,
    about_matchups,
    about_seats,
    deck_claims,
)
from forgesim.report.scope import Scope, body
from tests.report.conftest import FIELD
from tests.report.sample import Wish, make_results

TIERS = ("own", "aggro", "control")


def scope_of(**tables: pd.DataFrame) -> Scope:
    """The first of three tiers, with just these tables."""
    results = make_results(Wish(decks=3, pairs=200, tiers=TIERS))
    matchups = results.tables["matchups"]
    return body(replace(results, made={"matchups": matchups, **tables}))


def rows(name: str, *scores: float, of: str = "deck") -> list[dict[str, object]]:
    """A score in each tier, known to one point; certain where it is not within that of even."""
    return [
        {"tier": tier, of: name, "score": score, "low": score - 1, "high": score + 1,
         "p_adjusted": 0.001 if abs(score - 50) > 1 else 0.9}
        for tier, score in zip(TIERS, scores, strict=True)
    ]  # fmt: skip


def decks(*each: list[dict[str, object]]) -> pd.DataFrame:
    return pd.DataFrame([row for some in each for row in some])


@pytest.mark.parametrize(
    ("scores", "mark"),
    [
        ((60, 60, 60), ""),
        ((60, 51.5, 60), ""),  # on the same side for certain, though less
        ((60, 40, 60), "only with own and control; reversed with aggro"),
        ((60, 40, 50), "only with own; reversed with aggro; even with control"),
        ((50.5, 49.5, 50), ""),
        ((50.5, 60, 40), "only with own; above even with aggro; below even with control"),
        ((52, 40, 60), ""),  # undecided: nothing is said that could fail to hold
    ],
)
def test_marks(scores: tuple[float, ...], mark: str) -> None:
    found = marks(scope_of(decks=decks(rows("x", *scores))), deck_claims)
    assert found.text("x") == mark
    assert ("x" in found.contrary) == bool(mark)
    assert list(found.tiers) == list(TIERS)


@pytest.mark.parametrize(
    ("score", "half", "mark", "is_contrary"),
    [
        (51.5, 3, "open with control", False),
        (44, 7, "open with control", False),
        (49, 0.9, "only with own and aggro; even with control", True),
        (46, 3.5, "only with own and aggro; reversed with control", True),
    ],
)
def test_what_few_games_leave_open_is_no_contradiction(
    score: float, half: float, mark: str, is_contrary: bool
) -> None:
    found = rows("x", 60, 60, score)
    is_sure = abs(score - 50) > half
    found[2] |= {"low": score - half, "high": score + half, "p_adjusted": 0.01 if is_sure else 0.5}
    known = marks(scope_of(decks=decks(found)), deck_claims)
    assert (known.text("x"), "x" in known.contrary) == (mark, is_contrary)


def test_that_something_is_even_is_open_where_it_could_matter() -> None:
    found = rows("x", 50.5, 50, 50)
    found[1] |= {"low": 47, "high": 53}
    known = marks(scope_of(decks=decks(found)), deck_claims)
    assert (known.text("x"), known.contrary) == ("open with aggro", frozenset())


def test_one_tier_marks_nothing() -> None:
    results = make_results(Wish(decks=3))
    known = marks(body(results), deck_claims)
    assert (known.text("x"), list(known.tiers), known.contrary) == ("", [], frozenset())


def test_the_tiers_of_a_pilot_check_are_compared_as_well() -> None:
    results = make_results(Wish(chosen=FIELD, crew=("greedy", "planner")))
    known = marks(body(results), deck_claims)
    assert list(known.tiers) == ["own", "greedy", "planner"]
    table = results.tables["pilot_scores"]
    is_decks = (table["kind"] == "deck") & (table["tier"] == table["against"])
    high = table.assign(low=90.0, high=95.0, score=92.0, p_adjusted=0.001)
    above = table.where(~(is_decks & (table["tier"] == "planner")), high)
    turned = replace(results, made={**results.made, "pilot_scores": above})
    weak = [c.name for c in deck_claims(body(turned)) if c.gap < -5]
    assert weak
    found = marks(body(turned), deck_claims)
    assert all("reversed with planner" in found.text(name) for name in weak)


def test_how_many_hold_is_told_in_a_sentence() -> None:
    table = decks(rows("firm", 60, 61, 62), rows("vague", 58, 57, 56))
    wide = table["deck"] == "vague"
    table.loc[wide & (table["tier"] == "control"), ["low", "p_adjusted"]] = [44.0, 0.4]
    (finding,) = about_decks(scope_of(decks=table))
    text = finding.text.replace("\u00a0", " ")
    assert finding.verdict is Verdict.MATTERS
    assert "vague 58.0 % (57.0 to 59.0; open with control)" in text
    assert text.endswith(
        " 1 of these 2 holds with own, aggro and control; the other is open with some of them."
    )
    both = decks(rows("firm", 60, 61, 62), rows("sure", 58, 57, 56))
    (finding,) = about_decks(scope_of(decks=both))
    assert finding.text.endswith(" Both hold with own, aggro and control.")


def test_what_is_reversed_is_not_listed_as_what_matters() -> None:
    table = decks(rows("firm", 60, 61, 62), rows("fickle", 70, 40, 71), rows("even", 50, 50, 50))
    found = {each.verdict: each.text for each in about_decks(scope_of(decks=table))}
    assert list(found) == [Verdict.MATTERS, Verdict.PILOTS, Verdict.SMALL]
    assert "fickle" not in found[Verdict.MATTERS]
    assert (
        "fickle 70.0\u00a0% (69.0 to 71.0; only with own and control; reversed with aggro)"
        in (found[Verdict.PILOTS])
    )


def test_going_first_that_is_reversed_is_marked() -> None:
    table = pd.DataFrame(
        {"tier": tier, "scope": "overall", "name": "overall", "advantage": gap, "low": gap - 1,
         "high": gap + 1}
        for tier, gap in zip(TIERS, (9, -9, 9), strict=True)
    )  # fmt: skip
    (finding,) = about_seats(scope_of(seats=table))
    assert finding.verdict is Verdict.PILOTS
    assert "(58.0 to 60.0; only with own and control; reversed with aggro)" in finding.text


def test_matchups_count_those_that_hold_with_every_tier() -> None:
    pairs = {("a", "b"): (60, 60, 60), ("a", "c"): (90, 40, 90), ("b", "c"): (50, 50, 50)}
    table = pd.DataFrame(
        [
            row | {"deck_a": a, "deck_b": b}
            for (a, b), scores in pairs.items()
            for row in rows("", *scores)
        ]
    )
    (finding,) = about_matchups(scope_of(matchups=table))
    text = finding.text.replace("\u00a0", " ")
    assert "1 is for certain more than 2 points away from even with own, aggro and control" in text
    assert "1 is clear with own and not with every pilot tier" in text
    assert "a scores 90.0 % (89.0 to 91.0; only with own and control; reversed with aggro)" in text


def card_findings(scores: dict[str, tuple[float, ...]], measured: int) -> list[Finding]:
    """Findings of cards whose replacement impact was measured in so many of the tiers."""
    table = pd.DataFrame(
        {"tier": tier, "card": card, "replacement": gap, "replacement_low": gap - 1,
         "replacement_high": gap + 1, "replacement_p_adjusted": 0.001}
        for card, gaps in scores.items()
        for tier, gap in zip(TIERS[:measured], gaps, strict=False)
    )  # fmt: skip
    return about_cards(scope_of(cards=table))


def test_cards_that_hold_with_every_tier_are_counted() -> None:
    cards = {"lamp_lighter": (9.0, 8.0, 9.0), "wick_imp": (7.0, -7.0, 7.0)}
    (finding,) = card_findings(cards, measured=3)
    assert finding.verdict is Verdict.MATTERS
    assert "for certain, 1 of them with own, aggro and control." in finding.text
    assert "+6.0 to +8.0; only with own and control; reversed with aggro)" in finding.text


def test_no_card_that_holds_is_no_finding_that_matters() -> None:
    (finding,) = card_findings({"wick_imp": (7.0, -7.0, 7.0)}, measured=3)
    assert finding.verdict is Verdict.PILOTS
    assert "none of them with own, aggro and control" in finding.text


def test_what_was_measured_with_one_tier_says_so() -> None:
    finding, where = card_findings({"wick_imp": (7.0,)}, measured=1)
    assert finding.verdict is Verdict.MATTERS
    assert "measured with own only" in where.text
    assert where.commands == (
        "forgesim card impact runs/2026-11-30-sample --tier own --tier aggro --tier control",
    )
