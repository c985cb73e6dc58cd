"""Variants of an experiment, each told by a file or a name: what it is, and what it replaces.

A file is recognised by what is in it. An experiment stands for itself; a ruleset, a roster, a deck
or a pilot takes its place in the base, which is left as it is otherwise.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forgesim.arena.experiment import Experiment, load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import Notify, make_plan, resolve_field, resolve_roster, resolve_rules
from forgesim.cards.decks import load_deck
from forgesim.cards.files import did_you_mean, failure, files_in, is_file, is_folder, named
from forgesim.cards.pilots import load_pilot
from forgesim.cards.settings import Setting, parse_settings
from forgesim.cards.sheets import SUFFIXES as SHEETS
from forgesim.cards.shipped import PROJECT_FILE, find, is_path, shipped_names
from forgesim.cards.toml import Toml
from forgesim.errors import UsageError
from forgesim.pilots.registry import load_game

EXPERIMENT, RULESET, ROSTER, DECK, PILOT = "experiment", "ruleset", "roster", "deck", "pilot"
_KINDS = {RULESET: "rulesets", DECK: "decks", PILOT: "pilots"}
"""What can be named without a path, by the folders of a project."""
_COMMON = {"name", "game", "parent", "title"}
"""Keys of a file that do not tell what it is."""


@dataclass(frozen=True)
class Source:
    """A file or a name that stands for a version: what was typed, what it is, and where.

    Attributes
    ----------
    text, kind : str
    path : Path
        The file; for an experiment's folder, the experiment file in it.
    """

    text: str
    kind: str
    path: Path


def recognise(text: str, game: str) -> Source:
    """What a file or a name stands for.

    Raises
    ------
    UsageError, DataError
        If there is no such thing, it could be several, or it cannot be told what it is.
    """
    path = Path(text)
    if "\0" in text:
        raise UsageError(f"{text!r}: no file is called so")
    if is_folder(path):
        return Source(text, *_of_folder(path))
    if path.suffix.lower() in SHEETS:
        return Source(text, ROSTER, path)
    if not (is_path(text) or is_file(path)):
        return _of_name(text, game)
    if path.suffix.lower() == ".txt":
        return Source(text, DECK, path)
    if path.suffix.lower() == ".toml":
        return Source(text, _of_toml(path, game), path)
    endings = ", ".join((".toml", ".txt", *SHEETS))
    raise UsageError(f"{text}: expected a file that ends with {endings}, a folder of cards, or the"
                     " name of a ruleset, deck or pilot")  # fmt: skip


def _of_folder(path: Path) -> tuple[str, Path]:
    if is_file(path / PROJECT_FILE):
        return EXPERIMENT, path / PROJECT_FILE
    if files_in(path, SHEETS):
        return ROSTER, path
    raise UsageError(
        f"{path} holds neither {PROJECT_FILE} nor cards ({', '.join(SHEETS)}); single decks,"
        " rulesets and pilots are named by their files"
    )


def _of_name(text: str, game: str) -> Source:
    found: list[tuple[str, Path]] = []
    known: list[str] = []
    for kind, folder in _KINDS.items():
        known += shipped_names(game, folder)
        try:
            found.append((kind, find(text, game, folder, Path())))
        except UsageError:
            continue
    if not found:
        raise UsageError(
            f"{text!r} is no file, and no ruleset, deck or pilot is called so"
            f"{did_you_mean(text, known)}; a change is written --set NAME=VALUE"
        )
    if len(found) > 1:
        kinds = named([f"the {kind} {path}" for kind, path in found], comma=";")
        raise UsageError(f"{text!r} could be {kinds}: name it by its path")
    return Source(text, *found[0])


def _of_toml(path: Path, game: str, seen: tuple[Path, ...] = ()) -> str:
    """What a file is, by its keys; one that says nothing else is what its parent is."""
    toml = Toml(path)
    keys = set(toml.data) - _COMMON
    if "cards" in keys:
        return DECK
    if keys & {"kind", "weights", "position", "search", "forbid"}:
        return PILOT
    if keys & (set(Experiment.model_fields) - _COMMON):
        return EXPERIMENT
    parameters = {p.key.split(".")[0] for p in load_game(game).parameters}
    if keys & {*parameters, "first", "second", "switch", "reference", "synergy"}:
        return RULESET
    parent = toml.data.get("parent")
    if isinstance(parent, str) and not keys:
        if not is_path(parent):
            return RULESET
        if is_file(path.parent / parent) and path.resolve() not in seen:
            return _of_toml(path.parent / parent, game, (*seen, path.resolve()))
    raise failure(
        path,
        "it cannot be told what this is: expected the keys of an experiment, a ruleset, a deck"
        " (cards) or a pilot (kind)",
    )


def split_base(texts: Sequence[str], is_set: bool, game: str) -> tuple[Path | None, list[Source]]:
    """The base's experiment file, if the first of several is one, and the variants."""
    sources = [recognise(text, game) for text in texts]
    if sources and sources[0].kind == EXPERIMENT and (is_set or len(sources) > 1):
        return sources[0].path, sources[1:]
    return None, sources


@dataclass(frozen=True)
class Base:
    """What variants are variants of.

    Attributes
    ----------
    experiment : Experiment
    flags : mapping
        What was laid over its file: laid over the file of a variant as well.
    plan : Plan
    notify : callable
    """

    experiment: Experiment
    flags: Mapping[str, Any]
    plan: Plan
    notify: Notify = lambda _: None


def make_base(path: Path | None, flags: Mapping[str, Any], notify: Notify = lambda _: None) -> Base:
    """Load and resolve the base: a fixed number of pairs is played of it.

    Parameters
    ----------
    path : Path or None
        Its experiment file.
    flags : mapping
        As for `load_experiment`; they count for every variant as well.
    notify : callable
        Told what the authors of the files should know.
    """
    experiment = load_experiment(path, dict(flags))
    experiment.precision = None
    return Base(experiment, flags, make_plan(experiment, notify), notify)


def plan_of(base: Base, source: Source) -> Plan:
    """The plan of a variant.

    Raises
    ------
    ForgesimError
        If it cannot be used.
    """
    return _PLANS[source.kind](base, source)


def _with(base: Base, **changes: Any) -> Plan:
    return make_plan(base.experiment.model_copy(update=changes))


def _of_experiment(base: Base, source: Source) -> Plan:
    # The seed is the base's: common seeds are the point.
    experiment = load_experiment(source.path, dict(base.flags) | {"seed": base.plan.seed})
    experiment.precision = None
    return make_plan(experiment, base.notify)


def _of_ruleset(base: Base, source: Source) -> Plan:
    name = source.text if source.path.stem == source.text else str(source.path)
    return _with(base, ruleset=name)


def _of_roster(base: Base, source: Source) -> Plan:
    return _with(base, roster=[str(source.path)])


def _of_deck(base: Base, source: Source) -> Plan:
    """The base with a deck in the place of the one of its name."""
    game, experiment = base.plan.game, base.experiment
    roster = resolve_roster(experiment, game)
    entries = resolve_field(experiment, game, roster, resolve_rules(experiment, game))
    name = load_deck(source.path, game.name, roster.cards)[0].name
    names = [entry.deck.name for entry in entries]
    if name not in names:
        hint = did_you_mean(name, names) or f"; its decks are {named(names, 6)}"
        raise UsageError(
            f"{source.text}: the deck {name!r} takes the place of the deck of that name, and the"
            f" base has none{hint}"
        )
    paths = [source.path if entry.deck.name == name else entry.path for entry in entries]
    texts = [str(path) if is_path(str(path)) else f"./{path}" for path in paths]
    return _with(base, deck=texts, decks=None)


def _of_pilot(base: Base, source: Source) -> Plan:
    """The base with a pilot in the place of the one of its name, or else of all."""
    plan = base.plan
    own = [s for s in base.experiment.settings if s.name[0] == "pilot"]
    pilot = load_pilot(str(source.path), plan.game, own)
    if pilot.name in [each.name for each in plan.pilots]:
        pilots = tuple(pilot if each.name == pilot.name else each for each in plan.pilots)
        return replace(plan, pilots=pilots)
    return _with(base, pilot=[str(source.path)], pilot_a=None, pilot_b=None)


_PLANS: Mapping[str, Callable[[Base, Source], Plan]] = {
    EXPERIMENT: _of_experiment, RULESET: _of_ruleset, ROSTER: _of_roster, DECK: _of_deck,
    PILOT: _of_pilot,
}  # fmt: skip


def plan_with(base: Base, settings: Iterable[Setting]) -> Plan:
    """The base with more settings."""
    experiment = base.experiment.model_copy()
    experiment._settings = [*base.experiment.settings, *settings]
    return make_plan(experiment)


def list_variants(
    base: Base, sources: Sequence[Source], texts: Sequence[str] = ()
) -> list[tuple[str, Plan]]:
    """All variants by name: of the files, and one with all settings that are given.

    Raises
    ------
    ForgesimError
        If one cannot be used.
    """
    named_plans: list[tuple[str, Plan]] = []
    for source in sources:
        if [each.text for each in sources].count(source.text) > 1:
            raise UsageError(f"{source.text} is named twice")
        named_plans.append((_name(source, sources), _told(base, source)))
    if texts:
        named_plans.append((", ".join(texts), plan_with(base, parse_settings(texts))))
    return named_plans


def _name(source: Source, sources: Sequence[Source]) -> str:
    """A short name, where no other source has it."""
    short = source.path.parent.resolve().name if source.path.name == PROJECT_FILE.name else (
        source.path.stem)  # fmt: skip
    others = [each for each in sources if each is not source and each.path.stem == short]
    return source.text if others or not short else short


def _told(base: Base, source: Source) -> Plan:
    """The plan of a variant; what is wrong is told of it, not of the base."""
    try:
        return plan_of(base, source)
    except UsageError as error:
        if source.text in str(error):
            raise
        raise UsageError(f"{source.text}: {error}") from None


def why_unchanged(base: Plan, plan: Plan, settings: Sequence[Setting] = ()) -> str:
    """Why a variant plays the same games as its base, in words."""
    cards = sorted({s.name[1] for s in settings if s.name[0] == "card" and len(s.name) > 1})
    played = {card for deck in base.decks for card in deck.ids}
    if cards and not played & set(cards):
        return f"no deck plays {named(cards)}"
    if settings:
        return "these values are those of the base already"
    if [d.name for d in plan.decks] != [d.name for d in base.decks]:
        return "the decks that both have, with their rules and pilots, are the same"
    return "its decks, their cards, the rules and the pilots are those of the base"
