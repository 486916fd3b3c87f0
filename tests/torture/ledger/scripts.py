"""All scripts that are followed under every kind of trouble, and what they ask."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from tests.torture.ledger.asks import director, gambler, gemp
from tests.torture.ledger.silver import duellists, silver

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from tests.torture.ledger.asks import Script

SCRIPTS: Final[Mapping[Callable[[str, random.Random], Script], tuple[str, ...]]] = MappingProxyType(
    {
        gemp: ("deposit", "withdraw", "apply", "defer", "reconcile", "wallet"),
        director: ("prize", "bank", "correction"),
        gambler: ("bet", "result", "no hand"),
        silver: (
            *("lesson", "grants", "postpone", "give", "open table", "bet at a table", "move", "finish", "time-out"),
            *("look", "close"),
        ),
        duellists: ("open duel", "ready", "deal", "duel move", "end duel", "duel time-out", "close duel"),
    }
)
"""Each with the kinds of questions that are its own."""
READING: Final = ("reconcile", "wallet", "grants", "look")
"""Kinds that change nothing."""
