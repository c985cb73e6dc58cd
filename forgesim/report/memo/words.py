"""The sentences of a memo: never more than the intervals say."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from forgesim.report.words import about, counted, interval, listing, number, plural, signed
from forgesim.stats.field_games import FIRST, PULL, TURNS
from forgesim.stats.flatness import FLAT, NOT_FLAT, UNDECIDED
from forgesim.stats.pairs import Estimate
from forgesim.studies.decision.decide import times_same
from forgesim.studies.decision.judge import (
    FLAT_CHECKS,
    MISSED,
    NO_EFFECT,
    PASSES,
    REJECTED,
    Check,
    Verdict,
    pairs_needed,
)
from forgesim.studies.decision.outcome import ADOPT, NONE, Measured, Outcome

_SIGNED = ("pull", FIRST)
_MOST = 3
"""Reasons that a line names before it counts the others."""


def headline(outcome: Outcome) -> list[str]:
    """The decision, whether the game is flat, why, and what to bear in mind."""
    return [
        decision_of(outcome),
        flat_of(outcome),
        " ".join(outcome.decision.because),
        *cautions(outcome),
    ]


def decision_of(outcome: Outcome) -> str:
    """The decision in a sentence."""
    word, name = outcome.decision.word, outcome.decision.candidate
    rules = outcome.study.baseline.rules.name
    if word == ADOPT:
        variant = outcome.of(name).variant
        title = f" ({variant.title})" if variant.title else ""
        return f"Decision: adopt {name}{title}."
    if word == NONE:
        return f"Decision: none; keep {rules}."
    hangs = f" It hangs on {name}." if name else ""
    return f"Decision: not decidable with this budget.{hangs}"


def flat_of(outcome: Outcome) -> str:
    """Whether the game is flat, by which number."""
    tested = outcome.baseline
    tiers = listing(list(outcome.study.must_pass))
    verdict = tested.verdict
    if verdict.word == FLAT:
        return f"With these cards, rules and pilots the game is flat: {_reasons(verdict)}."
    if verdict.word == NOT_FLAT:
        return f"With these cards, rules and pilots the game is not flat: {_reasons(verdict)}."
    words = {each.word for each in tested.verdicts.values()}
    if len(words) > 1:
        by_tier = listing([f"{v.word} with {tier}" for tier, v in tested.verdicts.items()])
        return f"Whether the game is flat depends on who plays it: {by_tier}."
    return f"Whether the game is flat is undecided with {tiers}: {_reasons(verdict)}."


def cautions(outcome: Outcome) -> list[str]:
    """What to bear in mind before anything else."""
    found = []
    if outcome.study.roster.notes:
        found.append(
            f"The card list says: {' '.join(outcome.study.roster.notes)} This memo shows what the"
            " instrument says of these cards; it does not decide a game that is printed with"
            " others."
        )
    if outcome.study.is_quick:
        found.append(
            "This was a quick study: small searches, few games, few pilots and rosters. It is a"
            " first look, and decides nothing that a full study would not say again."
        )
    return found


def line_of(outcome: Outcome, tested: Measured) -> str:
    """One variant in a line: its name, verdict, and why."""
    return f"{tested.variant.name}: {verdict_words(outcome, tested)}"


def verdict_words(outcome: Outcome, tested: Measured) -> str:
    """A verdict over all tiers with its reason."""
    verdict = tested.verdict
    if verdict.word == NO_EFFECT:
        if verdict.is_same:
            return "no effect: its games are the very same as the baseline's"
        band = f"{outcome.study.decision.no_effect:g}"
        return f"no effect: no score and no pull changes by {band} points or more"
    if verdict.word == PASSES:
        return "passes: every number lies on the right side of its target"
    if verdict.word in (FLAT, NOT_FLAT):
        return f"{verdict.word}: {_reasons(verdict)}"
    if verdict.word == REJECTED:
        return f"rejected: {_reasons(verdict)}"
    if not verdict.reasons:
        return "undecided: the tiers disagree"
    return f"undecided: {_reasons(verdict)}{_needed(outcome, verdict)}"


def _needed(outcome: Outcome, verdict: Verdict) -> str:
    tiers = {check.tier for check in verdict.reasons}
    pairs = max(outcome.study.pairs_of(tier) for tier in outcome.study.tiers if tier.name in tiers)
    needed = pairs_needed(verdict, pairs)
    if needed is None:
        return "; it lies so near the target that no budget would decide it soon"
    return f"; {about(needed)} pairs would decide it, not {pairs:,}"


def _reasons(verdict: Verdict) -> str:
    """The checks on which a verdict rests; one about the same number in several tiers once."""
    first: dict[tuple[str, str], Check] = {}
    tiers: dict[tuple[str, str], list[str]] = {}
    for check in verdict.reasons:
        key = check.number, check.target
        first.setdefault(key, check)
        tiers.setdefault(key, []).append(check.tier)
    told = [f"{check_words(check)}, with {listing(tiers[key])}" for key, check in first.items()]
    rest = len(told) - _MOST
    return "; ".join(told[:_MOST]) + (f"; and {rest} more" if rest > 0 else "")


def check_words(check: Check) -> str:
    """A number with its interval and its target, as `pull -3.1 (-4.0 to -2.2), target above 0`."""
    is_signed = check.number in _SIGNED or check.number.endswith("change")
    value = signed(check.value) if is_signed else number(check.value)
    bounds = interval(check.low, check.high, is_signed=is_signed)
    return f"{check.number} {value} ({bounds}), target {check.target}"


# What is known of candidates


def missed_already(outcome: Outcome) -> str:
    """Targets of the candidates that the baseline itself misses; empty if it misses none."""
    checks = [
        replace(check, tier=tier)
        for tier, verdict in outcome.baseline.verdicts.items()
        for check in verdict.checks[FLAT_CHECKS:]
        if check.state == MISSED
    ]
    if not checks:
        return ""
    told = _reasons(Verdict(REJECTED, reasons=tuple(checks)))
    return f"The baseline itself misses what is asked of candidates: {told}."


def costs(outcome: Outcome, tested: Measured) -> Iterator[str]:
    """What a candidate changes for players, in the first tier that must pass."""
    tier = outcome.study.must_pass[0]
    changes = tested.changes[tier]
    groups = [name for name in changes if name in outcome.baseline.numbers[tier].scores]
    certain = [name for name in groups if not changes[name].low <= 0 <= changes[name].high]
    noun = outcome.study.game.group
    if certain:
        told = listing([f"{name} {_change(changes[name])}" for name in certain])
        yield f"Scores of {plural(noun)} that change for certain, in points: {told}."
    else:
        yield f"No score of a {noun} changes for certain."
    yield f"Pull changes by {_change(changes[PULL])} points."
    yield f"The first player's advantage changes by {_change(changes[FIRST])} points."
    yield f"A game changes by {_change(changes[TURNS])} turns of both players together."
    if tested.variant.cost:
        yield f"For the designer: {tested.variant.cost}"


def _change(found: Estimate) -> str:
    return f"{signed(found.mean)} ({interval(found.low, found.high, is_signed=True)})"


def would_change(outcome: Outcome) -> Iterator[str]:
    """What would change the verdicts."""
    yield from _nearest(outcome)
    for tested in outcome.tested:
        if tested.verdict.word == UNDECIDED and tested.verdict.reasons:
            yield f"{line_of(outcome, tested)}."
    for again in outcome.rulings:
        for name, verdict in again.verdicts.items():
            before, now = outcome.of(name).verdicts[outcome.study.must_pass[0]].word, verdict.word
            if now != before and UNDECIDED not in (now, before):
                yield f"With the ruling {again.name}, {name} comes out {now}, not {before}."
    for name in ("baseline", *outcome.leading):
        same, other, _ = _rosters(outcome, name)
        if other:
            word = outcome.of(name).verdict.word
            yield (
                f"With other cards: of {counted(len(outcome.rosters), 'roster')}, {name} comes out"
                f" {word} on {same} and otherwise on {other}."
            )


def _nearest(outcome: Outcome) -> Iterator[str]:
    """The numbers on which the decision hangs most."""
    names = ["baseline"]
    if outcome.decision.word == ADOPT:
        names.append(outcome.decision.candidate)
    for name in names:
        verdict = outcome.of(name).verdict
        if verdict.word in (FLAT, NOT_FLAT, PASSES):
            nearest = _decisive(verdict)
            away = number(_margin(nearest))
            yield (
                f"For {name} the number on which it hangs most is {check_words(nearest)}, with"
                f" {nearest.tier}: the nearer end of its interval is {away} from the target."
            )


def _decisive(verdict: Verdict) -> Check:
    """The number that would have to move least for another verdict."""
    if verdict.word != FLAT:
        return min(verdict.reasons, key=_margin)
    # A flat game has to lose every number by which it is flat, in one of the tiers.
    tiers = dict.fromkeys(check.tier for check in verdict.reasons)
    lasts = [max((c for c in verdict.reasons if c.tier == t), key=_margin) for t in tiers]
    return min(lasts, key=_margin)


def _margin(check: Check) -> float:
    """How far the nearer end of an interval lies from the edge of its target."""
    return min(abs(end - edge) for edge in check.edges for end in (check.low, check.high))


def rests_on(outcome: Outcome) -> Iterator[tuple[str, str]]:
    """How much the verdicts rest on the cards, on assumed rulings and on pilots."""
    names = ["baseline", *outcome.leading]
    yield "The cards", _about_rosters(outcome, names)
    yield "Assumed rulings", _about_rulings(outcome, names)
    yield "The pilots", _about_tiers(outcome)
    yield (
        "The search",
        (
            "Decks are those that a search has found with the pilot"
            f" {outcome.study.hunter.name}, in {outcome.study.search.games:,} games for each"
            f" {outcome.study.game.group} and as many for mixed decks as for all of these together."
            " Better ones may exist. The intervals are about the games of these decks, not about"
            " which decks another search would find; the perturbed rosters, searched anew, show"
            " some of that."
        ),
    )


def _about_rosters(outcome: Outcome, names: Sequence[str]) -> str:
    if not outcome.rosters:
        return "No perturbed roster was played: how much rests on single cards is not known."
    moved = outcome.rosters[0].about
    told = []
    for name in names:
        same, other, unsure = _rosters(outcome, name)
        word = outcome.of(name).verdict.word
        told.append(
            f"{name} is {word} again on {same}, otherwise on {other}, undecided on {unsure}"
        )
    rosters = counted(len(outcome.rosters), "perturbed roster")
    return f"Of {rosters} ({moved} in the first): {'; '.join(told)}."


def _rosters(outcome: Outcome, name: str) -> tuple[int, int, int]:
    return times_same(name, outcome.of(name).verdict.word, outcome.rosters)


def _about_rulings(outcome: Outcome, names: Sequence[str]) -> str:
    if not outcome.rulings:
        return "The rules have no assumed ruling with another choice, or none was tried."
    told = []
    for name in names:
        before = outcome.of(name).verdicts[outcome.study.must_pass[0]].word
        same, other, unsure = times_same(name, before, outcome.rulings)
        told.append(
            f"{name} ({before}) the same with {same}, otherwise with {other}, open with {unsure}"
        )
    choices = counted(len(outcome.rulings), "other choice")
    left = (
        f" Not tried, since no other choice is named: {', '.join(outcome.unmeasured)}."
        if outcome.unmeasured
        else ""
    )
    return f"Of {choices} of assumed rulings, on the same decks: {'; '.join(told)}.{left}"


def _about_tiers(outcome: Outcome) -> str:
    split = [
        f"{tested.variant.name} ({', '.join(f'{t}: {v.word}' for t, v in tested.verdicts.items())})"
        for tested in outcome.tested
        if len({verdict.word for verdict in tested.verdicts.values()}) > 1
    ]
    tiers = listing([tier.name for tier in outcome.study.tiers])
    if len(outcome.study.tiers) == 1:
        return f"Only {tiers} has played: whether other pilots would agree is not known."
    if not split:
        return f"Every verdict is the same with {tiers}."
    return f"The verdict is not the same with {tiers} of: {'; '.join(split)}."
