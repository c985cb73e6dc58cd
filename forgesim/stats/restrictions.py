"""What decks lose when their pilot is forbidden something: what they live on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.stats.counts import Field, groups_in_order
from forgesim.stats.differences import Difference, pooled_difference
from forgesim.stats.effects import verdict
from forgesim.stats.frames import BOUNDS, MAYBE_WHOLE, NUMBER, TEXT, WHOLE, points
from forgesim.stats.multiple import benjamini_hochberg, holm

Array = np.ndarray[Any, Any]
Row = dict[str, Any]

RESTRICTIONS = {
    **dict.fromkeys(("tier", "scope", "name", "forbidden"), TEXT),
    "decks": WHOLE,
    "copies": NUMBER,
    "pairs": WHOLE,
    **dict.fromkeys(("worth", "low", "high", "p_adjusted"), NUMBER),
    "verdict": TEXT,
}
DECK_RESTRICTIONS = {
    **dict.fromkeys(("tier", "deck", "group", "forbidden"), TEXT),
    "copies": MAYBE_WHOLE,
    "pairs": WHOLE,
    **dict.fromkeys(("score", "worth", "low", "high", "p_adjusted"), NUMBER),
    "verdict": TEXT,
}


@dataclass(frozen=True)
class ProbeCounts:
    """Decks whose pilots were forbidden something, against others who were not.

    Attributes
    ----------
    tier : str
        Who plays, on both sides.
    words : sequence of str
        What was forbidden.
    copies : int array (words, decks)
        Copies of each deck that this is about; -1 where it is about no kind of card.
    free : int array (matchups, pairs)
        Strength of deck a in quarters where nothing is forbidden, by the matchups of the field.
    word, matchup : int arrays (cells,)
        What was forbidden in each cell, and in which matchup; no mirrors.
    is_b : bool array (cells,)
        Whether it was forbidden to the pilot of deck b.
    bound : int array (cells, pairs)
        Strength of deck a in quarters then, on the same pairs.
    """

    tier: str
    words: Sequence[str]
    copies: Array
    free: Array
    word: Array
    matchup: Array
    is_b: Array
    bound: Array


def restriction_rows(field: Field, probes: ProbeCounts, matters: float) -> list[Row]:
    """What each restriction costs over the field and in each group; Holm over each of the two."""
    groups = np.array(field.groups)
    scopes = [("field", "all decks", np.ones(len(groups), bool))]
    scopes += [("group", group, groups == group) for group in groups_in_order(field.groups)]
    losses = _Losses(field, probes)
    rows = []
    for scope, name, chosen in scopes:
        for word in range(len(probes.words)):
            found = losses.of(word, chosen)
            if found is not None:
                decks, loss = found
                row: Row = {"tier": probes.tier, "scope": scope, "name": name}
                row |= {"forbidden": probes.words[word], "decks": len(decks)}
                row |= {"copies": _mean_copies(probes.copies[word, decks]), "pairs": loss.pairs}
                rows.append(row | _worth(loss, matters))
    adjusted = [
        row
        for scope in ("field", "group")
        for row in _adjusted([row for row in rows if row["scope"] == scope], holm)
    ]
    names = [name for _, name, _ in scopes]
    return sorted(adjusted, key=lambda row: (names.index(row["name"]), *_dearest_first(row)))


def deck_restriction_rows(field: Field, probes: ProbeCounts, matters: float) -> list[Row]:
    """What each restriction costs each deck; Benjamini-Hochberg over all of them."""
    losses = _Losses(field, probes)
    rows = []
    for place, deck in enumerate(field.decks):
        chosen = np.arange(len(field.decks)) == place
        for word in range(len(probes.words)):
            found = losses.of(word, chosen)
            if found is not None:
                row: Row = {"tier": probes.tier, "deck": deck, "group": field.groups[place]}
                copies = int(probes.copies[word, place])
                row |= {"forbidden": probes.words[word], "pairs": found[1].pairs}
                row |= {"copies": None if copies < 0 else copies}
                row["score"] = 100 * losses.score(word, place)
                rows.append(row | _worth(found[1], matters))
    return sorted(
        _adjusted(rows, benjamini_hochberg),
        key=lambda row: (field.decks.index(row["deck"]), *_dearest_first(row)),
    )


def _dearest_first(row: Row) -> tuple[float, str]:
    return -row["worth"], row["forbidden"]


def _mean_copies(copies: Array) -> float | None:
    return None if (copies < 0).any() else float(copies.mean())


def _worth(loss: Difference, matters: float) -> dict[str, Any]:
    row: dict[str, Any] = points("worth", (loss.mean, loss.low, loss.high), BOUNDS)
    return row | {"p": loss.p, "verdict": verdict(row["low"], row["high"], matters)}


def _adjusted(rows: list[Row], adjust: Any) -> list[Row]:
    p = adjust([row["p"] for row in rows])
    return [row | {"p_adjusted": each} for row, each in zip(rows, p, strict=True)]


class _Losses:
    """What decks lose by restrictions, pair by pair."""

    def __init__(self, field: Field, probes: ProbeCounts) -> None:
        self._probes = probes
        decks = np.stack([field.deck_a, field.deck_b])
        self._deck = decks[probes.is_b.astype(int), probes.matchup]
        change = (probes.bound - probes.free[probes.matchup].astype(int)) / 4
        self._loss = np.where(probes.is_b[:, None], change, -change)

    def of(self, word: int, chosen: Array) -> tuple[Array, Difference] | None:
        """Decks among those chosen that a word concerns, and their mean loss; None without any."""
        cells = np.flatnonzero((self._probes.word == word) & chosen[self._deck])
        if not len(cells):
            return None
        decks = np.unique(self._deck[cells])
        met = np.bincount(self._deck[cells])
        share = 1 / (len(decks) * met[self._deck[cells]])
        # Both decks of a matchup may be concerned: their losses are of the same games.
        matchups, place = np.unique(self._probes.matchup[cells], return_inverse=True)
        total = np.bincount(place, share)
        values = np.zeros((len(matchups), self._loss.shape[1]))
        np.add.at(values, place, (share / total[place])[:, None] * self._loss[cells])
        return decks, pooled_difference(values, total)

    def score(self, word: int, deck: int) -> float:
        """Mean score of a deck under a restriction."""
        cells = np.flatnonzero((self._probes.word == word) & (self._deck == deck))
        mean = self._probes.bound[cells].mean(axis=1) / 4
        return float(np.where(self._probes.is_b[cells], 1 - mean, mean).mean())
