"""Requests that do not arrive: a call holds a thread from when it gets one, so it may not wait for ever."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, TypeVar

import grpc
from google.protobuf.message import DecodeError

from service.rpc.calls.errors import DeadlineError, MalformedRequestError, OverloadedError
from service.rpc.calls.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Request = TypeVar("Request")

PATIENCE_S: Final = 5.0
"""Seconds from when a call gets its thread until its request must have arrived."""
HURRY_S: Final = 0.25
"""The same while more than half of the threads wait for requests."""
LATE_S: Final = 0.1
"""A request that takes longer is one that its caller may have only so many of."""


class Arrivals(Waiting):
    """Waits for requests of callers; one identity may keep at most half of the threads waiting for late ones.

    Callers without a name share one, so none of them is refused for the others: they are only hurried.
    """

    def __init__(self, threads: int) -> None:
        super().__init__(PATIENCE_S)
        self._threads = threads
        self._most_of_one = max(1, threads // 2)

    def _admit(self, whose: str) -> None:
        if not whose:
            return
        now = time.monotonic()
        late = sum(each.whose == whose and now - each.since > LATE_S for each in self._held.values())
        if late >= self._most_of_one:
            raise OverloadedError.of(
                f"requests of {whose}", f"{late} that do not arrive", f"fewer than {self._most_of_one} at once"
            )

    def _overdue(self, now: float) -> list[int]:
        numbers: list[int] = []
        for number, each in self._held.items():
            crowded = 2 * (len(self._held) - len(numbers)) > self._threads
            if now - each.since <= (HURRY_S if crowded else PATIENCE_S):
                break
            numbers.append(number)
        return numbers


def received(waiting: Waiting, requests: Iterator[bytes], context: grpc.ServicerContext, whose: str) -> bytes:
    """Wait for a call's request and return it.

    Raises:
        DeadlineError: the call ended before it arrived.
        MalformedRequestError: there is none, or it is larger than gRPC reads.
        OverloadedError: too many of his do not arrive.
    """
    with waiting.held(context, whose):
        try:
            raw = next(requests, None)
        except grpc.RpcError:
            raise DeadlineError.of("request", "a call that ended before it arrived", "the request in time") from None
    if raw is None:
        raise MalformedRequestError.of("request", "none", "the call's request message")
    return raw


def parsed(parse: Callable[[bytes], Request], raw: bytes) -> Request:
    """Read a request's bytes.

    Raises:
        MalformedRequestError: they are no message of its type.
    """
    try:
        return parse(raw)
    except DecodeError:
        raise MalformedRequestError.of("request", f"{len(raw)} bytes", "the call's request message") from None
