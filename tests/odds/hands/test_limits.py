"""What is refused before any work."""

from __future__ import annotations

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError, PileTooSmallError
from deckmapping.values import Value, whole
from service.odds.hands.hands import hands
from service.odds.hands.limits import MOST_REPLIES, replies
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Setting
from service.odds.table.solution import solve
from service.rules.cards import SideRules, WildRange
from tests.odds.small_tables import pile

FEW = Side(pile("0 0 5 6"))
IRREGULAR = Side(Pile.of_counts({Kind((Value(10**place),)): 3 for place in range(8)}))
"""Eight kinds of which no two hands make the same total."""


def of_kinds(number: int, rules: SideRules | None = None, more: str = "") -> Side:
    counts = {Kind((whole(value),)): 3 for value in range(number)} | pile(more).as_counts()
    return Side(Pile.of_counts(counts), rules or SideRules())


@pytest.mark.parametrize("field", ["player", "dealer"])
def test_a_pile_of_too_many_kinds_is_refused_with_its_name(field: str) -> None:
    sides = {"player": FEW, "dealer": FEW, field: of_kinds(23)}
    with pytest.raises(InvalidInputError) as caught:
        solve(Setting(sides["player"], sides["dealer"]))
    (fault,) = caught.value.violations
    assert fault.field == field
    assert fault.value == "23 kinds of card, values of wild cards included"
    assert fault.expected == "at most 22: fewer different values, or no wild cards"


def test_the_numbers_of_wild_cards_count_as_kinds() -> None:
    twelve = of_kinds(12, SideRules(WildRange(0, 11)), "wild")
    assert len(hands(twelve.pile.kinds, twelve.rules).kinds) == 13
    outside = of_kinds(12, SideRules(WildRange(12, 21)), "wild")
    with pytest.raises(InvalidInputError, match="23 kinds of card"):
        solve(Setting(outside, FEW))


def test_whoever_asks_for_tables_of_too_many_kinds_is_refused_too() -> None:
    with pytest.raises(InvalidInputError, match=r"^pile: got '23 kinds"):
        hands(of_kinds(23).pile.kinds, SideRules())


@pytest.mark.parametrize("card", ["wild", "perk-wild:3"])
def test_wild_cards_without_a_range_are_refused(card: str) -> None:
    with pytest.raises(InvalidInputError, match=r"^dealer: got 'wild cards', expected none without a variant's range"):
        solve(Setting(FEW, Side(pile(f"0 5 {card}"))))


def test_values_beyond_any_card_are_refused() -> None:
    assert solve(Setting(Side(pile("0 0 1000")), FEW)).edge < 0
    with pytest.raises(InvalidInputError) as caught:
        solve(Setting(Side(pile("0 0 1000.5")), FEW))
    assert str(caught.value) == "player: got 'a card that counts 1000.5', expected values of at most 1000"


def test_a_dealer_who_sees_the_hand_may_not_have_too_much_to_weigh() -> None:
    setting = Setting(IRREGULAR, IRREGULAR, dealer_sees_hand=True)
    # Multisets of 2 to 6 out of 8 kinds, each with an end of its own: 36 + 120 + 330 + 792 + 1716.
    assert replies(setting) == 2994 * (1716 + 2 * 2994 * 8) > MOST_REPLIES
    with pytest.raises(InvalidInputError) as caught:
        solve(setting)
    (fault,) = caught.value.violations
    assert fault.field == "dealerSeesHand"
    assert fault.value == f"{replies(setting)} pairs of a player's and a dealer's hand"
    assert fault.expected.startswith(f"at most {MOST_REPLIES}: fewer different values in either pile")
    assert solve(Setting(IRREGULAR, IRREGULAR)).edge != 0


def test_r1_a_pile_of_one_card_is_refused() -> None:
    with pytest.raises(PileTooSmallError, match=r"^dealer: got 'a pile of 1', expected two cards or more"):
        Setting(FEW, Side(pile("5")))


def test_a_dealer_who_sees_the_hand_does_not_overdraw() -> None:
    with pytest.raises(InvalidInputError, match=r"^overdrawsTo: got '9', expected none where the dealer sees the hand"):
        Setting(FEW, FEW, rule=DealerRule(overdraws_to=9), dealer_sees_hand=True)


@pytest.mark.parametrize("rules", [SideRules(may_change=True), SideRules(wins_double=True)])
def test_what_a_dealer_may_stands_in_his_rule_alone(rules: SideRules) -> None:
    with pytest.raises(InvalidInputError, match=r"expected changes and doubles by the dealer's rule$"):
        Setting(FEW, Side(pile("0 5"), rules))
