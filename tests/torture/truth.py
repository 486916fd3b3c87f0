"""What a database must hold after whatever was done to the service."""

from __future__ import annotations

from datetime import UTC
from typing import TYPE_CHECKING

from sqlalchemy import select

from service.audit.verification import verify
from service.rpc.calls.callers import local_caller
from service.storage.audit_store import SqlAuditStore
from service.storage.checks import check
from service.storage.database import open_engine, read
from service.storage.schema import AUDIT_ENTRIES, TIES
from service.tiebreak.verification import replay

if TYPE_CHECKING:
    from sqlalchemy import Row

    from tests.torture.client import Crowd

HOUR_S = 3600


def assert_nothing_is_lost(url: str, *crowds: Crowd) -> None:
    """Every acknowledged tie is there once, as acknowledged, and verifies; the others are whole or not there."""
    engine = open_engine(url, 1)
    try:
        rows = read(engine, lambda connection: connection.execute(select(TIES)).all(), HOUR_S)
        heads = dict(
            read(
                engine,
                lambda connection: connection.execute(select(AUDIT_ENTRIES.c.tie_id, AUDIT_ENTRIES.c.head)).all(),
                HOUR_S,
            )
        )
        log = SqlAuditStore(engine).examine(verify, local_caller(HOUR_S))
        sound = check(engine, HOUR_S)
    finally:
        engine.dispose()
    stored: dict[tuple[str, str], Row[tuple[object, ...]]] = {(row.event, row.stage): row for row in rows}
    assert len(stored) == len(rows)
    for row in rows:
        assert replay(row.transcript).result_id.hex() == row.result_id
    for crowd in crowds:
        for stage, answer in crowd.answers.items():
            row = stored.pop((crowd.event, stage))
            assert row.result_id == answer.result_id
            assert row.transcript == answer.transcript
            assert row.create_time.replace(tzinfo=UTC) == answer.create_time.ToDatetime(UTC)
            assert heads[row.tie_id] == answer.audit_head
    assert set(stored) <= {(crowd.event, stage) for crowd in crowds for stage in crowd.given_up}
    assert (log.reason, log.entries) == ("", len(rows))
    assert sound.faults == ()
