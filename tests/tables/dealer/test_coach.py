"""The coach of practice tables, against plain programs and by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.odds.kinds import Kind, Pile, Side
from service.odds.piles import bundled_side
from service.odds.setting import BestPlay, Draws, Setting, UpCard
from service.odds.table.chart import Move
from service.odds.table.solution import solve
from service.rules.errors import IllegalActError
from service.tables.dealer.acts import deal
from service.tables.dealer.coach import advise, table_before
from service.tables.dealer.hand import DealerHand, Terms
from service.tables.practice import Chips, Wager
from service.tables.shoe import Shoe, ShoePile
from tests.odds import oracle
from tests.odds.small_tables import as_oracle_card, as_oracle_table, kind, pile, settings_of_few_cards
from tests.rules.facts import plain
from tests.tables.dealer_tables import numbered

if TYPE_CHECKING:
    from service.rules.cards import Card

BET = Wager("t/1", Chips(10), 1)
DECK_C = {0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}


def cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by blanks, as `pile` does."""
    return tuple(kind(word).card() for word in text.split())


def table(player: str, dealer: str) -> Setting:
    return Setting(Side(pile(player)), Side(pile(dealer)))


def told(move: Move, stand: int, draw: int) -> tuple[Move, Fraction, Fraction | None]:
    return move, Fraction(stand), Fraction(draw)


def by_oracle(setting: Setting, hand: tuple[Kind, ...], up_card: Kind) -> tuple[Fraction, Fraction | None]:
    """Reckon what standing and drawing bring, card by card, knowing that the dealer has no perfect sabacc."""
    read = as_oracle_table(setting, BestPlay())
    dealer, player = oracle.Drawer(read.dealer, True), oracle.Drawer(read.player, True)
    openings = [each for each in dealer.next_hands((as_oracle_card(up_card),)) if not oracle.is_perfect(each[1])]
    ends: list[tuple[Fraction, oracle.End]] = []
    for shifts, share in ((False, 1 - read.shift_share), (True, read.shift_share)):
        memory: dict[oracle.Cards, oracle.Chances] = {}
        for chance, opening in openings:
            found = oracle.dealer_by_rule(read, dealer, opening, shifts, memory)
            ends += [(share * chance * part, end) for end, part in found.items()]
    of = sum((chance for chance, _ in openings), Fraction(0))

    @cache
    def stand(held: oracle.Cards) -> Fraction:
        end = player.end(held, read.player.may_change)
        return sum((part * oracle.bets(read, end, his) for part, his in ends), Fraction(0)) / of

    @cache
    def draw(held: oracle.Cards) -> Fraction | None:
        further = player.next_hands(held)
        return sum((part * best(more) for part, more in further), Fraction(0)) if further else None

    def best(held: oracle.Cards) -> Fraction:
        drawn = draw(held)
        return stand(held) if drawn is None else max(stand(held), drawn)

    held = tuple(sorted(map(as_oracle_card, hand)))
    return stand(held), draw(held)


@settings(max_examples=60)
@given(settings_of_few_cards(), st.data())
def test_both_moves_bring_exactly_what_a_plain_program_reckons(drawn: Setting, data: st.DataObject) -> None:
    setting = replace(drawn, draws=Draws.FINITE, up_card=UpCard.SEEN, dealer_sees_hand=False)
    own, his = (
        [each for each, n in side.pile.as_counts().items() for _ in range(n)]
        for side in (setting.player, setting.dealer)
    )
    hand = tuple(data.draw(st.permutations(own))[: data.draw(st.integers(2, len(own)))])
    up_card, *unseen = data.draw(st.permutations(his))
    up, oracle_hand = as_oracle_card(up_card), tuple(map(as_oracle_card, hand))
    assume(not oracle.is_perfect(oracle_hand))
    assume(any(not oracle.is_perfect((up, as_oracle_card(each))) for each in unseen))
    advice = advise(BET, setting, [each.card() for each in hand], up_card.card())
    assert (advice.stand, advice.draw) == by_oracle(setting, hand, up_card)
    if advice.draw is None:
        assert (advice.move, advice.cost) == (Move.STAND, Fraction(0))
    else:
        assert advice.move is (Move.DRAW if advice.draw > advice.stand else Move.STAND)
        assert advice.cost == max(advice.stand, advice.draw) - min(advice.stand, advice.draw)


@pytest.mark.parametrize(("hand", "up"), [((5, 0), 6), ((4, 4), 7), ((0, 0), 1), ((1, 5), 4)])
def test_deck_c_agrees_with_a_second_method(hand: tuple[int, ...], up: int) -> None:
    def left(held: tuple[int, ...]) -> list[tuple[int, Fraction]]:
        size = 60 - len(held)
        counts = Counter(DECK_C) - Counter(held)
        return [(value, Fraction(n, size)) for value, n in counts.items()]

    def ends(held: tuple[int, ...]) -> Counter[tuple[int, int]]:
        if len(held) >= 2 and (sum(held) > 7 or len(held) == 6):
            return Counter({(sum(held), len(held)): Fraction(1)})
        found: Counter[tuple[int, int]] = Counter()
        for value, chance in left(held):
            for end, part in ends_of(tuple(sorted((*held, value)))).items():
                found[end] += chance * part  # type: ignore[assignment]
        return found

    ends_of = cache(ends)
    his = ends_of((up,))
    his.pop((11, 2), None)  # he has looked at his hole card
    of = sum(his.values())

    def score(total: int, count: int) -> tuple[bool, int, int]:
        return total <= 11, total if total <= 11 else -total, -count

    @cache
    def stand(held: tuple[int, ...]) -> Fraction:
        own = score(sum(held), len(held))
        return Fraction(sum(part * ((own > score(*end)) - (own < score(*end))) for end, part in his.items()), of)

    @cache
    def best(held: tuple[int, ...]) -> Fraction:
        return stand(held) if len(held) == 6 else max(stand(held), draw(held))

    def draw(held: tuple[int, ...]) -> Fraction:
        return sum((p * best(tuple(sorted((*held, value)))) for value, p in left(held)), Fraction(0))

    side = bundled_side("deck-c", None)
    advice = advise(BET, Setting(side, side), plain(*map(str, hand)), plain(str(up))[0])
    assert (advice.stand, advice.draw) == (stand(tuple(sorted(hand))), draw(tuple(sorted(hand))))


def test_the_fractions_are_what_the_solution_holds_in_float64_to_14_digits() -> None:
    side = bundled_side("deck-c", None)
    solution = solve(Setting(side, side))
    kinds, seen = solution.player.hands.kinds, solution.play.stand[0].shape[1]
    asked = 0
    for row, held in enumerate(solution.player.hands.levels[1].held):
        hand = [each.card() for each, n in zip(kinds, held.tolist(), strict=True) for _ in range(n)]
        if solution.player.hands.is_perfect[row] or row % 5:
            continue
        for at in range(0, seen, 3):
            advice = advise(BET, Setting(side, side), hand, kinds[at].card())
            up = whole(sorted(DECK_C)[at])
            chance = Fraction(DECK_C[up // whole(1)], 60) * (1 - Fraction(DECK_C.get(11 - up // whole(1), 0), 59))
            for exact, found in ((advice.stand, solution.play.stand), (advice.draw, solution.play.draw)):
                assert exact is not None
                assert abs(float(exact) - found[0][row, at] / float(chance)) < 1e-14
            asked += 1
    assert asked > 15
    assert np.isfinite(solution.edge)


def test_by_hand_a_pile_of_one_six_says_draw_and_of_one_seven_says_stand() -> None:
    # The dealer shows 5 and holds the only other card of his pile, a 4: he stands on 9, and 5 alone loses to it.
    advice = advise(BET, table("2 3 6", "5 4"), cards("2 3"), cards("5")[0])
    assert (advice.move, advice.stand, advice.draw) == told(Move.DRAW, -1, 1)
    assert advice.cost == 2
    advice = advise(BET, table("2 3 7", "5 4"), cards("2 3"), cards("5")[0])
    assert (advice.move, advice.stand, advice.draw) == told(Move.STAND, -1, -1)


def test_by_hand_a_hole_card_that_was_looked_at_makes_no_perfect_sabacc() -> None:
    # Unseen are 6 and 4. The 6 would be a perfect sabacc with the 5, so it is the 4: he stands on 9 with two cards.
    advice = advise(BET, table("5 4 2 7", "5 6 4"), cards("5 4"), cards("5")[0])
    assert (advice.stand, advice.draw) == (Fraction(0), Fraction(1 - 1, 2))  # the 2 makes 11 and wins, the 7 16


def test_by_hand_what_the_dealer_wins_double_costs_double() -> None:
    lost = replace(table("2 3 7", "5 4"), rule=replace(table("2 3 7", "5 4").rule, wins_double=True))
    assert advise(BET, lost, cards("2 3"), cards("5")[0]).stand == -2


def test_r4_who_cannot_draw_has_nothing_to_choose() -> None:
    for hand, own in (("2 3", "2 3"), ("0 0 0 1 1 1", "0 0 0 1 1 1 5 5")):
        advice = advise(BET, table(own, "5 4"), cards(hand), cards("5")[0])
        assert (advice.move, advice.draw, advice.cost) == (Move.STAND, None, Fraction(0))


def test_only_practice_tables_have_a_coach() -> None:
    silver: Any = 100
    with pytest.raises(IllegalActError, match="a hand that is played for practice chips"):
        advise(silver, table("2 3 6", "5 4"), cards("2 3"), cards("5")[0])


def test_a_hand_in_which_nobody_is_asked_is_refused() -> None:
    for hand in ("5 6", "5"):
        with pytest.raises(IllegalActError, match="a hand in which the player is asked"):
            advise(BET, table("5 6 1", "5 4"), cards(hand), cards("5")[0])


def test_cards_that_cannot_be_on_the_table_are_refused() -> None:
    with pytest.raises(InvalidInputError, match="cards: got '3'"):
        advise(BET, table("2 3 6", "5 4"), cards("3 3"), cards("5")[0])
    with pytest.raises(InvalidInputError, match="upCard: got '6'"):
        advise(BET, table("2 3 6", "5 4"), cards("2 3"), cards("6")[0])
    with pytest.raises(InvalidInputError, match="can lack a perfect sabacc"):
        advise(BET, table("2 3 6", "5 6"), cards("2 3"), cards("5")[0])


@pytest.mark.parametrize(
    "change", [{"draws": Draws.INDEPENDENT}, {"up_card": UpCard.HIDDEN}, {"dealer_sees_hand": True}]
)
def test_a_table_that_is_not_played_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError, match="finite piles, an up card"):
        advise(BET, replace(table("2 3 6", "5 4"), **change), cards("2 3"), cards("5")[0])


def shoe_of(*played: tuple[str, ...]) -> Shoe:
    deck = numbered(DECK_C)
    by_id = {card.card_id: card for card in deck}
    first, second = (replace(ShoePile.of(deck), played=tuple(by_id[each] for each in ids)) for ids in played)
    return Shoe((first, second), hands=1)


def test_a_hand_in_progress_is_coached_from_what_is_public_alone() -> None:
    shoe = shoe_of(("0_0", "5_0", "6_1"), ("7_0", "0_1"))
    rules = bundled_side("deck-c", None).rules
    hands = [DealerHand.from_seed(Terms(), shoe, (rules, rules), bytes([seed]) * 32, 2) for seed in (3, 4)]
    tables = [table_before(hand, shoe) for hand in hands]
    left = [{0: 18, 5: 10, 6: 4}, {7: 5, 0: 18}]
    expected = [Pile.of_values({**DECK_C, **each}) for each in left]
    for each in tables:
        assert [each.player.pile, each.dealer.pile] == expected
    dealt, _ = deal(hands[0])
    advice = advise(BET, tables[0], dealt.seats[0].hand.cards, dealt.seats[1].hand.cards[0])
    assert advice.draw is not None
    burned = table_before(hands[0], shoe, ((shoe.piles[0].left[0],), (shoe.piles[1].left[-1],)))
    assert (burned.player.pile, burned.dealer.pile) == (
        Pile.of_values({**DECK_C, **left[0], 0: 17}),
        Pile.of_values({**DECK_C, **left[1], 7: 4}),
    )
