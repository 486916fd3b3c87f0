"""Who answers a command's calls: the servicers in this process, or a service elsewhere through the generated stubs.

Both have one method an RPC, request message in, response message out, so a command never knows which it has.
"""

from __future__ import annotations

import json
import re
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, cast

import grpc

from deckmapping.errors import InvalidInputError
from sabacc.v1 import (
    audits_pb2_grpc,
    campaign_pb2_grpc,
    cards_pb2_grpc,
    hands_pb2_grpc,
    ledger_pb2_grpc,
    missions_pb2_grpc,
    odds_pb2,
    odds_pb2_grpc,
    tables_pb2,
    tables_pb2_grpc,
    tiebreaks_pb2_grpc,
)
from service.bootstrap import build_application
from service.cli.client import open_channel
from service.cli.failures import CallError, unusable
from service.cli.settings import client_settings, configured
from service.rpc.contract.servicers import Servicers
from service.settings import Migrate
from service.table_secrets import SeededSecrets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from service.rpc.contract.audit_service import AuditServicer
    from service.rpc.contract.campaign_service import CampaignServicer
    from service.rpc.contract.card_service import CardServicer
    from service.rpc.contract.hand_service import HandServicer
    from service.rpc.contract.ledger_service import LedgerServicer
    from service.rpc.contract.mission_service import MissionServicer
    from service.rpc.contract.odds_service import OddsServicer
    from service.rpc.contract.table_service import TableServicer
    from service.rpc.contract.tiebreak_service import TiebreakServicer

CALL_TIMEOUT_S: Final = 30
"""Seconds a command waits for an answer of the service."""
STREAM_TIMEOUT_S: Final = 3600
"""Seconds it waits for the end of a stream; a service may end it earlier."""
_LONGEST_BACKOFF_MS: Final = 1000
"""Between two tries to reach a service that was lost."""

_ADDRESS: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[0-9A-Za-z.-]+):([0-9]{1,5})")


@contextmanager
def opened(
    server: str | None, *, catalogue: Path | None = None, database: str | None = None, stored: bool = False
) -> Iterator[Servicers]:
    """Open what answers the calls of one command, and close it after.

    Args:
        server: HOST:PORT of a service; None works in this process, with the settings of the environment.
        catalogue: catalogue file in place of the setting's.
        database: database URL in place of the setting's.
        stored: whether the command needs stored ties; without it no database is opened or made.

    Raises:
        UnusableError: the address, a setting, the catalogue or the database's schema cannot be used.
        StoreDownError: the database does not answer.
        CallError: a call to the service failed.
    """
    if server is not None:
        with unusable():
            for option, value in (("--catalogue", catalogue), ("--database", database)):
                if value is not None:
                    raise InvalidInputError.of(
                        option, "together with --server", "one of the two: a service has its own"
                    )
        with connected(server) as channel:
            yield _stubs(channel)
        return
    with unusable():
        settings = configured(catalogue=catalogue, database_url=database)
        application = build_application(settings, stored=stored, served=False)
    try:
        yield application.servicers
    finally:
        application.close()


@contextmanager
def practised(seed: str, *, catalogue: Path | None = None) -> Iterator[Servicers]:
    """Open what answers the calls of one command whose tables follow from the text *seed*; nothing of it is kept.

    Raises:
        UnusableError: a setting or the catalogue cannot be used.
    """
    with tempfile.TemporaryDirectory(prefix="sabacc-") as folder:
        with unusable():
            url = f"sqlite:///{folder}/practice.db"
            settings = configured(catalogue=catalogue, database_url=url, migrate=Migrate.AUTO)
            application = build_application(settings, served=False, secrets=SeededSecrets(seed))
        try:
            yield application.servicers
        finally:
            application.close()


@contextmanager
def connected(server: str) -> Iterator[grpc.Channel]:
    """Open a channel to the service at *server*; nothing is sent until the first call.

    Raises:
        UnusableError: *server* is not HOST:PORT, or a setting cannot be used.
        CallError: a call made inside failed.
    """
    match = _ADDRESS.fullmatch(server)
    if match is None or not 0 < int(match[2]) < 65536:
        with unusable():
            raise InvalidInputError.of("--server", server, "HOST:PORT")
    service_config = {
        "methodConfig": [
            {"name": [{}], "timeout": f"{CALL_TIMEOUT_S}s"},
            {"name": list(_streams()), "timeout": f"{STREAM_TIMEOUT_S}s"},
        ]
    }
    options: list[tuple[str, str | int]] = [
        ("grpc.service_config", json.dumps(service_config)),
        ("grpc.enable_http_proxy", 0),
        ("grpc.initial_reconnect_backoff_ms", 200),  # somebody waits before the screen
        ("grpc.max_reconnect_backoff_ms", _LONGEST_BACKOFF_MS),
    ]
    with unusable():
        allowed = configured().allow_plaintext
        channel = open_channel(server, client_settings(), options, allow_plaintext=allowed)
    try:
        yield channel
    except grpc.RpcError as error:
        raise CallError(error, server) from None
    finally:
        channel.close()


def _streams() -> Iterator[dict[str, str]]:
    """Yield the names of the calls that answer with a stream."""
    for contract in (odds_pb2, tables_pb2):
        for service in contract.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                if method.server_streaming:
                    yield {"service": service.full_name, "method": method.name}


def _stubs(channel: grpc.Channel) -> Servicers:
    # The stubs have the servicers' methods, but the generated code has no types.
    return Servicers(
        cards=cast("CardServicer", cards_pb2_grpc.CardServiceStub(channel)),  # type: ignore[no-untyped-call]
        hands=cast("HandServicer", hands_pb2_grpc.HandServiceStub(channel)),  # type: ignore[no-untyped-call]
        ties=cast("TiebreakServicer", tiebreaks_pb2_grpc.TiebreakServiceStub(channel)),  # type: ignore[no-untyped-call]
        audits=cast("AuditServicer", audits_pb2_grpc.AuditServiceStub(channel)),  # type: ignore[no-untyped-call]
        odds=cast("OddsServicer", odds_pb2_grpc.OddsServiceStub(channel)),  # type: ignore[no-untyped-call]
        tables=cast("TableServicer", tables_pb2_grpc.TableServiceStub(channel)),  # type: ignore[no-untyped-call]
        ledger=cast("LedgerServicer", ledger_pb2_grpc.LedgerServiceStub(channel)),  # type: ignore[no-untyped-call]
        missions=cast("MissionServicer", missions_pb2_grpc.MissionServiceStub(channel)),  # type: ignore[no-untyped-call]
        campaign=cast("CampaignServicer", campaign_pb2_grpc.CampaignServiceStub(channel)),  # type: ignore[no-untyped-call]
    )
