"""What is asked for when a table is opened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from service.tables.practice import START, Chips
from service.tables.sessions.setup import USUAL_HANDS

if TYPE_CHECKING:
    from fractions import Fraction

    from deckmapping.dealer_rule import DealerRule
    from deckmapping.records import CardRecord
    from deckmapping.variants import Variant
    from service.tables.dealer.attention import Attention, AttentionRules
    from service.tables.purses import Amount
    from service.tables.silver import BetLimits

STANDARD_DEALER: Final = "house"
"""Key of the dealer of the standard table."""

PlayerDeck: TypeAlias = "str | tuple[CardRecord, ...]"
"""The name of a bundled deck, or the cards that a player draws from."""


@dataclass(frozen=True, slots=True)
class SeatOrder:
    """A player who sits down."""

    name: str
    """1 to 60 printable ASCII characters without blanks and commas."""
    deck: PlayerDeck
    character: CardRecord | None = None
    """His playing character."""


@dataclass(frozen=True, slots=True)
class SilverTerms:
    """What makes a dealer's table one for silver: only the dealer who is named sits there."""

    limits: BetLimits
    house_deck: str
    """Name of the bundled deck that he plays."""
    attention: AttentionRules
    carried: Attention
    """What the house thinks of the player by now."""
    visitor_rule: DealerRule
    """By which Lando plays when the house sends him."""


@dataclass(frozen=True, slots=True)
class DealerOrder:
    """A dealer's table to open."""

    player: SeatOrder
    theme: str | None = None
    """None for the standard table."""
    background: str | None = None
    """None for the theme's usual one."""
    dealer: str | None = None
    """None for the theme's first one."""
    has_option: bool = True
    """Whether wild and clone cards count as such; never at the standard table, whose deck has none."""
    has_modifier: bool = False
    """Whether the background's table modifier works."""
    has_attention: bool = True
    """Whether the house watches, and sends Lando to a player who wins on."""
    perfect_pays: Fraction | None = None
    """What the player's perfect sabacc pays, in bets; None for what is usual at the table: 3:2, or by its modifier."""
    perfect_costs: int = 1
    """What the dealer's costs."""
    cut: int | None = None
    """Hands after which the piles are shuffled; None for what is usual: when one could run out, or by the modifier."""
    start: Chips = START
    """Of a table for practice."""
    hands: int = USUAL_HANDS
    silver: SilverTerms | None = None
    """None for a table for practice."""


@dataclass(frozen=True, slots=True)
class VersusOrder:
    """A table between two players to open."""

    players: tuple[SeatOrder, SeatOrder]
    stake: Amount
    """Silver makes it a table for silver."""
    variant: Variant | None = None
    """None for the fair deck."""
    theme: str | None = None
    """What the page shows; it decides nothing."""
    background: str | None = None
    cut: int | None = None
    start: Chips = START
    hands: int = USUAL_HANDS


@dataclass(frozen=True, slots=True)
class Chain:
    """What the setup of a table takes from its key chain and from its catalogue."""

    table_id: str
    published: bytes
    """K_0."""
    catalogue_version: str
