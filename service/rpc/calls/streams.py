"""Calls that answer with a stream: those of the contract, watching health, and reflection.

A stream of the contract holds a thread from its first answer to its last, so they are counted, capped, and end after a
while. One that ends early may be asked for again: what it has told so far is the caller's to keep.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final

from grpc_health.v1 import health_pb2

from deckmapping.errors import DomainError
from service.caller import Role
from service.rpc.calls.arrivals import parsed, received
from service.rpc.calls.callers import peer_of, streaming_caller
from service.rpc.calls.error_table import status_of
from service.rpc.calls.errors import OverloadedError
from service.rpc.calls.passage import Passage
from service.rpc.calls.places import require_place
from service.rpc.calls.refusals import abort, trailers_of
from service.settings import STREAMS_FROM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import grpc

    from service.caller import Caller
    from service.rpc.calls.gate import Gate
    from service.rpc.calls.passage import Posts
    from service.rpc.calls.probes import Probes
    from service.rpc.calls.waiting import Waiting


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


class Streams:
    """The places of streams of the contract, of which one identity leaves the others at least one."""

    def __init__(self, most: int, longest_s: float) -> None:
        """Let *most* streams run at the same time, each for *longest_s* seconds at most."""
        self._most = most
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.longest_s = longest_s

    @contextmanager
    def place(self, caller: Caller) -> Iterator[None]:
        """Hold a place of *caller*'s inside.

        Raises:
            OverloadedError: there is none, or none for him; the error says which.
        """
        with self._lock:
            self._require(caller)
            self._taken[caller.name] += 1
        try:
            yield
        finally:
            with self._lock:
                self._taken -= Counter((caller.name,))  # forgets who has none

    def _require(self, caller: Caller) -> None:
        # His own limit first: while it holds, the others' streams may end and he still gets no place.
        if caller.role is not Role.LOCAL and self._most > 1:
            require_place(f"streams of {caller.name}", self._taken[caller.name], self._most - 1, STREAMS_FROM)
        require_place("streams", self._taken.total(), self._most, STREAMS_FROM)


class AnswerStream:
    """One method's handler on raw bytes that answers with a stream, as `_Call` of the interceptor is with one answer.

    The handler is closed, and so ends what it does, as soon as nobody reads its answers any more. One that waits long
    for its next answer asks its caller whether he has gone.
    """

    def __init__(
        self, method: str, handler: grpc.RpcMethodHandler[Any, Any], posts: Posts, waiting: Waiting, streams: Streams
    ) -> None:
        assert handler.unary_stream is not None
        self._method = method
        self._posts = posts
        self._waiting = waiting
        self._streams = streams
        self._answers: Callable[[Any, Any], Any] = handler.unary_stream
        self._parse = handler.request_deserializer or bytes
        self._serialise: Callable[[Any], bytes] = handler.response_serializer or bytes

    def __call__(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        """Answer a call."""
        with Passage(self._method, context, self._posts) as passage:
            raw, admitted = passage.read(requests, self._waiting)
            caller = streaming_caller(admitted, context, self._streams.longest_s)
            with self._streams.place(caller), closing(self._answers(parsed(self._parse, raw), caller)) as answers:
                for answer in answers:
                    yield passage.answered_in_part(answer, self._serialise(answer))


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
