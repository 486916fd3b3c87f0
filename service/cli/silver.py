"""Silver as people write it and read it: whole, or as gold and silver; never a fraction."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import typer

from deckmapping.errors import shown
from service.money import SILVER_A_GOLD

EXPECTED: Final = "whole silver such as 245, or gold and silver such as '2g 45s' or '2 gold, 45 silver'"

_SILVER: Final = re.compile(r"([0-9]{1,18}) ?(?:s|silver)?", re.IGNORECASE)
_GOLD: Final = re.compile(r"([0-9]{1,15}) ?(?:g|gold)(?:,? ?([0-9]{1,2}) ?(?:s|silver))?", re.IGNORECASE)


def read_silver(text: str) -> int:
    """Read an amount.

    Raises:
        ValueError: it is none; beside gold there are at most 99 silver.
    """
    if match := _SILVER.fullmatch(text):
        return int(match[1])
    if match := _GOLD.fullmatch(text):
        return int(match[1]) * SILVER_A_GOLD + int(match[2] or 0)
    raise ValueError(f"expected {EXPECTED}")


def silver_argument(text: str) -> int:
    """Read an amount that a command was given.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return read_silver(text)
    except ValueError:
        raise typer.BadParameter(f"got '{shown(text)}', expected {EXPECTED}") from None


class Coins(NamedTuple):
    """An amount in the columns that people read: the sign stands before the gold, silver has two digits."""

    gold: str
    silver: str


def coins(silver: int, *, is_change: bool = False) -> Coins:
    """Take an amount apart as GEMP does, into gold and what is left of it.

    Args:
        silver: whole silver.
        is_change: whether an amount above 0 gets a sign, too.
    """
    gold, rest = divmod(abs(silver), SILVER_A_GOLD)
    sign = "-" if silver < 0 else "+" if is_change and silver else ""
    return Coins(f"{sign}{gold}", f"{rest:02d}")


def coin_numbers(silver: int) -> tuple[int, int]:
    """Take an amount apart so that a spreadsheet can add up its gold and its silver: below 0 both are."""
    gold, rest = divmod(abs(silver), SILVER_A_GOLD)
    return (-gold, -rest) if silver < 0 else (gold, rest)
