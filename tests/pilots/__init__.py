"""Tests of the pilots."""
