"""From tables to sentences: what a run shows, how surely, and what it does not show.

Each function looks at one table and returns at most a few findings. A finding never says more than
its interval: see `forgesim.report.verdicts`.
"""

from collections.abc import Callable, Sequence

from forgesim.report.findings.cards import about_cards
from forgesim.report.findings.limits import few_games, many_games
from forgesim.report.findings.model import Finding
from forgesim.report.findings.pilots import (
    about_health,
    about_pilots,
    about_restrictions,
    about_skill,
)
from forgesim.report.findings.play import about_metagame, about_tempo
from forgesim.report.findings.scores import (
    about_decks,
    about_factions,
    about_matchups,
    about_seats,
)
from forgesim.report.scope import Scope
from forgesim.report.verdicts import Verdict

__all__ = ["Finding", "Verdict", "headline"]

_PARTS: Sequence[Callable[[Scope], list[Finding]]] = (
    few_games,
    about_pilots,
    about_factions,
    about_decks,
    about_seats,
    about_matchups,
    about_cards,
    about_metagame,
    about_tempo,
    about_skill,
    about_restrictions,
    about_health,
    many_games,
)


def headline(scope: Scope) -> list[Finding]:
    """The findings of a tier, in the order in which a designer needs them."""
    return [finding for part in _PARTS for finding in part(scope)]
