"""A dealer's table in a few lines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from deckmapping.dealer_rule import DealerRule
from deckmapping.values import whole
from deckmapping.variants import Role, Variant
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting, StandOn, UpCard
from service.odds.table.table_text import table_lines
from service.rules.cards import SideRules, WildRange
from service.rules.dealing import PayTable

DECK_C = Side(Pile.of_values({0: 19, 1: 10, 2: 3, 3: 1, 4: 5, 5: 11, 6: 5, 7: 6}))
THEMED = Pile.of_counts({Kind((), Role.CLONE): 5, Kind((), Role.WILD): 1, Kind((whole(5),)): 6})


def test_the_table_as_played() -> None:
    assert table_lines(Setting(DECK_C, DECK_C)) == (
        "Player: Deck C; plays his best",
        "Dealer: Deck C; draws on 7 or less",
        "Fair decks; finite draws; up card seen; a perfect sabacc pays 3:2, costs 1",
    )


def test_everything_that_a_table_can_be_set_to_is_told() -> None:
    rules = SideRules(WildRange(1, 6), perk_value=whole(4), own_destiny=whole(3), may_change=True, wins_double=True)
    rule = DealerRule(6, 8, Fraction(1, 4), Fraction(1, 10), wins_double=True)
    player, dealer = Side(THEMED, rules), Side(THEMED, SideRules(WildRange(1, 6), perk_value=whole(4)))
    setting = Setting(player, dealer, Draws.INDEPENDENT, UpCard.HIDDEN, rule, PayTable(Fraction(2), 2))
    deck = "clone:5, wild:1, 5:6"
    assert table_lines(setting, StandOn(8), Variant.JABBAS_PALACE) == (
        (
            f"Player: {deck}; stands on 8 or more; clone cards also 4 or 3; may change the total by 1; "
            "every win counts double"
        ),
        (
            f"Dealer: {deck}; draws on 6 or less, up to 8 in 25 % of the cases; clone cards also 4; "
            "may change his total by 1 on 10 % of the hands; every win costs two bets"
        ),
        "Jabba's Palace Sabacc; independent draws; up card hidden; a perfect sabacc pays 2:1, costs 2",
    )


def test_a_dealer_who_sees_the_hand_has_no_rule() -> None:
    seeing = replace(Setting(DECK_C, DECK_C), dealer_sees_hand=True)
    assert table_lines(seeing)[1] == "Dealer: Deck C; sees the player's hand, plays his best"
