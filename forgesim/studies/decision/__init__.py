"""The synergy decision: whether a game is flat, and which of some candidates is worth adding."""
