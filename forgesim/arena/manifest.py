"""A plan written down: plain data with which it can be played again, without any of its files."""

from collections.abc import Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any

from forgesim.arena.plan import BLOCK_PAIRS, Matchup, Plan, Tier
from forgesim.cards.decks import Deck
from forgesim.cards.pilots import PILOT_KINDS, Pilot
from forgesim.cards.rules import Assumption, Rules
from forgesim.cards.synergies import Change, Synergy, check_range
from forgesim.pilots.registry import load_game


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as plain data: all that is needed to play it again, without any of its files."""
    cards = {card.id: card for deck in plan.decks for card in deck.cards}
    return {
        "game": plan.game.name,
        "name": plan.name,
        "seed": plan.seed,
        "pairs": plan.pairs,
        "games": plan.games,
        "block_pairs": plan.block_pairs,
        "changed": list(plan.changed),
        "matters": plan.matters,
        "precision": plan.precision,
        "earlier": list(plan.earlier),
        "looks": plan.looks,
        "ruleset": {
            "name": plan.rules.name,
            "title": plan.rules.title,
            "seats": [dict(seat) for seat in plan.rules.seats],
            "assumptions": [
                {"key": a.key, "status": a.status, "reason": a.reason, "choices": list(a.choices)}
                for a in plan.rules.assumptions.values()
            ],
            "synergies": [asdict(synergy) for synergy in plan.rules.synergies],
            "reference": {cost: dict(card) for cost, card in plan.rules.reference.items()},
        },
        "roster": {
            "notes": list(plan.notes),
            "cards": {i: {"name": cards[i].name, **cards[i].facts} for i in sorted(cards)},
        },
        "decks": [
            {
                "name": deck.name,
                "title": deck.title,
                "plan": deck.plan,
                "description": deck.description,
                "pilot": deck.pilot,
                "group": deck.group,
                "cards": deck.ids,
            }
            for deck in plan.decks
        ],
        "pilots": [pilot_json(pilot) for pilot in plan.pilots],
        "tiers": [{"name": tier.name, "is_even": tier.is_even} for tier in plan.tiers],
        "matchups": [
            {
                "tier": plan.tiers[m.tier].name,
                "deck_a": plan.decks[m.deck_a].name,
                "deck_b": plan.decks[m.deck_b].name,
                "pilot_a": plan.pilots[m.pilot_a].name,
                "pilot_b": plan.pilots[m.pilot_b].name,
                "fingerprint": plan.fingerprint(m),
            }
            for m in plan.matchups
        ],
    }


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """The plan that `plan_json` wrote down."""
    game = load_game(data["game"])
    cards = {
        card_id: game.card_model.model_validate({"id": card_id, **facts})
        for card_id, facts in data["roster"]["cards"].items()
    }
    decks = tuple(
        Deck(
            deck["name"], tuple(cards[card_id] for card_id in deck["cards"]), deck["title"],
            deck["plan"], deck["description"], deck["pilot"],
        )
        for deck in data["decks"]
    )  # fmt: skip
    pilots = tuple(pilot_from_json(pilot) for pilot in data["pilots"])
    deck_at = {deck.name: place for place, deck in enumerate(decks)}
    pilot_at = {pilot.name: place for place, pilot in enumerate(pilots)}
    tiers = tuple(Tier(tier["name"], tier["is_even"]) for tier in data["tiers"])
    tier_at = {tier.name: place for place, tier in enumerate(tiers)}
    ruleset = data["ruleset"]
    rules = Rules(
        name=ruleset["name"],
        title=ruleset["title"],
        game=game.name,
        seats=(ruleset["seats"][0], ruleset["seats"][1]),
        assumptions={a["key"]: _assumption(a) for a in ruleset["assumptions"]},
        reference=ruleset["reference"],
        synergies=tuple(_synergy(each) for each in ruleset["synergies"]),
    )
    matchups = tuple(
        Matchup(
            deck_at[m["deck_a"]], deck_at[m["deck_b"]], pilot_at[m["pilot_a"]],
            pilot_at[m["pilot_b"]], tier_at[m["tier"]],
        )
        for m in data["matchups"]
    )  # fmt: skip
    plan = Plan(
        game, data["name"], rules, tuple(data["roster"]["notes"]), decks, pilots, tiers,
        matchups, data["pairs"], data["seed"], block_pairs=data["block_pairs"],
        changed=tuple(data["changed"]), matters=data["matters"], precision=data["precision"],
        earlier=tuple(data["earlier"]), looks=data["looks"],
    )  # fmt: skip
    _check(plan)
    return plan


def _assumption(data: Mapping[str, Any]) -> Assumption:
    return Assumption(**{**data, "choices": tuple(data["choices"])})


def _synergy(data: Mapping[str, Any]) -> Synergy:
    return Synergy(**{**data, "changes": tuple(Change(**each) for each in data["changes"])})


def pilot_json(pilot: Pilot) -> dict[str, Any]:
    """A pilot as plain data."""
    return {
        "name": pilot.name,
        "title": pilot.title,
        "kind": pilot.kind,
        "forbid": list(pilot.forbid),
        "weights": dict(pilot.weights),
    }


def pilot_from_json(data: Mapping[str, Any]) -> Pilot:
    """The pilot that `pilot_json` wrote down."""
    name, kind, weights = data["name"], data["kind"], data["weights"]
    return Pilot(name, kind, weights, data["title"], tuple(data["forbid"]))


def _check(plan: Plan) -> None:
    """Raise ValueError where a plan asks for what could not have been resolved."""
    game = plan.game
    features = {feature.name: range(feature.low, feature.high + 1) for feature in game.features}
    restrictions = {restriction.name for restriction in game.restrictions}
    ends = (*plan.earlier, plan.pairs)
    sound = [
        all(type(size) is int and size > 0 for size in (*ends, plan.looks)),
        all(a < b for a, b in pairwise(ends)) and plan.looks >= len(ends),
        type(plan.block_pairs) is int and 0 < plan.block_pairs <= BLOCK_PAIRS,
        isinstance(plan.matters, float | int) and plan.matters > 0,
        plan.precision is None or (isinstance(plan.precision, float | int) and plan.precision > 0),
        type(plan.seed) is int and 0 <= plan.seed < 2**63,
        all(
            type(seat[p.name]) is int and p.low <= seat[p.name] <= p.high
            for seat in plan.rules.seats
            for p in game.parameters
        ),
        check_range(plan.rules.synergies, plan.rules.seats, game.parameters) is None,
        not any(game.deck_problems(d.cards, s) for d in plan.decks for s in plan.rules.seats),
        all(pilot.kind in PILOT_KINDS for pilot in plan.pilots),
        all(features.keys() >= pilot.weights.keys() for pilot in plan.pilots),
        all(
            type(w) is int and w in features[name]
            for pilot in plan.pilots
            for name, w in pilot.weights.items()
        ),
        all(restrictions.issuperset(pilot.forbid) for pilot in plan.pilots),
    ]
    if not all(sound):
        raise ValueError("the plan does not hold together")
