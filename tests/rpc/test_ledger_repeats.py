"""Requests that arrive several times, in any order, some of them altered: each is done once, wholly or not at all."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from sabacc.v1 import ledger_pb2 as pb
from tests.rpc.asking_ledger import applied, audited, bank, deferred, deposit, prize, settlements, silver, withdraw
from tests.rpc.callers import Refused, Service, settings_for

if TYPE_CHECKING:
    from google.protobuf.message import Message

PLAYERS = ("han", "lando", "boba")
HOUSES = ("kalit", "jawa-dark", "jabba")
MOVES = 60


def moves(chance: random.Random) -> list[Message]:
    """So many calls that move silver, each under an id of its own."""
    made: list[Message] = []
    for number in range(MOVES):
        player, amount = chance.choice(PLAYERS), chance.randrange(1, 200)
        kind = chance.choice(("deposit", "deposit", "withdraw", "withdraw", "prize", "bank"))
        id_ = f"{kind}-{number}"
        if kind == "deposit":
            made.append(deposit(id_, player, amount))
        elif kind == "withdraw":
            made.append(withdraw(id_, player, amount))
        elif kind == "prize":
            made.append(prize(id_, player, amount))
        else:
            made.append(bank(id_, f"house:{chance.choice(HOUSES)}", amount))
    return made


def altered(request: Message, chance: random.Random) -> Message:
    """The same id with another amount, or another player."""
    changed = type(request)()
    changed.CopyFrom(request)
    if isinstance(changed, pb.DepositRequest | pb.WithdrawRequest | pb.GivePrizeRequest) and chance.random() < 0.5:
        changed.player = "greedo"
    else:
        assert isinstance(changed, pb.DepositRequest | pb.WithdrawRequest | pb.GivePrizeRequest | pb.FillBankRequest)
        changed.amount += 1
    return changed


def outcome(service: Service, request: Message) -> tuple[str, bool]:
    """How a call ended, and whether it says that it was done before."""
    try:
        return "OK", service.call(request).replayed
    except Refused as refused:
        return refused.reason, False


@pytest.mark.parametrize("seed", [1, 2])
def test_each_request_one_to_five_times_shuffled_a_tenth_altered(database_url: str, seed: int) -> None:
    chance = random.Random(seed)  # no secret
    requests = [request for move in moves(chance) for request in [move] * chance.randrange(1, 6)]
    sent = [altered(request, chance) if chance.random() < 0.1 else request for request in requests]
    chance.shuffle(sent)
    with Service(settings_for(database_url, workers=4), wired=True) as service:
        with ThreadPoolExecutor(3) as threads:
            ends = list(threads.map(lambda request: outcome(service, request), sent))
        done = check_ends(service, sent, ends)
        check_books(service, done)
        settle(service, chance, [id_ for id_, request in done.items() if isinstance(request, pb.WithdrawRequest)])
        assert audited(service).passed


def check_ends(service: Service, sent: list[Message], ends: list[tuple[str, bool]]) -> dict[str, Message]:
    """Compare how the calls ended with what is stored; return what was done by its id."""
    firsts = Counter[str]()
    done: dict[str, Message] = {}
    for request, (end, replayed) in zip(sent, ends, strict=True):
        assert end in {"OK", "INSUFFICIENT_FUNDS", "POSTING_CONTENT_DIFFERS"}
        id_ = str(request.request_id)  # type: ignore[attr-defined]  # all of them have one
        if end == "OK":
            assert done.setdefault(id_, request) == request
            firsts[id_] += not replayed
    assert set(firsts.values()) == {1}
    stored = service.call(pb.AuditLedgerRequest()).postings
    assert stored == len({str(request.request_id) for request in sent})  # type: ignore[attr-defined]
    for id_, request in done.items():
        posting = service.call(pb.GetPostingRequest(request_id=id_)).posting
        assert [entry.moved.silver for entry in posting.entries] == [request.amount]  # type: ignore[attr-defined]
        assert posting.refusal == ""
    return done


def check_books(service: Service, done: dict[str, Message]) -> None:
    """Add up what was answered as done, and compare with every wallet and with GEMP's totals."""
    due = Counter[str]()
    deposited = withdrawn = 0
    for request in done.values():
        if isinstance(request, pb.DepositRequest):
            due[request.player] += request.amount
            deposited += request.amount
        elif isinstance(request, pb.WithdrawRequest):
            due[request.player] -= request.amount
            withdrawn += request.amount
        elif isinstance(request, pb.GivePrizeRequest):
            due[request.player] += request.amount
    for player in (*PLAYERS, "greedo"):
        assert silver(service, player) == due[player]
    totals = service.call(pb.ReconcileRequest(deposited=deposited, applied=0)).totals
    assert (totals.deposited.silver, totals.withdrawn.silver) == (deposited, withdrawn)
    assert totals.unapplied.silver == withdrawn
    assert totals.wallets.silver == sum(due.values())


def settle(service: Service, chance: random.Random, withdrawals: list[str]) -> None:
    """Acknowledge every settlement some times, deferred and applied in any order; each is applied once."""
    due = [f"{id_}#1" for id_ in withdrawals]
    assert sorted(each.settlement_id for each in settlements(service, page_size=7)) == sorted(due)
    told: list[Message] = []
    for id_ in due:
        told += [applied(id_)] * chance.randrange(1, 4)
        told += [deferred(id_, f"try {number}") for number in range(chance.randrange(3))]
    chance.shuffle(told)
    ends = [outcome(service, request) for request in told]
    firsts = Counter(
        request.settlement_id
        for request, (end, replayed) in zip(told, ends, strict=True)
        if isinstance(request, pb.AcknowledgeSettlementRequest)
        and request.state == pb.SETTLEMENT_STATE_APPLIED
        and (end, replayed) == ("OK", False)
    )
    assert firsts == Counter(due)
    assert {end for end, _ in ends} <= {"OK", "SETTLEMENT_APPLIED"}
    assert settlements(service) == []
