"""From an experiment to stored results: plan, blocks, workers, run directory, replay."""
