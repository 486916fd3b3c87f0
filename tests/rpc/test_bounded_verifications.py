"""Verifying the audit log in a process that answers calls: one at a time, and never for long."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import create_engine, text

from sabacc.v1 import audits_pb2 as pb
from service.rpc.calls.callers import local_caller
from service.rpc.calls.errors import DeadlineError
from service.rpc.contract.audit_service import AuditServicer
from service.storage.audit_store import SqlAuditStore
from tests.rpc.asking import tie
from tests.rpc.callers import Service, settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from tests.postgresql import PostgresServer

VERIFY = pb.VerifyAuditLogRequest()


@pytest.fixture
def service(postgres: PostgresServer) -> Iterator[Service]:
    with Service(settings_for(postgres.new_database()), wired=True) as opened:
        yield opened


@contextmanager
def log_held(service: Service) -> Iterator[Connection]:
    """Let nobody read the log, as if it were endless."""
    engine = create_engine(service.settings.database_url.get_secret_value())
    with engine.connect() as holder, holder.begin():
        holder.execute(text("LOCK TABLE audit_entry IN ACCESS EXCLUSIVE MODE"))
        yield holder
    engine.dispose()


def wait_for_a_reader(holder: Connection) -> None:
    until = time.monotonic() + 25
    while not holder.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
        assert time.monotonic() < until, "nobody reads the log"
        time.sleep(0.01)


def test_a_second_verification_at_the_same_time_is_refused_and_may_be_repeated(service: Service) -> None:
    service.call(tie("event"))
    with ThreadPoolExecutor(1) as threads:
        with log_held(service) as holder:
            first = threads.submit(service.call, VERIFY)
            wait_for_a_reader(holder)
            started = time.monotonic()
            refused = service.refusal(VERIFY)
            assert time.monotonic() - started < 20  # it is not waited for
        assert first.result().valid
    assert (refused.code, refused.reason, refused.retry_s) == ("RESOURCE_EXHAUSTED", "OVERLOADED", 2)
    assert service.call(VERIFY).valid


def test_a_verification_that_takes_long_is_given_up_and_the_next_one_is_let_in(service: Service) -> None:
    service.call(tie("event"))
    with log_held(service):
        for _ in range(2):
            refused = service.told_in_time(VERIFY, 1)
            assert (refused.code, refused.reason) == ("DEADLINE_EXCEEDED", "DEADLINE")
            assert "`sabacc audit verify` beside the service" in refused.message
    assert service.call(VERIFY).valid


def test_no_caller_s_patience_makes_a_verification_longer_than_the_service_allows(service: Service) -> None:
    servicer = AuditServicer(SqlAuditStore(service.application.engine), longest_s=0.5)
    started = time.monotonic()
    with log_held(service), pytest.raises(DeadlineError, match=r"got '?0\.5 s'?.*`sabacc audit verify`"):
        servicer.VerifyAuditLog(VERIFY, local_caller(3600))
    assert time.monotonic() - started < 60


def test_a_command_in_its_own_process_takes_the_time_it_needs(service: Service) -> None:
    servicer = AuditServicer(SqlAuditStore(service.application.engine), longest_s=0.5)
    with ThreadPoolExecutor(1) as threads:
        with log_held(service) as holder:
            waiting = threads.submit(servicer.VerifyAuditLog, VERIFY)
            wait_for_a_reader(holder)
            time.sleep(1)
        assert waiting.result().valid
