"""Slow, plain-Python referees, written from the printed rules alone."""
