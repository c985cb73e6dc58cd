"""Faults: exactly one thing that is wrong in a designer's folder, and where."""

from tests.properties.faults import any_file, decks, experiments, pilots, rosters, rulesets

ALL = [
    *rosters.CELLS.faults,
    *rosters.TABLES.faults,
    *rosters.TEXTS.faults,
    *rosters.WORKBOOKS.faults,
    *decks.DECKS.faults,
    *decks.LISTS.faults,
    *rulesets.RULESETS.faults,
    *pilots.PILOTS.faults,
    *experiments.EXPERIMENTS.faults,
    *experiments.SETTINGS.faults,
    *any_file.FILES.faults,
    *any_file.TOML.faults,
]
"""Every kind of fault."""
