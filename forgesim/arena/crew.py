"""Who plays what: pilots loaded once, and the matchups of a field in each tier."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from os.path import realpath
from pathlib import Path

from forgesim.arena.experiment import Experiment
from forgesim.arena.plan import Matchup, Tier
from forgesim.cards.decks import Deck
from forgesim.cards.files import failure
from forgesim.cards.pilots import OWN, Pilot, load_pilot
from forgesim.cards.settings import Setting
from forgesim.cards.shipped import find
from forgesim.errors import DataError, MissingError, UsageError, Violation
from forgesim.pilots.contract import Game

DEFAULT_PILOT = "greedy"
"""The pilot of a deck that names none."""


@dataclass(frozen=True)
class Entry:
    """A deck of the field, the file that it comes from, and the line that names its pilot."""

    deck: Deck
    path: Path
    pilot_line: int | None = None


class Crew:
    """The pilots of a plan, each loaded once."""

    def __init__(self, game: Game, settings: Sequence[Setting]) -> None:
        self._game = game
        self._settings = settings
        self._pilots: dict[Path, Pilot] = {}

    def place(self, name: str, folder: Path = Path()) -> int:
        """Place of a pilot, by name or by a path that is relative to `folder`."""
        shown = find(name, self._game.name, "pilots", folder)
        path = Path(realpath(shown))  # as resolve(), which fails where links go in a circle
        if path not in self._pilots:
            pilot = load_pilot(name, self._game, self._settings, folder)
            if pilot.name in self.names():
                problem = f"the name {pilot.name!r} is taken by another pilot that plays"
                raise failure(shown, f"{problem}: give them different names")
            self._pilots[path] = pilot
        return list(self._pilots).index(path)

    def names(self) -> list[str]:
        """Names of the pilots loaded so far, in the order of their places."""
        return [pilot.name for pilot in self._pilots.values()]

    def pilots(self) -> tuple[Pilot, ...]:
        """All of them; raises where a setting is for a pilot that does not play."""
        for setting in self._settings:
            if setting.name[1:2] and setting.name[1] not in self.names():
                playing = ", ".join(self.names())
                raise setting.wrong(f"no pilot of that name plays here ({playing} do)")
        return tuple(self._pilots.values())


def list_matchups(
    experiment: Experiment, entries: Sequence[Entry], crew: Crew
) -> tuple[tuple[Tier, ...], tuple[Matchup, ...]]:
    """Every deck against every other and itself, once through for each tier."""
    if experiment.pilot_a and experiment.pilot_b:
        sides = [(experiment.pilot_a, experiment.pilot_b)]
    else:
        sides = [(pilot, pilot) for pilot in experiment.pilot or [OWN]]
    tiers: list[Tier] = []
    matchups = []
    for a, b in sides:
        crews = [[_pilot_of(entry, side, crew) for entry in entries] for side in (a, b)]
        words = [s if s == OWN else crew.names()[c[0]] for s, c in zip((a, b), crews, strict=True)]
        name = words[0] if a == b else " : ".join(words)
        if name in [tier.name for tier in tiers]:
            raise UsageError(f"the pilot {name!r} is named twice")
        tiers.append(Tier(name, a == b))
        for pair in combinations_with_replacement(range(len(entries)), 2):
            deck_a, deck_b = sorted(pair, key=lambda place: entries[place].deck.name)
            matchups.append(
                Matchup(deck_a, deck_b, crews[0][deck_a], crews[1][deck_b], len(tiers) - 1)
            )
    return tuple(tiers), tuple(matchups)


def _pilot_of(entry: Entry, side: str, crew: Crew) -> int:
    if side != OWN:
        return crew.place(side)
    if entry.deck.pilot is None:
        return crew.place(DEFAULT_PILOT)
    try:
        return crew.place(entry.deck.pilot, entry.path.parent)
    except (UsageError, MissingError) as error:
        raise failure(entry.path, f"pilot: {error}", entry.pilot_line) from None


def check_pilots(entries: Sequence[Entry], game: Game) -> None:
    """Raise DataError, with every violation, unless the pilots that decks name can play."""
    crew = Crew(game, [])
    violations: list[Violation] = []
    for entry in entries:
        try:
            _pilot_of(entry, OWN, crew)
        except DataError as error:
            violations += error.violations
    if violations:
        raise DataError(list(dict.fromkeys(violations)))
