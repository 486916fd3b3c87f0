"""Where a call arrives: who makes it, and whether he may."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, Protocol

from service.caller import Caller, Role
from service.rpc.headers import headers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import grpc

ANONYMOUS: Final = "anonymous"
"""Name of the caller of a service that knows no identities."""

_FAR_S: Final = 1e6


class Gate(Protocol):
    """Admits calls. Every `enter` that returned is followed by one `leave`."""

    def enter(self, method: str, context: grpc.ServicerContext, size: int) -> Caller:
        """Return who calls *method* with a request of *size* bytes.

        Raises:
            DomainError: he is unknown, may not, or calls too often.
        """

    def leave(self, caller: Caller) -> None:
        """Take note that the call is over."""


class OpenGate:
    """Admits everybody, as one caller without a name."""

    def __init__(self, default_deadline_s: float) -> None:
        self._default_deadline_s = default_deadline_s

    def enter(self, method: str, context: grpc.ServicerContext, size: int) -> Caller:
        """See `Gate.enter`."""
        del method, size
        return caller_of(context, ANONYMOUS, Role.LOCAL, self._default_deadline_s)

    def leave(self, caller: Caller) -> None:
        """See `Gate.leave`."""


def caller_of(context: grpc.ServicerContext, name: str, role: Role, default_deadline_s: float) -> Caller:
    """Return the caller of one call over the wire; without a deadline of his own he has the default one."""
    headers = headers_of(context)
    left = context.time_remaining()
    return Caller(
        name=name,
        role=role,
        seconds_left=context.time_remaining if left < _FAR_S else counting_down(default_deadline_s),
        on_behalf_of=headers.on_behalf_of,
        request_id=headers.request_id,
    )


def local_caller(timeout_s: float) -> Caller:
    """Return the caller of a command in this process."""
    return Caller("local", Role.LOCAL, counting_down(timeout_s))


def counting_down(seconds: float) -> Callable[[], float]:
    """Return what tells how many of *seconds* are left, from now on."""
    end = time.monotonic() + seconds
    return lambda: end - time.monotonic()
