"""A plan: every input resolved, the matchups, and the blocks into which they are cut."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from forgesim.cards.decks import Deck
from forgesim.cards.pilots import LOOKING_AHEAD, Pilot
from forgesim.cards.rules import Rules, Values
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION, matchup_key
from forgesim.pilots.contract import Game

BLOCK_PAIRS = 16384
"""Pairs in a block: a fraction of a second of play by pilots that do not search."""
COSTS = {"random": 1, "weights": 1, "planner": 50, "searcher": 1500}
"""About how long a pilot of each kind takes over a game: one unit is some 2.5 microseconds."""
MATTERS = 2.0
"""Points from which on a difference matters, where nobody has said otherwise."""


def pairs_of_block(pilots: Iterable[Pilot]) -> int:
    """Pairs in a block, so that it takes the slowest of the pilots a fraction of a second."""
    return BLOCK_PAIRS // max((COSTS[pilot.kind] for pilot in pilots), default=1)


@dataclass(frozen=True)
class Matchup:
    """Two decks and who plays them in which tier, by their places in the plan's lists.

    Deck a is the one whose name sorts first.
    """

    deck_a: int
    deck_b: int
    pilot_a: int
    pilot_b: int
    tier: int = 0


@dataclass(frozen=True)
class Tier:
    """One way to give the decks their pilots; a plan is played once through for each.

    Attributes
    ----------
    name : str
        The pilot's, `own` where each deck has its own, or both sides' names.
    is_even : bool
        Whether both decks of a pair are given their pilots alike, so that scores compare decks.
    """

    name: str
    is_even: bool = True


@dataclass(frozen=True)
class Segment:
    """Pairs `first` … `first + count - 1` of one matchup."""

    matchup: int
    first: int
    count: int


@dataclass(frozen=True)
class Plan:
    """What is to be played; the results depend on nothing else.

    Attributes
    ----------
    game : Game
    name : str
        The experiment's name.
    rules : Rules
    notes : tuple of str
        What the roster says about itself.
    decks, pilots, tiers, matchups : tuples
    pairs : int
        Pairs for each matchup.
    seed : int
        The run's seed.
    changed : tuple of str
        Settings on top of the files, as `NAME=VALUE`.
    block_pairs : int
        Pairs in a block.
    matters : float
        From how many points on a difference matters; no result depends on it.
    precision : float or None
        Half the width of the headline intervals, in points, at which the run may stop early.
    earlier : tuple of int
        Pairs for each matchup after which the run is looked at before its end, and may stop. All
        matchups are played up to there first.
    looks : int
        Looks planned, the last included, whether or not the run stopped before.
    """

    game: Game
    name: str
    rules: Rules
    notes: tuple[str, ...]
    decks: tuple[Deck, ...]
    pilots: tuple[Pilot, ...]
    tiers: tuple[Tier, ...]
    matchups: tuple[Matchup, ...]
    pairs: int
    seed: int
    changed: tuple[str, ...] = ()
    block_pairs: int = BLOCK_PAIRS
    matters: float = MATTERS
    precision: float | None = None
    earlier: tuple[int, ...] = ()
    looks: int = 1

    @property
    def games(self) -> int:
        """Games in all."""
        return 2 * self.pairs * len(self.matchups)

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """First pair of each round, and the first after it: a round plays those of all matchups."""
        return list(pairwise((0, *self.earlier, self.pairs)))

    def up_to(self, number: int) -> "Plan":
        """The plan of a run that stopped after a round."""
        ends = (*self.earlier, self.pairs)
        return replace(self, earlier=ends[:number], pairs=ends[number])

    def blocks_of(self, number: int) -> range:
        """Numbers of the blocks of a round."""
        counts = [-(-(end - first) * len(self.matchups) // self.block_pairs)
                  for first, end in self.rounds[: number + 1]]  # fmt: skip
        return range(sum(counts[:-1]), sum(counts))

    @property
    def n_blocks(self) -> int:
        """Number of blocks."""
        return self.blocks_of(len(self.rounds) - 1).stop

    def block(self, index: int) -> list[Segment]:
        """Segments of one block: a round's pairs in order, cut at fixed places."""
        number = next(n for n in range(len(self.rounds)) if index in self.blocks_of(n))
        start, stop = self.rounds[number]
        of_matchup = stop - start
        at = (index - self.blocks_of(number).start) * self.block_pairs
        end = min(at + self.block_pairs, of_matchup * len(self.matchups))
        segments = []
        while at < end:
            matchup, first = divmod(at, of_matchup)
            count = min(of_matchup - first, end - at)
            segments.append(Segment(matchup, start + first, count))
            at += count
        return segments

    def locate(self, number: int) -> tuple[int, int, int]:
        """Matchup, pair and order (0: deck a first) of a match by its number in the plan's order.

        Matches are counted from 0: round by round, matchup by matchup, pair by pair.
        """
        pair, order = divmod(number, 2)
        first, end = next(r for r in self.rounds if pair < r[1] * len(self.matchups))
        matchup, pair = divmod(pair - first * len(self.matchups), end - first)
        return matchup, first + pair, order

    def number_of(self, matchup: int, pair: int, order: int) -> int:
        """Number of a match in the plan's order: the inverse of `locate`."""
        first, end = next(r for r in self.rounds if pair < r[1])
        before = first * len(self.matchups) + (end - first) * matchup
        return 2 * (before + pair - first) + order

    def key(self, matchup: Matchup) -> int:
        """Key of a matchup's pair seeds."""
        names = self.decks[matchup.deck_a].name, self.decks[matchup.deck_b].name
        return matchup_key(self.seed, *names)

    def params(self, deck: Deck) -> tuple[Values, Values]:
        """Values of the rules for the player of a deck who goes first, and for one who does not."""
        return self.rules.seats_for(deck.cards)

    def looks_ahead(self, matchup: Matchup) -> bool:
        """Whether a pilot of a matchup looks ahead."""
        pilots = (self.pilots[matchup.pilot_a], self.pilots[matchup.pilot_b])
        return any(pilot.kind in LOOKING_AHEAD for pilot in pilots)

    def fingerprint(self, matchup: Matchup) -> str:
        """Digest of everything that a matchup's results depend on, but the seeds."""
        parts = {
            "engine": engine_digest(),
            "streams": STREAM_VERSION,
            "game": self.game.name,
            "params": [
                [dict(sorted(seat.items())) for seat in self.params(self.decks[deck])]
                for deck in (matchup.deck_a, matchup.deck_b)
            ],
            "decks": [
                [[card.id, card.facts] for card in self.decks[deck].cards]
                for deck in (matchup.deck_a, matchup.deck_b)
            ],
            "pilots": [
                [
                    pilot.kind,
                    sorted(pilot.forbid),
                    {k: v for k, v in sorted(pilot.weights.items()) if v},
                ]
                for pilot in (self.pilots[matchup.pilot_a], self.pilots[matchup.pilot_b])
            ],
        }
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]
