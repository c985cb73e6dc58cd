"""The metagame of decks: best responses by deck search, scores by games on common seeds."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from forgesim.arena.plan import Matchup, Plan, Segment, Tier
from forgesim.arena.random_decks import random_deck
from forgesim.cards.decks import MIXED, Deck
from forgesim.cards.model import Card
from forgesim.cards.pilots import Pilot
from forgesim.cards.rules import Rules
from forgesim.errors import UsageError
from forgesim.pilots.contract import Game
from forgesim.stats.counts import Field
from forgesim.stats.pairs import STRENGTH
from forgesim.stats.variety import Variety, variety
from forgesim.studies.how import How
from forgesim.studies.meta.oracle import Answer, Course, Step, double_oracle
from forgesim.studies.played import play_all
from forgesim.studies.search import Constraint, Quest, Rival, search_decks, seed_of
from forgesim.studies.search.quest import Cards, key_of

Array = np.ndarray[Any, Any]

LEAST_SHARE = 0.002
"""Decks with a smaller share of the mix are left out where responses are looked for and scored."""
MOST_STARTS = 6
"""Known decks from which a search for a response begins."""


@dataclass(frozen=True)
class MetaQuest:
    """What metagame is looked for; the result depends on nothing else.

    Attributes
    ----------
    game, rules : Game, Rules
    cards : tuple of Card
        The roster.
    pilot : Pilot
        Who plays all decks.
    starts : tuple of Deck
        Decks to begin with.
    epsilon : float
        What a response may gain, in points.
    steps : int
        Rounds, at most.
    games : int
        Games of each search for a response.
    pairs : int
        Pairs of each two known decks.
    held_out : int
        Pairs by which what a response gains is measured.
    seed : int
    """

    game: Game
    rules: Rules
    cards: tuple[Card, ...]
    pilot: Pilot
    starts: tuple[Deck, ...]
    epsilon: float = 1.0
    steps: int = 12
    games: int = 150_000
    pairs: int = 1000
    held_out: int = 20_000
    seed: int = 1

    @property
    def families(self) -> list[str | None]:
        """Kinds of decks among which responses are looked for: all, and those of each group."""
        return [None, *sorted({card.group for card in self.cards})]


@dataclass(frozen=True)
class MetaFound:
    """A metagame that was found.

    Attributes
    ----------
    quest : MetaQuest
    course : Course
        Decks, their shares, and how they were found.
    matrix : float array (decks, decks)
        Score of the row's deck against the column's, 0 to 1.
    variety : Variety
        Shares with intervals, and effective numbers.
    games : int
        Games that were played.
    unsearched : tuple of str
        Groups whose cards make no legal deck.
    """

    quest: MetaQuest
    course: Course[Deck]
    matrix: Array
    variety: Variety
    games: int
    unsearched: tuple[str, ...]


def find_metagame(
    quest: MetaQuest,
    how: How | None = None,
    told: Callable[[Step[Deck]], None] = lambda _: None,
) -> MetaFound:
    """Look for the metagame of a roster.

    Raises
    ------
    UsageError
        If there is no legal deck.
    """
    players = _Decks(quest, how or How())
    starts = quest.starts or players.first()
    course = double_oracle(players, starts, quest.epsilon / 100, quest.steps, told)
    field, counts = players.field(course.strategies)
    lists = [deck.ids for deck in course.strategies]
    return MetaFound(
        quest=quest,
        course=course,
        matrix=0.5 + players.advantage(course.strategies),
        variety=variety(field, counts, lists),
        games=players.games,
        unsearched=tuple(players.unsearched),
    )


class _Decks:
    """Plays decks and looks for responses, for a double oracle."""

    def __init__(self, quest: MetaQuest, how: How) -> None:
        self._quest, self._how = quest, how
        self._counts: dict[tuple[str, str], Array] = {}
        self._names: Counter[str] = Counter()
        self.games = 0
        self.unsearched: list[str] = []

    def first(self) -> tuple[Deck, ...]:
        """A random deck to begin with, where none are named."""
        quest = self._quest
        rng = random.Random(seed_of(quest.seed, "first"))
        return (self._named(random_deck(quest.game, quest.rules, quest.cards, rng)),)

    # Scores

    def advantage(self, strategies: Sequence[Deck]) -> Array:
        """Scores of each deck against each, less 1/2."""
        field, counts = self.field(strategies)
        size = len(strategies)
        found = np.zeros((size, size))
        means = (counts * STRENGTH).sum(axis=(1, 2)) / counts.sum(axis=(1, 2)) - 0.5
        found[field.deck_a, field.deck_b] = means
        found[field.deck_b, field.deck_a] = -means
        return found

    def field(self, decks: Sequence[Deck]) -> tuple[Field, Array]:
        """The field of some decks, and pairs by outcomes of each two of them."""
        places = [
            tuple(sorted((one, other), key=lambda place: decks[place].name))
            for one in range(len(decks))
            for other in range(one)
        ]
        self._play(decks, [(a, b) for a, b in places])
        counts = [self._counts[decks[a].name, decks[b].name] for a, b in places]
        field = Field(
            decks=[deck.name for deck in decks],
            groups=[deck.group for deck in decks],
            deck_a=np.array([a for a, _ in places], int),
            deck_b=np.array([b for _, b in places], int),
        )
        return field, np.array(counts).reshape(-1, 3, 3)

    def _play(self, decks: Sequence[Deck], places: Sequence[tuple[int, int]]) -> None:
        """Play what has not been played."""
        new = [(a, b) for a, b in places if (decks[a].name, decks[b].name) not in self._counts]
        if not new:
            return
        quest = self._quest
        plan = Plan(
            game=quest.game, name="meta", rules=quest.rules, notes=(), decks=tuple(decks),
            pilots=(quest.pilot,), tiers=(Tier(quest.pilot.name),),
            matchups=tuple(Matchup(a, b, 0, 0) for a, b in new), pairs=quest.pairs,
            seed=seed_of(quest.seed, "matrix"),
        )  # fmt: skip
        segments = [Segment(place, 0, quest.pairs) for place in range(len(new))]
        for (a, b), pairs in zip(new, play_all(plan, segments, self._how, "scores"), strict=True):
            codes = 3 * pairs.outcomes[:, 0].astype(np.int64) + pairs.outcomes[:, 1]
            counts = np.bincount(codes, minlength=9).reshape(3, 3)
            self._counts[decks[a].name, decks[b].name] = counts
            self.games += pairs.games

    # Responses

    def answers(
        self, strategies: Sequence[Deck], shares: Array, step: int, effort: int
    ) -> list[Answer[Deck]]:
        """The best response of each family that is found."""
        known = {key_of(deck.cards): deck for deck in reversed(strategies)}
        found: dict[tuple[str, ...], Answer[Deck]] = {}
        tail = 0.025 / (len(self._quest.families) * self._quest.steps)
        for family in self._quest.families:
            stage = f"step {step} {family}"
            for answer in self._search(family, strategies, shares, stage, effort, tail):
                found.setdefault(key_of(answer.strategy.cards), answer)
        return [
            replace(answer, strategy=known.get(key) or self._told(answer))
            for key, answer in found.items()
        ]

    def _told(self, answer: Answer[Deck]) -> Deck:
        """A deck that is new, with a name of its own if it will be added."""
        if answer.gain.low > self._quest.epsilon / 100:
            return self._named(answer.strategy.cards)
        return answer.strategy

    def _search(
        self, family: str | None, decks: Sequence[Deck], shares: Array, stage: str,
        effort: int, tail: float,
    ) -> Iterator[Answer[Deck]]:  # fmt: skip
        quest = self._quest
        rivals = tuple(
            Rival(deck, float(share), quest.pilot)
            for deck, share in zip(decks, shares, strict=True)
            if share >= LEAST_SHARE
        )
        order = np.argsort(-shares, kind="stable")
        starts = [decks[place].cards for place in order if family in (None, decks[place].group)]
        wanted = Quest(
            game=quest.game, rules=quest.rules, cards=quest.cards, rivals=rivals,
            pilot=quest.pilot, constraint=Constraint(family), games=effort * quest.games,
            seed=seed_of(quest.seed, stage), keep=1, distance=1,
            starts=tuple(starts[:MOST_STARTS]),
        )  # fmt: skip
        try:
            finds = search_decks(wanted, self._how, effort * quest.held_out, tail)
        except UsageError:
            if family is None:
                raise
            if family not in self.unsearched:
                self.unsearched.append(family)
            return
        for each in finds.decks:
            gain = replace(each.score, mean=each.score.mean - 0.5, low=each.score.low - 0.5,
                           high=each.score.high - 0.5)  # fmt: skip
            self.games += finds.games + 2 * each.score.pairs
            yield Answer(Deck("found", each.cards), gain)

    def _named(self, cards: Cards) -> Deck:
        """A deck with a name that tells its group, and is its own."""
        group = Deck("", cards).group
        taken = {deck.name for deck in self._quest.starts}
        while True:
            self._names[group] += 1
            name = f"{'mixed' if group == MIXED else group}-found-{self._names[group]}"
            if name not in taken:
                return Deck(name, cards)
