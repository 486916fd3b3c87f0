"""A hand against a dealer, as a value (table rules; R1 to R8). What it waits for follows from what is held."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import ELEVEN
from deckmapping.variants import Role
from service.rules.dealing import PayTable, result_in_bets
from service.rules.hand import Hand, total
from service.rules.opening import perfect_values
from service.rules.outcome import FinalHand, Outcome, decide
from service.rules.state import Phase, Seat
from service.tables.dealer.character import Character, drawn_character, verify_shares

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from deckmapping.values import Value
    from service.rules.cards import Card, SideRules
    from service.tables.shoe import Shoe

PLAYER: Final = 0
"""The player's seat; in an `Outcome` his side."""

DEALER: Final = 1


@dataclass(frozen=True, slots=True)
class Terms:
    """What a hand at this table is played by. The texts of a dealer's character are the table's rule."""

    rule: DealerRule = field(default_factory=DealerRule)
    pay: PayTable = field(default_factory=PayTable)

    def __post_init__(self) -> None:
        verify_shares(self.rule)

    def __str__(self) -> str:
        rule, words = self.rule, [f"draws-to={self.rule.draws_to}"]
        if rule.overdraws_to is not None:
            words += [f"overdraws-to={rule.overdraws_to}", f"overdraw-chance={rule.overdraw_chance}"]
        if rule.shift_share:
            words.append(f"shift-share={rule.shift_share}")
        if rule.wins_double:
            words.append("wins-double")
        return " ".join([*words, f"pays={self.pay.perfect_pays}", f"costs={self.pay.perfect_costs}"])


@dataclass(frozen=True, slots=True)
class Result:
    """How a hand ended."""

    outcome: Outcome
    """Side 0 is the player."""
    bets: Fraction
    """What the player wins, in bets; negative where he loses, 0 for a push."""
    totals: tuple[Value | None, Value | None]
    """The player's and the dealer's; None where a perfect sabacc ended the hand before all cards had a value."""


@dataclass(frozen=True, slots=True, repr=False)
class DealerHand:
    """A hand at rest: before the deal, at the player's decision, or over.

    `str` writes it on one line and `service.tables.dealer.notation` reads it back. It holds hidden cards, so it is for
    tests and tools, never for a player's eyes, an error or a log; `repr` tells none of them.
    """

    terms: Terms
    seats: tuple[Seat, Seat]
    """The player's and the dealer's; a seat's pile ends with the last card that this hand could draw."""
    is_checked: bool = False
    """Whether the dealer looks at his hole card before the player acts (`looks_at_hole_card`)."""
    character: Character = field(default_factory=Character)
    beneath: tuple[int, int] = (0, 0)
    """Cards of each pile that this hand cannot come to."""
    is_shown: bool = False
    """Whether the dealer has laid his hand open; he plays it at once, so the hand is over."""

    def __post_init__(self) -> None:
        for name, seat in zip(("player", "dealer"), self.seats, strict=True):
            rules = seat.hand.rules
            if rules.may_change or rules.wins_double:
                raise InvalidInputError.of(name, str(rules), "perks only: changes and doubles are the table's rule")

    @classmethod
    def from_seed(
        cls, terms: Terms, shoe: Shoe, rules: tuple[SideRules, SideRules], seed: bytes, number: int
    ) -> DealerHand:
        """Return the hand number *number* of a table before its deal; everything that chance decides is decided.

        Args:
            terms: the table's.
            shoe: the piles, the player's first; shuffled if that was due.
            rules: the perks that the variant and the playing characters give each side.
            seed: the hand's, 32 bytes.
            number: counted from 1.

        Raises:
            ValueError: the piles must be shuffled first.
        """
        dealt = shoe.deal(seed, number)
        player, dealer = (
            Seat(Hand.unvalued(rules=own), cards) for own, cards in zip(rules, dealt.next_cards, strict=True)
        )
        up_card = dealt.next_cards[DEALER][0]
        return cls(
            terms=terms,
            seats=(player, dealer),
            is_checked=looks_at_hole_card(up_card, shoe.piles[DEALER].left, (*dealt.burned[DEALER], up_card)),
            character=drawn_character(terms.rule, seed, number),
            beneath=dealt.beneath,
        )

    @property
    def phase(self) -> Phase:
        """What the hand waits for; at a dealer's table nobody is asked for a change."""
        if not self.seats[PLAYER].hand.cards:
            return Phase.DEALING
        if self.is_shown:
            return Phase.FINISHED
        return Phase.VALUING if self.seats[PLAYER].is_done else Phase.DRAWING

    @property
    def is_player_finished(self) -> bool:
        """Whether the player draws no more and all his cards have a value: nobody has to confirm it."""
        seat = self.seats[PLAYER]
        return seat.is_done and total(seat.hand) is not None

    def is_perfect(self, side: int) -> bool:
        """Tell whether *side* was dealt a perfect sabacc (R3)."""
        return perfect_values(self.seats[side].hand) is not None

    def with_seat(self, side: int, seat: Seat) -> DealerHand:
        """Return the hand with *seat* at *side*."""
        return replace(self, seats=(seat, self.seats[1]) if side == PLAYER else (self.seats[0], seat))

    @property
    def used(self) -> tuple[int, int]:
        """How many cards each side has drawn."""
        player, dealer = self.seats
        return len(player.hand.cards), len(dealer.hand.cards)

    @property
    def result(self) -> Result | None:
        """How the hand ended; None while it goes on."""
        if not self.is_shown:
            return None
        player, dealer = (
            FinalHand(len(seat.hand.cards), seat.final_total, self.is_perfect(side), doubles)
            for side, (seat, doubles) in enumerate(zip(self.seats, (False, self.terms.rule.wins_double), strict=True))
        )
        bets = result_in_bets(player, dealer, self.terms.pay)
        return Result(decide((player, dealer)), bets, (player.total, dealer.total))

    def __str__(self) -> str:
        hidden = self.character
        words = [
            str(self.terms),
            *(["checks"] if self.is_checked else []),
            *(["may-shift"] if hidden.may_shift else []),
            *(["overdraws-with=" + ",".join(map(str, hidden.overdraws_with))] if hidden.overdraws_with else []),
            "beneath={},{}".format(*self.beneath),
            *(["shown"] if self.is_shown else []),
        ]
        return " | ".join([" ".join(words), *(str(seat) for seat in self.seats)])

    def __repr__(self) -> str:
        return f"<hand against a dealer: {self.phase}>"


def looks_at_hole_card(up_card: Card, left: Iterable[Card], seen: Iterable[Card]) -> bool:
    """Tell whether the dealer looks at his hole card before the player acts.

    He does where the up card, neither wild nor clone, and some neither wild nor clone card that nobody has seen can
    total 11. The hole card is one of those, so that whether he looks tells nothing of it.

    Args:
        up_card: his first card.
        left: all cards that lay in his pile before the hand.
        seen: those of them that lie open now: the up card, and what was put away openly.
    """
    if not _counts_as_printed(up_card):
        return False
    wanted = {ELEVEN - value for value in up_card.printed}
    fitting, fitting_seen = (
        [card for card in cards if not wanted.isdisjoint(card.printed) and _counts_as_printed(card)]
        for cards in (left, seen)
    )
    return len(fitting) > len(fitting_seen)


def _counts_as_printed(card: Card) -> bool:
    """Tell whether *card* may be part of a perfect sabacc: one that is wild by perk counts what is printed (R3)."""
    return card.role not in (Role.WILD, Role.CLONE)
