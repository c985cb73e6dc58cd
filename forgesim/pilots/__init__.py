"""Pilots: who chooses among the legal acts. Heuristics per ruleset, as data over features."""
