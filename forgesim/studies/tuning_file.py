"""Tuning files: which pilot is tuned, what of it may move, against whom, and for how long."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from os.path import normpath
from pathlib import Path
from statistics import median
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Matchup, Plan
from forgesim.arena.resolve import Notify, make_plan
from forgesim.cards.checks import ONE_LINE, check
from forgesim.cards.files import did_you_mean, failure
from forgesim.cards.pilots import OWN, TABLES, Feature, Pilot, load_pilot
from forgesim.cards.shipped import find
from forgesim.cards.toml import Span, Toml, table_violations
from forgesim.errors import DataError, MissingError, UsageError, Violation
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game

MOVABLE = ("weights", "position")
"""Tables whose numbers can be tuned: bounds of a search buy strength with time."""
RULES_FROM = 100_000
"""Size of a weight from which on it is a rule, as that a win is taken: it moves if named alone."""
LEAST = 3
"""A weight is taken to be at least as large as the median of those that move, divided by this."""
_ALONE = 10.0
"""Size of weights that are all 0."""
MOST_SCALE = 100_000

Text = Annotated[str, Field(min_length=1)]


def _whole(low: int, high: int, default: int | None) -> Any:
    text = f"a whole number from {low:,} to {high:,}"
    return Field(default=default, ge=low, le=high, description=text)


class TuningFile(BaseModel):
    """The keys of a tuning file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: str = Field(
        pattern=r"^[A-Za-z0-9_-]{1,64}$", description="up to 64 letters, digits, '_' or '-'"
    )
    title: str = Field(
        default="", max_length=200, pattern=ONE_LINE, description="a short title, one line"
    )
    game: str = Field(default="forge", description="the game's name")
    out: Text | None = Field(default=None, description="the path of the pilot file to write")
    start: Text = Field(description="the name or path of a pilot")
    move: list[Text] = Field(
        default=["weights"], min_length=1, description="a list of tables and features"
    )
    keep: list[Text] = Field(default_factory=list, description="a list of features")
    opponents: list[Text] = Field(min_length=1, description="a list of names or paths of pilots")
    experiment: Text | None = Field(default=None, description="the path of an experiment file")
    deck: list[Text] | None = Field(
        default=None, min_length=1, description="a list of names or paths"
    )
    decks: Text | None = Field(default=None, description="a folder of deck files")
    field: bool = Field(default=False, description="true or false")
    seed: int = Field(default=1, ge=0, lt=2**63, description="a whole number from 0 to 2**63 - 1")
    generations: int = _whole(1, 10_000, 100)
    population: int | None = _whole(4, 1_000, None)
    pairs: int = _whole(1, 1_000_000, 8)
    held_out: int = _whole(2, 1_000_000, 400)
    sigma: float = Field(
        default=0.3, ge=0.01, le=10, strict=False, description="a number from 0.01 to 10"
    )
    scale: dict[str, Any] = Field(
        default_factory=dict, description="a table of features and whole numbers"
    )


@dataclass(frozen=True)
class Mover:
    """A number of the pilot that may move.

    Attributes
    ----------
    feature : Feature
    scale : float
        What counts as a change of its whole size; above 0.
    """

    feature: Feature
    scale: float


@dataclass(frozen=True)
class Tuning:
    """A resolved tuning file: what comes out depends on nothing else.

    Attributes
    ----------
    path : Path
        The file.
    name, title : str
        Of the pilot that is made.
    out : Path or None
        Where the file wants it to be written.
    start : Pilot
    movers : tuple of Mover
    opponents : tuple of Pilot
    plan : Plan
        Decks and rules; its pilots, matchups and seed do not count.
    is_whole_field : bool
        Whether every deck meets every deck, or only itself.
    seed, generations : int
    population : int
        Candidates of a generation.
    pairs, held_out : int
        Pair seeds for each candidate, opponent and pair of decks: in training, and held out.
    sigma : float
        First step, in sizes of weights.
    """

    path: Path
    name: str
    title: str
    out: Path | None
    start: Pilot
    movers: tuple[Mover, ...]
    opponents: tuple[Pilot, ...]
    plan: Plan
    is_whole_field: bool
    seed: int
    generations: int
    population: int
    pairs: int
    held_out: int
    sigma: float

    def digest(self) -> str:
        """Digest of all that the course of the tuning depends on; the held-out part does not."""
        pilots = (self.start, *self.opponents)
        parts = {
            "plays": [
                self._fingerprint(deck, pilots, opponent)
                for deck in range(len(self.plan.decks))
                for opponent in range(1, len(pilots))
            ],
            "movers": [[mover.feature.name, mover.scale] for mover in self.movers],
            "numbers": [self.is_whole_field, self.seed, self.population, self.pairs, self.sigma],
            "decks": [deck.name for deck in self.plan.decks],
        }
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]

    def _fingerprint(self, deck: int, pilots: Sequence[Pilot], opponent: int) -> str:
        plan = replace(self.plan, pilots=tuple(pilots))
        return plan.fingerprint(Matchup(deck, deck, 0, opponent))


def usual_population(movers: int) -> int:
    """Candidates of a generation as CMA-ES has them where nobody says otherwise."""
    return 4 + int(3 * log(max(movers, 2)))


def load_tuning(path: Path, notify: Notify = lambda _: None) -> Tuning:
    """Read a tuning file, and every file that it names.

    Raises
    ------
    ForgesimError
        If it, or one of these, cannot be used.
    """
    toml = Toml(path)
    file, violations = check(TuningFile, toml.data, lambda key: (path, toml.line(key)))
    if file is None:
        raise DataError(violations)
    game = _game(file, toml)
    start = _pilot(file.start, game, toml, "start")
    opponents = tuple(_pilot(name, game, toml, "opponents") for name in file.opponents)
    violations = [*_pilot_violations(file, toml, start, opponents)]
    movers, more = _movers(file, toml, start, game)
    violations += more
    if violations:
        raise DataError(violations)
    return Tuning(
        path=path,
        name=file.name,
        title=file.title or f"{start.name}, tuned",
        out=None if file.out is None else Path(normpath(path.parent / file.out)),
        start=start,
        movers=movers,
        opponents=opponents,
        plan=_plan(file, toml, game, notify),
        is_whole_field=file.field,
        seed=file.seed,
        generations=file.generations,
        population=file.population or usual_population(len(movers)),
        pairs=file.pairs,
        held_out=file.held_out,
        sigma=file.sigma,
    )


def _game(file: TuningFile, toml: Toml) -> Game:
    try:
        return load_game(file.game)
    except UsageError as error:
        raise failure(toml.path, str(error), toml.line("game")) from None


def _pilot(name: str, game: Game, toml: Toml, key: str) -> Pilot:
    """A pilot that the file names under a key."""
    try:
        return load_pilot(name, game, (), toml.path.parent)
    except (UsageError, MissingError) as error:
        raise failure(toml.path, f"{key}: {error}", toml.line(key)) from None


def _pilot_violations(
    file: TuningFile, toml: Toml, start: Pilot, opponents: Sequence[Pilot]
) -> Iterator[Violation]:
    if not set(MOVABLE) & set(TABLES[start.kind]):
        problem = f"start: {start.name} is of kind {start.kind}, which has nothing to tune"
        yield Violation(toml.path, toml.line("start"), problem)
    names = [pilot.name for pilot in opponents]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            problem = f"opponents: {name!r} is named twice"
            yield Violation(toml.path, toml.line("opponents"), problem)
    if file.name in (start.name, OWN, *names):
        whose = "stands for each deck's own pilot" if file.name == OWN else "is taken"
        problem = f"name {file.name!r} {whose}: the tuned pilot needs one of its own"
        yield Violation(toml.path, toml.line("name"), problem)


def _movers(
    file: TuningFile, toml: Toml, start: Pilot, game: Game
) -> tuple[tuple[Mover, ...], list[Violation]]:
    """The numbers that may move, with their scales, and what is wrong with how they are named."""
    known = {
        each.name: each
        for each in game.features
        if each.table in MOVABLE and each.table in TABLES[start.kind]
    }
    violations = [*_word_violations(file, toml, start, known)]
    chosen = _chosen(file, start, known)
    spans = {
        name: Span(range(1, MOST_SCALE + 1), f"a whole number from 1 to {MOST_SCALE:,}")
        for name in chosen
    }
    violations += table_violations(toml, "scale", spans, "feature that moves")
    if not chosen and not violations:
        line = toml.line("keep") or toml.line("move")
        violations.append(Violation(toml.path, line, "no weight is left that may move"))
    sizes = _sizes([known[name] for name in chosen], start)
    movers = (Mover(known[name], float(file.scale.get(name, sizes[name]))) for name in chosen)
    return (() if violations else tuple(movers)), violations


def _word_violations(
    file: TuningFile, toml: Toml, start: Pilot, known: Mapping[str, Feature]
) -> Iterator[Violation]:
    tables = [table for table in MOVABLE if table in TABLES[start.kind]]
    feature = f"a feature of {start.name}"
    expected = {"move": f"{' or '.join(tables)}, or {feature}", "keep": feature}
    for key, words in (("move", [*tables, *known]), ("keep", [*known])):
        for word in getattr(file, key):
            if word not in words:
                problem = f"{key}: {word!r}, expected {expected[key]}{did_you_mean(word, words)}"
                yield Violation(toml.path, toml.line(key), problem)


def _chosen(file: TuningFile, start: Pilot, known: Mapping[str, Feature]) -> list[str]:
    """Features that move, in the order of the game's."""
    return [
        name
        for name, feature in known.items()
        if name not in file.keep
        and (
            name in file.move
            or (feature.table in file.move and abs(start.weights.get(name, 0)) < RULES_FROM)
        )
    ]


def _sizes(chosen: Sequence[Feature], start: Pilot) -> dict[str, float]:
    """What counts as the size of each weight: its own at the start, if it is not too small."""
    sizes = {feature.name: abs(start.weights.get(feature.name, 0)) for feature in chosen}
    usual = {}
    for table in MOVABLE:
        of_table = [sizes[feature.name] for feature in chosen if feature.table == table]
        usual[table] = median([size for size in of_table if size] or [_ALONE])
    return {
        feature.name: max(float(sizes[feature.name]), usual[feature.table] / LEAST, 1.0)
        for feature in chosen
    }


def _plan(file: TuningFile, toml: Toml, game: Game, notify: Notify) -> Plan:
    """Decks and rules."""
    folder = toml.path.parent
    flags: dict[str, Any] = {"game": game.name}
    if file.deck is not None and file.decks is not None:
        raise failure(toml.path, "deck and decks: leave out one of them", toml.line("decks"))
    if file.deck is not None:
        flags["deck"] = [_deck(name, game, toml) for name in file.deck]
    if file.decks is not None:
        flags["decks"] = str(folder / file.decks)
    path = None if file.experiment is None else folder / file.experiment
    experiment = load_experiment(path, flags)
    if any(setting.name[0] == "pilot" for setting in experiment.settings):
        problem = f"experiment: {path} sets weights of pilots; write them into a pilot file"
        raise failure(toml.path, problem, toml.line("experiment"))
    return make_plan(experiment, notify)


def _deck(name: str, game: Game, toml: Toml) -> str:
    try:
        return str(find(name, game.name, "decks", toml.path.parent))
    except UsageError as error:
        raise failure(toml.path, f"deck: {error}", toml.line("deck")) from None
