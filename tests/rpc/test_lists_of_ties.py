"""Stored ties in pages."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from sabacc.v1 import tiebreaks_pb2 as pb
from service.rpc.calls.callers import local_caller
from service.storage.tie_store import SqlTieStore
from service.tiebreak.model import Tie
from tests.rpc.asking import LIGHT, places, player, tie, void

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.rpc.callers import Service

SMALL = "1_109,4_67"


def small(event: str, stage: str) -> pb.ResolveTiebreakRequest:
    return tie(event, [player("a", SMALL), player("b", SMALL)], stage=stage, replay_limit=0)


def pages(service: Service, event: str, size: int) -> Iterator[Any]:
    """All pages of a list, the first one first."""
    token = ""
    while True:
        page = service.call(pb.ListTiebreaksRequest(event=event, page_size=size, page_token=token))
        yield page
        token = page.next_page_token
        if not token:
            return


@pytest.mark.parametrize(("size", "lengths"), [(1, [1] * 6), (3, [3, 3]), (4, [4, 2]), (6, [6]), (0, [6]), (200, [6])])
def test_pages_hold_every_tie_once_the_oldest_first(
    service: Service, event: str, size: int, lengths: list[int]
) -> None:
    stages = [f"s{number}" for number in (3, 1, 2, 6, 5, 4)]
    for stage in stages:
        service.call(small(event, stage))
    found = list(pages(service, event, size))
    assert [len(page.tiebreaks) for page in found] == lengths
    assert [each.stage for page in found for each in page.tiebreaks] == stages


def test_each_tie_is_told_in_brief(service: Service, event: str) -> None:
    answer = service.call(tie(event))
    service.call(void(tie(event), "a spilt drink"))
    again = service.call(tie(event, attempt=2))
    (page,) = pages(service, event, 0)
    told = [(each.event, each.stage, each.attempt, each.result_id, each.void_reason) for each in page.tiebreaks]
    assert told == [
        (event, "final", 1, answer.result_id, "a spilt drink"),
        (event, "final", 2, again.result_id, ""),
    ]
    assert [places(each) for each in page.tiebreaks] == [places(answer), places(again)]
    assert [each.create_time for each in page.tiebreaks] == [answer.create_time, again.create_time]


def test_a_tie_that_is_stored_meanwhile_comes_on_the_last_page(service: Service, event: str) -> None:
    for stage in ("one", "two", "three"):
        service.call(small(event, stage))
    first = service.call(pb.ListTiebreaksRequest(event=event, page_size=2))
    service.call(small(event, "four"))
    rest = service.call(pb.ListTiebreaksRequest(event=event, page_size=2, page_token=first.next_page_token))
    assert [each.stage for each in rest.tiebreaks] == ["three", "four"]
    assert rest.next_page_token == ""


def test_an_event_without_ties_has_one_empty_page(service: Service, event: str) -> None:
    (page,) = pages(service, event, 0)
    assert page == pb.ListTiebreaksResponse()


def test_without_an_event_the_ties_of_all_events_are_listed(service: Service, event: str) -> None:
    for name in (event, f"{event}-b"):
        service.call(small(name, "final"))
    listed = [each.event for page in pages(service, "", 7) for each in page.tiebreaks]
    assert [name for name in listed if name.startswith(event)] == [event, f"{event}-b"]


def test_50_ties_a_page_unless_told_and_never_more_than_200(service: Service, event: str) -> None:
    service.call(small(event, "s0"))
    store = SqlTieStore(service.application.engine)
    model = store.get(Tie(event, "s0", 1), local_caller(30))
    assert model is not None
    for number in range(1, 201):
        store.add(type(model)(Tie(event, f"s{number}", 1), model.result_id, model.catalogue_version, model.content,
                              model.transcript, model.create_time), local_caller(30))  # fmt: skip
    sizes = {}
    for size in (0, 50, 199, 200, 201, 2**31 - 1):
        page = service.call(pb.ListTiebreaksRequest(event=event, page_size=size))
        assert page.next_page_token
        sizes[size] = len(page.tiebreaks)
    assert sizes == {0: 50, 50: 50, 199: 199, 200: 200, 201: 200, 2**31 - 1: 200}


@pytest.mark.parametrize("size", [-1, -(2**31)])
def test_a_negative_size_is_refused(service: Service, size: int) -> None:
    refused = service.refusal(pb.ListTiebreaksRequest(page_size=size))
    assert (refused.code, refused.violations["pageSize"]) == ("INVALID_ARGUMENT", f"got '{size}', expected 0 to 200")


def test_a_token_works_only_for_the_list_it_was_made_for(service: Service, event: str) -> None:
    for stage in ("one", "two"):
        service.call(small(event, stage))
    token = service.call(pb.ListTiebreaksRequest(event=event, page_size=1)).next_page_token
    for other in (f"{event}x", ""):
        refused = service.refusal(pb.ListTiebreaksRequest(event=other, page_token=token))
        assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", ["pageToken"])
    one_more = service.call(pb.ListTiebreaksRequest(event=event, page_size=2, page_token=token))
    assert [each.stage for each in one_more.tiebreaks] == ["two"]  # the size may change


def test_a_token_that_was_made_up_or_changed_is_refused(service: Service, event: str) -> None:
    for stage in ("one", "two"):
        service.call(small(event, stage))
    token = service.call(pb.ListTiebreaksRequest(event=event, page_size=1)).next_page_token
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    changed = [token[:at] + letters[letters.index(token[at]) ^ 1] + token[at + 1 :] for at in range(len(token))]
    raw = base64.urlsafe_b64encode(b"1").decode()
    made_up = [
        "1",
        "0",
        raw,
        token[:-1],
        token + "A",
        token + "=",
        " " + token,
        "ä" * 8,
        "A" * len(token),
        "x" * 10_000,
    ]
    for bad in [*changed, *made_up]:
        refused = service.refusal(pb.ListTiebreaksRequest(event=event, page_token=bad))
        assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", ["pageToken"])


def test_a_token_tells_nothing_to_the_eye(service: Service, event: str) -> None:
    for stage in ("one", "two"):
        service.call(tie(event, [player("a", LIGHT), player("b", LIGHT)], stage=stage))
    token = service.call(pb.ListTiebreaksRequest(event=event, page_size=1)).next_page_token
    assert event.encode() not in base64.urlsafe_b64decode(token + "==")


@pytest.mark.parametrize("name", ["a b", "a#b", "x" * 61, "ä"])
def test_an_event_that_can_be_none_is_refused(service: Service, name: str) -> None:
    refused = service.refusal(pb.ListTiebreaksRequest(event=name))
    assert (refused.code, list(refused.violations)) == ("INVALID_ARGUMENT", ["event"])
