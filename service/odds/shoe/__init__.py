"""Hands from piles that are not shuffled anew: the next one, and what a counter of cards earns."""
