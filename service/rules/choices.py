"""What an owner says of a card whose value is his to choose."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeAlias

from deckmapping.values import Value, format_value, parse_value


@dataclass(frozen=True, slots=True)
class Number:
    """A wild card's whole number, or one of the printed destinies."""

    value: Value

    def __str__(self) -> str:
        return format_value(self.value)


@dataclass(frozen=True, slots=True)
class CloneOf:
    """A clone card takes the value of another card of the hand, whatever that turns out to be."""

    position: int
    """0 for the card drawn first."""

    def __str__(self) -> str:
        return f"@{self.position}"


@unique
class ByCharacter(StrEnum):
    """A clone card counts what the playing character gives it."""

    PERK = "perk"
    """The variant's perk value: 0 in Cloud City, 4 in Jabba's Palace."""
    OWN_DESTINY = "destiny"
    """The playing character's own destiny: Devaronian's 3."""


Choice: TypeAlias = Number | CloneOf | ByCharacter


def parse_choice(text: str) -> Choice:
    """Read a choice as `str` writes it: ``6``, ``3.1415927``, ``@0``, ``perk``, ``destiny``.

    Raises:
        ValueError: *text* is none of them.
    """
    if text in {choice.value for choice in ByCharacter}:
        return ByCharacter(text)
    if text.startswith("@"):
        position = text[1:]
        if not (position.isascii() and position.isdigit()):
            raise ValueError("expected the number of a position after '@'")
        return CloneOf(int(position))
    return Number(parse_value(text))
