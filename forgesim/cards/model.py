"""What every card has, whatever the ruleset."""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import Enum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator


class Card(BaseModel, ABC):
    """One card of a roster; each ruleset adds its own columns.

    A field's description says what a valid value looks like: messages quote it.

    Attributes
    ----------
    column_words : dict
        Fields by what designers often call them, in small letters.
    value_words : dict
        By field, the game's words by what designers often call them, in small letters.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    column_words: ClassVar[Mapping[str, str]] = {}
    value_words: ClassVar[Mapping[str, Mapping[str, str]]] = {}

    id: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$",
        description="up to 64 letters, digits, '_' or '-', without spaces",
    )
    name: str = Field(
        min_length=1, max_length=100, description="the printed name, up to 100 characters, one line"
    )

    @field_validator("*", mode="before")
    @classmethod
    def _whole(cls, value: Any, info: ValidationInfo) -> Any:
        """Take text for a number only where it is plain digits: not 2,0 or 2.0, +2 or 1_000."""
        annotation = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, str) and annotation in (int, int | None):
            if not re.fullmatch(r"-?[0-9]{1,9}", value):
                raise ValueError("not a whole number")
            return int(value)
        return value

    @field_validator("name")
    @classmethod
    def _one_line(cls, name: str) -> str:
        """Refuse what a terminal would act on instead of showing it."""
        if any(unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs") for letter in name):
            raise ValueError("has control characters")
        return name

    @classmethod
    def is_choice(cls, field: str) -> bool:
        """Whether a field holds one of the game's words."""
        annotation = cls.model_fields[field].annotation
        return isinstance(annotation, type) and issubclass(annotation, Enum)

    @property
    @abstractmethod
    def group(self) -> str:
        """The card's group (faction, class, Forger)."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, int | str | None]:
        """What the rules know about the card, as traces and fingerprints show it."""
