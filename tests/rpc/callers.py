"""The service as a caller has it: in this process, or behind a server of its own. Both answer and refuse alike."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import grpc
from google.protobuf import message_factory
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc_status import rpc_status
from sqlalchemy import func, select

from deckmapping.errors import DomainError
from sabacc.v1 import (
    audits_pb2,
    campaign_pb2,
    cards_pb2,
    hands_pb2,
    ledger_pb2,
    missions_pb2,
    odds_pb2,
    tables_pb2,
    tiebreaks_pb2,
)
from service.access.roles import ALL
from service.bootstrap import build_application
from service.logs import make_logger
from service.rpc.calls.error_table import status_of
from service.rpc.calls.gate import open_gate
from service.rpc.serving.metrics import Metrics
from service.rpc.serving.server import start_server
from service.settings import LogFormat, load_settings
from service.storage.schema import TIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.protobuf.message import Message
    from structlog.typing import FilteringBoundLogger

    from service.bootstrap import Application
    from service.settings import Settings


@dataclass(frozen=True)
class Method:
    """One call of the contract."""

    service: str
    path: str
    name: str
    response: type[Message]
    streams: bool
    """Whether it answers with a stream."""


CONTRACT = (
    audits_pb2,
    campaign_pb2,
    cards_pb2,
    hands_pb2,
    ledger_pb2,
    missions_pb2,
    odds_pb2,
    tables_pb2,
    tiebreaks_pb2,
)
"""The files of the contract."""


METHODS = {
    method.input_type.name: Method(
        service.name,
        f"/{service.full_name}/{method.name}",
        method.name,
        message_factory.GetMessageClass(method.output_type),
        method.server_streaming,
    )
    for module in CONTRACT
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
"""Every call, by the name of its request: no two calls share a request type."""


TEST_METHODS = dict.fromkeys(("/tests.Faults/Raise", "/tests.Gate/Wait", "/tests.Stream/Count"), ALL)
"""Roles of calls that only tests have."""


@dataclass
class Refused(Exception):  # noqa: N818  # a call's outcome, not a fault
    """A call that ended with an error status."""

    code: str
    message: str
    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    violations: dict[str, str] = field(default_factory=dict)
    """BadRequest: description by field; the first where a field has several."""
    retry_s: int | None = None
    domain: str = ""
    size: int = 0
    """Bytes of the whole status."""

    @classmethod
    def of_status(cls, status: status_pb2.Status) -> Self:
        """Read everything that a status may carry; a detail that stands twice is a fault."""
        refused = cls(code_pb2.Code.Name(status.code), status.message, size=status.ByteSize())
        kinds = [detail.type_url.rpartition(".")[2] for detail in status.details]
        assert len(kinds) == len(set(kinds))
        for kind, detail in zip(kinds, status.details, strict=True):
            if kind == "ErrorInfo":
                info = error_details_pb2.ErrorInfo.FromString(detail.value)
                refused.reason, refused.domain, refused.metadata = info.reason, info.domain, dict(info.metadata)
            elif kind == "BadRequest":
                for fault in error_details_pb2.BadRequest.FromString(detail.value).field_violations:
                    refused.violations.setdefault(fault.field, fault.description)
            else:
                assert kind == "RetryInfo"
                refused.retry_s = error_details_pb2.RetryInfo.FromString(detail.value).retry_delay.seconds
        return refused

    @classmethod
    def of_call(cls, error: grpc.RpcError) -> Self:
        """Read the error of a call over the wire; without details where gRPC itself refused."""
        status = rpc_status.from_call(error)
        return cls(error.code().name, error.details() or "") if status is None else cls.of_status(status)

    def __str__(self) -> str:
        return f"{self.code} {self.reason}: {self.message}"


class Service:
    """An application on a database, called in process or through a server and a channel of its own."""

    def __init__(
        self, settings: Settings, *, wired: bool, extra_handlers: Sequence[grpc.GenericRpcHandler] = ()
    ) -> None:
        self.settings = settings
        self.wired = wired
        self.log = io.StringIO()
        logger = logger_to(self.log)
        self.application = build_application(settings, served=wired, logger=logger)
        self.metrics = metrics_of(self.application)
        self.server = self.channel = None
        if wired:
            self.server = start_server(
                self.application.servicers,
                settings,
                logger,
                self.metrics,
                gate=open_gate(settings, logger, TEST_METHODS),
                extra_handlers=extra_handlers,
            )
            self.server.ready()
            self.channel = open_channel(self.server.address)

    def call(
        self, request: Message, timeout_s: float | None = 30, metadata: tuple[tuple[str, str | bytes], ...] = ()
    ) -> Any:
        """Make the call that *request* belongs to; the deadline and the metadata exist over the wire only.

        Of a call that answers with a stream all answers are returned, as a list.

        Raises:
            Refused: it ended with an error status.
        """
        method = METHODS[request.DESCRIPTOR.name]
        if self.channel is None:
            servicers = self.application.servicers
            servicer = {
                "AuditService": servicers.audits,
                "CampaignService": servicers.campaign,
                "CardService": servicers.cards,
                "HandService": servicers.hands,
                "LedgerService": servicers.ledger,
                "MissionService": servicers.missions,
                "OddsService": servicers.odds,
                "TableService": servicers.tables,
                "TiebreakService": servicers.ties,
            }[method.service]
            try:
                answer = getattr(servicer, method.name)(request)
                return list(answer) if method.streams else answer
            except DomainError as error:
                raise Refused.of_status(status_of(error)) from None
        kind: Any = self.channel.unary_stream if method.streams else self.channel.unary_unary
        send = kind(
            method.path,
            request_serializer=type(request).SerializeToString,
            response_deserializer=method.response.FromString,
        )
        try:
            answer = send(request, timeout=timeout_s, metadata=metadata)
            return list(answer) if method.streams else answer
        except grpc.RpcError as error:
            raise Refused.of_call(error) from None

    def refusal(self, request: Message, timeout_s: float | None = 30) -> Refused:
        """Make a call that must be refused."""
        try:
            answer = self.call(request, timeout_s)
        except Refused as refused:
            return refused
        raise AssertionError(f"answered: {str(answer)[:500]}")

    def told_in_time(self, request: Message, timeout_s: float) -> Refused:
        """Make a call that must be refused before its deadline; again where a busy machine let that pass."""
        for _ in range(9):
            refused = self.refusal(request, timeout_s)
            if refused.reason:
                break
        return refused

    def lines(self) -> list[dict[str, Any]]:
        """The log so far; only a server writes one."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    def stored(self, event: str) -> int:
        """How many rows the database has for an event."""
        with self.application.engine.begin() as connection:
            return connection.scalar(select(func.count()).select_from(TIES).where(TIES.c.event == event)) or 0

    def again(self, **changed: object) -> Service:
        """Another application on the same database, called the same way."""
        url = self.settings.database_url.get_secret_value()
        return Service(settings_for(url, **changed), wired=self.wired)

    def close(self, grace_s: float = 5) -> None:
        """Stop everything."""
        if self.channel is not None and self.server is not None:
            self.channel.close()
            self.server.stop(0, grace_s)
        self.application.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def settings_for(url: str, **changed: object) -> Settings:
    """Settings on a database, on any free port of the loopback."""
    return load_settings(None, **{"database_url": url, "port": 0, "migrate": "always", **changed})


def metrics_of(application: Application) -> Metrics:
    """What counts the calls of an application."""
    return Metrics(application.catalogue, application.engine, application.pools)


def logger_to(stream: io.StringIO) -> FilteringBoundLogger:
    """The service's own JSON logger, writing into *stream*."""
    with redirect_stderr(stream):
        return make_logger(LogFormat.JSON)


def open_channel(address: str) -> grpc.Channel:
    """A channel as a client has it, without the proxies of this machine."""
    return grpc.insecure_channel(address, [("grpc.enable_http_proxy", 0)])
