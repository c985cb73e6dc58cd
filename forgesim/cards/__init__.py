"""Files that designers write: rosters, decks, rulesets, settings; read, checked, resolved."""
