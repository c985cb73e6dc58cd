"""The metagame: which decks would be left if everybody chose well."""

import pandas as pd

from forgesim.report.figures.shares import LEAST, SHOWN, bars
from forgesim.report.figures.style import Drawing
from forgesim.report.scope import Scope, group_of
from forgesim.report.words import percent
from forgesim.stats.pairs import Estimate


def equilibrium(scope: Scope) -> Drawing | None:
    """Shares of the decks in equilibrium; None where they are not known."""
    table = scope.table("decks")
    if not len(table) or "share" not in table or not table["share"].notna().any():
        return None
    table = table.sort_values(["share", "deck"], ascending=[False, True])
    shown = table[table["share"] >= LEAST].head(SHOWN)
    return Drawing(
        "metagame",
        "What is left when everybody chooses well",
        "Share of each deck in an equilibrium of the field: the most even mix of decks against"
        " which no deck wins clearly more than half of its games. The thin lines are 95\u00a0%"
        " intervals. A deck that is missing is beaten by what the others choose."
        f"{_left_out(table, shown)}",
        _alt(shown),
        bars(
            [str(deck) for deck in shown["deck"]],
            [group_of(scope.results).get(deck, "") for deck in shown["deck"]],
            [
                Estimate(share, low, high, 0)
                for share, low, high in shown[["share", "share_low", "share_high"]].to_numpy(float)
            ],
        ),
    )


def _alt(shown: pd.DataFrame) -> str:
    if not len(shown):
        return "No deck has a share."
    first = shown.iloc[0]
    largest = f"{percent(float(first['share']))} for {first['deck']}"
    return f"Bars of {len(shown)} decks; the largest share is {largest}."


def _left_out(table: pd.DataFrame, shown: pd.DataFrame) -> str:
    """What is said of decks that have a share, but a small one."""
    rest = table[table["share"] > 0]["share"].iloc[len(shown) :]
    if not len(rest):
        return ""
    return f" {len(rest)} more have {percent(float(rest.sum()))} together."
