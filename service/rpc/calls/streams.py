"""The streams beside the contract: watching health, which anybody may, and reflection, for those who are known."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from grpc_health.v1 import health_pb2

from deckmapping.errors import DomainError
from service.rpc.calls.arrivals import parsed, received
from service.rpc.calls.callers import peer_of
from service.rpc.calls.error_table import status_of
from service.rpc.calls.errors import OverloadedError
from service.rpc.calls.refusals import abort, trailers_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grpc

    from service.caller import Caller
    from service.rpc.calls.gate import Gate
    from service.rpc.calls.probes import Probes


_PATIENCE_S: Final = 1.0


class Watch:
    """Watches health: reads the one request, then holds no thread while it waits for changes."""

    experimental_non_blocking: Final = True  # gRPC's own name

    def __init__(self, watch: Any, probes: Probes) -> None:
        self.experimental_thread_pool = probes.threads
        self._watch = watch
        self._probes = probes

    def __call__(
        self, requests: Iterator[bytes], context: grpc.ServicerContext, send: Callable[[object], None]
    ) -> None:
        """Begin to watch."""
        try:
            raw = received(self._probes, requests, context, peer_of(context))
            self._watch(parsed(health_pb2.HealthCheckRequest.FromString, raw), context, send)
        except DomainError as error:
            abort(context, status_of(error), trailers_of(error))


class AdmittedStream:
    """A stream whose caller passes the gate first.

    One such stream runs at a time, because each holds a thread: only reflection, a tool of development, has them. The
    next one waits a second for the one before to end.
    """

    def __init__(self, gate: Gate, method: str, handler: grpc.RpcMethodHandler[Any, Any]) -> None:
        assert handler.stream_stream is not None
        self._gate = gate
        self._method = method
        self._answers: Callable[[Iterator[Any], grpc.ServicerContext], Iterator[Any]] = handler.stream_stream
        self._parse = handler.request_deserializer or bytes
        self._free = threading.Lock()

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[Any]:
        """Answer each request."""
        caller: Caller | None = None
        held = False
        try:
            caller = self._gate.enter(self._method, context)
            held = self._free.acquire(timeout=_PATIENCE_S)
            if not held:
                raise OverloadedError.of("stream", "a second one", "one stream of this kind at a time")
            yield from self._answers((parsed(self._parse, raw) for raw in requests), context)
        except DomainError as error:
            abort(context, status_of(error), trailers_of(error))
        finally:
            if held:
                self._free.release()
            if caller is not None:
                self._gate.leave(caller)
