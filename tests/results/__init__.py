"""Results: a run's counts, joined with the statistics."""
