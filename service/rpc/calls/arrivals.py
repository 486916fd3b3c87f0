"""Requests that do not arrive: a call holds a thread from its first header on, so it may not wait for ever."""

from __future__ import annotations

import itertools
import threading
import time
from typing import TYPE_CHECKING, Final, TypeVar

import grpc
from google.protobuf.message import DecodeError

from service.rpc.calls.errors import DeadlineError, MalformedRequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Request = TypeVar("Request")

PATIENCE_S: Final = 5.0
"""Seconds from a call's start until its request must have arrived."""

_LOOK_EVERY_S: Final = 0.5


class Arrivals:
    """Cancels calls whose request has not arrived in time; gRPC itself would let them hold their threads."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._numbers = itertools.count()
        self._waiting: dict[int, tuple[float, grpc.ServicerContext]] = {}
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="arrivals", daemon=True)
        self._thread.start()

    def receive(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> bytes:
        """Return the call's request.

        Raises:
            DeadlineError: the call ended before it arrived.
            MalformedRequestError: there is none, or it is larger than gRPC reads.
        """
        number = next(self._numbers)
        self._waiting[number] = (time.monotonic(), context)
        try:
            raw = next(requests, None)
        except grpc.RpcError:
            raise DeadlineError.of("request", "a call that ended before it arrived", "the request in time") from None
        finally:
            del self._waiting[number]
        if raw is None:
            raise MalformedRequestError.of("request", "none", "the call's request message")
        return raw

    def close(self) -> None:
        """Stop looking."""
        self._closed.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._closed.wait(_LOOK_EVERY_S):
            late = time.monotonic() - self._patience_s
            for started, context in list(self._waiting.values()):  # the oldest first
                if started > late:
                    break
                context.cancel()


def parsed(parse: Callable[[bytes], Request], raw: bytes) -> Request:
    """Read a request's bytes.

    Raises:
        MalformedRequestError: they are no message of its type.
    """
    try:
        return parse(raw)
    except DecodeError:
        raise MalformedRequestError.of("request", f"{len(raw)} bytes", "the call's request message") from None
