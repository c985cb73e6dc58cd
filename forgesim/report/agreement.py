"""Whether what one pilot tier shows holds for the others: those of the run and of its check."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from forgesim.report.scope import Scope, check_scopes, even_scopes
from forgesim.report.verdicts import Claim, Verdict
from forgesim.report.words import listing

Find = Callable[[Scope], list[Claim]]
"""Looks up in the tables of one tier what is claimed there."""

HOLDS, OPEN, REVERSED = "", "open", "reversed"
"""How a claim fares with another tier; else a word for what is so there instead."""


@dataclass(frozen=True)
class Marks:
    """Which claims of a tier do not hold with each of the others.

    Attributes
    ----------
    tiers : sequence of str
        The tiers that were compared, the claims' own among them; fewer than two if there is
        nothing to compare with.
    texts : mapping of str to str
        By name of a claim that does not, or of which that is open: "only with own; reversed with
        control", "open with planner".
    contrary : collection of str
        Names of claims that do not hold with some tier: there it is otherwise, as far as its games
        show.
    """

    tiers: Sequence[str] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    contrary: Collection[str] = frozenset()

    def text(self, name: str) -> str:
        """What is to be said of a claim; empty where it holds with each tier."""
        return self.texts.get(name, "")

    def holding(self, found: Sequence[Claim]) -> str:
        """How many claims hold with each tier: a sentence with a blank before it, or nothing."""
        if len(self.tiers) < 2 or not found:
            return ""
        who, stable = self.who, self.stable(found)
        if len(found) == 1:
            return f" It holds with {who}." if stable else ""
        if stable == len(found):
            return f" {'Both' if stable == 2 else f'All {stable}'} hold with {who}."
        if not stable:
            return f" Whether any of them holds with {who} is open."
        others = "the other is" if len(found) - stable == 1 else "the others are"
        verb = "holds" if stable == 1 else "hold"
        return (
            f" {stable} of these {len(found)} {verb} with {who}; {others} open with some of them."
        )

    @property
    def who(self) -> str:
        """The tiers, by name where they are few."""
        return listing(self.tiers) if len(self.tiers) < 4 else f"all {len(self.tiers)} pilot tiers"

    def stable(self, found: Sequence[Claim]) -> int:
        """How many claims hold with each tier."""
        return sum(not self.text(claim.name) for claim in found)


def marks(scope: Scope, find: Find) -> Marks:
    """What does not hold for each pilot tier that has such claims.

    That something matters holds with another tier where it is on the same side of even there, for
    certain. It does not where it is within the threshold, or for certain on the other side; else it
    is open. That it is too small to matter holds where it is so there, and does not where it
    matters. What is undecided claims nothing.
    """
    scopes = [*even_scopes(scope.results), *check_scopes(scope.results)]
    by_tier = {each.tier: {claim.name: claim for claim in find(each)} for each in scopes}
    by_tier = {tier: found for tier, found in by_tier.items() if found}
    if len(by_tier) < 2 or scope.tier not in by_tier:
        return Marks()
    words = {
        name: {tier: _word(here, found[name], scope.matters)
               for tier, found in by_tier.items() if name in found}
        for name, here in by_tier[scope.tier].items()
    }  # fmt: skip
    texts = {name: _text(said) for name, said in words.items()}
    return Marks(
        tiers=list(by_tier),
        texts={name: text for name, text in texts.items() if text},
        contrary=frozenset(
            name for name, said in words.items() if not set(said.values()) <= {HOLDS, OPEN}
        ),
    )


def _text(said: Mapping[str, str]) -> str:
    """With which tiers a claim holds, from a word for each; empty where it does with all."""
    parts = [
        f"{word} with {listing([tier for tier, each in said.items() if each == word])}"
        for word in sorted(set(said.values()) - {HOLDS}, key=_weight)
    ]
    if set(said.values()) <= {HOLDS, OPEN}:
        return "; ".join(parts)
    own = listing([tier for tier, word in said.items() if word == HOLDS])
    return "; ".join([f"only with {own}", *parts])


def _weight(word: str) -> tuple[bool, bool, str]:
    return word == OPEN, word != REVERSED, word


def _word(here: Claim, there: Claim, matters: float) -> str:
    """How a claim fares with another tier."""
    verdict, other = here.verdict(matters), there.verdict(matters)
    if verdict is Verdict.SMALL:
        side = "above" if there.gap > 0 else "below"
        return {Verdict.SMALL: HOLDS, Verdict.MATTERS: f"{side} even"}.get(other, OPEN)
    if verdict is not Verdict.MATTERS:
        return HOLDS
    if other is Verdict.SMALL:
        return "even"
    if not there.is_certain:
        return OPEN
    return HOLDS if (here.gap > 0) == (there.gap > 0) else REVERSED
