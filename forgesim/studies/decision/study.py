"""A study as it is resolved: variants, pilots, budgets, targets, and the rule of the decision."""

from dataclasses import dataclass, replace
from pathlib import Path

from forgesim.cards.decks import Deck
from forgesim.cards.model import Card
from forgesim.cards.pilots import LOOKING_AHEAD, Pilot
from forgesim.cards.roster import Roster
from forgesim.cards.rules import Rules
from forgesim.pilots.contract import Game
from forgesim.studies.decision import tables

AHEAD = 3
"""One pair of a pilot that looks ahead for so many of one that does not."""
QUICK = {"games": 8, "pairs": 4, "tiers": 2, "rosters": 2}
"""What `--quick` divides budgets by, and how many tiers and rosters it leaves."""


@dataclass(frozen=True)
class Variant:
    """Rules that are measured: those of the baseline, or a candidate's.

    Attributes
    ----------
    name, title, cost : str
    rules : Rules
    """

    name: str
    rules: Rules
    title: str = ""
    cost: str = ""


@dataclass(frozen=True)
class Study:
    """A study file, resolved; the results depend on nothing else.

    Attributes
    ----------
    name, question : str
    path : Path
        The file, as it was named.
    game : Game
    roster : Roster
    opponents : tuple of Deck
        Decks against which the first search is made; none where some are dealt.
    baseline : Variant
    candidates : tuple of Variant
    hunter : Pilot
        Who plays while decks are searched for.
    tiers : tuple of Pilot
        Who plays what is measured.
    must_pass : tuple of str
        Tiers in which a candidate must pass.
    search, pilots, flat, targets, rosters, decision
        The tables of the file.
    seed : int
    notes : tuple of str
        What was noticed when the file was read.
    is_quick : bool
    """

    name: str
    question: str
    path: Path
    game: Game
    roster: Roster
    opponents: tuple[Deck, ...]
    baseline: Variant
    candidates: tuple[Variant, ...]
    hunter: Pilot
    tiers: tuple[Pilot, ...]
    must_pass: tuple[str, ...]
    search: tables.Search
    pilots: tables.Pilots
    flat: tables.Flat
    targets: tables.Targets
    rosters: tables.Rosters
    decision: tables.Decision
    seed: int
    notes: tuple[str, ...]
    is_quick: bool = False

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The baseline, then the candidates."""
        return (self.baseline, *self.candidates)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The roster's cards, by id."""
        return tuple(self.roster.cards[card] for card in sorted(self.roster.cards))

    @property
    def groups(self) -> list[str]:
        """Groups of the roster, in order."""
        return sorted({card.group for card in self.roster.cards.values()})

    def pairs_of(self, tier: Pilot) -> int:
        """Pairs of each matchup that a tier plays."""
        if tier.kind not in LOOKING_AHEAD:
            return self.pilots.pairs
        return self.pilots.pairs_ahead or max(20, self.pilots.pairs // AHEAD)

    @property
    def roster_games(self) -> int:
        """Games of a search on a perturbed roster, for each group."""
        return self.rosters.games or max(tables.LEAST_GAMES, self.search.games // 2)

    @property
    def tail(self) -> float:
        """Chance with which each bound may miss, so that those of all variants and tiers hold.

        The 5 % of an interval are shared out among them (Bonferroni).
        """
        return 0.025 / (len(self.variants) * len(self.tiers))


def quick(study: Study) -> Study:
    """A study with less of everything: a first look."""
    reflex = [tier for tier in study.tiers if tier.kind not in LOOKING_AHEAD]
    tiers = (reflex or list(study.tiers))[: QUICK["tiers"]]
    names = [tier.name for tier in tiers]
    must = [name for name in study.must_pass if name in names]
    games = max(tables.LEAST_GAMES, study.search.games // QUICK["games"])
    fewer = {"pairs": max(20, study.pilots.pairs // QUICK["pairs"])}
    if study.pilots.pairs_ahead is not None:
        fewer["pairs_ahead"] = max(20, study.pilots.pairs_ahead // QUICK["pairs"])
    rosters = {"count": min(study.rosters.count, QUICK["rosters"]), "games": None, "leading": 1}
    return replace(
        study,
        tiers=tuple(tiers),
        must_pass=tuple(must or names),
        search=study.search.model_copy(update={"games": games}),
        pilots=study.pilots.model_copy(update=fewer),
        rosters=study.rosters.model_copy(update=rosters),
        is_quick=True,
    )
