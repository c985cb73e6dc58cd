"""What the card tables say, by the best measure that there is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forgesim.report.account import again, impact_command, more_pilots
from forgesim.report.agreement import Marks, marks
from forgesim.report.findings.model import Finding, are, effect, few, weightiest
from forgesim.report.scope import Scope, cards_of, crew_of, even_scopes, in_short
from forgesim.report.verdicts import Claim, Verdict, claims, sorted_out
from forgesim.report.words import capital, counted, listing, threshold


@dataclass(frozen=True)
class _Measure:
    """A measure of cards: its column, and against what it compares."""

    key: str
    against: str

    def claims(self, scope: Scope) -> list[Claim]:
        """What a tier's table says of cards, by their ids."""
        return claims(scope.table("cards"), "card", self.key, 0, f"{self.key}_p_adjusted")


_REPLACED = _Measure("replacement", "In place of a plain stand-in of its cost,")
_EARLY = _Measure("top", "Having it early instead of an average card of its deck,")


def about_cards(scope: Scope) -> list[Finding]:
    """Which cards shift the score of a deck, and whether the best measure was computed."""
    if _REPLACED.claims(scope):
        return [_shifts(scope, _REPLACED), *_where_measured(scope)]
    if not len(scope.table("cards")):
        return []
    early = [_shifts(scope, _EARLY)] if _EARLY.claims(scope) else []
    text = (
        "Replacement impact, the measure to trust most, is not computed for this run. What is known"
        " of cards here compares a card with the rest of its own deck: in a strong deck, a fair"
        " card looks weak. This measures it, for the report to show:"
    )
    return [*early, Finding("cards", Verdict.NOTE, text, (impact_command(scope.results),))]


def _where_measured(scope: Scope) -> list[Finding]:
    """That replacement impact is known for one of several tiers; how to have it for all."""
    tiers = [each.tier for each in even_scopes(scope.results)]
    measured = [each.tier for each in even_scopes(scope.results) if _REPLACED.claims(each)]
    if len(measured) == len(tiers):
        return [] if len(tiers) > 1 or not crew_of(scope.results) else [_unchecked(scope)]
    text = (
        f"That is measured with {listing(measured)} only, so it is not known whether it holds with"
        " other pilots. This measures it with each pilot tier of the run:"
    )
    return [Finding("cards", Verdict.PILOTS, text, (impact_command(scope.results, tiers),))]


def _unchecked(scope: Scope) -> Finding:
    """That the pilot check is not about cards."""
    text = (
        f"What cards do with other pilots than {scope.tier} is not checked: that takes more games."
        " This plays as many of them by several pilots:"
    )
    return Finding("cards", Verdict.NOTE, text, (more_pilots(scope.results),))


def _shifts(scope: Scope, measure: _Measure) -> Finding:
    found, marked = measure.claims(scope), marks(scope, measure.claims)
    by = sorted_out(found, scope.matters, marked.contrary)
    beyond = [claim for claim in found if claim.verdict(scope.matters) is Verdict.MATTERS]
    beyond.sort(key=lambda claim: (-abs(claim.gap), claim.name))
    limit = threshold(scope.matters)
    rest = _rest(scope, found, limit)
    if not beyond:
        text = f"{measure.against} no card of {len(found)} is shown to shift the score of its deck"
        return Finding("cards", weightiest(by), f"{text} by more than {limit}: {rest}.")
    text = (
        f"{measure.against} {len(beyond)} of {counted(len(found), 'card')}"
        f" {'shifts' if len(beyond) == 1 else 'shift'} the score of a deck by more than {limit},"
        f" for certain{_with_all(beyond, marked)}."
    )
    for side, part in (
        ("Strongest", [claim for claim in beyond if claim.gap > 0]),
        ("Weakest", [claim for claim in beyond if claim.gap < 0]),
    ):
        text += f" {side}: {_named(scope, part, marked)}." if part else ""
    text += f" {capital(rest)}." if rest else ""
    tried, commands = _trials(scope, beyond) if measure is _REPLACED else ("", ())
    is_plain = any(claim.name not in marked.contrary for claim in beyond)
    verdict = Verdict.MATTERS if is_plain else Verdict.PILOTS
    return Finding("cards", verdict, text + tried, commands)


def _with_all(beyond: Sequence[Claim], marked: Marks) -> str:
    """How many of the cards do so with every pilot tier, where there are several."""
    if len(marked.tiers) < 2:
        return ""
    stable = marked.stable(beyond)
    return f", {'all' if stable == len(beyond) else stable or 'none'} of them with {marked.who}"


def _named(scope: Scope, found: Sequence[Claim], marked: Marks) -> str:
    """Cards with what they are and what they shift."""
    name = namer(scope)
    return few([f"{name(claim.name)} {effect(claim, marked.text(claim.name))}"
                for claim in found])  # fmt: skip


def namer(scope: Scope) -> Callable[[str], str]:
    """Names cards by their ids, with what they are: Wick Imp (2, 2/2 EMBER)."""
    known = cards_of(scope.results)

    def name(card: str) -> str:
        return f"{known[card].name} ({in_short(known[card])})" if card in known else card

    return name


def _rest(scope: Scope, found: Sequence[Claim], limit: str) -> str:
    """How many cards are not shown to matter, and why."""
    by = sorted_out(found, scope.matters)
    same = sum(is_stand_in(claim) for claim in found)
    within = f"within {limit}" + (f" ({same} of them the stand-in itself)" if same else "")
    kinds = ((Verdict.SMALL, within), (Verdict.UNDECIDED, "undecided"))
    return listing([f"{len(by[v])} {are(len(by[v]))} {text}" for v, text in kinds if by[v]])


def is_stand_in(claim: Claim) -> bool:
    """Whether a card is the stand-in: then nothing was played, and the difference is exactly 0."""
    return claim.low == claim.high == 0


def _trials(scope: Scope, beyond: Sequence[Claim]) -> tuple[str, tuple[str, ...]]:
    """What to try with the strongest and the weakest card, and the commands that do."""
    cards = cards_of(scope.results)
    tried = []
    for sign in (1, -1):
        end = next((claim.name for claim in beyond if claim.gap * sign > 0), "")
        cost = cards[end].facts.get("cost") if end in cards else None
        if isinstance(cost, int) and _can_cost(scope, end, cost + sign):
            tried.append((f"{cards[end].name} at cost {cost + sign}", f"card.{end}.cost={sign:+d}"))
    if not tried:
        return "", ()
    ways = " or with ".join(way for way, _ in tried)
    commands = tuple(again(scope.results, settings=(setting,)) for _, setting in tried)
    return f" To try a change, play the same games with {ways}:", commands


def _can_cost(scope: Scope, card: str, cost: int) -> bool:
    """Whether the game's rules allow a card at another cost."""
    game, known = scope.results.plan.game, cards_of(scope.results)[card]
    facts = {"id": known.id, "name": known.name, **known.facts, "cost": cost}
    try:
        return not game.card_problems(game.card_model.model_validate(facts))
    except ValueError:
        return False
