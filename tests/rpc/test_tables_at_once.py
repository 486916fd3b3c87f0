"""Tables that several call at once, that outlive their service, and that belong to one caller."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closed_after
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import cards_pb2
from sabacc.v1 import tables_pb2 as pb
from service.bootstrap import build_application
from service.table_secrets import RandomSecrets, SeededSecrets
from tests.rpc.asking_tables import (
    FINISHED,
    VALUING,
    at_dealers,
    bet,
    between_two,
    closing,
    look,
    made,
    next_move,
    of_dealer,
    play,
    sitting,
)
from tests.rpc.callers import Refused, Service, settings_for
from tests.rpc.identities import Access

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

BEST, READY = pb.MOVE_KIND_CHOOSE_BEST, pb.MOVE_KIND_READY


@pytest.fixture
def wired(database_url: str) -> Any:
    """A service over the wire on an empty database of either kind."""
    with Service(settings_for(database_url), wired=True) as opened:
        yield opened


def at_once(service: Service, *requests: Any) -> list[Any]:
    """Make calls in the same moment; return what each got, an answer or a refusal."""
    barrier = threading.Barrier(len(requests))

    def ask(request: Any) -> Any:
        barrier.wait()
        try:
            return service.call(request)
        except Refused as refused:
            return refused

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(ask, requests))


def test_of_two_moves_at_once_one_is_made_and_the_other_is_told(wired: Service) -> None:
    table = at_dealers(wired).table
    for _ in range(20):
        found = at_once(wired, bet(table, 10), bet(table, 20), bet(table, 30))
        (won,) = (each for each in found if not isinstance(each, Refused))
        lost = [each for each in found if isinstance(each, Refused)]
        assert [(each.code, each.reason) for each in lost] == [("FAILED_PRECONDITION", "TABLE_MOVED_ON")] * 2
        assert all(each.metadata["expected"].startswith(f"turn {table.turn + 1}: ") for each in lost)
        now = look(wired, table)
        assert (now, now.turn) == (won.table, table.turn + 1)
        (table,) = play(wired, now, now.hand)
    record = wired.call(pb.GetTableRecordRequest(table_id=table.table_id)).record
    assert wired.call(pb.VerifyTableRecordRequest(record=record)).hands == 20


def test_the_same_call_many_times_at_once_is_done_once(wired: Service) -> None:
    opening = of_dealer()
    opened = at_once(wired, *[opening] * 4)
    assert {each.table.table_id for each in opened} == {opened[0].table.table_id}
    assert sorted(each.replayed for each in opened) == [False, True, True, True]
    done_once(wired, bet(opened[0].table, 10))
    done_once(wired, closing(look(wired, opened[0].table)))


def done_once(service: Service, request: Any) -> None:
    """Make the same call many times at once; each gets the same answer, and one of them has done it."""
    found = at_once(service, *[request] * 4)
    assert sorted(each.replayed for each in found) == [False, True, True, True]
    assert [each.table for each in found] == [found[0].table] * 4
    assert [list(each.events) for each in found] == [list(found[0].events)] * 4


def two_who_value(service: Service) -> list[pb.TableView]:
    """A table at which both sides have cards to value, as each seat sees it."""
    players = sitting("ann", "dune-sea-light"), sitting("bob", "dune-sea-dark")
    table = between_two(service, *players, variant=cards_pb2.VARIANT_DUNE_SEA).table
    for _ in range(2000):
        views = [look(service, table, seat) for seat in (0, 1)]
        if all(view.phase == VALUING and not view.seats[view.seat].total for view in views):
            return views
        service.call(next(move for view in views if (move := next_move(view)) is not None))
    raise AssertionError("never so")


def test_both_sides_value_at_once_and_neither_is_refused(wired: Service) -> None:
    for _ in range(5):
        ann, bob = two_who_value(wired)
        found = at_once(wired, made(ann, BEST), made(bob, BEST))
        assert [each.replayed for each in found] == [False, False]
        first, second = (look(wired, ann, seat) for seat in (0, 1))
        assert first.phase == second.phase == FINISHED
        assert first.seats[0].cards == second.seats[0].cards


def test_both_sides_are_ready_at_once(wired: Service) -> None:
    for _ in range(10):
        table = between_two(wired).table
        found = at_once(wired, made(table, READY), made(look(wired, table, 1), READY))
        made_ = [each for each in found if not isinstance(each, Refused)]
        told = [each for each in found if isinstance(each, Refused)]
        assert made_
        assert {each.reason for each in told} <= {"TABLE_MOVED_ON"}  # who sees the other's move first looks again
        for seat in (0, 1):
            view = look(wired, table, seat)
            if view.hand == 0 and READY in view.moves:
                wired.call(made(view, READY))
        assert look(wired, table).hand == 1


# What outlives a service


def test_a_table_goes_on_in_mid_hand_after_a_restart_with_the_same_cards(database_url: str) -> None:
    with Service(settings_for(database_url), wired=True) as first:
        table = at_dealers(first, theme="dune-sea-light").table
        while table.phase != pb.HAND_PHASE_DRAWING:
            table = first.call(bet(table, 10, nonce=bytes(range(32)))).table
        versus = two_who_value(first)
    with Service(settings_for(database_url), wired=True) as second:
        assert look(second, table) == table
        assert [look(second, view) for view in versus] == versus
        drawn = second.call(made(table, pb.MOVE_KIND_DRAW)).table
        cards = [card.blueprint_id for card in drawn.seats[0].cards]
        assert cards[:2] == [card.blueprint_id for card in table.seats[0].cards]
        (table,) = play(second, drawn, drawn.hand)
        for view in versus:
            second.call(made(view, BEST))
        for each in (table, versus[0]):
            record = second.call(pb.GetTableRecordRequest(table_id=each.table_id)).record
            found = second.call(pb.VerifyTableRecordRequest(record=record))
            assert (found.valid, found.hands) == (True, table.hand if each is table else versus[0].hand)


def test_a_table_is_the_callers_who_opened_it(open_service: Callable[..., Service], tmp_path: Path) -> None:
    access = Access.with_roles(tmp_path)
    access.add("other", "game")
    service = open_service(access=access.path)
    opening = of_dealer()
    table = service.call(opening, metadata=access.of("game")).table
    for request in (
        pb.GetTableRequest(table_id=table.table_id),
        pb.GetTableRecordRequest(table_id=table.table_id),
        pb.AdviseMoveRequest(table_id=table.table_id),
        bet(table, 10),
        closing(table),
    ):
        with pytest.raises(Refused) as caught:
            service.call(request, metadata=access.of("other"))
        assert (caught.value.code, caught.value.reason) == ("NOT_FOUND", "TABLE_NOT_FOUND")
    mine = service.call(opening, metadata=access.of("other"))  # a request id is a caller's own
    assert not mine.replayed
    assert mine.table.table_id != table.table_id
    asked = pb.GetTableRequest(table_id=table.table_id)
    assert service.call(asked, metadata=access.of("game")).table == table


# Where names and keys come from


def test_names_and_keys_of_tables_are_never_the_same_twice() -> None:
    found = [RandomSecrets().fresh() for _ in range(100)]
    assert len({name for name, _ in found}) == len({key for _, key in found}) == 100
    assert {(len(name), name[0], len(key)) for name, key in found} == {(21, "t", 32)}


def test_an_evening_from_a_seed_is_the_same_again_and_another_from_another(tmp_path: Path) -> None:
    def evening(seed: str, at: str) -> bytes:
        settings = settings_for(f"sqlite:///{tmp_path}/{at}.db")
        with closed_after(build_application(settings, served=False, secrets=SeededSecrets(seed))) as application:
            tables = application.servicers.tables
            records = []
            for _ in range(2):
                table = tables.OpenTable(of_dealer(theme="dune-sea-light")).table
                for _ in range(3):
                    table = tables.MakeMove(bet(table, 10)).table
                    if table.phase != FINISHED:
                        table = tables.MakeMove(made(table, pb.MOVE_KIND_FINISH)).table
                records.append(tables.GetTableRecord(pb.GetTableRecordRequest(table_id=table.table_id)).record)
            assert records[0] != records[1]
            return b"".join(records)

    first = evening("a rainy night", "one")
    assert evening("a rainy night", "two") == first
    assert evening("a dry night", "three") != first
    assert b"rainy" not in first
