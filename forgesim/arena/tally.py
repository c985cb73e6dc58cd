"""Exact counts of games: small, mergeable in any order, enough for every table of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from forgesim.arena.blocks import Block
from forgesim.arena.plan import Plan, Segment
from forgesim.kernel.counts import MAX_CHECKS, MAX_LEAD, MAX_LEAD_CHANGES, MAX_TURN
from forgesim.kernel.match import DRAWN
from forgesim.kernel.records import Record

Array = np.ndarray[Any, Any]

LOSS, DRAW, WIN = 0, 1, 2
"""An outcome, in halves of a point."""

_TURNS = 1 << 16
_SHAPE = (2, 3, 16)
_PLACES = 2 * 3 * 16


_BY_SEAT_AND_WINNER: Array = np.array([[WIN, LOSS, DRAW], [LOSS, WIN, DRAW]])


def outcome_of(winner: Array, seat: int | Array) -> Array:
    """Outcome for the player of a seat, from the seat that won (or `DRAWN`)."""
    outcome: Array = _BY_SEAT_AND_WINNER[seat, winner]
    return outcome


def winner_of(outcome: Array, seat: Array) -> Array:
    """The seat that won (or `DRAWN`), from the outcome for the player of a seat."""
    winner: Array = np.where(outcome == DRAW, DRAWN, np.where(outcome == WIN, seat, 1 - seat))
    return winner


@dataclass
class Tally:
    """Counts of a run, or of a part of it; all arrays hold 64-bit integers.

    Cards are counted by deck, over all its matchups but the mirror; a card's number in its deck
    (its kind) is its place among the deck's different cards in canonical order.

    Attributes
    ----------
    plan : Plan
        What is played; once a run has stopped early, what has been.
    pairs : (matchups, 3, 3)
        Pairs by the outcome of deck a going first, and of deck a going second.
    games : dict
        Games by (matchup, order, outcome of deck a, reason, turns), packed into one integer.
    fates : (tiers, decks, kinds, 2, 3, 3)
        Copies by seat, fate (`kernel.counts`: drawn later, in the opening hand, drawn and not
        played) and outcome of the deck.
    places : (tiers, decks, kinds, cards of a deck, 5)
        Copies by place in the library, from the top, and strength of the pair in quarters.
    tops : (matchups, 2, kinds, 6)
        Sums over pairs, by side, of n, n², ns, n²s, ns², n²s²: n copies lie in the top part of the
        library (`kernel.counts.top_of`), s is the strength of the side's deck in quarters.
    lead_changes : (tiers, 16)
        Games by how often the lead passed from one player to the other; the last: or more often.
    middle : (tiers, 41, 3)
        Games by how far who went first led after half of the turns (-20 or less to 20 or more),
        and the outcome of that player.
    ahead : (tiers, 64, 3, 3)
        Games that lasted that many turns, by whether who went first was behind, even or ahead then
        (in the last turn of a match: lost, drew or won), and the outcome of that player.
    checks : (matchups, 2, checks, 4)
        By side and check: chances, events, and match and turn of the first event; matches of a
        matchup are counted from 1, and 0 stands for none.
    """

    plan: Plan
    pairs: Array
    games: dict[int, int]
    fates: Array
    places: Array
    tops: Array
    lead_changes: Array
    middle: Array
    ahead: Array
    checks: Array

    @classmethod
    def empty(cls, plan: Plan) -> "Tally":
        """Nothing counted yet."""
        tiers, decks, matchups = len(plan.tiers), len(plan.decks), len(plan.matchups)
        kinds = max(len(set(deck.ids)) for deck in plan.decks)
        cards = max(len(deck.cards) for deck in plan.decks)
        shapes = {
            "pairs": (matchups, 3, 3),
            "fates": (tiers, decks, kinds, 2, 3, 3),
            "places": (tiers, decks, kinds, cards, 5),
            "tops": (matchups, 2, kinds, 6),
            "lead_changes": (tiers, MAX_LEAD_CHANGES + 1),
            "middle": (tiers, 2 * MAX_LEAD + 1, 3),
            "ahead": (tiers, MAX_TURN, 3, 3),
            "checks": (matchups, 2, MAX_CHECKS, 4),
        }
        arrays = {name: np.zeros(shape, np.int64) for name, shape in shapes.items()}
        return cls(plan, games={}, **arrays)

    @property
    def n_games(self) -> int:
        """Games counted."""
        return 2 * int(self.pairs.sum())

    def add(self, segments: Sequence[Segment], block: Block) -> None:
        """Count what was played of a block."""
        at = 0
        for number, segment in enumerate(segments):
            rows = block.rows[at : at + 2 * segment.count]
            at += 2 * segment.count
            self._add_rows(segment, rows)
            counts = block.counts(number)
            self._add_course(self.plan.matchups[segment.matchup].tier, counts)
            self._add_cards(segment, counts)
            self._add_checks(segment, counts)

    def _add_rows(self, segment: Segment, rows: Record) -> None:
        part = rows.view(np.ndarray).reshape(-1, 2)
        outcome = np.stack(
            [outcome_of(part["winner"][:, order], order) for order in range(2)], axis=1
        )
        pairs = np.bincount(outcome[:, 0] * 3 + outcome[:, 1], minlength=9)
        self.pairs[segment.matchup] += pairs.reshape(3, 3)
        place = (np.arange(2) * 3 + outcome) * 16 + part["reason"]
        keys, counts = np.unique(place * _TURNS + part["turns"], return_counts=True)
        base = segment.matchup * (_PLACES * _TURNS)
        for key, count in zip(keys.tolist(), counts.tolist(), strict=True):
            self.games[base + key] = self.games.get(base + key, 0) + count

    def _add_course(self, tier: int, counts: Record) -> None:
        self.lead_changes[tier] += counts["lead_changes"]
        self.middle[tier] += counts["middle"]
        self.ahead[tier] += counts["ahead"]

    def _add_cards(self, segment: Segment, counts: Record) -> None:
        matchup = self.plan.matchups[segment.matchup]
        if matchup.deck_a == matchup.deck_b:
            return
        kinds, cards = self.tops.shape[2], self.places.shape[3]
        for side, deck in enumerate((matchup.deck_a, matchup.deck_b)):
            card = counts["card"][side, :kinds]
            self.fates[matchup.tier, deck] += card["fates"]
            self.places[matchup.tier, deck] += card["places"][:, :cards]
            self.tops[segment.matchup, side] += card["top"]

    def _add_checks(self, segment: Segment, counts: Record) -> None:
        found = counts["check"]
        checks = self.checks[segment.matchup]
        checks[..., 0] += found["chances"]
        checks[..., 1] += found["events"]
        match = np.where(found["match"] > 0, found["match"] + 2 * segment.first, 0)
        is_earlier = (match > 0) & ((checks[..., 2] == 0) | (match < checks[..., 2]))
        checks[..., 2] = np.where(is_earlier, match, checks[..., 2])
        checks[..., 3] = np.where(is_earlier, found["turn"], checks[..., 3])

    def set_games(self, counts: Mapping[str, Array]) -> None:
        """Take over counts of games from columns as `game_counts` gives them."""
        place = np.ravel_multi_index(
            tuple(counts[name].astype(np.int64) for name in ("order", "outcome", "reason")), _SHAPE
        )
        keys = (counts["matchup"].astype(np.int64) * _PLACES + place) * _TURNS + counts["turns"]
        self.games = dict(zip(keys.tolist(), counts["games"].tolist(), strict=True))

    def game_counts(self) -> dict[str, Array]:
        """Counts of games as columns, in a fixed order.

        Returns
        -------
        dict
            `matchup`, `order` (0: deck a went first), `outcome` of deck a in halves of a point,
            `reason`, `turns`, `games`.
        """
        keys = np.array(sorted(self.games), np.int64)
        counts = np.array([self.games[key] for key in keys.tolist()], np.int64)
        place, turns = np.divmod(keys, _TURNS)
        matchup, place = np.divmod(place, _PLACES)
        order, outcome, reason = np.unravel_index(place, _SHAPE)
        return {
            "matchup": matchup,
            "order": order,
            "outcome": outcome,
            "reason": reason,
            "turns": turns,
            "games": counts,
        }
