"""What the card tables say, by the best measure that there is."""

from collections.abc import Sequence

from forgesim.report.findings.model import Finding, are, named_effects, weightiest
from forgesim.report.scope import Scope, card_names
from forgesim.report.verdicts import Claim, Verdict, claims, sorted_out
from forgesim.report.words import capital, counted, listing, threshold

_REPLACED = "In place of a plain stand-in of its cost,"
_EARLY = "Having it early instead of an average card of its deck,"


def about_cards(scope: Scope) -> list[Finding]:
    """Which cards shift the score of a deck, and whether the best measure was computed."""
    table = scope.table("cards")
    if not len(table):
        return []
    names = card_names(scope.results)
    table = table.assign(name=[names.get(card, str(card)) for card in table["card"]])
    found = claims(table, "name", "replacement", 0, "replacement_p_adjusted")
    if found:
        return [_shifts(scope, found, _REPLACED)]
    found = claims(table, "name", "top", 0, "top_p_adjusted")
    return [*([_shifts(scope, found, _EARLY)] if found else []), _NOT_COMPUTED]


_NOT_COMPUTED = Finding(
    "cards",
    Verdict.NOTE,
    "Replacement impact, the measure to trust most, is not computed for this run. What is known of"
    " cards here compares a card with the rest of its own deck: in a strong deck, a fair card looks"
    " weak.",
)


def _shifts(scope: Scope, found: Sequence[Claim], against: str) -> Finding:
    by = sorted_out(found, scope.matters)
    beyond = by[Verdict.MATTERS]
    limit = threshold(scope.matters)
    rest = _rest(by, limit)
    if not beyond:
        text = f"{against} no card of {len(found)} is shown to shift the score of its deck by more"
        return Finding("cards", weightiest(by), f"{text} than {limit}: {rest}.")
    verb = "shifts" if len(beyond) == 1 else "shift"
    text = (
        f"{against} {len(beyond)} of {counted(len(found), 'card')} {verb} the score of a deck by"
        f" clearly more than {limit}."
    )
    for side, part in (
        ("Strongest", [claim for claim in beyond if claim.gap > 0]),
        ("Weakest", [claim for claim in beyond if claim.gap < 0]),
    ):
        text += f" {side}: {named_effects(part)}." if part else ""
    return Finding("cards", Verdict.MATTERS, text + (f" {capital(rest)}." if rest else ""))


def _rest(by: dict[Verdict, list[Claim]], limit: str) -> str:
    """How many cards are not shown to matter, and why."""
    kinds = ((Verdict.SMALL, f"within {limit}"), (Verdict.UNDECIDED, "undecided"))
    return listing([f"{len(by[v])} {are(len(by[v]))} {text}" for v, text in kinds if by[v]])
