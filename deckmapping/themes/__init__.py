"""The eight themes of the sabacc tables as data: looks, dealers, decks, and how the decks are made."""
