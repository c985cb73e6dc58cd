"""A finding, and the phrases that findings share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from forgesim.report.scope import Scope
from forgesim.report.verdicts import Claim, Verdict
from forgesim.report.words import (
    about,
    decimals_for,
    interval,
    listing,
    percent,
    points,
    signed,
    threshold,
)

NAMED = 3
"""Decks, cards … of one kind that a sentence names; the table has them all."""
_FAR = 4
"""Times the threshold from which on a difference is far beyond it."""
_PRACTICAL = 10**9
"""More games than this are not asked of anybody."""


@dataclass(frozen=True)
class Finding:
    """One thing that a run shows, or does not show.

    Attributes
    ----------
    topic : str
        Id of the section of the report that it sums up.
    verdict : Verdict
    text : str
        Whole sentences, with the uncertainty in them.
    commands : sequence of str
        What to type for what the text ends with.
    """

    topic: str
    verdict: Verdict
    text: str
    commands: Sequence[str] = ()


def are(amount: int) -> str:
    """The verb for so many things."""
    return "is" if amount == 1 else "are"


def score(claim: Claim, mark: str = "") -> str:
    """A score with its interval: 57.2 % (56.9 to 57.5)."""
    decimals = decimals_for(claim.low, claim.high)
    bounds = interval(50 + claim.low, 50 + claim.high, decimals)
    return f"{percent(50 + claim.gap, decimals)} ({_marked(bounds, mark)})"


def effect(claim: Claim, mark: str = "") -> str:
    """A difference with its interval: +3.1 points (+2.9 to +3.3)."""
    decimals = decimals_for(claim.low, claim.high)
    bounds = interval(claim.low, claim.high, decimals, is_signed=True)
    return f"{signed(claim.gap, decimals)}\u00a0points ({_marked(bounds, mark)})"


def _marked(bounds: str, mark: str) -> str:
    return f"{bounds}; {mark}" if mark else bounds


def named_scores(found: Sequence[Claim], marks: Mapping[str, str] | None = None) -> str:
    """Names with scores, and with what of them does not hold; beyond a few, how many more."""
    known = marks or {}
    return few([f"{claim.name} {score(claim, known.get(claim.name, ''))}" for claim in found])


def how_far(claims: Sequence[Claim], matters: float) -> str:
    """How far the farthest of some scores is from even, beside what matters."""
    farthest = max(claims, key=lambda claim: abs(claim.gap))
    size = points(abs(farthest.gap), 0 if abs(farthest.gap) >= 9.5 else 1)
    far = "far " if abs(farthest.gap) >= _FAR * matters else ""
    beyond = f"{far}more than the {threshold(matters)} from which on it matters"
    if len(claims) > 1:
        return f"the farthest by {size}"
    return f"{size} {'above' if farthest.gap > 0 else 'below'} even, {beyond}"


def few(texts: Sequence[str], limit: int = NAMED) -> str:
    """Texts in a row; beyond the limit, how many more there are."""
    more = [f"{len(texts) - limit} more"] if len(texts) > limit else []
    return listing([*texts[:limit], *more])


def weightiest(by: dict[Verdict, list[Claim]]) -> Verdict:
    """The verdict under which claims of several kinds are reported together."""
    order = (Verdict.MATTERS, Verdict.PILOTS, Verdict.UNDECIDED, Verdict.SMALL)
    return next((verdict for verdict in order if by[verdict]), Verdict.NOTE)


def what_would_decide(found: Sequence[Claim], scope: Scope) -> str:
    """How many games would settle undecided claims, if the estimates stay where they are."""
    needs = sorted(claim.games_needed(scope.games, scope.matters) for claim in found)
    within_reach = [need for need in needs if need <= _PRACTICAL]
    edge = f"the threshold of {threshold(scope.matters)}"
    if not within_reach:
        return f"So close to {edge}, no practical number of games will decide."
    if len(needs) == 1:
        return f"If it stays where it is, about {about(needs[0])} games in all would decide."
    at = within_reach[min(len(within_reach), (len(needs) + 1) // 2) - 1]
    decided = sum(need <= at for need in needs)
    text = f"If they stay where they are, about {about(at)} games in all would decide"
    if decided == len(needs):
        return f"{text} all of them."
    last = within_reach[-1]
    if len(within_reach) == len(needs) and last <= 10 * at:
        return f"{text} {decided} of them, about {about(last)} all."
    rest = "the other lies" if len(needs) - decided == 1 else "the others lie"
    return f"{text} {decided} of them; {rest} closer to {edge}."
