"""A table between two players by calls: to the end, with what each seat sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.tables.chain import is_key_of
from tests.rpc.asking_tables import (
    DRAWING,
    FINISHED,
    VALUING,
    between_two,
    closing,
    look,
    made,
    next_move,
    nonce_of,
    play,
    sitting,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rpc.callers import Service

READY, LEAVE = pb.MOVE_KIND_READY, pb.MOVE_KIND_LEAVE
DUNE_SEA = {"variant": cards_pb2.VARIANT_DUNE_SEA, "theme": "dune-sea-light"}
PLAYERS = (sitting("ann", "dune-sea-light"), sitting("bob", "dune-sea-dark"))
VARIANTS = [
    ("deck-c", "deck-c", cards_pb2.VARIANT_FAIR_DECK),
    ("cloud-city-light", "cloud-city-dark", cards_pb2.VARIANT_CLOUD_CITY),
    ("dune-sea-dark", "dune-sea-light", cards_pb2.VARIANT_DUNE_SEA),
    ("jabbas-palace-light", "jabbas-palace-dark", cards_pb2.VARIANT_JABBAS_PALACE),
    ("trooper-light", "trooper-dark", cards_pb2.VARIANT_TROOPER),
]


@pytest.mark.parametrize(("first", "second", "variant"), VARIANTS)
def test_two_players_play_to_the_last_hand_and_the_record_verifies(
    service: Service, first: str, second: str, variant: cards_pb2.Variant
) -> None:
    players = sitting("ann", first), sitting("bob", second)
    table = between_two(service, *players, variant=variant, hands=5, start_chips=100).table
    assert (table.variant, table.against_dealer, table.HasField("dealer")) == (variant, False, False)
    balances = [100, 100]
    for hand in range(1, 6):
        views = play(service, table, hand)
        assert [view.seat for view in views] == [0, 1]
        assert views[0].result.chips == -views[1].result.chips
        assert views[0].result.words == views[1].result.words
        assert views[0].seats[1].cards == views[1].seats[1].cards
        for seat, view in enumerate(views):
            balances[seat] += view.result.chips
            assert (view.purse.balance, view.purse.held, view.bet) == (balances[seat], 0, 10)
            assert is_key_of(hand, view.last_key, table.published_key)
            assert all(side.total or view.result.words.count("perfect") for side in view.seats)
    assert [list(view.moves) for view in views] == [[pb.MOVE_KIND_CLOSE]] * 2
    closed = service.call(closing(views[1])).table
    assert (closed.closed, closed.seat) == (True, 1)
    record = service.call(pb.GetTableRecordRequest(table_id=table.table_id)).record
    found = service.call(pb.VerifyTableRecordRequest(record=record))
    assert (found.valid, found.hands, found.closed) == (True, 5, True)


def until(service: Service, table: Any, reached: Callable[[list[Any]], bool]) -> list[Any]:
    """Play until what both seats see is so; the next hand begins by itself."""
    for _ in range(2000):
        views = [look(service, table, seat) for seat in (0, 1)]
        if reached(views):
            return views
        asked = [move for view in views if (move := next_move(view)) is not None]
        service.call(asked[0])
    raise AssertionError("never so")


def both_to_value(views: list[Any]) -> bool:
    return all(view.phase == VALUING and not view.seats[seat].total for seat, view in enumerate(views))


def test_who_is_not_asked_is_told_who_is_and_nothing_is_lost(service: Service) -> None:
    table = between_two(service, hands=9).table
    views = until(service, table, lambda views: views[0].phase == DRAWING)
    asked = views[0].asked
    assert views[1].asked == asked
    other = views[1 - asked]
    found = service.refusal(made(other, pb.MOVE_KIND_DRAW))
    assert (found.code, found.reason) == ("FAILED_PRECONDITION", "ILLEGAL_ACT")
    assert found.metadata["expected"].startswith("leave")
    assert [look(service, table, seat) for seat in (0, 1)] == views
    assert pb.MOVE_KIND_DRAW in views[asked].moves


def test_a_hand_begins_once_both_are_ready(service: Service) -> None:
    table = between_two(service).table
    first = service.call(made(table, READY, nonce=nonce_of(table))).table
    assert (first.hand, first.seats[0].ready, first.seats[1].ready) == (0, True, False)
    assert READY not in first.moves
    second = look(service, table, 1)
    assert second.seats[0].ready
    assert service.call(made(second, READY)).table.hand == 1


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (pb.ABSENCE_MISSED_DEADLINE, "did not act in time"),
        (pb.ABSENCE_LEFT, "has left"),
        (pb.ABSENCE_CONCEDED, "concedes"),
    ],
)
def test_who_is_away_is_played_for_and_both_are_told(service: Service, why: int, words: str) -> None:
    table = between_two(service).table
    views = until(service, table, lambda views: views[0].phase == DRAWING)
    asked = views[views[0].asked]
    answer = service.call(made(asked, LEAVE, absence=why))
    assert any(words in event.text for event in answer.events)
    if answer.table.phase != FINISHED:
        seen = look(service, table, 1 - asked.seat).seats[asked.seat]
        assert seen.absence == why
        assert seen.done


def test_what_the_other_seat_values_moves_nothing_that_this_one_sees(service: Service) -> None:
    table = between_two(service, *PLAYERS, **DUNE_SEA).table
    views = until(service, table, both_to_value)
    before = views[1]
    while not look(service, table, 0).seats[0].total:
        move = next_move(look(service, table, 0))
        assert move is not None
        service.call(move)
        if look(service, table, 0).phase == VALUING:
            assert look(service, table, 1) == before
    assert service.call(made(before, pb.MOVE_KIND_CHOOSE_BEST)).table.phase != VALUING
