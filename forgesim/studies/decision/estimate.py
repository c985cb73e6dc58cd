"""How much a study plays, and about how long it takes."""

from collections.abc import Iterator
from dataclasses import dataclass

from forgesim.arena.batch import available_cores
from forgesim.cards.decks import Deck
from forgesim.cards.pilots import Pilot
from forgesim.studies.decision.course import choices
from forgesim.studies.decision.fields import make_plan
from forgesim.studies.decision.study import Study
from forgesim.studies.pace import games_per_second

SEARCH, SEARCHED = 0.6, 6e-6
"""Seconds that a search takes besides its games, and that each of them takes besides its play."""


@dataclass(frozen=True)
class Load:
    """Games of one part of a study.

    Attributes
    ----------
    part : str
        In words.
    pilot : Pilot
    games : int
    searches : int
        Of how many searches these are the games.
    """

    part: str
    pilot: Pilot
    games: int
    searches: int = 0


def loads(study: Study) -> list[Load]:
    """What a study plays at most, by part: what has no effect is measured once."""
    return [*_searches(study), *_measures(study), *_again(study)]


def seconds_for(study: Study, decks: tuple[Deck, ...], jobs: int) -> float:
    """Seconds that a study takes, about, with some decks to time the pilots by."""
    pilots = {pilot.name: pilot for pilot in (study.hunter, *study.tiers)}
    plan = make_plan(study.game, study.baseline.rules, decks, study.hunter, study.seed)
    paces = {name: games_per_second(plan, pilot) for name, pilot in pilots.items()}
    seconds = sum(_seconds(load, paces[load.pilot.name]) for load in loads(study))
    return seconds / min(jobs, available_cores())


def _seconds(load: Load, pace: float) -> float:
    beside = load.searches * SEARCH + (load.games * SEARCHED if load.searches else 0)
    return load.games / pace + beside


def _searches(study: Study) -> Iterator[Load]:
    games, groups = study.search.games, len(study.groups)
    yield Load("decks of the baseline", study.hunter, 2 * groups * games, 2 * (groups + 1))
    count = len(study.candidates)
    again = 2 * count * groups * (games - games // 2)
    yield Load("decks for the candidates", study.hunter, again, count * (groups + 1))


def _field(study: Study) -> int:
    """Games of each pair of a field."""
    decks = len(study.groups) * study.search.keep + study.search.keep_mixed
    return decks * (decks - 1)


def _measures(study: Study) -> Iterator[Load]:
    for tier in study.tiers:
        games = len(study.variants) * _field(study) * study.pairs_of(tier)
        yield Load(f"measuring, {tier.name}", tier, games)


def _again(study: Study) -> Iterator[Load]:
    tier = next(tier for tier in study.tiers if tier.name == study.must_pass[0])
    leading = min(study.rosters.leading, len(study.candidates))
    one = _field(study) * study.pairs_of(tier)
    searched = 2 * (1 + leading) * len(study.groups) * study.roster_games
    games = study.rosters.count * searched
    count = study.rosters.count * (1 + leading) * (len(study.groups) + 1)
    yield Load("decks for perturbed rosters", study.hunter, games, count)
    flips = len(list(choices(study.baseline.rules))) if study.decision.rulings else 0
    repeats = (study.rosters.count + flips) * (1 + leading)
    yield Load(f"testing again, {tier.name}", tier, repeats * one)
