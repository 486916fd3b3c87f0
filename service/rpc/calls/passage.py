"""The way of every call through the service: admitted, read, answered; at its end told, counted and logged."""

from __future__ import annotations

import asyncio
import secrets
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Self

from google.rpc import code_pb2

from deckmapping.errors import DomainError
from service.caller import Role
from service.logs import kind_and_place
from service.rpc.calls.arrivals import received
from service.rpc.calls.callers import peer_of
from service.rpc.calls.error_table import INCIDENT, incident_status, spec_of, status_of
from service.rpc.calls.errors import DeadlineError, WorkFailedError
from service.rpc.calls.headers import headers_of
from service.rpc.calls.refusals import abort, trailers_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    import grpc
    from google.rpc import status_pb2
    from structlog.typing import FilteringBoundLogger

    from service.caller import Caller
    from service.rpc.calls.gate import Gate
    from service.rpc.calls.meter import Meter
    from service.rpc.calls.refusals import Trailers
    from service.rpc.calls.waiting import Waiting


class Posts(NamedTuple):
    """What every call passes."""

    logger: FilteringBoundLogger
    gate: Gate
    meter: Meter


class _End(NamedTuple):
    """How a call ended."""

    status: str = "OK"
    """Name of the gRPC status."""
    reason: str = ""
    incident: str = ""
    cause: str = ""
    """What only the operator may know."""
    failed: status_pb2.Status | None = None
    """What the caller is told; None where he has his answer, or is gone."""
    trailers: Trailers = ()


class Passage:
    """One call's way; a context that holds from its first byte to its last. No error leaves it but gRPC's own abort."""

    def __init__(self, method: str, context: grpc.ServicerContext, posts: Posts) -> None:
        self._method = method
        self._context = context
        self._posts = posts
        self._started = perf_counter()
        self._caller: Caller | None = None
        self._request_bytes = 0
        self._response_bytes = 0
        self._responses: int | str = ""

    def __enter__(self) -> Self:
        self._posts.meter.begin()
        return self

    def read(self, requests: Iterator[bytes], waiting: Waiting) -> tuple[bytes, Caller]:
        """Admit the caller and read his request.

        Raises:
            DomainError: he may not call, the request does not arrive or is too large, or his time is over.
        """
        gate, context = self._posts.gate, self._context
        caller = self._caller = gate.enter(self._method, context)
        raw = received(waiting, requests, context, _whose(caller, context))
        self._request_bytes = len(raw)
        gate.weigh(caller, len(raw))
        if caller.seconds_left() <= 0:
            raise DeadlineError.of("deadline", "passed", "a deadline in the future")
        return raw, caller

    def answered(self, response: object, raw: bytes) -> bytes:
        """Take note of the answer, and return it as it is sent."""
        self._posts.meter.answered(response)
        self._response_bytes = len(raw)
        return raw

    def answered_in_part(self, response: object, raw: bytes) -> bytes:
        """Take note of one answer of a stream, and return it as it is sent."""
        self._posts.meter.answered(response)
        self._response_bytes += len(raw)
        self._responses = int(self._responses or 0) + 1
        return raw

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._caller is not None:
            self._posts.gate.leave(self._caller)
        end = self._end_with(error)
        if end is None:
            return
        seconds = perf_counter() - self._started
        self._posts.meter.end(self._method, end.status, end.reason, seconds)
        self._log(end, seconds)
        if end.failed is not None:
            abort(self._context, end.failed, end.trailers)

    def _end_with(self, error: BaseException | None) -> _End | None:
        """Return what *error* makes of the call; None where the whole process ends."""
        if error is None:
            return _End()
        if isinstance(error, DomainError):
            failed, reason = status_of(error), spec_of(error).reason
            return _End(_name(failed), reason, cause=error.cause, failed=failed, trailers=trailers_of(error))
        if isinstance(error, GeneratorExit):  # a stream that nobody reads any more
            is_late = self._caller is not None and self._caller.seconds_left() <= 0
            return _End("DEADLINE_EXCEEDED" if is_late else "CANCELLED")
        if isinstance(error, Exception | asyncio.CancelledError):  # nothing may pass: its text would be sent
            incident = secrets.token_hex(8)
            told = str(error) if isinstance(error, WorkFailedError) else kind_and_place(error)
            self._posts.logger.error("incident", method=self._method, incident=incident, exception=told)
            failed = incident_status(incident)
            return _End(_name(failed), INCIDENT, incident, failed=failed)
        return None

    def _log(self, end: _End, seconds: float) -> None:
        line = {
            "method": self._method,
            "status": end.status,
            "duration_ms": round(seconds * 1000, 3),
            "request_bytes": self._request_bytes,
            "response_bytes": self._response_bytes,
            "responses": self._responses,
            "reason": end.reason,
            "incident": end.incident,
            "text": end.cause,
            **_who(self._caller, self._context),
            **headers_of(self._context)._asdict(),
        }
        self._posts.logger.info("call", **{key: value for key, value in line.items() if value != ""})


def _name(failed: status_pb2.Status) -> str:
    name: str = code_pb2.Code.Name(failed.code)
    return name


def _whose(caller: Caller, context: grpc.ServicerContext) -> str:
    """Return whom a request that does not arrive is counted for: an identity, a probe's address, or nobody."""
    if caller.role is Role.PROBE:
        return peer_of(context)
    return "" if caller.role is Role.LOCAL else caller.name


def _who(caller: Caller | None, context: grpc.ServicerContext) -> dict[str, str]:
    """Return what the line tells of the caller; of one who was not admitted, from where he called."""
    if caller is None:
        return {"peer": peer_of(context)}
    return {"caller": caller.name, "role": caller.role.value}
