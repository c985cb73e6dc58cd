"""Random card pools, decks and rule variants for Forge tests."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from .forge import BEARERS, FACTIONS, RARITIES, SWITCHES, CardData, Params, default_params

TYPES = ("creature", "weapon", "artifact")

# Every kind of card that D3 allows, plain ones included.
KINDS: tuple[tuple[str, str | None], ...] = tuple(
    (kind, keyword)
    for kind in TYPES
    for keyword in (None, *BEARERS)
    if keyword is None or kind in BEARERS[keyword]
)

COST_WEIGHTS = (2, 8, 8, 6, 4, 2, 1, 1)  # of the costs 0 to 7: cheap cards make busy matches
TYPE_WEIGHTS = (6, 3, 1)  # of what a pool holds beyond one card of each kind

# Numbers that a variant may move, and how far.
RANGES: dict[str, tuple[int, int]] = {
    "start_heat": (8, 24),
    "heat_cap": (8, 24),
    "opening_hand": (2, 7),
    "first_turn_draws": (0, 2),
    "turn_draws": (1, 3),
    "fp_start": (1, 3),
    "fp_step": (0, 2),
    "fp_cap": (3, 9),
    "weapon_slots": (0, 3),
    "strikes_per_turn": (1, 3),
    "weapon_power": (0, 2),
    "heavy_power": (0, 3),
    "keen_power": (0, 2),
    "blessed_heal": (1, 3),
    "cursed_damage": (1, 3),
    "sturdy_toughness": (1, 3),
    "ember_damage": (1, 3),
    "hoard_draw": (1, 2),
    "mythic_ember": (1, 3),
    "mythic_hoard": (1, 3),
    "deck_size": (16, 24),
    "max_copies": (2, 3),
    "max_mythic_copies": (1, 2),
    "creature_power": (-2, 2),
    "creature_toughness": (-2, 2),
    "guard_toughness": (-1, 2),
    "swift_power": (-1, 2),
    "venom_power": (-1, 2),
    "weapon_bonus": (-2, 2),
    "first_discount": (0, 3),
    "bonus_turn": (0, 6),
    "bonus_draws": (0, 3),
    "stoke_heal": (0, 2),
    "stoke_burn": (0, 2),
}
MOVED = 0.35  # the chance that a number is moved at all


def random_cards(rng: random.Random, n: int = 24) -> dict[str, dict[str, Any]]:
    """Draw a pool of n cards; from 18 on, every type, keyword and rarity is among them."""
    kinds = rng.sample(KINDS, k=min(n, len(KINDS)))
    kinds += [_random_kind(rng) for _ in range(n - len(kinds))]
    pool = [_random_card(rng, kind, keyword) for kind, keyword in kinds]
    _cover_rarities(rng, pool)
    rng.shuffle(pool)
    return {f"{card['type'][0]}{slot:02d}_{_label(card)}": card for slot, card in enumerate(pool)}


def _random_kind(rng: random.Random) -> tuple[str, str | None]:
    kind = rng.choices(TYPES, TYPE_WEIGHTS)[0]
    return rng.choice([pair for pair in KINDS if pair[0] == kind])


def _random_card(rng: random.Random, kind: str, keyword: str | None) -> dict[str, Any]:
    cost = rng.choices(range(8), COST_WEIGHTS)[0]
    body = kind == "creature"
    return {
        "type": kind,
        "faction": rng.choice(FACTIONS),
        "cost": cost,
        "power": rng.randint(0, cost + 2) if body else None,
        "toughness": rng.randint(1, cost + 3) if body else None,
        "keyword": keyword,
        "rarity": _random_rarity(rng, keyword),
    }


def _random_rarity(rng: random.Random, keyword: str | None) -> str:
    # Being mythic matters to EMBER and HOARD alone, so those are mythic often.
    weights = (3, 2, 1, 5) if keyword in ("EMBER", "HOARD") else (5, 3, 2, 1)
    return rng.choices(RARITIES, weights)[0]


def _cover_rarities(rng: random.Random, pool: list[dict[str, Any]]) -> None:
    present = {card["rarity"] for card in pool}
    absent = [rarity for rarity in RARITIES if rarity not in present]
    if len(pool) < len(KINDS):
        return
    for rarity in absent:
        crowded = max(RARITIES, key=lambda r: sum(card["rarity"] == r for card in pool))
        rng.choice([card for card in pool if card["rarity"] == crowded])["rarity"] = rarity


def _label(card: CardData) -> str:
    return str(card["keyword"] or "plain").lower()


def random_deck(rng: random.Random, cards: Mapping[str, CardData], params: Params) -> list[str]:
    """Draw a legal deck, sorted by card id; each deck has a taste of its own."""
    slots = [name for name in sorted(cards) for _ in range(_most_copies(cards[name], params))]
    size: int = params["deck_size"]
    if len(slots) < size:
        raise ValueError(f"{len(cards)} cards give {len(slots)} slots, expected {size} or more")
    taste = {name: rng.random() for name in sorted(cards)}
    ranked = sorted(slots, key=lambda name: taste[name] + rng.random())
    return sorted(ranked[:size])


def _most_copies(card: CardData, params: Params) -> int:
    limit: int = params["max_copies"]
    mythic_limit: int = params["max_mythic_copies"]
    return min(limit, mythic_limit) if card["rarity"] == "mythic" else limit


def random_params(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Draw a variant: switches alike for both players, some numbers moved for each seat."""
    first, second = default_params()
    for own in (first, second):
        for name, (low, high) in RANGES.items():
            if rng.random() < MOVED:
                own[name] = rng.randint(low, high)
    for name in SWITCHES:
        first[name] = second[name] = rng.random() < 0.5
    return first, second
