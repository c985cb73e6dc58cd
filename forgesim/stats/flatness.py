"""Is a game flat? Identity of the groups, pull of a single group, variety, and what they rest on.

The decks of a field are found by search: some of a single group each, some mixed. All numbers are
about these decks; how they were found is not in the intervals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.stats.field_games import FIRST, PULL, TURNS, FieldGames, mean_estimate, means
from forgesim.stats.metagame import (
    Part,
    advantages,
    hodge,
    part_of,
)
from forgesim.stats.pairs import Estimate
from forgesim.stats.variety import variety

Array = np.ndarray[Any, Any]

FLAT, NOT_FLAT, UNDECIDED = "flat", "not flat", "undecided"


@dataclass(frozen=True)
class Flatness:
    """The numbers of a field, in points, with intervals that hold at the level asked for.

    Attributes
    ----------
    identity, rating, cyclic : Part
        Root mean square over pairs of groups of a group's score against another, less 50, net of
        noise: of all, of the part that strength explains, and of the part that goes in circles.
    between : float array (groups, groups)
        Score of the row's group against the column's.
    pull : Estimate
        Score of the best mono decks against the best mixed ones, less 50.
    pull_of : mapping of str to Estimate
        The same of each group's decks.
    scores : mapping of str to Estimate
        Score of each group, 0 to 100.
    first_player : Estimate
        Score of whoever goes first, less 50.
    turns : Estimate
        Turns of both players in a game.
    mono_share, effective_decks, effective_groups : Estimate
        Of the equilibrium; 95 % intervals by bootstrap, whatever the level.
    shares : mapping of str to float
        Share of each group, and of mixed decks, in the equilibrium, 0 to 100.
    reasons : float array (reasons,)
        Share of games by why they ended, 0 to 100.
    draws : float
        Share of games that were drawn, 0 to 100.
    """

    identity: Part
    rating: Part
    cyclic: Part
    between: Array
    pull: Estimate
    pull_of: Mapping[str, Estimate]
    scores: Mapping[str, Estimate]
    first_player: Estimate
    turns: Estimate
    mono_share: Estimate
    effective_decks: Estimate
    effective_groups: Estimate
    shares: Mapping[str, float]
    reasons: Array
    draws: float


def flat_verdict(identity: Part, pull: Estimate, most: float, least: float) -> str:
    """Whether a game is flat: FLAT, NOT_FLAT, or UNDECIDED.

    Flat: the upper bound of identity lies below its target, or that of pull. Not flat: both lower
    bounds lie above. With two-sided bounds of level 95 % either claim is false with a chance of 5 %
    at most: "flat" is false only where one of two bounds misses that each miss by 2.5 %, and for
    "not flat" both would have to hold (R. L. Berger (1982), Technometrics 24, 295-300).

    Parameters
    ----------
    identity, pull : Part, Estimate
        In points.
    most, least : float
        Targets of identity and of pull.
    """
    if identity.high < most or pull.high < least:
        return FLAT
    if identity.low > most and pull.low > least:
        return NOT_FLAT
    return UNDECIDED


def measure(games: FieldGames, tail: float) -> Flatness:
    """Measure a field.

    Parameters
    ----------
    games : FieldGames
        With decks of two groups or more, and mixed ones; eight pairs or more.
    tail : float
        Chance that a bound misses, on either side: 0.025 for 95 %. Numbers of single groups share
        it (Bonferroni).
    """
    each = tail / len(games.mono)
    found = {
        name: mean_estimate(games, mean, tail if name in (PULL, FIRST, TURNS) else each)
        for name, mean in means(games).items()
    }
    identity, rating, cyclic, between = _identity(games, tail)
    counts = games.counts()
    varied = variety(games.field, counts, games.lists)
    drawn = (counts.sum(axis=(0, 2))[1] + counts.sum(axis=(0, 1))[1]) / (2 * counts.sum())
    return Flatness(
        identity=identity,
        rating=rating,
        cyclic=cyclic,
        between=between,
        pull=found[PULL],
        pull_of={group: found[f"{PULL} {group}"] for group in games.mono},
        scores={group: found[group] for group in games.mono},
        first_player=found[FIRST],
        turns=found[TURNS],
        mono_share=varied.mono,
        effective_decks=varied.effective_decks,
        effective_groups=varied.effective_groups,
        shares={group: share.mean for group, share in varied.groups.items()},
        reasons=100 * games.reasons / max(1, games.reasons.sum()),
        draws=100 * float(drawn),
    )


# Identity


def _identity(games: FieldGames, tail: float) -> tuple[Part, Part, Part, Array]:
    """Identity with its two parts, and the scores of groups against groups."""
    advantage, variance = advantages(games.field, games.counts())
    member = np.stack([games.groups == group for group in games.mono]).astype(float)
    member /= member.sum(axis=1, keepdims=True)
    mean, error = member @ advantage @ member.T, member**2 @ variance @ (member**2).T
    np.fill_diagonal(mean, 0)
    np.fill_diagonal(error, 0)
    upper = np.triu_indices(len(mean), 1)
    noise = error[upper]
    squares = float((mean[upper] ** 2).sum())
    whole = part_of(squares, float(noise.sum()), float((noise**2).sum()), len(noise), tail)
    structure = hodge(mean, error, tail)
    parts = (_in_points(part) for part in (whole, structure.rating, structure.cyclic))
    return *parts, 50 + 100 * mean


def _in_points(part: Part) -> Part:
    return Part(100 * part.value, 100 * part.low, 100 * part.high)


# Budgets


def factor_to_decide(value: float, half: float, target: float) -> float:
    """How many times the pairs would be needed for an interval that leaves a target out.

    From what is known now: half a width shrinks with the root of the pairs. A tenth is added, since
    the value will move as well; infinite where it lies on the target.
    """
    distance = abs(value - target)
    return 1.1 * (half / distance) ** 2 if distance > 0 else float("inf")
