"""The installed command, run as a user runs it."""
