"""The results of a run: its counts, joined with statistics into tables."""

from forgesim.results.run import Results, batch, open_run
from forgesim.results.tiers import is_precise, tier_counts

__all__ = ["Results", "batch", "is_precise", "open_run", "tier_counts"]
