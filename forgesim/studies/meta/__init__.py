"""The searched metagame: equilibrium of known decks, best responses, and so on."""

from forgesim.studies.meta.decks import MetaFound, MetaQuest, find_metagame
from forgesim.studies.meta.oracle import CLOSED, OPEN, UNSURE, double_oracle

__all__ = ["CLOSED", "OPEN", "UNSURE", "MetaFound", "MetaQuest", "double_oracle", "find_metagame"]
