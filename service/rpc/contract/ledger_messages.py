"""The ledger's postings, wallets, settlements and totals as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sabacc.v1 import ledger_pb2 as pb
from service.campaign.ledger.accounts import AccountKind
from service.rpc.calls.error_table import spec_of
from service.rpc.contract.ledger_enums import DIFFERENCE_KINDS, ENTRY_TYPES, WIRE_STATES
from service.rpc.contract.tiebreak_messages import timestamp

if TYPE_CHECKING:
    from service.campaign.ledger.accounts import Account
    from service.campaign.ledger.deciding import Balance, Movement
    from service.campaign.ledger.snapshot import Audit
    from service.campaign.ledger.store import Line, StoredPosting
    from service.campaign.rewards.audit import RewardAudit
    from service.campaign.settlement.audit import SettlementAudit
    from service.campaign.settlement.reconciling import Books
    from service.campaign.settlement.settlements import Settlement
    from service.campaign.settlement.use_cases import Reconciliation
    from service.money import Silver

MOST_DIFFERENCES: Final = 200
"""That are told in one answer."""
MOST_FAULTS: Final = 100
"""Likewise."""


def amount_message(amount: Silver) -> pb.SilverAmount:
    """Return silver as a number and as GEMP shows it."""
    return pb.SilverAmount(silver=amount.count, text=str(amount))


def posting_message(stored: StoredPosting) -> pb.LedgerPosting:
    """Return a posting as it was written or refused, or, without a number, as it would be."""
    posting = stored.record.posting
    message = pb.LedgerPosting(
        request_id=posting.posting_id,
        sequence=stored.sequence,
        entries=[entry_message(each, stored.sequence) for each in stored.movements],
        caller=stored.record.caller["name"],
        head=stored.head,
    )
    if posting.reference is not None:
        message.table_id, message.hand = posting.reference.table_id, posting.reference.hand
    if posting.by_hand is not None:
        message.director, message.reason = posting.by_hand.director, posting.by_hand.reason
    if stored.record.refusal is not None:
        error = stored.record.refusal.error(replayed=True)
        message.refusal, message.refusal_reason = str(error), spec_of(error).reason
    if stored.sequence:
        message.create_time.CopyFrom(timestamp(stored.record.time))
    return message


def entry_message(movement: Movement, sequence: int) -> pb.LedgerEntry:
    """Return what an entry of the posting with this number did."""
    return pb.LedgerEntry(
        entry_id=movement.entry_id,
        sequence=sequence,
        type=ENTRY_TYPES[movement.type],
        kind=movement.kind.value,
        debit=str(movement.debit),
        credit=str(movement.credit),
        moved=amount_message(movement.moved),
        held=amount_message(movement.held),
        resolves=movement.resolves,
        debit_balance=amount_message(movement.debit_after),
        credit_balance=amount_message(movement.credit_after),
    )


def line_message(line: Line) -> pb.StatementLine:
    """Return a line of a statement."""
    posting = line.record.posting
    message = pb.StatementLine(
        entry=entry_message(line.movement, line.position.sequence),
        other_account=str(line.other),
        change=amount_message(line.change),
        balance=amount_message(line.balance),
        request_id=posting.posting_id,
        create_time=timestamp(line.record.time),
    )
    if posting.reference is not None:
        message.table_id, message.hand = posting.reference.table_id, posting.reference.hand
    if posting.by_hand is not None:
        message.director, message.reason = posting.by_hand.director, posting.by_hand.reason
    return message


def wallet_message(account: Account, balance: Balance) -> pb.Wallet:
    """Return what a player has."""
    return pb.Wallet(
        player=account.name,
        balance=amount_message(balance.balance),
        held=amount_message(balance.held_out),
        free=amount_message(balance.free(account)),
        room=amount_message(balance.room(account)),
    )


def settlement_message(settlement: Settlement) -> pb.Settlement:
    """Return a settlement as it stands."""
    message = pb.Settlement(
        settlement_id=settlement.settlement_id,
        sequence=settlement.sequence,
        player=settlement.player,
        amount=amount_message(settlement.amount),
        create_time=timestamp(settlement.create_time),
        state=WIRE_STATES[settlement.state],
        reason=settlement.reason,
    )
    if settlement.acknowledge_time is not None:
        message.acknowledge_time.CopyFrom(timestamp(settlement.acknowledge_time))
    return message


def reconciled_message(found: Reconciliation) -> pb.ReconcileResponse:
    """Return how GEMP's books and the ledger's compare."""
    return pb.ReconcileResponse(
        agrees=not found.differences,
        differences=[
            pb.Difference(kind=DIFFERENCE_KINDS[each.kind], id=each.id, gemp=each.gemp, ledger=each.ledger)
            for each in found.differences[:MOST_DIFFERENCES]
        ],
        difference_count=len(found.differences),
        through=found.ours.through,
        more=found.ours.more,
        totals=totals_message(found.ours),
    )


def totals_message(books: Books) -> pb.LedgerTotals:
    """Return the ledger's side of one moment."""
    totals, figures = books.totals, books.figures
    of_kind = {kind: amount_message(total.balance) for kind, total in figures.totals.items()}
    return pb.LedgerTotals(
        deposited=amount_message(totals.deposited),
        withdrawn=amount_message(totals.withdrawn),
        applied=amount_message(totals.applied),
        unapplied=amount_message(totals.unapplied),
        unapplied_count=totals.unapplied_count,
        wallets=of_kind[AccountKind.WALLET],
        houses=of_kind[AccountKind.HOUSE],
        escrows=of_kind[AccountKind.ESCROW],
        clearing=of_kind[AccountKind.CLEARING],
        mint=of_kind[AccountKind.MINT],
        grants=of_kind[AccountKind.GRANTS],
        held=amount_message(figures.held),
    )


def audit_message(ledger: Audit, settlements: SettlementAudit, rewards: RewardAudit) -> pb.AuditLedgerResponse:
    """Return what the three audits found."""
    faults = (*ledger.faults, *settlements.faults, *rewards.faults)
    return pb.AuditLedgerResponse(
        passed=not faults,
        postings=ledger.postings,
        entries=ledger.entries,
        settlements=settlements.settlements,
        grants=rewards.grants,
        head="" if ledger.head_row is None else str(ledger.head_row[1]),
        faults=[pb.LedgerFault(where=fault.where, words=fault.words) for fault in faults[:MOST_FAULTS]],
    )
