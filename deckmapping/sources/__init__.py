"""Readers of the files that others publish about the cards."""
