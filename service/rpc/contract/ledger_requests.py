"""What GEMP and directors ask of the ledger, from their requests, and errors in these requests' own terms."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckmapping.errors import DomainError, InvalidInputError
from deckmapping.themes.dealers import dealers
from sabacc.v1 import ledger_pb2 as pb
from service.campaign.ledger.accounts import MINT, Account, AccountKind, wallet
from service.campaign.ledger.postings import ByHand
from service.campaign.settlement import requests
from service.campaign.settlement.acknowledging import Acknowledgement
from service.campaign.settlement.reconciling import GempSide, Key, Movement
from service.money import Silver
from service.rpc.contract.enums import refused
from service.rpc.contract.fields import renamed
from service.rpc.contract.ledger_enums import TOLD_STATES, WAYS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager

    from deckmapping.errors import Violation
    from service.caller import Caller
    from service.campaign.ledger.postings import Posting
    from service.campaign.settlement.acknowledging import SettlementState

    MovingRequest = (
        pb.DepositRequest | pb.WithdrawRequest | pb.GivePrizeRequest | pb.CorrectLedgerRequest | pb.FillBankRequest
    )

_OF_ALL: Final = {"postingId": "requestId", "entries[0].amount": "amount"}
_DEBIT, _CREDIT, _KIND = "entries[0].debit", "entries[0].credit", "entries[0].kind"
_NAMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "DepositRequest": {**_OF_ALL, _CREDIT: "player"},
        "WithdrawRequest": {**_OF_ALL, _DEBIT: "player"},
        "GivePrizeRequest": {**_OF_ALL, _CREDIT: "player", _DEBIT: "source", _KIND: "source"},
        "CorrectLedgerRequest": {**_OF_ALL, _DEBIT: "debit", _CREDIT: "credit"},
        "FillBankRequest": {**_OF_ALL, _DEBIT: "account", _CREDIT: "account", _KIND: "account"},
    }
)
"""What the ledger calls the parts of a posting, and where each request has them."""


def as_asked(request: MovingRequest) -> AbstractContextManager[None]:
    """Inside, errors of any kind name the parts of a posting as *request* does."""
    return renamed(_NAMES[request.DESCRIPTOR.name], DomainError)


def read_posting(request: MovingRequest, caller: Caller) -> Posting:
    """Return what *request* asks of the ledger, to be verified there.

    Raises:
        InvalidInputError: there can be no such player or account, a bank's dealer does not exist, or the id is the
            service's own.
    """
    id_, amount = request.request_id, Silver(request.amount)
    if isinstance(request, pb.DepositRequest):
        return requests.deposit(id_, _player(request.player), amount)
    if isinstance(request, pb.WithdrawRequest):
        return requests.withdrawal(id_, _player(request.player), amount)
    by_hand = ByHand(caller.on_behalf_of or caller.name, request.reason)
    if isinstance(request, pb.GivePrizeRequest):
        source = read_account(request.source, "source") if request.source else MINT
        return requests.prize(id_, source, _player(request.player), amount, by_hand)
    if isinstance(request, pb.CorrectLedgerRequest):
        debit, credit = read_account(request.debit, "debit"), read_account(request.credit, "credit")
        return requests.correction(id_, debit, credit, amount, by_hand)
    account = _bank_account(request)
    return requests.bank(id_, account, amount, by_hand, take_back=request.take_back)


def _bank_account(request: pb.FillBankRequest) -> Account:
    """Return whose bank is filled: a dealer's who exists. Back it may come from any house.

    Raises:
        InvalidInputError: there is no such dealer, whose table would pay out of it.
    """
    account = read_account(request.account, "account")
    keys = [each.key for each in dealers()]
    if account.kind is AccountKind.HOUSE and account.name not in keys and not request.take_back:
        raise InvalidInputError.of("account", account.name, f"the key of a dealer, or grants: {', '.join(keys)}")
    return account


def read_account(text: str, field: str) -> Account:
    """Read an account's id.

    Raises:
        InvalidInputError: it is none.
    """
    with renamed({"account": field}):
        return Account.parse(text)


def read_wallet(player: str) -> Account:
    """Return a player's account.

    Raises:
        InvalidInputError: there can be no such player.
    """
    with renamed({"account": "player"}):
        return wallet(player)


def _player(name: str) -> str:
    return read_wallet(name).name


def read_acknowledgement(request: pb.AcknowledgeSettlementRequest) -> Acknowledgement:
    """Read what GEMP tells of a settlement.

    Raises:
        InvalidInputError: it tells no state that GEMP may tell.
    """
    return Acknowledgement(request.settlement_id, read_told_state(request.state), request.reason)


def read_told_state(number: int) -> SettlementState:
    """Read what GEMP says that it has done.

    Raises:
        InvalidInputError: it is nothing that GEMP may say.
    """
    state = TOLD_STATES.get(number)
    if state is None:
        raise InvalidInputError(refused("state", number, "SETTLEMENT_STATE_APPLIED or SETTLEMENT_STATE_DEFERRED"))
    return state


def read_gemp_side(request: pb.ReconcileRequest) -> GempSide:
    """Read GEMP's books.

    Raises:
        InvalidInputError: a movement has no kind.
    """
    movements: list[Movement] = []
    faults: list[Violation] = []
    for at, each in enumerate(request.movements):
        way = WAYS.get(each.kind)
        if way is None:
            expected = "GEMP_MOVEMENT_KIND_DEPOSIT or GEMP_MOVEMENT_KIND_SETTLEMENT"
            faults.append(refused(f"movements[{at}].kind", each.kind, expected))
        else:
            movements.append(Movement(Key(way, each.id), each.player, Silver(each.amount)))
    if faults:
        raise InvalidInputError.all(faults)
    return GempSide(
        tuple(movements),
        deposited=Silver(request.deposited) if request.HasField("deposited") else None,
        applied=Silver(request.applied) if request.HasField("applied") else None,
    )
