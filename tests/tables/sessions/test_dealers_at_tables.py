"""Who deals at a dealer's table: another dealer whom the player takes, and Lando whom the house sends."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from deckmapping.dealer_rule import DealerRule
from deckmapping.errors import InvalidInputError
from service.rules.errors import IllegalActError
from service.tables.dealer.attention import AttentionRules
from service.tables.dealer.hand import Terms
from service.tables.dealer.visits import AttentionEvent, Happening
from service.tables.moves import Bet, Draw, SeatDealer, Stand
from service.tables.sessions.session import DealerSeated
from service.tables.sessions.setup import TableDealer
from tests.tables.sessions.dealer_tables import HOUSE, Table, hand_of, sits, small, with_more_dealers

# Dealers


def test_another_dealer_plays_his_own_deck_from_whole_piles_with_another_lock() -> None:
    table = Table(with_more_dealers(small(cut=None), wioslea={3: 12}))
    table.move(Bet(1), Stand())
    first = table.session.lock
    table.move(SeatDealer("wioslea"))
    assert [len(pile.played) for pile in table.session.shoe.piles] == [0, 0]
    assert table.session.hand is None
    assert table.session.lock != first
    assert sits(table)[1] == ["wioslea", "deck=wioslea", f"lock={table.session.lock.hex()}"]
    assert table.log[-1] == DealerSeated("wioslea")
    table.move(Bet(1), Stand())  # 10 against 9: two threes, and one more
    assert table.lines[-3].startswith("hand 2 | ")
    assert table.lines[-3].endswith(" | : " + " ".join(map(str, hand_of(table).seats[1].hand.cards)))
    assert table.lines[-3].count(":3") == 3
    table.move(SeatDealer(HOUSE))
    assert table.session.lock == first


def test_where_there_is_one_dealer_no_other_may_be_taken() -> None:
    assert Table(small()).session.legal(0) == ("bet", "close")


def test_who_sits_at_the_table_or_at_another_one_is_refused() -> None:
    table = Table(with_more_dealers(small(), wioslea={3: 12}))
    with pytest.raises(InvalidInputError, match="another one than who sits here: wioslea"):
        table.move(SeatDealer(HOUSE))
    with pytest.raises(InvalidInputError, match="one of house, wioslea"):
        table.move(SeatDealer("rkik"))
    table.move(Bet(1))
    with pytest.raises(IllegalActError, match="draw or stand or finish or close"):
        table.move(SeatDealer("wioslea"))


# The house's attention


def watched() -> Table:
    """A table whose dealer is relieved by Lando, for two hands, when the player has won one and a half bets."""
    rules = AttentionRules(threshold=150, cooling=0, visit_hands=2, rest=50)
    visitor = TableDealer("lando-light", None, Terms(DealerRule(shift_share=Fraction(1))))
    return Table(replace(with_more_dealers(small(), wioslea={3: 12}), visitor=visitor, attention=rules))


def happenings(table: Table) -> list[Happening]:
    return [event.happening for event in table.log if isinstance(event, AttentionEvent)]


def test_a_player_who_wins_brings_lando_who_deals_the_same_deck_by_his_own_rule() -> None:
    table = watched()
    table.move(Bet(10), Stand())
    assert happenings(table) == []
    home = table.session.lock
    table.move(Bet(10), Stand())
    assert happenings(table) == [Happening.ARRIVED]
    assert (table.session.dealer.key, table.session.dealer.deck) == ("lando-light", "d")
    assert table.session.dealt_by == HOUSE  # the hand that is over was not his
    assert table.session.lock != home
    assert table.lines[-1] == f"sits lando-light deck=d lock={table.session.lock.hex()}"
    assert table.lines[-2].startswith("key 2 ")
    assert table.session.legal(0) == ("bet", "close")
    with pytest.raises(IllegalActError, match="expected bet or close"):
        table.move(SeatDealer("wioslea"))


def test_lando_may_change_his_total_and_leaves_unbeaten() -> None:
    table = watched()
    table.move(Bet(10), Stand(), Bet(10), Stand())
    home, table.lines = table.lines[0], []
    table.move(Bet(10), Draw(), Stand())  # 15 against 8, which he makes 9
    assert table.lines[4].startswith("hand 3 | ")
    assert table.lines[4].endswith(":4 change=1")
    table.move(Bet(10), Draw(), Stand())
    assert happenings(table) == [Happening.ARRIVED, Happening.LEFT]
    assert table.lines[-1] == home
    assert table.session.attention.meter == 50
    assert table.session.dealer.key == HOUSE


def test_lando_beaten_leaves_and_the_house_looks_away() -> None:
    table = watched()
    table.move(*[each for _ in range(4) for each in (Bet(10), Stand())])  # 10 against 9, the change counted
    assert happenings(table) == [Happening.ARRIVED, Happening.BEATEN, Happening.LEFT]
    assert table.session.attention.meter == 0
    assert [words[0] for words in sits(table)] == [HOUSE, "lando-light", HOUSE]
    assert (table.session.dealer.key, table.session.dealt_by) == (HOUSE, "lando-light")
