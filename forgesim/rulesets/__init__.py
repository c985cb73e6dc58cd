"""The rules of each game, one package a ruleset; they never import each other."""
