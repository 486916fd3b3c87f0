"""The house's attention at tables for silver: carried in from the last one, and Lando who deals by the table's rule.

The rules here: he comes at 2,400 hundredths of the average bet, each hand takes one off, he stays for four.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from deckmapping.themes.dealers import dealer
from service.money import Silver
from service.tables.dealer.attention import Attention
from service.tables.dealer.hand import PLAYER
from service.tables.dealer.visits import AttentionEvent, Happening
from service.tables.moves import Bet, Stand
from service.tables.sessions.session import DealerSeated, TableOpened
from service.tables.sessions.telling import told
from tests.tables.holdings import score_of
from tests.tables.sessions.dealer_tables import Table, hand_of, sits
from tests.tables.sessions.silver_tables import NOBODY, SHARE, plain, setup_for

if TYPE_CHECKING:
    from service.tables.moves import Move

NEAR = Attention(meter=2300, hands=10, wagered=100)
HERE = Attention(meter=2400, hands=10, wagered=200, visit=3, visit_won=-45)
WON: tuple[Move, ...] = (Bet(10), Stand())


def happened(table: Table) -> list[Happening]:
    return [event.happening for event in table.log if isinstance(event, AttentionEvent)]


def test_the_meter_goes_on_from_where_it_was_and_so_does_the_average_bet() -> None:
    table = Table(plain(carried=NEAR))
    table.move(*WON)  # one average bet, less 1
    assert table.session.attention == Attention(meter=2399, hands=11, wagered=110)
    table.move(Bet(20), Stand())  # 20 of an average of 130 / 12: 184, and Lando comes at 2,400
    assert table.session.attention == Attention(meter=2400, hands=12, wagered=130, visit=4)
    assert happened(table) == [Happening.ARRIVED]


def test_at_a_table_of_nobody_who_was_watched_the_meter_begins_at_nothing() -> None:
    table = Table(plain())
    table.move(*WON)
    assert table.session.attention == Attention(meter=99, hands=1, wagered=10)


def test_lando_comes_plays_the_dealers_deck_by_the_tables_rule_and_leaves_when_he_is_beaten() -> None:
    table = Table(plain(carried=replace(NEAR, meter=2399)))
    table.move(*WON)
    assert sits(table)[1][:2] == ["lando-light", "deck=d"]
    for number in range(4):
        assert table.session.attention.visit == 4 - number
        assert table.session.dealer.key == "lando-light"
        table.move(*WON)  # his 8 he makes 9 at most, so the player's 10 wins
        assert table.session.dealt_by == "lando-light"
        assert hand_of(table).terms.rule.shift_share == SHARE
    assert table.session.attention == Attention(meter=0, hands=15, wagered=150)
    assert happened(table) == [Happening.ARRIVED, Happening.BEATEN, Happening.LEFT]
    assert [key for key, *_ in sits(table)] == ["house", "lando-light", "house"]
    table.move(*WON)
    assert table.session.dealt_by == "house"


def test_a_visit_goes_on_at_the_next_table_from_its_first_hand() -> None:
    table = Table(plain({4: 12}, {5: 12}, carried=HERE))
    assert [key for key, *_ in sits(table)] == ["lando-light"]
    for visit, visit_won in ((2, -65), (1, -85)):
        table.move(Bet(20), Stand())  # 8 against 9, 10 or 11
        assert table.session.dealt_by == "lando-light"
        assert (table.session.attention.visit, table.session.attention.visit_won) == (visit, visit_won)
    table.move(Bet(20), Stand())
    assert table.session.attention == Attention(meter=1200, hands=13, wagered=260)
    assert happened(table) == [Happening.ARRIVED, Happening.LEFT]
    assert [key for key, *_ in sits(table)] == ["lando-light", "house"]


def test_at_a_table_that_opens_during_a_visit_the_player_is_told_who_deals_and_how() -> None:
    table = Table(setup_for("dune-sea-light", "kalit", carried=HERE))
    opened, seated, visits = told(table.session, table.log, str)
    assert (opened.cues.light, seated.cues.light, visits.cues.light) == ("table", "table", "arrival")
    assert visits.words.startswith("Lando Calrissian takes the table for 3 hands: ")
    assert "on 9 hands in 20, and nobody sees on which, he may change his total by one" in visits.words
    assert visits.cues.pictures == (dealer("lando-light").picture,)
    assert [*map(type, Table(setup_for("dune-sea-light", "kalit")).log)] == [TableOpened, DealerSeated]


def test_while_he_is_here_a_shoe_begins_with_the_average_bet_at_least() -> None:
    for hands, wagered, least in ((10, 200, 20), (10, 209, 20), (10, 50, 10), (10, 1000, 50), (0, 0, 10)):
        carried = replace(HERE, hands=hands, wagered=wagered)
        assert score_of(Table(plain(carried=carried)).session.ready_purse).least_bet == Silver(least)
        away = replace(carried, visit=0, visit_won=0, meter=0)
        assert score_of(Table(plain(carried=away)).session.ready_purse).least_bet == Silver(10)


def test_who_has_begun_a_shoe_with_less_plays_it_out_with_less() -> None:
    table = Table(plain(carried=replace(NEAR, meter=2399, wagered=400)))
    table.move(Bet(10), Stand(), Bet(20), Stand(), Bet(20), Stand())  # he comes after the first, at a mean of 37
    assert happened(table) == [Happening.ARRIVED]
    assert score_of(table.session.ready_purse).least_bet == Silver(34)  # 450 on 13 hands


def test_at_a_table_of_his_own_he_does_not_visit_and_his_visit_rests() -> None:
    setup = setup_for("cloud-city-light", "lando-light", carried=HERE)
    assert setup.visitor is not None
    table = Table(setup)
    assert table.session.dealer == setup.dealers[0]
    assert table.session.dealer.terms.rule == dealer("lando-light").rule != setup.visitor.terms.rule
    assert score_of(table.session.ready_purse).least_bet == Silver(10)
    assert table.session.legal(PLAYER) == ("bet", "close")
    for _ in range(4):
        table.play_hand(20)
        assert hand_of(table).terms == setup.dealers[0].terms
    assert table.session.attention == HERE
    assert [key for key, *_ in sits(table)] == ["lando-light"]
    lights = {each.cues.light for each in told(table.session, table.log, str)}
    assert "arrival" not in lights


@pytest.mark.parametrize("carried", [NOBODY, NEAR, HERE])
def test_what_is_carried_in_changes_what_the_hands_are_bound_to(carried: Attention) -> None:
    other = replace(carried, meter=carried.meter - 1 if carried.meter else 1)
    assert Table(plain(carried=carried)).session.lock != Table(plain(carried=other)).session.lock
