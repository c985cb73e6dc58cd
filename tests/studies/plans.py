"""Small plans to study."""

from typing import Any

from forgesim.arena.experiment import load_experiment
from forgesim.arena.plan import Plan
from forgesim.arena.resolve import make_plan

FIELD = ["wilds-fast", "occult-fast", "armory-slow"]
SHARED = ["armory-fast", "mixed-rush"]
"""Two decks that have cards in common."""


def plan_of(*decks: str, **flags: Any) -> Plan:
    """The plan of these decks, or of three small ones."""
    return make_plan(load_experiment(None, {"deck": list(decks or FIELD), "pairs": 1} | flags))
