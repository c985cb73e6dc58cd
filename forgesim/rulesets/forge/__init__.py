"""Forge v0.1w. `RULES.md` beside this file numbers the rulings that the functions cite."""
