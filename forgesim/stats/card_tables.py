"""Tables of cards: over the decks that play them, deck by deck, and by place in the library."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from forgesim.stats.cards import (
    OBSERVED,
    Rates,
    Shuffled,
    Strata,
    improvement,
    observed,
    pooled,
    shuffle_strata,
    shuffled,
    together,
)
from forgesim.stats.counts import CardCounts, Counts
from forgesim.stats.frames import NUMBER, TEXT, WHOLE, frame, measured
from forgesim.stats.multiple import benjamini_hochberg

Array = np.ndarray[Any, Any]

REPLACEMENT = (
    "replacement",
    "replacement_low",
    "replacement_high",
    "replacement_p_adjusted",
    "replacement_own",
    "replacement_own_low",
    "replacement_own_high",
)
"""Columns that a table of replacement impact brings, in points."""

_NUMBERS = {
    **measured("gp", "oh", "gd", "gih", "gns", "iwd", "played"),
    "gih_copies": WHOLE,
    "play_rate": NUMBER,
    **measured("top"),
    "top_p_adjusted": NUMBER,
    "top_matchups": WHOLE,
    "top_left_out": WHOLE,
    **dict.fromkeys(REPLACEMENT, NUMBER),
}
CARDS = {"tier": TEXT, "card": TEXT, "decks": WHOLE, **_NUMBERS}
DECK_CARDS = {"tier": TEXT, "deck": TEXT, "card": TEXT, "copies": WHOLE, **_NUMBERS}
POSITIONS = {
    **dict.fromkeys(("tier", "deck", "card"), TEXT),
    "position": WHOLE,
    "copies": WHOLE,
    "score": NUMBER,
}


@dataclass(frozen=True)
class Measures:
    """What is known of some cards: of a deck's, or of one card each over its decks.

    Attributes
    ----------
    rates : dict of str to Rates
        For each group of `cards.OBSERVED`.
    drawn, played : int arrays (n,)
        Copies drawn, and those that were played.
    top : Shuffled
        What the shuffle shows.
    """

    rates: Mapping[str, Rates]
    drawn: Array
    played: Array
    top: Shuffled

    def columns(self) -> dict[str, Array]:
        """Columns of a table, but for the adjusted p-values."""
        found: dict[str, Array] = {}
        for name, rate in self.rates.items():
            found |= _points(name, (rate.mean, *rate.bounds()))
        found |= _points("iwd", improvement(self.rates["gih"], self.rates["gns"]))
        found["gih_copies"] = self.drawn
        drawn = np.where(self.drawn > 0, self.drawn, np.nan)
        found["play_rate"] = 100 * self.played / drawn
        found |= _points("top", (self.top.mean, self.top.low, self.top.high))
        return found | {"top_matchups": self.top.used, "top_left_out": self.top.left_out}


def _points(name: str, values: tuple[Array, Array, Array]) -> dict[str, Array]:
    ends = ("", "_low", "_high")
    return {f"{name}{end}": 100 * value for end, value in zip(ends, values, strict=True)}


@dataclass(frozen=True)
class _Deck:
    """The cards of a deck, and what is known of them."""

    name: str
    counts: CardCounts
    rates: Mapping[str, Rates]
    strata: Strata
    drawn: Array
    played: Array


def _decks(counts: Counts) -> list[_Deck]:
    return [
        _Deck(
            name=counts.field.decks[cards.deck],
            counts=cards,
            rates=observed(cards),
            strata=shuffle_strata(cards, counts.pairs),
            drawn=cards.fates[:, :, 1:].sum(axis=(1, 2, 3)),
            played=cards.played.sum(axis=(1, 2)),
        )
        for cards in counts.cards
    ]


def card_table(
    counts: Mapping[str, Counts], replacement: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Cards over all decks that play them, by replacement impact, then by what the shuffle shows.

    An observed rate is the mean of its decks' rates, each deck with the same weight (and within a
    deck each opponent, as far as they played the same number of pairs). The randomised difference
    is the mean over all matchups of those decks, each with the same weight; adjusted by
    Benjamini-Hochberg over the tier's cards.
    """
    known = _Replacement(replacement)
    rows: list[dict[str, Any]] = []
    for tier, each in counts.items():
        places: dict[str, list[tuple[_Deck, int]]] = {}
        for deck in _decks(each):
            for place, card in enumerate(deck.counts.cards):
                places.setdefault(card, []).append((deck, place))
        heads = [
            {"tier": tier, "card": card, "decks": len(some), **known.of(tier, None, card)}
            for card, some in places.items()
        ]
        parts = [_over_decks(some) for some in places.values()]
        rows += sorted(_rows(heads, parts), key=_strongest_first)
    return frame(CARDS, rows)


def _over_decks(places: Sequence[tuple[_Deck, int]]) -> Measures:
    """One card, from where it stands in its decks."""
    return Measures(
        rates={name: pooled([d.rates[name].of_card(i) for d, i in places]) for name in OBSERVED},
        drawn=np.array([sum(deck.drawn[i] for deck, i in places)]),
        played=np.array([sum(deck.played[i] for deck, i in places)]),
        top=shuffled(together([deck.strata.of_card(i) for deck, i in places])),
    )


def deck_card_table(
    counts: Mapping[str, Counts], replacement: pd.DataFrame | None = None
) -> pd.DataFrame:
    """The cards of each deck, in the run's order; Benjamini-Hochberg over all rows of a tier."""
    known = _Replacement(replacement)
    rows: list[dict[str, Any]] = []
    for tier, each in counts.items():
        decks = _decks(each)
        heads = [
            {"tier": tier, "deck": deck.name, "card": card, "copies": int(copies)}
            | known.of(tier, deck.name, card)
            for deck in decks
            for card, copies in zip(deck.counts.cards, deck.counts.copies, strict=True)
        ]
        parts = [Measures(d.rates, d.drawn, d.played, shuffled(d.strata)) for d in decks]
        rows += _rows(heads, parts)
    return frame(DECK_CARDS, rows)


def _rows(heads: list[dict[str, Any]], parts: Sequence[Measures]) -> list[dict[str, Any]]:
    """Rows of a tier with their numbers, and the p-values adjusted for each other."""
    if not heads:
        return []
    tables = [part.columns() for part in parts]
    columns = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    columns["top_p_adjusted"] = benjamini_hochberg(np.concatenate([part.top.p for part in parts]))
    numbers = zip(*(column.tolist() for column in columns.values()), strict=True)
    return [
        head | dict(zip(columns, values, strict=True))
        for head, values in zip(heads, numbers, strict=True)
    ]


def _strongest_first(row: Mapping[str, Any]) -> tuple[float, float, str]:
    measures = (row.get("replacement", np.nan), row["top"])
    first, second = (np.inf if np.isnan(value) else -value for value in measures)
    return first, second, row["card"]


def position_table(counts: Mapping[str, Counts]) -> pd.DataFrame:
    """Mean strength of a deck by where in its library a copy lay, the top being 1."""
    return frame(POSITIONS, (row for tier, each in counts.items() for row in _places(tier, each)))


def _places(tier: str, counts: Counts) -> Iterator[dict[str, Any]]:
    for cards in counts.cards:
        for card, places in zip(cards.cards, cards.positions, strict=True):
            for position, (copies, quarters) in enumerate(places.tolist(), 1):
                if copies:
                    yield {
                        "tier": tier,
                        "deck": counts.field.decks[cards.deck],
                        "card": card,
                        "position": position,
                        "copies": copies,
                        "score": 25 * quarters / copies,
                    }


class _Replacement:
    """Replacement impact by tier, deck (None for all decks) and card."""

    def __init__(self, table: pd.DataFrame | None) -> None:
        self._rows: dict[tuple[str, str | None, str], dict[str, float]] = {}
        for row in [] if table is None else table.to_dict("records"):
            deck = row.get("deck")
            key = (str(row["tier"]), deck if isinstance(deck, str) else None, str(row["card"]))
            self._rows[key] = {name: float(row[name]) for name in REPLACEMENT if name in row}

    def of(self, tier: str, deck: str | None, card: str) -> dict[str, float]:
        """Its columns, or none."""
        return self._rows.get((tier, deck, card), {})
