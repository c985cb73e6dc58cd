"""Replacement impact: what a card is worth, against a plain creature of its cost in its place.

A deck that plays the card meets every other deck of the field twice on the same seeds: as it is,
and with each copy of the card swapped, in its slots, for a stand-in. D is the strength of a pair as
it is, less its strength with the stand-in. The impact is the mean of D over the decks that play the
card and their opponents, each combination with the same weight: above 0, the card is better than
the plain creature.

Valid for this field, these pilots and these rules: a card is measured in the decks that somebody
has put it into, and neither these nor the pilots are changed to make more of its stand-in.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from forgesim.arena.plan import Plan
from forgesim.errors import UsageError
from forgesim.stats.differences import (
    NO_DIFFERENCE,
    QUARTERS,
    Difference,
    paired_difference,
    pairs_for,
)
from forgesim.stats.multiple import holm
from forgesim.studies.how import Bar, How, no_bar
from forgesim.studies.swaps import (
    EIGHTHS,
    Counts,
    Study,
    count_swaps,
    games_of,
    list_blocks,
    make_study,
)

Array = np.ndarray[Any, Any]
DEFAULT_PRECISION = 0.5
"""In points."""
FINEST, COARSEST = 0.05, 10.0
"""Between which a precision may lie, in points."""

FIRST_PAIRS = 64
"""Pairs of the first round, at least, for each deck, card and opponent."""
FIRST_IN_ALL = 1536
"""Pairs of the first round, at least, for each card."""
MAX_PAIRS = 1_000_000
"""Pairs, at most, for each deck, card and opponent."""

_PLAIN, _OWN = "replacement", "replacement_own"
CARD_COLUMNS = (
    "tier", "card", "decks", "pairs",
    _PLAIN, f"{_PLAIN}_low", f"{_PLAIN}_high", f"{_PLAIN}_p", f"{_PLAIN}_p_adjusted",
    _OWN, f"{_OWN}_low", f"{_OWN}_high",
)  # fmt: skip
DECK_COLUMNS = ("tier", "deck", "card", "copies", *CARD_COLUMNS[3:])


@dataclass(frozen=True)
class Replacement:
    """Replacement impact of cards; all values in points of the deck's score.

    Attributes
    ----------
    cards : DataFrame
        A row for each tier and card, best first: `tier`, `card` (id), `decks` (that play it),
        `pairs` (played with the stand-in), `replacement` with 95 % interval `_low` and `_high`,
        two-sided p-value `_p` against no impact and `_p_adjusted` (Holm, over the cards of the
        tier), and `replacement_own` with interval: against a stand-in of the card's own type, NaN
        where there is none. A card that is its stand-in has exactly 0, and no pairs.
    decks : DataFrame
        The same for each deck that plays a card, with `deck` and `copies`, in the plan's order of
        decks and best first in each; adjusted over the tier's combinations of deck and card.
    precision : float
        Half-width of the cards' intervals that was asked for, in points.
    """

    cards: pd.DataFrame
    decks: pd.DataFrame
    precision: float


def replacement_impact(
    plan: Plan,
    precision: float = DEFAULT_PRECISION,
    cards: Collection[str] | None = None,
    tiers: Sequence[str] | None = None,
    jobs: int = 1,
    backend: str = "threading",
    bar: Bar = no_bar,
) -> Replacement:
    """Measure the replacement impact of cards.

    Each tier is played in two rounds: a fixed number of pairs, and then, from their spread, as many
    as each card needs for the precision, up to `MAX_PAIRS`. The result depends on the plan, its
    seed and the precision; on nothing else.

    Parameters
    ----------
    plan : Plan
        Its matchups are played; its own number of pairs does not matter.
    precision : float
        Half-width of the 95 % interval of each card, in points.
    cards : collection of str, optional
        Ids of cards that a deck plays; all of them if left out.
    tiers : sequence of str, optional
        Names of even tiers; the first one if left out.
    jobs, backend
        As for `run_batch`.
    bar : callable, optional
        Shows progress.

    Raises
    ------
    UsageError
        If the plan has a single deck, or no such tier or card, or the ruleset no stand-in; or if
        the precision is not between `FINEST` and `COARSEST`.
    """
    if not FINEST <= precision <= COARSEST:
        raise UsageError(f"precision {precision:g}: expected {FINEST:g} to {COARSEST:g} points")
    played = sorted({card_id for deck in plan.decks for card_id in deck.ids})
    chosen = played if cards is None else sorted(set(cards))
    for card in chosen:
        if card not in played:
            raise UsageError(f"no deck plays {card!r}")
    how = How(jobs, backend, bar)
    tables = []
    for tier in tiers_to_measure(plan, tiers):
        study = make_study(plan, tier, chosen)
        counts = _play(study, precision / 100, how)
        tables.append(_tables(plan, tier, study, counts))
    by_card, by_deck = (pd.concat(parts, ignore_index=True) for parts in zip(*tables, strict=True))
    return Replacement(by_card, by_deck, precision)


def tiers_to_measure(plan: Plan, names: Sequence[str] | None = None) -> list[int]:
    """Places of the even tiers that are named, or of the first.

    Raises
    ------
    UsageError
        If there is none of that name, or nothing to compare decks by.
    """
    if len(plan.decks) < 2:
        raise UsageError("a single deck has no opponent: card impact needs two decks or more")
    even = {tier.name: place for place, tier in enumerate(plan.tiers) if tier.is_even}
    if not even:
        raise UsageError(
            "the decks of a pair have different pilots here, so no score compares decks: card"
            " impact needs a batch with --pilot, or without"
        )
    for name in names or ():
        if name not in even:
            raise UsageError(f"no pilots {name!r} play here, expected one of {', '.join(even)}")
    return [even[name] for name in dict.fromkeys(names)] if names else [min(even.values())]


def _play(study: Study, half_width: float, how: How) -> Counts:
    """Play both rounds."""
    counts = Counts.empty(study)
    nothing = np.zeros(len(study.units), np.int64)
    first = _by_unit(study, _first_pairs)
    _play_round("a first look", study, (nothing, first), counts, how)

    def needed(study: Study, measure: int) -> int:
        places = study.by_measure[measure]
        return pairs_for(counts.units[places], EIGHTHS, _weights(study, places), half_width)

    end = np.clip(_by_unit(study, needed), first, MAX_PAIRS)
    _play_round("playing", study, (first, end), counts, how)
    return counts


def _by_unit(study: Study, pairs: Callable[[Study, int], int]) -> Array:
    """Numbers of pairs, one for each measure, spread over the units."""
    numbers = {measure: pairs(study, measure) for measure in study.by_measure}
    return np.array([numbers[unit.measure] for unit in study.units], np.int64)


def _first_pairs(study: Study, measure: int) -> int:
    cells = sum(len(study.units[place].cells) for place in study.by_measure[measure])
    return max(FIRST_PAIRS, -(-FIRST_IN_ALL // cells))


def _weights(study: Study, places: Sequence[int]) -> Array:
    """Weights of units: as many as their cells, so that each cell counts the same."""
    cells = np.array([len(study.units[place].cells) for place in places])
    return np.asarray(cells / cells.sum())


def _play_round(
    name: str, study: Study, pairs: tuple[Array, Array], counts: Counts, how: How
) -> None:
    """Play a range of pairs of each unit, and count them."""
    blocks = list_blocks(study, *pairs)
    if not blocks:
        return
    with (
        how.bar(name, games_of(study, blocks)) as report,
        closing(count_swaps(study, blocks, counts, how.jobs, how.backend)) as played,
    ):
        for games in played:
            if report is not None:
                report(games)


def _tables(
    plan: Plan, tier: int, study: Study, counts: Counts
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The tables of one tier: by card, and by deck and card."""
    holders = Counter(card for deck in plan.decks for card in deck.counts)
    cards = [
        _row({"card": card, "decks": holders[card]}, measures, partial(_of_card, study, counts))
        for card, measures in study.by_card.items()
    ]
    decks = [
        _row(
            {"deck": deck.name, "card": card, "copies": deck.counts[card]},
            study.by_card[card],
            partial(_of_deck, study, counts, deck=place),
        )
        for place, deck in enumerate(plan.decks)
        for card in deck.counts
        if card in study.by_card
    ]
    order = {deck.name: place for place, deck in enumerate(plan.decks)}
    cards.sort(key=_best_first)
    decks.sort(key=lambda row: (order[row["deck"]], *_best_first(row)))
    name = plan.tiers[tier].name
    return _frame(name, cards, CARD_COLUMNS), _frame(name, decks, DECK_COLUMNS)


def _best_first(row: Mapping[str, Any]) -> tuple[float, str]:
    return -row[_PLAIN], row["card"]


def _of_card(study: Study, counts: Counts, measure: int) -> Difference:
    """Impact by a measure, over all decks that play the card."""
    if measure not in study.by_measure:
        return NO_DIFFERENCE
    places = study.by_measure[measure]
    cells = [cell for place in places for cell in study.units[place].cells]
    found = paired_difference(counts.units[places], EIGHTHS, _weights(study, places))
    return replace(found, pairs=int(counts.cells[cells].sum()))


def _of_deck(study: Study, counts: Counts, measure: int, deck: int) -> Difference:
    """Impact by a measure, in one deck."""
    if measure not in study.by_measure:
        return NO_DIFFERENCE
    cells = [
        cell
        for place in study.by_measure[measure]
        for cell in study.units[place].cells
        if study.cells[cell].deck == deck
    ]
    return paired_difference(counts.cells[cells], QUARTERS, np.full(len(cells), 1 / len(cells)))


def _row(
    about: dict[str, Any],
    measures: tuple[int, int | None],
    impact: Callable[[int], Difference],
) -> dict[str, Any]:
    """A row of a table, from a card's two measures."""
    plain, own = (None if measure is None else impact(measure) for measure in measures)
    assert plain is not None
    return {
        **about,
        "pairs": plain.pairs,
        **_in_points(_PLAIN, plain),
        f"{_PLAIN}_p": plain.p,
        **_in_points(_OWN, own),
    }


def _in_points(name: str, difference: Difference | None) -> dict[str, float]:
    """A difference with its interval in points; NaN where there is none."""
    if difference is None:
        return dict.fromkeys((name, f"{name}_low", f"{name}_high"), float("nan"))
    return {
        name: 100 * difference.mean,
        f"{name}_low": 100 * difference.low,
        f"{name}_high": 100 * difference.high,
    }


def _frame(tier: str, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Rows as a table of one tier, their p-values adjusted together."""
    frame = pd.DataFrame(rows).assign(tier=tier)
    frame[f"{_PLAIN}_p_adjusted"] = holm(frame[f"{_PLAIN}_p"].to_numpy())
    return frame[list(columns)]
