"""Tests of what all rulesets run on."""
