"""Balance a trading-card game before anyone prints it."""

__version__ = "0.1.0"
