"""What is left of a shoe, and what the next hand earns."""

from __future__ import annotations

from fractions import Fraction

import pytest

from deckmapping.errors import InvalidInputError
from deckmapping.values import whole
from service.odds.kinds import Kind, Pile, Side
from service.odds.setting import Draws, Setting
from service.odds.shoe.shoe import remaining
from service.odds.table.exact import exact_odds
from service.odds.table.solution import solve

FIVE, SIX = Kind((whole(5),)), Kind((whole(6),))
TABLE = Setting(Side(Pile.of_values({5: 3, 6: 3})), Side(Pile.of_values({5: 2, 6: 2})))


def test_what_was_played_is_gone_from_the_pile_of_its_side() -> None:
    left = remaining(TABLE, {FIVE: 3}, {SIX: 1})
    assert left.player.pile == Pile.of_values({6: 3})
    assert left.dealer.pile == Pile.of_values({5: 2, 6: 1})
    assert (left.draws, left.pay, left.rule) == (TABLE.draws, TABLE.pay, TABLE.rule)


def test_nothing_played_leaves_the_table_as_it_is() -> None:
    assert remaining(TABLE, {}, {}) == TABLE


def test_the_next_hand_earns_what_the_cards_left_make_of_it() -> None:
    # The player is sure of 5 and 6; the dealer has 5 and 5: no perfect sabacc for him, 3:2 for the player.
    sure = remaining(Setting(Side(Pile.of_values({5: 2, 6: 1})), TABLE.dealer), {FIVE: 1}, {SIX: 2})
    assert exact_odds(solve(sure)).edge == Fraction(3, 2)


def test_more_cards_than_the_pile_held_were_not_played() -> None:
    with pytest.raises(InvalidInputError) as refused:
        remaining(TABLE, {FIVE: 4, Kind((whole(7),)): 1}, {SIX: -1})
    assert [str(violation) for violation in refused.value.violations] == [
        "player.played[5]: got '4', expected from 0 to 3, what the pile held",
        "player.played[7]: got '1', expected from 0 to 0, what the pile held",
        "dealer.played[6]: got '-1', expected from 0 to 2, what the pile held",
    ]


def test_no_hand_is_played_with_fewer_than_two_cards_left() -> None:
    with pytest.raises(InvalidInputError, match=r"dealer.played: got '1 cards left', expected two cards or more"):
        remaining(TABLE, {}, {FIVE: 2, SIX: 1})


def test_independent_draws_have_no_shoe() -> None:
    with pytest.raises(InvalidInputError, match="draws"):
        remaining(Setting(TABLE.player, TABLE.dealer, Draws.INDEPENDENT), {FIVE: 1}, {})
