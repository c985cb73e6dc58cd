"""Decks: TOML files that say how many of each card."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.files import Toml, load_file, table_violations
from forgesim.cards.model import Card
from forgesim.errors import DataError

MAX_COPIES = 999

MIXED = "mixed"
"""Group of a deck whose cards are not all of one group."""


class DeckFile(BaseModel):
    """What a deck file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(
        pattern=r"^[^\s/\\]{1,64}$",
        description="a name of up to 64 characters without spaces or slashes",
    )
    game: str | None = Field(default=None, description="the game's name, as --game takes it")
    title: str = Field(default="", max_length=200, description="a short title")
    plan: Literal["", "fast", "midrange", "slow"] = Field(
        default="", description="fast, midrange or slow"
    )
    description: str = Field(default="", max_length=2000, description="a sentence or two")
    cards: dict[str, Any] = Field(description="a table of card ids and numbers of copies")


@dataclass(frozen=True)
class Deck:
    """A resolved deck.

    Attributes
    ----------
    name : str
        Its identity in a run.
    title, plan, description : str
        What its file says about it.
    cards : tuple of Card
        In canonical order: by id, copies side by side.
    """

    name: str
    cards: tuple[Card, ...]
    title: str = ""
    plan: str = ""
    description: str = ""

    @property
    def group(self) -> str:
        """The group of all its cards, or `MIXED`."""
        groups = {card.group for card in self.cards}
        return groups.pop() if len(groups) == 1 else MIXED

    @property
    def ids(self) -> list[str]:
        """Card ids in canonical order."""
        return [card.id for card in self.cards]


def load_deck(path: Path, game: str, cards: Mapping[str, Card]) -> tuple[Deck, Toml]:
    """Load a deck against a roster; legality is the ruleset's to judge.

    Raises
    ------
    DataError
        With every violation of the file.
    """
    file, toml = load_file(path, DeckFile, game)
    expected = f"a number of copies from 1 to {MAX_COPIES}"
    copies = range(1, MAX_COPIES + 1)
    violations = table_violations(toml, "cards", cards, "card", copies, expected)
    if violations:
        raise DataError(violations)
    listed = [cards[card_id] for card_id in sorted(file.cards) for _ in range(file.cards[card_id])]
    return Deck(file.name, tuple(listed), file.title, file.plan, file.description), toml
