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
        ((60, 60, 60), None),
        ((60, 51.5, 60), None),  # on the same side for certain, though less
        ((60, 40, 60), "only with own and control; reversed with aggro"),
        ((60, 40, 50), "only with own; reversed with aggro; not certain with control"),
        ((50.5, 49.5, 50), None),
        ((50.5, 60, 40), "only with own; below even with control; above even with aggro"),
        ((52, 40, 60), None),  # undecided: nothing is said that could fail to hold
    ],
)
def test_marks(scores: tuple[float, ...], mark: str | None) -> None:
    assert marks(scope_of(decks=decks(rows("x", *scores))), deck_claims).get("x") == mark


def test_one_tier_marks_nothing() -> None:
    results = make_results(Wish(decks=3))
    assert marks(body(results), deck_claims) == {}


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
    assert "1 is for certain more than 2 points away from even with every pilot tier" in text
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
    assert "for certain, 1 of them with every pilot tier." in finding.text
    assert "+6.0 to +8.0; only with own and control; reversed with aggro)" in finding.text


def test_no_card_that_holds_is_no_finding_that_matters() -> None:
    (finding,) = card_findings({"wick_imp": (7.0, -7.0, 7.0)}, measured=3)
    assert finding.verdict is Verdict.PILOTS
    assert "none of them with every pilot tier" in finding.text


def test_what_was_measured_with_one_tier_says_so() -> None:
    finding, where = card_findings({"wick_imp": (7.0,)}, measured=1)
    assert finding.verdict is Verdict.MATTERS
    assert "measured with own only" in where.text
    assert where.commands == (
        "forgesim card impact runs/2026-11-30-sample --tier own --tier aggro --tier control",
    )
