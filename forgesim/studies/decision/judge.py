"""What a study says of the baseline and of each candidate: numbers against targets stated before.

Everything here is a pure function of numbers with intervals. A claim is made only where an interval
lies wholly on one side of its target.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from forgesim.stats.field_games import FIRST, TURNS
from forgesim.stats.flatness import (
    FLAT,
    NOT_FLAT,
    UNDECIDED,
    Flatness,
    factor_to_decide,
    flat_verdict,
)
from forgesim.stats.metagame import Part
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.tables import Flat, Targets

PASSES, REJECTED, NO_EFFECT = "passes", "rejected", "no effect"
MET, MISSED, OPEN = "met", "missed", "open"
FLAT_CHECKS = 2
"""The first checks of a verdict: identity and pull, by which a game is flat or not."""
TURNS_BAND = 0.5
"""Turns by which the length of games may differ where a candidate has no effect."""


@dataclass(frozen=True)
class Check:
    """One number against its target.

    Attributes
    ----------
    number : str
        `identity`, `pull`, `first player`, `turns`, the last two also with `, change` (against the
        baseline), or a group whose score it is.
    value, low, high : float
    target : str
        In words, as `at most 58`.
    state : str
        MET, MISSED or OPEN.
    factor : float
        Times the pairs that would decide it, about; 1 where it is decided.
    edges : tuple of float
        The numbers that the target consists of.
    tier : str
        Who played, where that is not said otherwise.
    """

    number: str
    value: float
    low: float
    high: float
    target: str
    state: str
    factor: float = 1.0
    edges: tuple[float, ...] = ()
    tier: str = ""


@dataclass(frozen=True)
class Verdict:
    """What is said of one variant in one tier, or over all of them.

    Attributes
    ----------
    word : str
        FLAT, NOT_FLAT or UNDECIDED of a baseline; PASSES, REJECTED, NO_EFFECT or UNDECIDED of a
        candidate.
    checks : tuple of Check
        Every number that was asked for.
    reasons : tuple of Check
        Those on which the word rests.
    is_same : bool
        Whether its games are the very same ones as the baseline's.
    """

    word: str
    checks: tuple[Check, ...] = ()
    reasons: tuple[Check, ...] = ()
    is_same: bool = False


def judge_baseline(found: Flatness, flat: Flat, targets: Targets) -> Verdict:
    """Whether a game is flat, and by which number; its checks are those of candidates, too."""
    checks = _flat_checks(found, flat)
    word = flat_verdict(found.identity, found.pull, flat.identity, flat.pull)
    if word == FLAT:
        reasons = [check for check in checks if check.state == MISSED]
    elif word == NOT_FLAT:
        reasons = list(checks)
    else:
        reasons = [check for check in checks if check.state == OPEN]
    return Verdict(word, (*checks, *_target_checks(found, {}, targets)), tuple(reasons))


def judge_candidate(
    found: Flatness,
    changes: Mapping[str, Estimate],
    flat: Flat,
    targets: Targets,
    no_effect: float,
) -> Verdict:
    """Judge a candidate in one tier.

    Parameters
    ----------
    found : Flatness
        Its numbers.
    changes : mapping of str to Estimate
        What its means have over the baseline's (`stats.flatness.differences`).
    flat, targets : Flat, Targets
    no_effect : float
        Points within which all changes lie where it has no effect.
    """
    checks = (*_flat_checks(found, flat), *_target_checks(found, changes, targets))
    if has_no_effect(changes, no_effect):
        is_same = all(each.error == 0 and each.mean == 0 for each in changes.values())
        return Verdict(NO_EFFECT, checks, (), is_same)
    missed = tuple(check for check in checks if check.state == MISSED)
    if missed:
        return Verdict(REJECTED, checks, missed)
    waiting = tuple(check for check in checks if check.state == OPEN)
    return Verdict(UNDECIDED, checks, waiting) if waiting else Verdict(PASSES, checks, checks)


def has_no_effect(changes: Mapping[str, Estimate], band: float) -> bool:
    """Whether every change lies within a band with certainty."""
    return all(
        -_band(name, band) < each.low and each.high < _band(name, band)
        for name, each in changes.items()
    )


def _band(name: str, band: float) -> float:
    return TURNS_BAND if name == TURNS else band


def over_tiers(verdicts: Mapping[str, Verdict], must: Sequence[str]) -> Verdict:
    """One verdict from those of all tiers.

    A candidate is rejected where any tier rejects it, passes where those that must pass do, and has
    no effect where it has none in any of these. A baseline is flat, or not flat, where it is so in
    all tiers that must pass.
    """
    named = {tier: _in_tier(verdict, tier) for tier, verdict in verdicts.items()}
    rejected = [each for each in named.values() if each.word == REJECTED]
    if rejected:
        reasons = tuple(reason for each in rejected for reason in each.reasons)
        return Verdict(REJECTED, rejected[0].checks, reasons)
    needed = [named[tier] for tier in must]
    for word in (NO_EFFECT, PASSES, FLAT, NOT_FLAT):
        if all(each.word == word for each in needed):
            is_same = all(each.is_same for each in verdicts.values())
            reasons = tuple(reason for each in needed for reason in each.reasons)
            return Verdict(word, needed[0].checks, reasons, is_same)
    unsure = [each for each in needed if each.word == UNDECIDED] or needed
    reasons = tuple(reason for each in unsure for reason in each.reasons)
    return Verdict(UNDECIDED, unsure[0].checks, reasons)


def _in_tier(verdict: Verdict, tier: str) -> Verdict:
    checks, reasons = (
        tuple(replace(check, tier=tier) for check in part)
        for part in (verdict.checks, verdict.reasons)
    )
    return replace(verdict, checks=checks, reasons=reasons)


def pairs_needed(verdict: Verdict, pairs: int) -> int | None:
    """Pairs of each matchup that would decide what is open, about; None where none would soon."""
    factors = [check.factor for check in verdict.reasons if check.state == OPEN]
    factor = max(factors, default=1.0)
    if not math.isfinite(factor) or factor * pairs > 1e9:
        return None
    return math.ceil(round(factor * pairs, 6))


# Single numbers


def _flat_checks(found: Flatness, flat: Flat) -> tuple[Check, Check]:
    """Identity and pull; MET means that it lies above its target."""
    return (
        _check("identity", found.identity, flat.identity, None),
        _check("pull", found.pull, flat.pull, None),
    )


def _target_checks(
    found: Flatness, changes: Mapping[str, Estimate], targets: Targets
) -> Iterator[Check]:
    for group, score in found.scores.items():
        if targets.ceiling is not None:
            yield _check(group, score, None, targets.ceiling)
        if targets.floor is not None:
            yield _check(group, score, targets.floor, None)
    if targets.pull_most is not None:
        yield _check("pull", found.pull, None, targets.pull_most)
    for name, each, band in (
        (FIRST, found.first_player, targets.first_player),
        (TURNS, found.turns, targets.turns),
    ):
        if band is not None:
            yield _check(name, each, band[0], band[1])
    for name, most in (
        (FIRST, targets.first_player_change), (TURNS, targets.turns_change)
    ):  # fmt: skip
        if most is not None and name in changes:
            yield _check(f"{name}, change", changes[name], -most, most)


def _check(number: str, found: Part | Estimate, least: float | None, most: float | None) -> Check:
    value = found.value if isinstance(found, Part) else found.mean
    low, high = found.low, found.high
    bottom = -math.inf if least is None else least
    top = math.inf if most is None else most
    if low > top or high < bottom:
        state = MISSED
    elif bottom <= low and high <= top:
        state = MET
    else:
        state = OPEN
    edges = tuple(edge for edge in (least, most) if edge is not None)
    factor = _factor(value, low, high, [edge for edge in edges if low <= edge <= high])
    return Check(number, value, low, high, _target(least, most), state, factor, edges)


def _factor(value: float, low: float, high: float, crossed: Sequence[float]) -> float:
    """Times the pairs after which an interval would leave out the edges that it holds now."""
    halves = [high - value if edge > value else value - low for edge in crossed]
    factors = [factor_to_decide(value, half, edge)
               for half, edge in zip(halves, crossed, strict=True)]  # fmt: skip
    return max(1.0, *factors) if factors else 1.0


def _target(least: float | None, most: float | None) -> str:
    if least is None:
        return f"at most {most:g}"
    if most is None:
        return f"above {least:g}"
    return f"{least:g} to {most:g}"
