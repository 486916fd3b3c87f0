"""A caller's feed of events: one order over all tables, without a gap, resumed by number, bounded and ended."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from sabacc.v1 import tables_pb2 as pb
from service.rpc.contract.table_service import FEED_PAGE
from tests.rpc.asking_tables import at_dealers, bet, between_two, closing, look, of_dealer, play
from tests.rpc.callers import Refused, Service, settings_for
from tests.rpc.identities import Access

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Open = Callable[..., Service]

PATH = "/sabacc.v1.TableService/WatchEvents"


def watch(service: Service, after: int = 0, timeout_s: float | None = 60, metadata: Any = ()) -> Any:
    """Begin to watch."""
    assert service.channel is not None
    kind: Any = service.channel.unary_stream(
        PATH,
        request_serializer=pb.WatchEventsRequest.SerializeToString,
        response_deserializer=pb.WatchEventsResponse.FromString,
    )
    return kind(pb.WatchEventsRequest(after=after), timeout=timeout_s, metadata=metadata)


def taken(call: Any, count: int) -> list[Any]:
    """The next events of a watch."""
    return [next(call) for _ in range(count)]


def refused(call: Any) -> Refused:
    with pytest.raises(grpc.RpcError) as caught:
        list(call)
    return Refused.of_call(caught.value)


def texts(events: Any) -> list[str]:
    return [event.text for event in events]


def test_a_feed_tells_what_the_calls_told_in_one_order_and_in_process_it_ends(database_url: str) -> None:
    with Service(settings_for(database_url), wired=False) as service:
        assert service.call(pb.WatchEventsRequest()) == []
        told: list[tuple[str, int, str]] = []

        def tell(seat: int, answer: Any) -> None:
            name = answer.table.table_id
            told.extend((name, seat, event.text) for event in getattr(answer, "events", ()))

        first, second = at_dealers(service, theme="dune-sea-light"), at_dealers(service, theme="cloud-city-dark")
        tell(0, first)
        tell(0, second)
        for hand in range(1, 6):
            for opened in (first, second):
                play(service, opened.table, hand, tell)
        closed = service.call(closing(look(service, first.table)))
        tell(0, closed)
        feed = service.call(pb.WatchEventsRequest())
        assert [event.sequence for event in feed] == list(range(1, len(feed) + 1))
        assert [(event.table_id, event.seat, event.event.text) for event in feed] == told
        assert len(feed) > FEED_PAGE / 2
        times = [event.time.ToNanoseconds() for event in feed]
        assert times == sorted(times)
        assert all(event.event.cue and event.event.light for event in feed)
        for after in (1, 7, len(feed) - 1, len(feed)):
            assert service.call(pb.WatchEventsRequest(after=after)) == feed[after:]


def test_both_seats_of_a_table_are_in_their_callers_feed(open_service: Open) -> None:
    service = open_service()
    table = between_two(service).table
    answers: dict[int, list[str]] = {0: [], 1: []}
    play(service, table, 2, lambda seat, answer: answers[seat].extend(texts(getattr(answer, "events", ()))))
    call = watch(service)
    feed: list[Any] = taken(call, 2)  # the opening, once for each seat
    assert [event.seat for event in feed] == [0, 1]
    while sum(event.event.text.startswith("Hand 2 was dealt") for event in feed) < 2:
        feed.append(next(call))
    call.cancel()
    for seat, told in answers.items():
        of_seat = iter([event.event.text for event in feed if event.seat == seat])
        assert told
        assert all(text in of_seat for text in told)  # in this order, between what the other side's moves told


@pytest.mark.parametrize(("after", "expected"), [(-1, "0, or the number"), (1, "0 to 0"), (10**6, "0 to 0")])
def test_a_number_that_no_event_has_is_refused(service: Service, open_service: Open, after: int, expected: str) -> None:
    found = open_service().refusal(pb.WatchEventsRequest(after=after))
    assert (found.code, found.metadata["field"]) == ("INVALID_ARGUMENT", "after")
    assert found.metadata["expected"].startswith(expected)
    assert service.refusal(pb.WatchEventsRequest(after=10**9)).metadata["field"] == "after"


def test_events_reach_a_watcher_as_they_happen_and_he_goes_on_after_the_last_that_he_has(open_service: Open) -> None:
    service = open_service()
    call = watch(service)
    table = at_dealers(service).table
    opened = taken(call, 2)
    assert [event.table_id for event in opened] == [table.table_id] * 2
    answer = service.call(bet(table, 10))
    started = time.monotonic()
    assert texts(event.event for event in taken(call, len(answer.events))) == texts(answer.events)
    assert time.monotonic() - started < 20
    call.cancel()
    play(service, answer.table, 2)
    again = watch(service, after=2)
    assert texts(event.event for event in taken(again, len(answer.events))) == texts(answer.events)
    again.cancel()


def test_writers_at_once_leave_no_gap_that_a_watcher_could_skip(database_url: str) -> None:
    with Service(settings_for(database_url), wired=True) as service:
        call = watch(service)
        names = [at_dealers(service).table for _ in range(4)]
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda table: play(service, table, 10), names))
        events: list[Any] = []
        while sum(event.event.text.startswith("Hand 10 was dealt") for event in events) < len(names):
            events.append(next(call))
        call.cancel()
        assert [event.sequence for event in events] == list(range(1, len(events) + 1))


def test_a_caller_is_told_of_his_own_tables_alone(open_service: Open, tmp_path: Path) -> None:
    access = Access.with_roles(tmp_path)
    access.add("other", "game")
    service = open_service(access=access.path)
    mine = of_one(service, access, "game")
    his = of_one(service, access, "other")
    for name, table in (("game", mine), ("other", his)):
        call = watch(service, metadata=access.of(name))
        assert [(event.sequence, event.table_id) for event in taken(call, 2)] == [(1, table), (2, table)]
        call.cancel()
    assert refused(watch(service, metadata=access.of("auditor"))).reason == "ROLE_FORBIDS"


def of_one(service: Service, access: Access, name: str) -> str:
    """Open a table as the caller of that name."""
    table: str = service.call(of_dealer(), metadata=access.of(name)).table.table_id
    return table


def test_more_watches_than_there_are_places_are_refused_and_tables_go_on(open_service: Open) -> None:
    service = open_service(workers=8)
    at_dealers(service)
    watching = [watch(service) for _ in range(2)]
    for call in watching:
        taken(call, 2)
    found = refused(watch(service))
    assert (found.code, found.reason, found.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    play(service, at_dealers(service).table, 1)
    for call in watching:
        call.cancel()


def test_a_caller_who_watches_as_often_as_he_can_keeps_nobody_else_from_his_feed(
    open_service: Open, tmp_path: Path
) -> None:
    access = Access.with_roles(tmp_path)
    access.add("other", "game")
    service = open_service(access=access.path)  # with the default settings
    of_one(service, access, "game")
    first = watch(service, metadata=access.of("game"))
    taken(first, 2)
    found = refused(watch(service, metadata=access.of("game")))
    assert (found.code, found.reason) == ("RESOURCE_EXHAUSTED", "OVERLOADED")
    assert found.metadata["field"] == "streams of game"
    his = of_one(service, access, "other")
    call = watch(service, metadata=access.of("other"))
    assert [event.table_id for event in taken(call, 2)] == [his] * 2
    first.cancel()
    call.cancel()


def test_a_watcher_who_cancels_gives_his_place_back(open_service: Open) -> None:
    service = open_service(streams=1)
    at_dealers(service)
    for _ in range(3):
        for _ in range(12_000):
            call = watch(service)
            try:
                taken(call, 2)
            except grpc.RpcError:  # the place is given back a moment later
                time.sleep(0.01)
            else:
                break
        call.cancel()


def test_a_watch_ends_without_an_error_when_its_time_is_over(open_service: Open) -> None:
    service = open_service(stream_s=1)
    at_dealers(service)
    started = time.monotonic()
    events = list(watch(service, timeout_s=None))
    assert [event.sequence for event in events] == [1, 2]
    assert 0.5 < time.monotonic() - started < 30
    assert refused(watch(service, after=5)).metadata["field"] == "after"


def test_a_stop_is_not_held_up_by_watchers_and_they_are_told(open_service: Open) -> None:
    service = open_service()
    assert service.server is not None
    at_dealers(service)
    watching = [watch(service) for _ in range(2)]
    for call in watching:
        taken(call, 2)
    started = time.monotonic()
    with ThreadPoolExecutor(1) as threads:
        stopping = threads.submit(service.server.stop, 0, 60)
        for call in watching:
            found = refused(call)
            assert (found.code, found.reason) == ("UNAVAILABLE", "DRAINING")
        assert stopping.result(120)
    assert time.monotonic() - started < 30


def test_a_watcher_who_does_not_read_holds_up_nobody(open_service: Open) -> None:
    service = open_service(streams=1)
    call = watch(service)
    table = at_dealers(service).table
    taken(call, 1)
    (table,) = play(service, table, 40)  # nothing of it is read
    assert threading.active_count() < 60
    events = taken(call, 200)
    assert [event.sequence for event in events] == list(range(2, 202))
    call.cancel()
