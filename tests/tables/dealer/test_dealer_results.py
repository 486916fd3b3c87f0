"""Every hand of a small deck against every draw of the dealer's, by a second program; and the edge of many hands."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import ONE
from service.odds.hands.multisets import key_steps
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Setting
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from service.rules.dealing import PayTable
from service.rules.hand import FIRST_CARDS
from service.rules.state import Phase, Seat
from service.tables.dealer import acts
from service.tables.dealer.hand import DEALER, PLAYER, DealerHand, Terms
from tests.odds.oracle import PERFECT, OracleCard, OracleSide, OracleTable, best_total, bets, is_perfect
from tests.tables.dealer_tables import TERMS, bundled_cards, bundled_shoe, hand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.odds.table.solution import Solution
    from service.rules.cards import Card
    from service.tables.shoe import Shoe
    from tests.odds.oracle import Cards, End

# Every hand of a small deck


def oracle_card(card: Card) -> OracleCard:
    return OracleCard(str(card.role), tuple(Fraction(value, ONE) for value in card.printed))


def oracle_side(cards: Sequence[Card], rules: SideRules) -> OracleSide:
    wild = rules.wild_range
    numbers = range(wild.lowest, wild.highest + 1) if wild else range(0)
    gifts = tuple(Fraction(gift, ONE) for gift in (rules.perk_value, rules.own_destiny) if gift is not None)
    return OracleSide(tuple(map(oracle_card, cards)), tuple(map(Fraction, numbers)), gifts)


class Outsider:
    """The dealer's table once more, from the words of the rules; `tests.odds.oracle` counts and compares the hands."""

    def __init__(self, before: DealerHand) -> None:
        player, dealer = before.seats
        rule = before.terms.rule
        self.rule, self.character = rule, before.character
        self.table = OracleTable(
            player=oracle_side(player.pile, player.hand.rules),
            dealer=oracle_side(dealer.pile, dealer.hand.rules),
            is_finite=True,
            is_seen=True,
            draws_to=rule.draws_to,
            overdraws_to=rule.overdraws_to or -1,
            overdraw_chance=rule.overdraw_chance,
            shift_share=rule.shift_share,
            dealer_wins_double=rule.wins_double,
            perfect_pays=before.terms.pay.perfect_pays,
            perfect_costs=before.terms.pay.perfect_costs,
            dealer_sees_hand=False,
            stand_on=None,
        )
        self.totals: dict[tuple[Cards, bool, bool], Fraction] = {}

    def total(self, cards: Cards, *, is_dealer: bool, may_change: bool = False) -> Fraction:
        key = tuple(sorted(cards)), is_dealer, may_change
        if key not in self.totals:
            side = self.table.dealer if is_dealer else self.table.player
            self.totals[key] = best_total(key[0], side, may_change)
        return self.totals[key]

    def player_end(self, cards: Cards) -> End:
        return PERFECT if is_perfect(cards) else (self.total(cards, is_dealer=False), len(cards))

    def dealer_end(self, order: Cards) -> End:
        if is_perfect(order[:2]):
            return PERFECT
        count = 2
        while count < min(6, len(order)):
            total = self.total(order[:count], is_dealer=True)
            by_chance = total <= (self.rule.overdraws_to or 0) and count in self.character.overdraws_with
            if total > self.rule.draws_to and not by_chance:
                break
            count += 1
        return self.total(order[:count], is_dealer=True, may_change=self.character.may_shift), count


def dealt(before: DealerHand, mine: Sequence[Card], his: Sequence[Card]) -> DealerHand:
    """Deal a hand with these orders of the piles."""
    player, dealer = (Seat(seat.hand, tuple(order)) for seat, order in zip(before.seats, (mine, his), strict=True))
    return acts.deal(DealerHand(before.terms, (player, dealer), character=before.character))[0]


def finished(state: DealerHand) -> DealerHand:
    """Let the player stand and take the best values."""
    return state if state.phase is Phase.FINISHED else acts.finish(state)[0]


OVERDRAWS = "draws-to=6 overdraws-to=9 overdraw-chance=1/2 shift-share=1/2 wins-double pays=3/2 costs=2"


@pytest.mark.parametrize(
    ("player", "dealer", "words", "terms"),
    [
        (": / 1_1:0 1_2:2/5 1_3:6 1_4:4 1_5:3.1415927", ": / 2_1:4 2_2:7 2_3:0 2_4:1 2_5:5", "", TERMS),
        (
            "wild=2-7 perk=4 : / 1_1:5 1_2:6 1_3:1~wild 1_4:0~clone 1_5:3~perk-wild",
            "wild=1-6 : / 2_1:4 2_2:1~wild 2_3:0~clone 2_4:0 2_5:7",
            "may-shift overdraws-with=2,4",
            OVERDRAWS,
        ),
        (
            "wild=0-7 : / 1_1:5 1_2:0~clone 1_3:0~clone 1_4:4.5 1_5:7",
            "wild=1-6 destiny=3 : / 2_1:0.5 2_2:6/7 2_3:0~clone 2_4:2 2_5:5",
            "overdraws-with=3,5",
            OVERDRAWS,
        ),
    ],
    ids=["plain", "wild, clone and perk cards", "clones and halves"],
)
def test_every_hand_of_a_small_deck_against_every_draw_of_the_dealers(
    player: str, dealer: str, words: str, terms: str
) -> None:
    before = hand(player, dealer, words, terms)
    outsider = Outsider(before)
    mine, his = (seat.pile for seat in before.seats)
    # Orders that differ in nothing but cards he never draws are one draw of his.
    draws: dict[tuple[Card, ...], tuple[tuple[Card, ...], End]] = {}
    for order in permutations(his):
        end = outsider.dealer_end(tuple(map(oracle_card, order)))
        draws[order[: 2 if isinstance(end, str) else end[1]]] = order, end
    hands = 0

    def compare(state: DealerHand, own: End, end: End) -> None:
        nonlocal hands
        assert state.result is not None
        assert state.result.bets == bets(outsider.table, own, end), str(state)
        hands += 1

    for pair in permutations(mine, FIRST_CARDS):
        own = outsider.player_end(tuple(map(oracle_card, pair)))
        for his_order, end in draws.values():
            compare(finished(dealt(before, in_front(pair, mine), his_order)), own, end)
    seats = [(dealt(before, mine, his_order).seats[DEALER], end) for his_order, end in draws.values() if end != PERFECT]
    no_perfect = next(his_order for his_order, end in draws.values() if end != PERFECT)
    for size in range(FIRST_CARDS + 1, len(mine) + 1):
        for order in permutations(mine, size):
            held = tuple(map(oracle_card, order))
            if is_perfect(held[:FIRST_CARDS]):
                continue
            own, state = outsider.player_end(held), dealt(before, in_front(order, mine), no_perfect)
            for _ in range(size - FIRST_CARDS - 1):
                state, _ = acts.draw(state)
            for seat, end in seats:  # each dealt by the same act, only not once more for every hand of the player's
                compare(finished(acts.draw(state.with_seat(DEALER, seat))[0]), own, end)
    assert hands > 5000, hands


def in_front(order: Sequence[Card], pile: Sequence[Card]) -> tuple[Card, ...]:
    """Return *pile* with the cards of *order* first."""
    return (*order, *(card for card in pile if card not in order))


# The edge of many hands


class BestPlayer:
    """Draws and stands as the solved table says."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        table = solution.player.hands
        steps = key_steps(len(table.kinds))
        self.steps = {kind: int(step) for kind, step in zip(table.kinds, steps, strict=True)}
        self.rows = [
            {int(key): row for row, key in enumerate(level.held.astype(np.int64) @ steps)} for level in table.levels
        ]
        self.cases = {kind: case for case, kind in enumerate(solution.dealer.hands.kinds)}

    def draws(self, state: DealerHand) -> bool:
        cards = state.seats[PLAYER].hand.cards
        row = self.rows[len(cards) - 1][sum(self.steps[Kind.of(card)] for card in cards)]
        case = self.cases[Kind.of(state.seats[DEALER].hand.cards[0])]
        return bool(self.solution.play.draws[len(cards) - FIRST_CARDS][row, case])


def mean_result(
    player: BestPlayer, terms: Terms, shoe: Shoe, rules: tuple[SideRules, SideRules], hands: int
) -> Fraction:
    """Play *hands* hands, each from whole piles."""
    won = Fraction(0)
    for number in range(1, hands + 1):
        seed = hashlib.sha256(f"edge {number}".encode()).digest()
        state, _ = acts.deal(DealerHand.from_seed(terms, shoe, rules, seed, number))
        while state.phase is Phase.DRAWING:
            state, _ = acts.draw(state) if player.draws(state) else acts.stand(state)
        if state.phase is Phase.VALUING:
            state, _ = acts.choose_best(state)
        assert state.result is not None
        won += state.result.bets
    return won / hands


CLOUD_CITY = SideRules(wild_range=WildRange(1, 6))


@pytest.mark.parametrize(
    ("player", "dealer", "rules", "terms"),
    [
        ("deck-c", "deck-c", SideRules(), Terms()),
        (
            "cloud-city-light",
            "cloud-city-dark-boss",
            CLOUD_CITY,
            Terms(
                DealerRule(
                    overdraws_to=9,
                    overdraw_chance=Fraction(1, 4),
                    shift_share=Fraction(1, 3),
                    wins_double=True,
                ),
                PayTable(perfect_costs=2),
            ),
        ),
    ],
    ids=["the standard table", "wild and clone cards, shift, quirk and double"],
)
def test_the_edge_of_20000_hands_is_within_three_standard_errors_of_the_exact_one(
    player: str, dealer: str, rules: SideRules, terms: Terms
) -> None:
    sides = [Side(Pile.of_cards(bundled_cards(name)), rules) for name in (player, dealer)]
    solution = solve(Setting(sides[0], sides[1], rule=terms.rule, pay=terms.pay))
    exact = exact_odds(solution)
    hands = 20_000
    mean = mean_result(BestPlayer(solution), terms, bundled_shoe(player, dealer), (rules, rules), hands)
    assert abs(mean - exact.edge) < 3 * sqrt(exact.variance / hands)
