"""Forge as a game that everything above can play."""

from importlib import resources

from forgesim.pilots.contract import Engine, Game
from forgesim.pilots.forge.checks import CHECKS
from forgesim.pilots.forge.features import FEATURES, RESTRICTIONS
from forgesim.rulesets.forge.cards import (
    ForgeCard,
    card_notices,
    card_problems,
    deck_problems,
    stand_ins,
)
from forgesim.rulesets.forge.names import Reason
from forgesim.rulesets.forge.params import PARAMETERS
from forgesim.rulesets.forge.story import ForgeStory


def _load_engine(is_looking_ahead: bool) -> Engine:
    # numba is slow to import
    if is_looking_ahead:
        from forgesim.pilots.forge.search import engine  # noqa: PLC0415

        return engine.ENGINE
    from forgesim.pilots.forge.engine import ENGINE  # noqa: PLC0415

    return ENGINE


def _rulings() -> str:
    rules = resources.files("forgesim.rulesets.forge") / "RULES.md"
    return rules.read_text(encoding="utf-8")


GAME = Game(
    name="forge",
    default_ruleset="v0.1w",
    starter_decks=(
        *(f"{faction}-midrange" for faction in ("arcana", "armory", "occult", "sundries", "wilds")),
        "mixed-rush",
    ),
    parameters=PARAMETERS,
    card_model=ForgeCard,
    card_problems=card_problems,
    card_notices=card_notices,
    deck_problems=deck_problems,
    stand_ins=stand_ins,
    group="faction",
    vitality="heat",
    reasons=tuple(reason.name.lower() for reason in Reason),
    features=FEATURES,
    restrictions=RESTRICTIONS,
    checks=CHECKS,
    is_shuffled_once=True,
    story=ForgeStory,
    load_engine=_load_engine,
    rulings=_rulings,
)
