"""Silver in and out of wallets, by every call that moves it: what is written, what is refused, what is told."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, text

from sabacc.v1 import ledger_pb2 as pb
from tests.rpc.asking_ledger import (
    audited,
    bank,
    correction,
    deposit,
    prize,
    settlements,
    silver,
    statement,
    wallet,
    withdraw,
)
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.postgresql import PostgresServer

MOST = 16_777_215
"""What GEMP's three bytes hold."""


def test_a_deposit_credits_the_wallet_and_is_told_as_gemp_shows_it(service: Service, event: str) -> None:
    answer = service.call(deposit(event, event, 145))
    assert not answer.replayed
    assert (answer.balance.silver, answer.balance.text) == (145, "1 gold, 45 silver")
    (entry,) = answer.posting.entries
    assert (entry.entry_id, entry.kind, entry.type) == (f"{event}#1", "deposit", pb.ENTRY_TYPE_TRANSFER)
    assert (entry.debit, entry.credit, entry.moved.silver) == ("gemp_clearing", f"wallet:{event}", 145)
    mine = wallet(service, event)
    assert (mine.balance.silver, mine.held.silver, mine.free.silver, mine.room.silver) == (145, 0, 145, MOST - 145)


def test_a_player_whom_nobody_has_named_has_nothing(service: Service, event: str) -> None:
    mine = wallet(service, event)
    assert (mine.player, mine.balance.silver, mine.balance.text) == (event, 0, "0 gold, 00 silver")
    assert mine.room.silver == MOST
    assert statement(service, f"wallet:{event}") == []


def test_a_withdrawal_makes_one_settlement_of_the_same_amount(service: Service, event: str) -> None:
    service.call(deposit(f"{event}-d", event, 300))
    answer = service.call(withdraw(f"{event}-w", event, 120))
    assert (answer.balance.silver, answer.settlement_id, answer.dry_run) == (180, f"{event}-w#1", False)
    (found,) = [each for each in settlements(service) if each.player == event]
    assert (found.settlement_id, found.amount.silver) == (answer.settlement_id, 120)
    assert (found.state, found.reason) == (pb.SETTLEMENT_STATE_PENDING, "")
    assert not found.HasField("acknowledge_time")
    assert found.create_time == answer.posting.create_time


def test_field_report_1_the_same_again_gets_the_first_answer_whatever_came_between(
    service: Service, event: str
) -> None:
    for request in (
        deposit(f"{event}-d", event, 100),
        withdraw(f"{event}-w", event, 40),
        prize(f"{event}-p", event, 7),
        correction(f"{event}-c", f"wallet:{event}", "mint", 5),
        bank(f"{event}-b", "house:kalit", 50),
    ):
        first = service.call(request)
        service.call(deposit(f"{request.request_id}-between", event, 1))
        again = service.call(request)
        assert (first.replayed, again.replayed) == (False, True)
        again.replayed = False
        assert again == first
    assert silver(service, event) == 100 - 40 + 7 - 5 + 5


def test_a_dry_run_says_what_would_happen_and_stores_nothing(service: Service, event: str) -> None:
    service.call(deposit(f"{event}-d", event, 100))
    service.call(bank(f"{event}-b", "house:kalit", 10))
    before, listed = audited(service), settlements(service)
    reason = "a rehearsal"
    wanted = f"wallet:{event}"
    for request in (
        pb.WithdrawRequest(request_id=f"{event}-1", player=event, amount=60, dry_run=True),
        pb.GivePrizeRequest(request_id=f"{event}-2", player=event, amount=60, reason=reason, dry_run=True),
        pb.CorrectLedgerRequest(
            request_id=f"{event}-3", debit=wanted, credit="mint", amount=60, reason=reason, dry_run=True
        ),
        pb.FillBankRequest(request_id=f"{event}-4", account="grants", amount=60, reason=reason, dry_run=True),
    ):
        told = service.call(request)
        assert (told.dry_run, told.replayed) == (True, False)
        assert (told.posting.sequence, told.posting.head, told.posting.HasField("create_time")) == (0, "", False)
        assert [entry.moved.silver for entry in told.posting.entries] == [60]
        assert audited(service) == before
        request.dry_run = False
        done = service.call(request)
        assert done.posting.entries[0].debit_balance == told.posting.entries[0].debit_balance
        assert done.posting.entries[0].credit_balance == told.posting.entries[0].credit_balance
        assert not done.dry_run
        before = audited(service)
    assert len(settlements(service)) == len(listed) + 1


def test_a_dry_run_is_refused_as_the_call_would_be_and_the_refusal_is_not_stored(service: Service, event: str) -> None:
    rehearsed = withdraw(event, event, 60, dry_run=True)
    assert service.refusal(rehearsed).reason == "INSUFFICIENT_FUNDS"
    assert service.refusal(pb.GetPostingRequest(request_id=event)).reason == "POSTING_NOT_FOUND"
    service.call(deposit(f"{event}-d", event, 100))
    assert service.call(rehearsed).balance.silver == 40
    service.call(withdraw(event, event, 50))
    assert service.refusal(rehearsed).reason == "POSTING_CONTENT_DIFFERS"
    assert service.call(withdraw(event, event, 50, dry_run=True)).replayed


def test_a_statement_has_every_entry_with_the_balance_after_it_page_by_page(service: Service, event: str) -> None:
    for number in range(1, 8):
        service.call(deposit(f"{event}-{number}", event, number))
    service.call(withdraw(f"{event}-8", event, 10))
    service.refusal(withdraw(f"{event}-9", event, 1000))
    service.call(prize(f"{event}-10", event, 3, "second place"))
    for page_size in (1, 4, 9, 0):
        lines = statement(service, f"wallet:{event}", page_size)
        assert [line.change.silver for line in lines] == [1, 2, 3, 4, 5, 6, 7, -10, 3]
        assert [line.balance.silver for line in lines] == [1, 3, 6, 10, 15, 21, 28, 18, 21]
    assert [line.request_id for line in lines] == [f"{event}-{number}" for number in (*range(1, 9), 10)]
    assert lines[-2].change.text == "-0 gold, 10 silver"
    assert (lines[-1].reason, lines[-1].other_account) == ("second place", "mint")
    assert statement(service, f"house:{event}") == []


def test_a_bank_comes_from_the_mint_and_goes_back(service: Service, event: str) -> None:
    given = service.call(bank(f"{event}-1", "house:wioslea", 500))
    (entry,) = given.posting.entries
    has = given.balance.silver
    assert has == entry.credit_balance.silver == statement(service, "house:wioslea")[-1].balance.silver
    assert (entry.debit, entry.kind, entry.moved.silver) == ("mint", "bank", 500)
    assert service.refusal(bank(f"{event}-2", "house:wioslea", has + 1, take_back=True)).reason == "INSUFFICIENT_FUNDS"
    back = service.call(bank(f"{event}-3", "house:wioslea", 200, take_back=True))
    assert (back.balance.silver, back.posting.entries[0].credit) == (has - 200, "mint")


def test_a_bank_is_given_to_a_dealer_alone_and_taken_back_from_any_house(service: Service, event: str) -> None:
    refused = service.refusal(bank(f"{event}-1", f"house:{event}", 5))
    assert (refused.reason, refused.metadata["field"], refused.metadata["value"]) == ("FIELD_INVALID", "account", event)
    assert "house, lando-light, " in refused.metadata["expected"]
    service.call(correction(f"{event}-2", "mint", f"house:{event}", 5))
    assert service.call(bank(f"{event}-3", f"house:{event}", 5, take_back=True)).balance.silver == 0


def test_a_correction_goes_between_any_accounts_and_never_makes_silver(service: Service, event: str) -> None:
    service.call(deposit(f"{event}-1", event, 500))
    service.call(correction(f"{event}-2", f"wallet:{event}", f"wallet:{event}-b", 200))
    service.call(correction(f"{event}-3", f"wallet:{event}-b", "gemp_clearing", 50))
    assert (silver(service, event), silver(service, f"{event}-b")) == (300, 150)
    refused = service.refusal(correction(f"{event}-4", f"wallet:{event}-b", f"house:{event}", 151))
    assert refused.reason == "INSUFFICIENT_FUNDS"
    # A correction goes to GEMP's side without a settlement: GEMP has put its own books right.
    assert not [each for each in settlements(service) if each.player == f"{event}-b"]
    assert audited(service).passed


def test_an_audit_knows_the_head_that_somebody_kept(service: Service, event: str) -> None:
    kept = service.call(deposit(f"{event}-1", event, 5)).posting.head
    service.call(deposit(f"{event}-2", event, 5))
    assert audited(service, kept).passed
    assert audited(service, kept.upper()).passed
    missing = audited(service, "ab" * 32)
    assert (missing.passed, [fault.where for fault in missing.faults]) == (False, ["kept head"])


def test_a_second_audit_at_the_same_time_is_refused_and_may_be_repeated(postgres: PostgresServer) -> None:
    with Service(settings_for(postgres.new_database()), wired=True) as service:
        service.call(deposit("d", "lando", 5))
        engine = create_engine(service.settings.database_url.get_secret_value())
        with ThreadPoolExecutor(1) as threads:
            with engine.connect() as holder, holder.begin():
                holder.execute(text("LOCK TABLE ledger_entry IN ACCESS EXCLUSIVE MODE"))
                first = threads.submit(audited, service)
                until = time.monotonic() + 25
                while not holder.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
                    assert time.monotonic() < until, "nobody reads the ledger"
                    time.sleep(0.01)
                assert service.refusal(pb.AuditLedgerRequest()).reason == "OVERLOADED"
            assert first.result().passed
        engine.dispose()
        assert audited(service).passed


def test_who_gives_a_prize_is_told_for_ever(open_service: Callable[..., Service]) -> None:
    service = open_service()
    given = service.call(prize("p", "lando", 5), metadata=(("x-on-behalf-of", "Ackbar"),))
    assert (given.posting.director, given.posting.reason) == ("Ackbar", "second place")
    assert service.call(prize("p", "lando", 5), metadata=(("x-on-behalf-of", "Ackbar"),)).replayed
    refused = service.refusal(prize("p", "lando", 5))
    assert (refused.reason, refused.metadata["field"]) == ("POSTING_CONTENT_DIFFERS", "director")
