"""The results of a run: its counts, joined with statistics into tables."""

from forgesim.results.run import Results, batch, open_run
from forgesim.results.tiers import games_needed, is_precise, tier_counts, widest_interval

__all__ = [
    "Results", "batch", "games_needed", "is_precise", "open_run", "tier_counts", "widest_interval",
]  # fmt: skip
