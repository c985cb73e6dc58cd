"""Estimators, against published and exactly computable numbers."""
