"""The coach of a practice table: the best move with exactly these cards, and exactly what the other one costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from deckmapping.errors import InvalidInputError
from service.odds.hands.ladder import beaten_and_better
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, UpCard
from service.odds.table.chart import Move
from service.odds.table.dealer import dealer_counts
from service.odds.table.solution import dealer_on_ladder, solve
from service.rules.errors import IllegalActError
from service.rules.hand import FIRST_CARDS, MOST_CARDS, Hand
from service.rules.opening import perfect_values
from service.tables.practice import verify_practice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.odds.table.solution import Solution
    from service.rules.cards import Card
    from service.tables.dealer.hand import DealerHand
    from service.tables.purses import Bet
    from service.tables.shoe import Burned, Shoe


@dataclass(frozen=True, slots=True)
class Advice:
    """What the two moves bring, in bets and exactly, for one hand against one up card."""

    move: Move
    """Draw or stand, whichever brings more; stand where they bring the same."""
    stand: Fraction
    """What standing brings on the mean."""
    draw: Fraction | None
    """What drawing brings if the best moves follow; None where the side cannot draw (R4)."""

    @property
    def cost(self) -> Fraction:
        """What the other move costs, 0 or more; 0 where there is none."""
        return Fraction(0) if self.draw is None else abs(self.draw - self.stand)


def advise(wager: Bet, table: Setting, cards: Sequence[Card], up_card: Card) -> Advice:
    """Return the best move of a player who is asked at a dealer's table.

    The dealer has no perfect sabacc: he has checked his hole card where the up card allowed one (table rules). His hole
    card is one of those that nobody has seen, each as likely as any other.

    Args:
        wager: the bet on this hand. It is of practice chips: there is no coach where silver is at stake.
        table: the setting, with both piles as they lay before this hand was dealt (`table_before`).
        cards: the player's.
        up_card: the dealer's.

    Raises:
        IllegalActError: the hand is not played for practice chips, or is over by a perfect sabacc.
        InvalidInputError: the cards or the up card cannot have come from these piles, the table is no dealer's table
            with an up card and piles that are really drawn from, or it is too large (`verify_setting`).
    """
    verify_practice(wager, "ask the coach")
    _verify_table(table)
    _verify_drawn(table.player.pile, cards, "cards")
    _verify_drawn(table.dealer.pile, (up_card,), "upCard")
    hand = Hand.unvalued(cards, table.player.rules)
    if not FIRST_CARDS <= len(cards) <= MOST_CARDS or perfect_values(hand) is not None:
        raise IllegalActError.of("act", "ask the coach", "a hand in which the player is asked")
    solution = solve(table)
    tree = _Tree.of(solution, Kind.of(up_card))
    row = solution.player.hands.row([Kind.of(card) for card in cards])
    stand = tree.stands(len(cards), row)
    draw = tree.draws(len(cards), row) if len(cards) < solution.player.longest else None
    move = Move.STAND if draw is None or draw <= stand else Move.DRAW
    return Advice(move, stand, draw)


def table_before(hand: DealerHand, shoe: Shoe, burned: Burned = ((), ())) -> Setting:
    """Return the setting that a hand against a dealer was dealt from. No hidden card is looked at.

    Args:
        hand: the hand, for its terms and perks.
        shoe: the piles as they lay before it, the player's first.
        burned: what was put away openly before it.
    """
    player, dealer = (
        Side(Pile.of_cards(_without(pile.left, gone)), seat.hand.rules)
        for pile, gone, seat in zip(shoe.piles, burned, hand.seats, strict=True)
    )
    return Setting(player, dealer, rule=hand.terms.rule, pay=hand.terms.pay)


def _without(cards: Sequence[Card], gone: Sequence[Card]) -> list[Card]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


@dataclass(frozen=True, slots=True)
class _Tree:
    """What the player's hands are worth against one up card, exactly.

    `Solution.play` holds the same in float64, times the chance of the up card, for all hands and up cards at once; it
    is off by some 1e-15 bets. Only the hands that this one can still become are reckoned here, so fractions are cheap.
    """

    solution: Solution
    worth: tuple[Fraction, ...]
    """What each place of the ladder brings."""

    @classmethod
    def of(cls, solution: Solution, up_card: Kind) -> _Tree:
        """Count the dealer's hands that begin with *up_card* and are no perfect sabacc."""
        setting, dealer = solution.setting, solution.dealer
        ends = dealer_on_ladder(dealer_counts(dealer, setting.rule), setting, solution.ladder)
        own = ends[:, dealer.hands.kinds.index(up_card)].astype(object)
        if not (ways := int(own.sum())):
            raise InvalidInputError.of("upCard", str(up_card), "one with which the dealer can lack a perfect sabacc")
        beaten, better = beaten_and_better(own)
        worth = (setting.stakes.wins * beaten - setting.stakes.costs * better).tolist()
        return cls(solution, tuple(Fraction(each, ways) for each in worth))

    def stands(self, size: int, row: int) -> Fraction:
        """Return what it brings to stand on the hand of *size* cards in *row*."""
        end = self.solution.ends.of[size - 1][row]
        return self.worth[int(self.solution.ladder.player[end])]

    def draws(self, size: int, row: int) -> Fraction:
        """Return what it brings to draw to this hand, and to play on as is best."""
        player = self.solution.player
        levels, counts, longest = player.hands.levels, player.counts.tolist(), player.longest

        @cache
        def value(size: int, row: int) -> Fraction:
            stand = self.stands(size, row)
            return stand if size == longest else max(stand, drawn(size, row))

        def drawn(size: int, row: int) -> Fraction:
            level = levels[size - 1]
            held, child = level.held[row].tolist(), level.child[row].tolist()
            left = [(count - own, to) for count, own, to in zip(counts, held, child, strict=True) if count > own]
            return sum((count * value(size + 1, to) for count, to in left), Fraction(0)) / player.remaining(size)

        return drawn(size, row)


def _verify_table(table: Setting) -> None:
    if table.draws is not Draws.FINITE or table.up_card is not UpCard.SEEN or table.dealer_sees_hand:
        raise InvalidInputError.of("table", "another one", "finite piles, an up card, a dealer who plays by his rule")


def _verify_drawn(pile: Pile, cards: Sequence[Card], field: str) -> None:
    left = pile.as_counts()
    for card in cards:
        kind = Kind.of(card)
        left[kind] = left.get(kind, 0) - 1
        if left[kind] < 0:
            raise InvalidInputError.of(field, str(kind), "cards that lay in the pile before the hand was dealt")
