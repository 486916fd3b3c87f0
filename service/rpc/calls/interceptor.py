"""The one interceptor: admits the caller, reads the request, runs the handler, translates errors, counts and logs.

It is outermost, so that no text of an unexpected exception ever reaches a caller, and only here is a call aborted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc

from service.access.roles import HEALTH_CHECK, HEALTH_WATCH
from service.rpc.calls.arrivals import parsed
from service.rpc.calls.passage import Passage, Posts
from service.rpc.calls.streams import AdmittedStream, AnswerStream, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import ThreadPoolExecutor

    from structlog.typing import FilteringBoundLogger

    from service.rpc.calls.arrivals import Arrivals
    from service.rpc.calls.gate import Gate
    from service.rpc.calls.meter import Meter
    from service.rpc.calls.probes import Probes
    from service.rpc.calls.streams import Streams
    from service.rpc.calls.waiting import Waiting

    Handler = grpc.RpcMethodHandler[Any, Any]


class CallInterceptor(grpc.ServerInterceptor):
    """Wraps every call of the server; watching health is open to anybody."""

    def __init__(
        self,
        logger: FilteringBoundLogger,
        gate: Gate,
        meter: Meter,
        *,
        arrivals: Arrivals,
        probes: Probes,
        streams: Streams,
    ) -> None:
        """Wrap calls.

        Args:
            logger: receives one line a call.
            gate: admits callers.
            meter: counts calls.
            arrivals: waits for requests.
            probes: threads and places of those who ask for health.
            streams: places of calls that answer with a stream.
        """
        self._posts = Posts(logger, gate, meter)
        self._arrivals = arrivals
        self._probes = probes
        self._streams = streams
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
        if wrapped is None:
            handler = continuation(handler_call_details)
            if handler is None:
                self._posts.meter.unknown()
                return None
            wrapped = self._wrapped[method] = self._wrap(method, handler)
        return wrapped

    def _wrap(self, method: str, handler: Handler) -> Handler:
        # To gRPC every call has a stream of requests: else it would read the one before it asked who calls.
        if handler.unary_unary is not None:
            probed = self._probes if method == HEALTH_CHECK else None
            call = _Call(method, handler, self._posts, probed or self._arrivals)
            call.experimental_thread_pool = None if probed is None else probed.threads
            return grpc.stream_unary_rpc_method_handler(call)
        if method == HEALTH_WATCH:
            watch = Watch(handler.unary_stream, self._probes)
            return grpc.stream_stream_rpc_method_handler(watch, None, handler.response_serializer)
        if handler.unary_stream is not None:
            answers = AnswerStream(method, handler, self._posts, self._arrivals, self._streams)
            return grpc.stream_stream_rpc_method_handler(answers)
        stream = AdmittedStream(self._posts.gate, method, handler)
        return grpc.stream_stream_rpc_method_handler(stream, None, handler.response_serializer)


class _Call:
    """One method's handler on raw bytes: nothing is deserialised or serialised outside of it."""

    experimental_thread_pool: ThreadPoolExecutor | None = None
    """Threads of its own; gRPC's own name."""

    def __init__(self, method: str, handler: Handler, posts: Posts, waiting: Waiting) -> None:
        self._method = method
        self._posts = posts
        self._waiting = waiting
        assert handler.unary_unary is not None
        self._handle: Callable[[Any, Any], Any] = handler.unary_unary
        self._parse = handler.request_deserializer or bytes
        self._serialise: Callable[[Any], bytes] = handler.response_serializer or bytes

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        with Passage(self._method, context, self._posts) as passage:
            raw, caller = passage.read(requests, self._waiting)
            # The servicers take the caller where gRPC would hand them its context.
            response = self._handle(parsed(self._parse, raw), caller)
            return passage.answered(response, self._serialise(response))
