"""How much the games can show at all."""

import numpy as np

from forgesim.report.findings.model import Finding
from forgesim.report.scope import Scope
from forgesim.report.verdicts import POWER_RATIO, Verdict, claims
from forgesim.report.words import NBSP, about, points, threshold


def few_games(scope: Scope) -> list[Finding]:
    """That the games are too few to find what matters, and how many would do."""
    typical = _typical(scope)
    if typical is None or typical[1] * POWER_RATIO <= scope.matters:
        return []
    subject, half = typical
    smallest = half * POWER_RATIO
    needed = scope.games * (smallest / scope.matters) ** 2
    text = (
        f"{_games(scope)} are too few to find every difference of {threshold(scope.matters)}. The"
        f" score of {subject} is known to about ±{_size(half)}; of true differences of"
        f" {_size(smallest)}, one in five would be missed, and of smaller ones more. To find"
        f" {threshold(scope.matters)} four times in five, play about {about(needed)} games in all."
    )
    return [Finding("limits", Verdict.UNDECIDED, text)]


def many_games(scope: Scope) -> list[Finding]:
    """How small a difference the games can show, and why not each of them is important."""
    typical = _typical(scope)
    if typical is None or typical[1] * POWER_RATIO > scope.matters:
        return []
    subject, half = typical
    text = (
        f"With {_games(scope)} the score of {subject} is known to about ±{_size(half)}; a true"
        f" difference of {_size(half * POWER_RATIO)} would be found four times in five."
    )
    if half < scope.matters / 10:
        text += (
            " Nearly every difference is certain then. That does not make it important: here only"
            f" what is beyond {threshold(scope.matters)} is said to matter."
        )
    return [Finding("limits", Verdict.NOTE, text)]


def _typical(scope: Scope) -> tuple[str, float] | None:
    """What the scores of the run are about, and how far one of them may typically be off."""
    for name, subject in (("decks", "a deck"), ("matchups", "a matchup")):
        found = claims(scope.table(name), "tier", "score")
        if found:
            return subject, float(np.median([claim.half_width for claim in found]))
    return None


def _games(scope: Scope) -> str:
    return f"{scope.games:,}{NBSP}games"


def _size(value: float) -> str:
    """An uncertainty in points: two digits are enough."""
    return points(value, 0 if value >= 9.5 else 1 if value >= 0.095 else 2)
