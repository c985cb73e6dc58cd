"""Search for decks: legal ones of a kind that score well against given opponents."""

from forgesim.studies.search.hunt import search_decks, seed_of
from forgesim.studies.search.quest import Constraint, Finds, Found, Quest, Rival
from forgesim.studies.search.trials import lead, scored

__all__ = [
    "Constraint",
    "Finds",
    "Found",
    "Quest",
    "Rival",
    "lead",
    "scored",
    "search_decks",
    "seed_of",
]
