"""Pilots of Forge: features, scores, and the compiled game that plays them."""
