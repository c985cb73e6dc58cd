"""Who plays in a pilot check: the run's own tiers, and pilots that play otherwise or better."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forgesim.arena.crew import DEFAULT_PILOT
from forgesim.arena.plan import Plan
from forgesim.cards.decks import Deck
from forgesim.cards.pilots import LOOKING_AHEAD, OWN, Pilot, load_pilot
from forgesim.cards.shipped import shipped, shipped_names
from forgesim.errors import MissingError, UsageError
from forgesim.pilots.contract import Game

NO_TIER = "random"
"""The pilot that plays by chance: no conclusion can hold for it."""


@dataclass(frozen=True)
class Member:
    """A tier of the crew: a name, and who plays each deck of the field."""

    name: str
    pilots: tuple[Pilot, ...]

    @property
    def content(self) -> list[tuple[Any, ...]]:
        """What of it the games depend on."""
        return [
            (pilot.kind, tuple(sorted(pilot.forbid)),
             tuple((name, value) for name, value in sorted(pilot.weights.items()) if value))
            for pilot in self.pilots
        ]  # fmt: skip


def tiers_of(plan: Plan) -> list[Member]:
    """The run's own tiers, as far as scores compare decks there."""
    return [_run_tier(plan, place) for place, tier in enumerate(plan.tiers) if tier.is_even]


def _run_tier(plan: Plan, tier: int) -> Member:
    player = {
        deck: pilot
        for m in plan.matchups
        if m.tier == tier
        for deck, pilot in ((m.deck_a, m.pilot_a), (m.deck_b, m.pilot_b))
    }
    pilots = tuple(plan.pilots[player[deck]] for deck in range(len(plan.decks)))
    return Member(plan.tiers[tier].name, pilots)


def others_of(plan: Plan, names: Sequence[str] | None) -> list[Member]:
    """The tiers that play beside those of the run."""
    if names is not None:
        if NO_TIER in names:
            raise UsageError(f"{NO_TIER!r} plays by chance: nothing can hold for it; leave it out")
        return [tier_named(plan, name) for name in names]
    ahead = _shipped_of_kind(plan.game, LOOKING_AHEAD[0])
    others = [DEFAULT_PILOT, *(ahead or _shipped_of_kind(plan.game, "weights"))]
    return [tier_named(plan, name, is_shipped=True) for name in dict.fromkeys(others)]


def _shipped_of_kind(game: Game, kind: str) -> list[str]:
    """Shipped pilots of a kind; of those that look ahead, the one that is called like its kind."""
    named = [name for name in shipped_names(game.name, "pilots")
             if _shipped(game, name).kind == kind]  # fmt: skip
    if kind not in LOOKING_AHEAD:
        return named
    return [kind] if kind in named else named[:1]


def _shipped(game: Game, name: str) -> Pilot:
    """A pilot as it ships, whatever a project calls so."""
    return load_pilot(str(shipped(game.name) / "pilots" / f"{name}.toml"), game)


def tier_named(plan: Plan, name: str, is_shipped: bool = False) -> Member:
    """A tier by its name: one of the run, each deck's own, or one pilot for all decks."""
    for place, tier in enumerate(plan.tiers):
        if tier.is_even and tier.name == name:
            return _run_tier(plan, place)
    if name == OWN:
        return Member(OWN, tuple(_own_pilot(plan, deck) for deck in plan.decks))
    pilot = _pilot(plan, name, is_shipped)
    return Member(pilot.name, (pilot,) * len(plan.decks))


def _pilot(plan: Plan, name: str, is_shipped: bool = False) -> Pilot:
    """A pilot of the run by its name, else of the project or a shipped one."""
    by_name = {pilot.name: pilot for pilot in plan.pilots}
    if name in by_name:
        return by_name[name]
    return _shipped(plan.game, name) if is_shipped else load_pilot(name, plan.game)


def _own_pilot(plan: Plan, deck: Deck) -> Pilot:
    """The pilot that a deck names; its file may lie where the run was begun, and not be here."""
    name = deck.pilot or DEFAULT_PILOT
    try:
        return _pilot(plan, name)
    except (MissingError, UsageError):
        known = Path(name).stem
        if known in {pilot.name for pilot in plan.pilots}:
            return _pilot(plan, known)
        if known in shipped_names(plan.game.name, "pilots"):
            return _shipped(plan.game, known)
        raise


def without_twins(members: Iterable[Member]) -> tuple[Member, ...]:
    """Members of which no two play alike; of two that do, the first one stays.

    Raises
    ------
    UsageError
        If two that play otherwise have one name.
    """
    kept: list[Member] = []
    for member in members:
        if any(other.content == member.content for other in kept):
            continue
        if any(other.name == member.name for other in kept):
            raise UsageError(
                f"two pilots of the pilot check are called {member.name!r} and play otherwise: give"
                " them different names"
            )
        kept.append(member)
    return tuple(kept)


def is_quick(member: Member) -> bool:
    """Whether a tier obeys restrictions, and plays so quickly that many can be tried."""
    return all(pilot.kind == "weights" for pilot in member.pilots)
