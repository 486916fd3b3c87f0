"""The solution in float64: Deck C by a second method, the play that is found, and the bound of the error."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import Value, whole
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, StandOn, UpCard
from service.odds.table.exact import exact_odds
from service.odds.table.player import LEAST_GAIN
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from tests.odds.small_tables import pile, settings_of_few_cards

Deck = dict[int, int]
"""How many cards there are of each value."""
Hand = tuple[int, ...]
Ends = dict[tuple[int, int], Fraction]
DECK_C: Deck = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}
EXAMPLE: Deck = {**DECK_C, 0: 16, 3: 4}
"""The plan's example of a dealer's deck: three 3s for three 0s."""


def beats(mine: tuple[int, int], his: tuple[int, int]) -> int:
    """Return 1, -1 or 0 for two hands of total and number of cards (R7)."""
    first, second = ((total <= 11, total if total <= 11 else -total, -cards) for total, cards in (mine, his))
    return (first > second) - (first < second)


def chances(deck: Deck, hand: Hand) -> list[tuple[int, Fraction]]:
    """Return the values that may come next to *hand*, with their chances."""
    left = sum(deck.values()) - len(hand)
    return [(value, Fraction(n - hand.count(value), left)) for value, n in deck.items() if n > hand.count(value)]


def dealer_ends(deck: Deck, hand: Hand, memory: dict[Hand, Ends]) -> Ends:
    """Return how the dealer's *hand* ends who draws on 7 or less."""
    if len(hand) >= 2 and (sum(hand) > 7 or len(hand) == 6):
        return {(sum(hand), len(hand)): Fraction(1)}
    if hand not in memory:
        found: Ends = {}
        for value, chance in chances(deck, hand):
            for end, share in dealer_ends(deck, tuple(sorted((*hand, value))), memory).items():
                found[end] = found.get(end, Fraction(0)) + chance * share
        memory[hand] = found
    return memory[hand]


def finite_edge(player: Deck, dealer: Deck) -> Fraction:
    """Return the best edge of plain decks: the usual rule, the up card seen, 3:2 for a perfect sabacc, 1 against it.

    A hand is the tuple of its values, in order; each is worth what the mean over the next cards is worth.
    """
    memory: dict[Hand, Ends] = {}
    return sum(
        (p * brings(player, dict(dealer_ends(dealer, (up,), memory))) for up, p in chances(dealer, ())), Fraction(0)
    )


def brings(player: Deck, ends: Ends) -> Fraction:
    """Return what the best play brings against a dealer's *ends*."""
    # Two cards that make 11 are a perfect sabacc: no other hand of two cards makes it.
    perfect = ends.pop((11, 2), Fraction(0))

    @cache
    def stands(total: int, cards: int) -> Fraction:
        return sum((share * beats((total, cards), his) for his, share in ends.items()), Fraction(0))

    @cache
    def best(hand: Hand) -> Fraction:
        standing = stands(sum(hand), len(hand))
        if len(hand) == 6:
            return standing
        more = chances(player, hand)
        return max(standing, sum((p * best(tuple(sorted((*hand, value)))) for value, p in more), Fraction(0)))

    total = Fraction(0)
    for first, p in chances(player, ()):
        for second, q in chances(player, (first,)):
            if first + second == 11:
                total += p * q * Fraction(3, 2) * (1 - perfect)
            else:
                total += p * q * (best(tuple(sorted((first, second)))) - perfect)
    return total


@pytest.mark.parametrize(
    ("dealer", "percent"), [(DECK_C, "3.9884"), (EXAMPLE, "-0.0772")], ids=["Deck C", "the plan's example"]
)
def test_deck_c_against_finite_piles_earns_what_a_second_method_finds(dealer: Deck, percent: str) -> None:
    solution = solve(Setting(Side(Pile.of_values(DECK_C)), Side(Pile.of_values(dealer))))
    edge = finite_edge(DECK_C, dealer)
    assert exact_odds(solution).edge == edge
    assert abs(Fraction(solution.edge) - edge) < Fraction(solution.error_bound) < Fraction(1, 10**11)
    assert f"{float(100 * edge):.4f}" == percent


def random_pile(seed: int, kinds: int) -> Pile:
    counts = np.random.default_rng(seed).integers(1, 9, kinds)
    return Pile.of_counts({Kind((whole(value),)): int(count) for value, count in enumerate(counts)})


@pytest.mark.parametrize("kinds", [3, 8, 13])
@pytest.mark.parametrize("draws", Draws)
@pytest.mark.parametrize("up_card", UpCard)
def test_the_edge_is_within_its_bound_of_the_exact_fraction(kinds: int, draws: Draws, up_card: UpCard) -> None:
    for seed in range(3):
        player, dealer = (Side(random_pile(10 * kinds + seed + side, kinds)) for side in (0, 1000))
        for rule in (DealerRule(), DealerRule(5, 8, Fraction(1, 7), Fraction(1, 3), wins_double=True)):
            solution = solve(Setting(player, dealer, draws, up_card, rule))
            assert abs(Fraction(solution.edge) - exact_odds(solution).edge) <= Fraction(solution.error_bound)
            assert 0 < solution.error_bound < 1e-10


@settings(max_examples=100)
@given(settings_of_few_cards())
def test_the_best_play_earns_no_less_than_any_total_to_stand_on(setting: Setting) -> None:
    best = solve(setting)
    for total in range(14):
        other = solve(setting, StandOn(total))
        assert best.edge >= other.edge - best.error_bound - other.error_bound


@settings(max_examples=100)
@given(settings_of_few_cards())
def test_what_is_never_better_for_the_player(setting: Setting) -> None:
    """A hidden up card, and a dealer who sees the hand in place of one who plays by the rule."""
    plain = replace(setting, rule=replace(setting.rule, overdraws_to=None, overdraw_chance=Fraction(0)))
    seen, hidden = (solve(replace(plain, up_card=up, dealer_sees_hand=False)) for up in UpCard)
    assert hidden.edge <= seen.edge + seen.error_bound + hidden.error_bound
    knowing = solve(replace(plain, up_card=UpCard.SEEN, dealer_sees_hand=True))
    assert knowing.edge <= seen.edge + seen.error_bound + knowing.error_bound


def test_the_play_that_is_found_draws_where_drawing_gains_and_nowhere_else() -> None:
    solution = solve(Setting(Side(Pile.of_values(DECK_C)), Side(Pile.of_values(DECK_C))))
    play = solution.play
    assert [len(part) for part in (play.draws, play.draw, play.stand)] == [4, 4, 5]
    for size, draws in enumerate(play.draws, start=2):
        assert draws.shape == (len(solution.player.hands.levels[size - 1].held), len(solution.dealer.hands.kinds))
        gain = play.draw[size - 2] - play.stand[size - 2]
        assert (draws == (gain > LEAST_GAIN)).all()
        totals = solution.player.hands.totals[size - 1]
        assert draws[totals < whole(4)].all()
        assert not draws[totals == whole(11)].any()


def test_a_player_who_stands_on_a_total_draws_on_less_whatever_he_sees() -> None:
    solution = solve(Setting(Side(pile("0 0 4.5 5 pi 7")), Side(pile("0 5 6"))), StandOn(8))
    for size, draws in enumerate(solution.play.draws, start=2):
        below = solution.player.hands.totals[size - 1] < whole(8)
        assert (draws == below[:, None]).all()


def test_a_hidden_up_card_leaves_one_case() -> None:
    solution = solve(Setting(Side(pile("0 0 4 7")), Side(pile("0 5 6")), up_card=UpCard.HIDDEN))
    assert {draws.shape[1] for draws in solution.play.draws} == {1}


def test_whole_numbers_beyond_64_bits_are_exact() -> None:
    # 200 cards and a rule in parts of 1,000: 200 * 199 * ... * 195 * 1,000 ** 4 is about 6e25.
    side = Side(Pile.of_values({0: 60, 1: 40, 4: 30, 5: 40, 7: 30}))
    rule = DealerRule(6, 9, Fraction(333, 1000), Fraction(1, 7))
    solution = solve(Setting(side, side, rule=rule))
    odds = exact_odds(solution)
    outcomes = odds.outcomes
    parts = (outcomes.win, outcomes.perfect, outcomes.push, outcomes.lose, outcomes.dealer_perfect)
    assert sum(parts) == 1
    assert sum(odds.player_ends.values()) == sum(odds.dealer_ends.values()) == 1
    assert abs(Fraction(solution.edge) - odds.edge) <= Fraction(solution.error_bound)
    # A third by chance is not a thousand thousandths: the denominators tell that nothing was rounded.
    assert odds.edge.denominator > 2**64


def test_independent_draws_from_a_huge_pile_are_those_of_its_proportions() -> None:
    few, many = (
        Side(Pile.of_values({value: count * scale for value, count in DECK_C.items()})) for scale in (1, 10**9)
    )
    small, large = (solve(Setting(side, side, Draws.INDEPENDENT)) for side in (few, many))
    assert exact_odds(small).edge == exact_odds(large).edge
    finite = solve(Setting(many, many))
    assert finite.edge == pytest.approx(small.edge, abs=1e-8)


def test_wild_cards_only_add_to_what_a_player_can_make() -> None:
    dealer = Side(Pile.of_values(DECK_C))
    barred, free = (
        solve(Setting(Side(pile("0 0 0 4 5 5 7 " + cards), SideRules(WildRange(0, 5))), dealer)).edge
        for cards in ("5 5", "wild wild")
    )
    assert free > barred


def test_all_hands_of_deck_c_are_as_many_as_counted_by_hand() -> None:
    side = Side(Pile.of_values(DECK_C))
    solution = solve(Setting(side, side))
    sixes = len(list(combinations_with_replacement(range(8), 6)))
    assert len(solution.player.hands.levels[5].held) == sixes == 1716
    assert solution.player.orders == 60 * 59 * 58 * 57 * 56 * 55
    assert Value(0) in {total for total, _ in solution.ladder.ends}
