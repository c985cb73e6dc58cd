"""Tactical puzzles: positions with one right answer, which pilots find or miss."""
