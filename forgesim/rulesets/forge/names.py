"""The words of the rulebook, with the numbers by which the compiled rules know them."""

from enum import IntEnum


class CardType(IntEnum):
    """What a card is."""

    CREATURE = 0
    WEAPON = 1
    ARTIFACT = 2


class Keyword(IntEnum):
    """A card's keyword; at most one a card (D2)."""

    NONE = 0
    GUARD = 1
    SWIFT = 2
    VENOM = 3
    HEAVY = 4
    KEEN = 5
    BLESSED = 6
    CURSED = 7
    STURDY = 8
    EMBER = 9
    HOARD = 10


class Rarity(IntEnum):
    """How rare a card is; only mythic has a meaning in play (R16)."""

    COMMON = 0
    UNCOMMON = 1
    RARE = 2
    MYTHIC = 3


class Faction(IntEnum):
    """The five factions (D6)."""

    OCCULT = 0
    WILDS = 1
    SUNDRIES = 2
    ARMORY = 3
    ARCANA = 4


class Act(IntEnum):
    """Kinds of acts; the operands of each are in `actions.py`."""

    END = 0
    PLAY = 1
    ATTACH = 2
    STRIKE_FORGE = 3
    STRIKE_CREATURE = 4
    EMBER_FORGE = 5
    EMBER_CREATURE = 6


class Pending(IntEnum):
    """What must be settled before any other act."""

    NOTHING = 0
    EMBER = 1
    ATTACH = 2


class Reason(IntEnum):
    """Why a match ended."""

    HEAT = 0
    DECKOUT = 1


class Event(IntEnum):
    """What the compiled rules report to a replay."""

    STOKE = 0
    BLESS = 1
    CURSE = 2
    DRAW = 3
    PLAY = 4
    ATTACH = 5
    UNATTACHED = 6
    STRIKE = 7
    HEAT = 8
    DAMAGE = 9
    DESTROYED = 10
    HOARD = 11
    BANK = 12
    DECKOUT = 13


BEARERS: dict[Keyword, frozenset[CardType]] = {
    Keyword.NONE: frozenset(CardType),
    Keyword.GUARD: frozenset({CardType.CREATURE}),
    Keyword.VENOM: frozenset({CardType.CREATURE}),
    Keyword.SWIFT: frozenset({CardType.CREATURE, CardType.WEAPON}),
    Keyword.HEAVY: frozenset({CardType.WEAPON}),
    Keyword.KEEN: frozenset({CardType.WEAPON}),
    Keyword.BLESSED: frozenset({CardType.ARTIFACT}),
    Keyword.CURSED: frozenset({CardType.ARTIFACT}),
    Keyword.STURDY: frozenset({CardType.ARTIFACT}),
    Keyword.EMBER: frozenset(CardType),
    Keyword.HOARD: frozenset(CardType),
}
"""Which types of card may bear a keyword (D3)."""
