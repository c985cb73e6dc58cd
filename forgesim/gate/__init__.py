"""The drift gate: whether the balance has moved since a baseline, or lies off its targets."""
