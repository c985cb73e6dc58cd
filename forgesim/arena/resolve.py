"""From an experiment to its plan: every file loaded, every setting applied."""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path

from forgesim.arena.crew import Crew, Entry, list_matchups
from forgesim.arena.experiment import DEFAULT_GAMES, Experiment
from forgesim.arena.plan import Plan, pairs_of_block
from forgesim.cards.columns import check_headings, named_field
from forgesim.cards.decks import LIST, SUFFIXES, load_deck
from forgesim.cards.files import files_in, is_folder, other_files_in, shown
from forgesim.cards.roster import Roster, change_cards, load_roster
from forgesim.cards.rules import Rules, load_rules
from forgesim.cards.settings import Setting
from forgesim.cards.shipped import find, shipped, shipped_names
from forgesim.cards.synergies import check_groups
from forgesim.cards.toml import Toml
from forgesim.cards.values import check_values
from forgesim.errors import DataError, MissingError, UsageError, Violation
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game

MOST_GAMES = 100_000_000
"""Games after which a run ends that was asked for a precision and for no number of games."""
WIDEST = 3.5
"""Half the width of an interval that holds at all looks, in standard errors, at most."""
FIRST_LOOK = 200
"""Pairs of each matchup before a run is looked at for the first time."""

Notify = Callable[[str], None]
"""Told, in a line each, what the authors of the files should know."""


def make_plan(experiment: Experiment, notify: Notify = lambda _: None) -> Plan:
    """Resolve an experiment: load every file it names, apply its settings, list the matchups.

    Parameters
    ----------
    experiment : Experiment
    notify : callable, optional

    Raises
    ------
    ForgesimError
        If an input cannot be used; all illegal decks are reported together.
    """
    game = load_game(experiment.game)
    rules = resolve_rules(experiment, game)
    roster = resolve_roster(experiment, game)
    _check_synergies(rules, roster, game)
    for notice in roster.notices:
        notify(notice)
    decks = resolve_field(experiment, game, roster, rules, notify)
    for synergy in rules.synergies:
        if not any(synergy.applies(entry.deck.cards) for entry in decks):
            notify(f"none of these decks has the synergy {synergy.name!r} of {rules.name}")
    crew = Crew(game, _split_settings(experiment.settings)["pilot"])
    tiers, matchups = list_matchups(experiment, decks, crew)
    pairs = _pairs(experiment, len(matchups))
    earlier = earlier_looks(pairs) if experiment.precision is not None else ()
    pilots = crew.pilots()
    return Plan(
        game=game,
        name=experiment.name or ("default-field" if _is_default(experiment) else "batch"),
        rules=rules,
        notes=roster.notes,
        decks=tuple(entry.deck for entry in decks),
        pilots=pilots,
        tiers=tiers,
        matchups=matchups,
        pairs=pairs,
        seed=experiment.seed,
        changed=tuple(setting.text for setting in experiment.settings),
        matters=experiment.matters,
        precision=experiment.precision,
        earlier=earlier,
        looks=len(earlier) + 1,
        block_pairs=pairs_of_block(pilots),
    )


def _check_synergies(rules: Rules, roster: Roster, game: Game) -> None:
    """Raise UsageError where a synergy asks for what no deck of these cards can have."""
    groups = {card.group for card in roster.cards.values()}
    problem = check_groups(rules.synergies, groups, game.group)
    if problem is not None:
        raise UsageError(f"ruleset {rules.name}: {problem}")


def _pairs(experiment: Experiment, matchups: int) -> int:
    """Pairs of each matchup, at most where the run may stop before."""
    asked = experiment.pairs
    if asked is None:
        default = DEFAULT_GAMES if experiment.precision is None else MOST_GAMES
        asked = -(-(experiment.games or default) // (2 * matchups))
    if experiment.precision is None:
        return asked
    # No score of a pair has a standard deviation above 1/2.
    return min(asked, ceil((0.5 * WIDEST / (experiment.precision / 100)) ** 2))


def earlier_looks(pairs: int) -> tuple[int, ...]:
    """After how many pairs of each matchup a run may stop early, if it is precise enough."""
    looks = []
    at = FIRST_LOOK
    while at < pairs:
        looks.append(at)
        at = at * 3 // 2
    return tuple(looks)


def _is_default(experiment: Experiment) -> bool:
    asked = (experiment.deck, experiment.decks, experiment.roster, experiment.ruleset)
    return not any(asked) and not experiment.settings


def _split_settings(settings: Iterable[Setting]) -> Mapping[str, list[Setting]]:
    split: dict[str, list[Setting]] = {"rules": [], "card": [], "pilot": []}
    for setting in settings:
        split[setting.name[0] if setting.name[0] in ("card", "pilot") else "rules"].append(setting)
    return split


def resolve_rules(experiment: Experiment, game: Game) -> Rules:
    """The ruleset that an experiment names, with its settings."""
    settings = _split_settings(experiment.settings)["rules"]
    for setting in settings:
        *card, word = setting.name
        field = named_field(word, game.card_model, experiment.columns)
        if len(card) == 1 and field:
            name = ".".join(setting.name)
            raise setting.wrong(f"unknown name {name!r}; did you mean 'card.{card[0]}.{field}'?")
    name = experiment.ruleset or game.default_ruleset
    return load_rules(name, game.name, game.parameters, settings, noun=game.group)


def default_rules(game: Game) -> Rules:
    """The ruleset that counts where none is named, as it ships, whatever a project calls so."""
    path = shipped(game.name) / "rulesets" / f"{game.default_ruleset}.toml"
    return load_rules(str(path), game.name, game.parameters, noun=game.group)


def read_roster(experiment: Experiment, game: Game) -> Roster:
    """The cards that an experiment names, as their files have them."""
    return _noticed(_load(experiment, game), game)


def _load(experiment: Experiment, game: Game) -> Roster:
    check_headings(experiment.columns, game.card_model)
    check_values(experiment.values, game.card_model, experiment.columns)
    paths = [Path(path) for path in experiment.roster or ()] or [shipped(game.name) / "cards"]
    return load_roster(
        paths, game.card_model, game.card_problems, experiment.columns, experiment.values
    )


def resolve_roster(experiment: Experiment, game: Game) -> Roster:
    """The cards that an experiment names, with its settings."""
    roster = _load(experiment, game)
    settings = _split_settings(experiment.settings)["card"]
    changed = change_cards(roster, settings, game.card_problems, experiment.columns)
    return _noticed(changed, game)


def _noticed(roster: Roster, game: Game) -> Roster:
    """A roster with what the game has to say about its cards."""
    notices = game.card_notices(roster.cards.values())
    return replace(roster, notices=(*roster.notices, *notices))


def deck_paths(experiment: Experiment, game: Game, notify: Notify = lambda _: None) -> list[Path]:
    """Files of the decks that an experiment names, or of the shipped ones."""
    if experiment.deck:
        return [find(name, game.name, "decks", Path()) for name in experiment.deck]
    if experiment.decks:
        folder = Path(experiment.decks)
        if not is_folder(folder):
            raise UsageError(f"{folder}: there is no such folder of decks")
        paths = files_in(folder, SUFFIXES)
        others = ", ".join(shown(path.name) for path in other_files_in(folder, SUFFIXES))
        if not paths:
            beside = f", only {others}" if others else ""
            raise UsageError(
                f"{folder} holds no deck ({', '.join(SUFFIXES)}){beside}: write one, or have some"
                f" dealt: forgesim deck random --count 6 --out {shlex.quote(str(folder))}"
            )
        if others:
            notify(f"{folder}: no decks ({', '.join(SUFFIXES)}), passed over: {others}")
        return paths
    return [shipped(game.name) / "decks" / f"{d}.toml" for d in shipped_names(game.name, "decks")]


def resolve_field(
    experiment: Experiment,
    game: Game,
    roster: Roster,
    rules: Rules,
    notify: Notify = lambda _: None,
) -> tuple[Entry, ...]:
    """The decks that an experiment names, or the shipped ones, all legal.

    Raises
    ------
    ForgesimError
        With every violation of all of them; if nobody has asked for decks that do not fit the
        cards, with what to do instead.
    """
    paths = deck_paths(experiment, game, notify)
    try:
        return resolve_decks(paths, game, roster, rules)
    except DataError as error:
        if experiment.deck or experiment.decks or not experiment.roster:
            raise
        cards = " ".join(f"--roster {shlex.quote(path)}" for path in experiment.roster)
        raise UsageError(
            f"the shipped decks do not fit these cards (as {error.violations[0].problem}): name"
            " decks with --deck or --decks, or have some dealt:"
            f" forgesim deck random --count 6 {cards} --out decks"
        ) from None


def resolve_decks(
    paths: Sequence[Path], game: Game, roster: Roster, rules: Rules
) -> tuple[Entry, ...]:
    """Load decks and judge them.

    Raises
    ------
    DataError
        With every violation of all of them.
    """
    entries: dict[str, Entry] = {}
    samples = _samples_left(paths, game, roster)
    violations = _about_samples(samples)
    for path in paths:
        if path in samples:
            continue
        try:
            deck, lines = load_deck(path, game.name, roster.cards)
        except MissingError:
            raise
        except DataError as error:
            violations += error.violations
            continue
        problems = [p for seat in rules.seats for p in game.deck_problems(deck.cards, seat)]
        found: list[Violation] = []
        for problem in dict.fromkeys(problems):
            line = lines("cards", problem.card) if problem.card else lines("cards")
            found.append(Violation(path, line, problem.text))
        violations += sorted(found, key=lambda violation: violation.line or 0)
        if deck.name in entries:
            other = entries[deck.name].path
            problem_text = f"{other} is called {deck.name!r}, too: change the name in one of them"
            violations.append(Violation(path, lines("name"), problem_text))
        entries[deck.name] = Entry(deck, path, lines("pilot"))
    if violations:
        raise DataError(violations)
    return tuple(entries.values())


def _samples_left(
    paths: Iterable[Path], game: Game, roster: Roster
) -> Mapping[Path, Iterable[str]]:
    """Sample decks among a designer's own, of whose cards none is in the list; with those cards."""
    left = {}
    names = shipped_names(game.name, "decks")
    for path in paths:
        is_own = not path.is_relative_to(shipped(game.name))
        if is_own and path.stem in names and path.suffix.lower() != LIST:
            cards = _cards_named(path)
            if cards and cards.isdisjoint(roster.cards):
                left[path] = cards
    return left


def _cards_named(path: Path) -> set[str]:
    """Ids of the cards of a deck file; none where it cannot be read, which is told elsewhere."""
    try:
        cards = Toml(path).data.get("cards")
    except DataError:
        return set()
    return set(cards) if isinstance(cards, dict) else set()


def _about_samples(left: Mapping[Path, Iterable[str]]) -> list[Violation]:
    if not left:
        return []
    cards = {card for each in left.values() for card in each}
    names = ", ".join(path.name for path in left)
    folder = next(iter(left)).parent
    problem = (
        f"none of the {len(cards)} cards of {names} is in your list: these look like the sample"
        " decks; delete them, and write your own or have some dealt: forgesim deck random --count 6"
        f" --out {shlex.quote(str(folder))}"
    )
    return [Violation(folder, None, problem)]
