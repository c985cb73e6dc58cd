"""Pilots of Forge that look ahead: over their own turn, and by playing on from there."""
