"""What all rulesets run on: compile options, random streams, the match loop, the contract."""
