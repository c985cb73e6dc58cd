"""Studies: questions about a plan that its own games do not answer, and that are played for."""
