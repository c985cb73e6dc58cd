"""The field that is measured: decks by group, everyone against everyone, pair by pair."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from forgesim.arena.manifest import pilot_json
from forgesim.arena.plan import Matchup, Plan, Segment, Tier
from forgesim.cards.decks import MIXED, Deck
from forgesim.cards.model import Card
from forgesim.cards.pilots import Pilot
from forgesim.cards.rules import Rules
from forgesim.pilots.contract import Game
from forgesim.stats.counts import Field
from forgesim.stats.field_games import FieldGames, round_robin
from forgesim.studies.decision.steps import Data, Steps, packed, unpacked
from forgesim.studies.how import How
from forgesim.studies.played import play_all

Cards = tuple[Card, ...]
Camps = Mapping[str, tuple[Cards, ...]]
"""Decks by group, mixed ones under `MIXED`; each as its slots."""


def named_decks(camps: Camps) -> tuple[Deck, ...]:
    """The decks of some camps, called by their groups and numbers: the same ones in each variant.

    They are in the order of their names, so that the first of two is deck a.
    """
    decks = [
        Deck(f"{group}-{place}", cards)
        for group, own in camps.items()
        for place, cards in enumerate(own, start=1)
    ]
    return tuple(sorted(decks, key=lambda deck: deck.name))


def group_of(deck: Deck) -> str:
    """The group whose deck it is by its name."""
    return deck.name.rsplit("-", 1)[0]


def make_plan(game: Game, rules: Rules, decks: Sequence[Deck], pilot: Pilot, seed: int) -> Plan:
    """A plan in which every two decks meet, played by one pilot."""
    matchups = tuple(Matchup(a, b, 0, 0) for a, b in round_robin(len(decks)))
    return Plan(
        game=game, name="study", rules=rules, notes=(), decks=tuple(decks), pilots=(pilot,),
        tiers=(Tier(pilot.name),), matchups=matchups, pairs=1, seed=seed,
    )  # fmt: skip


def about_rules(rules: Rules) -> dict[str, Any]:
    """What of some rules decides games, and which decks have what."""
    return {
        "seats": [dict(seat) for seat in rules.seats],
        "synergies": [
            {"group": s.group, "at_least": s.at_least, "changes": [asdict(c) for c in s.changes]}
            for s in rules.synergies
        ],
    }


def about_cards(cards: Sequence[Card]) -> list[Any]:
    """What of some cards decides games, in their order."""
    return [[card.id, card.group, card.facts] for card in cards]


def about_pilot(pilot: Pilot) -> dict[str, Any]:
    """What of a pilot decides games."""
    return {key: value for key, value in pilot_json(pilot).items() if key not in ("name", "title")}


def play_field(plan: Plan, pairs: int, steps: Steps, how: How, name: str) -> FieldGames:
    """Play a field, or take what is known of it.

    Parameters
    ----------
    plan : Plan
        As `make_plan` makes it.
    pairs : int
        Pairs of each matchup.
    steps : Steps
    how : How
    name : str
        What the bar says.
    """
    data = steps.get("field", _about(plan, pairs), lambda: _play(plan, pairs, how, name))
    field = Field(
        decks=[deck.name for deck in plan.decks],
        groups=[group_of(deck) for deck in plan.decks],
        deck_a=np.array([matchup.deck_a for matchup in plan.matchups]),
        deck_b=np.array([matchup.deck_b for matchup in plan.matchups]),
    )
    lists = [deck.ids for deck in plan.decks]
    codes, turns, reasons = (unpacked(data[key]) for key in ("codes", "turns", "reasons"))
    return FieldGames(field, lists, codes, turns, reasons)


def is_played(plan: Plan, pairs: int, steps: Steps) -> bool:
    """Whether the games of a field are known."""
    return steps.has("field", _about(plan, pairs))


def _about(plan: Plan, pairs: int) -> dict[str, Any]:
    """What the games of a field depend on: each deck's own numbers, not the names of synergies."""
    return {
        "game": plan.game.name,
        "decks": [
            [deck.name, about_cards(deck.cards), [dict(seat) for seat in plan.params(deck)]]
            for deck in plan.decks
        ],
        "pilot": about_pilot(plan.pilots[0]),
        "pairs": pairs,
        "seed": plan.seed,
    }


def _play(plan: Plan, pairs: int, how: How, name: str) -> Data:
    segments = [Segment(place, 0, pairs) for place in range(len(plan.matchups))]
    played = play_all(replace(plan, pairs=pairs), segments, how, name)
    codes = np.stack([3 * each.outcomes[:, 0] + each.outcomes[:, 1] for each in played])
    turns = np.stack([each.turns.sum(axis=1) for each in played])
    reasons = sum(np.bincount(each.reasons.ravel(), minlength=len(plan.game.reasons))
                  for each in played)  # fmt: skip
    return {
        "codes": packed(codes.astype(np.uint8)),
        "turns": packed(turns.astype(np.int16)),
        "reasons": packed(np.asarray(reasons).astype(np.int64)),
    }


def camps_as_data(camps: Camps) -> dict[str, list[list[str]]]:
    """Decks by group as ids of cards, slot by slot."""
    return {group: [[card.id for card in cards] for cards in own] for group, own in camps.items()}


def is_mixed(cards: Cards) -> bool:
    """Whether cards are of several groups."""
    return Deck("", cards).group == MIXED
