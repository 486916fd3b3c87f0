"""LedgerService: converts, calls the use cases, converts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmapping.errors import InvalidInputError
from sabacc.v1 import ledger_pb2 as pb
from sabacc.v1 import ledger_pb2_grpc
from service.campaign.ledger.postings import HandReference
from service.campaign.ledger.store import Position
from service.rpc.calls.callers import local_caller
from service.rpc.contract.audit_service import HEAD
from service.rpc.contract.bounded import LOCAL_S, LONGEST_S, OneAtATime
from service.rpc.contract.fields import renamed
from service.rpc.contract.ledger_messages import (
    amount_message,
    audit_message,
    line_message,
    posting_message,
    reconciled_message,
    settlement_message,
    wallet_message,
)
from service.rpc.contract.ledger_requests import (
    as_asked,
    read_account,
    read_acknowledgement,
    read_gemp_side,
    read_posting,
    read_wallet,
)
from service.rpc.contract.page_token import make_token, page_size, read_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.caller import Caller
    from service.campaign.ledger.snapshot import Progress
    from service.campaign.ledger.use_cases import Ledger, Receipt
    from service.campaign.rewards.use_cases import Grants
    from service.campaign.settlement.use_cases import Settlements
    from service.rpc.contract.ledger_requests import MovingRequest

_NUMBERS: Final = 100
"""More than a posting has entries: a page token has one number for both."""


class LedgerServicer(ledger_pb2_grpc.LedgerServiceServicer):
    """Every method may be called without a caller, in process."""

    def __init__(
        self,
        ledger: Ledger,
        settlements: Settlements,
        grants: Grants,
        default_deadline_s: float,
        longest_audit_s: float = LONGEST_S,
    ) -> None:
        self._ledger = ledger
        self._settlements = settlements
        self._grants = grants
        self._default_deadline_s = default_deadline_s
        self._auditing = OneAtATime("audit", "sabacc ledger audit", longest_audit_s)

    def Deposit(self, request: pb.DepositRequest, caller: Caller | None = None) -> pb.DepositResponse:  # noqa: N802
        """See the contract."""
        receipt = self._post(request, caller)
        return pb.DepositResponse(
            posting=posting_message(receipt.stored),
            balance=amount_message(receipt.stored.movements[0].credit_after),
            replayed=receipt.replayed,
        )

    def Withdraw(self, request: pb.WithdrawRequest, caller: Caller | None = None) -> pb.WithdrawResponse:  # noqa: N802
        """See the contract."""
        receipt = self._post(request, caller, dry_run=request.dry_run)
        movement = receipt.stored.movements[0]
        return pb.WithdrawResponse(
            posting=posting_message(receipt.stored),
            settlement_id=movement.entry_id,
            balance=amount_message(movement.debit_after),
            replayed=receipt.replayed,
            dry_run=request.dry_run,
        )

    def GetWallet(  # noqa: N802
        self, request: pb.GetWalletRequest, caller: Caller | None = None
    ) -> pb.GetWalletResponse:
        """See the contract."""
        account = read_wallet(request.player)
        balance = self._ledger.balance(account, caller or self._local())
        return pb.GetWalletResponse(wallet=wallet_message(account, balance))

    def ListStatement(  # noqa: N802
        self, request: pb.ListStatementRequest, caller: Caller | None = None
    ) -> pb.ListStatementResponse:
        """See the contract."""
        account, size = read_account(request.account, "account"), page_size(request.page_size)
        name = f"#statement/{account}"
        after = Position(*divmod(read_token(name, request.page_token), _NUMBERS))
        lines, more = self._ledger.statement(account, caller or self._local(), after=after, size=size)
        last = lines[-1].position if more else after
        return pb.ListStatementResponse(
            lines=map(line_message, lines),
            next_page_token=make_token(name, last.sequence * _NUMBERS + last.number) if more else "",
        )

    def GetPosting(  # noqa: N802
        self, request: pb.GetPostingRequest, caller: Caller | None = None
    ) -> pb.GetPostingResponse:
        """See the contract."""
        with renamed({"postingId": "requestId"}):
            stored = self._ledger.find(request.request_id, caller or self._local())
        return pb.GetPostingResponse(posting=posting_message(stored))

    def ListHandPostings(  # noqa: N802
        self, request: pb.ListHandPostingsRequest, caller: Caller | None = None
    ) -> pb.ListHandPostingsResponse:
        """See the contract."""
        hand = HandReference(request.table_id, request.hand)
        with renamed({"reference.tableId": "tableId", "reference.hand": "hand"}):
            found = self._ledger.of_hand(hand, caller or self._local())
        return pb.ListHandPostingsResponse(postings=map(posting_message, found))

    def ListSettlements(  # noqa: N802
        self, request: pb.ListSettlementsRequest, caller: Caller | None = None
    ) -> pb.ListSettlementsResponse:
        """See the contract."""
        page = self._settlements.page(
            caller or self._local(),
            after=request.after,
            size=page_size(request.page_size),
            applied_too=request.include_applied,
        )
        return pb.ListSettlementsResponse(
            settlements=map(settlement_message, page.settlements),
            next_after=page.settlements[-1].sequence if page.settlements else request.after,
            more=page.more,
        )

    def AcknowledgeSettlement(  # noqa: N802
        self, request: pb.AcknowledgeSettlementRequest, caller: Caller | None = None
    ) -> pb.AcknowledgeSettlementResponse:
        """See the contract."""
        told = read_acknowledgement(request)
        settlement, is_news = self._settlements.acknowledge(told, caller or self._local())
        return pb.AcknowledgeSettlementResponse(settlement=settlement_message(settlement), replayed=not is_news)

    def Reconcile(  # noqa: N802
        self, request: pb.ReconcileRequest, caller: Caller | None = None
    ) -> pb.ReconcileResponse:
        """See the contract."""
        gemp = read_gemp_side(request)
        found = self._settlements.reconcile(gemp, caller or local_caller(LOCAL_S), after=request.after)
        return reconciled_message(found)

    def AuditLedger(  # noqa: N802
        self,
        request: pb.AuditLedgerRequest,
        caller: Caller | None = None,
        *,
        tell: Callable[[Progress], object] = lambda _: None,
    ) -> pb.AuditLedgerResponse:
        """See the contract; in process *tell* hears now and then how far it is."""
        kept = request.kept_head
        if kept and not HEAD.fullmatch(kept):
            raise InvalidInputError.of("keptHead", kept, "64 hexadecimal digits")
        with self._auditing.bounded(caller) as bounded:
            ledger = self._ledger.audit(bounded, kept_head=kept.lower(), tell=tell)
            return audit_message(ledger, self._settlements.audit(bounded), self._grants.audit(bounded))

    def GivePrize(  # noqa: N802
        self, request: pb.GivePrizeRequest, caller: Caller | None = None
    ) -> pb.GivePrizeResponse:
        """See the contract."""
        receipt = self._post(request, caller, dry_run=request.dry_run)
        return pb.GivePrizeResponse(
            posting=posting_message(receipt.stored),
            balance=amount_message(receipt.stored.movements[0].credit_after),
            replayed=receipt.replayed,
            dry_run=request.dry_run,
        )

    def CorrectLedger(  # noqa: N802
        self, request: pb.CorrectLedgerRequest, caller: Caller | None = None
    ) -> pb.CorrectLedgerResponse:
        """See the contract."""
        receipt = self._post(request, caller, dry_run=request.dry_run)
        return pb.CorrectLedgerResponse(
            posting=posting_message(receipt.stored), replayed=receipt.replayed, dry_run=request.dry_run
        )

    def FillBank(self, request: pb.FillBankRequest, caller: Caller | None = None) -> pb.FillBankResponse:  # noqa: N802
        """See the contract."""
        receipt = self._post(request, caller, dry_run=request.dry_run)
        movement = receipt.stored.movements[0]
        return pb.FillBankResponse(
            posting=posting_message(receipt.stored),
            balance=amount_message(movement.debit_after if request.take_back else movement.credit_after),
            replayed=receipt.replayed,
            dry_run=request.dry_run,
        )

    def _post(self, request: MovingRequest, caller: Caller | None, *, dry_run: bool = False) -> Receipt:
        asker = caller or self._local()
        with as_asked(request):
            posting = read_posting(request, asker)
            return self._ledger.rehearse(posting, asker) if dry_run else self._ledger.post(posting, asker)

    def _local(self) -> Caller:
        return local_caller(self._default_deadline_s)
