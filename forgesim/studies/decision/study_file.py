"""Study files: the question, the rule by which it is decided, what is tried; checked as a whole."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from forgesim.arena.crew import Crew
from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.resolve import resolve_field, resolve_roster, resolve_rules
from forgesim.cards.checks import check
from forgesim.cards.decks import MIXED
from forgesim.cards.files import did_you_mean, failure, is_file
from forgesim.cards.pilots import Pilot
from forgesim.cards.roster import Roster
from forgesim.cards.rules import Rules, load_rules
from forgesim.cards.settings import Setting, table_settings
from forgesim.cards.shipped import find
from forgesim.cards.synergies import check_groups
from forgesim.cards.toml import Toml
from forgesim.errors import DataError, ForgesimError, UsageError, Violation
from forgesim.pilots.contract import Game
from forgesim.pilots.registry import load_game
from forgesim.studies.decision import tables
from forgesim.studies.decision.study import Study, Variant, quick


def load_study(path: Path, is_quick: bool = False) -> Study:
    """Read a study file, and all that it names.

    Raises
    ------
    DataError
        With all that is wrong with the keys of the file; else the first thing that is wrong with
        what it names.
    """
    toml = Toml(path)
    read = _Tables(toml)
    experiment = _experiment(toml)
    game = load_game(experiment.game)
    rules, roster = resolve_rules(experiment, game), resolve_roster(experiment, game)
    notes: list[str] = list(roster.notices)
    _check_groups_of(rules, roster, game, path, None)
    if len({card.group for card in roster.cards.values()}) < 2:
        problem = f"all cards are of one {game.group}; a study compares two or more"
        raise failure(path, problem, toml.line("roster"))
    has_field = bool(experiment.deck or experiment.decks or not experiment.roster)
    entries = resolve_field(experiment, game, roster, rules, notes.append) if has_field else ()
    hunter, tiers = _pilots(toml, read, game, experiment)
    study = Study(
        name=read.head.name,
        question=read.head.question,
        path=path,
        game=game,
        roster=roster,
        opponents=tuple(entry.deck for entry in entries),
        baseline=Variant("baseline", rules, rules.title or rules.name),
        candidates=tuple(_candidates(toml, read, experiment, game, roster)),
        hunter=hunter,
        tiers=tiers,
        must_pass=_must_pass(toml, read.pilots, tiers),
        search=read.search,
        pilots=read.pilots,
        flat=read.flat,
        targets=read.targets,
        rosters=read.rosters,
        decision=read.decision,
        seed=experiment.seed,
        notes=tuple(notes),
    )
    return quick(study) if is_quick else study


# Keys


class _Tables:
    """The tables of a study file, each checked; raises with all that is wrong with them."""

    def __init__(self, toml: Toml) -> None:
        self._toml = toml
        self._violations: list[Violation] = []
        for key in toml.data:
            if key not in (*_known(), tables.CANDIDATE):
                near = did_you_mean(key, [*_known(), tables.CANDIDATE])
                self._wrong(f"unknown key {key!r}{near}", key)
        own = {key: value for key, value in toml.data.items() if key in tables.Head.model_fields}
        self.head: Any = self._read(tables.Head, own)
        self.search: Any = self._table("search")
        self.pilots: Any = self._table("pilots")
        self.flat: Any = self._table("flat")
        self.targets: Any = self._table("targets")
        self.rosters: Any = self._table("rosters")
        self.decision: Any = self._table("decision")
        self.candidates: list[Any] = list(self._listed())
        if not self._violations:
            self._contradictions()
        if self._violations:
            raise DataError(self._violations)

    def _wrong(self, problem: str, *keys: str | int) -> None:
        self._violations.append(Violation(self._toml.path, self._toml.line(*keys), problem))

    def _read(self, model: type[tables.Table], values: dict[str, Any], *at: str | int) -> Any:
        table = "" if not at else f"{at[0]}: "
        found, violations = check(
            model, values, lambda key: (self._toml.path, self._toml.line(*at, key))
        )
        self._violations += [Violation(v.file, v.line, table + v.problem) for v in violations]
        return found

    def _table(self, name: str) -> Any:
        values = self._toml.data.get(name, {})
        if not isinstance(values, dict):
            self._wrong(f"{name} is no table: its keys stand below a line [{name}]", name)
            return None
        return self._read(tables.TABLES[name], values, name)

    def _listed(self) -> Iterator[Any]:
        name = tables.CANDIDATE
        listed = self._toml.data.get(name, [])
        if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
            self._wrong("candidates stand below lines [[candidate]]", name)
            return
        if not listed:
            self._wrong("no candidate: name at least one, below a line [[candidate]]")
        for place, values in enumerate(listed):
            yield self._read(tables.Candidate, values, name, place)

    def _contradictions(self) -> None:
        """What each key may be, and all of them together may not."""
        targets, flat = self.targets, self.flat
        if not any(value is not None for value in targets.model_dump().values()):
            names = ", ".join(tables.Targets.model_fields)
            self._wrong(f"targets: none is stated; name at least one of {names}", "targets")
        for key in ("first_player", "turns"):
            band = getattr(targets, key)
            if band is not None and band[0] >= band[1]:
                self._wrong(
                    f"targets: {key} {band}, expected the lower number first", "targets", key
                )
        if targets.pull_most is not None and targets.pull_most <= flat.pull:
            self._wrong(
                f"targets: pull_most {targets.pull_most:g} contradicts flat.pull {flat.pull:g}:"
                " no candidate could be above the one and not above the other",
                "targets", "pull_most",
            )  # fmt: skip
        if targets.ceiling == 50 or targets.floor == 50:
            key = "ceiling" if targets.ceiling == 50 else "floor"
            self._wrong(f"targets: {key} 50: some score always lies beyond it", "targets", key)
        taken = ["baseline"]
        for place, each in enumerate(self.candidates):
            if each.name in taken:
                problem = f"candidate: the name {each.name!r} is taken: change it"
                self._wrong(problem, tables.CANDIDATE, place, "name")
            taken.append(each.name)


def _known() -> list[str]:
    return [*tables.Head.model_fields, *tables.BASELINE_KEYS, *tables.TABLES]


# What is named


def _experiment(toml: Toml) -> Experiment:
    """The baseline, from the experiment that the file names as its parent, and its own keys."""
    folder = toml.path.parent
    keys = ("game", "deck", "decks", "seed", "ruleset", "roster")
    flags: dict[str, Any] = {key: toml.data[key] for key in keys if key in toml.data}
    for key in ("roster", "deck"):
        if isinstance(flags.get(key), str):
            flags[key] = [flags[key]]
    if isinstance(flags.get("roster"), list):
        flags["roster"] = [str(folder / str(each)) for each in flags["roster"]]
    if isinstance(flags.get("decks"), str):
        flags["decks"] = str(folder / flags["decks"])
    parent = _parent(toml)
    try:
        base = load_experiment(parent, {"game": flags.get("game")})
        for key, kind in (("ruleset", "rulesets"), ("deck", "decks")):
            if key in flags:
                flags[key] = _found(flags[key], base.game, kind, folder)
        flags |= {key: _texts(toml.data[key]) for key in ("columns", "values") if key in toml.data}
        experiment = load_experiment(parent, flags)
    except UsageError as error:
        key = str(error).removeprefix("--").split(" ")[0].replace("-", "_")
        line = toml.line(key) if key in toml.data else None
        raise failure(toml.path, str(error).removeprefix("--"), line) from None
    own = table_settings(toml, toml.data.get("set", {}), ("set",))
    names = {setting.name for setting in own}
    kept = [setting for setting in experiment.settings if setting.name not in names]
    experiment.settings[:] = kept + own
    return experiment


def _parent(toml: Toml) -> Path | None:
    name = toml.data.get("parent")
    if name is None:
        return None
    if not isinstance(name, str) or not is_file(toml.path.parent / name):
        problem = f"parent {name!r}: there is no such file; expected the path of an experiment file"
        raise failure(toml.path, problem, toml.line("parent"))
    return toml.path.parent / name


def _found(named: Any, game: str, kind: str, folder: Path) -> Any:
    """Paths of what a file names, from its folder on."""
    if isinstance(named, list):
        return [str(find(str(each), game, kind, folder)) for each in named]
    return str(find(str(named), game, kind, folder))


def _texts(table: Any) -> list[str]:
    """A table of columns or of values as the command line writes it."""
    if not isinstance(table, dict):
        return [str(table)]
    return [
        text
        for key, value in table.items()
        for text in (
            [f"{key}.{word}={meaning}" for word, meaning in value.items()]
            if isinstance(value, dict)
            else [f"{key}={value}"]
        )
    ]


def _candidates(
    toml: Toml, read: _Tables, experiment: Experiment, game: Game, roster: Roster
) -> Iterator[Variant]:
    settings = [s for s in experiment.settings if s.name[0] not in ("card", "pilot")]
    for place, each in enumerate(read.candidates):
        line = toml.line(tables.CANDIDATE, place, "ruleset")
        try:
            rules = _rules(each.ruleset, game, settings, toml.path.parent)
        except UsageError as error:
            raise failure(toml.path, f"candidate {each.name}: {error}", line) from None
        _check_groups_of(rules, roster, game, toml.path, line)
        yield Variant(each.name, rules, each.title or rules.title, each.cost)


def _rules(name: str, game: Game, settings: list[Setting], folder: Path) -> Rules:
    return load_rules(name, game.name, game.parameters, settings, folder, noun=game.group)


def _check_groups_of(
    rules: Rules, roster: Roster, game: Game, path: Path, line: int | None
) -> None:
    groups = {card.group for card in roster.cards.values()}
    problem = check_groups(rules.synergies, groups, game.group)
    if problem is not None:
        raise failure(path, f"ruleset {rules.name}: {problem}", line)
    if MIXED in groups:
        raise failure(path, f"a {game.group} is called {MIXED!r}, as decks of several are")


def _pilots(
    toml: Toml, read: _Tables, game: Game, experiment: Experiment
) -> tuple[Pilot, tuple[Pilot, ...]]:
    """The pilot of the search, and those of the tiers."""
    crew = Crew(game, [s for s in experiment.settings if s.name[0] == "pilot"])

    def load(name: str, *at: str) -> int:
        try:
            place = crew.place(name, toml.path.parent)
        except DataError:
            raise
        except ForgesimError as error:
            raise failure(toml.path, f"{at[0]}: {error}", toml.line(*at)) from None
        return place

    hunter = load(read.search.pilot, "search", "pilot")
    places = [load(name, "pilots", "tiers") for name in read.pilots.tiers]
    pilots = crew.pilots()
    tiers = tuple(pilots[place] for place in places)
    for tier in tiers:
        if tier.kind == "random":
            problem = f"pilots: {tier.name!r} plays by chance, and is no tier"
            raise failure(toml.path, problem, toml.line("pilots", "tiers"))
    if len(set(places)) < len(places):
        problem = "pilots: a tier is named twice"
        raise failure(toml.path, problem, toml.line("pilots", "tiers"))
    return pilots[hunter], tiers


def _must_pass(toml: Toml, pilots: tables.Pilots, tiers: tuple[Pilot, ...]) -> tuple[str, ...]:
    """Names of the tiers in which a candidate must pass: all, where nothing is said."""
    names = {named: tier.name for named, tier in zip(pilots.tiers, tiers, strict=True)}
    names |= {tier.name: tier.name for tier in tiers}
    for name in pilots.must_pass or ():
        if name not in names:
            problem = f"pilots: must_pass {name!r} is none of the tiers{did_you_mean(name, names)}"
            raise failure(toml.path, problem, toml.line("pilots", "must_pass"))
    return tuple(names[name] for name in pilots.must_pass or pilots.tiers)
