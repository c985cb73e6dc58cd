"""Whether what one pilot tier shows holds for the other tiers that were played."""

from collections.abc import Callable, Mapping

from forgesim.report.scope import Scope, even_scopes
from forgesim.report.verdicts import Claim, Verdict
from forgesim.report.words import listing

Find = Callable[[Scope], list[Claim]]
"""Looks up in the tables of one tier what is claimed there."""


def marks(scope: Scope, find: Find) -> dict[str, str]:
    """What does not hold for each pilot tier that has such claims, by name.

    That something matters holds in another tier where it is on the same side of even there, for
    certain; that it is too small to matter, unless it matters there. What is undecided claims
    nothing.

    Returns
    -------
    dict
        By name of the claim, in which tiers it holds: "only with own; reversed with control".
        Empty where there is one tier.
    """
    by_tier = {
        each.tier: {claim.name: claim for claim in find(each)}
        for each in even_scopes(scope.results)
    }
    by_tier = {tier: found for tier, found in by_tier.items() if found}
    if len(by_tier) < 2 or scope.tier not in by_tier:
        return {}
    texts = {
        name: _mark({tier: found[name] for tier, found in by_tier.items() if name in found}, scope)
        for name in by_tier[scope.tier]
    }
    return {name: text for name, text in texts.items() if text}


def _mark(said: Mapping[str, Claim], scope: Scope) -> str:
    """In which tiers a claim of the scope's tier holds; empty where it does in all."""
    here = said[scope.tier]
    words = {tier: _word(here, claim, scope.matters) for tier, claim in said.items()}
    if set(words.values()) == {""} or here.verdict(scope.matters) is Verdict.UNDECIDED:
        return ""
    parts = [
        f"{word} with {listing([tier for tier, each in words.items() if each == word])}"
        for word in sorted({word for word in words.values() if word}, reverse=True)
    ]
    own = listing([tier for tier, word in words.items() if not word])
    return "; ".join([f"only with {own}", *parts])


def _word(here: Claim, there: Claim, matters: float) -> str:
    """How the claim of another tier differs; empty where it does not."""
    if here.verdict(matters) is Verdict.SMALL:
        is_large = there.verdict(matters) is Verdict.MATTERS
        return ("above even" if there.gap > 0 else "below even") if is_large else ""
    if not there.is_certain:
        return "not certain"
    return "" if (here.gap > 0) == (there.gap > 0) else "reversed"
