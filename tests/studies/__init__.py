"""Studies: what they play, what they compute from it, and what they store."""
