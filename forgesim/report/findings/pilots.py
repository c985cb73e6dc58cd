"""Whether the findings hang on who plays, and how well the pilots play."""

import pandas as pd

from forgesim.report.findings.model import Finding, few
from forgesim.report.scope import Scope, untested
from forgesim.report.verdicts import Verdict
from forgesim.report.words import counted, listing, percent

_SHOWN = 5
"""Numbers that turn round with the pilot which a sentence names."""


def about_pilots(scope: Scope) -> list[Finding]:
    """Whether the conclusions hold for each pilot tier that was played, and which were not."""
    missing = untested(scope.results)
    not_tested = f" Not tested: {listing(missing)}." if missing else ""
    table = scope.results.tables.get("pilots")
    tiers = table["tier"].nunique() if table is not None and len(table) else 0
    if table is None or tiers < 2:
        text = (
            f"All this was played by one pilot tier: {scope.tier}. What holds for one way of"
            f" playing alone is a finding about that way.{not_tested}"
        )
        return [Finding("pilots", Verdict.UNDECIDED, text)]
    verdict, text = _agreement(table.drop_duplicates(["kind", "name"]), tiers)
    return [Finding("pilots", verdict, text + not_tested)]


def _agreement(lines: pd.DataFrame, tiers: int) -> tuple[Verdict, str]:
    """How many headline numbers keep their direction, and which turn round."""
    holds = lines["holds"].astype(str)
    stable = int(holds.str.startswith("all").sum())
    turned = [str(name) for name in lines["name"][holds.str.startswith("reversed")]]
    text = (
        f"{stable} of {counted(len(lines), 'headline number')} are on the same side of even with"
        f" {'both' if tiers == 2 else f'all {tiers}'} pilot tiers."
    )
    if not turned:
        return Verdict.NOTE, f"{text} None turns round."
    text += (
        f" {len(turned)} {'turns' if len(turned) == 1 else 'turn'} round with the pilot:"
        f" {few(turned, _SHOWN)}. Do not act on these before you know which pilot plays them as"
        " people do."
    )
    return Verdict.MATTERS, text


def about_health(scope: Scope) -> list[Finding]:
    """How often pilots did what no person would."""
    table = scope.table("health")
    if not len(table):
        return []
    sums = table.groupby("check", sort=False)[["chances", "events"]].sum()
    sums = sums[sums["chances"] > 0]
    columns = zip(sums.index, sums["events"], sums["chances"], strict=True)
    shown = [f"{check} {rate(events, chances)}" for check, events, chances in columns]
    if not shown:
        return []
    text = (
        f"How the pilots played, as a share of their chances: {listing(shown)}. Silly play is the"
        " first reason to distrust a simulation; look at the replays."
    )
    return [Finding("health", Verdict.NOTE, text)]


def rate(events: float, chances: float) -> str:
    """How often something happened, of all the times when it could."""
    if not events:
        return "never"
    share = 100 * events / chances
    if share < 0.01:
        return f"below {percent(0.01, 2)}"
    return percent(share, 1 if share >= 1 else 2)
