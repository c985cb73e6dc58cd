"""Cards and parameters as the records that the compiled rules read."""

from collections.abc import Mapping, Sequence

import numpy as np

from forgesim.kernel.records import Record, new_records
from forgesim.rulesets.forge.bodies import body_of
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import Rarity
from forgesim.rulesets.forge.state import SEAT, UNKNOWN


def pack_seat(cards: Sequence[ForgeCard], params: Mapping[str, int]) -> Record:
    """Pack one player's deck, in canonical order, and parameters (the side stays 0)."""
    seat = new_records(SEAT)
    # Filled as a plain record, which is ten times as quick: studies pack decks by the hundred.
    plain = seat.view(np.ndarray)[0]
    plain["deck_size"] = len(cards)
    for name, value in params.items():
        plain["params"][name] = value
    kinds: dict[str, int] = {}
    for slot, card in enumerate(cards):
        kind = kinds.setdefault(card.id, len(kinds))
        is_mythic = card.rarity is Rarity.MYTHIC
        body = body_of(card, params)
        numbers = (card.type, card.keyword, card.cost, *body, is_mythic, kind)
        plain["card"][slot] = numbers
    plain["card"][UNKNOWN]["cost"] = np.iinfo(np.int16).max
    plain["card"][UNKNOWN]["kind"] = UNKNOWN
    return seat
