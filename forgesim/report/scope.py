"""What one pilot tier of a run has to show."""

import shlex
from dataclasses import dataclass
from typing import Any

import pandas as pd

from forgesim.cards.pilots import OWN
from forgesim.cards.shipped import shipped_names
from forgesim.results import Results

NEVER_A_TIER = "random"
"""The pilot that shows nothing about decks: it is no tier, and nobody misses it."""


@dataclass(frozen=True)
class Scope:
    """The tables of a run, as far as they are about one tier.

    Attributes
    ----------
    results : Results
    tier : str
        Name of the tier.
    """

    results: Results
    tier: str

    def table(self, name: str) -> pd.DataFrame:
        """Rows of the tier; empty where there is no such table, or nothing in it."""
        table: pd.DataFrame | None = self.results.tables.get(name)
        if table is None or not len(table) or "tier" not in table:
            return pd.DataFrame()
        return table.loc[table["tier"] == self.tier].reset_index(drop=True)

    def rows(self, name: str, **wanted: Any) -> pd.DataFrame:
        """Rows of the tier in which columns have a value."""
        table = self.table(name)
        for column, value in wanted.items():
            if not len(table):
                break
            table = table[table[column] == value]
        return table.reset_index(drop=True)

    @property
    def matters(self) -> float:
        """From how many points on a difference matters."""
        return self.results.matters

    @property
    def games(self) -> int:
        """Games of the run."""
        return self.results.games

    @property
    def group(self) -> str:
        """The game's word for a group of cards: faction."""
        return self.results.plan.game.group

    @property
    def is_even(self) -> bool:
        """Whether both sides have pilots alike, so that scores compare decks."""
        return any(t.is_even for t in self.results.plan.tiers if t.name == self.tier)


def body(results: Results) -> Scope:
    """The tier with which the report is filled: the first of which anything was played."""
    scopes = [Scope(results, tier.name) for tier in results.plan.tiers]
    return next((scope for scope in scopes if len(scope.table("matchups"))), scopes[0])


def untested(results: Results) -> list[str]:
    """Pilot tiers that could have been played as well, and were not."""
    played = {tier.name for tier in results.plan.tiers}
    known = [OWN, *shipped_names(results.plan.game.name, "pilots")]
    return [name for name in known if name not in played and name != NEVER_A_TIER]


def group_of(results: Results) -> dict[str, str]:
    """Group of each deck."""
    return {deck.name: deck.group for deck in results.plan.decks}


def card_names(results: Results) -> dict[str, str]:
    """Printed name of each card, by its id."""
    return {card.id: card.name for deck in results.plan.decks for card in deck.cards}


def run_name(results: Results) -> str:
    """The run as a command names it."""
    return "RUN" if results.path is None else shlex.quote(results.path.as_posix())
