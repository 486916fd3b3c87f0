"""Two hands of catalogue cards put before the judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckmapping.variants import Variant
    from service.rules.choices import Choice

FAIR_DECK = "fair-deck"
"""How a case names the fair deck (R10) in place of a variant."""


@dataclass(frozen=True, slots=True)
class HandCase:
    """One side's hand, and what is known of the side."""

    cards: tuple[str, ...]
    """Two to six blueprint ids in the order drawn."""
    character: str | None = None
    """Blueprint id of the playing character; None for an unseen adversary."""
    barred_by: str | None = None
    """Blueprint id of the card that bars this side from its wild cards."""
    choices: tuple[tuple[int, Choice], ...] = ()
    """Positions (0 for the card drawn first) with what the owner chose for them."""
    only_chosen: bool = False
    """Whether cards that need a choice and have none stay without a value; else they get their best ones."""
    change: int | None = None
    """The change after the reveal: -1, 0 or 1; None for the best one."""

    def __str__(self) -> str:
        chosen = dict(self.choices)
        words = [f"{card}={chosen[place]}" if place in chosen else card for place, card in enumerate(self.cards)]
        named = {"character": self.character, "barred": self.barred_by, "change": self.change}
        words += [f"{name}={value}" for name, value in named.items() if value is not None]
        return " ".join([*words, *(["only-chosen"] if self.only_chosen else [])])


@dataclass(frozen=True, slots=True)
class HandsCase:
    """Two hands to judge.

    `str` writes a case on one line, such as ``cloud-city starter=0 | 217_13=6 1_2 character=5_5 | 2_14 4_145``, and
    `service.rules.notation.read_case` reads it back.
    """

    variant: Variant | None
    """None for the fair deck (R10)."""
    hands: tuple[HandCase, ...]
    """Exactly two."""
    starter: int = 0
    """The side that started the hand; the other one is asked first whether it changes its total (R6)."""

    def __str__(self) -> str:
        return " | ".join([f"{self.variant or FAIR_DECK} starter={self.starter}", *(str(hand) for hand in self.hands)])
