"""The documentation: its commands run, its links resolve, its tables are those of the code."""
