"""Cards and parameters as the records that the compiled rules read."""

from collections.abc import Mapping, Sequence

from forgesim.kernel.records import Record, new_records
from forgesim.rulesets.forge.cards import ForgeCard
from forgesim.rulesets.forge.names import Rarity
from forgesim.rulesets.forge.state import SEAT


def pack_seat(cards: Sequence[ForgeCard], params: Mapping[str, int]) -> Record:
    """Pack one player's deck, in canonical order, and parameters (the side stays 0)."""
    seat = new_records(SEAT)
    seat.deck_size = len(cards)
    for name, value in params.items():
        seat.params[name] = value
    kinds: dict[str, int] = {}
    for slot, card in enumerate(cards):
        record = seat.card[0, slot]
        record.type = card.type
        record.keyword = card.keyword
        record.cost = card.cost
        record.power = card.power or 0
        record.toughness = card.toughness or 0
        record.mythic = card.rarity is Rarity.MYTHIC
        record.kind = kinds.setdefault(card.id, len(kinds))
    return seat
