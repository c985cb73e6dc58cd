"""Experiments, plans, blocks, tallies and run directories."""
