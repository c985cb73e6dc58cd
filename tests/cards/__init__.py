"""Loading rosters, decks, rulesets, pilots and settings."""
