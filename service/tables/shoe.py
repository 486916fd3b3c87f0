"""The shoe: two piles that are not shuffled after every hand, and in which order a hand draws from them.

Nothing here is secret: what is in a pile and what has been played is public, and only a hand's seed orders the rest.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeAlias

from deckmapping.errors import InvalidInputError, PileTooSmallError, Violation
from service.draws import drawn_in_order, stream
from service.rules.hand import FIRST_CARDS, MOST_CARDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckmapping.values import Value
    from service.rules.cards import Card

Burned: TypeAlias = "tuple[tuple[Card, ...], tuple[Card, ...]]"
"""Cards of each pile that were put away openly before a hand."""

_BY_ID: Final = attrgetter("card_id")


@unique
class Shuffle(StrEnum):
    """Why the piles are shuffled again before a hand."""

    CUT = "cut"
    """The set number of hands has been played."""
    SHORT = "short"
    """A side could run out of cards in the hand."""


@dataclass(frozen=True, slots=True)
class ShoeDeck:
    """What stays the same of one side's pile while the table is open."""

    cards: tuple[Card, ...]
    """By id."""
    printed: frozenset[Value] = field(init=False, repr=False, compare=False)
    """Everything that is printed on them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "printed", frozenset(value for card in self.cards for value in card.printed))


@dataclass(frozen=True, slots=True)
class ShoePile:
    """One side's pile in a shoe."""

    deck: ShoeDeck
    played: tuple[Card, ...] = ()
    """Those used since the piles were shuffled, in the order they came; everybody has seen them."""

    @classmethod
    def of(cls, cards: Iterable[Card]) -> ShoePile:
        """Return the whole pile of *cards*.

        Raises:
            ValueError: two cards have the same id and are not the same.
        """
        whole = tuple(sorted(cards, key=_BY_ID))
        if len({card.card_id for card in whole}) != len(set(whole)):
            raise ValueError("two different cards of one id in a pile")
        return cls(ShoeDeck(whole))

    @property
    def whole(self) -> tuple[Card, ...]:
        """All cards of the side's deck, by id."""
        return self.deck.cards

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards still in the pile, by id."""
        if not self.played:
            return self.whole
        left = list(self.whole)
        for card in self.played:
            at = bisect_left(left, card.card_id, key=_BY_ID)
            if at < len(left) and left[at].card_id == card.card_id:
                del left[at]
        return tuple(left)

    @property
    def left_count(self) -> int:
        """How many cards are still in the pile."""
        return len(self.deck.cards) - len(self.played)

    def after(self, burned: tuple[Card, ...], drawn: tuple[Card, ...]) -> ShoePile:
        """Return the pile after a hand for which *burned* was put away and *drawn* was drawn."""
        return ShoePile(self.deck, (*self.played, *burned, *drawn))

    def drawn(self, seed: bytes, label: str, most: int) -> tuple[Card, ...]:
        """Return the next cards, at most *most*, in the order that *seed* gives under *label* (tsb1, PILE)."""
        return tuple(islice(drawn_in_order(self.left, stream(seed, label.encode())), most))


@dataclass(frozen=True, slots=True)
class ShoeDeal:
    """The cards that a hand may use. All but what was put away is hidden, and is not written out."""

    burned: Burned
    next_cards: tuple[tuple[Card, ...], tuple[Card, ...]] = field(repr=False)
    """What each side draws, in order: as many as its longest hand, or all that are left."""
    beneath: tuple[int, int]
    """How many cards lie below those in each pile."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """The piles of both sides between two hands; which seat is whose is for the table to say."""

    piles: tuple[ShoePile, ShoePile]
    cut: int | None = None
    """Hands after which the piles are shuffled; None: only when one could run out."""
    burn: int = 0
    """Cards of each pile that are put away openly before each hand."""
    hands: int = 0
    """Hands dealt since the piles were shuffled."""

    def __post_init__(self) -> None:
        if self.cut is not None and self.cut < 1:
            raise InvalidInputError.of("cut", self.cut, "1 hand or more")
        if self.burn < 0:
            raise InvalidInputError.of("burn", self.burn, "0 cards or more")
        least = FIRST_CARDS + self.burn
        if small := [(seat, pile) for seat, pile in enumerate(self.piles) if len(pile.deck.cards) < least]:
            expected = f"a pile that needs {least} or more"
            raise PileTooSmallError.all(
                Violation(f"piles[{seat}]", f"{len(pile.deck.cards)} cards", expected) for seat, pile in small
            )

    @property
    def due(self) -> Shuffle | None:
        """Why the piles must be shuffled before the next hand; None where they need not.

        A hand may draw six cards of a pile (R4), after those that are put away: with fewer left it could run out.
        """
        if not self.hands:
            return None
        if self.cut is not None and self.hands >= self.cut:
            return Shuffle.CUT
        one, other = self.piles
        is_short = min(one.left_count, other.left_count) < self.burn + MOST_CARDS
        return Shuffle.SHORT if is_short else None

    def shuffled(self) -> Shoe:
        """Return the shoe with all cards back in their piles."""
        first, second = self.piles
        return Shoe((ShoePile(first.deck), ShoePile(second.deck)), self.cut, self.burn)

    def ready(self) -> tuple[Shoe, Shuffle | None]:
        """Return the shoe as the next hand is dealt from it, and why it was shuffled for that; None if it was not."""
        why = self.due
        return (self if why is None else self.shuffled()), why

    def deal(self, seed: bytes, hand: int) -> ShoeDeal:
        """Return the cards of the table's hand number *hand*, counted from 1 over all shoes.

        Args:
            seed: the hand's, 32 bytes.
            hand: its number.

        Raises:
            ValueError: the piles must be shuffled first.
        """
        if self.due is not None:
            raise ValueError("the piles must be shuffled before this hand")
        most = self.burn + MOST_CARDS
        one, other = self.piles
        first, second = one.drawn(seed, f"hand/{hand}/seat/0", most), other.drawn(seed, f"hand/{hand}/seat/1", most)
        return ShoeDeal(
            burned=(first[: self.burn], second[: self.burn]),
            next_cards=(first[self.burn :], second[self.burn :]),
            beneath=(one.left_count - len(first), other.left_count - len(second)),
        )

    def after(self, dealt: ShoeDeal, used: tuple[int, int]) -> Shoe:
        """Return the shoe after a hand.

        Args:
            dealt: the hand's cards.
            used: how many of its `next_cards` each side drew.
        """
        one, other = self.piles
        first = one.after(dealt.burned[0], dealt.next_cards[0][: used[0]])
        second = other.after(dealt.burned[1], dealt.next_cards[1][: used[1]])
        return Shoe((first, second), self.cut, self.burn, self.hands + 1)
