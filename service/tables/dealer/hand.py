"""A hand against a dealer, as a value (table rules; R1 to R8). What it waits for follows from what is held."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from deckmapping.values import ELEVEN
from service.rules.dealing import PayTable, outcome_in_bets
from service.rules.opening import may_be_perfect
from service.rules.outcome import FinalHand, Outcome, decide
from service.rules.state import Phase, Seat
from service.tables.dealer.character import Character, drawn_character, verify_shares

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from deckmapping.values import Value
    from service.rules.cards import Card, SideRules
    from service.tables.shoe import Shoe, ShoeDeal, ShoePile

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
        for seat in self.seats:
            rules = seat.hand.rules
            if rules.may_change or rules.wins_double:
                field = "player" if seat is self.seats[PLAYER] else "dealer"
                raise InvalidInputError.of(field, str(rules), "perks only: changes and doubles are the table's rule")

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
        return cls.from_deal(terms, shoe, rules, shoe.deal(seed, number), drawn_character(terms.rule, seed, number))

    @classmethod
    def from_deal(
        cls, terms: Terms, shoe: Shoe, rules: tuple[SideRules, SideRules], dealt: ShoeDeal, character: Character
    ) -> DealerHand:
        """Return a hand before its deal as `from_seed` does, from the cards that the shoe deals it."""
        player, dealer = dealt.next_cards
        return cls(
            terms=terms,
            seats=(Seat.before_deal(rules[PLAYER], player), Seat.before_deal(rules[DEALER], dealer)),
            is_checked=looks_at_hole_card(dealer[0], shoe.piles[DEALER], dealt.burned[DEALER]),
            character=character,
            beneath=dealt.beneath,
        )

    @property
    def phase(self) -> Phase:
        """What the hand waits for; at a dealer's table nobody is asked for a change."""
        player = self.seats[PLAYER]
        if not player.hand.cards:
            return Phase.DEALING
        if self.is_shown:
            return Phase.FINISHED
        return Phase.VALUING if player.is_done else Phase.DRAWING

    def is_perfect(self, side: int) -> bool:
        """Tell whether *side* was dealt a perfect sabacc (R3)."""
        return self.seats[side].is_perfect

    def with_seat(self, side: int, seat: Seat) -> DealerHand:
        """Return the hand with *seat* at *side*."""
        player, dealer = self.seats
        return self.with_seats((seat, dealer) if side == PLAYER else (player, seat))

    def with_seats(self, seats: tuple[Seat, Seat], *, is_shown: bool = False) -> DealerHand:
        """Return the hand with both *seats*, and whether the dealer has laid his open."""
        return DealerHand(self.terms, seats, self.is_checked, self.character, self.beneath, is_shown)

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
        player = self._final_hand(PLAYER, wins_double=False)
        dealer = self._final_hand(DEALER, wins_double=self.terms.rule.wins_double)
        outcome = decide((player, dealer))
        bets = outcome_in_bets(outcome, (player, dealer), self.terms.pay)
        return Result(outcome, bets, (player.total, dealer.total))

    def _final_hand(self, side: int, *, wins_double: bool) -> FinalHand:
        seat = self.seats[side]
        return FinalHand(len(seat.hand.cards), seat.final_total, seat.is_perfect, wins_double)

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


def looks_at_hole_card(up_card: Card, pile: ShoePile, burned: Iterable[Card]) -> bool:
    """Tell whether the dealer looks at his hole card before the player acts.

    He does where the up card, neither wild nor clone, and some neither wild nor clone card that nobody has seen can
    total 11. The hole card is one of those, so that whether he looks tells nothing of it.

    Args:
        up_card: his first card.
        pile: his, as it lay before the hand.
        burned: what of it was put away openly; it has been seen as what was played before has.
    """
    wanted = {ELEVEN - value for value in up_card.printed}
    if wanted.isdisjoint(pile.deck.printed) or not may_be_perfect(up_card):
        return False
    seen = (*pile.played, *burned, up_card)
    fitting_seen = len([card for card in seen if not wanted.isdisjoint(card.printed) and may_be_perfect(card)])
    for card in pile.whole:
        if not wanted.isdisjoint(card.printed) and may_be_perfect(card):
            if not fitting_seen:
                return True
            fitting_seen -= 1
    return False
