"""The example decks: two lists of 60 cards of our own, all of them in the starter catalogue."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

EXAMPLE_DECKS: Final = ("example-light", "example-dark")


def example_deck(name: str) -> str:
    """Return the deck string of the example deck *name*, one of `EXAMPLE_DECKS`.

    Raises:
        KeyError: there is no such deck.
    """
    if name not in EXAMPLE_DECKS:
        raise KeyError(name)
    return files("deckmapping").joinpath("data", "decks", f"{name}.txt").read_text(encoding="utf-8")
