"""Decks: how many of each card, from TOML files or from lists as people write them."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tomli_w
from pydantic import BaseModel, ConfigDict, Field

from forgesim.cards.checks import ONE_LINE, check
from forgesim.cards.decklists import MAX_COPIES, read_list
from forgesim.cards.model import Card
from forgesim.cards.toml import Span, load_file, table_violations
from forgesim.errors import DataError, Violation

MIXED = "mixed"
"""Group of a deck whose cards are not all of one group."""

LIST = ".txt"
SUFFIXES = (".toml", LIST)
"""Endings of deck files, as they are read from a folder."""

Lines = Callable[..., int | None]
"""Line of a deck file on which a key stands, as `("name",)` or `("cards", "bramble_hound")`."""


class DeckFile(BaseModel):
    """What a deck file holds."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(
        pattern=r"^[^\s/\\\x00-\x1f\x7f-\x9f]{1,64}$",
        description="a name of up to 64 characters without spaces or slashes",
    )
    game: str | None = Field(default=None, description="the game's name, as --game takes it")
    title: str = Field(
        default="",
        max_length=200,
        pattern=ONE_LINE,
        description="a short title, one line",
    )
    plan: Literal["", "fast", "midrange", "slow"] = Field(
        default="", description="fast, midrange or slow"
    )
    pilot: str | None = Field(
        default=None, min_length=1, description="the name or path of the pilot that plays it best"
    )
    description: str = Field(default="", max_length=2000, description="a sentence or two")
    cards: dict[str, Any] = Field(description="a table of card ids and numbers of copies")


@dataclass(frozen=True)
class DeckProblem:
    """What makes a deck illegal; `card` is the id of the card that is to blame, if one is."""

    text: str
    card: str | None = None


@dataclass(frozen=True)
class Deck:
    """A resolved deck.

    Attributes
    ----------
    name : str
        Its identity in a run.
    cards : tuple of Card
        In canonical order: by id, copies side by side.
    title, plan, description : str
        What its file says about it.
    pilot : str or None
        The pilot that its file says plays it best.
    """

    name: str
    cards: tuple[Card, ...]
    title: str = ""
    plan: str = ""
    description: str = ""
    pilot: str | None = None

    @property
    def group(self) -> str:
        """The group of all its cards, or `MIXED`."""
        groups = {card.group for card in self.cards}
        return groups.pop() if len(groups) == 1 else MIXED

    @property
    def ids(self) -> list[str]:
        """Card ids in canonical order."""
        return [card.id for card in self.cards]

    @property
    def counts(self) -> dict[str, int]:
        """Copies by card id, in canonical order."""
        return dict(Counter(self.ids))


def load_deck(path: Path, game: str, cards: Mapping[str, Card]) -> tuple[Deck, Lines]:
    """Load a deck against a roster; legality is the ruleset's to judge.

    Raises
    ------
    DataError
        With every violation of the file.
    """
    is_list = path.suffix.lower() == LIST
    file, lines = _read_list(path, cards) if is_list else _read_toml(path, game, cards)
    listed = [cards[card_id] for card_id in sorted(file.cards) for _ in range(file.cards[card_id])]
    deck = Deck(file.name, tuple(listed), file.title, file.plan, file.description, file.pilot)
    return deck, lines


def _read_toml(path: Path, game: str, cards: Mapping[str, Card]) -> tuple[DeckFile, Lines]:
    file, toml = load_file(path, DeckFile, game)
    copies = Span(range(1, MAX_COPIES + 1), f"a number of copies from 1 to {MAX_COPIES}")
    violations = table_violations(toml, "cards", dict.fromkeys(cards, copies), "card")
    if violations:
        raise DataError(violations)
    return file, toml.line


def _read_list(path: Path, cards: Mapping[str, Card]) -> tuple[DeckFile, Lines]:
    """A list has no name of its own: it is called like its file."""
    entries = read_list(path, cards)
    counts = {card_id: copies for card_id, (copies, _) in entries.items()}
    values = {"name": "-".join(path.stem.split()), "cards": counts}
    file, violations = check(DeckFile, values, lambda _: (path, None))
    if file is None:
        problems = (f"{each.problem}: a list is called like its file" for each in violations)
        raise DataError([Violation(path, None, problem) for problem in problems])

    def line(*keys: str) -> int | None:
        return entries[keys[1]][1] if keys[1:] and keys[1] in entries else None

    return file, line


def deck_toml(deck: Deck, game: str) -> str:
    """A deck as the text of a deck file."""
    values = {
        "name": deck.name,
        "game": game,
        "title": deck.title,
        "plan": deck.plan,
        "pilot": deck.pilot,
        "description": deck.description,
    }
    given = {key: value for key, value in values.items() if value}
    return tomli_w.dumps(given | {"cards": deck.counts})
