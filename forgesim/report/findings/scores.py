"""What the scores say: factions, decks, going first, matchups."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from forgesim.report.agreement import REVERSED, Find, Marks, marks
from forgesim.report.findings.model import (
    NAMED,
    Finding,
    are,
    few,
    how_far,
    named_scores,
    score,
    weightiest,
    what_would_decide,
)
from forgesim.report.scope import Scope, judged_groups, members
from forgesim.report.verdicts import Claim, Verdict, claims, sorted_out
from forgesim.report.words import capital, counted, listing, plural, threshold


def about_factions(scope: Scope) -> list[Finding]:
    """Which factions win more or less than their share, as far as there are such."""
    if not len(scope.table("factions")) or not members(scope.results):
        return []
    judged = judged_groups(scope.results)
    alone = _alone(scope)
    if not judged:
        text = (
            f"{capital(plural(scope.group))} cannot be judged here: that takes two of them with two"
            f" decks or more."
        )
        return [Finding("factions", Verdict.NOTE, text + alone)]
    found = _about_scores(scope, "factions", faction_claims, scope.group)
    return [*found, *([Finding("factions", Verdict.NOTE, alone.strip())] if alone else [])]


def faction_claims(scope: Scope) -> list[Claim]:
    """What the table says of factions: of those with several decks, mixed decks being none."""
    judged = judged_groups(scope.results)
    found = claims(scope.table("factions"), "group", "score")
    return [claim for claim in found if claim.name in judged]


def deck_claims(scope: Scope) -> list[Claim]:
    """What the table says of decks."""
    return claims(scope.table("decks"), "deck", "score")


def _alone(scope: Scope) -> str:
    """That a faction of one deck is that deck."""
    lonely = [f"{group}: one deck, {decks[0]}" for group, decks in members(scope.results).items()
              if len(decks) == 1]  # fmt: skip
    if not lonely:
        return ""
    them = f"the {scope.group}" if len(lonely) == 1 else f"these {plural(scope.group)}"
    shown = "; ".join(
        [*lonely[:NAMED], *([f"{len(lonely) - NAMED} more"] if lonely[NAMED:] else [])]
    )
    return f" {shown}: no statement about {them}."


def about_decks(scope: Scope) -> list[Finding]:
    """Which decks win more or less than their share."""
    return _about_scores(scope, "decks", deck_claims, "deck")


def _about_scores(scope: Scope, topic: str, find: Find, word: str) -> list[Finding]:
    """One finding for each verdict that occurs; of two that add up to 100, one."""
    found, marked = find(scope), marks(scope, find)
    if _is_one_result(scope, found):
        return [_duel(scope, topic, found, marked)]
    by = sorted_out(found, scope.matters, marked.contrary)
    texts = {
        Verdict.MATTERS: _beyond,
        Verdict.PILOTS: _not_with_all,
        Verdict.SMALL: _within,
        Verdict.UNDECIDED: _undecided,
    }
    return [
        Finding(
            topic, verdict, text(by[verdict], _how_many(by[verdict], found, word), scope, marked)
        )
        for verdict, text in texts.items()
        if by[verdict]
    ]


def _is_one_result(scope: Scope, found: Sequence[Claim]) -> bool:
    """Whether two scores are of the same games, so that the one is what the other leaves."""
    names = {claim.name for claim in found}
    everybody = [{deck.name for deck in scope.results.plan.decks},
                 {deck.group for deck in scope.results.plan.decks}]  # fmt: skip
    return len(names) == 2 and names in everybody


def _duel(scope: Scope, topic: str, found: Sequence[Claim], marked: Marks) -> Finding:
    """The one result of two."""
    winner, loser = sorted(found, key=lambda claim: (-claim.gap, claim.name))
    verdict = _verdict(winner, scope, marked)
    text = f"{winner.name} scores {score(winner, marked.text(winner.name))} against {loser.name}"
    return Finding(
        topic, verdict, f"{text}, {_ending(winner, scope)}{_held(winner, scope, marked)}"
    )


def _verdict(claim: Claim, scope: Scope, marked: Marks) -> Verdict:
    return Verdict.PILOTS if claim.name in marked.contrary else claim.verdict(scope.matters)


def _held(claim: Claim, scope: Scope, marked: Marks) -> str:
    """That one claim holds with each tier, where it does; of what is undecided nothing is said."""
    is_open = claim.verdict(scope.matters) is Verdict.UNDECIDED
    return "" if is_open else marked.holding([claim])


def _ending(claim: Claim, scope: Scope) -> str:
    """What is to be thought of one score; the end of a sentence, and more."""
    limit, verdict = threshold(scope.matters), claim.verdict(scope.matters)
    if verdict is Verdict.MATTERS:
        return f"{how_far([claim], scope.matters)}."
    if verdict is Verdict.SMALL:
        luck = "; that it differs at all is no luck" if claim.is_certain else ""
        return f"within {limit} of even, too little to matter{luck}."
    could = f"which could be more than {limit} away from even, or less."
    return f"{could} {what_would_decide([claim], scope)}"


def _how_many(part: Sequence[Claim], of: Sequence[Claim], word: str) -> str:
    """The subject of a sentence with its verb: 3 of 6 factions are."""
    if len(part) == len(of):
        whole = {1: f"The one {word}", 2: f"Both {plural(word)}"}
        return f"{whole.get(len(of), f'All {counted(len(of), word)}')} {are(len(of))}"
    return f"{len(part)} of {counted(len(of), word)} {are(len(part))}"


def _beyond(found: Sequence[Claim], subject: str, scope: Scope, marked: Marks) -> str:
    """Scores that are for certain away from even, those above first."""
    limit = threshold(scope.matters)
    text = (
        f"{subject} for certain more than {limit} away from even, {how_far(found, scope.matters)}."
    )
    if len(found) == 1:
        text = f"{subject} for certain {how_far(found, scope.matters)}."
    for side, part in (
        ("Above", [claim for claim in found if claim.gap > 0]),
        ("Below", [claim for claim in found if claim.gap < 0]),
    ):
        text += f" {side}: {named_scores(part, marked.texts)}." if part else ""
    return text + marked.holding(found)


def _not_with_all(found: Sequence[Claim], subject: str, scope: Scope, marked: Marks) -> str:
    """Scores of which something could be said, if it were true for all pilots."""
    turned = sorted(found, key=lambda claim: REVERSED not in marked.text(claim.name))
    one = "another tier does" if len(found) == 1 else "other pilot tiers do"
    it, these = ("it", "it") if len(found) == 1 else ("them", "these")
    return (
        f"{subject} clear with {scope.tier} and not with every pilot tier:"
        f" {named_scores(turned, marked.texts)}. Do not act on {these} before you know which pilots"
        f" play as people do; {one} not bear {it} out."
    )


def _within(found: Sequence[Claim], subject: str, scope: Scope, marked: Marks) -> str:
    """Scores that are even as far as it matters; whether they are exactly is another question."""
    near = f"within {threshold(scope.matters)} of even, too little to matter"
    certain = [claim.name for claim in found if claim.is_certain]
    luck = ""
    if certain and len(found) == 1:
        luck = " That it differs from even is no luck, but it is little."
    elif certain:
        differ = "differs" if len(certain) == 1 else "differ"
        luck = f" That {few(certain)} {differ} from even is no luck, but it is little."
    scores = named_scores(found, marked.texts)
    return f"{subject} {near}: {scores}.{luck}{marked.holding(found)}"


def _undecided(found: Sequence[Claim], subject: str, scope: Scope, _: Marks) -> str:
    """Scores of which nobody knows yet on which side of the threshold they are."""
    could = f"could be more than {threshold(scope.matters)} away from even, or less"
    text = f"{subject} undecided: {named_scores(found)}. {'It' if len(found) == 1 else 'Each'} "
    return f"{text}{could}. {what_would_decide(found, scope)}"


def about_seats(scope: Scope) -> list[Finding]:
    """What going first is worth."""
    found, marked = seat_claims(scope), marks(scope, seat_claims)
    if not found:
        return []
    (claim,) = found
    mark = marked.text(claim.name)
    text = f"Who goes first wins {score(claim, mark)} of the games, {_ending(claim, scope)}"
    text += _held(claim, scope, marked)
    return [Finding("seats", _verdict(claim, scope, marked), text)]


def seat_claims(scope: Scope) -> list[Claim]:
    """What the table says of going first in all games."""
    return claims(scope.rows("seats", scope="overall"), "name", "advantage", even=0)


def matchup_claims(scope: Scope) -> list[Claim]:
    """What the table says of matchups: the names of both decks, apart by NUL."""
    table = scope.table("matchups")
    if not len(table):
        return []
    table = table.assign(both=table["deck_a"].astype(str) + "\0" + table["deck_b"].astype(str))
    return claims(table, "both", "score")


def about_matchups(scope: Scope) -> list[Finding]:
    """How many matchups are one-sided, and the most one-sided one."""
    found, marked = matchup_claims(scope), marks(scope, matchup_claims)
    if not found or (len(found) == 1 and deck_claims(scope)):
        return []  # two decks have one result, which is told of the decks
    by = sorted_out(found, scope.matters, marked.contrary)
    if len(found) == 1:
        a, b = found[0].name.split("\0")
        text = f"{a} scores {score(found[0])} against {b}, {_ending(found[0], scope)}"
        return [Finding("matchups", weightiest(by), text)]
    text = f"Of {counted(len(found), 'matchup')}, {_parts(by, scope, len(found), marked)}."
    one_sided = max([*by[Verdict.MATTERS], *by[Verdict.PILOTS]], key=_size, default=None)
    if one_sided is not None:
        text += f" The most one-sided: {_versus(one_sided, marked.text(one_sided.name))}."
    elif by[Verdict.UNDECIDED]:
        text += f" {what_would_decide(by[Verdict.UNDECIDED], scope)}"
    return [Finding("matchups", weightiest(by), text)]


def _size(claim: Claim) -> float:
    return abs(claim.gap)


def _parts(by: Mapping[Verdict, Sequence[Claim]], scope: Scope, of: int, marked: Marks) -> str:
    """How many matchups are of which kind."""
    limit = threshold(scope.matters)
    kinds = (
        (Verdict.MATTERS, f"for certain more than {limit} away from even"),
        (Verdict.PILOTS, f"clear with {scope.tier} and not with every pilot tier"),
        (Verdict.SMALL, f"within {limit}, too little to matter"),
        (Verdict.UNDECIDED, "undecided"),
    )
    known = [
        (len(by[verdict]), text + (_stable(by[verdict], marked) if at == 0 else ""))
        for at, (verdict, text) in enumerate(kinds)
        if by[verdict]
    ]
    return listing([f"{'all' if n == of else n} {are(n)} {text}" for n, text in known])


def _stable(found: Sequence[Claim], marked: Marks) -> str:
    """How many claims hold with each tier, as part of a sentence."""
    if len(marked.tiers) < 2:
        return ""
    stable, few_games = marked.stable(found), ", for which it takes more games with all of them"
    if stable == len(found):
        return f" with {marked.who}"
    return f" ({stable or 'none'} of them with {marked.who}{'' if stable else few_games})"


def _versus(claim: Claim, mark: str) -> str:
    """A matchup in words, the stronger deck first."""
    a, b = claim.name.split("\0")
    if claim.gap < 0:
        a, b = b, a
        claim = replace(claim, gap=-claim.gap, low=-claim.high, high=-claim.low)
    return f"{a} scores {score(claim, mark)} against {b}"
