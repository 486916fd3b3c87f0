"""What the ledger's calls refuse: what can never be, what the accounts do not hold, and ids that mean another thing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from tests.rpc.asking_ledger import audited, bank, correction, deposit, prize, settlements, silver, withdraw
from tests.rpc.callers import Refused

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.rpc.callers import Service

MOST = 16_777_215
"""What GEMP's three bytes hold."""


def test_field_report_5_a_wallet_holds_what_gemps_three_bytes_hold_and_not_one_silver_more(
    service: Service, event: str
) -> None:
    assert service.call(deposit(f"{event}-1", event, MOST)).balance.silver == MOST
    refused = service.refusal(deposit(f"{event}-2", event, 1))
    assert (refused.code, refused.reason, refused.metadata["field"]) == ("FAILED_PRECONDITION", "NO_ROOM", "amount")
    assert service.refusal(prize(f"{event}-3", event, 1)).reason == "NO_ROOM"
    assert service.refusal(deposit(f"{event}-4", f"{event}-other", MOST + 1)).reason == "NO_ROOM"
    assert service.call(withdraw(f"{event}-5", event, MOST)).balance.silver == 0
    refused = service.refusal(withdraw(f"{event}-6", event, 1))
    assert (refused.code, refused.reason) == ("FAILED_PRECONDITION", "INSUFFICIENT_FUNDS")
    assert refused.metadata["expected"] == f"at most 0 gold, 00 silver, which wallet:{event} has free"


def test_a_refusal_is_stored_and_stands_whatever_the_wallet_holds_by_then(service: Service, event: str) -> None:
    poor = withdraw(f"{event}-w", event, 10)
    first = service.refusal(poor)
    service.call(deposit(f"{event}-d", event, 10))
    assert service.refusal(poor) == first
    assert silver(service, event) == 10
    assert service.call(withdraw(f"{event}-w2", event, 10)).balance.silver == 0
    stored = service.call(pb.GetPostingRequest(request_id=poor.request_id)).posting
    assert (stored.refusal_reason, list(stored.entries)) == ("INSUFFICIENT_FUNDS", [])
    assert "at most 0 gold, 00 silver" in stored.refusal
    assert f"{event}-w#1" not in {each.settlement_id for each in settlements(service)}


def wrong(event: str) -> dict[str, tuple[Message, str]]:
    """Calls of which a field can never be, and the field."""
    from_house, from_nowhere = prize(event, event, 1), prize(event, event, 1)
    from_house.source, from_nowhere.source = "house:jawa", "nowhere"
    movement = pb.GempMovement(kind=pb.GEMP_MOVEMENT_KIND_DEPOSIT, id="x")
    return {
        "nothing deposited": (deposit(event, event, 0), "amount"),
        "less than nothing deposited": (deposit(event, event, -1), "amount"),
        "nothing withdrawn": (withdraw(event, event, 0), "amount"),
        "less than nothing withdrawn": (withdraw(event, event, -5), "amount"),
        "more than there is": (deposit(event, event, 10**15 + 1), "amount"),
        "no request id": (deposit("", event, 1), "requestId"),
        "a long request id": (deposit("r" * 65, event, 1), "requestId"),
        "the service's own id": (deposit("sabacc/table-1", event, 1), "requestId"),
        "no player": (deposit(event, "", 1), "player"),
        "a player with a blank": (withdraw(event, "a b", 1), "player"),
        "a wallet of a player with a blank": (pb.GetWalletRequest(player="a b"), "player"),
        "a prize without a reason": (prize(event, event, 1, ""), "reason"),
        "a prize with a reason of two lines": (prize(event, event, 1, "a\nb"), "reason"),
        "a prize with a long reason": (prize(event, event, 1, "r" * 256), "reason"),
        "a prize from a house": (from_house, "source"),
        "a prize from nowhere": (from_nowhere, "source"),
        "a correction to itself": (correction(event, "mint", "mint", 1), "credit"),
        "a correction without a debit": (correction(event, "", "mint", 1), "debit"),
        "a bank for a wallet": (bank(event, f"wallet:{event}", 1), "account"),
        "a bank for nobody": (bank(event, "house:", 1), "account"),
        "a statement of nobody": (pb.ListStatementRequest(account="wallet"), "account"),
        "a negative page": (pb.ListStatementRequest(account="mint", page_size=-1), "pageSize"),
        "a made-up token": (pb.ListStatementRequest(account="mint", page_token="x"), "pageToken"),
        "a hand without a number": (pb.ListHandPostingsRequest(table_id=event), "hand"),
        "a hand of no table": (pb.ListHandPostingsRequest(hand=1), "tableId"),
        "no such posting's id": (pb.GetPostingRequest(), "requestId"),
        "settlements before the first": (pb.ListSettlementsRequest(after=-1), "after"),
        "a negative page of settlements": (pb.ListSettlementsRequest(page_size=-1), "pageSize"),
        "an acknowledgement of nothing": (pb.AcknowledgeSettlementRequest(settlement_id="x"), "state"),
        "an acknowledgement as pending": (
            pb.AcknowledgeSettlementRequest(settlement_id="x", state=pb.SETTLEMENT_STATE_PENDING),
            "state",
        ),
        "deferred without a reason": (
            pb.AcknowledgeSettlementRequest(settlement_id="x", state=pb.SETTLEMENT_STATE_DEFERRED),
            "reason",
        ),
        "applied with a reason": (
            pb.AcknowledgeSettlementRequest(settlement_id="x", state=pb.SETTLEMENT_STATE_APPLIED, reason="r"),
            "reason",
        ),
        "compared from before the first": (pb.ReconcileRequest(after=-1), "after"),
        "compared from beyond the last": (pb.ReconcileRequest(after=10**9), "after"),
        "a movement of no kind": (pb.ReconcileRequest(movements=[pb.GempMovement(id="x")]), "movements[0].kind"),
        "too many movements": (pb.ReconcileRequest(movements=[movement] * 5001), "movements"),
        "no head": (pb.AuditLedgerRequest(kept_head="x"), "keptHead"),
    }


@pytest.mark.parametrize("case", wrong("x"))
def test_what_can_never_be_is_refused_with_its_field_and_nothing_is_stored(
    service: Service, event: str, case: str
) -> None:
    before = audited(service)
    request, field = wrong(event)[case]
    refused = service.refusal(request)
    assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "FIELD_INVALID")
    assert refused.metadata["field"] == field
    assert audited(service) == before


def other(event: str) -> dict[str, tuple[Message, Message, str]]:
    """A call, another one under its id, and the field that is told."""
    prized = prize(event, event, 7)
    return {
        "another amount": (deposit(event, event, 100), deposit(event, event, 101), "amount"),
        "another player": (deposit(event, event, 100), deposit(event, f"{event}-2", 100), "player"),
        "another reason": (prized, prize(event, event, 7, "third place"), "reason"),
        "another source": (
            prized,
            pb.GivePrizeRequest(request_id=event, player=event, amount=7, reason="second place", source="grants"),
            "source",
        ),
        "another account": (bank(event, "house:kalit", 5), bank(event, "house:wioslea", 5), "account"),
        "the other way": (bank(event, "house:kalit", 5), bank(event, "house:kalit", 5, take_back=True), "account"),
    }


@pytest.mark.parametrize("case", other("x"))
def test_the_same_id_with_other_content_is_refused_naming_what_differs(service: Service, event: str, case: str) -> None:
    first, second, field = other(event)[case]
    service.call(first)
    before = audited(service)
    refused = service.refusal(second)
    assert (refused.code, refused.reason) == ("ALREADY_EXISTS", "POSTING_CONTENT_DIFFERS")
    assert refused.metadata["field"] == field
    assert "as in the stored posting" in refused.metadata["expected"]
    assert audited(service) == before


def test_an_id_means_one_thing_in_all_calls(service: Service, event: str) -> None:
    service.call(deposit(event, event, 100))
    for request in (withdraw(event, event, 100), prize(event, event, 100), bank(event, "grants", 100)):
        assert service.refusal(request).reason == "POSTING_CONTENT_DIFFERS"
    assert silver(service, event) == 100


def test_field_report_22_two_withdrawals_at_once_never_take_more_than_there_is(service: Service, event: str) -> None:
    service.call(deposit(f"{event}-d", event, 100))

    def outcome(number: int) -> str:
        try:
            service.call(withdraw(f"{event}-{number}", event, 60))
        except Refused as refused:
            return refused.reason
        return "OK"

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(outcome, range(8))) == ["INSUFFICIENT_FUNDS"] * 7 + ["OK"]
    assert silver(service, event) == 40
    assert len([each for each in settlements(service) if each.player == event]) == 1
