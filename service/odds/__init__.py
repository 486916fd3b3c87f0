"""Exact odds of hands: enumeration of multisets, the best play, simulation, and dealer decks to a wanted edge."""
