"""The tables of a memo, as frames: in points, with more digits than a memo shows."""

from collections.abc import Iterator
from typing import Any

import pandas as pd

from forgesim.stats.field_games import FIRST, PULL, TURNS
from forgesim.stats.flatness import Flatness
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, frame
from forgesim.stats.metagame import Part
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.fields import named_decks
from forgesim.studies.decision.judge import Verdict
from forgesim.studies.decision.outcome import Again, Measured, Outcome

Row = dict[str, Any]
_BOUNDED = {"value": NUMBER, "low": NUMBER, "high": NUMBER}

VERDICTS = dict.fromkeys(("variant", "title", "ruleset", "tier", "verdict", "reason", "cost"), TEXT)
NUMBERS = {"variant": TEXT, "tier": TEXT, "number": TEXT, **_BOUNDED}
CHECKS = {"variant": TEXT, "tier": TEXT, "number": TEXT, **_BOUNDED, "target": TEXT, "state": TEXT}
GROUPS = {
    **dict.fromkeys(("variant", "tier", "group"), TEXT),
    **dict.fromkeys(("score", "low", "high", "pull", "pull_low", "pull_high", "share"), NUMBER),
}
MATCHES = {**dict.fromkeys(("variant", "tier", "group", "opponent"), TEXT), "score": NUMBER}
CHANGES = {"variant": TEXT, "tier": TEXT, "number": TEXT, "change": NUMBER, "low": NUMBER,
           "high": NUMBER}  # fmt: skip
AGAIN = {
    **dict.fromkeys(("kind", "name", "about", "variant", "verdict"), TEXT),
    **dict.fromkeys(
        ("identity", "identity_low", "identity_high", "pull", "pull_low", "pull_high"), NUMBER
    ),
}
DECKS = {"variant": TEXT, "deck": TEXT, "card": TEXT, "copies": WHOLE}
OVERALL = "all"
"""In place of a tier: over all of them."""


def memo_tables(outcome: Outcome) -> dict[str, pd.DataFrame]:
    """All tables of a memo by name."""
    return {
        "verdicts": frame(VERDICTS, _verdicts(outcome)),
        "numbers": frame(NUMBERS, _numbers(outcome)),
        "checks": frame(CHECKS, _checks(outcome)),
        "groups": frame(GROUPS, _groups(outcome)),
        "matches": frame(MATCHES, _matches(outcome)),
        "changes": frame(CHANGES, _changes(outcome)),
        "again": frame(AGAIN, _again(outcome)),
        "decks": frame(DECKS, _decks(outcome)),
    }


def bounded(found: Part | Estimate) -> Row:
    """A number with its bounds."""
    value = found.value if isinstance(found, Part) else found.mean
    return {"value": value, "low": found.low, "high": found.high}


def numbers_of(found: Flatness) -> dict[str, Part | Estimate]:
    """The numbers of a field that have an interval and are not about a single group."""
    return {
        "identity": found.identity,
        "identity, strength": found.rating,
        "identity, cycles": found.cyclic,
        PULL: found.pull,
        "mono share": found.mono_share,
        "effective decks": found.effective_decks,
        "effective groups": found.effective_groups,
        FIRST: found.first_player,
        TURNS: found.turns,
    }


def _by_tier(outcome: Outcome) -> Iterator[tuple[Measured, str, Flatness, Row]]:
    for tested in outcome.tested:
        for tier, found in tested.numbers.items():
            yield tested, tier, found, {"variant": tested.variant.name, "tier": tier}


def _verdicts(outcome: Outcome) -> Iterator[Row]:
    for tested in outcome.tested:
        variant = tested.variant
        for tier, verdict in {**tested.verdicts, OVERALL: tested.verdict}.items():
            yield {
                "variant": variant.name,
                "title": variant.title,
                "ruleset": variant.rules.name,
                "tier": tier,
                "verdict": verdict.word,
                "reason": "; ".join(f"{c.number} {c.target}" for c in verdict.reasons),
                "cost": variant.cost,
            }


def _numbers(outcome: Outcome) -> Iterator[Row]:
    reasons = outcome.study.game.reasons
    for _, _, found, row in _by_tier(outcome):
        for name, each in numbers_of(found).items():
            yield row | {"number": name} | bounded(each)
        yield row | {"number": "draws", "value": found.draws}
        for reason, share in zip(reasons, found.reasons, strict=True):
            yield row | {"number": f"end: {reason}", "value": float(share)}


def _checks(outcome: Outcome) -> Iterator[Row]:
    for tested, tier, _, row in _by_tier(outcome):
        for check in tested.verdicts[tier].checks:
            yield row | {
                "number": check.number, "value": check.value, "low": check.low,
                "high": check.high, "target": check.target, "state": check.state,
            }  # fmt: skip


def _groups(outcome: Outcome) -> Iterator[Row]:
    for _, _, found, row in _by_tier(outcome):
        for group, score in found.scores.items():
            pull = found.pull_of[group]
            yield row | {
                "group": group, "score": score.mean, "low": score.low, "high": score.high,
                "pull": pull.mean, "pull_low": pull.low, "pull_high": pull.high,
                "share": found.shares[group],
            }  # fmt: skip


def _matches(outcome: Outcome) -> Iterator[Row]:
    for _, _, found, row in _by_tier(outcome):
        groups = list(found.scores)
        for own, scores in zip(groups, found.between, strict=True):
            for other, score in zip(groups, scores, strict=True):
                yield row | {"group": own, "opponent": other, "score": float(score)}


def _changes(outcome: Outcome) -> Iterator[Row]:
    for tested in outcome.candidates:
        for tier, changes in tested.changes.items():
            for name, each in changes.items():
                yield {
                    "variant": tested.variant.name, "tier": tier, "number": name,
                    "change": each.mean, "low": each.low, "high": each.high,
                }  # fmt: skip


def _again(outcome: Outcome) -> Iterator[Row]:
    for kind, listed in (("roster", outcome.rosters), ("ruling", outcome.rulings)):
        for again in listed:
            for variant, verdict in again.verdicts.items():
                yield {"kind": kind, "name": again.name, "about": again.about,
                       **_in_short(again, variant, verdict)}  # fmt: skip


def _in_short(again: Again, variant: str, verdict: Verdict) -> Row:
    found = again.numbers[variant]
    return {
        "variant": variant, "verdict": verdict.word,
        "identity": found.identity.value, "identity_low": found.identity.low,
        "identity_high": found.identity.high, "pull": found.pull.mean,
        "pull_low": found.pull.low, "pull_high": found.pull.high,
    }  # fmt: skip


def _decks(outcome: Outcome) -> Iterator[Row]:
    for tested in outcome.tested:
        for deck in named_decks(tested.camps):
            for card, copies in sorted(deck.counts.items()):
                yield {"variant": tested.variant.name, "deck": deck.name, "card": card,
                       "copies": copies}  # fmt: skip
