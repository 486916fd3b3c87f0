"""The shoe: which cards are left, in what order a hand draws them, and when the piles are shuffled."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.values import whole
from service.rules.cards import Card
from service.tables.shoe import Shoe, ShoePile, Shuffle
from tests.tables import tsb1_outsider as outsider
from tests.tables.dealer_tables import bundled_cards, bundled_shoe, numbered, seed_of


def shoe_of(first: int, second: int, cut: int | None = None, burn: int = 0) -> Shoe:
    return Shoe((ShoePile.of(numbered({1: first})), ShoePile.of(numbered({2: second}))), cut, burn)


def ids(cards: tuple[Card, ...]) -> list[str]:
    return [card.card_id for card in cards]


def test_a_hand_draws_in_the_order_of_the_protocol_from_what_is_left() -> None:
    shoe = bundled_shoe("deck-c", "dune-sea-dark-house", cut=None)
    left = [ids(bundled_cards("deck-c")), ids(bundled_cards("dune-sea-dark-house"))]
    for number in range(1, 8):
        seed = seed_of(f"hand {number}")
        dealt = shoe.deal(seed, number)
        for seat in (0, 1):
            order = outsider.shuffled(left[seat], seed, f"hand/{number}/seat/{seat}")
            assert ids(dealt.next_cards[seat]) == order[:6]
            assert dealt.beneath[seat] == len(order) - 6
        used = 2 + number % 5, 2 + number % 3
        shoe = shoe.after(dealt, used)
        for seat in (0, 1):
            for card_id in ids(dealt.next_cards[seat][: used[seat]]):
                left[seat].remove(card_id)
            assert Counter(ids(shoe.piles[seat].left)) == Counter(left[seat])
    assert shoe.hands == 7


def test_the_order_of_the_deck_and_earlier_hands_order_nothing() -> None:
    cards = numbered({1: 5, 2: 5})
    seed = seed_of("a")
    assert ShoePile.of(cards).drawn(seed, "x", 10) == ShoePile.of(cards[::-1]).drawn(seed, "x", 10)
    one = replace(ShoePile.of(cards), played=cards[:2])
    other = replace(ShoePile.of(cards), played=cards[1::-1])
    assert one.drawn(seed, "x", 10) == other.drawn(seed, "x", 10)


def test_of_equal_cards_as_many_are_left_as_were_not_played() -> None:
    five = Card("5", (whole(5),))
    pile = ShoePile.of([five] * 3)
    assert replace(pile, played=(five,)).left == (five, five)
    assert replace(pile, played=(five,) * 3).left == ()


@given(st.lists(st.integers(1, 12), min_size=1, max_size=30), st.data())
def test_what_is_left_stays_in_the_order_of_its_ids(numbers: list[int], data: st.DataObject) -> None:
    """Of equal cards any may be the one that was played; a card that never lay in the pile takes none away."""
    deck = [Card(f"{number}_1", (whole(number),)) for number in numbers]
    count = data.draw(st.integers(0, len(deck)))
    played, left = deck[:count], deck[count:]
    strangers = [Card("0_0", (whole(1),)), Card("5_0", (whole(1),)), Card("z", (whole(1),))]
    pile = replace(ShoePile.of(deck), played=(*played, *data.draw(st.lists(st.sampled_from(strangers)))))
    assert ids(pile.left) == sorted(ids(tuple(left)))


def test_two_different_cards_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two different cards"):
        ShoePile.of([Card("1_1", (whole(5),)), Card("1_1", (whole(6),))])


@pytest.mark.parametrize(("sizes", "named"), [((1, 60), 1), ((0, 60), 1), ((60, 1), 1), ((1, 0), 2)])
def test_r1_field_report_32_a_pile_of_fewer_than_two_cards_is_refused(sizes: tuple[int, int], named: int) -> None:
    with pytest.raises(PileTooSmallError, match="needs 2") as caught:
        shoe_of(*sizes)
    assert len(caught.value.violations) == named


@pytest.mark.parametrize("sizes", [(2, 60), (2, 2), (5, 5)])
def test_field_report_32_small_piles_play_and_are_shuffled_before_every_hand(sizes: tuple[int, int]) -> None:
    shoe = shoe_of(*sizes)
    assert shoe.due is None
    dealt = shoe.deal(seed_of("a"), 1)
    assert [len(cards) for cards in dealt.next_cards] == [min(6, size) for size in sizes]
    after = shoe.after(dealt, (2, 2))
    assert after.due is Shuffle.SHORT
    assert after.shuffled() == shoe


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("used", "due"), [(2, None), (3, None), (4, None), (5, Shuffle.SHORT), (6, Shuffle.SHORT)])
def test_the_piles_are_shuffled_where_a_side_could_run_out_in_its_longest_hand(
    seat: int, used: int, due: Shuffle | None
) -> None:
    """Ten cards: six are enough for any hand, five are not."""
    sizes, counts = ([60, 60], [2, 2])
    sizes[seat], counts[seat] = 10, used
    shoe = shoe_of(sizes[0], sizes[1])
    assert shoe.after(shoe.deal(seed_of("a"), 1), (counts[0], counts[1])).due is due


def test_the_piles_are_shuffled_at_the_cut_and_hands_count_on() -> None:
    shoe, reasons = shoe_of(60, 60, cut=3), []
    for number in range(1, 8):
        before = shoe
        shoe, why = before.ready()
        reasons.append(why)
        assert before.due is why
        assert shoe == (before.shuffled() if why else before)
        assert why is None or shoe.piles[0].left == shoe.piles[0].whole
        shoe = shoe.after(shoe.deal(seed_of(str(number)), number), (2, 2))
    assert reasons == [None, None, None, Shuffle.CUT, None, None, Shuffle.CUT]


def test_no_hand_is_dealt_while_a_shuffle_is_due() -> None:
    shoe = shoe_of(60, 60, cut=1)
    after = shoe.after(shoe.deal(seed_of("a"), 1), (2, 2))
    with pytest.raises(ValueError, match="shuffled before"):
        after.deal(seed_of("a"), 2)


def test_burned_cards_come_first_and_count_as_played() -> None:
    shoe = shoe_of(20, 20, burn=2)
    seed = seed_of("a")
    dealt, unburned = shoe.deal(seed, 1), shoe_of(20, 20).piles[0].drawn(seed, "hand/1/seat/0", 8)
    assert (*dealt.burned[0], *dealt.next_cards[0]) == unburned
    assert dealt.beneath == (12, 12)
    after = shoe.after(dealt, (3, 2))
    assert after.piles[0].played == unburned[:5]
    assert [len(pile.left) for pile in after.piles] == [15, 16]
    assert after.due is None
    assert shoe_of(20, 20, burn=3).due is None
    short = shoe_of(13, 13, burn=3)
    assert short.after(short.deal(seed, 1), (2, 2)).due is Shuffle.SHORT  # 8 left, 3 + 6 needed
    with pytest.raises(PileTooSmallError, match="needs 4"):
        shoe_of(3, 20, burn=2)


@pytest.mark.parametrize(("cut", "burn"), [(0, 0), (-1, 0), (None, -1)])
def test_a_cut_or_burn_that_means_nothing_is_refused(cut: int | None, burn: int) -> None:
    with pytest.raises(InvalidInputError):
        shoe_of(60, 60, cut, burn)


def test_what_a_hand_may_draw_is_not_written_out() -> None:
    dealt = shoe_of(60, 60).deal(seed_of("a"), 1)
    assert "1_" not in repr(dealt)


@given(st.integers(2, 70), st.integers(2, 70), st.none() | st.integers(1, 4), st.integers(0, 2), st.data())
def test_cards_are_conserved_and_no_hand_ever_lacks_what_a_shuffle_would_give_it(
    first: int, second: int, cut: int | None, burn: int, data: st.DataObject
) -> None:
    sizes = first + burn, second + burn
    shoe = shoe_of(*sizes, cut, burn)
    for number in range(1, 9):
        shoe, _ = shoe.ready()
        dealt = shoe.deal(seed_of(f"{number}"), number)
        for seat in (0, 1):
            assert len(dealt.next_cards[seat]) == min(6, sizes[seat] - burn)
        used = [data.draw(st.integers(2, len(cards))) for cards in dealt.next_cards]
        shoe = shoe.after(dealt, (used[0], used[1]))
        for pile in shoe.piles:
            assert Counter(pile.left) + Counter(pile.played) == Counter(pile.whole)
        assert cut is None or shoe.hands <= cut
