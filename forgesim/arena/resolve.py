"""From an experiment to its plan: every file loaded, every setting applied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from pathlib import Path

from forgesim.arena.experiment import DEFAULT_GAMES, Experiment
from forgesim.arena.plan import Matchup, Plan
from forgesim.cards.decks import Deck, load_deck
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cards.roster import Roster, change_cards, load_roster
from forgesim.cards.rules import Rules, load_rules
from forgesim.cards.settings import Setting
from forgesim.cards.shipped import find, shipped, shipped_names
from forgesim.errors import DataError, UsageError, Violation
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game


def make_plan(experiment: Experiment) -> Plan:
    """Resolve an experiment: load every file it names, apply its settings, list the matchups.

    Raises
    ------
    ForgesimError
        If an input cannot be used; all illegal decks are reported together.
    """
    game = load_game(experiment.game)
    split = _split_settings(experiment.settings)
    rules = load_rules(
        experiment.ruleset or game.default_ruleset, game.name, game.parameters, split["rules"]
    )
    roster = _roster(experiment, game, split["card"])
    decks = _decks(experiment, game, roster, rules)
    pilots = _pilots(experiment, game, split["pilot"])
    if experiment.pilot_a:
        tiers = [(0, len(pilots) - 1)]
    else:
        tiers = [(tier, tier) for tier in range(len(pilots))]
    matchups = tuple(_matchups(decks, tiers))
    pairs = experiment.pairs
    if pairs is None:
        games = experiment.games or DEFAULT_GAMES
        pairs = -(-games // (2 * len(matchups)))
    return Plan(
        game=game,
        name=experiment.name or ("default-field" if _is_default(experiment) else "batch"),
        rules=rules,
        notes=roster.notes,
        decks=decks,
        pilots=pilots,
        matchups=matchups,
        pairs=pairs,
        seed=experiment.seed,
        changed=tuple(setting.text for setting in experiment.settings),
    )


def _is_default(experiment: Experiment) -> bool:
    asked = (experiment.deck, experiment.decks, experiment.roster, experiment.ruleset)
    return not any(asked) and not experiment.settings


def _split_settings(settings: Iterable[Setting]) -> Mapping[str, list[Setting]]:
    split: dict[str, list[Setting]] = {"rules": [], "card": [], "pilot": []}
    for setting in settings:
        split[setting.name[0] if setting.name[0] in ("card", "pilot") else "rules"].append(setting)
    return split


def _roster(experiment: Experiment, game: Game, settings: Sequence[Setting]) -> Roster:
    paths = [Path(path) for path in experiment.roster or ()] or [shipped(game.name) / "cards"]
    roster = load_roster(paths, game.card_model, game.card_problems)
    return change_cards(roster, settings, game.card_problems)


def _deck_paths(experiment: Experiment, game: Game) -> list[Path]:
    if experiment.deck:
        return [find(name, game.name, "decks", Path()) for name in experiment.deck]
    if experiment.decks:
        folder = Path(experiment.decks)
        if not folder.is_dir():
            raise UsageError(f"{folder}: there is no such folder of decks")
        paths = sorted(folder.glob("*.toml"))
        if not paths:
            raise UsageError(f"{folder} holds no deck (*.toml)")
        return paths
    return [shipped(game.name) / "decks" / f"{d}.toml" for d in shipped_names(game.name, "decks")]


def _decks(experiment: Experiment, game: Game, roster: Roster, rules: Rules) -> tuple[Deck, ...]:
    decks: dict[str, Deck] = {}
    violations: list[Violation] = []
    for path in _deck_paths(experiment, game):
        try:
            deck, toml = load_deck(path, game.name, roster.cards)
        except DataError as error:
            violations += error.violations
            continue
        problems = [p for seat in rules.seats for p in game.deck_problems(deck.cards, seat)]
        line = toml.line("cards")
        violations += [Violation(path, line, problem) for problem in dict.fromkeys(problems)]
        if deck.name in decks:
            problem = f"the name {deck.name!r} is taken by another deck of this run"
            violations.append(Violation(path, toml.line("name"), problem))
        decks[deck.name] = deck
    if violations:
        raise DataError(violations)
    return tuple(decks.values())


def _pilots(experiment: Experiment, game: Game, settings: Sequence[Setting]) -> tuple[Pilot, ...]:
    names = experiment.pilot or ["greedy"]
    if experiment.pilot_a and experiment.pilot_b:
        names = list(dict.fromkeys([experiment.pilot_a, experiment.pilot_b]))
    features = [feature.name for feature in game.features]
    pilots = tuple(load_pilot(name, game.name, features, settings) for name in names)
    labels = [pilot.name for pilot in pilots]
    for label in labels:
        if labels.count(label) > 1:
            raise UsageError(f"two pilots are called {label!r}: give them different names")
    for setting in settings:
        if setting.name[1:2] and setting.name[1] not in labels:
            raise setting.wrong(f"no pilot of that name plays here ({', '.join(labels)} do)")
    return pilots


def _matchups(decks: Sequence[Deck], tiers: Iterable[tuple[int, int]]) -> Iterator[Matchup]:
    for pilot_a, pilot_b in tiers:
        for pair in combinations_with_replacement(range(len(decks)), 2):
            deck_a, deck_b = sorted(pair, key=lambda deck: decks[deck].name)
            yield Matchup(deck_a, deck_b, pilot_a, pilot_b)
