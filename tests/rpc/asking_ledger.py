"""Requests to the ledger, and short ways to look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sabacc.v1 import ledger_pb2 as pb

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from tests.rpc.callers import Service

APPLIED, DEFERRED = pb.SETTLEMENT_STATE_APPLIED, pb.SETTLEMENT_STATE_DEFERRED
DEPOSIT, SETTLEMENT = pb.GEMP_MOVEMENT_KIND_DEPOSIT, pb.GEMP_MOVEMENT_KIND_SETTLEMENT


def deposit(request_id: str, player: str, amount: int) -> pb.DepositRequest:
    return pb.DepositRequest(request_id=request_id, player=player, amount=amount)


def withdraw(request_id: str, player: str, amount: int, *, dry_run: bool = False) -> pb.WithdrawRequest:
    return pb.WithdrawRequest(request_id=request_id, player=player, amount=amount, dry_run=dry_run)


def prize(request_id: str, player: str, amount: int, reason: str = "second place") -> pb.GivePrizeRequest:
    return pb.GivePrizeRequest(request_id=request_id, player=player, amount=amount, reason=reason)


def correction(request_id: str, debit: str, credit: str, amount: int) -> pb.CorrectLedgerRequest:
    return pb.CorrectLedgerRequest(
        request_id=request_id, debit=debit, credit=credit, amount=amount, reason="paid to the wrong player"
    )


def bank(request_id: str, account: str, amount: int, *, take_back: bool = False) -> pb.FillBankRequest:
    return pb.FillBankRequest(
        request_id=request_id, account=account, amount=amount, reason="a new season", take_back=take_back
    )


def applied(settlement_id: str) -> pb.AcknowledgeSettlementRequest:
    return pb.AcknowledgeSettlementRequest(settlement_id=settlement_id, state=APPLIED)


def deferred(settlement_id: str, reason: str) -> pb.AcknowledgeSettlementRequest:
    return pb.AcknowledgeSettlementRequest(settlement_id=settlement_id, state=DEFERRED, reason=reason)


def moved(kind: pb.GempMovementKind, id_: str, player: str, amount: int) -> pb.GempMovement:
    return pb.GempMovement(kind=kind, id=id_, player=player, amount=amount)


def wallet(service: Service, player: str) -> pb.Wallet:
    found: pb.GetWalletResponse = service.call(pb.GetWalletRequest(player=player))
    return found.wallet


def silver(service: Service, player: str) -> int:
    return wallet(service, player).balance.silver


def settlements(service: Service, *, page_size: int = 200, include_applied: bool = False) -> list[pb.Settlement]:
    """All settlements, page by page."""
    found: list[pb.Settlement] = []
    after = 0
    while True:
        request = pb.ListSettlementsRequest(after=after, page_size=page_size, include_applied=include_applied)
        page: pb.ListSettlementsResponse = service.call(request)
        found += page.settlements
        after = page.next_after
        if not page.more:
            return found


def statement(service: Service, account: str, page_size: int = 200) -> list[pb.StatementLine]:
    """A whole statement, page by page."""
    found: list[pb.StatementLine] = []
    token = ""
    while True:
        request = pb.ListStatementRequest(account=account, page_size=page_size, page_token=token)
        page: pb.ListStatementResponse = service.call(request)
        found += page.lines
        token = page.next_page_token
        if not token:
            return found


def audited(service: Service, kept_head: str = "") -> pb.AuditLedgerResponse:
    found: pb.AuditLedgerResponse = service.call(pb.AuditLedgerRequest(kept_head=kept_head))
    return found


def every_call(player: str, amount: int, reason: str) -> list[Message]:
    """Every call of the ledger, good and bad, about a player, an amount above what he may have, and a reason."""
    return [
        deposit("d-1", player, 1000),
        deposit("d-1", player, 1001),
        deposit("d-2", player, amount),
        withdraw("w-1", player, 100),
        withdraw("w-2", player, amount, dry_run=True),
        applied("w-1#1"),
        deferred("w-1#1", reason),
        pb.GetWalletRequest(player=player),
        pb.GetWalletRequest(player=player + " "),
        pb.ListStatementRequest(account=f"wallet:{player}"),
        pb.ListSettlementsRequest(include_applied=True),
        pb.GetPostingRequest(request_id="d-2"),
        pb.GetPostingRequest(request_id=player),
        pb.ListHandPostingsRequest(table_id=player, hand=0),
        pb.ReconcileRequest(movements=[moved(DEPOSIT, "d-1", player, amount)]),
        pb.AuditLedgerRequest(),
        prize("p-1", player, 10, reason),
        correction("c-1", f"wallet:{player}", "mint", 10),
        bank("b-1", "house:kalit", amount),
        bank("b-2", f"house:{player}", 1),
    ]
