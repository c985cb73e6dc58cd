"""Tests of how the code is built."""
