"""Statistics: pure functions from counts to estimates and tables."""
