"""What the scores say: factions, decks, going first, matchups."""

from collections.abc import Sequence

from forgesim.report.findings.model import (
    Finding,
    are,
    named_scores,
    score,
    weightiest,
    what_would_decide,
)
from forgesim.report.scope import Scope
from forgesim.report.verdicts import Claim, Verdict, claims, sorted_out
from forgesim.report.words import counted, listing, plural, threshold


def about_factions(scope: Scope) -> list[Finding]:
    """Which factions win more or less than their share."""
    found = claims(scope.table("factions"), "group", "score")
    return _about_scores(scope, "factions", found, scope.group)


def about_decks(scope: Scope) -> list[Finding]:
    """Which decks win more or less than their share."""
    found = claims(scope.table("decks"), "deck", "score")
    return _about_scores(scope, "decks", found, "deck")


def _about_scores(scope: Scope, topic: str, found: Sequence[Claim], word: str) -> list[Finding]:
    """One finding for each verdict that occurs."""
    by = sorted_out(found, scope.matters)
    texts = {
        Verdict.MATTERS: _beyond,
        Verdict.SMALL: _within,
        Verdict.UNDECIDED: _undecided,
    }
    return [
        Finding(topic, verdict, text(by[verdict], _how_many(by[verdict], found, word), scope))
        for verdict, text in texts.items()
        if by[verdict]
    ]


def _how_many(part: Sequence[Claim], of: Sequence[Claim], word: str) -> str:
    """The subject of a sentence with its verb: 3 of 6 factions are."""
    if len(part) == len(of):
        whole = {1: f"The one {word}", 2: f"Both {plural(word)}"}
        return f"{whole.get(len(of), f'All {counted(len(of), word)}')} {are(len(of))}"
    return f"{len(part)} of {counted(len(of), word)} {are(len(part))}"


def _beyond(found: Sequence[Claim], subject: str, scope: Scope) -> str:
    """Scores that are clearly away from even, those above first."""
    text = f"{subject} clearly more than {threshold(scope.matters)} away from even."
    for side, part in (
        ("Above", [claim for claim in found if claim.gap > 0]),
        ("Below", [claim for claim in found if claim.gap < 0]),
    ):
        text += f" {side}: {named_scores(part)}." if part else ""
    return text


def _within(found: Sequence[Claim], subject: str, scope: Scope) -> str:
    """Scores that are even as far as it matters; whether they are exactly is another question."""
    near = f"within {threshold(scope.matters)} of even, too little to matter"
    text = f"{subject} {near}: {named_scores(found)}."
    certain = sum(claim.is_certain for claim in found)
    if certain:
        which = "The difference is" if len(found) == 1 else f"{certain} of these differences"
        which += "" if len(found) == 1 else f" {are(certain)}"
        text += f" {which} certain all the same: there, but small."
    return text


def _undecided(found: Sequence[Claim], subject: str, scope: Scope) -> str:
    """Scores of which nobody knows yet on which side of the threshold they are."""
    could = f"could be more than {threshold(scope.matters)} away from even, or less"
    text = f"{subject} undecided: {named_scores(found)}. {'It' if len(found) == 1 else 'Each'} "
    return f"{text}{could}. {what_would_decide(found, scope)}"


def about_seats(scope: Scope) -> list[Finding]:
    """What going first is worth."""
    found = claims(scope.rows("seats", scope="overall"), "name", "advantage", even=0)
    if not found:
        return []
    claim = found[0]
    endings = {
        Verdict.MATTERS: f"clearly more than {threshold(scope.matters)} away from even",
        Verdict.SMALL: f"within {threshold(scope.matters)} of even, too little to matter"
        + (", though certain" if claim.is_certain else ""),
        Verdict.UNDECIDED: f"which could be more than {threshold(scope.matters)} away from even,"
        " or less",
    }
    verdict = claim.verdict(scope.matters)
    text = f"Who goes first wins {score(claim)} of the games, {endings[verdict]}."
    if verdict is Verdict.UNDECIDED:
        text += f" {what_would_decide(found, scope)}"
    return [Finding("seats", verdict, text)]


def about_matchups(scope: Scope) -> list[Finding]:
    """How many matchups are one-sided, and the most one-sided one."""
    table = scope.table("matchups")
    if not len(table):
        return []
    table = table.assign(both=table["deck_a"].astype(str) + "\0" + table["deck_b"].astype(str))
    found = claims(table, "both", "score")
    if not found:
        return []
    by = sorted_out(found, scope.matters)
    if len(found) == 1:
        text = f"{_versus(found[0])}: {_parts(by, scope, 1)}."
    else:
        text = f"Of {counted(len(found), 'matchup')}, {_parts(by, scope, len(found))}."
    if by[Verdict.MATTERS] and len(found) > 1:
        text += f" The most one-sided: {_versus(by[Verdict.MATTERS][0])}."
    if not by[Verdict.MATTERS] and by[Verdict.UNDECIDED]:
        text += f" {what_would_decide(by[Verdict.UNDECIDED], scope)}"
    return [Finding("matchups", weightiest(by), text)]


def _parts(by: dict[Verdict, list[Claim]], scope: Scope, of: int) -> str:
    """How many matchups are of which kind; of one, of which kind it is."""
    limit = threshold(scope.matters)
    kinds = (
        (Verdict.MATTERS, f"clearly more than {limit} away from even"),
        (Verdict.SMALL, f"within {limit}, too little to matter"),
        (Verdict.UNDECIDED, "undecided"),
    )
    known = [(len(by[verdict]), text) for verdict, text in kinds if by[verdict]]
    if of == 1:
        return known[0][1]
    return listing([f"{'all' if n == of else n} {are(n)} {text}" for n, text in known])


def _versus(claim: Claim) -> str:
    """A matchup in words, the stronger deck first."""
    a, b = claim.name.split("\0")
    if claim.gap < 0:
        a, b = b, a
        claim = Claim(claim.name, -claim.gap, -claim.high, -claim.low, claim.is_certain)
    return f"{a} scores {score(claim)} against {b}"
