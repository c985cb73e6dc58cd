"""Tests of forgesim; the tree mirrors the package."""
