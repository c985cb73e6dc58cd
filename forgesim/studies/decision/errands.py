"""Single searches for decks: on what ground, for which group; several at once, each stored."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

from forgesim.arena.batch import do_apart
from forgesim.cards.decks import MIXED, Deck
from forgesim.cards.rules import Rules
from forgesim.errors import UsageError
from forgesim.studies.decision.fields import (
    Cards,
    about_cards,
    about_pilot,
    about_rules,
    camps_as_data,
)
from forgesim.studies.decision.steps import Data, Steps, seed_for
from forgesim.studies.decision.study import Study
from forgesim.studies.how import How
from forgesim.studies.search import Constraint, Quest, Rival, search_decks

WORTH_PROCESSES = 500_000
"""Games of searches from which on several processes make them: they take seconds to start."""
Foes = tuple[tuple[Deck, float], ...]


@dataclass(frozen=True)
class Ground:
    """On what decks are searched for.

    Attributes
    ----------
    study : Study
    rules : Rules
    cards : tuple of Card
        The roster's, or a perturbed one's.
    games : int
        Games of the search for each group; mixed decks get as many as all groups together.
    stage : str
        A word for the seeds: variants that are compared have the same.
    """

    study: Study
    rules: Rules
    cards: Cards
    games: int
    stage: str

    def keep(self, group: str) -> int:
        """How many decks of a group are kept."""
        return self.study.search.keep_mixed if group == MIXED else self.study.search.keep

    def budget(self, group: str) -> int:
        """Games of the search for a group."""
        return self.games * (len(self.study.groups) if group == MIXED else 1)

    def seed(self, group: str) -> int:
        """Seed of the search for a group: the same for each variant."""
        return seed_for(self.study.seed, "search", self.stage, group)


@dataclass(frozen=True)
class Errand:
    """One search.

    Attributes
    ----------
    ground : Ground
    group : str
    starts : tuple of Cards
        Decks to begin from.
    foes : tuple of (Deck, float)
        Opponents with their weights.
    """

    ground: Ground
    group: str
    starts: tuple[Cards, ...]
    foes: Foes

    @property
    def about(self) -> dict[str, Any]:
        """All that its result depends on."""
        ground = self.ground
        return {
            "rules": about_rules(ground.rules),
            "game": ground.study.game.name,
            "cards": about_cards(ground.cards),
            "pilot": about_pilot(ground.study.hunter),
            "group": self.group,
            "starts": camps_as_data({self.group: self.starts}),
            "foes": [[deck.name, deck.ids, weight] for deck, weight in self.foes],
            "games": ground.budget(self.group),
            "keep": ground.keep(self.group),
            "seed": ground.seed(self.group),
        }

    def run(self) -> Data:
        """Search; no decks where there is no legal one."""
        ground, study = self.ground, self.ground.study
        quest = Quest(
            game=study.game,
            rules=ground.rules,
            cards=ground.cards,
            rivals=tuple(Rival(deck, weight, study.hunter) for deck, weight in self.foes),
            pilot=study.hunter,
            constraint=Constraint(self.group),
            games=ground.budget(self.group),
            seed=ground.seed(self.group),
            keep=ground.keep(self.group),
            starts=self.starts,
        )
        try:
            finds = search_decks(quest, held_out=1)
        except UsageError:
            return {"decks": []}
        return {"decks": [[card.id for card in found.cards] for found in finds.decks]}


def run_errands(errands: Sequence[Errand], steps: Steps, how: How) -> list[tuple[Cards, ...]]:
    """Make searches, or take what is known of them: the decks of each, best first."""
    abouts = [errand.about for errand in errands]
    left = [place for place, about in enumerate(abouts) if not steps.has("search", about)]
    left.sort(key=lambda place: -errands[place].ground.budget(errands[place].group))
    games = [errands[place].ground.budget(errands[place].group) for place in left]
    if left:
        works = [errands[place].run for place in left]
        with (
            how.bar("searching", sum(games)) as told,
            closing(_done(works, sum(games), how)) as done,
        ):
            for number, data in done:
                steps.get("search", abouts[left[number]], partial(_known, data))
                if told is not None:
                    told(games[number])
    return [_decks(errand, steps.get("search", about, errand.run))
            for errand, about in zip(errands, abouts, strict=True)]  # fmt: skip


def _done(
    works: Sequence[Callable[[], Data]], games: int, how: How
) -> Generator[tuple[int, Data], None, None]:
    """Make searches: each in one process, several at once where that is worth it."""
    if how.jobs > 1 and len(works) > 1 and games >= WORTH_PROCESSES:
        yield from do_apart(works, how.jobs)
    else:
        yield from ((number, work()) for number, work in enumerate(works))


def _decks(errand: Errand, data: Data) -> tuple[Cards, ...]:
    known = {card.id: card for card in errand.ground.cards}
    return tuple(tuple(known[card] for card in deck) for deck in data["decks"])


def _known(data: Data) -> Data:
    return data
