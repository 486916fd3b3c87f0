"""Every kind of error has its row in the table, and every row is what a caller over the wire sees."""

from __future__ import annotations

import base64
import importlib
import pkgutil
import re
import threading
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from google.rpc import code_pb2
from sqlalchemy import text

import deckmapping
import service as service_package
from deckmapping.errors import BadCatalogueError, DomainError, InvalidInputError, UnreadableError, Violation
from deckmapping.themes.errors import BadThemeDataError, UnknownNameError
from sabacc.v1 import cards_pb2, hands_pb2, ledger_pb2, tables_pb2
from sabacc.v1 import tiebreaks_pb2 as pb
from service.access.tokens import hash_of, new_token
from service.campaign.houses.errors import BadHouseDataError
from service.campaign.ledger import errors as ledger
from service.campaign.play.errors import CareerMovedOnError
from service.cli.files import TooLargeError
from service.rpc.calls.error_table import DOMAIN, ERROR_TABLE, spec_of, status_of
from service.rpc.calls.errors import DeadlineError, OverloadedError
from service.rules.errors import InvalidCaseError, InvalidNotationError
from service.storage.errors import SchemaMismatchError, SchemaNewerError, StoreDamagedError, StoreDownError
from service.tables.sessions.errors import KeyNotRevealedError
from tests.postgresql import PostgresServer, find_binaries
from tests.rpc.asking import SEED, ZEROS, get, player, rehearsal, tie, void
from tests.rpc.asking_campaign import HOUSE, LESSONS, answered, at_dealer, come, duel, given, postponed
from tests.rpc.asking_ledger import applied, correction, deferred, deposit, statement, withdraw
from tests.rpc.asking_tables import at_dealers, bet, closing, look, made, of_dealer
from tests.rpc.callers import Refused
from tests.rpc.catalogues import written
from tests.rpc.faults import PATH, raising, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from google.protobuf.message import Message

    from tests.rpc.callers import Service

INHERITED: dict[type[DomainError], type[DomainError]] = {
    BadHouseDataError: BadCatalogueError,  # of the packaged houses, and of the packaged themes: no caller can bring
    BadThemeDataError: BadCatalogueError,  # either about
    InvalidCaseError: InvalidInputError,
    InvalidNotationError: InvalidInputError,  # of the command line's one-line texts; no call takes them
    KeyNotRevealedError: InvalidInputError,  # of records that are verified; it is answered, not refused
    SchemaNewerError: SchemaMismatchError,
    StoreDamagedError: StoreDownError,
    TooLargeError: InvalidInputError,  # of files that commands read
    UnknownNameError: InvalidInputError,
    UnreadableError: InvalidInputError,  # to commands it is a file of no use, to a caller a wrong field
}
"""Kinds without a row of their own, with the kind whose row says all that a caller needs."""


def kinds(of: type[DomainError]) -> Iterator[type[DomainError]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_error_has_a_row_or_inherits_one_on_purpose() -> None:
    for package in (deckmapping, service_package):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith((".env", ".__main__")):  # the migrations' environment runs on import
                importlib.import_module(module.name)
    found = {kind for kind in kinds(DomainError) if kind.__module__.startswith(("deckmapping.", "service."))}
    assert found - set(ERROR_TABLE) == set(INHERITED)
    assert set(ERROR_TABLE) <= found
    for kind, ancestor in INHERITED.items():
        assert spec_of(kind.of("f", "v", "e")) is ERROR_TABLE[ancestor]


def test_an_error_that_nobody_listed_has_no_row() -> None:
    with pytest.raises(LookupError, match="DomainError"):
        spec_of(DomainError.of("f", "v", "e"))


def test_reasons_are_one_a_row_and_written_as_google_writes_them() -> None:
    reasons = [spec.reason for spec in ERROR_TABLE.values()]
    assert len(set(reasons)) == len(reasons)
    assert all(re.fullmatch(r"[A-Z][A-Z0-9_]{1,61}[A-Z0-9]", reason) for reason in reasons)
    assert all(spec.meaning for spec in ERROR_TABLE.values())
    assert "INTERNAL" not in reasons


HAND = hands_pb2.HandToJudge(cards=["3_8", "1_175"])
CHOSEN = hands_pb2.HandToJudge(cards=["3_8", "1_175"], choices=[hands_pb2.CardChoice(card=0, value="7")])
ASKED = tie("event", [player("a", ZEROS), player("b", ZEROS)])
OTHER = tie("event", [player("a", ZEROS), player("b", ZEROS)], seed=SEED * 2)


def with_deck(deck: str) -> pb.ResolveTiebreakRequest:
    return tie("other", [player("a", deck), player("b", ZEROS)])


PLAIN: dict[str, list[Message]] = {
    "FIELD_INVALID": [tie("a b")],
    "MALFORMED_ID": [with_deck("abc,3_8,3_8")],
    "UNKNOWN_CARD": [cards_pb2.GetCardsRequest(blueprint_ids=["9999_1"])],
    "NO_DECK": [with_deck("")],
    "TWO_SIDED_DECK": [with_deck("5_39,5_134")],
    "PILE_TOO_SMALL": [with_deck("3_8")],
    "ILLEGAL_CHOICE": [hands_pb2.JudgeHandsRequest(variant=cards_pb2.VARIANT_FAIR_DECK, hands=[HAND, CHOSEN])],
    "TOO_MANY_EQUAL": [tie("seven", [player(f"p{n}", ZEROS) for n in range(7)], with_win_shares=True)],
    "TIE_NOT_FOUND": [get(tie("nowhere"))],
    "TABLE_NOT_FOUND": [tables_pb2.GetTableRequest(table_id="nowhere")],
    "REQUEST_REUSED": [of_dealer(request_id="once"), of_dealer(request_id="once", hands=5)],
    "TIE_CONTENT_DIFFERS": [ASKED, OTHER],
    "EARLIER_ATTEMPT_STANDS": [tie("event", attempt=3)],
    "VOIDED_OTHERWISE": [ASKED, void(ASKED, "the first reason"), void(ASKED, "another reason")],
    "INSUFFICIENT_FUNDS": [deposit("d", "lando", 9), withdraw("w", "lando", 10)],
    "NO_ROOM": [deposit("d", "lando", 16_777_216)],
    "POSTING_CONTENT_DIFFERS": [deposit("d", "lando", 9), deposit("d", "lando", 10)],
    "POSTING_NOT_FOUND": [ledger_pb2.GetPostingRequest(request_id="nothing")],
    "SETTLEMENT_NOT_FOUND": [applied("nothing")],
    "SETTLEMENT_APPLIED": [
        deposit("d", "lando", 9),
        withdraw("w", "lando", 9),
        applied("w#1"),
        deferred("w#1", "the purse is full"),
    ],
    "CAREER_FORBIDS": [at_dealer("lando")],
    "GRANT_NOT_FOUND": [given("nothing")],
    "GRANT_APPLIED": [
        *(answered("lando", lesson) for lesson in LESSONS),
        given("sabacc/grant/1"),
        postponed("sabacc/grant/1", "the collection is locked"),
    ],
}
"""Calls of which the last one is refused for the reason."""

NOT_BY_A_CALL = {
    "BAD_CATALOGUE": BadCatalogueError.of("catalogue.json.schema", 2, "1"),
    "SCHEMA_MISMATCH": SchemaMismatchError.of("database schema", "none", "revision 0001"),
    "POSTING_REFUSED": ledger.PostingRefusedError.of("entries[0]", "v", "e"),
    "HOLD_NOT_FOUND": ledger.HoldNotFoundError.of("entries[0].holdId", "v", "e"),
    "HOLD_RESOLVED": ledger.HoldResolvedError.of("entries[0].holdId", "v", "e"),
    "HOLD_DIFFERS": ledger.HoldDiffersError.of("entries[0].amount", "v", "e"),
    "CAREER_MOVED_ON": CareerMovedOnError.of("player", "v", "e"),
}
"""Reasons that no call here has: they show at the start, in the ledger's own postings, or in a race that is lost often.
"""

ELSEWHERE = {
    "STORE_DOWN",
    "STORE_TIMEOUT",
    "OVERLOADED",
    "DRAINING",
    "DEADLINE",
    "CALLER_GONE",
    "TRANSCRIPT_CORRUPT",
    "ILLEGAL_ACT",
    "TABLE_MOVED_ON",
    "RECORD_CORRUPT",
    "LEDGER_DAMAGED",
    "HOUSE_CANNOT_PAY",
    "TABLE_ENDED",
    "DUEL_LIMIT",
    "MALFORMED_REQUEST",
    "UNKNOWN_SERVICE",
    "UNAUTHENTICATED",
    "ROLE_FORBIDS",
    "REQUEST_TOO_LARGE",
}
"""Reasons with a test of their own below."""


def test_every_row_is_reached_by_a_test_of_this_file() -> None:
    tested = [*PLAIN, *NOT_BY_A_CALL, *ELSEWHERE]
    assert sorted(tested) == sorted(spec.reason for spec in ERROR_TABLE.values())


def assert_row(found: Refused, reason: str) -> None:
    """Compare everything that a status carries with the row."""
    spec = next(spec for spec in ERROR_TABLE.values() if spec.reason == reason)
    assert (found.reason, found.domain) == (reason, DOMAIN)
    assert found.code == code_pb2.Code.Name(spec.code)
    assert set(found.metadata) == {"field", "value", "expected", "violations"}
    assert found.retry_s == (spec.retry_s or None)
    if spec.code == code_pb2.INVALID_ARGUMENT:
        assert next(iter(found.violations)) == found.metadata["field"]
    else:
        assert found.violations == {}
    assert found.message.startswith(f"{found.metadata['field']}: got ")
    assert found.size <= 4096


@pytest.mark.parametrize("reason", PLAIN)
def test_a_call_that_is_refused_for_each_reason(open_service: Callable[..., Service], reason: str) -> None:
    service = open_service()
    *before, last = PLAIN[reason]
    for request in before:
        service.call(request)
    assert_row(service.refusal(last), reason)


@pytest.mark.parametrize("reason", NOT_BY_A_CALL)
def test_a_reason_that_no_call_has_is_translated_too(open_service: Callable[..., Service], reason: str) -> None:
    service = open_service((raising({reason.encode(): NOT_BY_A_CALL[reason]}),))
    assert_row(refused(service, PATH, reason.encode()), reason)


def test_callers_who_are_unknown_may_not_or_send_too_much(open_service: Callable[..., Service], tmp_path: Path) -> None:
    token = new_token()
    access = tmp_path / "access.toml"
    entry = f'[[identity]]\nname = "reader"\nrole = "auditor"\ntoken_hashes = ["{hash_of(token)}"]\n'
    access.write_text(entry + "largest_request = 100\n")
    service = open_service(access=access)
    mine = (("authorization", f"Bearer {token}"),)
    for request, metadata, reason in (
        (get(ASKED), (), "UNAUTHENTICATED"),
        (ASKED, mine, "ROLE_FORBIDS"),
        (get(tie("e" * 100)), mine, "REQUEST_TOO_LARGE"),
    ):
        with pytest.raises(Refused) as caught:
            service.call(request, metadata=metadata)
        assert_row(caught.value, reason)
    assert service.call(pb.ListTiebreaksRequest(), metadata=mine) == pb.ListTiebreaksResponse()


def test_malformed_bytes_are_refused(open_service: Callable[..., Service]) -> None:
    service = open_service()
    for bad in (b"\xff", b"\x0a\x05ab", b"\x0a\x02\xff\xfe", bytes(100)):  # no tag, cut short, no UTF-8, tag 0
        found = refused(service, "/sabacc.v1.TiebreakService/ResolveTiebreak", bad)
        assert_row(found, "MALFORMED_REQUEST")
        assert found.violations == {"request": f"got '{len(bad)} bytes', expected the call's request message"}


def test_a_transcript_that_was_changed_behind_the_triggers_is_data_loss(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(ASKED)
    with service.application.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER tie_no_update"))
        connection.execute(text("UPDATE tie SET transcript = replace(transcript, 'place 1', 'place 3')"))
    for request in (ASKED, get(ASKED)):
        found = service.refusal(request)
        assert_row(found, "TRANSCRIPT_CORRUPT")
        assert f"tie {ASKED.event}#{ASKED.stage}#{ASKED.attempt}" in found.message
    # One damaged tie hides no other from a list.
    assert len(service.call(pb.ListTiebreaksRequest(event="event")).tiebreaks) == 1
    assert service.refusal(OTHER).reason == "TIE_CONTENT_DIFFERS"  # what was asked is still known


def test_a_move_that_is_not_legal_or_comes_too_late_says_what_is_now(open_service: Callable[..., Service]) -> None:
    service = open_service()
    table = at_dealers(service).table
    found = service.refusal(made(table, tables_pb2.MOVE_KIND_READY))
    assert_row(found, "ILLEGAL_ACT")
    assert found.metadata["expected"] == "bet or close"
    service.call(closing(table))
    found = service.refusal(bet(table, 10))
    assert_row(found, "TABLE_MOVED_ON")
    assert (found.metadata["field"], found.metadata["value"]) == ("turn", "1")
    assert found.metadata["expected"] == "turn 2: look at the table again"


def test_a_table_that_was_changed_behind_the_triggers_is_data_loss(open_service: Callable[..., Service]) -> None:
    service = open_service()
    table = at_dealers(service).table
    service.call(bet(table, 10))
    with service.application.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER table_step_no_update"))
        connection.execute(text("UPDATE table_step SET state = replace(state, 'balance=', 'balances=')"))
    found = service.refusal(tables_pb2.GetTableRequest(table_id=table.table_id))
    assert_row(found, "RECORD_CORRUPT")
    assert table.table_id in found.message


def test_a_posting_that_was_changed_behind_the_triggers_is_data_loss(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(deposit("d", "lando", 9))
    with service.application.engine.begin() as connection:
        connection.execute(text("DROP TRIGGER ledger_posting_no_update"))
        connection.execute(text("UPDATE ledger_posting SET payload = replace(payload, '\"amount\"', '\"count\"')"))
    found = service.refusal(ledger_pb2.GetPostingRequest(request_id="d"))
    assert_row(found, "LEDGER_DAMAGED")
    assert "posting d" in found.message
    assert not service.call(ledger_pb2.AuditLedgerRequest()).passed


def test_a_bank_that_cannot_pay_a_bet_and_one_that_can_pay_none(open_service: Callable[..., Service]) -> None:
    service = open_service()
    come(service, "lando")
    table = service.call(at_dealer("lando")).table
    for left, amount, reason in ((30, 50, "HOUSE_CANNOT_PAY"), (0, 5, "TABLE_ENDED")):
        (*_, last) = statement(service, HOUSE)
        service.call(correction(f"left-{left}", HOUSE, "mint", last.balance.silver - left))
        assert_row(service.refusal(bet(table, amount)), reason)


def test_more_hands_for_silver_than_a_day_allows_are_refused(open_service: Callable[..., Service]) -> None:
    service = open_service(duel_pair_silver=9)
    for name in ("han", "lando"):
        service.call(deposit(name, name, 20))
    table = service.call(duel("han", "lando", 10)).table
    service.call(made(table, tables_pb2.MOVE_KIND_READY))
    assert_row(service.refusal(made(look(service, table, 1), tables_pb2.MOVE_KIND_READY)), "DUEL_LIMIT")


def test_a_database_that_stopped_is_unavailable_and_comes_back(open_service: Callable[..., Service]) -> None:
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL here: install its server binaries (initdb, pg_ctl) to run these tests")
    with PostgresServer(binaries, durable=True) as server:
        service = open_service(database_url=server.new_database())
        first = service.call(ASKED)
        server.stop("immediate")
        for request in (ASKED, get(ASKED), void(ASKED, "a reason"), pb.ListTiebreaksRequest()):
            found = service.refusal(request)
            assert_row(found, "STORE_DOWN")
            assert "sabacc-pg-" not in str(found)  # where the server is and who logs in is nobody's business
        causes = [line.get("text") for line in service.lines() if line.get("reason") == "STORE_DOWN"]
        assert causes[-1] == "No such file or directory"  # of the server's socket: that is for the log
        rehearsed = service.call(rehearsal(ASKED))
        assert service.call(pb.VerifyTranscriptRequest(transcript=rehearsed.transcript.encode())).valid
        server.start()
        assert service.call(ASKED).result_id == first.result_id
        server.stop("fast")
        server.start()  # nobody called meanwhile: all connections of the pool are dead, and no caller notices
        assert service.call(get(ASKED)).result_id == first.result_id


def test_a_database_that_is_held_tells_its_caller_before_his_time_is_over(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(OTHER)
    with service.application.engine.begin():
        assert_row(service.told_in_time(ASKED, 1), "STORE_TIMEOUT")
        assert service.call(get(OTHER), 30).result_id  # who only reads waits for nobody
    assert service.refusal(ASKED, 30).reason == "TIE_CONTENT_DIFFERS"


def long_computation(tmp_path: Path) -> tuple[Path, pb.ResolveTiebreakRequest]:
    """A catalogue of our own making with so many different values that exact win shares never end."""
    ids = [f"9000_{number}" for number in range(60)]
    path, _ = written(tmp_path / "many.json", values={id_: (at * at * 1009 + 1,) for at, id_ in enumerate(ids)})
    deck = ",".join(ids)
    return path, tie("endless", [player("a", deck), player("b", deck)], stand_on=11, with_win_shares=True)


def test_more_win_shares_than_the_queue_holds_are_refused_at_once(
    open_service: Callable[..., Service], tmp_path: Path
) -> None:
    path, endless = long_computation(tmp_path)
    service = open_service(catalogue=path, share_queue=1, default_deadline_s=3)
    found: list[Refused] = []
    waiting = threading.Thread(target=lambda: found.append(service.refusal(rehearsal(endless), None)))
    waiting.start()
    while service.application.pools.shares.load() != (1, 0):
        waiting.join(0.02)
    assert_row(service.refusal(endless), "OVERLOADED")
    assert service.stored("endless") == 0
    endless.options.with_win_shares = False
    assert len(service.call(endless).places) == 2  # ties without shares go on
    waiting.join()
    assert_row(found[0], "DEADLINE")


def test_field_report_50_each_mistake_has_its_own_status(open_service: Callable[..., Service]) -> None:
    service = open_service()
    service.call(ASKED)
    mistakes: dict[str, tuple[Message, str, str]] = {
        "bad id": (with_deck("abc,3_8,3_8"), "INVALID_ARGUMENT", "players[0].deck"),
        "unknown tie": (get(tie("nowhere")), "NOT_FOUND", "tie"),
        "too early": (tie("event", attempt=2), "FAILED_PRECONDITION", "attempt"),
        "the same player twice": (tie("other", [player("a")] * 2), "INVALID_ARGUMENT", "players[1].name"),
    }
    for request, code, field in mistakes.values():
        found = service.refusal(request)
        assert (found.code, found.metadata["field"]) == (code, field)
        assert found.message
        assert SEED.hex() not in str(found)


# Statuses of any size


def sized(kind: type[DomainError], violations: list[Violation]) -> tuple[int, int]:
    """Bytes of the status, and of what gRPC sends of it in the trailers."""
    status = status_of(kind.all(violations))
    trailers = len(base64.b64encode(status.SerializeToString())) + len(quote(status.message, safe="!-~ "))
    return status.ByteSize(), trailers


@pytest.mark.parametrize("kind", [InvalidInputError, SchemaMismatchError, OverloadedError, DeadlineError])
@pytest.mark.parametrize("letter", ["a", "%", "ä", "\U0001d54f"])
@pytest.mark.parametrize("count", [1, 2, 19, 20, 21, 200])
def test_a_status_stays_small_whatever_is_in_it(kind: type[DomainError], letter: str, count: int) -> None:
    long = [Violation(f"players[{at}].name", letter * 80, letter * 5000) for at in range(count)]
    short = [Violation(f"f{at}", letter, "an x") for at in range(count)]
    for violations in (long, short):
        size, trailers = sized(kind, violations)
        assert size <= 4096
        assert trailers <= 7500  # 8 KiB less the other headers


def test_the_first_violations_are_told_and_how_many_there_are(open_service: Callable[..., Service]) -> None:
    service = open_service()
    found = service.refusal(cards_pb2.GetCardsRequest(blueprint_ids=[f"9999_{number}" for number in range(1, 201)]))
    assert (found.code, found.reason, found.metadata["violations"]) == ("INVALID_ARGUMENT", "UNKNOWN_CARD", "200")
    told = list(found.violations)
    assert told == [f"blueprintIds[{at}]" for at in range(len(told))]
    assert 5 <= len(told) <= 20
    assert found.message.endswith(f"; and {200 - len(told)} more")
    assert found.size <= 4096
    twenty_one = service.refusal(tie("event", [player("%" * 60, ZEROS)] * 16))
    assert (twenty_one.code, twenty_one.metadata["violations"]) == ("INVALID_ARGUMENT", "15")
