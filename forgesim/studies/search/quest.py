"""What is looked for: decks of a kind, that score well against given opponents."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from forgesim.cards.decks import MIXED, Deck
from forgesim.cards.model import Card
from forgesim.cards.pilots import Pilot
from forgesim.cards.rules import Rules
from forgesim.pilots.contract import Game
from forgesim.stats.pairs import Estimate

Cards = tuple[Card, ...]
"""A deck's cards, slot by slot."""

DISTANCE = 4
"""In how many cards kept decks differ, at least, where nobody has said otherwise."""


@dataclass(frozen=True)
class Constraint:
    """Which legal decks are wanted.

    Attributes
    ----------
    group : str or None
        Decks of this group alone; `MIXED` for decks that are not of a single group; None for all.
    contains : tuple of (str, int)
        Ids of cards that a deck must have, and how many copies at least.
    without : frozenset of str
        Ids of cards that it must not have.
    """

    group: str | None = None
    contains: tuple[tuple[str, int], ...] = ()
    without: frozenset[str] = frozenset()

    def pool(self, cards: Sequence[Card]) -> Cards:
        """The cards that a deck may have, by id."""
        is_mono = self.group not in (None, MIXED)
        found = (c for c in cards if c.id not in self.without)
        return tuple(sorted((c for c in found if not is_mono or c.group == self.group),
                            key=lambda card: card.id))  # fmt: skip

    def is_met(self, cards: Sequence[Card]) -> bool:
        """Whether a deck is of the kind that is wanted."""
        counts = Counter(card.id for card in cards)
        groups = {card.group for card in cards}
        if self.group == MIXED and len(groups) < 2:
            return False
        if self.group not in (None, MIXED) and groups != {self.group}:
            return False
        has_all = all(counts[card] >= copies for card, copies in self.contains)
        return has_all and not any(card in counts for card in self.without)


@dataclass(frozen=True)
class Rival:
    """An opponent: a deck, its weight among all, and who plays it."""

    deck: Deck
    weight: float
    pilot: Pilot


@dataclass(frozen=True)
class Quest:
    """A search for decks; its result depends on nothing else.

    Attributes
    ----------
    game, rules : Game, Rules
        Synergies of the rules are earned by every deck that has them.
    cards : tuple of Card
        The roster.
    rivals : tuple of Rival
        Weights need not add up to 1.
    pilot : Pilot
        Who plays the decks that are looked for.
    constraint : Constraint
    games : int
        Games of the search; scoring what is found comes on top.
    seed : int
    keep : int
        How many decks are wanted.
    distance : int
        In how many cards these differ, at least; 1 for any other deck.
    starts : tuple of Cards
        Decks to begin from; those that are not legal or not wanted are passed over.
    """

    game: Game
    rules: Rules
    cards: Cards
    rivals: tuple[Rival, ...]
    pilot: Pilot
    constraint: Constraint = field(default_factory=Constraint)
    games: int = 1_000_000
    seed: int = 1
    keep: int = 5
    distance: int = DISTANCE
    starts: tuple[Cards, ...] = ()


@dataclass(frozen=True)
class Found:
    """A deck that was found.

    Attributes
    ----------
    cards : Cards
        In canonical order.
    score : Estimate
        Against the rivals, by their weights, on seeds that the search has not met. The interval is
        95 %, or holds for all kept decks together, as the caller asked.
    """

    cards: Cards
    score: Estimate


@dataclass(frozen=True)
class Finds:
    """What a search has found.

    Attributes
    ----------
    decks : tuple of Found
        Best first by the search's own seeds, so that their scores are not those by which they were
        picked.
    judged : int
        Different decks that were played.
    games : int
        Games of the search.
    course : tuple of (int, float)
        After how many games the best deck so far scored what, by the search's own seeds.
    """

    decks: tuple[Found, ...]
    judged: int
    games: int
    course: tuple[tuple[int, float], ...]


def key_of(cards: Sequence[Card]) -> tuple[str, ...]:
    """What a deck is, whatever the order of its slots."""
    return tuple(sorted(card.id for card in cards))


def distance(one: Sequence[Card], other: Sequence[Card]) -> int:
    """In how many cards two decks differ."""
    mine, yours = (Counter(card.id for card in cards) for cards in (one, other))
    return max((mine - yours).total(), (yours - mine).total())


def in_order(cards: Sequence[Card]) -> Cards:
    """A deck in canonical order."""
    return tuple(sorted(cards, key=lambda card: card.id))
