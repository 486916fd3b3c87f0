"""What a table is opened with and played by to its end; nothing of it changes, and its record begins with it.

Cards stand here as they were when the table opened: a newer catalogue changes no table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError, Violation, shown
from service.tables.chain import MOST_HANDS
from service.tables.dealer.attention import Attention
from service.tables.practice import NONE, Chips
from service.tables.sessions.memory import Memory
from service.tables.silver import BetLimits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from deckmapping.variants import Variant
    from service.rules.cards import Card, SideRules
    from service.tables.dealer.attention import AttentionRules
    from service.tables.dealer.hand import Terms
    from service.tables.purses import Amount, Money

USUAL_HANDS: Final = 1000
"""Hands of a table unless it is opened for another number; then another table is opened."""
MOST_CHIPS: Final = Chips(1_000_000_000)
"""The most practice chips that a game may begin with."""

SEAT_NAME: Final = r"[!-+\--~]{1,60}"
"""As an expression; what a record could not be read with again is no name."""
_NAME: Final = re.compile(SEAT_NAME)


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A side: who plays it, and what his playing character and the variant allow."""

    name: str
    """1 to 60 printable ASCII characters without blanks and commas."""
    rules: SideRules
    character: str | None = None
    """Blueprint id of the playing character; he lies open."""
    barred_by: str | None = None
    """Blueprint id of the card that bars the side from wild cards (R5)."""

    def __post_init__(self) -> None:
        verify_name(self.name)


@dataclass(frozen=True, slots=True)
class TableDealer:
    """A dealer who may sit at a table."""

    key: str
    """As in dealers.toml, where his name, his picture and his words stand."""
    deck: str | None
    """Name of his deck; None for a visitor, who plays the deck of the dealer whose table he takes."""
    terms: Terms


@dataclass(frozen=True, slots=True)
class TableSetup:
    """What every table has."""

    table_id: str
    catalogue_version: str
    variant: Variant | None
    """None for the fair deck: wild and clone cards off (R10)."""
    cut: int | None
    """Hands after which the piles are shuffled; None: only when one could run out."""
    money: Money
    """Practice chips that each game of a player begins with, or the bets of silver that the table takes."""
    hands: int
    """Hands that can be dealt, the length of the key chain."""
    published: bytes
    """K_0 of the chain."""
    memory: Memory = field(default_factory=Memory, init=False, repr=False, compare=False)
    """Of what every move asks for anew, as locks and whole piles."""

    @property
    def is_for_silver(self) -> bool:
        """Whether silver is at stake, so that every step is stored with what it moves in the ledger."""
        return isinstance(self.money, BetLimits)

    def __post_init__(self) -> None:
        faults = [
            *_money_faults(self.money),
            *([] if 1 <= self.hands <= MOST_HANDS else [_fault("hands", self.hands, f"1 to {MOST_HANDS} hands")]),
        ]
        if faults:
            raise InvalidInputError.all(faults)


@dataclass(frozen=True, slots=True)
class DealerSetup(TableSetup):
    """A dealer's table."""

    theme: str | None
    """Name of its theme; None for the standard table."""
    background: str | None
    """Key of its background; None for the standard table."""
    burn: int
    """Cards of each pile that are put away openly before each hand."""
    player: SeatSetup
    dealer_rules: SideRules
    """Perks of no dealer are played: house decks are balanced without."""
    pile: tuple[Card, ...]
    """The player's whole deck."""
    decks: Mapping[str, tuple[Card, ...]]
    """The dealers' whole decks, by name."""
    dealers: tuple[TableDealer, ...]
    """Who may sit here; the first is the one with whom the table opens."""
    visitor: TableDealer | None
    """The Lando whom the house's attention brings; None: nobody watches."""
    attention: AttentionRules
    carried: Attention = field(default_factory=Attention)
    """What the house thinks of the player as the table opens; of one who plays for practice it has no memory."""

    def deck_of(self, dealer: TableDealer) -> tuple[Card, ...]:
        """Return the whole deck of a dealer of this table."""
        assert dealer.deck is not None
        return self.decks[dealer.deck]

    def dealer(self, key: str) -> TableDealer:
        """Return the dealer *key* of this table.

        Raises:
            InvalidInputError: he does not sit at this table; the error says who does.
        """
        for dealer in self.dealers:
            if dealer.key == key:
                return dealer
        raise InvalidInputError.of("dealer", key, f"one of {', '.join(each.key for each in self.dealers)}")


@dataclass(frozen=True, slots=True)
class VersusSetup(TableSetup):
    """A table between two players."""

    theme: str | None
    """Name of the theme that the page shows; None for the standard table."""
    background: str | None
    players: tuple[SeatSetup, SeatSetup]
    piles: tuple[tuple[Card, ...], tuple[Card, ...]]
    """Their whole decks."""
    stake: Amount
    """What each hand is played for; a double win is twice as much."""


def verify_name(name: str, field: str = "name") -> None:
    """Check that a player may be called *name*.

    Raises:
        InvalidInputError: he may not; *field* is at fault.
    """
    if not _NAME.fullmatch(name):
        raise InvalidInputError.of(field, shown(name), "1 to 60 printable ASCII characters without blanks and commas")


def _money_faults(money: Money) -> Iterator[Violation]:
    if isinstance(money, Chips) and not NONE < money <= MOST_CHIPS:
        yield _fault("start", money.count, f"1 to {MOST_CHIPS}")


def _fault(field: str, value: object, expected: str) -> Violation:
    return Violation(field, shown(value), expected)
