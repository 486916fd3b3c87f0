"""Numbers as options take them: what is none is refused by option, value and what was expected."""

from __future__ import annotations

import re
from typing import Final

import typer

from deckmapping.errors import InvalidInputError, shown
from service.cli.failures import unusable

_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_LARGE: Final = re.compile(r"-?[0-9]{1,18}")
_SEED: Final = re.compile("[0-9]{1,20}")
_PERCENT: Final = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?) *%")
_MOST_SEED: Final = 2**64 - 1


def whole_number(text: str) -> int:
    """Read a whole number that the contract has room for in 32 bits.

    Raises:
        typer.BadParameter: it is none.
    """
    return _matching(_WHOLE, text, "a whole number of at most 9 digits")


def large_number(text: str) -> int:
    """Read a whole number that the contract has room for in 64 bits.

    Raises:
        typer.BadParameter: it is none.
    """
    return _matching(_LARGE, text, "a whole number of at most 18 digits")


def seed_number(text: str) -> int:
    """Read a seed of hands that are played by chance.

    Raises:
        typer.BadParameter: it is none.
    """
    expected = f"a whole number from 0 to {_MOST_SEED}"
    seed = _matching(_SEED, text, expected)
    if seed > _MOST_SEED:
        raise _refused(text, expected)
    return seed


def share_text(option: str, text: str) -> str:
    """Return a share as the contract has it: ``2.5%`` is ``2.5/100``; what holds no ``%`` is left as it is.

    Raises:
        UnusableError: what stands before the ``%`` is no decimal.
    """
    if "%" not in text:
        return text
    match = _PERCENT.fullmatch(text.strip())
    if match is None:
        with unusable():
            raise InvalidInputError.of(option, text, "a decimal, a fraction such as 1/50, or a percentage such as 2.5%")
    return f"{match[1]}/100"


def _matching(pattern: re.Pattern[str], text: str, expected: str) -> int:
    text = str(text)  # an option's default comes as the number that it is
    if not pattern.fullmatch(text):
        raise _refused(text, expected)
    return int(text)


def _refused(text: str, expected: str) -> typer.BadParameter:
    return typer.BadParameter(f"got '{shown(text)}', expected {expected}")
