"""Very many hands at the tables of a theme, against all its dealers in turn: nothing gets lost, and the edge is right.

    python -m tests.torture.many_hands [HANDS [THEME ..]]

prints of each theme, with its wild and clone cards and as a fair deck, what the player won in so many hands (100,000)
and what he must win on the average. The piles are shuffled before each hand, as the exact odds reckon; the player
stands on 8. The order of all cards follows from the name of the table, so a run comes out alike each time.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from typing import TYPE_CHECKING

from deckmapping.themes.themes import themes
from deckmapping.values import whole
from service.odds.piles import bundled_side
from service.odds.setting import Setting, StandOn
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.best import best_values
from service.rules.hand import total
from service.rules.outcome import DecidedBy
from service.rules.state import Phase
from service.tables import practice
from service.tables.dealer import acts
from service.tables.dealer.hand import DEALER, PLAYER, DealerHand
from service.tables.practice import NONE, Chips, Purse, Wager
from service.tables.shoe import Shoe, ShoeDeal, ShoePile
from tests.tables.sessions.dealer_tables import setup_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.odds.table.outcomes import Odds
    from service.rules.outcome import Outcome
    from service.tables.sessions.setup import DealerSetup, TableDealer

STANDS_ON = 8
MANY = 100_000
RESULTS = {Fraction(each) for each in (-2, -1, 0, 1, "3/2")}
NAMES = tuple(theme.name for theme in themes())


@dataclass(frozen=True)
class Run:
    """What came of many hands."""

    table: str
    hands: int
    observed: float
    """What the player won, in bets a hand."""
    exact: float
    """What he wins on the average, likewise."""
    error: float
    """Standard error of `observed`."""

    @property
    def errors_off(self) -> float:
        return (self.observed - self.exact) / self.error


def exact(setup: DealerSetup, dealer: TableDealer, deck: str) -> Odds:
    """What standing on 8 earns against *dealer*."""
    player, other = (bundled_side(name, setup.variant) for name in (deck, str(dealer.deck)))
    return exact_odds(solve(Setting(player, other, rule=dealer.terms.rule, pay=dealer.terms.pay), StandOn(STANDS_ON)))


def many_hands(name: str, *, is_fair: bool, hands: int) -> Run:
    """Play *hands* hands at the tables of a theme, whose sample deck is the player's, and check each of them."""
    setup = setup_at(name, is_fair=is_fair, cut=1)
    won, expected, variance = Fraction(0), Fraction(0), Fraction(0)
    for at, dealer in enumerate(setup.dealers):
        share = len(range(at, hands, len(setup.dealers)))
        won += _Table(setup, dealer).play(share)
        odds = exact(setup, dealer, name)
        expected += share * odds.edge
        variance += share * odds.variance
    return Run(setup.table_id, hands, float(won / hands), float(expected / hands), sqrt(variance) / hands)


class _Table:
    """Plays hands against one dealer, and keeps what both sides won apart."""

    def __init__(self, setup: DealerSetup, dealer: TableDealer) -> None:
        self.setup, self.dealer = setup, dealer
        self.shoe = Shoe((ShoePile.of(setup.pile), ShoePile.of(setup.deck_of(dealer))), cut=1)
        self.whole = [[card.card_id for card in pile.whole] for pile in self.shoe.piles]
        self.purse = Purse()
        self.house = 0
        """What the house has won, in chips, as it reckons itself."""
        self.filled = self.purse.start.count
        """What the purse was filled with, in all games."""

    def play(self, hands: int) -> Fraction:
        """Play *hands* hands; return what the player won, in bets."""
        halves = sum(self._hand(number) for number in range(1, hands + 1))
        assert self.purse.balance.count + self.house == self.filled
        assert self.purse.held == NONE
        return Fraction(halves, 2)

    def _hand(self, number: int) -> int:
        """Play one hand; return what the player won, in half bets."""
        shoe, why = self.shoe.ready()
        assert (why is None) == (number == 1)
        seed = sha256(f"{self.setup.table_id} {self.dealer.key} {number}".encode()).digest()
        rules = self.setup.player.rules, self.setup.dealer_rules
        bet = Chips(1 + seed[0] % 20)
        wager = Wager(str(number), bet, 2 if self.dealer.terms.rule.wins_double else 1)
        if wager.held > self.purse.free:
            wager = Wager(wager.key, Chips(1), wager.worst_bets)
        self.purse, _ = practice.hold(self.purse, wager)
        end = _played(DealerHand.from_seed(self.dealer.terms, shoe, rules, seed, number))
        result = end.result
        assert result is not None
        assert result.bets in RESULTS
        before = self.purse
        self.purse, events = practice.settle(self.purse, wager.key, result.bets)
        self.house -= self._chips(result.outcome, wager.bet.count)
        if self.purse.game > before.game:
            self.filled += self.purse.start.count - (before.balance.count + events[0].change.count)  # type: ignore[union-attr]
        player, dealer = ((*seat.hand.cards, *seat.pile) for seat in end.seats)
        self.shoe = shoe.after(ShoeDeal(((), ()), (player, dealer), end.beneath), end.used)
        self._check(end)
        return int(2 * result.bets)

    def _chips(self, outcome: Outcome, bet: int) -> int:
        """Reckon what the player wins, as a croupier would."""
        if outcome.winner is None:
            return 0
        if outcome.winner == DEALER:
            return -bet * (2 if self.dealer.terms.rule.wins_double else 1)
        return bet * 3 // 2 if outcome.decided_by is DecidedBy.PERFECT else bet

    def _check(self, end: DealerHand) -> None:
        """Look at the end of a hand and at the shoe after it."""
        assert acts.legal_acts(end) == ()
        for side, (seat, pile, all_cards) in enumerate(zip(end.seats, self.shoe.piles, self.whole, strict=True)):
            held = seat.hand.cards
            assert 2 <= len(held) <= 6
            assert pile.played == held
            assert sorted(card.card_id for card in (*pile.left, *held)) == all_cards
            assert len(held) + len(seat.pile) + end.beneath[side] == len(pile.whole)
            assert end.is_perfect(PLAYER) or end.is_perfect(DEALER) or total(seat.hand) is not None


def _played(hand: DealerHand) -> DealerHand:
    """Play a hand to its end by standing on 8."""
    hand, _ = acts.deal(hand)
    while hand.phase is Phase.DRAWING:
        is_low = best_values(hand.seats[PLAYER].hand).total < whole(STANDS_ON)
        hand, _ = acts.draw(hand) if is_low else acts.stand(hand)
    return acts.choose_best(hand)[0] if hand.phase is Phase.VALUING else hand


def main(hands: int, names: tuple[str, ...], show: Callable[[str], None] = print) -> None:
    """Print a line for each table."""
    show(f"{'table':28} {'hands':>8} {'observed':>10} {'exact':>10} {'error':>9} {'off':>6} {'s':>5}")
    for name in names:
        for is_fair in (False, True):
            since = time.perf_counter()
            run = many_hands(name, is_fair=is_fair, hands=hands)
            show(
                f"{run.table:28} {run.hands:8} {run.observed:10.5f} {run.exact:10.5f} {run.error:9.5f}"
                f" {run.errors_off:+6.2f} {time.perf_counter() - since:5.0f}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else MANY, tuple(sys.argv[2:]) or NAMES)
