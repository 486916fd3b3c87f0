"""Who makes a call: over the wire, or in this process."""

from __future__ import annotations

import ipaddress
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from service.caller import Caller, Role
from service.rpc.calls.headers import headers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import grpc

_FAR_S: Final = 1e6


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
        has_gone=lambda: not context.is_active(),
    )


def streaming_caller(caller: Caller, context: grpc.ServicerContext, longest_s: float) -> Caller:
    """Return *caller* of a stream: it lasts *longest_s* seconds at most, and without a deadline of his own so long."""
    own, most = context.time_remaining, counting_down(longest_s)
    return replace(caller, seconds_left=most if own() >= _FAR_S else lambda: min(own(), most()))


def local_caller(timeout_s: float) -> Caller:
    """Return the caller of a command in this process."""
    return Caller("local", Role.LOCAL, counting_down(timeout_s))


def counting_down(seconds: float) -> Callable[[], float]:
    """Return what tells how many of *seconds* are left, from now on."""
    end = time.monotonic() + seconds
    return lambda: end - time.monotonic()


def peer_of(context: grpc.ServicerContext) -> str:
    """Return the caller's network address without the port; of IPv6 the first four groups, which one site has.

    The loopback, and an IPv4 address in IPv6's dress, stay whole.
    """
    kind, _, rest = unquote(context.peer()).partition(":")
    host = rest.rpartition(":")[0]
    if kind != "ipv6":
        return host
    try:
        address = ipaddress.IPv6Address(host.strip("[]"))
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return "::1" if address.is_loopback else ":".join(address.exploded.split(":")[:4])
