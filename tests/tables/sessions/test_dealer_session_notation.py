"""A dealer's table on one line: whatever is played, what is read is what was written, with the cards' reasons."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckmapping.themes.themes import themes
from service.rules.errors import InvalidNotationError
from service.tables.dealer.attention import Attention, AttentionRules
from service.tables.dealer.view import dealer_hand_view
from service.tables.moves import Bet, Choose, ChooseBest, Close, Draw, Finish, Move, SeatDealer, Stand
from service.tables.sessions.dealer_notation import read_dealer_session, write_dealer_session
from service.tables.silver import Score
from tests.tables.sessions.dealer_tables import Table, setup_at, small
from tests.tables.sessions.silver_tables import for_silver, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.rules.cards import Card
    from service.tables.sessions.dealer_session import DealerSession
    from service.tables.sessions.setup import DealerSetup

NAMES = [None, *(theme.name for theme in themes())]


@cache
def setup_of(name: str | None, *, is_fair: bool) -> DealerSetup:
    """A table at which Lando is met soon."""
    quick = AttentionRules(threshold=100, cooling=0, visit_hands=2, rest=0)
    return replace(setup_at(name, is_fair=is_fair, cut=None), attention=quick, burn=1)


def all_cards(session: DealerSession) -> list[Card]:
    """Every card that a table holds, in order."""
    seats = () if session.hand is None else session.hand.seats
    return [
        *(card for pile in session.shoe.piles for card in (*pile.whole, *pile.played)),
        *(card for cards in session.burned for card in cards),
        *(card for seat in seats for card in (*seat.hand.cards, *seat.pile)),
    ]


def assert_reads_back(session: DealerSession) -> None:
    line = write_dealer_session(session)
    read = read_dealer_session(line, session.setup)
    assert read == session
    assert [card.reason for card in all_cards(read)] == [card.reason for card in all_cards(session)]
    assert line.isascii()
    assert "\n" not in line


def random_bet(session: DealerSession, chance: Random) -> int:
    has = session.ready_purse
    least = has.least_bet.count if isinstance(has, Score) else 1
    return chance.randint(least, has.largest_bet(session.worst_bets).count)


def random_move(session: DealerSession, chance: Random) -> Move:
    named = chance.choice([each for each in session.legal(0) if each != "close" or chance.random() < 0.02] or ["close"])
    hand = session.hand
    made: dict[str, Callable[[], Move]] = {
        "bet": lambda: Bet(random_bet(session, chance), chance.randbytes(32)),
        "seat": lambda: SeatDealer(chance.choice(session.setup.dealers).key),
        "close": Close,
        "draw": Draw,
        "stand": Stand,
        "finish": Finish,
        "best": ChooseBest,
    }
    if named != "choose":
        return made[named]()
    assert hand is not None
    choices = [(at, choice) for at, each in enumerate(dealer_hand_view(hand).choices) for choice in each]
    return Choose(*chance.choice(choices))


@settings(max_examples=40)
@given(name=st.sampled_from(NAMES), is_fair=st.booleans(), is_for_silver=st.booleans(), seed=st.integers(0, 2**32 - 1))
def test_what_is_read_is_what_was_written_after_every_move(
    name: str | None, is_fair: bool, is_for_silver: bool, seed: int
) -> None:
    chance = Random(seed)
    setup = setup_of(name, is_fair=is_fair)
    carried = Attention(meter=99, hands=chance.randrange(100), wagered=3000)
    table = Table(for_silver(setup, carried) if is_for_silver else setup)
    assert_reads_back(table.session)
    for _ in range(40):
        move = random_move(table.session, chance)
        if isinstance(move, SeatDealer) and move.dealer == table.session.host:
            continue
        table.move(move)
        assert_reads_back(table.session)
        if table.session.is_closed:
            break


def test_a_table_that_was_read_goes_on_with_the_same_cards() -> None:
    going, stopped = Table(setup_of("trooper-dark", is_fair=False)), Table(setup_of("trooper-dark", is_fair=False))
    for number in range(12):
        going.play_hand(5 + number)
        stopped.move(Bet(5 + number))
        stopped.session = read_dealer_session(write_dealer_session(stopped.session), stopped.setup)
        stopped.finish_hand()
        stopped.session = read_dealer_session(write_dealer_session(stopped.session), stopped.setup)
    assert stopped.record == going.record


def test_a_line_is_written_so() -> None:
    table = Table(small(burn=1))
    assert write_dealer_session(table.session) == (
        "turns=1 host=house number=0 hands=0 balance=1000 game=1 bet=0 key=- meter=0,0,0,0,0 | - | - | - | - | -"
    )
    table.move(Bet(10))
    hand, (own, other) = table.session.hand, table.session.burned
    assert write_dealer_session(table.session) == (
        "turns=2 host=house number=1 hands=0 balance=1000 game=1 bet=10 dealt-by=house worst=1 key=- meter=0,0,0,0,0"
        f" | - | - | {own[0].card_id} | {other[0].card_id} | {hand}"
    )


def test_a_line_of_a_table_for_silver_is_written_so() -> None:
    table = Table(plain(carried=Attention(700, 12, 240, 2, -30)))
    assert write_dealer_session(table.session) == (
        "turns=1 host=house number=0 hands=0 won=0 first=- bet=0 key=- meter=700,12,240,2,-30 | - | - | - | - | -"
    )
    table.move(Bet(20))
    assert write_dealer_session(table.session) == (
        "turns=2 host=house number=1 hands=0 won=0 first=20 bet=20 dealt-by=lando-light worst=1 key=-"
        f" meter=700,12,240,2,-30 | - | - | - | - | {table.session.hand}"
    )
    table.move(Stand())
    line = write_dealer_session(table.session)
    assert line.startswith("turns=3 host=house number=1 hands=1 won=20 first=20 bet=20 dealt-by=lando-light key=")
    assert " meter=700,13,260,1,-10 | " in line


def test_a_table_of_one_kind_does_not_read_the_line_of_one_of_the_other() -> None:
    chips, silver = Table(small()), Table(plain())
    for one, other in ((chips, silver), (silver, chips)):
        with pytest.raises(InvalidNotationError, match="a dealer's table, on one line"):
            read_dealer_session(write_dealer_session(one.session), other.setup)


def test_text_that_is_no_table_is_refused_and_no_card_is_told() -> None:
    table = Table(small(burn=1))
    table.move(Bet(10))
    line = write_dealer_session(table.session)
    for bad in (
        "",
        "-",
        line.replace("host=house", "host=rkik"),
        line.replace("turns=", "turn="),
        line.replace(" | - | ", " | 9_9 | ", 1),
        line.replace(":5", ":6"),
        line.replace("worst=1", "worst=3"),
        line.rpartition(" | ")[0],
        f"{line} | -",
    ):
        assert bad != line
        with pytest.raises(InvalidNotationError, match="a dealer's table, on one line") as caught:
            read_dealer_session(bad, table.setup)
        assert "5_" not in str(caught.value)
