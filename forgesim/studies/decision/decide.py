"""The decision: what the rule says that the study file stated before anything was played."""

from collections.abc import Sequence

from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED
from forgesim.studies.decision.judge import NO_EFFECT, PASSES, REJECTED
from forgesim.studies.decision.outcome import ADOPT, NONE, OPEN, Again, Decision, Measured
from forgesim.studies.decision.study import Study

HOLDS, FAILS, UNSURE = "holds", "fails", "unsure"
_CERTAIN = (PASSES, REJECTED, NO_EFFECT, FLAT, NOT_FLAT)


def in_order(study: Study, candidates: Sequence[Measured]) -> list[Measured]:
    """Candidates in the order in which they are preferred."""
    if study.decision.prefer == "mildest":
        return list(candidates)
    tier = study.must_pass[0]
    return sorted(candidates, key=lambda each: -each.numbers[tier].identity.value)


def leaders(study: Study, candidates: Sequence[Measured]) -> list[Measured]:
    """Candidates that are tested again: those that pass, else those that are undecided."""
    preferred = in_order(study, candidates)
    for word in (PASSES, UNDECIDED):
        found = [each for each in preferred if each.verdict.word == word]
        if found:
            return found[: study.rosters.leading]
    return []


def times_same(name: str, word: str, again: Sequence[Again]) -> tuple[int, int, int]:
    """How often a verdict came out the same, otherwise, and undecided."""
    words = [each.verdicts[name].word for each in again]
    same = sum(found == word for found in words)
    other = sum(found != word and found in _CERTAIN for found in words)
    return same, other, len(words) - same - other


def holds(name: str, word: str, again: Sequence[Again], agree: float) -> str:
    """Whether a verdict holds on enough of the other rosters: HOLDS, FAILS or UNSURE."""
    if not again:
        return HOLDS
    same, other, _ = times_same(name, word, again)
    if same >= agree * len(again) - 1e-9:
        return HOLDS
    return FAILS if other > (1 - agree) * len(again) + 1e-9 else UNSURE


def decide(
    study: Study, baseline: Measured, candidates: Sequence[Measured], rosters: Sequence[Again]
) -> Decision:
    """Apply the rule of a study to what was found."""
    word = baseline.verdict.word
    words = [each.verdict.word for each in candidates]
    if not {PASSES, UNDECIDED}.intersection(words):
        return Decision(NONE, "", (f"No candidate passes: {_tally(words)}.",))
    if word == NOT_FLAT:
        reason = "The game is not flat as it is, and nothing is added to a game that is not flat."
        return Decision(NONE, "", (reason,))
    if word == UNDECIDED:
        reason = "Whether the game is flat as it is cannot be said with this budget."
        return Decision(OPEN, "", (reason,))
    return _among(study, baseline, in_order(study, candidates), rosters)


def _among(
    study: Study, baseline: Measured, preferred: Sequence[Measured], rosters: Sequence[Again]
) -> Decision:
    """The decision where the game is flat."""
    agree = study.rosters.agree
    if holds(baseline.variant.name, FLAT, rosters, agree) != HOLDS:
        same, _, _ = times_same(baseline.variant.name, FLAT, rosters)
        reason = f"The game is flat with these cards, but on {same} of {len(rosters)} rosters only."
        return Decision(OPEN, "", (reason,))
    fragile: list[str] = []
    for each in preferred:
        name = each.variant.name
        if each.verdict.word != PASSES:
            continue
        if rosters and name not in rosters[0].verdicts:
            reason = f"{name} passes, but was not tested on the perturbed rosters."
            return Decision(OPEN, name, (*fragile, reason))
        state = holds(name, PASSES, rosters, agree)
        if state == HOLDS:
            why = "it is the first in the order of the file" if _is_mildest(study) else (
                "it has the strongest identity")  # fmt: skip
            reason = f"{name} passes, and {why} of those that pass and hold."
            return Decision(ADOPT, name, (*fragile, reason))
        same, _, _ = times_same(name, PASSES, rosters)
        reason = f"{name} passes with these cards, but on {same} of {len(rosters)} rosters only."
        fragile.append(reason)
        if state == UNSURE:
            return Decision(OPEN, name, tuple(fragile))
    unsure = [each.variant.name for each in preferred if each.verdict.word == UNDECIDED]
    if unsure:
        reason = f"No candidate passes for certain; undecided: {', '.join(unsure)}."
        return Decision(OPEN, unsure[0], (*fragile, reason))
    return Decision(NONE, "", (*fragile, "No candidate is left that passes and holds."))


def _is_mildest(study: Study) -> bool:
    return study.decision.prefer == "mildest"


def _tally(words: Sequence[str]) -> str:
    found = ((word, words.count(word)) for word in dict.fromkeys(words))
    return ", ".join(f"{count} {'without effect' if word == NO_EFFECT else word}"
                     for word, count in found)  # fmt: skip
