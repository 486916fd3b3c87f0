"""One hand between two sides, as a value. What phase it is in and whose turn it is follows from what is held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, unique
from typing import TYPE_CHECKING

from service.rules.changes import changed
from service.rules.choices import Number
from service.rules.hand import FIRST_CARDS, MOST_CARDS, Hand
from service.rules.opening import perfect_values
from service.rules.outcome import FinalHand, Outcome, decide

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.values import Value
    from service.rules.cards import Card, SideRules

SIDES = (0, 1)


@unique
class Phase(StrEnum):
    """What a hand waits for."""

    DEALING = "dealing"
    DRAWING = "drawing"
    VALUING = "valuing"
    CHANGING = "changing"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seat:
    """All that one side holds."""

    hand: Hand
    pile: tuple[Card, ...]
    """What is left to draw, the next card first."""
    has_stood: bool = False
    """Whether the owner said so; six cards or an empty pile make him stand without it."""
    change: int | None = None
    """The change he made to his total, 0 for none; None while he has not said."""

    @classmethod
    def before_deal(cls, rules: SideRules, pile: Iterable[Card]) -> Seat:
        """Return a seat without cards that will draw *pile* in this order."""
        return cls(Hand((), rules, ()), tuple(pile))

    @property
    def is_done(self) -> bool:
        """Whether this side draws no more."""
        return self.has_stood or self.is_forced

    @property
    def is_forced(self) -> bool:
        """Whether this side cannot draw."""
        return len(self.hand.cards) >= MOST_CARDS or not self.pile

    @property
    def is_finished(self) -> bool:
        """Whether this side draws no more and all its cards have a value: nobody has to confirm it."""
        return self.hand.total is not None and self.is_done

    @property
    def is_perfect(self) -> bool:
        """Whether this side was dealt a perfect sabacc (R3)."""
        return perfect_values(self.hand) is not None

    @property
    def final_total(self) -> Value | None:
        """The total with the change made so far; None while a card has no value."""
        counted = self.hand.total
        return None if counted is None else changed(counted, self.change or 0)

    def with_first_cards(self) -> Seat:
        """Return the seat with its first two cards (R2); a perfect sabacc is given the destinies that make it (R3)."""
        cards = self.pile[:FIRST_CARDS]
        hand = Hand(cards, self.hand.rules, (None,) * len(cards))
        if pair := perfect_values(hand):
            hand = replace(hand, choices=tuple(Number(value) for value in pair))
        return Seat(hand, self.pile[FIRST_CARDS:], self.has_stood, self.change)

    def with_hand(self, hand: Hand) -> Seat:
        """Return the seat with *hand*, in which other values are chosen."""
        return Seat(hand, self.pile, self.has_stood, self.change)

    def standing(self) -> Seat:
        """Return the seat after its owner said that he stands (R4)."""
        return Seat(self.hand, self.pile, True, self.change)  # noqa: FBT003  (as the fields stand)

    def with_next_card(self) -> Seat:
        """Return the seat with the next card of its pile drawn (R4)."""
        return Seat(self.hand.with_card(self.pile[0]), self.pile[1:], self.has_stood, self.change)

    def __str__(self) -> str:
        words = [*(["stood"] if self.has_stood else []), *([] if self.change is None else [f"change={self.change}"])]
        return " ".join([str(self.hand), "/", *(str(card) for card in self.pile), *words])


@dataclass(frozen=True, slots=True)
class HandState:
    """A hand at rest: before the deal, at somebody's decision, or finished.

    `str` writes it on one line and `service.rules.notation` reads it back; it holds hidden cards, so it is for tests
    and tools, never for a player's eyes, an error or a log.
    """

    seats: tuple[Seat, Seat]
    starter: int = 0
    """The side that started the hand; the other one is asked first (R4, R6)."""
    is_revealed: bool = False

    @classmethod
    def before_deal(
        cls, piles: tuple[Iterable[Card], Iterable[Card]], rules: tuple[SideRules, SideRules], starter: int = 0
    ) -> HandState:
        """Return the state before the deal.

        Args:
            piles: each side's own pile in the order in which it will be drawn.
            rules: what the variant and the playing characters allow the sides.
            starter: the side that starts the hand, 0 or 1.
        """
        if starter not in SIDES:
            raise ValueError("the starter is side 0 or side 1")
        return cls((Seat.before_deal(rules[0], piles[0]), Seat.before_deal(rules[1], piles[1])), starter)

    @property
    def order(self) -> tuple[int, int]:
        """The sides in the order in which they are asked: the one that did not start is first (R4, R6)."""
        return 1 - self.starter, self.starter

    @property
    def phase(self) -> Phase:
        """What the hand waits for."""
        if not self.seats[0].hand.cards:
            return Phase.DEALING
        if any(self.is_perfect(side) for side in SIDES):
            return Phase.FINISHED
        if not all(seat.is_done for seat in self.seats):
            return Phase.DRAWING
        if not self.is_revealed:
            return Phase.VALUING
        return Phase.FINISHED if self._to_change() is None else Phase.CHANGING

    @property
    def to_act(self) -> int | None:
        """The one side that is asked now; None where no side is, or both may act (while valuing)."""
        phase = self.phase
        if phase is Phase.DRAWING:
            return self._to_draw()
        return self._to_change() if phase is Phase.CHANGING else None

    def is_perfect(self, side: int) -> bool:
        """Tell whether *side* was dealt a perfect sabacc (R3)."""
        return self.seats[side].is_perfect

    @property
    def is_valued(self) -> bool:
        """Whether every card has a value, so that the hands may be revealed; nobody has to confirm it."""
        return all(seat.hand.total is not None for seat in self.seats)

    def with_seat(self, side: int, seat: Seat) -> HandState:
        """Return the state with *seat* at *side*."""
        return replace(self, seats=(seat, self.seats[1]) if side == 0 else (self.seats[0], seat))

    def outcome(self) -> Outcome | None:
        """Return how the hand ended; None while it goes on."""
        if self.phase is not Phase.FINISHED:
            return None
        first, second = (
            FinalHand(len(seat.hand.cards), seat.final_total, self.is_perfect(side), seat.hand.rules.wins_double)
            for side, seat in enumerate(self.seats)
        )
        return decide((first, second))

    def __str__(self) -> str:
        words = [f"starter={self.starter}", *(["revealed"] if self.is_revealed else [])]
        return " | ".join([" ".join(words), *(str(seat) for seat in self.seats)])

    def _to_draw(self) -> int:
        """Return whose turn it is: turns alternate, so who has drawn less is asked; after one stood, the other."""
        first, second = self.order
        if self.seats[first].is_done or self.seats[second].is_done:
            return second if self.seats[first].is_done else first
        return first if len(self.seats[first].hand.cards) == len(self.seats[second].hand.cards) else second

    def _to_change(self) -> int | None:
        """Return the next side that may change its total and has not said whether it does."""
        waiting = (side for side in self.order if self.seats[side].hand.rules.may_change)
        return next((side for side in waiting if self.seats[side].change is None), None)
