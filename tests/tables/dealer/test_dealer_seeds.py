"""What a seed decides before the player acts: both orders, the look at the hole card, the shift, the quirk."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from deckmapping.dealer_rule import DealerRule
from service.rules.cards import SideRules, WildRange
from service.tables.dealer.character import Character, drawn_character
from service.tables.dealer.hand import DEALER, DealerHand, Terms
from service.tables.shoe import Shoe, ShoePile
from tests.tables import tsb1_outsider as outsider
from tests.tables.dealer_tables import FAIR, bundled_shoe, numbered, seed_of

RULE = DealerRule(overdraws_to=9, overdraw_chance=Fraction(2, 5), shift_share=Fraction(1, 3))


def test_a_hand_is_what_the_protocol_makes_of_its_seed() -> None:
    shoe = bundled_shoe("deck-c", "deck-c")
    ids = [card.card_id for card in shoe.piles[0].whole]
    for number in range(1, 120):
        seed = seed_of(f"hand {number}")
        state = DealerHand.from_seed(Terms(RULE), shoe, FAIR, seed, number)
        for seat in (0, 1):
            order = [card.card_id for card in state.seats[seat].pile]
            assert order == outsider.shuffled(ids, seed, f"hand/{number}/seat/{seat}")[:6]
        up_card = state.seats[DEALER].pile[0].card_id
        assert state.is_checked is (up_card in {"4", "5", "6", "7"})
        assert state.character == Character(
            may_shift=outsider.uniform(3, outsider.words(seed, f"shift/{number}")) < 1,
            overdraws_with=tuple(
                n for n in (2, 3, 4, 5) if outsider.uniform(5, outsider.words(seed, f"quirk/{number}/{n}")) < 2
            ),
        )
        assert state.beneath == (54, 54)


def test_the_same_seed_gives_the_same_hand_and_another_number_another() -> None:
    shoe = bundled_shoe("deck-c", "deck-c")
    hands = [DealerHand.from_seed(Terms(RULE), shoe, FAIR, seed_of("a"), number) for number in (1, 1, 2)]
    assert hands[0] == hands[1] != hands[2]


def test_shares_come_out_as_often_as_they_say() -> None:
    """9,000 seeds: a third shift (standard deviation 44.7), two fifths overdraw at each number of cards (46.5)."""
    drawn = [drawn_character(RULE, seed_of(str(at)), 1) for at in range(9000)]
    assert abs(sum(each.may_shift for each in drawn) - 3000) < 4 * 45
    counts = Counter(cards for each in drawn for cards in each.overdraws_with)
    assert sorted(counts) == [2, 3, 4, 5]
    assert all(abs(count - 3600) < 4 * 47 for count in counts.values())


@pytest.mark.parametrize(
    ("share", "expected"), [(Fraction(0), Character()), (Fraction(1), Character(True, (2, 3, 4, 5)))]
)
def test_what_never_or_always_happens_is_not_left_to_chance(share: Fraction, expected: Character) -> None:
    rule = DealerRule(overdraws_to=8, overdraw_chance=Fraction(share), shift_share=Fraction(share))
    for at in range(50):
        assert drawn_character(rule, seed_of(str(at)), at) == expected


def test_the_hole_card_itself_counts_as_unseen_and_played_and_burned_cards_do_not() -> None:
    """The dealer's pile holds one 7 beside 4s, so he looks at his hole card until the 7 has been seen."""
    cards = numbered({4: 11, 7: 1})
    seven = cards[-1]
    shoe = Shoe((ShoePile.of(cards), ShoePile.of(cards)), burn=1)
    seen = Counter[tuple[bool, bool]]()
    for at in range(300):
        state = DealerHand.from_seed(Terms(), shoe, FAIR, seed_of(str(at)), 1)
        dealt = shoe.deal(seed_of(str(at)), 1)
        burned = seven in dealt.burned[DEALER]
        assert state.is_checked is not burned
        seen[burned, state.seats[DEALER].pile[1] == seven] += 1
    assert set(seen) == {(True, False), (False, True), (False, False)}
    spent = Shoe((shoe.piles[0], ShoePile(shoe.piles[1].deck, played=(seven, *cards[:2]))), hands=1)
    assert not any(DealerHand.from_seed(Terms(), spent, FAIR, seed_of(str(at)), 1).is_checked for at in range(50))


def test_what_the_player_holds_decides_nothing_of_the_dealers_cards() -> None:
    shoe, other = bundled_shoe("deck-c", "deck-c"), bundled_shoe("dune-sea-light", "deck-c")
    rules = (SideRules(wild_range=WildRange(0, 7)), SideRules())
    one = DealerHand.from_seed(Terms(RULE), shoe, FAIR, seed_of("a"), 1)
    two = DealerHand.from_seed(Terms(RULE), other, rules, seed_of("a"), 1)
    assert (one.seats[DEALER], one.character) == (two.seats[DEALER], two.character)
