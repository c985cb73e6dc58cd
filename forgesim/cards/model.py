"""What every card has, whatever the ruleset."""

from abc import ABC, abstractmethod

from pydantic import BaseModel, ConfigDict, Field


class Card(BaseModel, ABC):
    """One card of a roster; each ruleset adds its own columns.

    A field's description says what a valid value looks like: messages quote it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="up to 64 letters, digits, '_' or '-', without spaces",
    )
    name: str = Field(min_length=1, max_length=100, description="the printed name")

    @property
    @abstractmethod
    def group(self) -> str:
        """The card's group (faction, class, Forger)."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, int | str | None]:
        """What the rules know about the card, as traces and fingerprints show it."""
