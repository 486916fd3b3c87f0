"""The audit log over the wire and in process: heads in answers, pages of entries, and whether all fits."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import audits_pb2 as pb
from sabacc.v1 import tiebreaks_pb2
from tests.audit import outsider
from tests.rpc.asking import DARK, LIGHT, SEED, get, player, rehearsal, tie, void
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Callable


def all_entries(service: Service, page_size: int = 200) -> list[pb.AuditEntry]:
    found: list[pb.AuditEntry] = []
    token = ""
    while True:
        page = service.call(pb.ListAuditEntriesRequest(page_size=page_size, page_token=token))
        found += page.entries
        token = page.next_page_token
        if not token:
            return found


def verified(service: Service, kept_head: str = "") -> pb.VerifyAuditLogResponse:
    answer: pb.VerifyAuditLogResponse = service.call(pb.VerifyAuditLogRequest(kept_head=kept_head))
    return answer


def test_every_changing_answer_has_the_head_of_its_entry_and_a_repeat_has_the_same(
    service: Service, event: str
) -> None:
    request = tie(event)
    first = service.call(request)
    voided = service.call(void(request, "the wrong deck"))
    second = service.call(tie(event, attempt=2))
    heads = [first.audit_head, voided.audit_head, second.audit_head]
    mine = [entry for entry in all_entries(service) if json.loads(entry.payload)["event"] == event]
    assert [entry.head for entry in mine] == heads
    assert [entry.kind for entry in mine] == ["tie-resolved", "tie-voided", "tie-resolved"]
    again = [service.call(request), service.call(void(request, "the wrong deck")), service.call(tie(event, attempt=2))]
    assert [answer.audit_head for answer in again] == heads
    assert service.call(get(request)).audit_head == first.audit_head
    assert [verified(service, head).kept_sequence for head in heads] == [entry.sequence for entry in mine]


def test_a_rehearsal_and_a_refusal_change_nothing(service: Service, event: str) -> None:
    service.call(tie(event))
    before = verified(service)
    service.call(rehearsal(tie(event)))
    service.refusal(tie(event, seed=SEED + b"!"))
    service.refusal(tie(event, attempt=2))
    service.refusal(void(tie(event, stage="nowhere"), "why"))
    service.call(tiebreaks_pb2.ListTiebreaksRequest(event=event))
    assert verified(service) == before


def test_the_log_of_all_that_is_stored_is_valid_and_its_chain_the_contract_s(service: Service, event: str) -> None:
    service.call(tie(event))
    found, entries = verified(service), all_entries(service)
    assert (found.valid, found.reason, found.first_bad_sequence, found.kept_sequence) == (True, "", 0, 0)
    assert (found.entries, found.head) == (len(entries), entries[-1].head)
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.head for entry in entries] == outsider.heads((entry.kind, entry.payload) for entry in entries)


def test_pages_of_any_size_give_all_entries(service: Service, event: str) -> None:
    for stage in "abcd":
        service.call(tie(event, stage=stage))
    entries = all_entries(service)
    assert all_entries(service, 1) == all_entries(service, 3) == entries
    first = service.call(pb.ListAuditEntriesRequest(page_size=2))
    assert list(first.entries) == entries[:2]
    everything = service.call(pb.ListAuditEntriesRequest(page_size=1_000_000))
    assert len(everything.entries) == min(len(entries), 200)


def test_a_page_token_of_another_list_is_refused(service: Service, event: str) -> None:
    for stage in "ab":
        service.call(tie(event, stage=stage))
    of_ties = service.call(tiebreaks_pb2.ListTiebreaksRequest(event=event, page_size=1)).next_page_token
    of_all = service.call(tiebreaks_pb2.ListTiebreaksRequest(page_size=1)).next_page_token
    of_entries = service.call(pb.ListAuditEntriesRequest(page_size=1)).next_page_token
    for request in (
        pb.ListAuditEntriesRequest(page_token=of_ties),
        pb.ListAuditEntriesRequest(page_token=of_all),
        pb.ListAuditEntriesRequest(page_token=of_entries + "A"),
        pb.ListAuditEntriesRequest(page_token="made-up"),
        tiebreaks_pb2.ListTiebreaksRequest(page_token=of_entries),
        tiebreaks_pb2.ListTiebreaksRequest(event=event, page_token=of_entries),
    ):
        refused = service.refusal(request)
        assert (refused.code, refused.reason, list(refused.violations)) == (
            "INVALID_ARGUMENT", "FIELD_INVALID", ["pageToken"]
        )  # fmt: skip


def test_a_page_size_below_nothing_is_refused(service: Service) -> None:
    assert list(service.refusal(pb.ListAuditEntriesRequest(page_size=-1)).violations) == ["pageSize"]


@pytest.mark.parametrize("head", ["a", "a" * 63, "a" * 65, "g" * 64, " " + "a" * 63, "a" * 64 + "\n", "é" * 64])
def test_a_kept_head_that_is_none_is_refused(service: Service, head: str) -> None:
    refused = service.refusal(pb.VerifyAuditLogRequest(kept_head=head))
    assert (refused.code, refused.reason, list(refused.violations)) == (
        "INVALID_ARGUMENT", "FIELD_INVALID", ["keptHead"]
    )  # fmt: skip


def test_a_kept_head_that_no_entry_has_makes_the_log_invalid(service: Service, event: str) -> None:
    service.call(tie(event))
    found = verified(service, "a" * 64)
    assert (found.valid, found.first_bad_sequence, found.kept_sequence) == (False, 0, 0)
    assert "kept head" in found.reason


def test_no_entry_holds_a_card_a_seed_or_a_line_of_a_transcript(service: Service, event: str) -> None:
    request = tie(event, [player("alice", DARK), player("bob", LIGHT)])
    answer = service.call(request)
    service.call(void(request, "the reason is told"))
    mine = [entry.payload for entry in all_entries(service) if event in entry.payload]
    ids = {card for deck in (DARK, LIGHT) for card in deck.replace("|", ",").split(",") if card}
    assert len(mine) == 2
    for payload in mine:
        assert payload.isascii()
        assert SEED.hex() not in payload
        assert answer.seed_hex not in payload
        assert "alice" not in payload
        assert not [card for card in ids if f'"{card}"' in payload or f",{card}," in payload]


def test_the_caller_of_a_change_is_told(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(tie("told"), metadata=(("x-request-id", "r-1"), ("x-on-behalf-of", "lando")))
    (entry,) = all_entries(service)
    caller = json.loads(entry.payload)["caller"]
    assert (caller["requestId"], caller["onBehalfOf"]) == ("r-1", "lando")
    assert caller["name"]
    assert caller["role"]


def test_two_services_on_one_database_write_one_chain(database_url: str) -> None:
    faults: list[BaseException] = []

    def work(service: Service, number: int) -> None:
        try:
            for stage in "abcdefgh":
                service.call(tie("shared", stage=stage))
                service.call(tie(f"own-{number}", stage=stage))
                service.call(void(tie("shared", stage=stage), "a reason"))
        except Exception as fault:  # noqa: BLE001  # whatever a thread raises fails the test
            faults.append(fault)

    with (
        Service(settings_for(database_url), wired=True) as first,
        Service(settings_for(database_url), wired=True) as second,
    ):
        threads = [
            threading.Thread(target=work, args=(service, number)) for number, service in enumerate([first, second] * 2)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        found = verified(first)
        assert (found.valid, found.entries) == (True, 8 + 4 * 8 + 8)
        assert verified(second) == found
