"""What holds for any design."""
