"""The Forge card: its columns, and what makes a card or a deck illegal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from forgesim.cards.checks import REFUSED
from forgesim.cards.decks import DeckProblem
from forgesim.cards.files import named
from forgesim.cards.model import Card
from forgesim.errors import UsageError
from forgesim.rulesets.forge.names import BEARERS, CardType, Faction, Keyword, Rarity
from forgesim.rulesets.forge.words import COLUMN_WORDS, VALUE_WORDS

_NOTHING = ("0", "-", "\u2013", "\u2014")
"""What spreadsheets hold where a card has no such number."""


def _label(value: IntEnum) -> str:
    """Spell a name of the rulebook as its cards do."""
    if isinstance(value, Keyword):
        return value.name
    return value.name.capitalize() if isinstance(value, Faction) else value.name.lower()


def _choices(names: type[IntEnum]) -> str:
    labels = [_label(name) for name in names if name is not Keyword.NONE]
    return ", ".join(labels[:-1]) + " or " + labels[-1]


def _named(names: type[IntEnum]) -> BeforeValidator:
    """Read a name of the rulebook, in any case."""

    def read(value: Any) -> Any:
        if isinstance(value, str):
            for name in names:
                if name.name.casefold() == value.casefold():
                    return name
        elif isinstance(value, names):
            return value
        raise ValueError(f"not one of {_choices(names)}")

    return BeforeValidator(read)


def _keyword(value: Any) -> Any:
    return Keyword.NONE if value in (None, "") else value


class ForgeCard(Card):
    """One card of a Forge roster."""

    column_words = COLUMN_WORDS
    value_words = VALUE_WORDS

    faction: Annotated[Faction, _named(Faction)] = Field(description=_choices(Faction))
    type: Annotated[CardType, _named(CardType)] = Field(description=_choices(CardType))
    cost: int = Field(ge=0, le=9, description="a whole number from 0 to 9")
    power: int | None = Field(
        default=None, ge=0, le=99, description="a whole number from 0 to 99, for creatures only"
    )
    toughness: int | None = Field(
        default=None, ge=1, le=99, description="a whole number from 1 to 99, for creatures only"
    )
    keyword: Annotated[Keyword, _named(Keyword), BeforeValidator(_keyword)] = Field(
        default=Keyword.NONE, description=f"one of {_choices(Keyword)}, or nothing"
    )
    rarity: Annotated[Rarity, _named(Rarity)] = Field(description=_choices(Rarity))

    @field_validator("power", "toughness", mode="before")
    @classmethod
    def _of_creatures(cls, value: Any, info: ValidationInfo) -> Any:  # D3
        """Refuse a number on a card that can have none."""
        kind = info.data.get("type")  # None where that is at fault itself
        if kind is CardType.CREATURE or value is None:
            return value
        if str(value) in _NOTHING:
            return None
        if kind is None:
            return value
        raise PydanticCustomError(REFUSED, "only creatures have one, leave it empty")

    @property
    def group(self) -> str:  # D6
        """The card's faction."""
        return _label(self.faction)

    @property
    def facts(self) -> dict[str, int | str | None]:
        """The card as traces and fingerprints show it."""
        return {
            "type": _label(self.type),
            "faction": _label(self.faction),
            "cost": self.cost,
            "power": self.power,
            "toughness": self.toughness,
            "keyword": None if self.keyword is Keyword.NONE else _label(self.keyword),
            "rarity": _label(self.rarity),
        }


def card_problems(card: ForgeCard) -> list[str]:  # D2 D3
    """What is wrong with a card whose single values are all valid."""
    problems = []
    if card.type not in BEARERS[card.keyword]:
        bearers = " and ".join(f"{_label(kind)}s" for kind in sorted(BEARERS[card.keyword]))
        problems.append(
            f"keyword {_label(card.keyword)} on a card of type {_label(card.type)}: "
            f"only {bearers} may bear it"
        )
    for field in ("power", "toughness"):
        if card.type is CardType.CREATURE and getattr(card, field) is None:
            problems.append(f"{field} is empty: a creature needs a number here")
    return problems


def card_notices(cards: Iterable[ForgeCard]) -> list[str]:  # D2 D3 R9
    """What the author of some cards should know, though it is legal: which do nothing in play."""
    plain = [card for card in cards if card.keyword is Keyword.NONE]
    artifacts = [card.name for card in plain if card.type is CardType.ARTIFACT]
    weapons = [card.name for card in plain if card.type is CardType.WEAPON and card.cost == 0]
    kinds = {"artifact{s} without a keyword": artifacts}
    kinds["weapon{s} of cost 0 without a keyword"] = weapons
    return [_idle(kind, names) for kind, names in kinds.items() if names]


def _idle(kind: str, names: Sequence[str]) -> str:
    one = len(names) == 1
    which, does = kind.format(s="" if one else "s"), "does" if one else "do"
    return f"{len(names)} {which} {does} nothing in play: {named(names)}"


def deck_problems(cards: Sequence[ForgeCard], params: Mapping[str, int]) -> list[DeckProblem]:  # D1
    """What makes a deck illegal under a player's parameters; each violation is named."""
    problems = []
    if len(cards) != params["deck_size"]:
        text = f"{len(cards)} cards, expected exactly {params['deck_size']}"
        problems.append(DeckProblem(text))
    counts = Counter(card.id for card in cards)
    mythics = {card.id for card in cards if card.rarity is Rarity.MYTHIC}
    for card_id, count in sorted(counts.items()):
        if card_id in mythics and count > params["max_mythic_copies"]:
            most = params["max_mythic_copies"]
            text = f"{count} copies of the mythic {card_id!r}, expected at most {most}"
            problems.append(DeckProblem(text, card_id))
        if count > params["max_copies"]:
            text = f"{count} copies of {card_id!r}, expected at most {params['max_copies']}"
            problems.append(DeckProblem(text, card_id))
    return problems


def stand_ins(
    card: ForgeCard, reference: Mapping[str, Mapping[str, int]]
) -> tuple[ForgeCard, ForgeCard | None]:
    """The plain creature of a card's cost, and the plainest card of its own type.

    A weapon's is the weapon of its cost without a keyword; a plain artifact would do nothing, so
    there is none.

    Raises
    ------
    UsageError
        If the reference has no such creature.
    """
    creature = _plain(card, CardType.CREATURE, **_reference_numbers(card.cost, reference))
    if card.type is CardType.WEAPON:
        return creature, _plain(card, CardType.WEAPON)
    return creature, creature if card.type is CardType.CREATURE else None


def _reference_numbers(cost: int, reference: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Power and toughness of the vanilla creature of a cost."""
    row = reference.get(str(cost))
    numbers = dict(row) if isinstance(row, Mapping) else {}
    if set(numbers) != {"power", "toughness"}:
        found = "nothing" if row is None else repr(row)
        raise UsageError(
            f"[reference] of the ruleset has {found} for cost {cost}, expected a creature, as"
            f" {cost} = {{ power = 3, toughness = 4 }}"
        )
    return numbers


def _plain(card: ForgeCard, kind: CardType, **numbers: int) -> ForgeCard:
    """A card without a keyword, of the same cost, faction and rarity."""
    same = {"cost": card.cost, "faction": card.faction, "rarity": card.rarity}
    name = f"plain {_label(kind)} of cost {card.cost}"
    try:
        plain = ForgeCard(id=card.id, name=name, type=kind, **same, **numbers)
    except ValidationError:
        raise UsageError(
            f"[reference] of the ruleset has {numbers} for cost {card.cost}, expected a power from"
            " 0 to 99 and a toughness from 1 to 99"
        ) from None
    # No roster's id has a blank: the stand-in is never taken for another card of the deck.
    return plain.model_copy(update={"id": f"{name} for {card.id}"})
