"""Whether the findings hang on who plays, and how well the pilots play."""

import pandas as pd

from forgesim.report.account import more_pilots
from forgesim.report.findings.model import Finding, few
from forgesim.report.scope import Scope, even_scopes, headlines, untested, who_plays
from forgesim.report.verdicts import Verdict
from forgesim.report.words import counted, listing, percent

_SHOWN = 5
"""Numbers that turn round with the pilot which a sentence names."""


def about_pilots(scope: Scope) -> list[Finding]:
    """Whether the conclusions hold for each pilot tier that was played, and which were not."""
    missing = untested(scope.results)
    not_tested = f" Not tested: {listing(missing)}." if missing else ""
    lines = headlines(scope.results)
    if len(even_scopes(scope.results)) < 2 or not len(lines):
        return [_one_way(scope, not_tested)]
    verdict, text = _agreement(lines.drop_duplicates(["kind", "name"]), lines["tier"].nunique())
    text += f" The numbers below are those of the tier {scope.tier}.{not_tested}"
    return [Finding("pilots", verdict, text)]


def _one_way(scope: Scope, not_tested: str) -> Finding:
    """That everything holds for one way of playing, and how to have more of them."""
    text = (
        f"All findings here hold for one way of playing, {scope.tier}:"
        f" {who_plays(scope.results, scope.tier)}. Another way can turn them round.{not_tested}"
        " This plays the same games by several pilots, and reports what holds with each:"
    )
    return Finding("pilots", Verdict.PILOTS, text, (more_pilots(scope.results),))


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
