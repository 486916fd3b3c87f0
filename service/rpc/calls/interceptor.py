"""The one interceptor: admits the caller, reads the request, runs the handler, translates errors, counts and logs.

It is outermost, so that no text of an unexpected exception ever reaches a caller, and only here is a call aborted.
"""

from __future__ import annotations

import asyncio
import secrets
from time import perf_counter
from typing import TYPE_CHECKING, Any

import grpc
from google.rpc import code_pb2

from deckmapping.errors import DomainError
from service.access.roles import HEALTH_CHECK
from service.caller import Role
from service.logs import kind_and_place
from service.rpc.calls.arrivals import parsed, received
from service.rpc.calls.callers import peer_of
from service.rpc.calls.error_table import INCIDENT, incident_status, spec_of, status_of
from service.rpc.calls.errors import DeadlineError, WorkFailedError
from service.rpc.calls.headers import headers_of
from service.rpc.calls.refusals import abort, trailers_of
from service.rpc.calls.streams import AdmittedStream, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import ThreadPoolExecutor

    from google.rpc import status_pb2
    from structlog.typing import FilteringBoundLogger

    from service.caller import Caller
    from service.rpc.calls.arrivals import Arrivals
    from service.rpc.calls.gate import Gate
    from service.rpc.calls.meter import Meter
    from service.rpc.calls.probes import Probes
    from service.rpc.calls.waiting import Waiting

    Handler = grpc.RpcMethodHandler[Any, Any]


class CallInterceptor(grpc.ServerInterceptor):
    """Wraps every unary call of the server, and admits the callers of streams; watching health is open to anybody."""

    def __init__(
        self, logger: FilteringBoundLogger, gate: Gate, meter: Meter, *, arrivals: Arrivals, probes: Probes
    ) -> None:
        """Wrap calls, whose requests *arrivals* waits for; those for health take threads and places of *probes*."""
        self._logger = logger
        self._gate = gate
        self._meter = meter
        self._arrivals = arrivals
        self._probes = probes
        # One wrapped handler a method, made at its first call. Two threads may make it twice, which does no harm.
        self._wrapped: dict[str, Handler] = {}

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Handler | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        """Return the wrapped handler of the called method; None where the server has no such method."""
        method = handler_call_details.method
        wrapped = self._wrapped.get(method)
        if wrapped is not None:
            return wrapped
        handler = continuation(handler_call_details)
        if handler is None:
            self._meter.unknown()
            return None
        # To gRPC every call has a stream of requests: else it would read the one before it asked who calls.
        if handler.unary_unary is not None:
            probed = self._probes if method == HEALTH_CHECK else None
            call = _Call(
                method,
                handler,
                logger=self._logger,
                gate=self._gate,
                meter=self._meter,
                waiting=probed or self._arrivals,
            )
            call.experimental_thread_pool = None if probed is None else probed.threads
            wrapped = grpc.stream_unary_rpc_method_handler(call)
        elif handler.unary_stream is not None:
            watch = Watch(handler.unary_stream, self._probes)
            wrapped = grpc.stream_stream_rpc_method_handler(watch, None, handler.response_serializer)
        else:
            stream = AdmittedStream(self._gate, method, handler)
            wrapped = grpc.stream_stream_rpc_method_handler(stream, None, handler.response_serializer)
        self._wrapped[method] = wrapped
        return wrapped


class _Call:
    """One method's handler on raw bytes: nothing is deserialised or serialised outside of it."""

    experimental_thread_pool: ThreadPoolExecutor | None = None
    """Threads of its own; gRPC's own name."""

    def __init__(
        self,
        method: str,
        handler: Handler,
        *,
        logger: FilteringBoundLogger,
        gate: Gate,
        meter: Meter,
        waiting: Waiting,
    ) -> None:
        self._logger = logger
        self._gate = gate
        self._meter = meter
        self._waiting = waiting
        self._method = method
        assert handler.unary_unary is not None
        self._handle: Callable[[Any, Any], Any] = handler.unary_unary
        self._parse = handler.request_deserializer or bytes
        self._serialise = handler.response_serializer or bytes

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        started = perf_counter()
        self._meter.begin()
        reason = incident = cause = ""
        raw = answer = b""
        trailers: tuple[tuple[str, str], ...] = ()
        caller: Caller | None = None
        failed: status_pb2.Status | None = None
        try:
            caller = self._gate.enter(self._method, context)
            raw = received(self._waiting, requests, context, _whose(caller, context))
            self._gate.weigh(caller, len(raw))
            answer = self._answer(raw, caller)
        except DomainError as error:
            failed, reason, trailers = status_of(error), spec_of(error).reason, trailers_of(error)
            cause = error.cause
        except (Exception, asyncio.CancelledError) as error:  # noqa: BLE001  # nothing may pass: its text would be sent
            incident = secrets.token_hex(8)
            failed, reason = incident_status(incident), INCIDENT
            self._logger.error("incident", method=self._method, incident=incident, exception=_told(error))  # noqa: TRY400
        finally:
            if caller is not None:
                self._gate.leave(caller)
        seconds = perf_counter() - started
        status = "OK" if failed is None else code_pb2.Code.Name(failed.code)
        self._meter.end(self._method, status, reason, seconds)
        line = {
            "method": self._method,
            "status": status,
            "duration_ms": round(seconds * 1000, 3),
            "request_bytes": len(raw),
            "response_bytes": len(answer),
            "reason": reason,
            "incident": incident,
            "text": cause,
            **_who(caller, context),
            **headers_of(context)._asdict(),
        }
        self._logger.info("call", **{key: value for key, value in line.items() if value != ""})
        if failed is not None:
            abort(context, failed, trailers)
        return answer

    def _answer(self, raw: bytes, caller: Caller) -> bytes:
        if caller.seconds_left() <= 0:
            raise DeadlineError.of("deadline", "passed", "a deadline in the future")
        request = parsed(self._parse, raw)
        # The servicers take the caller where gRPC would hand them its context.
        response = self._handle(request, caller)
        self._meter.answered(response)
        answer: bytes = self._serialise(response)
        return answer


def _told(error: BaseException) -> str:
    """Return what the log tells of a fault of our own: its kind and place, in whichever process it was."""
    return str(error) if isinstance(error, WorkFailedError) else kind_and_place(error)


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
