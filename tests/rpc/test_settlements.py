"""Settlements as GEMP pulls them: each comes until it is applied, none is skipped, and none is applied twice."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from sabacc.v1 import ledger_pb2 as pb
from tests.rpc.asking_ledger import applied, audited, deferred, deposit, settlements, withdraw
from tests.rpc.callers import Refused, Service, settings_for

FULL = "the purse would pass 16,777,215"


def withdrawn(service: Service, event: str, count: int) -> list[str]:
    """Make so many settlements and return their ids."""
    service.call(deposit(f"{event}-d", event, 10 * count))
    return [service.call(withdraw(f"{event}-{number}", event, 10)).settlement_id for number in range(count)]


def mine(service: Service, event: str, *, include_applied: bool = False) -> list[pb.Settlement]:
    return [each for each in settlements(service, include_applied=include_applied) if each.player == event]


def test_a_settlement_comes_until_it_is_applied_and_never_again(service: Service, event: str) -> None:
    first, second, third = withdrawn(service, event, 3)
    assert [each.settlement_id for each in mine(service, event)] == [first, second, third]
    told = service.call(applied(second))
    assert (told.replayed, told.settlement.state) == (False, pb.SETTLEMENT_STATE_APPLIED)
    assert told.settlement.acknowledge_time.seconds >= told.settlement.create_time.seconds
    assert [each.settlement_id for each in mine(service, event)] == [first, third]
    history = mine(service, event, include_applied=True)
    assert [each.state for each in history] == [
        pb.SETTLEMENT_STATE_PENDING,
        pb.SETTLEMENT_STATE_APPLIED,
        pb.SETTLEMENT_STATE_PENDING,
    ]
    assert told.settlement in history


def test_what_was_deferred_is_offered_again_with_its_last_reason_and_may_then_be_applied(
    service: Service, event: str
) -> None:
    (id_,) = withdrawn(service, event, 1)
    for reason in (FULL, "the player is locked"):
        told = service.call(deferred(id_, reason))
        assert (told.replayed, told.settlement.state) == (False, pb.SETTLEMENT_STATE_DEFERRED)
        again = service.call(deferred(id_, reason))
        assert again.replayed
        assert again.settlement == told.settlement
        (offered,) = mine(service, event)
        assert offered == told.settlement
        assert (offered.settlement_id, offered.reason, offered.amount.silver) == (id_, reason, 10)
    done = service.call(applied(id_))
    assert (done.settlement.state, done.settlement.reason) == (pb.SETTLEMENT_STATE_APPLIED, "")
    assert mine(service, event) == []
    assert audited(service).passed


def test_what_was_applied_stays_so(service: Service, event: str) -> None:
    (id_,) = withdrawn(service, event, 1)
    first = service.call(applied(id_))
    refused = service.refusal(deferred(id_, FULL))
    assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "SETTLEMENT_APPLIED")
    again = service.call(applied(id_))
    assert again.replayed
    assert again.settlement == first.settlement
    assert mine(service, event) == []


@pytest.mark.parametrize("id_", ["", "nothing#1", "x" * 1000, "\U0001d54f", "a\0b"])
def test_a_settlement_that_nobody_made_is_not_found(service: Service, id_: str) -> None:
    refused = service.refusal(applied(id_))
    assert (refused.code, refused.reason) == ("NOT_FOUND", "SETTLEMENT_NOT_FOUND")


def test_another_posting_is_no_settlement(service: Service, event: str) -> None:
    service.call(deposit(event, event, 10))
    assert service.refusal(applied(f"{event}#1")).reason == "SETTLEMENT_NOT_FOUND"


def test_pages_follow_each_other_whatever_is_applied_between_them(service: Service, event: str) -> None:
    ids = withdrawn(service, event, 7)
    after = next(each.sequence for each in mine(service, event)) - 1
    seen = []
    while True:
        page = service.call(pb.ListSettlementsRequest(after=after, page_size=2))
        assert len(page.settlements) <= 2
        seen += [each.settlement_id for each in page.settlements]
        for each in page.settlements:
            service.call(applied(each.settlement_id))
        after = page.next_after
        if not page.more:
            break
    assert seen == ids
    assert service.call(pb.ListSettlementsRequest(after=after)) == pb.ListSettlementsResponse(next_after=after)


def test_the_numbers_of_settlements_have_no_gap(service: Service, event: str) -> None:
    withdrawn(service, event, 3)
    service.refusal(withdraw(f"{event}-much", event, 10**6))
    service.call(deposit(f"{event}-more", event, 1))
    service.call(withdraw(f"{event}-last", event, 1))
    found = settlements(service, page_size=3, include_applied=True)
    assert [each.sequence for each in found] == list(range(1, len(found) + 1))
    assert audited(service).settlements == len(found)


def test_a_cursor_beside_writers_skips_nothing(database_url: str) -> None:
    writers, each_makes = 3, 20
    with Service(settings_for(database_url, workers=6), wired=True) as service:
        for writer in range(writers):
            service.call(deposit(f"d-{writer}", f"w{writer}", each_makes))
        done = threading.Event()

        def write(writer: int) -> list[str]:
            requests = [withdraw(f"{writer}-{number}", f"w{writer}", 1) for number in range(each_makes)]
            return [service.call(request).settlement_id for request in requests]

        def follow() -> list[pb.Settlement]:
            """Never look back, as who trusts the cursor."""
            seen: list[pb.Settlement] = []
            after, last_look = 0, False
            while not last_look:
                last_look = done.is_set()
                while True:
                    page = service.call(pb.ListSettlementsRequest(after=after, page_size=5))
                    seen += page.settlements
                    after = page.next_after
                    if not page.more:
                        break
            return seen

        with ThreadPoolExecutor(writers + 1) as threads:
            reader = threads.submit(follow)
            made = [id_ for ids in threads.map(write, range(writers)) for id_ in ids]
            done.set()
            seen = reader.result()
        assert [each.sequence for each in seen] == list(range(1, writers * each_makes + 1))
        assert sorted(each.settlement_id for each in seen) == sorted(made)


def test_of_many_who_acknowledge_at_once_one_is_the_first(database_url: str) -> None:
    with Service(settings_for(database_url, workers=6), wired=True) as service:
        ids = withdrawn(service, "lando", 8)

        def tell(number: int) -> str:
            id_ = ids[number % len(ids)]
            try:
                answer = service.call(applied(id_) if number % 3 else deferred(id_, FULL))
            except Refused as refused:
                return refused.reason
            return f"{answer.settlement.state} {'again' if answer.replayed else 'first'} {id_}"

        with ThreadPoolExecutor(6) as threads:
            told = list(threads.map(tell, range(48)))
        for id_ in ids:
            assert told.count(f"{pb.SETTLEMENT_STATE_APPLIED} first {id_}") == 1
        assert set(told) <= {"SETTLEMENT_APPLIED"} | {
            f"{state} {when} {id_}"
            for state in (pb.SETTLEMENT_STATE_APPLIED, pb.SETTLEMENT_STATE_DEFERRED)
            for when in ("first", "again")
            for id_ in ids
        }
        assert settlements(service) == []
        assert audited(service).passed
