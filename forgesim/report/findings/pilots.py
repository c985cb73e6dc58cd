"""Whether the findings hang on who plays, which decks do, and how well the pilots play."""

import pandas as pd

from forgesim.kernel.jit import engine_digest
from forgesim.report.account import more_pilots, report_again
from forgesim.report.findings.model import Finding, few, weightiest
from forgesim.report.scope import (
    Scope,
    check_scopes,
    even_scopes,
    headlines,
    untested,
    who_plays,
)
from forgesim.report.verdicts import Claim, Verdict, claims, sorted_out
from forgesim.report.words import (
    counted,
    decimals_for,
    interval,
    listing,
    number,
    percent,
    points,
    signed,
)
from forgesim.results import Results
from forgesim.stats.robustness import ALL

_SHOWN = 5
"""Numbers that turn round with the pilot which a sentence names."""


def about_pilots(scope: Scope) -> list[Finding]:
    """Whether the conclusions hold for each pilot tier, and which tiers are not known."""
    missing = untested(scope.results)
    not_tested = f" Not tested: {listing(missing)}." if missing else ""
    lines = headlines(scope.results)
    if not len(lines) or lines["tier"].nunique() < 2:
        return [_one_way(scope, not_tested)]
    verdict, text = _agreement(lines.drop_duplicates(["kind", "name"]), lines["tier"].nunique())
    text += f" The numbers below are those of the tier {scope.tier}.{_checked(scope)}{not_tested}"
    return [Finding("pilots", verdict, text)]


def _one_way(scope: Scope, not_tested: str) -> Finding:
    """That everything holds for one way of playing, and how to have more of them."""
    text = (
        f"All findings here hold for one way of playing, {scope.tier}:"
        f" {who_plays(scope.results, scope.tier)}. Another way can turn them round.{not_tested}"
    )
    if can_be_checked(scope):
        text += " This checks what holds with other pilots, on the same seeds:"
        return Finding("pilots", Verdict.PILOTS, text, (report_again(scope.results),))
    text += " This plays the same games by several pilots, and reports what holds with each:"
    return Finding("pilots", Verdict.PILOTS, text, (more_pilots(scope.results),))


def can_be_checked(scope: Scope) -> bool:
    """Whether the run's games can be played by other pilots: it is stored, and of this engine."""
    results = scope.results
    engine = (results.versions or {}).get("engine")
    return results.path is not None and engine == engine_digest() and bool(even_scopes(results))


def _checked(scope: Scope) -> str:
    """Who played in the pilot check alone, and what it says nothing about."""
    others = [each.tier for each in check_scopes(scope.results)]
    check = scope.results.check
    if not others or check is None:
        return ""
    return (
        f" {listing(others)} played in a pilot check, {counted(check.plan.pairs, 'pair')} of each"
        " matchup; cards and tempo are not checked."
    )


def _agreement(lines: pd.DataFrame, tiers: int) -> tuple[Verdict, str]:
    """How many headline numbers keep their direction, and which turn round."""
    holds = lines["holds"].astype(str)
    stable = int(holds.str.startswith("all").sum())
    turned = [str(name) for name in lines["name"][holds.str.startswith("reversed")]]
    every = "both" if tiers == 2 else f"all {tiers}"
    text = (
        f"{stable} of {counted(len(lines), 'headline number')} are for certain on the same side of"
        f" even with {every} pilot tiers; what is not is marked below."
    )
    if not turned:
        return Verdict.NOTE, f"{text} None turns round."
    text += (
        f" {len(turned)} {'turns' if len(turned) == 1 else 'turn'} round with the pilot:"
        f" {few(turned, _SHOWN)}. Do not act on these before you know which pilot plays them as"
        " people do."
    )
    return Verdict.PILOTS, text


def about_skill(scope: Scope) -> list[Finding]:
    """Which pilot is the strongest, and which decks gain more than others in its hands."""
    gaps, strengths = (
        table_of(scope.results, "pilot_gaps"),
        table_of(scope.results, "pilot_strengths"),
    )
    if not len(gaps) or not len(strengths):
        return []
    own, other = str(gaps["tier"].iloc[0]), str(gaps["against"].iloc[0])
    best = strengths[(strengths["tier"] == own) & (strengths["against"] == other)].iloc[0]
    decimals = decimals_for(best["low"], best["high"])
    text = (
        f"{_standing(strengths, own)}: with the same decks it wins"
        f" {percent(best['score'], decimals)} ({interval(best['low'], best['high'], decimals)}) of"
        f" the games against {other}. Against a field that {other} plays, a deck gains"
        f" {points(float(gaps['gap'].mean()))} on average when {own} plays it."
    )
    found = gap_claims(scope.results)
    by = sorted_out(found, scope.matters)
    by_name = dict(zip(gaps["deck"], gaps["gap"], strict=True))
    for words, part in (
        ("Clearly more, so these need skill", [c for c in by[Verdict.MATTERS] if c.gap > 0]),
        ("Clearly less", [c for c in by[Verdict.MATTERS] if c.gap < 0]),
    ):
        shown = few([f"{claim.name} {signed(by_name[claim.name])}" for claim in part])
        text += f" {words}: {shown}." if part else ""
    if not by[Verdict.MATTERS]:
        text += " No deck is shown to gain clearly more than others."
    return [Finding("pilots", weightiest(by) if by[Verdict.MATTERS] else Verdict.NOTE, text)]


def _standing(strengths: pd.DataFrame, own: str) -> str:
    """Whether a tier is the strongest of all, or next to it."""
    overall = strengths[strengths["against"] == ALL]
    first = str(overall.loc[overall["is_strongest"], "tier"].iloc[0])
    if first == own:
        return f"Of {listing(list(overall['tier']))}, {own} is the strongest pilot"
    return f"{first} is the strongest pilot here, {own} the best of the others"


def gap_claims(results: Results) -> list[Claim]:
    """How much more than the average deck each deck gains in the best hands."""
    gaps = table_of(results, "pilot_gaps")
    return claims(gaps, "deck", "beyond", 0, "beyond_p_adjusted")


def table_of(results: Results, name: str) -> pd.DataFrame:
    """A table of the run; empty where there is none."""
    table = results.tables.get(name)
    return pd.DataFrame() if table is None else table


def restriction_claims(results: Results, scope: str = "field") -> list[Claim]:
    """What each restriction costs, over the field."""
    table = table_of(results, "restrictions")
    if not len(table):
        return []
    return claims(table[table["scope"] == scope], "forbidden", "worth", 0)


def about_restrictions(scope: Scope) -> list[Finding]:
    """What it costs decks most and least when their pilot is forbidden something."""
    found = sorted(restriction_claims(scope.results), key=lambda claim: (-claim.gap, claim.name))
    if not found:
        return []
    tier = str(table_of(scope.results, "restrictions")["tier"].iloc[0])
    most, least = found[:_SHOWN], found[_SHOWN:][-3:]
    text = (
        f"Forbidden to its pilot ({tier}), these cost a deck most points: {listing(_worths(most))}"
    )
    text += f"; and these least: {listing(_worths(least))}" if least else ""
    text += (
        ". The cards stay in the deck and lie in hand: this says what these decks lean on, not what"
        " they would be without."
    )
    return [Finding("restrictions", weightiest(sorted_out(found, scope.matters)), text)]


def _worths(found: list[Claim]) -> list[str]:
    return [f"{claim.name} {number(claim.gap)} ({interval(claim.low, claim.high)})"
            for claim in found]  # fmt: skip


def about_health(scope: Scope) -> list[Finding]:
    """How often pilots did what no person would, and what that does not say."""
    table = scope.table("health")
    if not len(table):
        return []
    sums = table.groupby("check", sort=False)[["chances", "events"]].sum()
    sums = sums[sums["chances"] > 0]
    columns = list(zip(sums.index, sums["events"], sums["chances"], strict=True))
    if not columns:
        return []
    seen = [f"{check} {rate(events, chances)}" for check, events, chances in columns if events]
    never = [str(check) for check, events, _ in columns if not events]
    parts = [f"{listing(seen)} of the times when it could happen"] if seen else []
    parts += [f"{listing(never)} never"] if never else []
    text = (
        f"{counted(len(columns), 'slip')} of the pilots {'is' if len(columns) == 1 else 'are'}"
        f" counted: {'; '.join(parts)}. {_NOT_CHECKED}"
    )
    return [Finding("health", Verdict.NOTE, text)]


_NOT_CHECKED = (
    "A zero says that this slip was not seen, not that the pilots play well: whether they plan"
    " ahead, hold a card back or see through the other side is not checked. Read a replay or two."
)


def rate(events: float, chances: float) -> str:
    """How often something happened, of all the times when it could."""
    if not events:
        return "never"
    share = 100 * events / chances
    if share < 0.01:
        return f"below {percent(0.01, 2)}"
    return percent(share, 1 if share >= 1 else 2)
