"""A plan: every input resolved, the matchups, and the blocks into which they are cut."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from forgesim.arena.experiment import DEFAULT_GAMES, Experiment
from forgesim.cards.decks import Deck, load_deck
from forgesim.cards.pilots import Pilot, load_pilot
from forgesim.cards.roster import Roster, change_cards, load_roster
from forgesim.cards.rules import Assumption, Rules, load_rules
from forgesim.cards.settings import Setting
from forgesim.cards.shipped import find, shipped, shipped_names
from forgesim.errors import DataError, UsageError, Violation
from forgesim.kernel.jit import engine_digest
from forgesim.kernel.random import STREAM_VERSION, matchup_key
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game

BLOCK_PAIRS = 8192
"""Pairs in a block: a fraction of a second of play by pilots that do not search."""


@dataclass(frozen=True)
class Matchup:
    """Two decks and who plays them, by their places in the plan's lists.

    Deck a is the one whose name sorts first.
    """

    deck_a: int
    deck_b: int
    pilot_a: int
    pilot_b: int


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
    decks, pilots, matchups : tuples
    pairs : int
        Pairs for each matchup.
    seed : int
        The run's seed.
    block_pairs : int
        Pairs in a block.
    """

    game: Game
    name: str
    rules: Rules
    notes: tuple[str, ...]
    decks: tuple[Deck, ...]
    pilots: tuple[Pilot, ...]
    matchups: tuple[Matchup, ...]
    pairs: int
    seed: int
    block_pairs: int = BLOCK_PAIRS

    @property
    def games(self) -> int:
        """Games in all."""
        return 2 * self.pairs * len(self.matchups)

    @property
    def n_blocks(self) -> int:
        """Number of blocks."""
        return -(-self.pairs * len(self.matchups) // self.block_pairs)

    def block(self, index: int) -> list[Segment]:
        """Segments of one block: the plan's pairs in order, cut at fixed places."""
        at = index * self.block_pairs
        end = min(at + self.block_pairs, self.pairs * len(self.matchups))
        segments = []
        while at < end:
            matchup, first = divmod(at, self.pairs)
            count = min(self.pairs - first, end - at)
            segments.append(Segment(matchup, first, count))
            at += count
        return segments

    def key(self, matchup: Matchup) -> int:
        """Key of a matchup's pair seeds."""
        names = self.decks[matchup.deck_a].name, self.decks[matchup.deck_b].name
        return matchup_key(self.seed, *names)

    def fingerprint(self, matchup: Matchup) -> str:
        """Digest of everything that a matchup's results depend on, but the seeds."""
        parts = {
            "engine": engine_digest(),
            "streams": STREAM_VERSION,
            "game": self.game.name,
            "params": [dict(sorted(seat.items())) for seat in self.rules.seats],
            "decks": [
                [[card.id, card.facts] for card in self.decks[deck].cards]
                for deck in (matchup.deck_a, matchup.deck_b)
            ],
            "pilots": [
                [pilot.kind, {k: v for k, v in sorted(pilot.weights.items()) if v}]
                for pilot in (self.pilots[matchup.pilot_a], self.pilots[matchup.pilot_b])
            ],
        }
        text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


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


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as plain data: all that is needed to play it again, without any of its files."""
    cards = {card.id: card for deck in plan.decks for card in deck.cards}
    return {
        "game": plan.game.name,
        "name": plan.name,
        "seed": plan.seed,
        "pairs": plan.pairs,
        "games": plan.games,
        "block_pairs": plan.block_pairs,
        "ruleset": {
            "name": plan.rules.name,
            "title": plan.rules.title,
            "changed": list(plan.rules.changed),
            "seats": [dict(seat) for seat in plan.rules.seats],
            "assumptions": [
                {"key": a.key, "status": a.status, "reason": a.reason}
                for a in plan.rules.assumptions.values()
            ],
            "reference": {cost: dict(card) for cost, card in plan.rules.reference.items()},
        },
        "roster": {
            "notes": list(plan.notes),
            "cards": {i: {"name": cards[i].name, **cards[i].facts} for i in sorted(cards)},
        },
        "decks": [
            {
                "name": deck.name,
                "title": deck.title,
                "plan": deck.plan,
                "description": deck.description,
                "group": deck.group,
                "cards": deck.ids,
            }
            for deck in plan.decks
        ],
        "pilots": [
            {"name": p.name, "title": p.title, "kind": p.kind, "weights": dict(p.weights)}
            for p in plan.pilots
        ],
        "matchups": [
            {
                "deck_a": plan.decks[m.deck_a].name,
                "deck_b": plan.decks[m.deck_b].name,
                "pilot_a": plan.pilots[m.pilot_a].name,
                "pilot_b": plan.pilots[m.pilot_b].name,
                "fingerprint": plan.fingerprint(m),
            }
            for m in plan.matchups
        ],
    }


def plan_from_json(data: Mapping[str, Any]) -> Plan:
    """The plan that `plan_json` wrote down."""
    game = load_game(data["game"])
    cards = {
        card_id: game.card_model.model_validate({"id": card_id, **facts})
        for card_id, facts in data["roster"]["cards"].items()
    }
    decks = tuple(
        Deck(
            deck["name"], tuple(cards[card_id] for card_id in deck["cards"]), deck["title"],
            deck["plan"], deck["description"],
        )
        for deck in data["decks"]
    )  # fmt: skip
    pilots = tuple(Pilot(p["name"], p["kind"], p["weights"], p["title"]) for p in data["pilots"])
    deck_at = {deck.name: place for place, deck in enumerate(decks)}
    pilot_at = {pilot.name: place for place, pilot in enumerate(pilots)}
    ruleset = data["ruleset"]
    rules = Rules(
        name=ruleset["name"],
        title=ruleset["title"],
        game=game.name,
        seats=(ruleset["seats"][0], ruleset["seats"][1]),
        assumptions={a["key"]: Assumption(**a) for a in ruleset["assumptions"]},
        reference=ruleset["reference"],
        changed=tuple(ruleset["changed"]),
    )
    matchups = tuple(
        Matchup(
            deck_at[m["deck_a"]], deck_at[m["deck_b"]], pilot_at[m["pilot_a"]],
            pilot_at[m["pilot_b"]],
        )
        for m in data["matchups"]
    )  # fmt: skip
    return Plan(
        game, data["name"], rules, tuple(data["roster"]["notes"]), decks, pilots, matchups,
        data["pairs"], data["seed"], data["block_pairs"],
    )  # fmt: skip
