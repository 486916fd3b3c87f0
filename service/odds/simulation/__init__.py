"""Hands played by chance from a solved table, as a check by other means."""
