"""Who can have silver, and between what bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, unique
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from deckmapping.errors import InvalidInputError, shown
from service.money import LARGEST, MOST_SILVER, NOTHING, Silver

if TYPE_CHECKING:
    from collections.abc import Mapping


@unique
class AccountKind(StrEnum):
    """What an account is for."""

    WALLET = "wallet"
    """A player's: what GEMP has handed over for him, and what he has won and lost since."""
    HOUSE = "house"
    """A dealer's bank; it starts with a bank from the mint, and an empty one closes his table."""
    ESCROW = "escrow"
    """What several players have paid into one pot."""
    CLEARING = "gemp_clearing"
    """GEMP's side: below 0 by what it has handed over and not got back."""
    MINT = "mint"
    """Where silver comes from that nobody has paid in: below 0 by all that it has given away."""
    GRANTS = "grants"
    """What the mint has set aside for rewards of the ladder."""


class Bounds(NamedTuple):
    """What an account may hold, holds counted at their worst."""

    least: Silver
    most: Silver


BOUNDS: Final[Mapping[AccountKind, Bounds]] = MappingProxyType(
    {
        AccountKind.WALLET: Bounds(NOTHING, MOST_SILVER),
        AccountKind.HOUSE: Bounds(NOTHING, LARGEST),
        AccountKind.ESCROW: Bounds(NOTHING, LARGEST),
        AccountKind.CLEARING: Bounds(-LARGEST, LARGEST),
        AccountKind.MINT: Bounds(-LARGEST, LARGEST),
        AccountKind.GRANTS: Bounds(NOTHING, LARGEST),
    }
)

_KINDS: Final[Mapping[str, AccountKind]] = MappingProxyType({kind.value: kind for kind in AccountKind})
_MANY: Final = frozenset({AccountKind.WALLET, AccountKind.HOUSE, AccountKind.ESCROW})
"""Kinds of which there are many accounts, each with a name."""
_NAME: Final = re.compile("[!-~]{1,60}")
_NAMES: Final = "1 to 60 printable ASCII characters without blanks"


@dataclass(frozen=True, slots=True)
class Account:
    """One account. Its text is its id: ``wallet:lando``, ``house:brangus-glee``, ``mint``.

    Raises:
        InvalidInputError: the name is not written so, or the kind has no names.
    """

    kind: AccountKind
    name: str = ""
    """The player's, the dealer's or the pot's; empty where there is but one account of its kind."""

    def __post_init__(self) -> None:
        if self.kind not in _MANY:
            if self.name:
                raise InvalidInputError.of("account", self.name, f"no name: there is one account {self.kind}")
        elif not _NAME.fullmatch(self.name):
            raise InvalidInputError.of("account", self.name, f"a name of {_NAMES} after {self.kind}:")

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind.value

    @property
    def bounds(self) -> Bounds:
        """What it may hold."""
        return BOUNDS[self.kind]

    @classmethod
    def parse(cls, text: str) -> Account:
        """Read an account's id.

        Raises:
            InvalidInputError: *text* is none.
        """
        kind, colon, name = text.partition(":")
        if kind not in _KINDS or (colon and not name):
            expected = ", ".join(f"{each}:NAME" if each in _MANY else each.value for each in AccountKind)
            raise InvalidInputError.of("account", shown(text), f"one of {expected}")
        return cls(_KINDS[kind], name)


CLEARING: Final = Account(AccountKind.CLEARING)
MINT: Final = Account(AccountKind.MINT)
GRANTS: Final = Account(AccountKind.GRANTS)


def wallet(player: str) -> Account:
    """Return the account of a player."""
    return Account(AccountKind.WALLET, player)


def house(dealer: str) -> Account:
    """Return the account of a dealer's bank."""
    return Account(AccountKind.HOUSE, dealer)


def escrow(pot: str) -> Account:
    """Return the account of a pot."""
    return Account(AccountKind.ESCROW, pot)
